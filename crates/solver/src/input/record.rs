//! Boards in records: JSON objects with a field `board`, and CSV with a column `board`.

use csv_core::ReadRecordResult;
use fifteen_puzzle::notation::{self, other_size};
use fifteen_puzzle::{Goal, ParseError, Size};
use serde_json::{Map, Value};

use super::BoardLine;

/// True for a JSON object or an array of objects, by its begin; Java and C write arrays in braces too.
pub(super) fn is_json(text: &str) -> bool {
    let first = text.trim_start_matches(|c: char| c == '[' || c.is_whitespace());
    first.strip_prefix('{').is_some_and(|fields| matches!(fields.trim_start().chars().next(), None | Some('"' | '}')))
}

/// The boards of a JSON object, such as `fifteen solve --json` prints, or of an array of objects.
pub(super) fn of_json(line: u64, text: &str, size: Option<Size>) -> Vec<BoardLine> {
    let of_value = |record| of_record(line, record, "a JSON record, by its field 'board'", size);
    match serde_json::from_str(text) {
        Ok(Value::Array(records)) => records.iter().map(of_value).collect(),
        Ok(record) => vec![of_value(&record)],
        Err(error) => vec![BoardLine::invalid(line, format!("this begins as a JSON object but is not one: {error}"))],
    }
}

/// The board of a record; the size that the record has must be the size asked for.
fn of_record(line: u64, record: &Value, form: &'static str, expected: Option<Size>) -> BoardLine {
    let field = |name: &str| match record.get(name) {
        Some(Value::String(text)) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Some(array @ Value::Array(_)) => Some(array.to_string()),
        _ => None,
    };
    let board = match (field("board"), record) {
        (Some(board), _) => board,
        (None, Value::Object(fields)) => {
            return BoardLine::invalid(
                line,
                match fields.get("board") {
                    None => "the record has no field 'board'",
                    Some(Value::Null | Value::String(_)) => "the record has no board: its field 'board' is empty",
                    Some(_) => "the record's field 'board' is neither a text nor an array",
                },
            );
        }
        (None, other) => other.as_str().map_or_else(|| other.to_string(), str::to_owned),
    };
    let size = match (field("size").and_then(|size| size.parse::<Size>().ok()), expected) {
        (Some(found), Some(expected)) if found != expected => {
            return BoardLine::invalid(line, other_size(found, expected).0);
        }
        (found, expected) => found.or(expected),
    };
    let (size, found) = match notation::read(&board, size) {
        Ok(reading) => (Some(reading.board.size()), BoardLine::of_reading(line, reading)),
        Err(fault) => (size, BoardLine { repeated: fault.repeated, ..BoardLine::invalid(line, fault.to_string()) }),
    };
    match field("goal").map(|goal| Goal::parse(&goal, size)).transpose() {
        Ok(goal) => BoardLine { form, moves: field("moves"), goal, ..found },
        Err(ParseError(error)) => BoardLine::invalid(line, error),
    }
}

/// The columns of a CSV file.
#[derive(Debug)]
pub(super) struct CsvColumns {
    /// It stands at the begin of a record. One for all lines, since making it takes longer than reading a line.
    reader: csv_core::Reader,
    header: String,
    names: Vec<String>,
}

impl CsvColumns {
    /// True for the same header once more, which a file that was put together has.
    pub(super) fn is_header(&self, line: &str) -> bool {
        self.header == line
    }

    /// The columns, if the line is a header with a column `board`, separated by commas, semicolons or tabs.
    pub(super) fn of_header(line: &str) -> Option<Self> {
        if line.starts_with(['{', '[']) || !line.to_ascii_lowercase().contains("board") {
            return None;
        }
        [b',', b';', b'\t'].into_iter().find_map(|delimiter| {
            let mut reader = csv_core::ReaderBuilder::new().delimiter(delimiter).build();
            let names: Vec<_> = cells(&mut reader, line)?.iter().map(|cell| cell.trim().to_ascii_lowercase()).collect();
            names.iter().any(|name| name == "board").then(|| Self { reader, header: line.to_owned(), names })
        })
    }

    /// The board of a record below the header. Where there is no other column, a line is a board.
    pub(super) fn board(&mut self, line: u64, text: &str, size: Option<Size>) -> BoardLine {
        let cells = match cells(&mut self.reader, text) {
            Some(_) if self.names.len() == 1 => vec![text.to_owned()],
            Some(cells) => cells,
            None => return BoardLine::invalid(line, "the line is not CSV"),
        };
        let fields = self.names.iter().cloned().zip(cells.into_iter().map(Value::String));
        let record = Value::Object(fields.collect::<Map<_, _>>());
        of_record(line, &record, "CSV, by its column 'board'", size)
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
