//! Anytime search: every solution is one and is no shorter than the optimum, the last one is a shortest, and neither
//! depends on the threads; and limits hold.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use fifteen_pdb::{Partition, TableKind};
use fifteen_puzzle::{Board, Goal, RandomBoards, notation};
use fifteen_search::ida::IdaOptions;
use fifteen_search::tiles::anytime::{self, AnytimeOptions, SearchEvent};
use fifteen_search::tiles::{Algorithm, HeuristicKind, Mode, Move, PdbTables, TileHeuristic, TileSpace};
use fifteen_search::{LimitKind, Limits, Outcome, StateSpace, Status};

use super::tables::pdb::{distances, tables};
use super::{goal_of, path, space_of};

type AnyHeuristic = TileHeuristic;

/// Looks for solutions from the beginning, and ends with a shortest one.
const EAGER: AnytimeOptions = AnytimeOptions { within: Some(0.0), first: false };

/// A search, with its events; every solution is replayed.
fn search(
    space: &TileSpace,
    heuristic: &AnyHeuristic,
    board: &Board,
    limits: Limits,
    threads: usize,
    anytime: AnytimeOptions,
) -> (Outcome<Vec<Move>>, Vec<SearchEvent>) {
    let start = space.state(board).unwrap();
    let options = IdaOptions { limits, ..IdaOptions::default() };
    let (mut events, mut last) = (Vec::new(), usize::MAX);
    let outcome = anytime::search(space, heuristic, &start, &options, threads, anytime, &mut |event| {
        if let SearchEvent::Solution { path, bound } = &event {
            assert!(path.solves(board, space.goal()), "{board}");
            let length = path.len();
            assert!((*bound as usize..last).contains(&length), "{board}: {bound} <= {length} < {last}");
            last = length;
        }
        events.push(event);
    });
    let outcome = outcome.unwrap();
    if let Some(moves) = &outcome.moves {
        assert!(path(moves).solves(board, space.goal()) && moves.len() <= last);
        assert_eq!(outcome.length, Some(moves.len() as u32));
        assert_eq!(outcome.shortest, outcome.status == Status::Solved);
    }
    (outcome, events)
}

fn light(kind: HeuristicKind, goal: &Board) -> AnyHeuristic {
    kind.build(goal, &Limits::default()).unwrap()
}

fn partition(goal: &Board, partition: &str) -> AnyHeuristic {
    TileHeuristic::Tables(Box::new(PdbTables::new(goal, tables(goal, partition, TableKind::ZeroAware), true).unwrap()))
}

fn solutions(events: &[SearchEvent]) -> Vec<usize> {
    let length =
        |event: &SearchEvent| if let SearchEvent::Solution { path, .. } = event { Some(path.len()) } else { None };
    events.iter().filter_map(length).collect()
}

#[test]
fn boards_of_3x3_from_all_depths() {
    let goal = goal_of((3, 3), Goal::Last);
    let space = space_of(&goal);
    let heuristics =
        [light(HeuristicKind::Zero, &goal), light(HeuristicKind::Manhattan, &goal), partition(&goal, "1-4/5-8")];
    let mut seen = [0; 32];
    let mut better = 0;
    for (state, length) in distances(&space) {
        seen[length as usize] += 1;
        if seen[length as usize] > 8 {
            continue;
        }
        let board = space.board(&state);
        // Without a heuristic, the proof for a deep board takes millions of nodes.
        for heuristic in heuristics.iter().skip(usize::from(length > 16)) {
            let (outcome, events) = search(&space, heuristic, &board, Limits::default(), 1, EAGER);
            assert_eq!(
                (outcome.status, outcome.length, outcome.bound),
                (Status::Solved, Some(length), length),
                "{board}"
            );
            assert!(solutions(&events).iter().all(|&moves| moves >= length as usize), "{board}");
            better += usize::from(solutions(&events).len() > 1);
        }
    }
    assert!(seen.iter().all(|&n| n > 0) && better > 20, "{better} searches found more than one solution");
}

