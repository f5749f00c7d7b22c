//! One iteration in parts, against the iteration as a whole.

use fifteen_pdb::TableKind;
use fifteen_puzzle::{Direction, Goal, RandomBoards, notation};
use fifteen_search::Options;
use fifteen_search::tiles::{Algorithm, HeuristicKind, Mode, OneIteration, SubtreeError, TileHeuristic, TileState};
use fifteen_search::{Iteration, LimitKind, Limits, Status};

use super::support::{goal_of, light, space_of, with_tables};

/// An iteration without a solution has the nodes above the subtrees and those of all units, however it is cut.
#[test]
fn the_parts_make_the_whole() {
    let goal = goal_of((4, 3), Goal::Last);
    let space = space_of(&goal);
    let heuristics = [with_tables(&goal, "1-4/5-8/9-11", TableKind::ZeroAware), light(&goal, "manhattan")];
    for (i, board) in RandomBoards::new(goal, 8).take(12).enumerate() {
        let start = space.state(&board).unwrap();
        let heuristic = &heuristics[i % 2];
        for mode in [Mode::Plain, Mode::Fast { threads: 1 }] {
            let whole = Algorithm::Ida
                .search(&space, heuristic, &start, &Options { mode, ..Options::default() }, &mut |_| ())
                .unwrap();
            let last = whole.iterations.len() - 1;
            for (at, expected) in whole.iterations.iter().enumerate().take(last).skip(1) {
                let before = &whole.iterations[..at];
                let iteration = OneIteration { space: &space, heuristic, start: &start, mode, bound: expected.bound };
                for wanted in [1, 3, 50] {
                    let cut = iteration.cut(before, wanted).unwrap();
                    let (mut expanded, mut generated) = (cut.expanded, cut.generated);
                    for unit in &cut.units {
                        let subtrees: Vec<_> = unit.iter().map(|subtree| subtree.moves.clone()).collect();
                        let searched = iteration.search(&subtrees, false, &Limits::default()).unwrap();
                        assert_eq!((searched.solution, searched.stopped), (None, None));
                        expanded += searched.expanded;
                        generated += searched.generated;
                    }
                    assert_eq!(Iteration { bound: expected.bound, expanded, generated }, *expected, "{board}");
                }
            }
        }
    }
}

#[test]
fn a_unit_ends_at_its_solution_unless_it_is_to_be_finished() {
    let goal = goal_of((3, 3), Goal::Last);
    let space = space_of(&goal);
    let heuristic = light(&goal, "zero");
    let start = space.state(&notation::parse("1 2 3 / 4 5 6 / 7 0 8", None).unwrap()).unwrap();
    let iteration = OneIteration { space: &space, heuristic: &heuristic, start: &start, mode: Mode::Plain, bound: 3 };
    use Direction::{Left, Right, Up};
    // The first subtree is the goal, the second has the nodes to its left.
    let subtrees = [vec![Right], vec![Left]];
    let found = |finish| iteration.search(&subtrees, finish, &Limits::default()).unwrap();
    let (first, all) = (found(false), found(true));
    assert_eq!((first.expanded, first.generated, first.pruned, first.stopped), (0, 0, false, None));
    assert_eq!(all.solution, first.solution);
    assert_eq!(first.solution.map(|(subtree, moves)| (subtree, moves.len())), Some((0, 1)));
    assert!(all.expanded > 1 && all.generated > all.expanded && all.pruned);
    let beyond = iteration.search(&[vec![Up, Left, Up, Right]], false, &Limits::default()).unwrap_err();
    assert_eq!(beyond, SubtreeError::Bound { subtree: 0, position: 4, bound: 3 });
    let beyond = OneIteration { bound: 1, ..iteration }.search(&[vec![Up, Left]], false, &Limits::default());
    assert_eq!(beyond, Err(SubtreeError::Bound { subtree: 0, position: 2, bound: 1 }));
}

