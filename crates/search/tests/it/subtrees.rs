//! One iteration in parts, against the iteration as a whole.

use fifteen_pdb::TableKind;
use fifteen_puzzle::{Direction, Goal, RandomBoards, notation};
use fifteen_search::ida::IdaOptions;
use fifteen_search::tiles::{
    Algorithm, HeuristicKind, Mode, OneIteration, PdbTables, SubtreeError, TileHeuristic, TileState,
};
use fifteen_search::{Iteration, LimitKind, Limits, Status};

use super::tables::pdb::tables;
use super::{goal_of, space_of};

/// An iteration without a solution has the nodes above the subtrees and those of all units, however it is cut.
#[test]
fn the_parts_make_the_whole() {
    let goal = goal_of((4, 3), Goal::Last);
    let space = space_of(&goal);
    let pdb = PdbTables::new(&goal, tables(&goal, "1-4/5-8/9-11", TableKind::ZeroAware), true).unwrap();
    let heuristics =
        [TileHeuristic::Tables(Box::new(pdb)), HeuristicKind::Manhattan.build(&goal, &Limits::default()).unwrap()];
    for (i, board) in RandomBoards::new(goal, 8).take(12).enumerate() {
        let start = space.state(&board).unwrap();
        let heuristic = &heuristics[i % 2];
        for mode in [Mode::Plain, Mode::Fast { threads: 1 }] {
            let whole =
                Algorithm::Ida.search(&space, heuristic, &start, &IdaOptions::default(), mode, &mut |_| ()).unwrap();
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
fn a_search_pauses_before_its_large_iterations() {
    let goal = goal_of((3, 3), Goal::Last);
    let space = space_of(&goal);
    let heuristic: TileHeuristic<Vec<u8>> = HeuristicKind::Manhattan.build(&goal, &Limits::default()).unwrap();
    for board in RandomBoards::new(goal, 4).take(20) {
        let start = space.state(&board).unwrap();
        let search = |pause| {
            let options = IdaOptions { pause, ..IdaOptions::default() };
            Algorithm::Ida.search(&space, &heuristic, &start, &options, Mode::Plain, &mut |_| ()).unwrap()
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
    let heuristic: TileHeuristic<Vec<u8>> = HeuristicKind::Manhattan.build(&goal, &Limits::default()).unwrap();
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
    let stopped = iteration.search(&[Vec::new()], false, &Limits { cancel: Some(cancel), ..Limits::default() });
    assert_eq!(stopped.unwrap().stopped, Some(LimitKind::Interrupted));
}
