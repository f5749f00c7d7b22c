//! Both methods against the slow twin, which sees a board only as a state space.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fifteen_pdb::AllocationError;
use fifteen_puzzle::{Board, Goal, MoveOrder, RandomBoards, Size};

use super::*;
use fifteen_search::lab::counts;
use fifteen_search::tiles::{SlideSpace, TileSpace};

const METRICS: [Metric; 2] = [Metric::SingleTile, Metric::MultiTile];

fn goal(width: usize, height: usize) -> Board {
    Goal::Last.board(Size::new(width, height).unwrap()).unwrap()
}

/// One goal for each cell of the blank.
fn goals(width: usize, height: usize) -> Vec<Board> {
    let mut goals: Vec<Board> = Vec::new();
    let any = RandomBoards::new(goal(width, height), 3).chain(RandomBoards::new(goal(width, height), 4));
    for board in any {
        if goals.iter().all(|g| g.blank() != board.blank()) {
            goals.push(board);
        }
        if goals.len() == width * height {
            break;
        }
    }
    goals
}

fn slow(goal: &Board, metric: Metric) -> Vec<u64> {
    let limits = Limits::default();
    match metric {
        Metric::SingleTile => {
            let space = TileSpace::new(goal, MoveOrder::ULRD);
            counts::depths(&space, space.solved(), &limits).counts
        }
        Metric::MultiTile => {
            let space = SlideSpace::new(goal, MoveOrder::ULRD);
            counts::depths(&space, space.tiles().solved(), &limits).counts
        }
    }
}

#[test]
fn the_boards_of_each_depth_are_those_of_the_slow_twin() {
    for goal in goals(3, 2).into_iter().chain(goals(2, 3)).chain(goals(4, 2)).chain([goal(3, 3)]) {
        compare_boards(goal, Metric::SingleTile);
        compare_boards(goal, Metric::MultiTile);
    }
}

/// Compares the boards of each depth with those of a slow search.
fn compare_boards(goal: Board, metric: Metric) {
    let mut layers = BoardLayers::new(&goal, metric, 2).unwrap();
    let mut slow = HashSet::from([goal]);
    let (mut before, mut all) = (HashSet::new(), 1);
    loop {
        let parts: Vec<Board> = (0..layers.parts()).flat_map(|part| layers.part(part)).collect();
        assert_eq!(parts.iter().copied().collect::<HashSet<_>>(), slow, "{goal}, depth {}", layers.depth());
        assert_eq!((parts.len() as u64, parts.len()), (layers.count(), slow.len()));
        for index in [0, parts.len() / 3, parts.len() - 1] {
            assert_eq!(layers.board(index as u64), Some(parts[index]));
        }
        assert_eq!(layers.board(layers.count()), None);
        let steps = if metric == Metric::SingleTile { 1 } else { usize::MAX };
        let along = |board: &Board, d| std::iter::successors(board.moved(d), move |b| b.moved(d)).take(steps);
        let children = slow.iter().flat_map(|board| MoveOrder::ULRD.directions().map(|d| along(board, d)));
        let next = children.flatten().filter(|child| !before.contains(child) && !slow.contains(child));
        let next: HashSet<Board> = next.collect();
        let found = layers.deepen(&Limits::default()).unwrap();
        assert_eq!(found as usize, next.len());
        if found == 0 {
            assert_eq!((0..layers.parts()).flat_map(|part| layers.part(part)).count() as u64, layers.count());
            break;
        }
        all += found;
        before = std::mem::replace(&mut slow, next);
    }
    assert_eq!(u128::from(all), Enumeration::new(&goal, metric).states());
}

fn count(enumeration: &Enumeration, method: Method, threads: usize, limits: Limits) -> Counts {
    let mut reported = Vec::new();
    let options = Options { method: Some(method), threads, limits };
    let mut on = |event| {
        if let Event::Depth { depth, states } = event {
            assert_eq!(depth as usize, reported.len());
            reported.push(states);
        }
        ControlFlow::Continue(())
    };
    let counts = enumeration.count(&options, &mut on).unwrap();
    assert_eq!(reported, counts.counts);
    counts
}

/// Lists are cut into many parts even of small layers where the grain is 1.
fn fine(goal: &Board, metric: Metric) -> Enumeration {
    Enumeration { grain: 1, ..Enumeration::new(goal, metric) }
}

