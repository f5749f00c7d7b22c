//! Reads boards from records, which are JSON objects with a field `board` or lines of CSV files
//! with a column `board`.

use fifteen_puzzle::{Convention, Goal, ParseError, Size};
use serde_json::{Map, Value};

use super::headings::names_goal;
use super::parser::parse_of_size;
use super::solves::{is_short_number, shown};
use super::{BoardLine, StatedSize};

/// Name of the field that contains the moves of a solution, or only the number of moves.
pub(super) const MOVES_FIELD: &str = "moves";
/// Names of the fields that can contain the solution of a speed-solver, in order of preference. The
/// field `moves` comes last, because many programs store only the number of moves in it.
pub(super) const SOLUTION_FIELDS: [&str; 3] = ["solution", "reconstruction", MOVES_FIELD];
/// Names of the fields that can contain the scramble for a speed-solver. A scramble is a board, or
/// moves from the goal to the board, such as `R2`.
pub(super) const SCRAMBLE_FIELDS: [&str; 2] = ["scramble", "board"];
/// Names of the fields that can contain the board. Programs that store both a start and a goal
/// often use `start` or `initial`, with or without `_state`.
const BOARD_FIELDS: [&str; 5] = ["board", "start", "initial", "start_state", "initial_state"];
/// Names of the fields that can contain the width of a board.
const WIDTH_FIELDS: [&str; 3] = ["width", "columns", "cols"];
/// Names of the fields that can contain the number of rows of a board.
const HEIGHT_FIELDS: [&str; 2] = ["height", "rows"];

/// Returns whether the text looks like a JSON object or an array of objects. A single brace is not
/// enough, because arrays in Java and C also begin with a brace.
pub(super) fn is_json(text: &str) -> bool {
    let first = text.trim_start_matches(|c: char| c == '[' || c.is_whitespace());
    first
        .strip_prefix('{')
        .is_some_and(|fields| matches!(fields.trim_start().chars().next(), None | Some('"' | '}')))
}

/// Reads the boards from a JSON object, such as the output of `fifteen solve --json`, or from an
/// array of such objects. `read` reads the board from one object.
pub(super) fn of_json(
    line: u64,
    text: &str,
    mut read: impl FnMut(&Value, &'static str) -> BoardLine,
) -> Vec<BoardLine> {
    let mut of_value = |record| read(record, "a JSON record, by its field 'board'");
    match serde_json::from_str(text) {
        Ok(Value::Array(records)) => {
            BoardLine::numbered(records.iter().map(&mut of_value).collect())
        }
        Ok(record) => vec![of_value(&record)],
        Err(error) => vec![BoardLine::invalid(
            line,
            format!("this begins as a JSON object but is not one: {error}"),
        )],
    }
}

/// Reads the board from a record. If the record states a size, it must equal the `expected` size.
pub(super) fn of_record(
    line: u64,
    record: &Value,
    form: &'static str,
    expected: Option<Size>,
) -> BoardLine {
    let board = BOARD_FIELDS.iter().find_map(|name| field(record, name));
    let board = match (board, record) {
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
    match board_with_fields(line, &board, record, expected) {
        Ok(found) => BoardLine { form, ..found },
        Err(error) => BoardLine::invalid(line, error),
    }
}

/// Reads the board from `text`, and its moves, its goal and the meaning of its move letters from
/// other fields of the record.
fn board_with_fields(
    line: u64,
    text: &str,
    record: &Value,
    expected: Option<Size>,
) -> Result<BoardLine, String> {
    let stated = size(record, expected)?;
    let found = parse_of_size(line, text, stated);
    let size_found = found.size();
    if let Some(found) = size_found {
        let (width, height) = (side(record, &WIDTH_FIELDS), side(record, &HEIGHT_FIELDS));
        let expected = StatedSize {
            width: width.unwrap_or(found.width),
            height: height.unwrap_or(found.height),
        };
        if found != expected {
            return Err(record_of_other_size(found, expected));
        }
    }
    let size = size_found.or(stated).and_then(StatedSize::of_small_board);
    Ok(BoardLine {
        line,
        is_number: false,
        moves: field(record, MOVES_FIELD),
        letters: letters(record)?,
        goal: goal(record, size)?,
        ..found
    })
}

/// Returns a field of a record, or `None` if it is missing, empty, or neither a string nor an
/// array.
fn field(record: &Value, name: &str) -> Option<String> {
    match record.get(name) {
        Some(Value::String(text)) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Some(array @ Value::Array(_)) => Some(array.to_string()),
        _ => None,
    }
}

/// Returns a field of a record, or `None` if it is missing or empty. The field must be a string or
/// an array, which is returned as JSON, such as `[1,2,3,0]`. Any other value is an error, so that
/// users notice mistakes in their records.
pub(super) fn text_of(record: &Value, name: &str) -> Result<Option<String>, String> {
    match record.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone()).filter(|text| !text.trim().is_empty())),
        Some(Value::Array(cells)) if cells.is_empty() => Ok(None),
        Some(array @ Value::Array(_)) => Ok(Some(array.to_string())),
        Some(other) => Err(unreadable(name, &other.to_string())),
    }
}

