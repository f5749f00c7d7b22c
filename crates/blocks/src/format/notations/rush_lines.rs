//! Reads and writes Rush Hour boards in the format of Michael Fogleman's database. Each line
//! contains the number of moves, the board, and the number of states, for example `60
//! IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332`.
//!
//! Both numbers are optional. A board without numbers can also be split into rows, which are
//! separated by spaces or line breaks. Such a drawing can show the exit as a `K` beyond the wall,
//! on any side of the board:
//!
//! ```text
//! AAB..F
//! ..BCDF
//! GPPCDFK
//! GH.III
//! GHJ...
//! LLJMM.
//! ```
//!
//! A line `car: P` names the car that leaves in the boards below it, a line `exit: left` states their
//! exit, and a line such as `6x6`, `6 6` or `size: 6` states their size. Other lines of numbers above a
//! drawing, such as the number of its cars, are skipped.

use super::car_list;
use super::level_pack::PackedLevel;
use super::rows::{NumberedLine, boards, is_row, paragraphs};
use super::rush_packs::{packed_levels, packed_puzzle};
use super::stated_above::{StatedAbove, StatedOutside, ValuesAbove};
use super::stated_exit::with_exit_above;
use super::stated_side::{sides, size_line};
use crate::format::rush::{Exit, Placed, RushBoard, SIDES, placed};
use crate::format::{FormatError, MAX_PUZZLES, PuzzleEntry};
use crate::{Axis, CellKind, Direction, Puzzle};

/// The character that marks the exit beyond the wall.
const EXIT: char = 'K';

/// Maximum number of lines in a drawing with an exit. Lines that contain only walls count too.
const MOST_LINES: usize = 16;
/// Maximum length of a line in a drawing with an exit, in bytes. A drawing can be indented, and can
/// have spaces between its cells.
const LONGEST_LINE: usize = 64;

/// The lines of a Rush Hour board. `car` is the letter of the car that leaves, if a line such as
/// `car: P` above the board names it.
struct BoardLines<'a> {
    lines: Vec<NumberedLine<'a>>,
    car: Option<char>,
    /// The exit, the car and the size that lines such as `exit: left`, `car: P` and `6x6` above the board
    /// state.
    above: ValuesAbove,
}

/// A Rush Hour board from a line of Michael Fogleman's database. `moves` and `states` are the
/// numbers before and after the board, or `None` if the line does not give them.
struct DatabaseLine<'a> {
    moves: Option<&'a str>,
    board: RushBoard,
    states: Option<&'a str>,
}

impl<'a> BoardLines<'a> {
    /// Parses a board, either from one line with optional numbers or from separate rows. Returns
    /// `None` if the lines do not look like a board.
    fn read(&self) -> Option<DatabaseLine<'a>> {
        let square = |characters| RushBoard::square(characters, self.car);
        let drawn = |board| DatabaseLine {
            moves: None,
            board,
            states: None,
        };
        if let Some(board) = with_exit(&self.lines) {
            return Some(drawn(RushBoard {
                car: self.car,
                ..board
            }));
        }
        let NumberedLine { number, text: line } = *self.lines.first()?;
        let mut widths = line.split_whitespace().map(str::len);
        let width = widths.next();
        if self.lines.len() > 1 || widths.all(|other| Some(other) == width) {
            let characters: Vec<Placed> = self
                .lines
                .iter()
                .flat_map(|line| placed(line.text, line.number, 1))
                .collect();
            return is_board(&characters).then(|| drawn(square(characters)));
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
            board: square(characters(words[board])),
            states,
        })
    }

    /// Returns the puzzle of a board that was read from these lines.
    fn puzzle(&self, found: DatabaseLine<'_>) -> Result<Puzzle, FormatError> {
        let place = (self.lines[0].number, 1);
        let error = |message| FormatError::new(place, message);
        let ValuesAbove { goal, side } = self.above.clone();
        found
            .board
            .check_side(side.transpose().map_err(error)?)
            .map_err(error)?;
        if let Some(message) = goal.mistake {
            return Err(error(message));
        }
        // A car that the caller specifies takes precedence, even over an invalid line.
        let car = match self.car {
            Some(letter) => Some(letter),
            None => goal.car.transpose().map_err(|message| FormatError {
                asks_for_car: true,
                ..error(message)
            })?,
        };
        let board = RushBoard { car, ..found.board };
        let exit = goal.exit.transpose();
        let board = exit.and_then(|exit| with_exit_above(board, exit));
        let mut puzzle = board.map_err(error)?.puzzle(place)?;
        let optimum = found.moves.map(|n| ("optimum", format!("straight={n}")));
        let states = found.states.map(|n| ("states", n.to_owned()));
        for (name, value) in optimum.into_iter().chain(states) {
            puzzle.properties.push((name.to_owned(), value));
        }
        Ok(puzzle)
    }
}