#[test]
fn boards_of_all_shapes_have_the_lengths_of_plain_mode() {
    for (size, goal) in [((4, 3), Goal::First), ((3, 5), Goal::Last), ((8, 2), Goal::Last), ((4, 4), Goal::Spiral)] {
        let goal = goal_of(size, goal);
        let space = space_of(&goal);
        let heuristics = [light(HeuristicKind::Misplaced, &goal), light(HeuristicKind::LinearConflict, &goal)];
        let heuristic = AnyHeuristic::max(heuristics.into()).unwrap();
        for board in near(&goal, 3).take(6) {
            let start = space.state(&board).unwrap();
            let options = IdaOptions::default();
            let plain = Algorithm::Ida.search(&space, &heuristic, &start, &options, Mode::Plain, &mut |_| ()).unwrap();
            let (outcome, events) = search(&space, &heuristic, &board, Limits::default(), 2, EAGER);
            assert_eq!((outcome.status, outcome.length, outcome.bound), (Status::Solved, plain.length, plain.bound));
            assert!(outcome.generated <= plain.generated);
            assert!(solutions(&events).iter().all(|&moves| moves >= plain.bound as usize));
        }
    }
}

/// With the tables that are built where there are none: on every size the lengths of plain mode, and on 5x5 solutions
/// that are no shorter than the bound.
#[test]
#[ignore = "takes minutes: 10,000 boards, and 200 of 5x5"]
fn random_boards_of_all_sizes() {
    for (size, boards) in
        [((3, 3), 3000), ((4, 3), 3000), ((3, 5), 1000), ((2, 8), 1000), ((4, 4), 2000), ((5, 5), 200)]
    {
        let goal = goal_of(size, Goal::Last);
        let space = space_of(&goal);
        let name = Partition::in_memory_fallback(&goal).unwrap().name();
        let heuristic = partition(&goal, &name);
        for (number, board) in RandomBoards::new(goal, 18).take(boards).enumerate() {
            // The proof of a 5x5 board may take days.
            let nodes = if size == (5, 5) { Some(200_000) } else { None };
            let limits = Limits { nodes, memory: Some(64 << 20), ..Limits::default() };
            let anytime = if number % 2 == 0 { EAGER } else { AnytimeOptions::default() };
            let (outcome, events) = search(&space, &heuristic, &board, limits, 1 + number % 3, anytime);
            if nodes.is_none() {
                let (start, options) = (space.state(&board).unwrap(), IdaOptions::default());
                let plain = Algorithm::Ida.search(&space, &heuristic, &start, &options, Mode::Plain, &mut |_| ());
                let plain = plain.unwrap();
                assert_eq!(
                    (outcome.status, outcome.length, outcome.bound),
                    (Status::Solved, plain.length, plain.bound)
                );
            }
            assert!(solutions(&events).iter().all(|&moves| moves >= outcome.bound as usize), "{board}");
        }
    }
}

/// Boards some way from the goal, so that plain mode solves them fast.
fn near(goal: &Board, seed: u64) -> impl Iterator<Item = Board> {
    let mut random = fastrand::Rng::with_seed(seed);
    let goal = *goal;
    std::iter::repeat_with(move || {
        let mut board = goal;
        for _ in 0..120 {
            let directions =
                ["U", "L", "R", "D"].map(|d| fifteen_puzzle::Direction::from_letter(d.chars().next().unwrap()));
            board = directions[random.usize(..4)].and_then(|d| board.moved(d)).unwrap_or(board);
        }
        board
    })
}

#[test]
fn the_first_solution_of_random_5x5_boards_needs_no_table() {
    let goal = goal_of((5, 5), Goal::Last);
    let space = space_of(&goal);
    for kind in [HeuristicKind::Zero, HeuristicKind::Manhattan, HeuristicKind::LinearConflict] {
        let heuristic = light(kind, &goal);
        for board in RandomBoards::new(goal, 7).take(6) {
            let first = AnytimeOptions { first: true, ..AnytimeOptions::default() };
            let (outcome, events) = search(&space, &heuristic, &board, Limits::default(), 2, first);
            assert_eq!(outcome.status, Status::Limit(LimitKind::Gap));
            assert_eq!((outcome.generated, solutions(&events).len()), (1, 1), "no proof is begun");
            assert!(outcome.length.unwrap() >= outcome.bound && !outcome.shortest);
        }
    }
}

#[test]
fn a_search_ends_within_the_percentage() {
    let goal = goal_of((4, 4), Goal::Last);
    let space = space_of(&goal);
    let heuristic = light(HeuristicKind::LinearConflict, &goal);
    let mut ends = 0;
    for board in near(&goal, 5).take(5) {
        let within = AnytimeOptions { within: Some(25.0), first: false };
        let (outcome, _) = search(&space, &heuristic, &board, Limits::default(), 2, within);
        ends += usize::from(outcome.status == Status::Limit(LimitKind::Gap));
        assert!(f64::from(outcome.length.unwrap()) <= 1.25 * f64::from(outcome.bound));
    }
    assert!(ends > 0);
}

