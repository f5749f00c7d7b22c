//! Reads and writes Rush Hour boards in the format of Michael Fogleman's database. Each line
//! contains the number of moves, the board, and the number of states. An example is
//! `60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332`.
//!
//! Both numbers are optional. A board without numbers can also be split into rows, which are
//! separated by spaces or line breaks. Such a drawing can show the exit as a `K` beyond the wall.
//!
//! Lines above the boards can give the values that the boards share. A line `car: P` names the
//! *target car*, which must leave the board. A line `exit: left` gives the exit, and a line such as
//! `6x6`, `6 6` or `size: 6` gives the size. Other lines of numbers above a drawing, such as the
//! number of its cars, are skipped. Level packs and lists of cars are read too.

use super::drawing::{drawing_with_exit, is_board};
use super::exit::{with_exit, with_exit_above};
use super::expected_board::ExpectedBoard;
use super::levels::{Level, LevelContent, Levels, levels};
use super::rows::{NumberedLine, boards, is_row, paragraphs};
use super::stated::Stated;
use super::statements::{sides, words};
use crate::format::rush::{Placed, RushBoard, SIDES, placed};
use crate::format::{FormatError, MAX_PUZZLES, PuzzleEntry};
use crate::{Axis, CellKind, Puzzle};

/// Number of cells in a row of the boards in level packs.
const USUAL_SIDE: usize = 6;

/// Describes the boards that level packs can contain.
const PACKED_BOARD: ExpectedBoard = ExpectedBoard {
    cells: USUAL_SIDE * USUAL_SIDE,
    is_board: is_packed_board,
    can_be_cars: true,
};

fn is_packed_board(text: &str) -> bool {
    text.len() == USUAL_SIDE * USUAL_SIDE
        && text.contains(['.', 'o', '_', '-', '0'])
        && is_board(&placed(text, 1, 1).collect::<Vec<_>>())
}

/// The lines of a Rush Hour board, and the values from the lines above the board, such as its size.
struct BoardLines<'a> {
    lines: Vec<NumberedLine<'a>>,
    stated: Stated,
}

/// A Rush Hour board from a line of Michael Fogleman's database. `moves` and `states` are the
/// numbers before and after the board, or `None` if the line does not give them.
struct DatabaseLine<'a> {
    moves: Option<&'a str>,
    board: RushBoard,
    states: Option<&'a str>,
}

impl<'a> BoardLines<'a> {
    /// Parses a board, which is either a line with optional numbers before and after the board, or
    /// a row on each line. Returns `None` if the lines do not look like a board.
    fn read(&self) -> Option<DatabaseLine<'a>> {
        let drawn = |board| DatabaseLine {
            moves: None,
            board,
            states: None,
        };
        if let Some(board) = drawing_with_exit(&self.lines) {
            return Some(drawn(board));
        }
        let NumberedLine { number, text: line } = *self.lines.first()?;
        let mut widths = line.split_whitespace().map(str::len);
        let width = widths.next();
        if self.lines.len() > 1 || widths.all(|other| Some(other) == width) {
            let cells = self
                .lines
                .iter()
                .flat_map(|line| placed(line.text, line.number, 1));
            let characters: Vec<Placed> = cells.collect();
            return is_board(&characters).then(|| drawn(RushBoard::square(characters, None)));
        }
        // Stop after four words, because a line with more than three words is not a board.
        let words: Vec<&str> = line.split_whitespace().take(4).collect();
        let characters = |word: &str| -> Vec<Placed> {
            placed(word, number, line.find(word).map_or(1, |at| at + 1)).collect()
        };
        let board = words.iter().position(|word| is_board(&characters(word)))?;
        let is_number = |word: &&str| word.len() < 10 && word.bytes().all(|b| b.is_ascii_digit());
        let (before, after) = (&words[..board], &words[board + 1..]);
        let is_line =
            before.len() < 2 && after.len() < 2 && before.iter().chain(after).all(is_number);
        let [moves, states] = [before, after].map(|numbers| numbers.first().copied());
        is_line.then(|| DatabaseLine {
            moves,
            board: RushBoard::square(characters(words[board]), None),
            states,
        })
    }

    /// Builds the puzzle that these lines describe. `car` is the letter of the target car (the car
    /// that must leave the board), or `None` if the caller does not specify it.
    fn puzzle(&self, car: Option<char>) -> Result<Puzzle, FormatError> {
        let place = (self.lines[0].number, 1);
        let error = |message| FormatError::new(place, message);
        let Some(found) = self.read() else {
            let found: String = self.lines[0].text.trim().chars().take(20).collect();
            return Err(error(format!(
                "'{found}' is not a Rush Hour board; expected 36 characters, in one line with the moves before and the \
                 states after if known, or six lines of six"
            )));
        };
        let car = check(&self.stated, place, car)?;
        let board = RushBoard { car, ..found.board };
        board.check_side(self.stated.side).map_err(error)?;
        let board = with_exit_above(board, self.stated.exit).map_err(error)?;
        let mut puzzle = board.puzzle(place)?;
        let optimum = found.moves.map(|n| ("optimum", format!("straight={n}")));
        let states = found.states.map(|n| ("states", n.to_owned()));
        for (name, value) in optimum.into_iter().chain(states) {
            puzzle.properties.push((name.to_owned(), value));
        }
        Ok(puzzle)
    }
}

