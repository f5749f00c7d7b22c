//! Reads and writes Huarong Dao boards, which are four cells wide and five cells high. The 2x2
//! piece must reach the middle of the bottom edge. A board is written in one of three ways,
//! optionally followed by a name:
//!
//! * As a *code* of hexadecimal digits, invented by dnomd343. The first digit is the index of the
//!   2x2 piece's first cell. Then each cell that no earlier piece covers takes two bits: 0 for an
//!   empty cell, 1 for a piece two cells wide, 2 for a piece two cells high, and 3 for a single
//!   cell. Trailing zeros may be omitted. For example, `1A9BF0C` places the 2x2 piece on cell 1.
//!   The digit A contains the values 2 and 2, which are vertical pieces to the left and right of
//!   the 2x2 piece.
//! * As a *string* of twenty characters, row by row. Equal characters form one piece, and `.`, `@`,
//!   `_` or `0` is an empty cell, for example `HAAIHAAIJBBKJCDKE..F`.
//! * As a string of twenty digits for the *kinds* of pieces: 1 is a single cell, 2 is a piece two
//!   cells high, 3 is a piece two cells wide, and 4 is the 2x2 piece. If the string contains a 5,
//!   the first cell of each piece has a digit that is higher by one, and its other cells are 1. A
//!   string is read in this way only if equal digits do not form valid pieces.

use super::exit::StatedExit;
use super::expected_board::ExpectedBoard;
use super::levels::{Level, LevelContent, levels};
use super::rows::{NumberedLine, boards, numbered_lines};
use super::{DrawnPuzzle, free_label, labels};
use crate::Direction;
use crate::format::FormatError;
use crate::puzzle::{CellKind, Puzzle};

const WIDTH: usize = 4;
const HEIGHT: usize = 5;
const CELLS: usize = WIDTH * HEIGHT;
/// The cell that the top left corner of the 2x2 piece must reach. It is the second cell of the
/// fourth row.
const GOAL: usize = 13;

/// The cells of the four shapes of pieces, as index offsets from the first cell of the piece.
const SINGLE: &[usize] = &[0];
const HIGH: &[usize] = &[0, WIDTH];
const WIDE: &[usize] = &[0, 1];
const SQUARE: &[usize] = &[0, 1, WIDTH, WIDTH + 1];
/// The four shapes of pieces, each with a name for error messages and its cells. In a board written
/// with digits, 1 stands for the first shape, 2 for the second, and so on.
const KINDS: [(&str, &[usize]); 4] = [
    ("a single cell", SINGLE),
    ("a piece two cells high", HIGH),
    ("a piece two cells wide", WIDE),
    ("the 2x2 piece", SQUARE),
];

struct WrittenBoard {
    /// Line where the board begins, counted from 1.
    line: usize,
    /// The text of the board, without spaces and slashes: either a hexadecimal code, or one
    /// character for each of the twenty cells.
    code: String,
    name: String,
    /// A solution length that the input gives without saying what counts as a move.
    stated_moves: Option<u32>,
    /// An error in a level of a level pack, such as an invalid board. `None` if no error has been
    /// found.
    mistake: Option<String>,
}

