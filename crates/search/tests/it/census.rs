//! Counting states at each depth, against the published numbers.

use std::fs;
use std::ops::ControlFlow;

use fifteen_puzzle::{Goal, Size};
use fifteen_search::tiles::Metric;
use fifteen_search::tiles::census::{Census, Event, Method, Options};
use fifteen_search::{LimitKind, Limits, Status};

use super::goal_of;

const FILES: [(Metric, &str); 2] = [(Metric::SingleTile, "stm"), (Metric::MultiTile, "mtm")];

fn published((width, height): (usize, usize), metric: &str) -> Vec<u64> {
    let path = format!("{}/../../data/dist_{width}x{height}_{metric}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_whitespace().nth(1).unwrap().parse().unwrap()).collect()
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
        for (metric, name) in FILES {
            let expected = published(size, name);
            // All four corners are one, and a board may be turned.
            let turned = Size::new(size.1, size.0).unwrap();
            let goals = [goal_of(size, Goal::Last), goal_of(size, Goal::First), Goal::Last.board(turned).unwrap()];
            for (goal, method) in goals.into_iter().zip([Method::Planes, Method::Layers, Method::Planes]) {
                let found = Census::new(&goal, metric).count(&options(method, Limits::default()), &mut go_on).unwrap();
                assert_eq!((found.counts, found.status), (expected.clone(), Status::Exhausted), "{goal} {metric}");
            }
        }
    }
}

#[test]
fn whole_boards_of_twelve_cells() {
    for size in [(4, 3), (6, 2)] {
        for (metric, name) in FILES {
            let census = Census::new(&goal_of(size, Goal::Last), metric);
            let found = census.count(&options(Method::Planes, Limits::default()), &mut go_on).unwrap();
            assert_eq!(found.counts, published(size, name), "{size:?} {metric}");
            assert!(found.peak_bytes < 61_000_000);
        }
    }
}

#[test]
fn large_boards_near_the_goal() {
    for size in [(4, 3), (6, 2), (5, 3), (7, 2), (8, 2), (4, 4)] {
        for (metric, name) in FILES {
            let expected = published(size, name);
            for goal in [Goal::Last, Goal::First] {
                let limits = Limits { nodes: Some(400_000), ..Limits::default() };
                let census = Census::new(&goal_of(size, goal), metric);
                let found = census.count(&options(Method::Layers, limits), &mut go_on).unwrap();
                assert_eq!(found.status, Status::Limit(LimitKind::Nodes));
                assert_eq!(found.counts, expected[..found.counts.len()], "{size:?} {metric}");
                assert!(found.counts.iter().sum::<u64>() > 100_000);
            }
        }
    }
}
