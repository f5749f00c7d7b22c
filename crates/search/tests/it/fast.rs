//! Tests of fast mode: it finds the same lengths and solutions as plain mode, and its automaton
//! prunes exactly the sequences that the definition forbids.

use std::collections::{HashMap, HashSet};

use fifteen_puzzle::Direction;

use crate::support::*;

fn fast(space: &TileSpace, heuristic: &TileHeuristic, start: &TileState) -> Found {
    search(fast_ida(1), space, heuristic, start, &Limits::default())
}

#[test]
fn fast_mode_finds_the_length_and_the_solution_of_plain_mode() {
    let goal = goal_of((3, 3), Goal::Last);
    let (space, heuristic) = (
        space_of(&goal),
        with_tables(&goal, "1-4/5-8", TableKind::ZeroAware),
    );
    let (mut plain_nodes, mut fast_nodes) = (0, 0);
    for (i, (state, length)) in distances(&space).into_iter().step_by(3).enumerate() {
        let fast = fast(&space, &heuristic, &state);
        assert_eq!(
            (fast.length, fast.shortest),
            (Some(length), true),
            "{state:?}"
        );
        if i % 4 == 0 {
            let plain = plain(&space, &heuristic, &state);
            assert_eq!(fast.moves, plain.moves, "{state:?}");
            plain_nodes += plain.generated;
            fast_nodes += fast.generated;
        }
    }
    assert!(
        fast_nodes < plain_nodes,
        "{fast_nodes} nodes, {plain_nodes} without leaving anything out"
    );
}

/// An unbounded board, described by what has changed since the blank left the cell (0, 0).
#[derive(Clone, Default)]
struct Endless {
    /// The cells that contain another tile than at the beginning, each with the original cell of
    /// its tile.
    moved: Vec<((i8, i8), (i8, i8))>,
    blank: (i8, i8),
    /// The smallest row and column that the blank has visited, followed by the largest ones.
    bounds: [i8; 4],
    letters: String,
}

impl Endless {
    fn after(&self, direction: Direction) -> Self {
        let (right, down) = direction.delta();
        let to = (self.blank.0 + down as i8, self.blank.1 + right as i8);
        let mut tiles: HashMap<_, _> = self.moved.iter().copied().collect();
        let tile = tiles.remove(&to).unwrap_or(to);
        if tile != self.blank {
            tiles.insert(self.blank, tile);
        }
        let mut moved: Vec<_> = tiles.into_iter().collect();
        moved.sort_unstable();
        let [top, left, bottom, right] = self.bounds;
        let bounds = [
            top.min(to.0),
            left.min(to.1),
            bottom.max(to.0),
            right.max(to.1),
        ];
        Self {
            moved,
            blank: to,
            bounds,
            letters: format!("{}{}", self.letters, direction.letter()),
        }
    }

    /// Whether the blank's visited area on this board contains the area with the given bounds.
    fn spans(&self, [a, b, c, d]: [i8; 4]) -> bool {
        let [top, left, bottom, right] = self.bounds;
        a >= top && b >= left && c <= bottom && d <= right
    }

    /// Whether the area that the blank has visited fits on a 5x5 board.
    fn fits(&self) -> bool {
        let [top, left, bottom, right] = self.bounds;
        bottom - top < 5 && right - left < 5
    }
}

/// Returns the sequences of up to `longest` moves that are forbidden by definition on boards of up
/// to 5x5. A breadth-first search visits all sequences in order.
fn forbidden(longest: usize) -> Vec<String> {
    type Place = (Vec<((i8, i8), (i8, i8))>, (i8, i8));
    let mut kept: HashMap<Place, Vec<[i8; 4]>> = HashMap::from([(Place::default(), vec![[0; 4]])]);
    let mut found = Vec::new();
    let mut known = HashSet::new();
    let mut level = vec![Endless::default()];
    for _ in 0..longest {
        let mut next = Vec::new();
        for (from, direction) in level
            .iter()
            .flat_map(|from| Direction::ALL.map(|direction| (from, direction)))
        {
            let new = from.after(direction);
            if from.letters.ends_with(direction.opposite().letter())
                || (0..new.letters.len()).any(|start| known.contains(&new.letters[start..]))
                || !new.fits()
            {
                continue;
            }
            let others = kept.entry((new.moved.clone(), new.blank)).or_default();
            if others.iter().any(|&other| new.spans(other)) {
                known.insert(new.letters.clone());
                found.push(new.letters);
            } else {
                others.push(new.bounds);
                next.push(new);
            }
        }
        level = next;
    }
    found
}

/// Path of the file that contains the forbidden sequences.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/duplicate_sequences.bin");

/// Encodes the forbidden sequences in the format of the file: first the first byte of each
/// sequence, then the second byte of each, and so on.
fn bytes(longest: usize) -> [Vec<u8>; 4] {
    let bytes = |sequence: String| {
        let digits = sequence
            .chars()
            .map(|letter| Direction::from_letter(letter).unwrap() as u32);
        digits
            .fold(1, |number, digit| number << 2 | digit)
            .to_le_bytes()
    };
    let all: Vec<[u8; 4]> = forbidden(longest).into_iter().map(bytes).collect();
    std::array::from_fn(|byte| all.iter().map(|bytes| bytes[byte]).collect())
}

#[test]
fn the_first_forbidden_sequences_equal_the_definition() {
    let file = std::fs::read(FILE).unwrap();
    let parts = file.chunks(file.len() / 4);
    assert!(
        parts
            .zip(bytes(10))
            .all(|(part, expected)| part.starts_with(&expected))
    );
}

/// Compares the file with the definition of forbidden sequences. If `RENEW_SEQUENCES` is set, the
/// test writes the file first.
#[test]
#[ignore = "takes a minute and a gigabyte"]
fn all_forbidden_sequences_equal_the_definition() {
    let expected = bytes(14).concat();
    if std::env::var_os("RENEW_SEQUENCES").is_some() {
        std::fs::write(FILE, &expected).unwrap();
    }
    assert!(std::fs::read(FILE).unwrap() == expected);
}
