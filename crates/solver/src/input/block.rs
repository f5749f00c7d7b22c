//! Decides which lines of the input are rows of the same board.
//!
//! Lines that follow each other are a *block*. The block is read when it ends, in this order:
//!
//! 1. All lines are one board.
//! 2. They are several boards with the same number of rows, such as two 3x3 boards without an empty
//!    line between them.
//! 3. They are a list, because most lines are boards by themselves. Each line is then a board or an
//!    error.
//! 4. Otherwise they share one error.
//!
//! So every line belongs to one board or to one error, and no row of an invalid board is answered as
//! a smaller board.
//!
//! A program can wait for each answer before it writes the next board, so a block ends as soon as
//! possible. *A board on one line is apart from the line next to it unless at least half of the
//! numbers there are too large for this board.* For example, `1 2 3 0` can be the first row of a
//! 15-puzzle if `5 6 7 4` follows, even if that line has a mistake. If `1 2 0 3` follows, both lines
//! are boards, and the block turns out to be a list: from then on, each line is answered at once.
//!
//! The text can be endless, so a block has at most [`MOST_LINES`] lines. If more follow, the whole
//! boards among them are returned. If there are none, the block is refused.

use fifteen_puzzle::{MAX_CELLS, Size, notation};
use fifteen_search::tiles::large::MOST_CELLS;

use super::parser::BoardParser;
use super::roles::RoleQueue;
use super::{BoardLine, record};

/// Maximum number of cells in a row of a board of at most 25 cells, which has at least two rows.
const LONGEST_ROW: usize = MAX_CELLS / 2;

/// Number of cells of a 3x3 board. A line with fewer cells is a row rather than a board.
const LEAST_SQUARE: usize = 9;

/// Maximum number of rows of any board, and of cells in a row.
const LONGEST_SIDE: usize = MOST_CELLS / 2;

/// Maximum number of lines in a block. The tallest board has [`LONGEST_SIDE`] rows, and a frame drawn
/// around the cells adds a line above each row and one below the last. The other lines leave room
/// for headings. This number is divisible by the number of rows of every small square board.
const MOST_LINES: usize = 2 * LONGEST_SIDE + 20;

/// A line of a block. An array that spans several lines counts as one line.
#[derive(Debug, Clone)]
pub(super) struct Row {
    line: u64,
    text: String,
    /// The tiles in the cells, or `None` for a cell that is not a number. The lines of a frame, such
    /// as `+---+`, have no cells.
    tiles: Vec<Option<u8>>,
    /// Whether a row of a board ends within the line, as in `1 2 / 3 0`.
    ends_row: bool,
    /// Result of parsing the line alone: a board, several boards from an array, or an error.
    alone: Vec<BoardLine>,
}

impl Row {
    /// Creates a line from its text and from the result of parsing it alone.
    pub(super) fn new(line: u64, text: &str, alone: Vec<BoardLine>) -> Self {
        let cells = notation::cells_of_line(text);
        Self {
            line,
            text: text.to_owned(),
            tiles: cells.tiles,
            ends_row: cells.ends_row,
            alone,
        }
    }

