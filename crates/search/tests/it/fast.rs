//! Fast mode against the plain one: the same lengths and solutions; and the machine that leaves out repeats against its
//! definition.

use std::collections::HashMap;

use fifteen_pdb::TableKind;
use fifteen_puzzle::{Direction, Goal, MoveOrder};
use fifteen_search::Options;
use fifteen_search::tiles::{Algorithm, Mode, TileSpace, TileState};

use super::support::{
    AnyHeuristic, Found, distances, goal_of, light, path, plain, random, search, space_of, with_tables,
};

fn fast(space: &TileSpace, heuristic: &AnyHeuristic, start: &TileState) -> Found {
    search(Algorithm::Ida, Mode::Fast { threads: 1 }, space, heuristic, start, &Options::default())
}

#[test]
fn every_3x3_board_has_its_true_length_and_the_plain_solution() {
    let goal = goal_of((3, 3), Goal::Last);
    let (space, heuristic) = (space_of(&goal), with_tables(&goal, "1-4/5-8", TableKind::ZeroAware));
    let (mut plain_nodes, mut fast_nodes) = (0, 0);
    for (i, (state, length)) in distances(&space).into_iter().enumerate() {
        let fast = fast(&space, &heuristic, &state);
        assert_eq!((fast.length, fast.shortest), (Some(length), true), "{state:?}");
        if i % 4 == 0 {
            let plain = plain(&space, &heuristic, &state);
            assert_eq!(fast.moves, plain.moves, "{state:?}");
            plain_nodes += plain.generated;
            fast_nodes += fast.generated;
        }
    }
    assert!(fast_nodes < plain_nodes, "{fast_nodes} nodes, {plain_nodes} without leaving anything out");
}

/// Only the parity raises the bound by two where values change by less than moves do.
#[test]
fn boards_of_all_shapes_and_orders() {
    for (size, goal) in [((4, 3), Goal::Last), ((3, 4), Goal::First), ((2, 5), Goal::Last), ((3, 3), Goal::Spiral)] {
        let goal = goal_of(size, goal);
        for order in [MoveOrder::ULRD, MoveOrder::URDL, "DRLU".parse().unwrap()] {
            let space = TileSpace::new(&goal, order);
            let heuristic = light(&goal, "manhattan+misplaced");
            for start in random(&space, 5).take(4) {
                let (plain, fast) = (plain(&space, &heuristic, &start), fast(&space, &heuristic, &start));
                assert_eq!(fast.length, plain.length, "{start:?}");
                assert!(path(&fast.moves.unwrap()).solves(&space.board(&start), &goal));
                let bounds = |found: &[fifteen_search::Iteration]| found.iter().map(|i| i.bound).collect::<Vec<_>>();
                assert_eq!(bounds(&fast.iterations), bounds(&plain.iterations));
                assert!(bounds(&plain.iterations).is_sorted_by(|a, b| a + 2 == *b));
            }
        }
    }
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

/// The file is what the definition says. `RENEW_SEQUENCES=1` writes it again.
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