/// Reads a drawing whose only `K` marks the exit beyond the wall. Returns `None` for other lines.
///
/// Removes a row or column at the edge of the drawing if it contains only walls, spaces and the
/// exit. Repeats this until every edge contains other characters. Beside the exit, `.` can also
/// mean a wall, for example in the line `.K....` above a board. In a square drawing, such an edge
/// could belong to the board, so it is kept.
fn with_exit(lines: &[NumberedLine<'_>]) -> Option<RushBoard> {
    if lines.len() > MOST_LINES || lines.iter().any(|line| line.text.len() > LONGEST_LINE) {
        return None;
    }
    let mut grid: Vec<Vec<Placed>> = Vec::new();
    for line in lines {
        let places = (1..).map(|column| (line.number, column));
        grid.push(line.text.trim_end().chars().zip(places).collect());
    }
    // A space may follow each cell.
    let is_spaced = |row: &Vec<Placed>| row.iter().skip(1).step_by(2).all(|(c, _)| *c == ' ');
    if grid.iter().all(is_spaced) {
        grid.iter_mut()
            .for_each(|row| *row = row.iter().copied().step_by(2).collect());
    }
    let is_exit = |(c, _): &Placed| *c == EXIT;
    if grid.iter().flatten().filter(|cell| is_exit(cell)).count() != 1 {
        return None;
    }
    // If the exit is at the left, all rows may begin in the same column as the exit instead of the
    // column after it.
    let begins = |row: &[Placed]| row.first().is_some_and(is_exit);
    let length = grid.iter().map(Vec::len).max().unwrap_or(0);
    if grid
        .iter()
        .all(|row| row.first().is_some_and(|(c, _)| *c != ' '))
        && grid
            .iter()
            .all(|row| row.len() == length - usize::from(!begins(row)))
    {
        for row in grid.iter_mut().filter(|row| !begins(row)) {
            row.insert(0, (' ', row[0].1));
        }
    }
    for row in &mut grid {
        let end = row.last().map_or((1, 1), |(_, place)| *place);
        row.resize(length, (' ', end));
    }
    let is_square = length == grid.len();
    let (mut columns, mut rows) = (0..length, 0..grid.len());
    let mut exit = None;
    loop {
        let seen = (columns.clone(), rows.clone());
        for side in Direction::ALL {
            let (x, y) = (columns.clone(), rows.clone());
            let edge: Vec<(usize, usize)> = match side {
                Direction::Up => x.map(|x| (x, rows.start)).collect(),
                Direction::Down => x.map(|x| (x, rows.end - 1)).collect(),
                Direction::Left => y.map(|y| (columns.start, y)).collect(),
                Direction::Right => y.map(|y| (columns.end - 1, y)).collect(),
            };
            let opening = edge.iter().find(|&&(x, y)| is_exit(&grid[y][x]));
            let may_have_dots = opening.is_some() && !is_square;
            let is_wall = |&(x, y): &(usize, usize)| match grid[y][x].0 {
                ' ' | '#' | EXIT => true,
                c => c == '.' && may_have_dots,
            };
            if !edge.iter().all(is_wall) {
                continue;
            }
            exit = opening.map(|&(x, y)| (side, x, y)).or(exit);
            match side {
                Direction::Up => rows.start += 1,
                Direction::Down => rows.end -= 1,
                Direction::Left => columns.start += 1,
                Direction::Right => columns.end -= 1,
            }
            if rows.is_empty() || columns.is_empty() {
                return None;
            }
        }
        if seen == (columns.clone(), rows.clone()) {
            break;
        }
    }
    let (side, x, y) = exit?;
    let line = match side.axis() {
        Axis::Horizontal => y.checked_sub(rows.start)?,
        Axis::Vertical => x.checked_sub(columns.start)?,
    };
    let cells = grid[rows.clone()]
        .iter()
        .flat_map(|row| &row[columns.clone()]);
    let characters: Vec<Placed> = cells.copied().collect();
    let is_drawing = SIDES.contains(&columns.len())
        && SIDES.contains(&rows.len())
        && characters.iter().all(is_cell);
    is_drawing.then_some(RushBoard {
        characters,
        width: Some(columns.len()),
        exit: Some(Exit {
            side,
            line: Some(line),
        }),
        car: None,
        list_letters: None,
        stated_moves: None,
    })
}

/// Returns whether a character can be a cell of a board.
fn is_cell(&(c, _): &Placed) -> bool {
    c.is_ascii_alphanumeric() || ".#_-".contains(c)
}

/// Returns whether characters look like a board: either 36 characters, or another square number of
/// characters that includes empty cells or walls.
pub(super) fn is_board(characters: &[Placed]) -> bool {
    let length = characters.len();
    SIDES.into_iter().any(|side| side * side == length)
        && characters.iter().all(is_cell)
        && (length == 36 || characters.iter().any(|(c, _)| "ox._-0".contains(*c)))
}

/// Groups the lines of the input into boards. A drawing with an exit is a paragraph. Other boards
/// are square, so the width of a row is also the number of rows.
///
/// `option` is the letter of the leaving car if the caller specifies it. It takes precedence over
/// the lines of the input that name the car.
fn board_lines(text: &str, option: Option<char>) -> Vec<BoardLines<'_>> {
    let mut found = Vec::new();
    let mut values = Vec::new();
    for paragraph in paragraphs(text) {
        let mut lines: Vec<NumberedLine> = Vec::new();
        for line in paragraph.into_iter().filter(|line| is_row(line.text)) {
            let size = || {
                Some(StatedOutside {
                    line: line.number,
                    key: "size".to_owned(),
                    value: square_size(line.text)?,
                })
            };
            match StatedOutside::of_line(line.number, line.text).or_else(size) {
                Some(stated) => values.push(stated),
                None => lines.push(line),
            }
        }
        let is_number = |word: &str| word.len() < 3 && word.bytes().all(|b| b.is_ascii_digit());
        let is_size = |line: &&NumberedLine| line.text.split(' ').all(is_number);
        let sizes = lines.iter().take_while(is_size).count();
        let lines = lines.split_off(if sizes < lines.len() { sizes.min(2) } else { 0 });
        let groups = if with_exit(&lines).is_some() {
            vec![lines]
        } else {
            boards(lines.into_iter(), |width| {
                SIDES.contains(&width).then_some(width)
            })
        };
        found.extend(groups.into_iter().map(|lines| BoardLines {
            lines,
            car: option,
            above: ValuesAbove::default(),
        }));
    }
    let mut above = StatedAbove::new(&values);
    for lines in &mut found {
        lines.above = above.values(lines.lines[0].number).clone();
    }
    if let Some(message) = above.unused() {
        for lines in &mut found {
            lines.above.goal.mistake = Some(message.clone());
        }
    }
    found
}