fn check(goal: &Board) {
    for metric in METRICS {
        let expected = slow(goal, metric);
        let total: u64 = expected.iter().sum();
        assert_eq!(u128::from(total), Enumeration::new(goal, metric).states());
        for (enumeration, method) in [
            (Enumeration::new(goal, metric), Method::Planes),
            (Enumeration::new(goal, metric), Method::Layers),
            (fine(goal, metric), Method::Layers),
        ] {
            let found = count(&enumeration, method, 2, Limits::default());
            assert_eq!(found.counts, expected, "{metric} {method}, {goal}");
            assert_eq!((found.status, found.needed_bytes), (Status::Exhausted, None));
            assert!(found.peak_bytes > 0);
        }
    }
}

#[test]
fn small_boards_agree_with_the_twin_for_every_cell_of_the_blank() {
    for (width, height) in [(2, 2), (3, 2), (2, 3)] {
        let goals = goals(width, height);
        assert_eq!(goals.len(), width * height);
        goals.iter().for_each(check);
    }
}

#[test]
fn boards_of_eight_and_nine_cells_agree_with_the_twin() {
    for (width, height) in [(4, 2), (2, 4)] {
        goals(width, height).iter().step_by(3).for_each(check);
    }
    // A corner, an edge, the middle.
    goals(3, 3).iter().filter(|goal| [2, 3, 4].contains(&goal.blank())).for_each(check);
}

#[test]
fn both_methods_agree_on_larger_boards() {
    for (goal, metric) in [(goal(5, 2), Metric::SingleTile), (goal(2, 5), Metric::MultiTile)] {
        let planes = count(&Enumeration::new(&goal, metric), Method::Planes, 2, Limits::default());
        for enumeration in [Enumeration::new(&goal, metric), fine(&goal, metric)] {
            assert_eq!(count(&enumeration, Method::Layers, 2, Limits::default()).counts, planes.counts);
        }
    }
}

/// Near the goal no state is met twice but by the moves that are counted here, so both must find the same.
#[test]
fn the_largest_boards_agree_with_the_twin_near_the_goal() {
    for (width, height) in [(5, 5), (12, 2), (2, 12), (4, 5), (7, 3), (11, 2)] {
        for goal in [goal(width, height), Goal::First.board(Size::new(width, height).unwrap()).unwrap()] {
            for metric in METRICS {
                let limits = Limits { nodes: Some(4000), ..Limits::default() };
                let space = SlideSpace::new(&goal, MoveOrder::ULRD);
                let expected = match metric {
                    Metric::SingleTile => counts::depths(space.tiles(), space.tiles().solved(), &limits),
                    Metric::MultiTile => counts::depths(&space, space.tiles().solved(), &limits),
                };
                for enumeration in [Enumeration::new(&goal, metric), fine(&goal, metric)] {
                    let found = count(&enumeration, Method::Layers, 2, limits.clone());
                    assert_eq!((found.counts, found.status), (expected.counts.clone(), expected.status), "{goal}");
                }
            }
        }
    }
}

#[test]
fn threads_change_nothing() {
    for metric in METRICS {
        let enumeration = fine(&goal(4, 3), metric);
        let limits = Limits { nodes: Some(300_000), memory: Some(100_000_000), ..Limits::default() };
        for method in [Method::Planes, Method::Layers] {
            let found = [1, 2, 3].map(|threads| count(&enumeration, method, threads, limits.clone()));
            assert_eq!((&found[0], &found[0]), (&found[1], &found[2]));
        }
    }
}

#[test]
fn limits_keep_complete_depths() {
    for method in [Method::Planes, Method::Layers] {
        let enumeration = Enumeration::new(&goal(3, 2), Metric::SingleTile);
        let count = |limits| {
            let found = count(&enumeration, method, 2, limits);
            (found.counts, found.status)
        };
        let depth = |depth| count(Limits { depth: Some(depth), ..Limits::default() });
        assert_eq!(depth(3), (vec![1, 2, 3, 5], Status::Limit(LimitKind::Depth)));
        assert_eq!(depth(0), (vec![1], Status::Limit(LimitKind::Depth)));
        assert_eq!(depth(21).1, Status::Exhausted);
        let nodes = |nodes| count(Limits { nodes: Some(nodes), ..Limits::default() });
        assert_eq!(nodes(6), (vec![1, 2, 3], Status::Limit(LimitKind::Nodes)));
        assert_eq!(nodes(0), (vec![], Status::Limit(LimitKind::Nodes)));
        assert_eq!((nodes(359).0.len(), nodes(359).1), (21, Status::Limit(LimitKind::Nodes)));
        assert_eq!((nodes(360).0.len(), nodes(360).1), (22, Status::Exhausted));
    }
}

