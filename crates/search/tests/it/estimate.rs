//! Estimates of iterations beside their counts.

use std::sync::atomic::AtomicBool;

use fifteen_puzzle::{Goal, MoveOrder};
use fifteen_search::Limits;
use fifteen_search::Options;
use fifteen_search::tiles::{Algorithm, HeuristicKind, Mode, OneIteration, TileHeuristic, TileSpace};

fn manhattan(space: &TileSpace) -> TileHeuristic {
    HeuristicKind::Manhattan.build(space.goal(), &Limits::default()).unwrap()
}

/// Iterations of up to some hundred thousand nodes: counted, and estimated.
#[test]
fn estimates_are_near_the_counts() {
    let goal = Goal::First.board("4x4".parse().unwrap()).unwrap();
    let space = TileSpace::new(&goal, MoveOrder::ULRD);
    let heuristic = manhattan(&space);
    let go_on = AtomicBool::new(false);
    for mode in [Mode::Plain, Mode::Fast { threads: 1 }] {
        let (mut large, mut product, mut errors) = (0, 1.0, 0.0);
        for korf in fifteen_data::korf100().iter().step_by(12) {
            let start = space.state(&korf.board).unwrap();
            let options = Options { mode, pause: Some(60_000), ..Options::default() };
            let found = Algorithm::Ida.search(&space, &heuristic, &start, &options, &mut |_| ()).unwrap();
            for iteration in found.iterations {
                let bound = iteration.bound;
                let one = OneIteration { space: &space, heuristic: &heuristic, start: &start, mode, bound };
                let estimate = one.estimate(&go_on).unwrap().unwrap();
                if found.length == Some(bound) {
                    assert!(estimate.expanded > 0.7 * iteration.expanded as f64);
                    continue;
                }
                let ratio = estimate.expanded / iteration.expanded as f64;
                assert!((0.6..1.7).contains(&ratio), "bound {bound}: {estimate:?} {iteration:?}");
                let error = (estimate.generated - iteration.generated as f64).abs();
                assert!(error <= 6.0 * estimate.error + 1e-6, "bound {bound}: {estimate:?} {iteration:?}");
                if iteration.expanded > 1000 {
                    // Of the same order as the error that is stated.
                    assert!(estimate.error < 0.2 * iteration.generated as f64, "{estimate:?} {iteration:?}");
                    errors += error / estimate.error;
                    large += 1;
                    product *= ratio;
                }
            }
        }
        let mean = f64::powf(product, 1.0 / f64::from(large));
        assert!(large > 12 && (0.93..1.07).contains(&mean), "{large} iterations, {mean}");
        let errors = errors / f64::from(large);
        assert!((0.4..1.6).contains(&errors), "errors are {errors} times those stated");
    }
}

#[test]
fn estimates_are_the_same_every_time_and_can_be_cancelled() {
    let space = TileSpace::new(&Goal::Last.board("3x3".parse().unwrap()).unwrap(), MoveOrder::ULRD);
    let heuristic = manhattan(&space);
    let board = fifteen_puzzle::notation::parse("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
    let start = &space.state(&board).unwrap();
    let one = OneIteration { space: &space, heuristic: &heuristic, start, mode: Mode::Plain, bound: 27 };
    assert_eq!(one.estimate(&AtomicBool::new(true)), Ok(None));
    let estimate = one.estimate(&AtomicBool::new(false)).unwrap().unwrap();
    assert_eq!(one.estimate(&AtomicBool::new(false)), Ok(Some(estimate)));
    // On every machine too: the order of the nodes and the draws are fixed.
    assert_eq!([estimate.expanded, estimate.generated].map(|nodes| nodes as u64), [2226, 3516]);
}

/// Without a heuristic every board has the value of the goal; near the goal each node stands for itself.
#[test]
fn small_trees_are_counted_and_end_at_the_goal() {
    let space = TileSpace::new(&Goal::Last.board("3x3".parse().unwrap()).unwrap(), MoveOrder::ULRD);
    let board = fifteen_puzzle::notation::parse("0 6 7 / 2 5 4 / 3 8 1", None).unwrap();
    let goal = *space.solved();
    for heuristic in [TileHeuristic::Zero, manhattan(&space)] {
        let estimate = |start, bound| {
            let one = OneIteration { space: &space, heuristic: &heuristic, start, mode: Mode::Plain, bound };
            let found = one.estimate(&AtomicBool::new(false)).unwrap().unwrap();
            assert_eq!(found.error, 0.0);
            (found.expanded, found.generated)
        };
        assert_eq!(estimate(&goal, 2), (0.0, 0.0));
        if let TileHeuristic::Zero = heuristic {
            // Two children of the corner, and two of each.
            assert_eq!(estimate(&space.state(&board).unwrap(), 2), (3.0, 6.0));
        }
    }
}
