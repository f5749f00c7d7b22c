//! Fast mode against the plain one: the same lengths and solutions, whatever the threads; and the machine that leaves
//! out repeats against its definition.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fifteen_pdb::TableKind;
use fifteen_puzzle::{Board, Direction, Goal, MoveOrder, RandomBoards, notation};
use fifteen_search::ida::IdaOptions;
use fifteen_search::tiles::{Algorithm, HeuristicKind, Mode, Move, PdbTables, TileHeuristic, TileSpace, TileState};
use fifteen_search::{LimitKind, Limits, Outcome, Status};

use super::tables::pdb::{distances, tables};
use super::{goal_of, path, space_of};

type AnyHeuristic = TileHeuristic;

fn search(space: &TileSpace, heuristic: &AnyHeuristic, start: &TileState, mode: Mode) -> Outcome<Vec<Move>> {
    Algorithm::Ida.search(space, heuristic, start, &IdaOptions::default(), mode, &mut |_| ()).unwrap()
}

fn partition(goal: &Board, partition: &str) -> AnyHeuristic {
    TileHeuristic::Tables(Box::new(PdbTables::new(goal, tables(goal, partition, TableKind::ZeroAware), true).unwrap()))
}

/// The part of an outcome that does not depend on threads.
fn comparable(mut outcome: Outcome<Vec<Move>>) -> Outcome<Vec<Move>> {
    outcome.speculative = 0;
    outcome.peak_bytes = 0;
    outcome
}

#[test]
fn every_3x3_board_has_its_true_length_and_the_plain_solution() {
    let goal = goal_of((3, 3), Goal::Last);
    let space = space_of(&goal);
    let heuristic = partition(&goal, "1-4/5-8");
    let (mut plain_nodes, mut fast_nodes) = (0, 0);
    for (i, (state, length)) in distances(&space).into_iter().enumerate() {
        let fast = search(&space, &heuristic, &state, Mode::Fast { threads: 1 });
        assert_eq!((fast.length, fast.shortest), (Some(length), true), "{state:?}");
        if i % 4 == 0 {
            let plain = search(&space, &heuristic, &state, Mode::Plain);
            assert_eq!(fast.moves, plain.moves, "{state:?}");
            plain_nodes += plain.generated;
            fast_nodes += fast.generated;
        }
    }
    assert!(fast_nodes < plain_nodes, "{fast_nodes} nodes, {plain_nodes} without leaving anything out");
}

#[test]
fn boards_of_all_shapes_orders_and_heuristics() {
    for (size, goal) in [((4, 3), Goal::Last), ((3, 4), Goal::First), ((2, 5), Goal::Last), ((3, 3), Goal::Spiral)] {
        let goal = goal_of(size, goal);
        for order in [MoveOrder::ULRD, MoveOrder::URDL, "DRLU".parse().unwrap()] {
            let space = TileSpace::new(&goal, order);
            for kind in [HeuristicKind::Manhattan, HeuristicKind::LinearConflict] {
                let heuristic = kind.build(&goal, &Limits::default()).unwrap();
                for board in RandomBoards::new(goal, 5).take(4) {
                    let start = space.state(&board).unwrap();
                    let plain = search(&space, &heuristic, &start, Mode::Plain);
                    let fast = search(&space, &heuristic, &start, Mode::Fast { threads: 2 });
                    assert_eq!(fast.length, plain.length, "{board}");
                    assert!(path(&fast.moves.unwrap()).solves(&board, &goal));
                    assert_eq!(fast.iterations.len(), plain.iterations.len());
                }
            }
        }
    }
}

/// Values that change by less than moves do: the parity alone raises the bound by two.
#[test]
fn bounds_keep_their_parity() {
    let goal = goal_of((3, 3), Goal::Last);
    let space = space_of(&goal);
    let heuristic = HeuristicKind::Misplaced.build(&goal, &Limits::default()).unwrap();
    for board in ["1 2 3 / 4 8 5 / 7 0 6", "1 2 3 / 7 4 5 / 0 8 6", "0 1 3 / 4 2 5 / 7 8 6"] {
        let start = space.state(&notation::parse(board, None).unwrap()).unwrap();
        let bounds = |mode| {
            let found = search(&space, &heuristic, &start, mode);
            found.iterations.iter().map(|i| i.bound).collect::<Vec<_>>()
        };
        let plain = bounds(Mode::Plain);
        assert!(plain.is_sorted_by(|a, b| a + 2 == *b), "{plain:?}");
        assert_eq!(bounds(Mode::Fast { threads: 1 }), plain);
    }
}