#[test]
fn a_search_pauses_before_its_large_iterations() {
    let goal = goal_of((3, 3), Goal::Last);
    let space = space_of(&goal);
    let heuristic: TileHeuristic = HeuristicKind::Manhattan.build(&goal, &Limits::default()).unwrap();
    for board in RandomBoards::new(goal, 4).take(20) {
        let start = space.state(&board).unwrap();
        let search = |pause| {
            let options = Options { pause, ..Options::default() };
            Algorithm::Ida.search(&space, &heuristic, &start, &options, &mut |_| ()).unwrap()
        };
        let (whole, paused) = (search(None), search(Some(50)));
        let large =
            whole.iterations.iter().position(|i| i.expanded >= 50).filter(|&at| at + 1 < whole.iterations.len());
        let Some(large) = large else {
            assert_eq!(paused, whole);
            continue;
        };
        assert_eq!(paused.status, Status::Limit(LimitKind::Nodes));
        assert_eq!(
            (&paused.iterations[..], paused.bound),
            (&whole.iterations[..=large], whole.iterations[large + 1].bound)
        );
    }
}

#[test]
fn subtrees_that_the_search_does_not_have_are_refused() {
    let goal = goal_of((3, 3), Goal::Last);
    let space = space_of(&goal);
    let heuristic: TileHeuristic = HeuristicKind::Manhattan.build(&goal, &Limits::default()).unwrap();
    let start: TileState = space.state(&notation::parse("8 6 7 / 2 5 4 / 3 0 1", None).unwrap()).unwrap();
    let refused = |bound, mode, subtrees: &[Vec<Direction>]| {
        let iteration = OneIteration { space: &space, heuristic: &heuristic, start: &start, mode, bound };
        iteration.search(subtrees, false, &Limits::default()).unwrap_err()
    };
    let searched = |bound, mode, moves: &[Direction]| refused(bound, mode, &[Vec::new(), moves.to_vec()]);
    use Direction::{Down, Left, Right, Up};
    let off = searched(23, Mode::Plain, &[Left, Down]);
    assert_eq!(off, SubtreeError::Move { subtree: 1, position: 2 });
    assert_eq!(searched(23, Mode::Plain, &[Left, Right]), off, "taken back");
    let around = [Up, Left, Down, Right, Up, Left, Down, Right];
    // Alone: a solution in a subtree before it would end the search.
    let repeated = refused(41, Mode::Fast { threads: 1 }, &[around.to_vec()]);
    assert!(matches!(repeated, SubtreeError::Move { subtree: 0, .. }), "{repeated:?}");
    assert!(matches!(searched(25, Mode::Plain, &around), SubtreeError::Bound { subtree: 1, bound: 25, .. }));
    assert!(matches!(searched(3, Mode::Plain, &[]), SubtreeError::Bound { subtree: 0, position: 0, .. }));
    let cancel = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let iteration = OneIteration { space: &space, heuristic: &heuristic, start: &start, mode: Mode::Plain, bound: 25 };
    let stopped = iteration.search(&[Vec::new()], false, &Limits::cancelled_by(cancel));
    assert_eq!(stopped.unwrap().stopped, Some(LimitKind::Interrupted));
}

/// The tree of 2x2 within 12 moves is two ways around, and both end at the goal.
#[test]
fn a_unit_without_a_node_above_the_bound_has_pruned_nothing() {
    let goal = goal_of((2, 2), Goal::Last);
    let space = space_of(&goal);
    let heuristic = light(&goal, "zero");
    let board = RandomBoards::new(goal, 2).find(|&board| board != goal).unwrap();
    let start = space.state(&board).unwrap();
    let found = |bound| {
        let iteration = OneIteration { space: &space, heuristic: &heuristic, start: &start, mode: Mode::Plain, bound };
        let found = iteration.search(&[Vec::new()], true, &Limits::default()).unwrap();
        (found.generated, found.pruned, found.solution.is_some())
    };
    assert_eq!((found(12), found(3).1), ((12, false, true), true));
}