#[test]
fn memory_chooses_the_method_and_ends_layers() {
    let enumeration = Enumeration::new(&goal(4, 4), Metric::SingleTile);
    assert_eq!(enumeration.method(Some(1 << 40)), Method::Layers);
    assert_eq!(enumeration.method(None), Method::Layers);
    assert_eq!(enumeration.states(), 10_461_394_944_000);
    let small = Enumeration::new(&goal(4, 3), Metric::MultiTile);
    assert_eq!([None, Some(small.planes_bytes())].map(|memory| small.method(memory)), [Method::Planes; 2]);
    assert_eq!(small.method(Some(small.planes_bytes() - 1)), Method::Layers);
    let within = |memory| count(&enumeration, Method::Layers, 2, Limits { memory: Some(memory), ..Limits::default() });
    let mut last = 0;
    for memory in [100, 10_000, 100_000, 1_000_000, 3_000_000] {
        let found = within(memory);
        assert_eq!(found.status, Status::Limit(LimitKind::Memory));
        assert!(found.peak_bytes <= memory || memory == 100, "{found:?}");
        assert!(found.needed_bytes.is_none_or(|needed| needed > memory), "{found:?}");
        assert!(found.counts.len() > last, "more memory, more depths: {found:?}");
        last = found.counts.len();
    }
    assert!(last >= 19, "3 MB reach depth {}", last - 1);
    let planes = Options {
        method: Some(Method::Planes),
        limits: Limits { memory: Some(1_000_000), ..Limits::default() },
        ..Options::default()
    };
    let refused = small.count(&planes, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((refused.counts.len(), refused.status), (0, Status::Limit(LimitKind::Memory)));
    assert_eq!(refused.needed_bytes, Some(small.planes_bytes()));
    // More than an address can hold.
    let huge = Enumeration::new(&goal(5, 5), Metric::SingleTile);
    let planes = Options { method: Some(Method::Planes), ..Options::default() };
    let error = huge.count(&planes, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert_eq!((huge.planes_bytes(), error), (u64::MAX, AllocationError { needed: u64::MAX }.into()));
}

#[test]
fn interrupted_at_any_time_it_says_what_is_complete() {
    let enumeration = Enumeration::new(&goal(4, 2), Metric::SingleTile);
    let expected = slow(&goal(4, 2), Metric::SingleTile);
    for (method, stop_at) in [(Method::Planes, 7), (Method::Layers, 7), (Method::Planes, 20), (Method::Layers, 1)] {
        let flag = Arc::new(AtomicBool::new(false));
        let limits = Limits { cancel: Some(Arc::clone(&flag)), ..Limits::default() };
        let options = Options { method: Some(method), threads: 2, limits };
        let by_flag = enumeration.count(&options, &mut |event| {
            flag.fetch_or(matches!(event, Event::Working { depth, .. } if depth == stop_at), Ordering::Relaxed);
            ControlFlow::Continue(())
        });
        flag.store(false, Ordering::Relaxed);
        let by_answer = enumeration.count(&options, &mut |event| match event {
            Event::Working { depth, .. } if depth == stop_at => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        });
        let after_depth = enumeration.count(&options, &mut |event| match event {
            Event::Depth { depth, .. } if depth + 1 == stop_at => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        });
        for found in [by_flag, by_answer, after_depth] {
            let found = found.unwrap();
            assert_eq!(found.status, Status::Limit(LimitKind::Interrupted));
            assert_eq!(found.counts, expected[..stop_at as usize]);
        }
        flag.store(true, Ordering::Relaxed);
        assert_eq!(enumeration.count(&options, &mut |_| ControlFlow::Continue(())).unwrap().counts, []);
    }
}
