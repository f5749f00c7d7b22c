//! Tests of limits: every search stops at each limit, and the bound proven so far is correct.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use fifteen_resources::Threads;
use fifteen_search::ida;
use fifteen_search::tiles::{Manhattan, SlideSpace, SlideTables, slides};

use crate::anytime::eager;
use crate::support::*;

/// One kind of search for a fixed board, with its name. `proves` says whether a search that reaches
/// its depth limit has proven the next bound.
struct Search<'a> {
    name: String,
    run: Box<dyn Fn(Limits) -> Outcome<()> + 'a>,
    proves: bool,
}

/// Calls `check` for each kind of search: every algorithm, IDA* in both modes and on several
/// threads, anytime search, and IDA* in the multi-tile metric.
fn every_search<R>(check: impl Fn(&Search<'_>) -> R) {
    let (goal, space, heuristic) = setting((3, 3), "misplaced");
    let start = space.state(&hard()).unwrap();
    let slide_space = SlideSpace::new(&goal, MoveOrder::ULRD);
    let tables = SlideTables::build(&goal, true, Threads::ONE, &Limits::default()).unwrap();
    let mut searches = Vec::new();
    let anytime = Algorithm::Ida(TileIda::Anytime(AnytimeOptions {
        threads: Threads::all_if_zero(2),
        end: eager(),
    }));
    for algorithm in Algorithm::ALL
        .into_iter()
        .chain([fast_ida(1), fast_ida(2), anytime])
    {
        let (space, heuristic, start) = (
            TileSpace::new(&goal, algorithm.default_order()),
            &heuristic,
            &start,
        );
        let run =
            move |limits| search(algorithm, &space, heuristic, start, &limits).map_paths(|_| ());
        let proves = !matches!(algorithm, Algorithm::Beam { .. });
        searches.push(Search {
            name: format!("{algorithm} {algorithm:?}"),
            run: Box::new(run),
            proves,
        });
    }
    let run = |limits| {
        slides::search(
            &slide_space,
            &tables,
            &start,
            TileIda::PLAIN,
            &limits,
            &mut |_| (),
        )
        .map_paths(|_| ())
    };
    searches.push(Search {
        name: "slides".to_owned(),
        run: Box::new(run),
        proves: true,
    });
    searches.iter().for_each(|search| drop(check(search)));
}

#[test]
fn every_search_stops_at_every_limit() {
    every_search(|Search { name, run, proves }| {
        let stopped = |limits| {
            let found = run(limits);
            assert!(
                found.bound <= 31 && found.length.is_none_or(|length| length >= found.bound),
                "{name}: {found:?}"
            );
            let Status::Limit(kind) = found.status else {
                panic!("{name}: {found:?}")
            };
            (kind, found)
        };
        for nodes in [0, 1, 2, 3, 20] {
            let (kind, found) = stopped(Limits {
                nodes: Some(nodes),
                ..Limits::default()
            });
            assert_eq!((kind, found.generated), (LimitKind::Nodes, nodes), "{name}");
        }
        let (kind, found) = stopped(Limits {
            deadline: Some(Instant::now()),
            ..Limits::default()
        });
        assert_eq!((kind, found.generated), (LimitKind::Time, 0), "{name}");
        let cancel = Some(Arc::new(AtomicBool::new(true)));
        assert_eq!(
            stopped(Limits {
                cancel,
                ..Limits::default()
            })
            .0,
            LimitKind::Interrupted,
            "{name}"
        );
        let cramped = Limits {
            memory: Some(16),
            nodes: Some(10_000),
            ..Limits::default()
        };
        assert_eq!(stopped(cramped).0, LimitKind::Memory, "{name}");
        for depth in [0, 1, 7, 10] {
            let (kind, found) = stopped(Limits {
                depth: Some(depth),
                ..Limits::default()
            });
            assert_eq!(kind, LimitKind::Depth, "{name}");
            assert!(
                !proves || found.bound > depth,
                "{name} to {depth}: {}",
                found.bound
            );
        }
    });
}

/// Searches check the memory limit before they allocate memory. IDA* needs little memory, because
/// it stores only the current path and the subtrees that its threads have not searched yet.
#[test]
fn every_search_stays_within_its_memory_limit() {
    every_search(|Search { name, run, .. }| {
        // All searches except IDA* reach this memory limit before the node limit.
        let found = run(Limits {
            memory: Some(1 << 18),
            nodes: Some(200_000),
            ..Limits::default()
        });
        let one_path = name.starts_with("ida") || name == "slides";
        assert!(
            (found.peak_bytes <= 1 << 18 || one_path) && found.generated > 100,
            "{name}: {found:?}"
        );
    });
}

#[test]
fn a_depth_limit_includes_the_shortest_solution() {
    let (_, space, manhattan) = setting((3, 3), "manhattan");
    let board = notation::parse("1 2 3 / 8 6 4 / 5 7 0", None).unwrap();
    let start = space.state(&board).unwrap();
    for algorithm in Algorithm::ALL {
        if ["dfs", "bfs-tree", "weighted-astar", "beam"].contains(&algorithm.name()) {
            continue;
        }
        for depth in [15, 16] {
            let limits = Limits {
                depth: Some(depth),
                ..Limits::default()
            };
            let found = search(algorithm, &space, &manhattan, &start, &limits);
            assert_eq!(
                found.length,
                (depth == 16).then_some(16),
                "{algorithm} to {depth}"
            );
            assert_eq!(found.bound, 16);
        }
    }
}

#[test]
fn the_node_limit_proves_the_bound_in_progress() {
    let (board, space) = (hard(), space_of(&goal_of((3, 3), Goal::Last)));
    let full = solve(&space, &board, &IdaOptions::default());
    assert_eq!((full.length, full.h0), (Some(31), 21));
    for nodes in (0..full.generated)
        .step_by(97)
        .chain([1, 2, full.generated - 1])
    {
        let limited = solve(
            &space,
            &board,
            &within(Limits {
                nodes: Some(nodes),
                ..Limits::default()
            }),
        );
        assert_eq!(
            (limited.status, limited.generated),
            (Status::Limit(LimitKind::Nodes), nodes)
        );
        assert_eq!((limited.length, &limited.moves), (None, &None));
        // The iteration in which the search without a limit generates its node number `nodes`.
        let mut before = 1;
        let in_progress = full.iterations.iter().find(|i| {
            before += i.generated;
            nodes < before
        });
        assert_eq!(limited.bound, in_progress.unwrap().bound, "after {nodes}");
        assert_eq!(
            limited.iterations.last().map(|i| i.bound),
            Some(limited.bound)
        );
    }
    for nodes in [full.generated, full.generated + 1] {
        assert_eq!(
            solve(
                &space,
                &board,
                &within(Limits {
                    nodes: Some(nodes),
                    ..Limits::default()
                })
            ),
            full
        );
    }
}

#[test]
fn the_depth_limit_proves_the_next_bound() {
    let (_, space, zero) = setting((3, 3), "zero");
    let (board, start) = (hard(), space.state(&hard()).unwrap());
    for (depth, bound) in [(0, 21), (20, 21), (21, 23), (22, 23), (29, 31), (30, 31)] {
        let limited = solve(
            &space,
            &board,
            &within(Limits {
                depth: Some(depth),
                ..Limits::default()
            }),
        );
        assert_eq!(
            (limited.status, limited.bound, limited.length),
            (Status::Limit(LimitKind::Depth), bound, None)
        );
        assert!(limited.iterations.iter().all(|i| i.bound <= depth));
    }
    // Without a heuristic, the search expands all states below the depth limit. It thereby proves
    // the next larger bound that has the right parity.
    for algorithm in [
        Algorithm::default(),
        Algorithm::Astar,
        Algorithm::BranchAndBound,
    ] {
        for (depth, bound) in [(4, 5), (5, 7)] {
            let limits = Limits {
                depth: Some(depth),
                ..Limits::default()
            };
            assert_eq!(
                search(algorithm, &space, &zero, &start, &limits).bound,
                bound,
                "{algorithm}"
            );
        }
    }
}

#[test]
fn a_flag_set_during_the_search_stops_it_soon() {
    let goal = goal_of((4, 4), Goal::First);
    let board = notation::parse("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", None).unwrap();
    let space = space_of(&goal);
    let flag = Arc::new(AtomicBool::new(false));
    let options = within(Limits::cancelled_by(Arc::clone(&flag)));
    let mut at = 0;
    let mut set_in_third = |iteration: &Iteration| {
        flag.store(iteration.bound == 45, Ordering::Relaxed);
        at += iteration.generated;
    };
    let start = space.state(&board).unwrap();
    let Ok(stopped) = ida::search(
        &space,
        &Manhattan::new(space.size()),
        &start,
        &options,
        &mut set_in_third,
    );
    assert_eq!(
        (stopped.status, stopped.bound),
        (Status::Limit(LimitKind::Interrupted), 47)
    );
    assert_eq!(stopped.generated, at + 1);
    assert!(stopped.iterations.last().unwrap().generated <= 4096);
}

#[test]
fn a_solution_found_before_the_limit_is_kept() {
    let (board, space) = (hard(), space_of(&goal_of((3, 3), Goal::Last)));
    let found = solve(&space, &board, &IdaOptions::default());
    let limits = Limits {
        nodes: Some(found.generated + 5),
        ..Limits::default()
    };
    let stopped = solve(
        &space,
        &board,
        &IdaOptions {
            find: Find::All { keep: 10 },
            ..within(limits)
        },
    );
    assert_eq!(
        (stopped.status, stopped.length, stopped.solutions),
        (Status::Limit(LimitKind::Nodes), Some(31), None)
    );
    assert_eq!(stopped.moves, found.moves);
    assert!(path(&stopped.all_moves.unwrap()[0]).solves(&board, space.goal()));
}
