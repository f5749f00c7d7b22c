//! `equal: 123 456`: groups of pieces that a goal does not tell apart.

use super::{FormatError, Problem};
use crate::puzzle::Puzzle;

/// The value of the key, and its place.
pub(super) struct EqualGroups<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
    /// The column of its first character, from 1.
    pub(super) column: usize,
}

impl EqualGroups<'_> {
    /// Puts the pieces of a start map into their groups.
    pub(super) fn apply(&self, puzzle: &mut Puzzle) -> Result<(), FormatError> {
        let (mut group, mut first) = (0, None);
        for (offset, label) in self.text.chars().enumerate() {
            if label == ' ' {
                group += usize::from(first.take().is_some());
                continue;
            }
            let error = |problem: Problem| problem.at(self.line, self.column + offset);
            let position = puzzle.pieces.iter().position(|piece| piece.label == label);
            let piece = position.ok_or_else(|| error(Problem::EqualMissing { label }))?;
            let first = *first.get_or_insert(piece);
            if puzzle.pieces[piece].shape != puzzle.pieces[first].shape {
                let first = puzzle.pieces[first].label;
                return Err(error(Problem::EqualShapes { label, first }));
            }
            if puzzle.pieces[piece].group.replace(group).is_some() {
                return Err(error(Problem::EqualTwice { label }));
            }
        }
        Ok(())
    }
}
