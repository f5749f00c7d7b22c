//! Tests of limits and progress, and of the results when a search is stopped.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use fifteen_blocks::{BlockMetric, BlockOptions, BlockProgress, Puzzle, solve};
use fifteen_resources::{LimitKind, Limits, Status, Threads};

use crate::{counted, puzzle, serial, solved};

fn klotski() -> Puzzle {
    puzzle("start goal\nA**B  ....\nA**B  ....\nCDDE  ....\nCFGE  .**.\nH..I  .**.\n")
}

/// Returns options for one thread with a memory limit. `path` says whether the moves of the
/// solution are needed.
fn within(bytes: u64, path: bool) -> BlockOptions {
    let limits = Limits {
        memory: Some(bytes),
        ..Limits::default()
    };
    BlockOptions {
        path,
        limits,
        ..serial(BlockMetric::Unit)
    }
}

fn stopped(options: &BlockOptions) -> (LimitKind, u32) {
    let outcome = solved(&klotski(), options);
    assert_eq!(
        (outcome.length, outcome.solution, outcome.solutions),
        (None, None, None)
    );
    match outcome.status {
        Status::Limit(stop) => (stop, outcome.bound),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_depth_limit_proves_a_lower_bound() {
    let limited = |depth| Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let options = BlockOptions {
        limits: limited(115),
        ..serial(BlockMetric::Unit)
    };
    assert_eq!(stopped(&options), (LimitKind::Depth, 116));
    assert_eq!(
        solved(
            &klotski(),
            &BlockOptions {
                limits: limited(116),
                ..options
            }
        )
        .length,
        Some(116)
    );
    let first = counted(
        &klotski(),
        &BlockOptions {
            limits: limited(3),
            ..serial(BlockMetric::Unit)
        },
    );
    assert_eq!(
        (first.stopped, first.largest, first.hardest),
        (Some(LimitKind::Depth), 3, None)
    );
}

#[test]
fn searches_stop_at_node_and_time_limits_and_when_cancelled() {
    let nodes = Limits {
        nodes: Some(5000),
        ..Limits::default()
    };
    let (stop, bound) = stopped(&BlockOptions {
        limits: nodes,
        ..serial(BlockMetric::Unit)
    });
    assert!(
        stop == LimitKind::Nodes && bound > 20 && bound < 116,
        "{bound}"
    );
    let late = Limits {
        deadline: Some(Instant::now()),
        ..Limits::default()
    };
    assert_eq!(
        stopped(&BlockOptions {
            limits: late,
            ..serial(BlockMetric::Unit)
        }),
        (LimitKind::Time, 1)
    );
    let flag = Limits {
        cancel: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    };
    let options = BlockOptions {
        limits: flag,
        ..serial(BlockMetric::Unit)
    };
    assert_eq!(stopped(&options), (LimitKind::Interrupted, 1));
    let all = counted(&klotski(), &options);
    assert_eq!((all.stopped, all.states), (Some(LimitKind::Interrupted), 1));
}

/// A search that is stopped by the memory limit proves a lower bound. This bound rises with the
/// available memory, until the solution is found.
#[test]
fn the_memory_limit_proves_a_lower_bound() {
    let mut last = 0;
    for kilobytes in [50, 60, 70, 80] {
        let options = within(kilobytes << 10, true);
        let (stop, bound) = stopped(&options);
        assert_eq!(stop, LimitKind::Memory);
        assert!(bound >= last && bound < 116, "{bound} with {kilobytes} kB");
        last = bound;
        assert_eq!(
            stopped(&BlockOptions {
                threads: Threads::all_if_zero(2),
                ..options
            })
            .1,
            bound
        );
    }
    assert!(last > 20);
    let outcome = solved(&klotski(), &within(1 << 20, true));
    assert!(outcome.length == Some(116) && outcome.memory <= 1 << 20);
    // If the moves of the solution are not needed, far less memory is sufficient.
    assert_eq!(
        solved(&klotski(), &within(200 << 10, false)).length,
        Some(116)
    );
}

#[test]
fn reported_progress_never_decreases() {
    let mut seen: Vec<BlockProgress> = Vec::new();
    let outcome = solve(&klotski(), &serial(BlockMetric::AnyPath), &mut |p| {
        seen.push(*p)
    })
    .unwrap();
    assert!(
        seen.windows(2)
            .all(|w| w[0].depth <= w[1].depth && w[0].states <= w[1].states)
    );
    let last = seen.last().unwrap();
    assert_eq!((last.depth, last.states), (81, outcome.visited));
}

/// If there is not even enough memory for the start, the search proves no bound.
#[test]
fn a_search_without_memory_proves_no_bound() {
    let outcome = solved(&puzzle("start goal\nA.    A.\n"), &within(0, true));
    assert_eq!(
        (outcome.status, outcome.bound),
        (Status::Limit(LimitKind::Memory), 0)
    );
}