/// Boards whose iterations are large enough to be cut.
#[test]
fn the_number_of_threads_changes_nothing() {
    let goal = goal_of((4, 4), Goal::First);
    let space = space_of(&goal);
    let heuristic = HeuristicKind::LinearConflict.build(&goal, &Limits::default()).unwrap();
    for board in ["13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6", "5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6"] {
        let start = space.state(&notation::parse(board, None).unwrap()).unwrap();
        let plain = search(&space, &heuristic, &start, Mode::Plain);
        for finish_iteration in [false, true] {
            let options = IdaOptions { finish_iteration, ..IdaOptions::default() };
            let on = |threads| {
                let mode = Mode::Fast { threads };
                comparable(Algorithm::Ida.search(&space, &heuristic, &start, &options, mode, &mut |_| ()).unwrap())
            };
            let one: Outcome<Vec<Move>> = on(1);
            assert!(one.iterations.iter().any(|i| i.expanded > 100_000), "no iteration is cut");
            assert_eq!(on(2), one);
            assert_eq!(on(3), one);
            assert_eq!((one.length, &one.moves), (plain.length, &plain.moves));
        }
    }
}

#[test]
fn limits_hold() {
    let goal = goal_of((4, 4), Goal::First);
    let space = space_of(&goal);
    let heuristic: AnyHeuristic = HeuristicKind::Manhattan.build(&goal, &Limits::default()).unwrap();
    let board = notation::parse("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", None).unwrap();
    let start = space.state(&board).unwrap();
    let stopped = |limits| {
        let options = IdaOptions { limits, ..IdaOptions::default() };
        let mode = Mode::Fast { threads: 2 };
        Algorithm::Ida.search(&space, &heuristic, &start, &options, mode, &mut |_| ()).unwrap()
    };
    let nodes = stopped(Limits { nodes: Some(300_000), ..Limits::default() });
    assert_eq!((nodes.status, nodes.generated), (Status::Limit(LimitKind::Nodes), 300_000));
    let time = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
    assert_eq!(stopped(time).status, Status::Limit(LimitKind::Time));
    let cancel = Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    assert_eq!(stopped(cancel).status, Status::Limit(LimitKind::Interrupted));
    let depth = stopped(Limits { depth: Some(45), ..Limits::default() });
    assert_eq!((depth.status, depth.bound), (Status::Limit(LimitKind::Depth), 47));
}

/// A board without edges, as the moves of the blank from the origin have left it.
#[derive(Clone, Default)]
struct Endless {
    /// By cell: where the tile on it came from, if from elsewhere.
    moved: Vec<((i32, i32), (i32, i32))>,
    blank: (i32, i32),
    /// Least row and column that the blank was in, and largest.
    bounds: [i32; 4],
    letters: String,
}

impl Endless {
    fn after(&self, direction: Direction) -> Self {
        let (row, column) = self.blank;
        let to = match direction {
            Direction::Up => (row - 1, column),
            Direction::Left => (row, column - 1),
            Direction::Right => (row, column + 1),
            Direction::Down => (row + 1, column),
        };
        let mut tiles: HashMap<_, _> = self.moved.iter().copied().collect();
        let tile = tiles.remove(&to).unwrap_or(to);
        if tile != self.blank {
            tiles.insert(self.blank, tile);
        }
        let mut moved: Vec<_> = tiles.into_iter().collect();
        moved.sort_unstable();
        let [top, left, bottom, right] = self.bounds;
        let bounds = [top.min(to.0), left.min(to.1), bottom.max(to.0), right.max(to.1)];
        Self { moved, blank: to, bounds, letters: format!("{}{}", self.letters, direction.letter()) }
    }

    fn within(&self, other: &Self) -> bool {
        let ([a, b, c, d], [top, left, bottom, right]) = (self.bounds, other.bounds);
        a >= top && b >= left && c <= bottom && d <= right
    }
}

/// The forbidden sequences of up to `longest` moves, by their definition: breadth first over all sequences, in order.
fn forbidden(longest: usize) -> Vec<String> {
    const ORDER: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];
    type Place = (Vec<((i32, i32), (i32, i32))>, (i32, i32));
    let mut kept: HashMap<Place, Vec<Endless>> = HashMap::new();
    let mut found: Vec<String> = Vec::new();
    let mut level = vec![Endless::default()];
    kept.insert((vec![], (0, 0)), level.clone());
    for _ in 0..longest {
        let mut next = Vec::new();
        for from in &level {
            for direction in ORDER {
                if from.letters.ends_with(direction.opposite().letter()) {
                    continue;
                }
                let new = from.after(direction);
                if found.iter().any(|sequence| new.letters.ends_with(sequence)) {
                    continue;
                }
                let others = kept.entry((new.moved.clone(), new.blank)).or_default();
                if others.iter().any(|other| other.within(&new)) {
                    found.push(new.letters);
                } else {
                    others.push(new.clone());
                    next.push(new);
                }
            }
        }
        level = next;
    }
    found
}

/// The file is what the definition says. `RENEW_SEQUENCES=1` writes it anew.
#[test]
fn forbidden_sequences_are_those_of_the_definition() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/duplicate_sequences.txt");
    let sequences = forbidden(10);
    if std::env::var_os("RENEW_SEQUENCES").is_some() {
        let head = "# Sequences of the blank's moves that lead where a kept one leads; up to 10 moves. See src/tiles/pruning.rs.\n";
        std::fs::write(path, format!("{head}{}\n", sequences.join("\n"))).unwrap();
    }
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines, sequences);
}