/// Checks the values that the input gives for a board, and returns the letter of the target car. If
/// the caller already specifies the target car, the car in the input is ignored, even if it is
/// invalid.
fn check(
    stated: &Stated,
    place: (usize, usize),
    car: Option<char>,
) -> Result<Option<char>, FormatError> {
    if let Some(message) = &stated.mistake {
        return Err(FormatError::new(place, message.clone()));
    }
    match (car, &stated.car) {
        (None, Some(Err(message))) => Err(FormatError {
            asks_for_car: true,
            ..FormatError::new(place, message.clone())
        }),
        (None, Some(Ok(letter))) => Ok(Some(*letter)),
        _ => Ok(car),
    }
}

/// Groups the lines of the input into boards. A drawing with an exit extends to the next empty
/// line. Any other board is square, so the width of a row is also the number of rows.
fn board_lines(text: &str) -> Vec<BoardLines<'_>> {
    let mut found: Vec<BoardLines<'_>> = Vec::new();
    // The settings on the lines since the last board, and the settings on earlier lines.
    let (mut above, mut inherited) = (Stated::default(), Stated::default());
    let mut last_line = None;
    for paragraph in paragraphs(text) {
        let mut lines: Vec<NumberedLine> = Vec::new();
        for line in paragraph.into_iter().filter(|line| is_row(line.text)) {
            if !is_oblong_size(line.text) && (above.add_line(line) || above.add_sentence(line.text))
            {
                add_groups(&mut found, std::mem::take(&mut lines), &inherited);
                last_line = Some(line);
            } else if is_title(line.text) {
                add_groups(&mut found, std::mem::take(&mut lines), &inherited);
            } else {
                if lines.is_empty() {
                    above.inherit(&inherited);
                    inherited = std::mem::take(&mut above);
                }
                lines.push(line);
            }
        }
        if !lines.is_empty() {
            last_line = None;
        }
        add_groups(&mut found, lines, &inherited);
    }
    refuse_marks(&mut found);
    if let [board] = &mut found[..]
        && board.stated.inherit_below(&above)
    {
        return found;
    }
    if let Some(line) = last_line {
        let what = match (&above.car, above.side) {
            (Some(_), _) => "car",
            (None, Some(_)) => "size",
            (None, None) => "exit",
        };
        let text = line.text.trim();
        let message = format!("'{text}' follows the last board; state the {what} above the boards");
        for board in &mut found {
            board.stated.mistake = Some(message.clone());
        }
    }
    found
}

