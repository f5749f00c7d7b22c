//! Decides which lines of the input are rows of the same board.
//!
//! Consecutive lines form a *block*. When the block ends, its lines are read in one of these ways.
//! The first one that is possible is used:
//!
//! 1. One board.
//! 2. Several boards with the same number of rows, such as two 3x3 boards without an empty line
//!    between them.
//! 3. A list, if most lines are boards by themselves. Each line is then a board or an error.
//! 4. One error for all lines.
//!
//! Every line is therefore part of exactly one board or error, and no row of an invalid board is
//! mistaken for a smaller board.
//!
//! The program that writes the input can wait for the result of each board before it writes the
//! next one, so a block must end as soon as possible. *If a line is a board by itself, it and an
//! adjacent line can be rows of a larger board only if at least half of the numbers in the adjacent
//! line do not occur in the board.* For example, `1 2 3 0` can be the first row of a 15-puzzle if
//! `5 6 7 4` follows, even if `5 6 7 4` contains a mistake. If `1 2 0 3` follows, both lines are
//! boards, and the block is a list. From then on, the result for each line is returned immediately.
//!
//! The input can be endless, so a block has at most [`MOST_LINES`] lines. When a block is full, its
//! complete boards are returned. If there are none, the whole block becomes one error, and its
//! remaining lines are skipped.

use fifteen_puzzle::{MAX_CELLS, Size};
use fifteen_search::tiles::large::MOST_CELLS;

use super::BoardLine;
use super::parser::BoardParser;
use super::roles::RoleQueue;
use super::row::Row;

/// Number of cells of a 3x3 board. A line with fewer cells is probably a row of a board rather than
/// a whole board, although a line with 4 cells can be a 2x2 board.
pub(super) const LEAST_SQUARE: usize = 9;

/// Maximum width and height of any board. It is half of the maximum number of cells, because a
/// board has at least two rows and two columns.
pub(super) const LONGEST_SIDE: usize = MOST_CELLS / 2;

/// Maximum number of lines in a block. The tallest board has [`LONGEST_SIDE`] rows. A frame drawn
/// around the cells adds a line above each row and one below the last. The remaining lines leave
/// room for headings.
///
/// The maximum is divisible by 2, 3, 4 and 5, so that a full block of small square boards does not
/// end in the middle of a board.
const MOST_LINES: usize = 2 * LONGEST_SIDE + 20;

/// What is known about the contents of a block.
#[derive(Debug, Default)]
enum Kind {
    #[default]
    Unknown,
    /// The block is a list with a board on each line. The value is the last line with a board.
    List(Row),
    /// The block consists of several boards, each with this number of rows.
    Boards { rows: usize },
    /// The block has too many lines. A single error has been returned for the whole block, and its
    /// remaining lines are skipped.
    Refused,
}

/// Consecutive lines whose boards have not been returned yet.
#[derive(Debug, Default)]
pub(super) struct Block {
    lines: Vec<Row>,
    kind: Kind,
}

/// Several boards with the same number of rows.
struct Stack {
    /// Number of rows of each board.
    rows: usize,
    boards: Vec<BoardLine>,
}

impl Stack {
    /// Returns the total number of rows in all boards of the stack.
    fn lines(&self) -> usize {
        self.rows * self.boards.len()
    }
}

impl Block {
    /// Returns whether any single line of the block is a complete board.
    pub(super) fn has_board(&self) -> bool {
        self.lines.iter().any(Row::is_board)
    }

    /// Returns whether the lines of the block form a complete board that can be read without
    /// guessing.
    pub(super) fn is_board(&self, parser: &BoardParser) -> bool {
        let whole = parser.parse(0, &text(&self.lines));
        whole.is_valid() && whole.guess.is_none()
    }

    /// Returns whether all lines of the block are text without numbers, such as
    /// `Solve this puzzle`. True for an empty block.
    pub(super) fn is_text(&self) -> bool {
        self.lines.iter().all(Row::is_text)
    }

    /// Returns the text of each line whose board has not been returned yet.
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

