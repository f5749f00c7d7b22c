//! Reads the parts of the input that are outside all brackets and items, line by line: cars, rows
//! of tables, and settings. A setting such as `exit: left` applies to all levels below it, until
//! another line changes it.
//!
//! ```text
//! Level 3 (7x7)                    id,board,moves,exit
//! exit: left                       1,AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.,8,right
//! X 3 4 H 2
//! A 1 1 V 2
//! ```
//!
//! The cars of a list follow each other without empty lines. A value below the last of several
//! levels is an error, because it is unclear which level it applies to.

use std::collections::BTreeSet;

use super::car::{CarText, key};
use super::car_list::CarList;
use super::comments::TITLE;
use super::drawing::is_row_of_cells;
use super::levels::{Found, Level, LevelContent, LevelReader, are_parts, several_lists};
use super::names::{can_be_of_one_board, names_board, names_pieces};
use super::rows::{NumberedLine, boards, is_row};
use super::stated::Stated;
use super::tree::{Group, GroupKind, Item, Value};
use crate::format::FormatError;
use crate::format::rush::SIDES;

/// Number of cells in a row of a Rush Hour board, unless the input specifies another size.
const USUAL_SIDE: usize = 6;
/// The characters that can separate the fields of a line.
const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];

/// The state of reading a text line by line.
#[derive(Default)]
struct TextReader<'a> {
    /// The list to which the next car is added.
    cars: CarList,
    /// The names of the lists whose cars have been collected in `cars`, such as `cars` and
    /// `trucks`.
    joined: Vec<&'a str>,
    /// The number on a line of its own above the list of cars. It is either the size of the board
    /// or the number of cars in the list.
    number: Option<usize>,
    /// The values found on the lines since the last level, such as `exit: left`. They apply to the
    /// next level.
    above: Stated,
    /// The last line with a value in `above`, for error messages.
    last_line: Option<NumberedLine<'a>>,
    /// The values found on lines above the last level, such as `exit: left`. They also apply to all
    /// later levels, unless a later line replaces them.
    inherited: Stated,
    /// The column names of the current table, and whether only spaces separate them.
    header: Vec<&'a str>,
    is_header_spaced: bool,
    /// Number of fields in the last row with a board, or 0 before the first such row.
    row_width: usize,
    /// Whether the text is a single line.
    is_single_line: bool,
    /// The last line, if it looks like a car but could not be read as one. If the next line is a
    /// car, both lines become cars of one list, which then contains an error.
    unread: Option<Group<'a>>,
    /// All lines that contain neither a level nor a value such as an exit.
    unread_lines: Vec<NumberedLine<'a>>,
    /// The number of the last line, if this line is a field of a record, such as
    /// `board: AA...O...`. A field on the next line is part of the same record.
    record_line: Option<usize>,
    /// A line directly below a record, if it gives a value such as an exit. If another level
    /// follows, the value is an error, because it must be above the board to which it applies.
    below_record: Option<NumberedLine<'a>>,
}

/// What was read in a line or a group.
#[derive(PartialEq, Eq)]
enum Content {
    Nothing,
    Car,
    Level,
}