    fn is_frame(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Returns whether the line by itself is an unambiguous board.
    fn is_board(&self) -> bool {
        let is_board = |found: &BoardLine| found.is_valid() && found.guess.is_none();
        self.alone.iter().all(is_board)
    }

    /// Returns whether the line is only a number, which can be a size, the number of boards, or the
    /// cell of the blank in the goal.
    fn is_number(&self) -> bool {
        let number = self.text.trim().parse();
        number.is_ok_and(|number: i8| (-1..100).contains(&number))
    }

    /// Returns whether the line is not a board and contains no numbers, such as `Solve this
    /// puzzle`.
    fn is_text(&self) -> bool {
        !self.text.contains(char::is_numeric) && self.alone.iter().all(|found| !found.is_valid())
    }

    /// Returns whether this line and its neighbour `board`, which is a board by itself, can be rows of
    /// a larger board: at least half of the numbers of this line do not occur in that board.
    fn goes_on(&self, board: &Self) -> bool {
        let is_new = |tile: &&Option<u8>| tile.is_some() && !board.tiles.contains(tile);
        let new = self.tiles.iter().filter(is_new).count();
        self.is_about_as_long_as(board) && 2 * new >= self.tiles.len()
    }

    /// Returns whether this line and the line above it can be rows of one board. Lines that are not
    /// boards belong together unless a long row follows a line of another length.
    fn belongs_to(&self, above: &Self) -> bool {
        match (above.is_board(), self.is_board()) {
            (true, _) => self.goes_on(above),
            (false, true) => above.goes_on(self),
            (false, false) => self.tiles.len() <= LONGEST_ROW || self.is_about_as_long_as(above),
        }
    }

    /// Returns whether the numbers of cells differ by at most one, the cell of a mistake.
    fn is_about_as_long_as(&self, other: &Self) -> bool {
        self.tiles.len().abs_diff(other.tiles.len()) <= 1
    }

    /// Returns whether the line can be a row of a larger board, even if it contains an error. `above`
    /// is the last row of the block.
    fn may_be_row(&self, size: Option<Size>, above: Option<&Self>) -> bool {
        let cells = self.tiles.len();
        let is_whole = self.is_board();
        if self.ends_row || record::is_json(&self.text) {
            return false;
        }
        if let Some(size) = size
            && (is_whole || cells == size.cells())
        {
            return false;
        }
        if cells <= LONGEST_ROW {
            return true;
        }
        // A longer line is a row of a board of more than 25 cells. A line that is a square board by
        // itself is not held back, unless its end or the line above it shows that it is a row.
        let numbers = self.tiles.iter().flatten().count();
        let shows_row = self.text.trim_end().ends_with(['/', '\\', ',', '|'])
            || above.is_some_and(|above| self.is_about_as_long_as(above));
        cells <= LONGEST_SIDE && numbers + 1 >= cells && (!is_whole || shows_row)
    }
}

/// What the lines of a block have turned out to be.
#[derive(Debug, Default)]
enum Kind {
    #[default]
    Unknown,
    /// Each line is a board, the last of them this one.
    List(Row),
    /// Boards with this number of rows.
    Boards { rows: usize },
    /// Too many lines. All of them share one error, which has been returned.
    Refused,
}

/// Lines that follow each other, as far as their boards have not been returned.
#[derive(Debug, Default)]
pub(super) struct Block {
    lines: Vec<Row>,
    kind: Kind,
}

/// Several boards with the same number of rows.
struct Stack {
    rows: usize,
    /// Number of rows of all boards.
    lines: usize,
    boards: Vec<BoardLine>,
}

impl Block {
    /// Returns whether any line of the block is a board by itself.
    pub(super) fn has_board(&self) -> bool {
        self.lines.iter().any(Row::is_board)
    }

    /// Returns whether the lines of the block are a whole board, which needs no guess.
    pub(super) fn is_board(&self, parser: &BoardParser) -> bool {
        let whole = parser.parse(0, &text(&self.lines));
        whole.is_valid() && whole.guess.is_none()
    }

    /// Returns whether the block has no cells, but perhaps lines of text.
    pub(super) fn is_text(&self) -> bool {
        self.lines.iter().all(Row::is_text)
    }

    /// Returns the texts of the lines that have not become boards yet.
    pub(super) fn texts(&self) -> Vec<&str> {
        self.lines.iter().map(|row| row.text.as_str()).collect()
    }

    /// Removes all lines without reading them.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Ends the block and adds its boards and errors to `ready`.
    pub(super) fn end(&mut self, parser: &BoardParser, ready: &mut RoleQueue) {
        self.read(parser, ready);
        self.kind = Kind::Unknown;
    }

    /// Adds a line. If it does not belong to the lines before it, their block ends and a new one
    /// begins.
    pub(super) fn add(&mut self, row: Row, parser: &BoardParser, ready: &mut RoleQueue) {
        if matches!(self.kind, Kind::Refused) {
            return;
        }
        let size = parser.small_size();
        let mut rows: Vec<&Row> = self.lines.iter().filter(|row| !row.is_frame()).collect();
        let numbers = rows.iter().take_while(|row| row.is_number()).count();
        rows.drain(..numbers);
        let belongs = match rows[..] {
            _ if row.is_frame() => true,
            [] => true,
            // The first row of a box can stand below the names of boxes.
            [.., last] if self.lines.last().is_some_and(Row::is_frame) && !last.is_board() => true,
            [only] => row.belongs_to(only),
            // Whole boards can be above the line, which then begins another board.
            [.., last] => row.is_about_as_long_as(last) || !row.is_board() && row.belongs_to(last),
        };
        let above = rows.last().copied();
        if !(belongs && row.may_be_row(size, above)) {
            let is_list = rows.len() == 1 && rows[0].is_board();
            let last = self.lines.iter().rposition(|row| !row.is_frame());
            let list = last
                .filter(|_| is_list)
                .map(|last| self.lines[last].clone());
            self.end(parser, ready);
            self.kind = list.map_or(Kind::Unknown, Kind::List);
        }
        if self.lines.is_empty() && self.is_answered(&row, size) {
            if row.is_board() && !row.ends_row {
                self.kind = Kind::List(row.clone());
            }
            return add_alone(row, ready);
        }
        self.lines.push(row);
        if self.lines.len() == MOST_LINES {
            self.read_full(parser, ready);
        }
    }

