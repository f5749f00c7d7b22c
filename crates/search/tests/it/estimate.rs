//! Compares estimates of iterations with exact node counts.

use std::sync::atomic::AtomicBool;

use fifteen_search::tiles::OneIteration;

use crate::support::*;

/// Estimates are close to the exact counts for iterations of up to some hundred thousand nodes.
#[test]
fn estimates_are_close_to_the_exact_node_counts() {
    let goal = goal_of((4, 4), Goal::First);
    let (space, heuristic) = (space_of(&goal), light(&goal, "manhattan"));
    let go_on = AtomicBool::new(false);
    let pause = Some(60_000);
    let plain = TileIda::Plain {
        find: Find::First,
        pause,
    };
    let fast = TileIda::Fast {
        threads: Threads::ONE,
        finish_iteration: false,
        pause,
    };
    for ida in [plain, fast] {
        let (mut large, mut product, mut errors) = (0, 1.0, 0.0);
        for korf in fifteen_data::korf100().iter().step_by(12) {
            let start = space.state(&korf.board).unwrap();
            let algorithm = Algorithm::Ida(ida);
            let found = search(algorithm, &space, &heuristic, &start, &Limits::default());
            for iteration in found.iterations {
                let bound = iteration.bound;
                let one = OneIteration {
                    space: &space,
                    heuristic: &heuristic,
                    start: &start,
                    mode: ida.mode(),
                    bound,
                };
                let estimate = one.estimate(&go_on).unwrap().unwrap();
                if found.length == Some(bound) {
                    assert!(estimate.expanded > 0.7 * iteration.expanded as f64);
                    continue;
                }
                let ratio = estimate.expanded / iteration.expanded as f64;
                assert!(
                    (0.6..1.7).contains(&ratio),
                    "bound {bound}: {estimate:?} {iteration:?}"
                );
                let error = (estimate.generated - iteration.generated as f64).abs();
                assert!(
                    error <= 6.0 * estimate.error + 1e-6,
                    "bound {bound}: {estimate:?} {iteration:?}"
                );
                if iteration.expanded > 1000 {
                    // The stated error must be small in relation to the count.
                    assert!(
                        estimate.error < 0.2 * iteration.generated as f64,
                        "{estimate:?} {iteration:?}"
                    );
                    errors += error / estimate.error;
                    large += 1;
                    product *= ratio;
                }
            }
        }
        let mean = f64::powf(product, 1.0 / f64::from(large));
        assert!(
            large > 12 && (0.93..1.07).contains(&mean),
            "{large} iterations, {mean}"
        );
        let errors = errors / f64::from(large);
        assert!(
            (0.4..1.6).contains(&errors),
            "errors are {errors} times those stated"
        );
    }
}

#[test]
fn estimates_are_the_same_every_time_and_can_be_cancelled() {
    let (_, space, heuristic) = setting((3, 3), "manhattan");
    let start = &space.state(&hard()).unwrap();
    let one = OneIteration {
        space: &space,
        heuristic: &heuristic,
        start,
        mode: Mode::Plain,
        bound: 27,
    };
    assert_eq!(one.estimate(&AtomicBool::new(true)), Ok(None));
    let estimate = one.estimate(&AtomicBool::new(false)).unwrap().unwrap();
    assert_eq!(one.estimate(&AtomicBool::new(false)), Ok(Some(estimate)));
}
