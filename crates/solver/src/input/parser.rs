//! Parses the text of one board, or of several boards on one line.

use fifteen_puzzle::{Size, notation};
use serde_json::Value;

use super::solves::is_short_number;
use super::stated_size::{StatedSize, other_size};
use super::{BoardLine, LargeGrid, record};

/// Parses boards. The caller or a heading can prescribe their size.
#[derive(Debug, Clone, Copy)]
pub(super) struct BoardParser {
    /// The size that the caller requires.
    pub(super) size: Option<Size>,
    /// The size in a heading above the boards, such as `9x4`.
    pub(super) stated: Option<StatedSize>,
}

impl BoardParser {
    /// Returns the size that the caller or a heading prescribes, or `None` if the boards can have
    /// any size.
    fn size_of_boards(self) -> Option<StatedSize> {
        self.size.map(StatedSize::from).or(self.stated)
    }

    /// Returns the prescribed size if it is a size of a [`Board`](fifteen_puzzle::Board), which has
    /// at most 25 cells.
    pub(super) fn small_size(self) -> Option<Size> {
        self.size_of_boards().and_then(StatedSize::of_small_board)
    }

    /// Parses the text of one board. `line` is the number of its first line.
    pub(super) fn parse(self, line: u64, text: &str) -> BoardLine {
        #[cfg(test)]
        PARSED_LINES.with(|parsed| parsed.set(parsed.get() + text.lines().count()));
        parse_of_size(line, text, self.size_of_boards())
    }

    /// Parses a line by itself: a record, a board, or an array of boards. Any other line results in
    /// an error.
    pub(super) fn parse_alone(self, line: u64, text: &str) -> Vec<BoardLine> {
        if record::is_json(text) {
            return record::of_json(line, text, |fields, form| {
                record::of_record(line, fields, form, self.size)
            });
        }
        let board = parse_of_size(line, text, self.size_of_boards());
        if board.is_valid() {
            return vec![board];
        }
        self.several(line, text).unwrap_or_else(|| vec![board])
    }

    /// Parses a line with an array of boards, or with several arrays, in any kind of brackets.
    /// Returns `None` unless all items are boards.
    fn several(self, line: u64, text: &str) -> Option<Vec<BoardLine>> {
        let text = text.replace(['(', '{'], "[").replace([')', '}'], "]");
        let text = format!("[{}]", text.trim().trim_end_matches(','));
        let mut items: Vec<Value> = serde_json::from_str(&text).ok()?;
        if let [Value::Array(inner)] = &items[..] {
            items = inner.clone();
        }
        let board = |item: &Value| {
            let text = item
                .as_str()
                .map_or_else(|| item.to_string(), str::to_owned);
            let board = parse_of_size(line, &text, self.size_of_boards());
            BoardLine { line, ..board }
        };
        let boards: Vec<_> = items.iter().map(board).collect();
        let are_boards = boards.len() > 1 && boards.iter().all(BoardLine::is_valid);
        are_boards.then(|| BoardLine::numbered(boards))
    }
}

#[cfg(test)]
thread_local! {
    /// Number of lines that this thread has passed to [`BoardParser::parse`]. A test uses it to
    /// check that reading takes linear time.
    pub(super) static PARSED_LINES: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Parses the text of one board, which can state its size in the first line, such as `9x4`. The
/// result is an error if the board does not have the given `size`.
pub(super) fn parse_of_size(line: u64, text: &str, size: Option<StatedSize>) -> BoardLine {
    let small = size.and_then(StatedSize::of_small_board);
    let mut found = match notation::read(text, small) {
        Err(fault) if let Some((below, column)) = fault.place => BoardLine {
            repeated: fault.repeated_tiles(),
            ..BoardLine::invalid(
                line + below as u64,
                format!("column {column}: {}", fault.message),
            )
        },
        read => BoardLine::of_reading(line, read),
    };
    if let Ok(board) = &found.board {
        return match size.filter(|&size| size != board.size().into()) {
            Some(size) => BoardLine::invalid(line, other_size(board.size(), size)),
            None => found,
        };
    }
    if let Some((above, below)) = StatedSize::above(text)
        && StatedSize::above(below).is_none()
    {
        return match size.filter(|&size| size != above) {
            Some(size) => BoardLine::invalid(line, other_size(above, size)),
            None => parse_of_size(line + 1, below, Some(above)),
        };
    }
    found.is_number = is_short_number(text.trim());
    LargeGrid::read(text, size).map_or(found, |grid| BoardLine::of_large(line, grid))
}
