//! `equal: 123 456`: groups of pieces that a goal does not tell apart.

use super::gates::KeyValue;
use super::{FormatError, Problem};
use crate::puzzle::Puzzle;

/// Puts the pieces of a start map into the groups of a value.
pub(super) fn apply(puzzle: &mut Puzzle, value: &KeyValue<'_>) -> Result<(), FormatError> {
    let (mut group, mut first) = (0, None);
    for (offset, label) in value.text.chars().enumerate() {
        if label == ' ' {
            group += usize::from(first.take().is_some());
            continue;
        }
        let error = |problem: Problem| value.error(offset, problem);
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