/// Adds the boards that consecutive lines contain. Skips up to two lines of numbers above a
/// drawing, such as the number of its cars.
fn add_groups<'a>(
    found: &mut Vec<BoardLines<'a>>,
    mut lines: Vec<NumberedLine<'a>>,
    stated: &Stated,
) {
    let is_number = |word: &str| word.len() < 3 && word.bytes().all(|b| b.is_ascii_digit());
    let is_size = |line: &&NumberedLine| line.text.split(' ').all(is_number);
    let sizes = lines.iter().take_while(is_size).count();
    let lines = lines.split_off(if sizes < lines.len() { sizes.min(2) } else { 0 });
    let groups = match drawing_with_exit(&lines) {
        Some(_) => vec![lines],
        None => boards(lines.into_iter(), |width| {
            SIDES.contains(&width).then_some(width)
        }),
    };
    found.extend(groups.into_iter().map(|lines| BoardLines {
        lines,
        stated: stated.clone(),
    }));
}

/// Removes each mark of an exit, such as `K`, that is not part of a drawing. It is unclear whether
/// the mark is meant for the board before it or the board after it, so both boards become errors.
fn refuse_marks(found: &mut Vec<BoardLines<'_>>) {
    let is_mark = |board: &BoardLines<'_>| match &board.lines[..] {
        [line] => ["K", "EXIT"].contains(&&*line.text.trim().to_ascii_uppercase()),
        _ => false,
    };
    for index in 0..found.len() {
        if is_mark(&found[index]) {
            let NumberedLine { number, text } = found[index].lines[0];
            let message = format!(
                "the '{}' in line {number} belongs to no drawing; write a K directly above or below the drawing, in line \
                 with the exit, or write a line such as 'exit: bottom' above the drawing",
                text.trim()
            );
            let end = found.len().min(index + 2);
            for board in &mut found[index.saturating_sub(1)..end] {
                board.stated.mistake = Some(message.clone());
            }
        }
    }
    found.retain(|board| !is_mark(board));
}

/// Returns whether a line is a title such as `Level 1`, and not a row of a drawing.
fn is_title(line: &str) -> bool {
    let first = words(line).next().unwrap_or_default();
    let is_level = ["level", "puzzle"].contains(&&*first.to_ascii_lowercase());
    is_level && line.trim().contains(char::is_whitespace)
}

/// Returns whether a line is a single number, or a size such as `6 5` that is not square. Such a
/// line can be above a drawing with an exit, but it never gives the size of a square board.
fn is_oblong_size(line: &str) -> bool {
    sides(line).is_some_and(|sides| sides.len() == 1 || sides[0] != sides[1])
}

/// Returns whether the first board of the input is a Rush Hour board.
///
/// A board of several lines could also be a map of another puzzle. It counts as a Rush Hour board
/// only if it has the usual 36 cells, or if all its pieces are valid cars.
pub(super) fn fits(text: &str) -> bool {
    let levels = levels(text, PACKED_BOARD);
    let boards = board_lines(text);
    let first = boards
        .first()
        .and_then(|first| Some((first, first.read()?)));
    let Some((first, found)) = first.filter(|_| !levels.has_cars) else {
        return !levels.levels.is_empty();
    };
    let are_cars = || match found.board.puzzle((1, 1)) {
        Ok(_) => true,
        Err(error) => error.asks_for_car,
    };
    first.lines.len() == 1 || found.board.characters.len() == 36 || are_cars()
}

