//! Compares the counts and the boards of the bit-plane search with a simple breadth-first search
//! over boards. `fifteen lab reproduce` compares the counts with published ones.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fifteen_puzzle::{Direction, Goal, RandomBoards, Size};

use super::*;

fn goal(width: usize, height: usize) -> Board {
    Goal::Last.board(Size::new(width, height).unwrap()).unwrap()
}

/// Returns one goal for each cell that the blank can occupy.
fn goals(width: usize, height: usize) -> Vec<Board> {
    let mut goals: Vec<Board> = Vec::new();
    for board in RandomBoards::new(goal(width, height), 3) {
        if goals.iter().all(|g| g.blank() != board.blank()) {
            goals.push(board);
        }
        if goals.len() == width * height {
            break;
        }
    }
    goals
}

fn on(_: u32, _: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn planes(goal: &Board, metric: Metric, limits: &Limits) -> StateCounts {
    let mut reported = Vec::new();
    let counted = count(goal, metric, Threads::All, limits, &mut |depth, states| {
        assert_eq!(depth as usize, reported.len());
        reported.push(states);
        ControlFlow::Continue(())
    });
    let counted = counted.unwrap();
    assert_eq!(reported, counted.counts);
    counted
}

#[test]
fn the_boards_of_each_depth_equal_a_simple_breadth_first_search() {
    // On the smaller sizes, the goal's blank is tested on every cell. On 3x3 it is tested only on
    // the middle cell, because only there does the blank have four neighbours.
    let of_nine = goals(3, 3).into_iter().filter(|goal| goal.blank() == 4);
    for goal in [(2, 2), (3, 2), (2, 3), (4, 2)]
        .into_iter()
        .flat_map(|(w, h)| goals(w, h))
        .chain(of_nine)
    {
        Metric::ALL
            .into_iter()
            .for_each(|metric| compare_boards(goal, metric));
    }
}

/// Checks that the layers contain the same boards at each depth as a simple breadth-first search.
fn compare_boards(goal: Board, metric: Metric) {
    let mut layers = BoardLayers::new(&goal, metric, Threads::All).unwrap();
    let mut slow = HashSet::from([goal]);
    let (mut before, mut all) = (HashSet::new(), 1);
    loop {
        let parts: Vec<Board> = (0..layers.parts())
            .flat_map(|part| layers.part(part))
            .collect();
        assert_eq!(
            parts.iter().copied().collect::<HashSet<_>>(),
            slow,
            "{goal}, depth {}",
            layers.depth()
        );
        assert_eq!(
            (parts.len() as u64, parts.len()),
            (layers.count(), slow.len())
        );
        for index in [0, parts.len() / 3, parts.len() - 1] {
            assert_eq!(layers.board(index as u64), Some(parts[index]));
        }
        assert_eq!(layers.board(layers.count()), None);
        let steps = if metric == Metric::SingleTile {
            1
        } else {
            usize::MAX
        };
        let along = |board: &Board, d| {
            std::iter::successors(board.moved(d), move |b| b.moved(d)).take(steps)
        };
        let children = slow
            .iter()
            .flat_map(|board| Direction::ALL.map(|d| along(board, d)));
        let next = children
            .flatten()
            .filter(|child| !before.contains(child) && !slow.contains(child));
        let next: HashSet<Board> = next.collect();
        assert_eq!(layers.is_last(), next.is_empty());
        let found = layers.deepen(&Limits::default()).unwrap();
        assert_eq!(found as usize, next.len());
        if found == 0 {
            assert_eq!(
                (0..layers.parts())
                    .flat_map(|part| layers.part(part))
                    .count() as u64,
                layers.count()
            );
            break;
        }
        all += found;
        before = std::mem::replace(&mut slow, next);
    }
    assert_eq!(u128::from(all), goal.size().reachable_boards());
}

#[test]
fn counts_do_not_depend_on_the_number_of_threads() {
    for metric in Metric::ALL {
        let limits = Limits {
            nodes: Some(300_000),
            ..Limits::default()
        };
        let found = [1, 2, 3]
            .map(Threads::all_if_zero)
            .map(|threads| count(&goal(4, 3), metric, threads, &limits, &mut on).unwrap());
        assert_eq!((&found[0], &found[0]), (&found[1], &found[2]));
    }
}

#[test]
fn a_count_that_reaches_a_limit_keeps_the_complete_depths() {
    let goal = goal(3, 2);
    for counted in [planes, |goal: &Board, metric, limits: &Limits| {
        count_near(goal, metric, limits, &mut on)
    }] {
        let count = |limits| {
            let found = counted(&goal, Metric::SingleTile, &limits);
            (found.counts, found.status)
        };
        let depth = |depth| {
            count(Limits {
                depth: Some(depth),
                ..Limits::default()
            })
        };
        assert_eq!(
            depth(3),
            (vec![1, 2, 3, 5], Status::Limit(LimitKind::Depth))
        );
        assert_eq!(depth(0), (vec![1], Status::Limit(LimitKind::Depth)));
        assert_eq!(depth(22).1, Status::Exhausted);
        let nodes = |nodes| {
            count(Limits {
                nodes: Some(nodes),
                ..Limits::default()
            })
        };
        assert_eq!(nodes(6), (vec![1, 2, 3], Status::Limit(LimitKind::Nodes)));
        assert_eq!(nodes(0), (vec![], Status::Limit(LimitKind::Nodes)));
        assert_eq!(
            (nodes(359).0.len(), nodes(359).1),
            (21, Status::Limit(LimitKind::Nodes))
        );
        assert_eq!((nodes(360).0.len(), nodes(360).1), (22, Status::Exhausted));
    }
}

#[test]
fn the_memory_limit_stops_a_count_and_refuses_bit_planes() {
    let mut last = 0;
    for memory in [10_000, 100_000, 1_000_000] {
        let limits = Limits {
            memory: Some(memory),
            ..Limits::default()
        };
        let found = count_near(&goal(5, 5), Metric::SingleTile, &limits, &mut on);
        assert_eq!(found.status, Status::Limit(LimitKind::Memory));
        assert!(
            found.counts.len() > last,
            "more memory, more depths: {found:?}"
        );
        last = found.counts.len();
    }
    // This search would need more memory than the processor can address.
    assert_eq!(
        BoardLayers::bytes(&goal(5, 5), Metric::SingleTile),
        u64::MAX
    );
    let refused = BoardLayers::new(&goal(5, 5), Metric::SingleTile, Threads::ONE).unwrap_err();
    assert!(matches!(refused, LabError::OutOfMemory(_)));
    assert!(BoardLayers::bytes(&goal(4, 3), Metric::MultiTile) < 61_000_000);
}

#[test]
fn an_interrupted_count_keeps_the_complete_depths() {
    let goal = goal(4, 2);
    let expected = count_near(&goal, Metric::SingleTile, &Limits::default(), &mut on).counts;
    for counted in [
        |goal: &Board, limits: &Limits, on: OnDepth| {
            count(goal, Metric::SingleTile, Threads::All, limits, on).unwrap()
        },
        |goal: &Board, limits: &Limits, on: OnDepth| {
            count_near(goal, Metric::SingleTile, limits, on)
        },
    ] {
        let flag = Arc::new(AtomicBool::new(false));
        let limits = Limits {
            cancel: Some(Arc::clone(&flag)),
            poll: std::num::NonZeroU64::new(1),
            ..Limits::default()
        };
        let by_flag = counted(&goal, &limits, &mut |depth, _| {
            flag.fetch_or(depth == 7, Ordering::Relaxed);
            ControlFlow::Continue(())
        });
        flag.store(false, Ordering::Relaxed);
        let by_answer = counted(&goal, &limits, &mut |depth, _| {
            if depth == 7 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        for found in [by_flag, by_answer] {
            assert_eq!(found.status, Status::Limit(LimitKind::Interrupted));
            assert_eq!(found.counts, expected[..8]);
        }
        flag.store(true, Ordering::Relaxed);
        assert!(counted(&goal, &limits, &mut on).counts.is_empty());
    }
}
