//! Reads boards from records: JSON objects with the field `board`, and CSV files with the column
//! `board`.

use fifteen_puzzle::notation::{self, other_size};
use fifteen_puzzle::{Goal, ParseError, Size};
use serde_json::{Map, Value};

use super::BoardLine;

/// Returns whether the text looks like a JSON object or an array of objects. A single brace is not
/// enough, because arrays in Java and C also begin with a brace.
pub(super) fn is_json(text: &str) -> bool {
    let first = text.trim_start_matches(|c: char| c == '[' || c.is_whitespace());
    first
        .strip_prefix('{')
        .is_some_and(|fields| matches!(fields.trim_start().chars().next(), None | Some('"' | '}')))
}

/// Reads the boards from a JSON object, such as `fifteen solve --json` prints, or from an array of
/// objects.
pub(super) fn of_json(line: u64, text: &str, size: Option<Size>) -> Vec<BoardLine> {
    let of_value = |record| of_record(line, record, "a JSON record, by its field 'board'", size);
    match serde_json::from_str(text) {
        Ok(Value::Array(records)) => BoardLine::numbered(records.iter().map(of_value).collect()),
        Ok(record) => vec![of_value(&record)],
        Err(error) => vec![BoardLine::invalid(
            line,
            format!("this begins as a JSON object but is not one: {error}"),
        )],
    }
}

/// Reads the board from a record. If the record states a size, it must equal the expected size.
fn of_record(line: u64, record: &Value, form: &'static str, expected: Option<Size>) -> BoardLine {
    let field = |name: &str| match record.get(name) {
        Some(Value::String(text)) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Some(array @ Value::Array(_)) => Some(array.to_string()),
        _ => None,
    };
    let board = match (field("board"), record) {
        (Some(board), _) => board,
        (None, Value::Object(fields)) => {
            let error = match fields.get("board") {
                None => "the record has no field 'board'",
                Some(Value::Null | Value::String(_)) => {
                    "the record has no board: its field 'board' is empty"
                }
                Some(_) => "the record's field 'board' is neither a text nor an array",
            };
            return BoardLine::invalid(line, error);
        }
        (None, other) => other
            .as_str()
            .map_or_else(|| other.to_string(), str::to_owned),
    };
    let size = match (
        field("size").and_then(|size| size.parse::<Size>().ok()),
        expected,
    ) {
        (Some(found), Some(expected)) if found != expected => {
            return BoardLine::invalid(line, other_size(found, expected).0);
        }
        (found, expected) => found.or(expected),
    };
    let found = BoardLine::of_reading(line, notation::read(&board, size));
    let size = found
        .board
        .as_ref()
        .map_or(size, |board| Some(board.size()));
    match field("goal")
        .map(|goal| Goal::parse(&goal, size))
        .transpose()
    {
        Ok(goal) => BoardLine {
            form,
            moves: field("moves"),
            letters: field("letters").and_then(|letters| letters.parse().ok()),
            goal,
            ..found
        },
        Err(ParseError(error)) => BoardLine::invalid(line, error),
    }
}

/// The columns of a CSV file.
#[derive(Debug)]
pub(super) struct CsvColumns {
    delimiter: char,
    names: Vec<String>,
}

impl CsvColumns {
    /// Parses a header with a column `board`, separated by commas, semicolons or tabs. Returns
    /// `None` for any other line.
    pub(super) fn of_header(line: &str) -> Option<Self> {
        if line.starts_with(['{', '[']) || !line.to_ascii_lowercase().contains("board") {
            return None;
        }
        [',', ';', '\t'].into_iter().find_map(|delimiter| {
            let names: Vec<_> = cells(line, delimiter)
                .iter()
                .map(|cell| cell.trim().to_ascii_lowercase())
                .collect();
            names
                .iter()
                .any(|name| name == "board")
                .then_some(Self { delimiter, names })
        })
    }

    /// Reads the board from a CSV record. If `board` is the only column, the whole line is the
    /// board, because it can contain delimiters.
    pub(super) fn board(&self, line: u64, text: &str, size: Option<Size>) -> BoardLine {
        let cells = if self.names.len() == 1 {
            vec![text.to_owned()]
        } else {
            cells(text, self.delimiter)
        };
        let fields = self
            .names
            .iter()
            .cloned()
            .zip(cells.into_iter().map(Value::String));
        let record = Value::Object(fields.collect::<Map<_, _>>());
        of_record(line, &record, "CSV, by its column 'board'", size)
    }
}

/// Splits a record into cells and removes their quotes. Delimiters within quotes do not separate
/// cells.
fn cells(record: &str, delimiter: char) -> Vec<String> {
    let (mut is_quoted, mut cells) = (false, vec![String::new()]);
    for c in record.chars() {
        match (c, cells.last_mut()) {
            ('"', _) => is_quoted = !is_quoted,
            (c, Some(cell)) if c != delimiter || is_quoted => cell.push(c),
            _ => cells.push(String::new()),
        }
    }
    cells
}