impl LevelReader {
    /// Reads the whole input.
    pub(super) fn read_text<'a>(&mut self, root: &Group<'a>) {
        let is_visible = |item: &&Item<'_>| !matches!(item, Item::Line(line) if !is_row(line.text));
        let mut reader = TextReader {
            is_single_line: root.items.iter().filter(is_visible).count() == 1,
            ..TextReader::default()
        };
        let (mut with_level, mut others) = (Vec::new(), Vec::new());
        for item in &root.items {
            match item {
                Item::Line(line) => reader.read_line(self, *line),
                Item::Value(value) => reader.read_value(self, value),
                Item::Group(group) => match reader.read_group(self, group) {
                    Content::Level => with_level.push(&**group),
                    Content::Nothing if group.is_first_on_line => others.push(&**group),
                    Content::Nothing | Content::Car => (),
                },
            }
        }
        reader.complete_list(self);
        let mut rows = std::mem::take(&mut reader.unread_lines);
        rows.retain(|line| is_row_of_cells(line.text));
        let mut drawings = boards(rows.into_iter(), |width| {
            SIDES.contains(&width).then_some(width)
        });
        drawings.retain(|rows| rows.len() > 1);
        self.drawing = drawings.first().map(|rows| rows[0].number);
        // In JSON Lines, each level is a group on a line of its own. A group of the same kind
        // without a level is an error, just as in a list in brackets.
        let kinds: BTreeSet<_> = with_level.into_iter().map(Group::likeness).collect();
        for other in others {
            if kinds.contains(&other.likeness()) {
                self.add_missing(other, 0);
            }
        }
        if let Some(line) = reader.last_line {
            self.refuse_below(line, &reader.above);
        }
    }

    /// Records an error for settings below the last level. Settings must be above the levels to
    /// which they apply. `line` is the last line with a setting.
    ///
    /// If the input contains a single level, an exit or a car is allowed below it. Otherwise, an
    /// exit or a car is an error in all levels. A size is an error only in lists of cars that
    /// consist of lines or have a board of a different size.
    fn refuse_below(&mut self, line: NumberedLine<'_>, stated: &Stated) {
        let text = line.text.trim();
        if let [level] = &mut self.levels[..]
            && stated.side.is_none()
            && level.stated.inherit_below(stated)
        {
            return;
        }
        let is_goal = stated.exit.is_some() || stated.car.is_some() || stated.mistake.is_some();
        let what = if stated.car.is_some() { "car" } else { "exit" };
        let is_other_size = |above: &Stated| {
            let side = above.side.or(above.number).unwrap_or(USUAL_SIDE);
            stated.side.is_some_and(|below| below != side)
        };
        for level in &mut self.levels {
            match &level.content {
                Ok(LevelContent::Cars(list))
                    if is_goal || list.is_of_lines || is_other_size(&level.stated) =>
                {
                    let message = format!("no cars follow '{text}'; write it above the cars");
                    level.content = Err(FormatError::new((line.number, 1), message));
                }
                Ok(LevelContent::Board(_)) if is_goal => {
                    level.stated.mistake = Some(format!(
                        "'{text}' follows the last board; state the {what} above the boards"
                    ));
                }
                _ => (),
            }
        }
    }
}

impl<'a> TextReader<'a> {
    fn read_line(&mut self, levels: &mut LevelReader, line: NumberedLine<'a>) {
        let text = line.text.trim();
        if text.is_empty() || text == "." {
            if self.cars.is_of_lines || text == "." {
                self.complete_list(levels);
            }
            return;
        }
        if !is_row(text) {
            if text == TITLE {
                self.complete_list(levels);
            }
            return;
        }
        if levels.expected.can_be_cars && self.read_number(levels, line) {
            return;
        }
        if let Some(header) = header(text) {
            self.complete_list(levels);
            self.header = header;
            self.is_header_spaced = !text.contains(SEPARATORS);
            return;
        }
        let mut row = self.row(line);
        let is_in_list = self.is_in_lines();
        match self.read_group(levels, &row) {
            Content::Car => return,
            Content::Level => {
                self.row_width = row.items.len();
                let is_record = row
                    .values()
                    .any(|value| value.name.is_some_and(names_board));
                self.record_line = Some(line.number).filter(|_| is_record && row.items.len() == 1);
                return;
            }
            Content::Nothing => (),
        }
        let mut above = self.above.clone();
        if above.add_line(line) {
            self.state(levels, above, line);
        } else if is_in_list {
            self.cars.add(CarText::of_group(&row), None);
        } else if let Some(board) = self.mistyped_board(levels, &row)
            && (!board.is_empty() || !above.add_title(line))
        {
            self.take_above(&mut levels.levels);
            let begin = levels.levels.len();
            levels.add_board(line.number, 0, Err(levels.expected.mistake(board)));
            self.apply_inherited(&mut levels.levels[begin..]);
        } else {
            if above.add_title(line) {
                self.state(levels, above, line);
            }
            if !text.contains(['=', '(', ')', ';']) {
                self.complete_list(levels);
            }
            self.unread_lines.push(line);
            row.text = text;
            self.unread = Some(row).filter(|row| has_numbers_of_car(row.text));
        }
    }

    /// Reads a line that contains only a number. Returns `false` for all other lines.
    fn read_number(&mut self, levels: &mut LevelReader, line: NumberedLine<'a>) -> bool {
        let text = line.text.trim();
        let Ok(number) = text.parse() else {
            return false;
        };
        let mut above = self.above.clone();
        self.complete_list(levels);
        // If the size is already known, this number is the number of cars, which is not needed.
        if above.side.or(above.number).is_none() {
            above.number = Some(number);
            above.side_line = Some(line.number);
            self.state(levels, above, line);
            self.number = Some(number);
        }
        true
    }

