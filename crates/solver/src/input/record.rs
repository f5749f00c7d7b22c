//! Boards in records: JSON objects with a field `board`, and CSV with a column `board`.

use csv_core::ReadRecordResult;
use fifteen_puzzle::notation::{self, other_size};
use fifteen_puzzle::{Goal, ParseError, Size};
use serde_json::Value;

use super::BoardLine;

/// True for a JSON object or an array of objects, by its begin; Java and C write arrays in braces too.
pub(super) fn is_json(text: &str) -> bool {
    let first = text.trim_start_matches(|c: char| c == '[' || c.is_whitespace());
    first.strip_prefix('{').is_some_and(|fields| matches!(fields.trim_start().chars().next(), None | Some('"' | '}')))
}

/// The boards of a JSON object, such as `fifteen solve --json` prints, or of an array of objects.
pub(super) fn of_json(line: u64, text: &str, size: Option<Size>) -> Vec<BoardLine> {
    match serde_json::from_str(text) {
        Ok(Value::Array(records)) => records.iter().map(|record| of_value(line, record, size)).collect(),
        Ok(record) => vec![of_value(line, &record, size)],
        Err(error) => vec![BoardLine::invalid(line, format!("this begins as a JSON object but is not one: {error}"))],
    }
}

fn of_value(line: u64, item: &Value, size: Option<Size>) -> BoardLine {
    let board = match item.get("board").unwrap_or(item) {
        Value::String(text) => text.clone(),
        array @ Value::Array(_) => array.to_string(),
        Value::Null => return BoardLine::invalid(line, "the record has no board: its field 'board' is null"),
        Value::Object(_) => return BoardLine::invalid(line, "the record has no field 'board'"),
        _ => return BoardLine::invalid(line, "the record's field 'board' is neither a text nor an array"),
    };
    let field = |name: &str| match item.get(name) {
        Some(Value::String(text)) => text.clone(),
        Some(array @ Value::Array(_)) => array.to_string(),
        _ => String::new(),
    };
    of_fields(line, &board, "a JSON record, by its field 'board'", [field("size"), field("moves"), field("goal")], size)
}

/// The columns of a CSV file that are read.
#[derive(Debug)]
pub(super) struct CsvColumns {
    /// It stands at the begin of a record. One for all lines, since making it takes longer than reading a line.
    reader: csv_core::Reader,
    board: usize,
    /// The size, the moves, and the goal.
    others: [Option<usize>; 3],
    /// There is no other column, so that a line is a board.
    is_only: bool,
}

impl CsvColumns {
    /// The columns, if the line is a header with a column `board`, separated by commas, semicolons or tabs.
    pub(super) fn of_header(line: &str) -> Option<Self> {
        if line.starts_with(['{', '[']) || !line.to_ascii_lowercase().contains("board") {
            return None;
        }
        [b',', b';', b'\t'].into_iter().find_map(|delimiter| {
            let mut reader = csv_core::ReaderBuilder::new().delimiter(delimiter).build();
            let cells = cells(&mut reader, line)?;
            let column = |name: &str| cells.iter().position(|cell| cell.trim().eq_ignore_ascii_case(name));
            let others = ["size", "moves", "goal"].map(column);
            Some(Self { reader, board: column("board")?, others, is_only: cells.len() == 1 })
        })
    }

    /// The board of a record below the header.
    pub(super) fn board(&mut self, line: u64, text: &str, size: Option<Size>) -> BoardLine {
        let cells = match cells(&mut self.reader, text) {
            Some(_) if self.is_only => vec![text.to_owned()],
            Some(cells) => cells,
            None => return BoardLine::invalid(line, "the line is not CSV"),
        };
        let cell = |column: Option<usize>| column.and_then(|column| cells.get(column)).map_or("", |cell| cell.trim());
        match cell(Some(self.board)) {
            "" => BoardLine::invalid(line, "the line has no board: its column 'board' is empty"),
            board => {
                let others = self.others.map(|column| cell(column).to_owned());
                of_fields(line, board, "CSV, by its column 'board'", others, size)
            }
        }
    }
}

/// The cells of a record.
fn cells(reader: &mut csv_core::Reader, record: &str) -> Option<Vec<String>> {
    let (mut text, mut ends) = (vec![0; record.len() + 1], vec![0; record.len() + 1]);
    let (_, _, written, count) = reader.read_record(record.as_bytes(), &mut text, &mut ends);
    // What ends the record is that nothing more comes.
    let (end, ..) = reader.read_record(&[], &mut text[written..], &mut ends[count..]);
    reader.reset();
    if end != ReadRecordResult::Record {
        return None;
    }
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(&ends[..=count]).map(|(start, &end)| String::from_utf8(text[start..end].to_vec()).ok()).collect()
}

/// The board of a record; the size that the record has must be the size asked for.
fn of_fields(line: u64, board: &str, form: &'static str, others: [String; 3], expected: Option<Size>) -> BoardLine {
    let [size, moves, goal] = others;
    let found = match (size.parse::<Size>().ok(), expected) {
        (Some(found), Some(expected)) if found != expected => Err(other_size(found, expected).0),
        (found, expected) => notation::read(board, found.or(expected)).map_err(|fault| fault.to_string()),
    };
    let found = found.and_then(|reading| {
        let of_record = Goal::parse(&goal, Some(reading.board.size())).map(Some);
        let goal = if goal.is_empty() { Ok(None) } else { of_record };
        let moves = Some(moves).filter(|moves| !moves.is_empty());
        let goal = goal.map_err(|ParseError(error)| error)?;
        Ok(BoardLine { form, moves, goal, ..BoardLine::of_reading(line, reading) })
    });
    found.unwrap_or_else(|error| BoardLine::invalid(line, error))
}
