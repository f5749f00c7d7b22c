//! Tests of splitting one iteration into units. That the counts of the units add up to those of the
//! iteration is tested with complete searches in `tests/it/search/distributed.rs`.

use fifteen_search::tiles::{CutOptions, IterationCut, OneIteration, SearchedUnit};

use crate::support::*;

/// Divides an iteration into units and searches them in order. Stops after the first unit that has
/// a solution, unless `finish` is true.
fn searched(
    iteration: &OneIteration<'_>,
    options: CutOptions,
    finish: bool,
) -> (IterationCut, Vec<SearchedUnit>) {
    let cut = iteration.cut(options).unwrap();
    let search = |unit| {
        iteration
            .search(options, unit, finish, &Limits::default())
            .unwrap()
    };
    assert_eq!(search(cut.units), None);
    let mut results = Vec::new();
    for unit in 0..cut.units {
        let result = search(unit).unwrap();
        assert_eq!(result.stopped, None);
        let ends = result.solution.is_some() && !finish;
        results.push(result);
        if ends {
            break;
        }
    }
    (cut, results)
}

#[test]
fn units_have_similar_sizes() {
    let (goal, space, heuristic) = setting((4, 3), "manhattan");
    let board = RandomBoards::new(goal, 8).nth(2).unwrap();
    let start = space.state(&board).unwrap();
    for ida in both_modes() {
        let algorithm = Algorithm::Ida(ida);
        let whole = search(algorithm, &space, &heuristic, &start, &Limits::default());
        let at = whole.iterations.len() - 2;
        let Iteration {
            bound, generated, ..
        } = whole.iterations[at];
        let iteration = OneIteration {
            space: &space,
            heuristic: &heuristic,
            start: &start,
            mode: ida.mode(),
            bound,
        };
        for units in [5, 40] {
            let options = CutOptions {
                previous: whole.iterations[at - 1].expanded,
                units,
            };
            let (cut, results) = searched(&iteration, options, false);
            assert_eq!(cut.units, units);
            let largest = results.iter().map(|result| result.generated).max().unwrap();
            assert!(
                largest < 8 * generated / units as u64,
                "{largest} nodes of {generated} in one of {units} units"
            );
        }
    }
}

#[test]
fn a_search_pauses_before_its_large_iterations() {
    let (goal, space, heuristic) = setting((3, 3), "manhattan");
    for board in RandomBoards::new(goal, 4).take(20) {
        let start = space.state(&board).unwrap();
        let paused_after = |pause| {
            let ida = TileIda::Plain {
                find: Find::First,
                pause,
            };
            let algorithm = Algorithm::Ida(ida);
            search(algorithm, &space, &heuristic, &start, &Limits::default())
        };
        let (whole, paused) = (paused_after(None), paused_after(Some(50)));
        let large = whole
            .iterations
            .iter()
            .position(|i| i.expanded >= 50)
            .filter(|&at| at + 1 < whole.iterations.len());
        let Some(large) = large else {
            assert_eq!(paused, whole);
            continue;
        };
        assert_eq!(paused.status, Status::Limit(LimitKind::Nodes));
        assert_eq!(
            (&paused.iterations[..], paused.bound),
            (
                &whole.iterations[..=large],
                whole.iterations[large + 1].bound
            )
        );
    }
}

#[test]
fn a_unit_stops_when_it_is_cancelled() {
    let (_, space, heuristic) = setting((3, 3), "manhattan");
    let start = space.state(&hard()).unwrap();
    let iteration = OneIteration {
        space: &space,
        heuristic: &heuristic,
        start: &start,
        mode: Mode::Plain,
        bound: 25,
    };
    let limits = Limits {
        cancel: Some(std::sync::Arc::new(true.into())),
        ..Limits::default()
    };
    let stopped = iteration
        .search(
            CutOptions {
                previous: 0,
                units: 1,
            },
            0,
            false,
            &limits,
        )
        .unwrap();
    assert_eq!(stopped.unwrap().stopped, Some(LimitKind::Interrupted));
}

/// On a 2x2 board, the blank can only go round the square in one of two directions, so the search
/// tree for 12 moves consists of two paths. Both end at the goal.
#[test]
fn a_unit_without_a_node_above_the_bound_has_pruned_nothing() {
    let (goal, space, heuristic) = setting((2, 2), "zero");
    let board = RandomBoards::new(goal, 2)
        .find(|&board| board != goal)
        .unwrap();
    let start = space.state(&board).unwrap();
    let found = |bound| {
        let iteration = OneIteration {
            space: &space,
            heuristic: &heuristic,
            start: &start,
            mode: Mode::Plain,
            bound,
        };
        let (cut, results) = searched(
            &iteration,
            CutOptions {
                previous: 0,
                units: 1,
            },
            true,
        );
        let generated = cut.generated + results.iter().map(|result| result.generated).sum::<u64>();
        let pruned = cut.pruned || results.iter().any(|result| result.pruned);
        (
            generated,
            pruned,
            results.iter().any(|result| result.solution.is_some()),
        )
    };
    assert_eq!((found(12), found(3).1), ((12, false, true), true));
}