    /// Reads a value that is outside all brackets, although its line contains brackets.
    fn read_value(&mut self, levels: &mut LevelReader, value: &Value<'a>) {
        let mut row = Group::new(GroupKind::Row, value.line, 0);
        row.text = value.text;
        let mut above = self.above.clone();
        if above.add_code(value) {
            let text = value.name.unwrap_or(value.text);
            let number = value.line;
            self.state(levels, above, NumberedLine { number, text });
        } else if value.is_quoted && levels.expected.accepts(value.text) {
            self.take_above(&mut levels.levels);
            let begin = levels.levels.len();
            levels.add_board(value.line, 0, Ok(value.text.to_owned()));
            self.apply_inherited(&mut levels.levels[begin..]);
        } else if self.is_in_lines() {
            self.cars.add(CarText::of_group(&row), None);
        }
    }

    /// Returns whether the lines above are cars of a list, so that the next line must be a car too.
    fn is_in_lines(&self) -> bool {
        self.cars.is_of_lines && !self.cars.is_empty()
    }

    /// Reads a group, which is a pair of brackets with its content, a YAML or TOML item, or a row
    /// of fields.
    fn read_group(&mut self, levels: &mut LevelReader, group: &Group<'a>) -> Content {
        let is_row = group.kind == GroupKind::Row;
        let begin = levels.levels.len();
        match levels.read_group(group) {
            Found::Car(car) => {
                if self.cars.is_empty() {
                    self.take_above(&mut levels.levels);
                    self.cars.is_of_lines = is_row && !self.is_single_line;
                    if let Some(row) = self.unread.take().filter(|_| self.cars.is_of_lines)
                        && row.line + 1 == group.line
                    {
                        self.cars.add(CarText::of_group(&row), None);
                    }
                }
                self.cars.add(car, group.name);
                Content::Car
            }
            Found::Cars(list) => {
                let name = group.name.filter(|name| names_pieces(name));
                let is_other = |name: &str| {
                    let mut joined = self.joined.iter();
                    self.cars.is_of_lines || !joined.all(|other| can_be_of_one_board(name, other))
                };
                if name.is_none_or(is_other) {
                    self.complete_list(levels);
                }
                if self.cars.is_empty() {
                    self.take_above(&mut levels.levels);
                }
                self.cars.join(list, name);
                self.joined.extend(name);
                if self.joined.len() > 1 && !are_parts(&self.joined) {
                    self.cars
                        .add_mistake(group.line, several_lists(&self.joined));
                }
                if name.is_none() {
                    self.complete_list(levels);
                }
                Content::Level
            }
            Found::NoCar if levels.levels.len() > begin => {
                let end = levels.levels.len();
                self.complete_list(levels);
                self.take_above(&mut levels.levels[..begin]);
                self.apply_inherited(&mut levels.levels[begin..end]);
                Content::Level
            }
            Found::NoCar => {
                let mut above = self.above.clone();
                if is_row {
                    return Content::Nothing;
                }
                if above.add_group(group) {
                    let text = group.text.trim();
                    let number = group.line;
                    self.state(levels, above, NumberedLine { number, text });
                } else if self.is_in_lines() {
                    self.cars.add(CarText::of_group(group), None);
                }
                Content::Nothing
            }
        }
    }

