//! Reads the Rush Hour boards in level packs of other programs.

use super::rush_lines::is_board;
use super::{level_pack, stated_exit};
use crate::Puzzle;
use crate::format::FormatError;
use crate::format::rush::{RushBoard, placed};

/// Number of cells in a row of a level pack's boards.
const USUAL_SIDE: usize = 6;

/// Returns the levels of a level pack of another program. Only boards with the usual 36 cells are
/// found.
pub(super) fn packed_levels(text: &str) -> Vec<level_pack::PackedLevel> {
    let is_packed_board = |text: &str| {
        text.len() == 36
            && text.contains(['.', 'o', '_', '-', '0'])
            && is_board(&placed(text, 1, 1).collect::<Vec<_>>())
    };
    level_pack::levels(
        text,
        level_pack::ExpectedBoard {
            cells: USUAL_SIDE * USUAL_SIDE,
            is_board: is_packed_board,
        },
    )
}

/// Returns the puzzle of a level. `option` is the letter of the leaving car if the caller specifies
/// it. It takes precedence over the car that the input names.
pub(super) fn packed_puzzle(
    level: &level_pack::PackedLevel,
    option: Option<char>,
) -> Result<Puzzle, FormatError> {
    let place = (level.line, 1);
    let error = |message: &String| FormatError::new(place, message.clone());
    let cells = level.board.as_ref().map_err(error)?;
    let characters = placed(cells, level.line, 1).map(|(c, _)| (c, place));
    if let Some(message) = &level.goal.mistake {
        return Err(error(message));
    }
    let car = match (option, &level.goal.car) {
        (Some(letter), _) => Some(letter),
        (None, Some(Ok(letter))) => Some(*letter),
        (None, Some(Err(message))) => Err(FormatError {
            asks_for_car: true,
            ..error(message)
        })?,
        (None, None) => None,
    };
    let board = RushBoard {
        stated_moves: level.moves,
        ..RushBoard::square(characters.collect(), car)
    };
    let side = level.side.clone().transpose();
    let side = side.map_err(|message| error(&message))?;
    board.check_side(side).map_err(|message| error(&message))?;
    let exit = level.goal.exit.clone().transpose();
    let exit = exit.map_err(|message| error(&message))?;
    let board = stated_exit::with_exit(board, exit, USUAL_SIDE, &[0, 1]);
    let board = board.map_err(|message| error(&message))?;
    Ok(Puzzle {
        name: level.name.clone(),
        ..board.puzzle(place)?
    })
}
