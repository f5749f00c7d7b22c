//! Reads and writes Rush Hour boards in the format of Michael Fogleman's database. Each line
//! contains the number of moves, the board, and the number of states, as in `60
//! IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332`.
//!
//! Both numbers are optional. A board without numbers can also be split into rows, which are
//! separated by spaces or line breaks.

use super::rows::{NumberedLine, boards};
use crate::format::rush::{self, Placed, SIDES, placed};
use crate::format::{FormatError, MAX_PUZZLES, PuzzleEntry};
use crate::{Axis, CellKind, Puzzle};

/// A Rush Hour board, with its number of moves and number of states if they are given.
struct RushBoard<'a> {
    moves: Option<&'a str>,
    characters: Vec<Placed>,
    states: Option<&'a str>,
}

/// Parses a board, either from one line with optional numbers or from separate rows. Returns `None`
/// if the lines do not look like a board.
fn read_board<'a>(lines: &[NumberedLine<'a>]) -> Option<RushBoard<'a>> {
    let NumberedLine { number, text: line } = *lines.first()?;
    let mut widths = line.split_whitespace().map(str::len);
    let width = widths.next();
    if lines.len() > 1 || widths.all(|other| Some(other) == width) {
        let characters: Vec<Placed> = lines
            .iter()
            .flat_map(|line| placed(line.text, line.number, 1))
            .collect();
        return is_board(&characters).then_some(RushBoard {
            moves: None,
            characters,
            states: None,
        });
    }
    // Stop after four words, because a line with more than three words is not a board.
    let words: Vec<&str> = line.split_whitespace().take(4).collect();
    let characters = |word: &str| -> Vec<Placed> {
        placed(word, number, line.find(word).map_or(1, |at| at + 1)).collect()
    };
    let board = words.iter().position(|word| is_board(&characters(word)))?;
    let is_number = |word: &&str| word.len() < 10 && word.bytes().all(|b| b.is_ascii_digit());
    let (before, after) = (&words[..board], &words[board + 1..]);
    let is_line = before.len() < 2 && after.len() < 2 && before.iter().chain(after).all(is_number);
    let [moves, states] = [before, after].map(|numbers| numbers.first().copied());
    is_line.then(|| RushBoard {
        moves,
        characters: characters(words[board]),
        states,
    })
}

/// Returns whether characters look like a board: either 36 characters, or another square number of
/// characters that includes empty cells or walls.
fn is_board(characters: &[Placed]) -> bool {
    let length = characters.len();
    SIDES.into_iter().any(|side| side * side == length)
        && characters
            .iter()
            .all(|(c, _)| c.is_ascii_alphanumeric() || ".#_-".contains(*c))
        && (length == 36 || characters.iter().any(|(c, _)| "ox._-0".contains(*c)))
}

/// Groups the lines of a text into boards. Boards are square, so the width of a row is also the
/// number of rows.
fn lines(text: &str) -> Vec<Vec<NumberedLine<'_>>> {
    boards(text, |width| SIDES.contains(&width).then_some(width))
}

/// Returns whether the first board of a text is a Rush Hour board.
///
/// A board of several lines could also be a map of another puzzle. It counts as a Rush Hour board
/// only if it has the usual 36 cells, or if all its pieces are valid cars.
pub(super) fn fits(text: &str) -> bool {
    let first = lines(text).into_iter().next().unwrap_or_default();
    let is_of_cars = |board: &RushBoard| {
        board.characters.len() == 36 || rush::read(&board.characters, (1, 1)).is_ok()
    };
    read_board(&first).is_some_and(|board| first.len() == 1 || is_of_cars(&board))
}

/// Reads at most [`MAX_PUZZLES`] + 1 boards. The extra board is enough for the caller to report
/// that the text contains too many.
pub(super) fn read(text: &str) -> Vec<PuzzleEntry> {
    let entry = |(i, lines): (usize, Vec<NumberedLine<'_>>)| {
        let line = lines[0].number;
        let puzzle = match read_board(&lines) {
            Some(board) => rush::read(&board.characters, (line, 1)).map(|mut puzzle| {
                puzzle.properties.extend(
                    board
                        .moves
                        .map(|n| ("optimum".to_owned(), format!("straight={n}"))),
                );
                puzzle
                    .properties
                    .extend(board.states.map(|n| ("states".to_owned(), n.to_owned())));
                puzzle
            }),
            None => {
                let found: String = lines[0].text.trim().chars().take(20).collect();
                let wrong = format!(
                    "'{found}' is not a Rush Hour board; expected 36 characters, in one line with the moves before and \
                     the states after if known, or six lines of six"
                );
                Err(FormatError::new((line, 1), wrong))
            }
        };
        PuzzleEntry {
            index: i + 1,
            name: String::new(),
            puzzle,
            empty: None,
        }
    };
    lines(text)
        .into_iter()
        .take(MAX_PUZZLES + 1)
        .enumerate()
        .map(entry)
        .collect()
}

/// Formats a puzzle as a line of Michael Fogleman's database. The numbers of moves and states are
/// included if they are known.
///
/// # Errors
/// Returns the reason why the puzzle is not a Rush Hour puzzle.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, String> {
    let side = puzzle.width();
    if side != puzzle.height()
        || !SIDES.contains(&side)
        || puzzle.cells().contains(&CellKind::Outside)
    {
        return Err("a Rush Hour board is a square of 4x4 to 12x12 cells".to_owned());
    }
    let is_car = |p: &crate::BlockPiece| {
        p.axis.is_some() && p.axis == p.shape.long_axis() && p.shape.is_straight()
    };
    if !puzzle.pieces().iter().all(is_car) || !puzzle.gates().is_empty() {
        return Err(
            "Rush Hour has cars alone: straight pieces locked to their long axes, and no gates"
                .to_owned(),
        );
    }
    let named = puzzle.goal().map(|goal| &goal.pieces[..]);
    let Some([target]) = named else {
        return Err("the goal of Rush Hour is the place of one car".to_owned());
    };
    let Some(car) = target.piece else {
        return Err("the goal of Rush Hour names one car".to_owned());
    };
    let piece = &puzzle.pieces()[car];
    if piece.axis != Some(Axis::Horizontal) || target.cell % side + piece.shape.len() != side {
        return Err("the goal of Rush Hour is a car at the right end of its row".to_owned());
    }
    let occupants = puzzle.occupants(puzzle.start());
    // The car that must drive out becomes `A`. All other cars become `B`, `C` and so on, in reading
    // order.
    let mut others = ('B'..='Z')
        .chain('a'..='z')
        .filter(|c| !matches!(c, 'X' | 'x' | 'o'));
    let mut letters = vec![None; puzzle.pieces().len()];
    letters[car] = Some('A');
    let mut board = String::new();
    for (cell, occupant) in puzzle.cells().iter().zip(occupants) {
        board.push(match (cell, occupant) {
            (_, Some(piece)) => {
                let letter = letters[piece].or_else(|| others.next());
                letters[piece] = letter;
                letter.ok_or("a Rush Hour line has at most 49 cars")?
            }
            (CellKind::Floor, None) => 'o',
            (_, None) => 'x',
        });
    }
    let moves = puzzle.optima().ok().and_then(|optima| {
        optima
            .into_iter()
            .find_map(|(metric, n)| n.filter(|_| metric == crate::BlockMetric::Straight))
    });
    let moves = moves.map_or_else(String::new, |n| format!("{n} "));
    let states = puzzle
        .property("states")
        .filter(|_| !moves.is_empty())
        .map_or_else(String::new, |n| format!(" {n}"));
    Ok(format!("{moves}{board}{states}\n"))
}