    /// Returns the fields of a line as a group. A field can have a name of its own, such as
    /// `exit: left`. If the line is in a table, other fields are named after their columns.
    fn row(&self, line: NumberedLine<'a>) -> Group<'a> {
        let mut row = Group::new(GroupKind::Row, line.number, 0);
        row.text = line.text.trim();
        let fields = fields(row.text, self.is_header_spaced);
        let is_in_table = fields.len() == self.header.len();
        for (index, field) in fields.into_iter().enumerate() {
            let header = self.header.get(index).copied().filter(|_| is_in_table);
            let (name, text) = match field.split_once([':', '=']) {
                Some((name, text)) => (Some(name), text.trim()),
                None => (header, field),
            };
            let bare = text.trim_matches(['"', '\'']);
            let name = name
                .map(|name| name.trim_matches(|c: char| c.is_whitespace() || "\"'".contains(c)));
            row.items.push(Item::Value(Value {
                line: line.number,
                name: name.filter(|name| !name.is_empty()),
                text: bare,
                is_quoted: bare.len() < text.len(),
                is_assigned: false,
            }));
        }
        row
    }

    /// Returns the text that was probably meant as the board in a row, or `None` if the row
    /// probably contains no board. A row probably contains a board if it has as many fields as the
    /// last row with a board, or if one of its fields resembles a board.
    fn mistyped_board(&self, levels: &LevelReader, row: &Group<'a>) -> Option<&'a str> {
        let fields = row.items.len();
        let is_in_table = fields > 1 && fields == self.row_width;
        let named = row
            .values()
            .find(|value| value.name.is_some_and(names_board));
        let resembling = row
            .values()
            .find(|value| levels.expected.resembles(value.text));
        let text = named.or(resembling).map(|value| value.text);
        match is_in_table {
            true => Some(text.unwrap_or_default()),
            false => text.filter(|_| resembling.is_some() && !row.text.contains('(')),
        }
    }

    /// Ends the current list of cars, and stores the values that apply to the next level. `above`
    /// contains all values on the lines since the last level. `line` is the last of these lines.
    fn state(&mut self, levels: &mut LevelReader, above: Stated, line: NumberedLine<'a>) {
        self.complete_list(levels);
        if self.record_line == Some(line.number - 1) {
            self.below_record = Some(line);
        }
        self.above = above;
        self.last_line = Some(line);
    }

    /// Called when a level begins. Moves the values in `above` to `inherited`, so that they apply
    /// to this level and all later ones.
    fn take_above(&mut self, before: &mut [Level]) {
        let mut stated = std::mem::take(&mut self.above);
        if let (Some(line), Some(level)) = (self.below_record.take(), before.last_mut()) {
            let text = line.text.trim();
            let message =
                format!("'{text}' follows the board of its record; write it above the board");
            level.stated.mistake = Some(message.clone());
            stated.mistake = Some(message);
        }
        stated.inherit(&self.inherited);
        self.inherited = stated;
        self.last_line = None;
    }

    /// Adds the current list of cars as a level, unless it is empty, and begins a new list.
    fn complete_list(&mut self, levels: &mut LevelReader) {
        let list = std::mem::take(&mut self.cars);
        self.joined.clear();
        if !list.is_empty() {
            let begin = levels.levels.len();
            levels.add_list(0, list);
            self.apply_inherited(&mut levels.levels[begin..]);
        }
    }

    /// Applies the values from the lines above the given levels to these levels.
    fn apply_inherited(&mut self, levels: &mut [Level]) {
        let number = self.number.take().filter(|&number| number != USUAL_SIDE);
        for level in levels {
            level.stated.inherit(&self.inherited);
            let cars = match &level.content {
                Ok(LevelContent::Cars(list)) => Some(list.cars.len()),
                _ => None,
            };
            if number.is_some() && number == cars && number == level.stated.number {
                let number = number.unwrap_or_default();
                let message = format!(
                    "the line '{number}' above the cars can be the size of the board or the number of cars; write the size \
                     as 'size: {number}', or leave the number out"
                );
                level.content = Err(FormatError::new((level.line, 1), message));
            }
        }
    }
}

/// Returns whether a line contains three numbers and a letter, as a car does.
fn has_numbers_of_car(line: &str) -> bool {
    let words = || line.split(|c: char| !c.is_alphanumeric());
    let numbers = words().filter(|word| word.parse::<u8>().is_ok()).count();
    numbers >= 3 && words().any(|word| word.starts_with(char::is_alphabetic))
}

/// Returns the fields of a line, without spaces around them. If the line has no separator such as a
/// comma, its words are separate fields only if `are_words` is set.
fn fields(line: &str, are_words: bool) -> Vec<&str> {
    match SEPARATORS.into_iter().find(|&c| line.contains(c)) {
        Some(separator) => {
            let line = line.strip_suffix(separator).unwrap_or(line);
            let has_quotations = line.matches('"').count() % 2 == 0;
            let mut is_quoted = false;
            let is_end = |c: char| {
                is_quoted ^= c == '"' && has_quotations;
                c == separator && !is_quoted
            };
            line.split(is_end).map(str::trim).collect()
        }
        None if are_words => line.split_whitespace().collect(),
        None => vec![line],
    }
}

/// Returns the names of the columns if a line is the header of a table. A header contains a name
/// such as `board`, or at least three names of a car's values, such as `x`, `y` and `length`.
fn header(line: &str) -> Option<Vec<&str>> {
    let columns = fields(line, true);
    let columns: Vec<&str> = columns
        .into_iter()
        .map(|name| name.trim_matches(['"', '\'']))
        .collect();
    let is_name = |name: &&str| !name.contains(['=', ':']) && name.parse::<f64>().is_err();
    let is_table = columns.iter().filter(|name| key(name).is_some()).count() > 2
        || columns.len() > 1
            && columns.iter().any(|name| names_board(name))
            && line.contains(SEPARATORS);
    (is_table && columns.iter().all(is_name)).then_some(columns)
}
