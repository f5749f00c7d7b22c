//! Counting the shortest solutions of a puzzle in which very many states match the goal.

use fifteen_blocks::{BlockMetric, BlockOptions, LimitKind, Limits, SolutionCount, Status};

use crate::{puzzle, serial, solved};

/// A car must pass five blockers, each in a shaft of eleven cells. Once the car has passed, each
/// blocker can be in any of the other ten cells of its shaft, so 100,000 states match the goal.
#[test]
fn solutions_with_100_000_final_states_are_counted_within_the_memory_limit() {
    let mut text = String::from("horizontal: A\nvertical: BCDEF\nstart        goal\n");
    for row in 0..11 {
        text += match row {
            5 => "ABCDEF.      ......A\n",
            _ => "#.....#      #.....#\n",
        };
    }
    let puzzle = puzzle(&text);
    let search = BlockOptions {
        path: true,
        ..serial(BlockMetric::Straight)
    };
    let counting = BlockOptions {
        count: true,
        path: false,
        ..search.clone()
    };
    let without_limit = solved(&puzzle, &counting);
    // Each blocker leaves the car's row with one of ten moves, and these five moves can be made in
    // any of 5! = 120 orders.
    let count = SolutionCount {
        count: 100_000 * 120,
        exact: true,
    };
    assert_eq!(without_limit.solutions, Some(count));

    // This much memory is enough for the search, but not for counting the solutions.
    let memory = solved(&puzzle, &search).memory * 5 / 4;
    assert!(memory < without_limit.memory, "{}", without_limit.memory);
    let within = |memory| BlockOptions {
        limits: Limits {
            memory: Some(memory),
            ..Limits::default()
        },
        ..counting.clone()
    };
    let stopped = solved(&puzzle, &within(memory));
    assert_eq!(stopped.status, Status::Limit(LimitKind::Memory));
    assert_eq!((stopped.length, stopped.solutions), (Some(6), None));
    assert!(stopped.memory <= memory, "{} of {memory}", stopped.memory);
}