/// Returns the error for a field of a record that cannot be read.
fn unreadable(name: &str, found: &str) -> String {
    let expected = match name {
        "scramble" => "a board, as a text or an array of numbers, or moves such as \"R2\"",
        name if names_goal(name) => "a board or a name such as \"last\"",
        "letters" => "\"tile\" or \"blank\"",
        "size" => "the width and the height, such as \"4x4\", or the side of a square",
        _ => "moves such as \"L2\"",
    };
    format!(
        "in the record's field '{name}', expected {expected}; found {}",
        shown(found)
    )
}

/// Returns the size stated in a record, or else the expected size. If both are known, they must be
/// equal.
pub(super) fn size(record: &Value, expected: Option<Size>) -> Result<Option<StatedSize>, String> {
    let expected = expected.map(StatedSize::from);
    match (stated_size(record)?, expected) {
        (Some(found), Some(expected)) if found != expected => {
            Err(record_of_other_size(found, expected))
        }
        (found, expected) => Ok(found.or(expected)),
    }
}

/// Returns the first number in one of the given fields, such as 4 in `"width": 4`. The case of
/// field names does not matter.
fn side(record: &Value, names: &[&str]) -> Option<usize> {
    let mut fields = record.as_object().into_iter().flatten();
    fields.find_map(|(name, value)| {
        names
            .iter()
            .find(|wanted| name.eq_ignore_ascii_case(wanted))?;
        match value {
            Value::String(text) => text.trim().parse().ok(),
            value => value.as_u64().and_then(|side| usize::try_from(side).ok()),
        }
    })
}

/// Returns the size in a record's field `size`. It can be a string such as `"9x4"`, an array such
/// as `[9,4]`, or the side of a square such as `6`. If the field is missing, the size is read from
/// two fields such as `width` and `height`.
fn stated_size(record: &Value) -> Result<Option<StatedSize>, String> {
    let sides = side(record, &WIDTH_FIELDS).zip(side(record, &HEIGHT_FIELDS));
    let sides = sides.map(|(width, height)| StatedSize { width, height });
    let field = match record.get("size") {
        None | Some(Value::Null) => return Ok(sides),
        Some(Value::String(text)) if text.trim().is_empty() => return Ok(sides),
        Some(field) => field,
    };
    let side = |value: &Value| value.as_u64().and_then(|side| usize::try_from(side).ok());
    let size = match field {
        Value::String(text) => {
            let square = || text.trim().parse().ok().map(StatedSize::square);
            StatedSize::parse(text).or_else(square)
        }
        Value::Array(sides) => match &sides[..] {
            [width, height] => side(width)
                .zip(side(height))
                .map(|(width, height)| StatedSize { width, height }),
            _ => None,
        },
        other => side(other).map(StatedSize::square),
    };
    let size = size.filter(|size| size.is_possible());
    size.map(Some).ok_or_else(|| {
        let found = field
            .as_str()
            .map_or_else(|| field.to_string(), str::to_owned);
        unreadable("size", &found)
    })
}

