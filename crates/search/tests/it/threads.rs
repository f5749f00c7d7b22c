//! The number of threads must not change any node count, solution or event.

use std::fmt::Debug;

use super::anytime::{self, eager, solutions};
use crate::support::*;

/// 4x4 boards for the goal with the blank first. Their iterations are large enough to be split
/// among threads.
const HARD: [&str; 2] = [
    "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6",
    "5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6",
];

fn same<T: PartialEq + Debug>(on: impl Fn(usize) -> T) -> T {
    let one = on(1);
    for threads in [2, 3] {
        assert_eq!(on(threads), one, "{threads} threads");
    }
    one
}

#[test]
fn fast_mode_has_the_same_result_on_any_number_of_threads() {
    let goal = goal_of((4, 4), Goal::First);
    let space = space_of(&goal);
    let tables = with_tables(&goal, "1-3/4-6/7-9/10-12/13-15", TableKind::ZeroAware);
    let conflict = || light(&goal, "linear-conflict");
    for (board, heuristic, finish_iteration) in [
        (HARD[0], conflict(), false),
        (HARD[1], conflict(), true),
        (HARD[1], tables, false),
    ] {
        let start = space.state(&notation::parse(board, None).unwrap()).unwrap();
        let one = same(|threads| {
            let ida = TileIda::Fast {
                threads: Threads::all_if_zero(threads),
                finish_iteration,
                pause: None,
            };
            comparable(search(
                Algorithm::Ida(ida),
                &space,
                &heuristic,
                &start,
                &Limits::default(),
            ))
        });
        assert!(
            one.iterations.iter().any(|i| i.expanded > 100_000),
            "no iteration is cut"
        );
        let plain = plain(&space, &heuristic, &start);
        assert_eq!((one.length, one.moves), (plain.length, plain.moves));
    }
}

#[test]
fn an_anytime_search_has_the_same_events_on_any_number_of_threads() {
    let (first, last) = (goal_of((4, 4), Goal::First), goal_of((5, 5), Goal::Last));
    let [start, other] = HARD.map(|board| {
        space_of(&first)
            .state(&notation::parse(board, None).unwrap())
            .unwrap()
    });
    // During one iteration, the beam search runs several times. While the proof is far from
    // complete, the beam search gets most of the nodes.
    let far = (
        random(&space_of(&last), 2).next().unwrap(),
        AnytimeEnd::Within(Percent::new(36.0).unwrap()),
    );
    for (goal, (start, end)) in [
        (first, (start, eager())),
        (first, (other, AnytimeEnd::Proof)),
        (last, far),
    ] {
        let (space, heuristic) = (space_of(&goal), light(&goal, "linear-conflict"));
        let (_, events) = same(|threads| {
            let limits = Limits {
                memory: Some(4 << 20),
                ..Limits::default()
            };
            let (found, events) = anytime::search(&space, &heuristic, &start, limits, threads, end);
            (comparable(found), events)
        });
        assert!(!solutions(&events).is_empty());
    }
}