    /// Adds a line. If it cannot be part of the current block, that block ends and the line begins
    /// a new one.
    pub(super) fn add(&mut self, row: Row, parser: &BoardParser, ready: &mut RoleQueue) {
        if matches!(self.kind, Kind::Refused) {
            return;
        }
        let size = parser.small_size();
        let rows = self.rows_below_numbers();
        if !(self.can_go_on(&rows, &row) && row.may_be_row(size, rows.last().copied())) {
            let kind = match rows[..] {
                [only] if only.is_board() => Kind::List(only.clone()),
                _ => Kind::Unknown,
            };
            self.end(parser, ready);
            self.kind = kind;
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

    /// Returns the lines that can be rows of boards. These are the lines with cells, except for
    /// single numbers at the beginning of the block, because such a number can be a size.
    fn rows_below_numbers(&self) -> Vec<&Row> {
        let rows = self.lines.iter().filter(|row| !row.is_frame());
        rows.skip_while(|row| row.is_number()).collect()
    }

    /// Returns whether the line `next` can be part of the block. `rows` are the rows that the block
    /// contains so far.
    fn can_go_on(&self, rows: &[&Row], next: &Row) -> bool {
        let is_below_frame = self.lines.last().is_some_and(Row::is_frame);
        match rows {
            _ if next.is_frame() => true,
            [] => true,
            // The last line is part of a frame. The line above it can be a caption, so that `next`
            // is the first row inside the frame.
            [.., last] if is_below_frame && !last.is_board() => true,
            // A separator at the end of the last line means that its board continues on `next`.
            // This does not apply if both lines are boards, because lines of a list can also end
            // with a separator.
            [.., last] if last.is_unfinished() && !(last.is_board() && next.is_board()) => true,
            [only] => next.belongs_to(only),
            // The rows above can already form complete boards. In this case, `next` begins another
            // board.
            [.., last] => {
                next.is_about_as_long_as(last) || !next.is_board() && next.belongs_to(last)
            }
        }
    }

    /// Returns whether the result for a line can be returned immediately. This is the case if the
    /// line cannot be a row of a larger board, or if the block is a list with a board on each line.
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
        // If the line looks like a row of a larger board, the block remains a list. The error for
        // the line can then say that the lines above it were misread as a list.
        if !is_answered && !goes_on {
            self.kind = Kind::Unknown;
        }
        is_answered
    }

    /// Reads all lines of the block and adds the boards or errors to `ready`. The rules are
    /// described at the top of this module.
    fn read(&mut self, parser: &BoardParser, ready: &mut RoleQueue) {
        let rows: Vec<&Row> = self.lines.iter().filter(|row| !row.is_frame()).collect();
        let Some(&first) = rows.first() else {
            return self.lines.clear();
        };
        let whole = parser.parse(self.lines[0].line, &text(&self.lines));
        match &self.kind {
            Kind::List(board) => ready.add([rows_below_list(board, first, rows.len())]),
            Kind::Unknown if whole.is_valid() => ready.add([whole]),
            kind => match (self.stack(parser), kind) {
                (Some(stack), _) => {
                    let rest = &rows[stack.lines()..];
                    let error = rest
                        .first()
                        .map(|row| incomplete(row, rest.len(), stack.rows));
                    ready.add(stack.boards.into_iter().chain(error));
                }
                (None, &Kind::Boards { rows: above }) => {
                    ready.add([incomplete(first, rows.len(), above)]);
                }
                _ if self.is_list(&whole) => {
                    let lines = std::mem::take(&mut self.lines).into_iter();
                    let rows = lines.filter(|row| !row.is_frame());
                    rows.for_each(|row| add_alone(row, ready));
                }
                _ if self.is_text() => ready.add_text([whole]),
                _ => ready.add([error_of_rows(&rows, whole, parser)]),
            },
        }
        self.lines.clear();
    }

    /// Returns whether each line of the block is a separate board or error. This is the case if
    /// there is only one line, or if most lines are boards. It is also the case if the lines are
    /// too long for rows of a small board and do not form a large board together. `whole` is the
    /// result of reading all lines as a single board.
    fn is_list(&self, whole: &BoardLine) -> bool {
        let rows = self.lines.iter().filter(|row| !row.is_frame());
        let cells: usize = rows.clone().map(|row| row.tiles.len()).sum();
        let are_long = cells > MAX_CELLS
            && whole.large.is_none()
            && rows.clone().all(|row| row.tiles.len() >= LEAST_SQUARE);
        let is_board = |row: &&&Row| row.alone.iter().all(BoardLine::is_valid);
        let below = self.rows_below_numbers();
        let boards = below.iter().filter(is_board).count();
        rows.count() == 1 || 2 * boards > below.len() || boards == 0 && are_long
    }

    /// Reads a block that has reached its maximum of [`MOST_LINES`] lines. Adds its complete boards
    /// to `ready`, and keeps the lines below them. If there are no complete boards, adds one error
    /// for all lines.
    fn read_full(&mut self, parser: &BoardParser, ready: &mut RoleQueue) {
        if let Some(stack) = self.stack(parser) {
            let mut rows = std::mem::take(&mut self.lines);
            rows.retain(|row| !row.is_frame());
            self.lines = rows.split_off(stack.lines());
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

    /// Returns the boards in the block if it consists of at least two boards with the same number
    /// of rows, or `None` otherwise. A single board is not enough, because it could be the first
    /// rows of a taller board with a mistake. The last rows can be an incomplete board.
    fn stack(&self, parser: &BoardParser) -> Option<Stack> {
        let is_row = |&at: &usize| !self.lines[at].is_frame();
        let rows: Vec<usize> = (0..self.lines.len()).filter(is_row).collect();
        let width = self.lines[*rows.first()?].tiles.len();
        let heights = match self.kind {
            Kind::Boards { rows } => rows..=rows,
            _ => 2..=(rows.len() / 2).min(MOST_CELLS / width),
        };
        let mut guessed = None;
        for height in heights {
            let mut rest = rows.chunks_exact(height).remainder().iter();
            if rest.any(|&row| self.lines[row].tiles.len() != width) {
                continue;
            }
            let Some(boards) = self.boards_of_height(height, width, &rows, parser) else {
                continue;
            };
            let is_certain = boards.iter().all(|board| board.guess.is_none());
            let stack = Stack {
                rows: height,
                boards,
            };
            // Prefer boards that can be read without guessing.
            if is_certain {
                return Some(stack);
            }
            guessed = guessed.or(Some(stack));
        }
        guessed
    }

    /// Reads the rows in groups of `height`, each as a board. Returns the boards if all of them are
    /// valid. `rows` are the indices of the lines with cells.
    ///
    /// Boards of more than 25 cells may be invalid if the first one is valid, because rows of this
    /// length cannot be anything else. Two valid boards are then enough to confirm the height.
    fn boards_of_height(
        &self,
        height: usize,
        width: usize,
        rows: &[usize],
        parser: &BoardParser,
    ) -> Option<Vec<BoardLine>> {
        let is_height_known = matches!(self.kind, Kind::Boards { .. });
        let are_large = height * width > MAX_CELLS;
        let mut boards = Vec::new();
        for rows in rows.chunks_exact(height) {
            let lines = &self.lines[rows[0]..=rows[height - 1]];
            let board = parser.parse(lines[0].line, &text(lines));
            let may_be_invalid = are_large && (is_height_known || !boards.is_empty());
            if !board.is_valid() && !may_be_invalid {
                return None;
            }
            boards.push(board);
        }
        let valid = boards.iter().filter(|board| board.is_valid()).count();
        (valid >= 2 || is_height_known && !boards.is_empty()).then_some(boards)
    }
}

/// Adds the result of parsing a line by itself: its boards or an error.
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

/// Returns the error for lines below a list that can only be rows of a larger board. For example,
/// if a line with the numbers 16 to 31 follows a 4x4 board on one line, both lines are rows of a
/// larger board.
fn rows_below_list(board: &Row, first: &Row, count: usize) -> BoardLine {
    let (above, line, cells) = (board.line, first.line, board.tiles.len());
    let (side, height) = (cells.isqrt(), count + 1);
    let error = format!(
        "line {above} was read as a board of {side}x{side}, but the numbers from {cells} on in line {line} show that \
         it is a row of a larger board; put a size such as {cells}x{height} above the rows, or '/' between them"
    );
    BoardLine::invalid(line, error)
}

/// Returns the error for the last lines of a block of several boards, if they are too few for
/// another board.
fn incomplete(first: &Row, count: usize, rows: usize) -> BoardLine {
    let (lines, cells) = (if count == 1 { "line" } else { "lines" }, first.tiles.len());
    let error = format!(
        "{count} {lines} of {cells} cells after a board of {rows} such lines; complete the board, or put an empty line \
         before a board of another size"
    );
    BoardLine::invalid(first.line, error)
}

/// Returns the error for lines that do not form boards. `whole` is the result of reading the lines
/// as a single board.
fn error_of_rows(rows: &[&Row], whole: BoardLine, parser: &BoardParser) -> BoardLine {
    // The most common cause is input with several square boards and no empty line between them.
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
