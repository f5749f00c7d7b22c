//! `equal: 123 456`: groups of pieces that a goal does not tell apart.

use super::FormatError;
use super::gates::KeyValue;
use crate::puzzle::Puzzle;

/// Puts the pieces of a start map into the groups of a value.
pub(super) fn apply(puzzle: &mut Puzzle, value: &KeyValue<'_>) -> Result<(), FormatError> {
    let (mut group, mut first) = (0, None);
    for (offset, label) in value.text.chars().enumerate() {
        if label == ' ' {
            group += usize::from(first.take().is_some());
            continue;
        }
        let position = puzzle.pieces.iter().position(|piece| piece.label == label);
        let missing = || format!("piece '{label}' of 'equal:' is missing from the start map");
        let piece = position.ok_or_else(|| value.error(offset, missing()))?;
        let first = *first.get_or_insert(piece);
        if puzzle.pieces[piece].shape != puzzle.pieces[first].shape {
            let first = puzzle.pieces[first].label;
            let shapes = format!("pieces '{label}' and '{first}' of 'equal:' have different shapes");
            return Err(value.error(offset, shapes));
        }
        if puzzle.pieces[piece].group.replace(group).is_some() {
            return Err(value.error(offset, format!("piece '{label}' is named twice in 'equal:'")));
        }
    }
    Ok(())
}