    /// Returns whether a line is answered at once, because it cannot be a row or because the block is
    /// a list.
    fn is_answered(&mut self, row: &Row, size: Option<Size>) -> bool {
        if !row.may_be_row(size, None) {
            self.kind = Kind::Unknown;
            return true;
        }
        let Kind::List(board) = &self.kind else {
            return false;
        };
        let goes_on = row.goes_on(board);
        let is_answered = row.tiles.len() == board.tiles.len() && (row.is_board() || !goes_on);
        // If rows of a larger board follow, the list was a mistake, and the error must say so.
        if !is_answered && !goes_on && !row.is_frame() {
            self.kind = Kind::Unknown;
        }
        is_answered
    }

    /// Reads all lines of the block.
    fn read(&mut self, parser: &BoardParser, ready: &mut RoleQueue) {
        let lines = std::mem::take(&mut self.lines);
        let rows: Vec<usize> = (0..lines.len())
            .filter(|&at| !lines[at].is_frame())
            .collect();
        let Some(&first) = rows.first() else { return };
        if let Kind::List(board) = &self.kind {
            return ready.add([rows_below_list(board, &lines[first], rows.len())]);
        }
        let whole = parser.parse(lines[0].line, &text(&lines));
        if !matches!(self.kind, Kind::Boards { .. }) && whole.is_valid() {
            return ready.add([whole]);
        }
        if let Some(stack) = self.stack(&lines, parser) {
            ready.add(stack.boards);
            let rest = &rows[stack.lines..];
            let error = rest
                .first()
                .map(|&begin| incomplete(&lines[begin], rest.len(), stack.rows));
            return ready.add(error);
        }
        if let Kind::Boards { rows: above } = self.kind {
            return ready.add([incomplete(&lines[first], rows.len(), above)]);
        }
        let numbers = rows.iter().take_while(|&&at| lines[at].is_number()).count();
        let is_board = |&&at: &&usize| lines[at].alone.iter().all(BoardLine::is_valid);
        let boards = rows[numbers..].iter().filter(is_board).count();
        // Long lines that are not rows of a large board are more likely boards with mistakes.
        let is_long = |&at: &usize| lines[at].tiles.len() >= LEAST_SQUARE;
        let cells: usize = lines.iter().map(|row| row.tiles.len()).sum();
        let are_long =
            boards == 0 && whole.large.is_none() && cells > MAX_CELLS && rows.iter().all(is_long);
        if rows.len() == 1 || 2 * boards > rows.len() - numbers || are_long {
            let lines = lines.into_iter().filter(|row| !row.is_frame());
            return lines.for_each(|row| add_alone(row, ready));
        }
        let error = error_of_rows(&lines, whole, parser);
        if lines.iter().all(Row::is_text) {
            ready.add_text([error]);
        } else {
            ready.add([error]);
        }
    }

    /// Reads the whole boards in a block of [`MOST_LINES`] lines, and keeps the lines after them. If
    /// there are none, all lines share one error.
    fn read_full(&mut self, parser: &BoardParser, ready: &mut RoleQueue) {
        if let Some(stack) = self.stack(&self.lines, parser) {
            let mut rows = std::mem::take(&mut self.lines);
            rows.retain(|row| !row.is_frame());
            self.lines = rows.split_off(stack.lines);
            self.kind = Kind::Boards { rows: stack.rows };
            return ready.add(stack.boards);
        }
        let error = format!(
            "expected whole boards of at most {LONGEST_SIDE} rows, but the lines from here to the next empty line are \
             not; correct the rows, and put an empty line between boards"
        );
        ready.add([BoardLine::invalid(self.lines[0].line, error)]);
        self.lines.clear();
        self.kind = Kind::Refused;
    }

