//! Parses the `key: value` lines that refer to pieces:
//!
//! * `gate: - for *` describes cells that only certain pieces may enter.
//! * `horizontal: AB` and `vertical: CD` list pieces that cannot leave their row or column.
//! * `equal: 123 456` lists groups of equivalent pieces. If the goal names one piece of a group,
//!   any other piece of that group is also accepted.

use super::FormatError;
use crate::{Axis, Gate, Puzzle};

/// The value of a `key: value` line, with its position in the input for error messages.
#[derive(Clone, Copy)]
pub(super) struct KeyValue<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
    /// Column where the value begins, counted in characters from 1.
    pub(super) column: usize,
}

impl KeyValue<'_> {
    /// Creates an error that points to a character of the value. `offset` counts the characters
    /// before it.
    pub(super) fn error(&self, offset: usize, message: impl Into<String>) -> FormatError {
        FormatError::new((self.line, self.column + offset), message)
    }

    /// Parses the value of a `gate:` line, such as `- for AB`. Returns the character that
    /// represents the gate in maps, and the offset of the names of the pieces that may enter, or
    /// `None` if the value has a different form.
    fn gate(&self) -> Option<(char, usize)> {
        let characters: Vec<char> = self.text.chars().collect();
        let [label, rest @ ..] = &characters[..] else {
            return None;
        };
        let space = rest.iter().take_while(|&&c| c == ' ').count();
        let word = rest.get(space..space + 4)? == ['f', 'o', 'r', ' '];
        let is_gate = word && space > 0 && !matches!(label, '.' | '#');
        is_gate.then_some((*label, 1 + space + 4))
    }
}

/// Parses the `gate:` lines. Returns the characters that represent the gates in maps.
pub(super) fn labels(gates: &[KeyValue<'_>]) -> Result<Vec<char>, FormatError> {
    let mut labels = Vec::new();
    for gate in gates {
        let form = || {
            let found: String = gate.text.chars().take(20).collect();
            format!(
                "'gate: {found}' is not of the form 'gate: - for AB': a character of the map, and the pieces that may \
                 enter"
            )
        };
        let (label, _) = gate.gate().ok_or_else(|| gate.error(0, form()))?;
        if labels.contains(&label) {
            return Err(gate.error(
                0,
                format!("the gate '{label}' is described twice; name all its pieces in one line"),
            ));
        }
        labels.push(label);
    }
    Ok(labels)
}

/// Adds gates to a puzzle. `grid` contains the characters of a map that shows the gates.
pub(super) fn add_gates(
    puzzle: &mut Puzzle,
    gates: &[KeyValue<'_>],
    grid: &[char],
) -> Result<(), FormatError> {
    for gate in gates {
        let Some((label, first)) = gate.gate() else {
            continue;
        };
        let cells: Vec<usize> = (0..grid.len())
            .filter(|&cell| grid[cell] == label)
            .collect();
        if cells.is_empty() {
            let missing = format!(
                "no map shows the gate '{label}'; below a piece, a map with the word 'floor' shows it"
            );
            return Err(gate.error(0, missing));
        }
        let mut pieces = Vec::new();
        for (_, piece) in named(puzzle, gate, first, " of 'gate:'")? {
            if !pieces.contains(&piece) {
                pieces.push(piece);
            }
        }
        puzzle.gates.push(Gate {
            label,
            cells,
            pieces,
        });
    }
    Ok(())
}

/// Checks that no piece starts on a gate that it may not enter.
///
/// # Errors
/// Returns the cell of the first such piece, and an error message.
pub(super) fn check_start(puzzle: &Puzzle) -> Result<(), (usize, String)> {
    for (cell, piece) in puzzle.occupants(puzzle.start()).into_iter().enumerate() {
        if let (Some(piece), Some(gate)) = (piece, puzzle.gate_at(cell))
            && !gate.pieces.contains(&piece)
        {
            let (label, gate) = (puzzle.pieces[piece].label, gate.label);
            return Err((
                cell,
                format!("piece '{label}' stands on the gate '{gate}', which is not for it"),
            ));
        }
    }
    Ok(())
}

/// Restricts pieces to movement along one axis. `value` names the pieces, such as `AB` in
/// `horizontal: AB`.
pub(super) fn lock(
    puzzle: &mut Puzzle,
    axis: Axis,
    value: &KeyValue<'_>,
) -> Result<(), FormatError> {
    if puzzle.locked {
        return Err(value.error(0, "every piece is locked by 'pieces: rush-hour' already"));
    }
    for (_, piece) in named(puzzle, value, 0, "")? {
        if puzzle.pieces[piece]
            .axis
            .replace(axis)
            .is_some_and(|other| other != axis)
        {
            let label = puzzle.pieces[piece].label;
            let both = format!(
                "piece '{label}' is locked to both axes; draw a piece that never moves as a wall"
            );
            return Err(value.error(0, both));
        }
    }
    Ok(())
}

/// Assigns pieces to groups of equivalent pieces. `value` names the pieces, and spaces separate the
/// groups, as in `123 456`.
pub(super) fn group(puzzle: &mut Puzzle, value: &KeyValue<'_>) -> Result<(), FormatError> {
    let (mut group, mut first, mut next) = (0, None, 0);
    for (offset, piece) in named(puzzle, value, 0, " of 'equal:'")? {
        if offset != next {
            group += usize::from(first.take().is_some());
        }
        next = offset + 1;
        let first = *first.get_or_insert(piece);
        let label = puzzle.pieces[piece].label;
        if puzzle.pieces[piece].shape != puzzle.pieces[first].shape {
            let other = puzzle.pieces[first].label;
            let shapes =
                format!("pieces '{label}' and '{other}' of 'equal:' have different shapes");
            return Err(value.error(offset, shapes));
        }
        if puzzle.pieces[piece].group.replace(group).is_some() {
            return Err(value.error(
                offset,
                format!("piece '{label}' is named twice in 'equal:'"),
            ));
        }
    }
    Ok(())
}

/// Finds the pieces that a value names, starting at the offset `first`. Returns the offset of each
/// name and the index of its piece.
///
/// `of_key` is a part of the error message for an unknown name, such as ` of 'gate:'`.
fn named(
    puzzle: &Puzzle,
    value: &KeyValue<'_>,
    first: usize,
    of_key: &str,
) -> Result<Vec<(usize, usize)>, FormatError> {
    let labels = value
        .text
        .chars()
        .enumerate()
        .skip(first)
        .filter(|(_, c)| *c != ' ');
    let piece = |(offset, label)| {
        let piece = puzzle.pieces.iter().position(|piece| piece.label == label);
        let missing = || {
            value.error(
                offset,
                format!("piece '{label}'{of_key} is missing from the start map"),
            )
        };
        piece.map(|piece| (offset, piece)).ok_or_else(missing)
    };
    labels.map(piece).collect()
}
