//! `gate: - for *`, cells that only some pieces may enter, and `horizontal: AB` and `vertical: CD`, pieces that keep to
//! a line.

use super::{FormatError, Problem};
use crate::puzzle::shape::Axis;
use crate::puzzle::{Gate, Puzzle};

/// The value of a key, and its place.
#[derive(Clone, Copy)]
pub(super) struct KeyValue<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
    /// The column of its first character, from 1.
    pub(super) column: usize,
}

impl KeyValue<'_> {
    pub(super) fn error(&self, offset: usize, problem: Problem) -> FormatError {
        problem.at(self.line, self.column + offset)
    }

    /// The character of a gate and the place of its pieces in the value.
    fn gate(&self) -> Option<(char, usize)> {
        let characters: Vec<char> = self.text.chars().collect();
        let [label, rest @ ..] = &characters[..] else { return None };
        let space = rest.iter().take_while(|&&c| c == ' ').count();
        let word = rest.get(space..space + 4)? == ['f', 'o', 'r', ' '];
        let is_gate = word && space > 0 && !matches!(label, '.' | '#');
        is_gate.then_some((*label, 1 + space + 4))
    }
}

/// The characters of the gates, which stand for floor in the maps.
pub(super) fn labels(gates: &[KeyValue<'_>]) -> Result<Vec<char>, FormatError> {
    let mut labels = Vec::new();
    for gate in gates {
        let found = || gate.text.chars().take(20).collect();
        let (label, _) = gate.gate().ok_or_else(|| gate.error(0, Problem::GateForm { found: found() }))?;
        if labels.contains(&label) {
            return Err(gate.error(0, Problem::GateTwice { label }));
        }
        labels.push(label);
    }
    Ok(labels)
}

/// Adds the gates to the puzzle of a start map, from the map that shows them.
pub(super) fn add_gates(puzzle: &mut Puzzle, gates: &[KeyValue<'_>], grid: &[char]) -> Result<(), FormatError> {
    for gate in gates {
        let Some((label, first)) = gate.gate() else { continue };
        let cells: Vec<usize> = (0..grid.len()).filter(|&cell| grid[cell] == label).collect();
        if cells.is_empty() {
            return Err(gate.error(0, Problem::GateMissing { label }));
        }
        let mut pieces = Vec::new();
        for piece in named(puzzle, gate, first, |label| Problem::GatePieceMissing { label })? {
            if !pieces.contains(&piece) {
                pieces.push(piece);
            }
        }
        puzzle.gates.push(Gate { label, cells, pieces });
    }
    Ok(())
}

/// A cell at which a piece stands on a gate that is not for it, if there is one.
pub(super) fn check_start(puzzle: &Puzzle) -> Result<(), (usize, Problem)> {
    for (cell, piece) in puzzle.occupants(puzzle.start()).into_iter().enumerate() {
        if let (Some(piece), Some(gate)) = (piece, puzzle.gate_at(cell))
            && !gate.pieces.contains(&piece)
        {
            return Err((cell, Problem::GateShut { label: puzzle.pieces[piece].label, gate: gate.label }));
        }
    }
    Ok(())
}

/// Locks the pieces that a value names to an axis.
pub(super) fn lock(puzzle: &mut Puzzle, axis: Axis, value: &KeyValue<'_>) -> Result<(), FormatError> {
    if puzzle.locked {
        return Err(value.error(0, Problem::LockedTwice));
    }
    for piece in named(puzzle, value, 0, |label| Problem::LockMissing { label })? {
        if puzzle.pieces[piece].axis.replace(axis).is_some_and(|other| other != axis) {
            return Err(value.error(0, Problem::LockedBoth { label: puzzle.pieces[piece].label }));
        }
    }
    Ok(())
}

/// The pieces whose characters a value has from a place on; spaces are left out.
fn named(
    puzzle: &Puzzle,
    value: &KeyValue<'_>,
    first: usize,
    missing: impl Fn(char) -> Problem,
) -> Result<Vec<usize>, FormatError> {
    let labels = value.text.chars().enumerate().skip(first).filter(|(_, c)| *c != ' ');
    let piece = |(offset, label)| {
        let piece = puzzle.pieces.iter().position(|piece| piece.label == label);
        piece.ok_or_else(|| value.error(offset, missing(label)))
    };
    labels.map(piece).collect()
}
