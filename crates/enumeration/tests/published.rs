//! Counting states at each depth, against the published numbers.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed, which is what it is for")]

use std::ops::ControlFlow;

use fifteen_data::depth_counts;
use fifteen_enumeration::{Enumeration, Event, Method, Options};
use fifteen_puzzle::{Board, Goal, Metric, Size};
use fifteen_search::{LimitKind, Limits, Status};

const METRICS: [Metric; 2] = [Metric::SingleTile, Metric::MultiTile];

fn goal_of((width, height): (usize, usize), goal: Goal) -> Board {
    goal.board(Size::new(width, height).unwrap()).unwrap()
}

fn published((width, height): (usize, usize), metric: Metric) -> Vec<u64> {
    let size = Size::new(width, height).unwrap();
    depth_counts().into_iter().find(|d| (d.size, d.metric) == (size, metric)).unwrap().counts
}

fn go_on(_: Event) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn options(method: Method, limits: Limits) -> Options {
    let mut options = Options::default();
    options.method = Some(method);
    options.threads = 2;
    options.limits = limits;
    options
}

#[test]
fn whole_boards_of_up_to_ten_cells() {
    for size in [(3, 2), (4, 2), (3, 3), (5, 2)] {
        for metric in METRICS {
            let expected = published(size, metric);
            // All four corners are one, and a board may be turned.
            let turned = Size::new(size.1, size.0).unwrap();
            let goals = [goal_of(size, Goal::Last), goal_of(size, Goal::First), Goal::Last.board(turned).unwrap()];
            for (goal, method) in goals.into_iter().zip([Method::Planes, Method::Layers, Method::Planes]) {
                let found =
                    Enumeration::new(&goal, metric).count(&options(method, Limits::default()), &mut go_on).unwrap();
                assert_eq!((found.counts, found.status), (expected.clone(), Status::Exhausted), "{goal} {metric}");
            }
        }
    }
}

#[test]
fn whole_boards_of_twelve_cells() {
    for size in [(4, 3), (6, 2)] {
        for metric in METRICS {
            let enumeration = Enumeration::new(&goal_of(size, Goal::Last), metric);
            let found = enumeration.count(&options(Method::Planes, Limits::default()), &mut go_on).unwrap();
            assert_eq!(found.counts, published(size, metric), "{size:?} {metric}");
            assert!(found.peak_bytes < 61_000_000);
        }
    }
}

#[test]
fn large_boards_near_the_goal() {
    for size in [(4, 3), (6, 2), (5, 3), (7, 2), (8, 2), (4, 4)] {
        for metric in METRICS {
            let expected = published(size, metric);
            for goal in [Goal::Last, Goal::First] {
                let limits = Limits { nodes: Some(400_000), ..Limits::default() };
                let enumeration = Enumeration::new(&goal_of(size, goal), metric);
                let found = enumeration.count(&options(Method::Layers, limits), &mut go_on).unwrap();
                assert_eq!(found.status, Status::Limit(LimitKind::Nodes));
                assert_eq!(found.counts, expected[..found.counts.len()], "{size:?} {metric}");
                assert!(found.counts.iter().sum::<u64>() > 100_000);
            }
        }
    }
}