/// Reads at most [`MAX_PUZZLES`] + 1 boards. With the extra board, the caller can see that the
/// input contains too many boards.
///
/// `car` is the letter of the target car (the car that must leave the board), or `None` if the
/// caller does not specify it. It takes precedence over the car that the input names.
pub(super) fn read(text: &str, car: Option<char>) -> Vec<PuzzleEntry> {
    let entry = |index: usize, name: String, puzzle: Result<Puzzle, FormatError>| PuzzleEntry {
        index: index + 1,
        name,
        puzzle,
        empty: None,
    };
    let levels = levels(text, PACKED_BOARD);
    let lines = match levels.has_cars {
        true => Vec::new(),
        false => board_lines(text),
    };
    let is_drawn = lines.first().is_some_and(|lines| lines.read().is_some());
    if is_drawn || levels.levels.is_empty() {
        let lines = lines.iter().take(MAX_PUZZLES + 1).enumerate();
        return lines
            .map(|(index, lines)| PuzzleEntry {
                empty: lines.read().and_then(|found| found.board.empty_sign()),
                ..entry(index, String::new(), lines.puzzle(car))
            })
            .collect();
    }
    let mut names = Vec::new();
    for level in levels.levels.iter().take(MAX_PUZZLES + 1) {
        names.push(level.stated.name.clone());
    }
    let puzzles = puzzles_of_levels(levels, car);
    puzzles
        .into_iter()
        .zip(names)
        .enumerate()
        .map(|(index, (puzzle, name))| entry(index, name, puzzle))
        .collect()
}

/// Returns the puzzles of a level pack.
///
/// If a line such as `size: 7` applies to several lists of cars, all of them must count rows and
/// columns from the same number, 0 or 1. If the first list counts from 0 and another list seems to
/// count from 1, that list was probably written for a board of a different size, so it is an error.
fn puzzles_of_levels(levels: Levels, car: Option<char>) -> Vec<Result<Puzzle, FormatError>> {
    // The number of the last line that gave a size to a list, and the number (0 or 1) from which
    // the first list below this line counts rows and columns.
    let mut known: Option<(usize, usize)> = None;
    let mut puzzles = Vec::new();
    for level in levels.levels.into_iter().take(MAX_PUZZLES + 1) {
        puzzles.push(puzzle_of_level(level, car, &mut known));
    }
    puzzles
}

fn puzzle_of_level(
    level: Level,
    car: Option<char>,
    known: &mut Option<(usize, usize)>,
) -> Result<Puzzle, FormatError> {
    let place = (level.line, 1);
    let error = |message: String| FormatError::new(place, message);
    let stated = &level.stated;
    let content = level.content?;
    let car = check(stated, place, car)?;
    let puzzle = match content {
        LevelContent::Board(cells) => {
            let characters = placed(&cells, level.line, 1).map(|(c, _)| (c, place));
            let board = RushBoard {
                stated_moves: stated.moves,
                ..RushBoard::square(characters.collect(), car)
            };
            board.check_side(stated.side).map_err(error)?;
            let board = with_exit(board, stated.exit, USUAL_SIDE, &[0, 1]).map_err(error)?;
            board.puzzle(place)?
        }
        LevelContent::Cars(list) => {
            let found = list.board(stated, car)?;
            match (stated.side_line, *known) {
                (Some(side_line), Some((line, base)))
                    if line == side_line && base != found.base =>
                {
                    return Err(error(format!(
                        "this list gets its size from line {side_line} and seems to count from {}, but the first list \
                         below that line counts from {base}; state the size of this list in the line above its cars",
                        found.base
                    )));
                }
                (Some(side_line), _) => *known = Some((side_line, found.base)),
                (None, _) => (),
            }
            found.board.puzzle((1, 1))?
        }
    };
    Ok(Puzzle {
        name: stated.name.clone(),
        ..puzzle
    })
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
    // The target car (the car that must leave) becomes `A`. Outside the usual row, `A` would not be
    // recognised as the target car, so it becomes `X` there. All other cars become `B`, `C` and so
    // on, in reading order.
    let is_clear = target.cell / side == (side - 1) / 2;
    let mut others = ('B'..='Z')
        .chain('a'..='z')
        .filter(|c| !matches!(c, 'X' | 'x' | 'o'));
    let mut letters = vec![None; puzzle.pieces().len()];
    letters[car] = Some(if is_clear { 'A' } else { 'X' });
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