/// Returns the error message for a board whose size is `found` instead of `expected`.
fn record_of_other_size(found: StatedSize, expected: StatedSize) -> String {
    format!("the record has a {found} board, but the size or the goal asks for a {expected} board")
}

/// Returns the goal in a record, or `None` if the record has no goal. The field can be called
/// `goal`, or have a similar name such as `target` or `goal_state`.
///
/// Some values are ignored because they can mean something else. A field such as `end` can contain
/// a time, and a number in a field such as `target` can be a number of moves. Any other value that
/// is not a goal is an error.
pub(super) fn goal(record: &Value, size: Option<Size>) -> Result<Option<Goal>, String> {
    let mut found: Option<Goal> = None;
    let names = record.as_object().into_iter().flat_map(Map::keys);
    for name in names.filter(|name| names_goal(name)) {
        let lower_case = name.to_ascii_lowercase();
        let is_number = match &record[name] {
            Value::String(text) => is_short_number(text.trim()),
            value => value.is_number(),
        };
        let may_be_other = !lower_case.contains("goal")
            && (is_number || VAGUE_GOAL_FIELDS.contains(&&*lower_case));
        let goal = match goal_of_field(record, name, size) {
            Err(_) if may_be_other => continue,
            goal => goal?,
        };
        if let (Some(goal), Some(other)) = (goal, found)
            && goal != other
        {
            return Err(format!(
                "the record names the goals {other} and {goal}; leave one of them out"
            ));
        }
        found = goal.or(found);
    }
    Ok(found)
}

fn goal_of_field(record: &Value, name: &str, size: Option<Size>) -> Result<Option<Goal>, String> {
    let goal = text_of(record, name)?.map(|goal| Goal::parse(goal.trim(), size));
    goal.transpose().map_err(|ParseError(error)| error)
}

/// Names of fields that can contain a goal, but also something else, such as the time at which a
/// solve ended.
const VAGUE_GOAL_FIELDS: [&str; 5] = ["end", "ending", "final", "finish", "solved"];

/// Returns whether the move letters in a record give the direction of the tile or of the blank, or
/// `None` if the record does not say so.
pub(super) fn letters(record: &Value) -> Result<Option<Convention>, String> {
    let Some(letters) = text_of(record, "letters")? else {
        return Ok(None);
    };
    let convention = letters.trim().parse();
    convention
        .map(Some)
        .map_err(|_| unreadable("letters", &letters))
}

/// The columns of a CSV file.
#[derive(Debug)]
pub(super) struct CsvColumns {
    delimiter: char,
    names: Vec<String>,
}

impl CsvColumns {
    /// Parses a CSV header. It must have one of the `wanted` columns, or columns for a start and
    /// its goal, such as `start,goal`. Columns are separated by commas, semicolons or tabs. Returns
    /// `None` for any other line.
    pub(super) fn of_header(line: &str, wanted: &[&str]) -> Option<Self> {
        if line.starts_with(['{', '[']) {
            return None;
        }
        [',', ';', '\t'].into_iter().find_map(|delimiter| {
            let names: Vec<_> = cells(line, delimiter)
                .iter()
                .map(|cell| cell.trim().to_ascii_lowercase())
                .collect();
            let has_any = |wanted: &[&str]| names.iter().any(|name| wanted.contains(&&**name));
            let has_goal = names.iter().any(|name| names_goal(name));
            let is_header = has_any(wanted) || has_goal && has_any(&BOARD_FIELDS);
            is_header.then_some(Self { delimiter, names })
        })
    }

    /// Value of [`BoardLine::form`] for boards from CSV files.
    pub(super) const FORM: &str = "CSV, by its column 'board'";

    /// Returns the fields of a CSV record. If the file has only one column, the whole line is the
    /// value, because a board can contain delimiters.
    pub(super) fn record(&self, text: &str) -> Value {
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
        Value::Object(fields.collect::<Map<_, _>>())
    }
}

/// Splits a CSV record into cells and removes their quotes. Delimiters within quotes do not
/// separate cells.
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
