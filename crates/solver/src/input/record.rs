//! Boards in records: JSON objects with a field `board`, and CSV with a column `board`.

use csv_core::ReadRecordResult;
use fifteen_puzzle::{Size, notation};
use serde_json::Value;

use super::{BoardLine, Form};

/// The board of a JSON object, such as `fifteen solve --json` prints.
pub(super) fn of_json(line: u64, text: &str, size: Option<Size>) -> BoardLine {
    let object: Value = match serde_json::from_str(text) {
        Ok(object) => object,
        Err(error) => {
            let why = format!("the line begins with '{{' but is not a JSON object (see column {})", error.column());
            return BoardLine::invalid(line, why);
        }
    };
    let board = match object.get("board") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(array)) => Value::Array(array.clone()).to_string(),
        Some(Value::Null) => return BoardLine::invalid(line, "the record has no board: its field 'board' is null"),
        Some(_) => return BoardLine::invalid(line, "the record's field 'board' is neither a text nor an array"),
        None => return BoardLine::invalid(line, "the record has no field 'board'"),
    };
    let field = |name: &str| object.get(name).and_then(Value::as_str).unwrap_or_default();
    let found = of_fields(line, &board, field("size"), field("moves"), size);
    BoardLine { form: Form::JsonRecord, ..found }
}

/// The columns of a CSV file that are read.
#[derive(Debug)]
pub(super) struct CsvColumns {
    /// It stands at the begin of a line. One for all lines, since making it takes longer than reading a line.
    reader: csv_core::Reader,
    board: usize,
    size: Option<usize>,
    moves: Option<usize>,
}

impl CsvColumns {
    /// The columns, if the line is a header with a column `board`.
    pub(super) fn of_header(line: &str) -> Option<Self> {
        if !line.contains("board") || line.starts_with('{') {
            return None;
        }
        let mut reader = csv_core::Reader::new();
        let cells = cells(&mut reader, line)?;
        let column = |name: &str| cells.iter().position(|cell| cell.trim() == name);
        Some(Self { reader, board: column("board")?, size: column("size"), moves: column("moves") })
    }

    /// The board of a line below the header.
    pub(super) fn board(&mut self, line: u64, text: &str, size: Option<Size>) -> BoardLine {
        let Some(cells) = cells(&mut self.reader, text) else {
            return BoardLine::invalid(line, "the line is not CSV");
        };
        let cell = |column: Option<usize>| column.and_then(|column| cells.get(column)).map_or("", |cell| cell.trim());
        let found = match cell(Some(self.board)) {
            "" => BoardLine::invalid(line, "the line has no board: its column 'board' is empty"),
            board => of_fields(line, board, cell(self.size), cell(self.moves), size),
        };
        BoardLine { form: Form::CsvRecord, ..found }
    }
}

/// The cells of a line.
fn cells(reader: &mut csv_core::Reader, line: &str) -> Option<Vec<String>> {
    let (mut text, mut ends) = (vec![0; line.len() + 1], vec![0; line.len() + 1]);
    let (_, _, written, count) = reader.read_record(line.as_bytes(), &mut text, &mut ends);
    // The line has no line break: what ends it is that nothing more comes.
    let (end, ..) = reader.read_record(&[], &mut text[written..], &mut ends[count..]);
    reader.reset();
    if end != ReadRecordResult::Record {
        return None;
    }
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(&ends[..=count]).map(|(start, &end)| String::from_utf8(text[start..end].to_vec()).ok()).collect()
}

/// The board of a record; the size that the record has must be the size asked for.
fn of_fields(line: u64, board: &str, size: &str, moves: &str, expected: Option<Size>) -> BoardLine {
    let found = match (size.parse::<Size>().ok(), expected) {
        (Some(found), Some(expected)) if found != expected => {
            return BoardLine::invalid(line, notation::other_size(found, expected));
        }
        (found, expected) => BoardLine::parse(line, board, found.or(expected)),
    };
    BoardLine { moves: (!moves.is_empty()).then(|| moves.to_owned()), ..found }
}