impl WrittenBoard {
    /// Creates a board from its lines. The rows can be separate lines, or separate words of one
    /// line, and spaces can separate their cells.
    fn new(lines: &[NumberedLine<'_>]) -> Self {
        let rows: Vec<&str> = lines.iter().map(|line| line.text.trim()).collect();
        let are_words = |width| {
            rows.iter()
                .flat_map(|row| row.split_whitespace())
                .all(|word| word.chars().count() == width)
        };
        let first_word = rows[0].split_once(char::is_whitespace);
        let (code, name) = match first_word {
            Some((code, name)) if !are_words(1) && !are_words(WIDTH) => {
                (code.to_owned(), name.trim())
            }
            _ => (rows.concat(), ""),
        };
        WrittenBoard {
            line: lines[0].number,
            code: code
                .chars()
                .filter(|c| !c.is_whitespace() && *c != '/')
                .collect(),
            name: name.to_owned(),
            stated_moves: None,
            mistake: None,
        }
    }

    /// Creates a board from a level of another program's pack.
    fn of_level(level: Level) -> Self {
        let stated = level.stated;
        let usual = StatedExit::at_side(Direction::Down);
        let is_usual = stated.exit.is_none_or(|exit| exit == usual);
        let mut mistake = stated.mistake;
        if mistake.is_none() && (!is_usual || stated.car.is_some()) {
            mistake = Some(
                "the exit of a Huarong Dao board is in the middle of the bottom edge; draw the puzzle with a start map and a \
                 goal map instead"
                    .to_owned(),
            );
        }
        let mut code = String::new();
        match level.content {
            Ok(LevelContent::Board(cells)) => code = cells,
            Ok(LevelContent::Cars(_)) => (),
            Err(error) => mistake = Some(error.message),
        }
        WrittenBoard {
            line: level.line,
            code,
            name: stated.name,
            stated_moves: stated.moves,
            mistake,
        }
    }

    /// Converts the board to a start map and a goal map, as in the text format.
    fn draw(self) -> Result<DrawnPuzzle, FormatError> {
        if let Some(mistake) = self.mistake {
            return Err(FormatError::new((self.line, 1), mistake));
        }
        let found: String = self.code.chars().take(CELLS).collect();
        let board = HuarongBoard::read(&self.code).map_err(|reason| {
            let message = format!("'{found}' is not a Huarong Dao board: {reason}");
            FormatError::new((self.line, 1), message)
        })?;
        let mut goal = vec!['.'; CELLS];
        for offset in SQUARE {
            goal[GOAL + offset] = board.hero;
        }
        let rows = |cells: &[char]| cells.chunks(WIDTH).map(<[char]>::to_vec).collect();
        Ok(DrawnPuzzle {
            line: self.line,
            stated_moves: self.stated_moves,
            gate: None,
            start: rows(&board.cells),
            goal: rows(&goal),
            name: if self.name.is_empty() {
                self.code
            } else {
                self.name
            },
        })
    }
}

/// Returns the boards of the input. A board is written in one line, or in lines of four cells each.
///
/// If the first line is not a board, the input can also be a level pack of another program.
fn written_boards(text: &str) -> Vec<WrittenBoard> {
    let groups = boards(numbered_lines(text), |width| {
        (width == WIDTH).then_some(HEIGHT)
    });
    let found: Vec<WrittenBoard> = groups
        .iter()
        .map(|lines| WrittenBoard::new(lines))
        .collect();
    if found
        .first()
        .is_none_or(|first| HuarongBoard::read(&first.code).is_err())
    {
        let is_board =
            |text: &str| text.chars().count() == CELLS && HuarongBoard::read(text).is_ok();
        let expected = ExpectedBoard {
            cells: CELLS,
            is_board,
            can_be_cars: false,
        };
        let levels = levels(text, expected).levels;
        if !levels.is_empty() {
            return levels.into_iter().map(WrittenBoard::of_level).collect();
        }
    }
    found
}

/// Returns whether the input begins with a Huarong Dao board, or with text that looks like one with
/// a typing error.
pub(super) fn fits(text: &str) -> bool {
    let mut boards = written_boards(text).into_iter();
    let first = boards.find(|board| !board.code.is_empty());
    let first = first.map(|board| board.code);
    let code = first.unwrap_or_default();
    HuarongBoard::read(&code).is_ok() || code.len() == CELLS && is_of_kinds(&code)
}

/// Reads all boards of the input. Each is converted to a start map and a goal map.
pub(super) fn read(text: &str) -> Vec<Result<DrawnPuzzle, FormatError>> {
    let boards = written_boards(text).into_iter();
    boards.map(WrittenBoard::draw).collect()
}

/// A board, stored as the label of the piece on each cell.
struct HuarongBoard {
    /// The label of the piece on each cell, row by row. An empty cell is `.`.
    cells: Vec<char>,
    /// The label of the 2x2 piece, which must reach the goal.
    hero: char,
}

impl HuarongBoard {
    /// Parses the text of a board: a hexadecimal code, or a string with one character for each of
    /// the twenty cells.
    ///
    /// # Errors
    /// Returns the reason why the board is invalid.
    fn read(code: &str) -> Result<Self, String> {
        let cells = if code.chars().count() == CELLS {
            drawn(code)?
        } else {
            decoded(code).ok_or(FORMS)?
        };
        let hero = *cells
            .iter()
            .find(|c| is_piece(&cells, **c, SQUARE))
            .ok_or("it has no 2x2 piece")?;
        Ok(HuarongBoard { cells, hero })
    }
}

const FORMS: &str = "expected nine hexadecimal digits, or twenty characters";

/// Returns whether the cells with the given label form exactly one piece of a given shape.
/// `offsets` contains the cells of the shape, as indices relative to the first cell.
fn is_piece(cells: &[char], label: char, offsets: &[usize]) -> bool {
    let of: Vec<usize> = (0..CELLS)
        .filter(|&cell| label != '.' && cells[cell] == label)
        .collect();
    let fits =
        |(cell, offset): (&usize, &usize)| *cell == of[0] + offset && cell % WIDTH >= of[0] % WIDTH;
    offsets.len() == of.len() && of.iter().zip(offsets).all(fits)
}

/// Returns the label of each cell, for a board that is written with one character per cell. An
/// unused label replaces `#`, which would be a wall in a map.
fn drawn(text: &str) -> Result<Vec<char>, String> {
    let characters: Vec<char> = text.chars().collect();
    let replaced = characters
        .contains(&'#')
        .then(|| free_label(&characters, None));
    let cell = |c: &char| match c {
        '.' | '@' | '_' | '0' => '.',
        '#' => replaced.unwrap_or('?'),
        other => *other,
    };
    let cells: Vec<char> = characters.iter().map(cell).collect();
    let is_one_piece = |&c: &char| {
        c == '.'
            || KINDS
                .iter()
                .any(|(_, offsets)| is_piece(&cells, c, offsets))
    };
    if is_of_kinds(text) && !cells.iter().all(is_one_piece) {
        of_kinds(&cells)
    } else {
        Ok(cells)
    }
}

/// Returns whether a string contains only the digits 1 to 5, which stand for shapes of pieces, and
/// characters for empty cells.
fn is_of_kinds(text: &str) -> bool {
    let is_kind = |c: char| ('1'..='5').contains(&c);
    text.contains(is_kind) && text.chars().all(|c| is_kind(c) || ".@_0".contains(c))
}

/// Returns the label of each cell, for a board that is written with one digit per cell. The digits
/// stand for the shapes of the pieces.
fn of_kinds(digits: &[char]) -> Result<Vec<char>, String> {
    let is_marked_once = digits.contains(&'5');
    let (mut cells, mut names) = (vec![None; CELLS], labels());
    for (cell, &digit) in digits.iter().enumerate() {
        if cells[cell].is_some() || digit == '.' {
            continue;
        }
        let at = format!(
            "the '{digit}' in row {}, column {}",
            cell / WIDTH + 1,
            cell % WIDTH + 1
        );
        let kind = (digit as usize).checked_sub(if is_marked_once { '2' } else { '1' } as usize);
        let (name, offsets) = KINDS[kind.ok_or_else(|| format!("no piece covers {at}"))?];
        let covered = if is_marked_once { '1' } else { digit };
        let is_drawn = offsets[1..]
            .iter()
            .all(|offset| digits.get(cell + offset) == Some(&covered));
        let is_placed = is_drawn
            && names
                .next()
                .and_then(|name| place(&mut cells, cell, offsets, name))
                .is_some();
        is_placed
            .then_some(())
            .ok_or_else(|| format!("{at} is {name}, and has no room for it"))?;
    }
    Ok(cells.into_iter().map(|cell| cell.unwrap_or('.')).collect())
}

/// Places a piece on the board. `cell` is its first cell, and `offsets` contains all its cells
/// relative to the first one. Returns `None` if a cell is occupied or outside the board.
fn place(cells: &mut [Option<char>], cell: usize, offsets: &[usize], label: char) -> Option<()> {
    let to = offsets.iter().map(|offset| cell + offset);
    let is_free = |to: usize| to < CELLS && cells[to].is_none() && to % WIDTH >= cell % WIDTH;
    to.clone()
        .all(is_free)
        .then(|| to.for_each(|to| cells[to] = Some(label)))
}

/// Decodes a hexadecimal code. Returns the label of each cell, or `None` if the code is invalid.
fn decoded(code: &str) -> Option<Vec<char>> {
    let digits: Vec<u32> = code
        .chars()
        .map(|c| c.to_digit(16))
        .collect::<Option<_>>()?;
    let mut names = labels();
    if !(5..=10).contains(&digits.len()) || digits.get(9).is_some_and(|&digit| digit != 0) {
        return None;
    }
    let mut cells = vec![None; CELLS];
    place(&mut cells, digits[0] as usize, SQUARE, names.next()?)?;
    let mut values = digits[1..]
        .iter()
        .flat_map(|digit| [digit >> 2, digit & 3])
        .chain(std::iter::repeat(0));
    for cell in 0..CELLS {
        if cells[cell].is_some() {
            continue;
        }
        match values.next()? {
            0 => cells[cell] = Some('.'),
            1 => place(&mut cells, cell, WIDE, names.next()?)?,
            2 => place(&mut cells, cell, HIGH, names.next()?)?,
            _ => place(&mut cells, cell, SINGLE, names.next()?)?,
        }
    }
    // Only zeros may follow the last cell.
    let rest: u32 = values.take(16).sum();
    (rest == 0).then(|| cells.into_iter().flatten().collect())
}

/// Converts a puzzle to a hexadecimal code, followed by the name of the puzzle.
///
/// # Errors
/// Returns the reason why the puzzle is not a Huarong Dao puzzle.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, String> {
    let is_board = puzzle.width() == WIDTH && puzzle.height() == HEIGHT;
    if !is_board
        || puzzle.cells().iter().any(|&cell| cell != CellKind::Floor)
        || !puzzle.gates().is_empty()
    {
        return Err(
            "the board of Huarong Dao is four cells wide and five high, without walls and gates"
                .to_owned(),
        );
    }
    if puzzle.pieces().iter().any(|piece| piece.axis.is_some()) {
        return Err("pieces of Huarong Dao are not locked to a line".to_owned());
    }
    let goal = puzzle.goal().map(|goal| &goal.pieces[..]);
    let is_goal = matches!(goal, Some([target]) if target.cell == GOAL && target.shape.extent() == (2, 2) && target.shape.len() == 4);
    if !is_goal {
        return Err(
            "the goal of Huarong Dao is the 2x2 piece in the middle of the bottom edge".to_owned(),
        );
    }
    let (mut hero, mut values) = (None, Vec::new());
    let occupants = puzzle.occupants(puzzle.start());
    for (cell, occupant) in occupants.into_iter().enumerate() {
        let Some(piece) = occupant else {
            values.push(0);
            continue;
        };
        if puzzle.start().anchor_of(piece) != cell {
            continue;
        }
        let shape = &puzzle.pieces()[piece].shape;
        match (shape.extent(), shape.len()) {
            ((2, 2), 4) if hero.is_none() => hero = Some(cell),
            ((2, 1), 2) => values.push(1),
            ((1, 2), 2) => values.push(2),
            ((1, 1), 1) => values.push(3),
            _ => {
                return Err(
                    "Huarong Dao has one 2x2 piece, and others of one or two cells".to_owned(),
                );
            }
        }
    }
    values.resize(16, 0);
    let hero = hero.ok_or("Huarong Dao has a 2x2 piece")?;
    let digits: String = values
        .chunks(2)
        .map(|two| format!("{:X}", two[0] * 4 + two[1]))
        .collect();
    Ok(format!("{hero:X}{digits} {}", puzzle.name())
        .trim_end()
        .to_owned()
        + "\n")
}