    /// Returns the boards in a block of several boards, or `None` if it is not such a block. The last
    /// rows can be too few for a board. A single board is not enough, because it can consist of the
    /// first rows of a taller board with a mistake.
    fn stack(&self, lines: &[Row], parser: &BoardParser) -> Option<Stack> {
        let rows: Vec<usize> = (0..lines.len())
            .filter(|&at| !lines[at].is_frame())
            .collect();
        let width = lines[*rows.first()?].tiles.len();
        let heights = match self.kind {
            Kind::Boards { rows } => rows..=rows,
            _ => 2..=(rows.len() / 2).min(MOST_CELLS / width),
        };
        let mut found: Option<Stack> = None;
        for height in heights {
            let mut boards = Vec::new();
            let rest = &rows[rows.len() / height * height..];
            if rest.iter().any(|&row| lines[row].tiles.len() != width) {
                continue;
            }
            for board in rows.chunks_exact(height) {
                let (begin, end) = (board[0], board[height - 1]);
                let board = parser.parse(lines[begin].line, &text(&lines[begin..=end]));
                if !board.is_valid() {
                    boards.clear();
                    break;
                }
                boards.push(board);
            }
            if boards.is_empty() {
                continue;
            }
            // Boards that need no guess are preferred.
            let is_certain = boards.iter().all(|board| board.guess.is_none());
            if is_certain || found.is_none() {
                let lines = height * boards.len();
                found = Some(Stack {
                    rows: height,
                    lines,
                    boards,
                });
            }
            if is_certain {
                break;
            }
        }
        found
    }
}

/// Adds the boards or the error of a line by itself.
fn add_alone(row: Row, ready: &mut RoleQueue) {
    if row.is_text() {
        ready.add_text(row.alone);
    } else {
        ready.add(row.alone);
    }
}

fn text(lines: &[Row]) -> String {
    let texts: Vec<&str> = lines.iter().map(|row| row.text.as_str()).collect();
    texts.join("\n")
}

/// Returns the error for lines below a list that can only be rows, such as the numbers from 16 to 31
/// below a 4x4 board on one line. The last line of the list was then a row, too.
fn rows_below_list(board: &Row, first: &Row, count: usize) -> BoardLine {
    let (above, line, cells) = (board.line, first.line, board.tiles.len());
    let (side, height) = (cells.isqrt(), count + 1);
    let error = format!(
        "line {above} was read as a board of {side}x{side}, but the numbers from {cells} on in line {line} show that \
         it is a row of a larger board; put a size such as {cells}x{height} above the rows, or '/' between them"
    );
    BoardLine::invalid(line, error)
}

/// Returns the error for rows that are too few for a board like the boards above them.
fn incomplete(first: &Row, count: usize, rows: usize) -> BoardLine {
    let (lines, cells) = (if count == 1 { "line" } else { "lines" }, first.tiles.len());
    let error = format!(
        "{count} {lines} of {cells} cells after a board of {rows} such lines; complete the board, or put an empty line \
         before a board of another size"
    );
    BoardLine::invalid(first.line, error)
}

/// Returns the error that lines share. `whole` is what they are as a single board.
fn error_of_rows(lines: &[Row], whole: BoardLine, parser: &BoardParser) -> BoardLine {
    let rows: Vec<&Row> = lines.iter().filter(|row| !row.is_frame()).collect();
    // Two square boards are what people most often write below each other.
    let side = rows[0].tiles.len();
    if side < 2 || rows.len() < 2 * side || rows[0].is_number() {
        return whole;
    }
    let texts: Vec<&str> = rows[..side].iter().map(|row| row.text.as_str()).collect();
    let first = parser.parse(rows[0].line, &texts.join("\n"));
    let cells: usize = rows.iter().map(|row| row.tiles.len()).sum();
    let found = match first.is_valid() {
        true => whole,
        false if cells > MAX_CELLS => first,
        false => return whole,
    };
    let error = found.board.err().unwrap_or_default();
    let advice = "if these are several boards, put an empty line between them";
    BoardLine::invalid(found.line, format!("{error}; {advice}"))
}