/// Returns the size in a line that states the size of a square board, such as `6x6`, `6 6` or
/// `size: 6`. A drawing with an exit can have another shape, so the numbers `6 5` above it are not
/// such a size.
fn square_size(line: &str) -> Option<&str> {
    let is_square = |value: &&str| match sides(value).as_deref() {
        Some([width, height]) => width == height,
        Some([_]) => true,
        _ => false,
    };
    size_line(line).filter(is_square)
}

/// Returns whether the first board of the input is a Rush Hour board.
///
/// A board of several lines could also be a map of another puzzle. It counts as a Rush Hour board
/// only if it has the usual 36 cells, or if all its pieces are valid cars.
pub(super) fn fits(text: &str) -> bool {
    if car_list::read(text, None).is_some() {
        return true;
    }
    let boards = board_lines(text, None);
    let Some((first, found)) = boards
        .first()
        .and_then(|first| Some((first, first.read()?)))
    else {
        return !packed_levels(text).is_empty();
    };
    let are_cars = || match found.board.puzzle((1, 1)) {
        Ok(_) => true,
        Err(error) => error.asks_for_car,
    };
    first.lines.len() == 1 || found.board.characters.len() == 36 || are_cars()
}

/// Reads at most [`MAX_PUZZLES`] + 1 boards. The extra board is enough for the caller to report
/// that the input contains too many.
pub(super) fn read(text: &str, car: Option<char>) -> Vec<PuzzleEntry> {
    let entry = |(i, lines): (usize, BoardLines<'_>)| {
        let line = lines.lines[0].number;
        let puzzle = match lines.read() {
            Some(found) => lines.puzzle(found),
            None => {
                let found: String = lines.lines[0].text.trim().chars().take(20).collect();
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
    if let Some(boards) = car_list::read(text, car) {
        let entry = |(index, board): (usize, Result<RushBoard, FormatError>)| PuzzleEntry {
            index,
            name: String::new(),
            puzzle: board.and_then(|board| board.puzzle((1, 1))),
            empty: None,
        };
        return (1..).zip(boards).take(MAX_PUZZLES + 1).map(entry).collect();
    }
    let lines = board_lines(text, car);
    if lines.first().is_none_or(|lines| lines.read().is_none()) {
        let levels = packed_levels(text);
        if !levels.is_empty() {
            let entry = |(index, level): (usize, PackedLevel)| PuzzleEntry {
                index,
                puzzle: packed_puzzle(&level, car),
                name: level.name,
                empty: None,
            };
            return (1..).zip(levels).take(MAX_PUZZLES + 1).map(entry).collect();
        }
    }
    lines
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
    // The car that must drive out becomes `A`, or `X` if `A` would not be recognised because it
    // does not stand in the usual row. All other cars become `B`, `C` and so on, in reading order.
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