/// A hard board, so that iterations are cut and several turns fall into one.
#[test]
fn the_number_of_threads_changes_no_event() {
    let goal = goal_of((4, 4), Goal::First);
    let space = space_of(&goal);
    let heuristic = light(HeuristicKind::LinearConflict, &goal);
    for (board, anytime) in [
        ("13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6", EAGER),
        ("5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6", AnytimeOptions::default()),
    ] {
        let board = notation::parse(board, None).unwrap();
        let on = |threads| {
            let limits = Limits { memory: Some(16 << 20), ..Limits::default() };
            let (outcome, events) = search(&space, &heuristic, &board, limits, threads, anytime);
            (Outcome { speculative: 0, peak_bytes: 0, ..outcome }, events)
        };
        let one = on(1);
        assert!(!solutions(&one.1).is_empty() && one.0.generated > 500_000, "{:?}", one.0);
        assert_eq!(on(2), one);
        assert_eq!(on(3), one);
    }
}

/// While the proof is far from its end, passes take more nodes.
#[test]
fn the_number_of_threads_changes_no_event_of_a_5x5_board() {
    let goal = goal_of((5, 5), Goal::Last);
    let space = space_of(&goal);
    let heuristic = light(HeuristicKind::LinearConflict, &goal);
    let board = RandomBoards::new(goal, 2).next().unwrap();
    let on = |threads| {
        let limits = Limits { memory: Some(4 << 20), ..Limits::default() };
        let within = AnytimeOptions { within: Some(36.0), first: false };
        let (outcome, events) = search(&space, &heuristic, &board, limits, threads, within);
        (Outcome { speculative: 0, peak_bytes: 0, ..outcome }, events)
    };
    let one = on(1);
    assert_eq!(one.0.status, Status::Limit(LimitKind::Gap));
    assert!(solutions(&one.1).len() > 2, "{:?}", one.1);
    assert_eq!(on(3), one);
}

#[test]
fn limits_leave_the_best_solution() {
    let goal = goal_of((5, 5), Goal::Last);
    let space = space_of(&goal);
    let heuristic = light(HeuristicKind::LinearConflict, &goal);
    let board = RandomBoards::new(goal, 1).next().unwrap();
    let run = |limits| search(&space, &heuristic, &board, limits, 2, EAGER).0;
    let nodes = run(Limits { nodes: Some(600_000), ..Limits::default() });
    assert_eq!((nodes.status, nodes.generated), (Status::Limit(LimitKind::Nodes), 600_000));
    assert!(nodes.length.unwrap() > nodes.bound);
    let late = run(Limits { deadline: Some(Instant::now()), ..Limits::default() });
    assert_eq!((late.status, late.moves), (Status::Limit(LimitKind::Time), None));
    let cancel = run(Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() });
    assert_eq!(cancel.status, Status::Limit(LimitKind::Interrupted));
    let depth = run(Limits { depth: Some(100), nodes: Some(10_000), ..Limits::default() });
    assert!(depth.length.is_none_or(|length| length <= 100));
}

#[test]
fn beams_keep_to_the_memory_and_say_if_there_is_too_little() {
    let goal = goal_of((5, 5), Goal::Last);
    let space = space_of(&goal);
    let heuristic = light(HeuristicKind::LinearConflict, &goal);
    let board = RandomBoards::new(goal, 1).next().unwrap();
    let mut lengths = Vec::new();
    for megabytes in [1, 4, 16] {
        let limits = Limits { memory: Some(megabytes << 20), nodes: Some(3_000_000), ..Limits::default() };
        let (outcome, _) = search(&space, &heuristic, &board, limits, 2, EAGER);
        assert!(outcome.peak_bytes <= megabytes << 20, "{} bytes", outcome.peak_bytes);
        lengths.push(outcome.length.unwrap());
    }
    assert!(lengths.is_sorted_by(|a, b| a >= b), "{lengths:?}");
    let first = AnytimeOptions { first: true, ..AnytimeOptions::default() };
    let none = search(&space, &heuristic, &board, Limits { memory: Some(1000), ..Limits::default() }, 2, first).0;
    assert_eq!((none.status, none.moves), (Status::Limit(LimitKind::Memory), None));
}
