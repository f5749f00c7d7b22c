//! Reads Rush Hour boards that are written as lists of cars, each with its name, column, row,
//! length and direction.
//!
//! A car is a line, an innermost list, or a JSON object. Its values have names (as in JSON, or in
//! the first line of a CSV file), or they stand in one of the usual orders:
//!
//! ```text
//! 1 2 h 2        X 2 0 H 2        {"x":1,"y":2,"width":2,"height":1}        car,orientation,col,row,length
//! ```
//!
//! Texts differ in whether the row or the column comes first, and whether both count from 0 or
//! from 1. All four ways are tried. The board is accepted if only one of them has no cars that
//! overlap or leave the board, or if only one of these has the leaving car in the usual row.
//!
//! A list without a size describes a board of 6x6 cells. Every line or object of a list must be a
//! car, so that no car is lost because of a typing error.

mod placing;

use super::level_pack;
use super::rows::{NumberedLine, is_row, numbered_lines};
use crate::Axis;
use crate::format::FormatError;
use crate::format::rush::{RushBoard, SIDES, car_line};

/// Maximum number of bytes of a car's text, so that other texts are rejected early.
const LONGEST_RECORD: usize = 1000;
/// Maximum row or column of a car.
const MAX_COORDINATE: usize = 100;

/// A car as it was read.
struct ListedCar {
    name: Option<String>,
    /// The two coordinates, in the order of the text, or column first if the text names them.
    place: [usize; 2],
    length: usize,
    axis: Axis,
    is_target: bool,
    /// Whether the text names the coordinates.
    is_named: bool,
}

/// A list of cars, or the first mistake in its text.
#[derive(Default)]
struct CarList {
    /// The line of the first car, or 0 if no car has been read.
    line: usize,
    /// The number of cells in a row of the board, if the text states it.
    side: Option<usize>,
    /// The letter of the leaving car, if a line such as `car: P` names it.
    car: Option<char>,
    cars: Vec<ListedCar>,
    /// The number of texts that look like a car with a mistake.
    wrong_cars: usize,
    /// The number of moves that the text states without a metric.
    stated_moves: Option<u32>,
    mistake: Option<FormatError>,
}

/// A pair of brackets that is not closed yet.
struct OpenBracket {
    /// The byte of the text at which the contents begin.
    begin: usize,
    line: usize,
    /// The contents, without those of brackets inside.
    own_text: String,
    has_inner: bool,
    /// The number of lists that were complete when the bracket was opened.
    complete_lists: usize,
}

/// Reads all boards of a text. Returns `None` if the text is not a list of cars. `car` is the
/// letter of the leaving car if the caller names it.
pub(super) fn read(text: &str, car: Option<char>) -> Option<Vec<Result<RushBoard, FormatError>>> {
    // Levels that were copied from the source code of a game can be the value of a variable, as in
    // `const levels = [...]`.
    let before = text
        .split(['[', '{', '('])
        .next()
        .unwrap_or_default()
        .trim();
    let is_bracketed =
        before.len() < text.trim().len() && (before.is_empty() || before.ends_with('='));
    let lists = if is_bracketed {
        bracketed_lists(text)
    } else {
        line_lists(text)
    };
    // A single line of a longer text could also be the row of a map. In a map, a line never looks
    // like a car without mistakes.
    let is_short = is_bracketed || text.lines().filter(|line| is_row(line)).count() == 1;
    let is_list = |list: &CarList| match list.cars.len() {
        0 => is_short && list.wrong_cars > 0,
        cars => is_short || cars + list.wrong_cars > 1,
    };
    let are_lists = lists.iter().any(is_list);
    are_lists.then(|| lists.iter().map(|list| list.board(car)).collect())
}

/// Reads lists in which each car is an innermost list or object, as in JSON or Python.
fn bracketed_lists(text: &str) -> Vec<CarList> {
    let mut lists: Vec<CarList> = Vec::new();
    let mut list = CarList::default();
    let mut open: Vec<OpenBracket> = Vec::new();
    let mut line = 1;
    for (at, c) in text.char_indices() {
        match c {
            '\n' => line += 1,
            '[' | '{' | '(' => {
                if let Some(outer) = open.last_mut() {
                    outer.has_inner = true;
                }
                open.push(OpenBracket {
                    begin: at + 1,
                    line,
                    own_text: String::new(),
                    has_inner: false,
                    complete_lists: lists.len(),
                });
            }
            ']' | '}' | ')' => {
                let Some(bracket) = open.pop() else {
                    list.add_mistake(line, format!("this '{c}' closes no bracket"));
                    continue;
                };
                let record = &text[bracket.begin..at];
                if !bracket.has_inner {
                    if !record.trim().is_empty() {
                        let name = name_before(&text[..bracket.begin - 1]);
                        list.add(bracket.line, record, None, name);
                    }
                    continue;
                }
                // The object of a level can have a name and a size as well.
                let is_of_car =
                    |word: &str| matches!(key(word), Some("column" | "row" | "direction"));
                if words(&bracket.own_text).any(is_of_car) {
                    let message = "a car has brackets inside; expected an object such as \
                                   {\"name\":\"X\",\"x\":1,\"y\":2,\"length\":2,\"direction\":\"H\"}";
                    list.add_mistake(bracket.line, message.to_owned());
                }
                list.complete(&mut lists);
                if let [list] = &mut lists[bracket.complete_lists..] {
                    let stated = level_pack::stated_moves(words(&bracket.own_text));
                    list.stated_moves = list.stated_moves.or(stated);
                }
                if let Some(side) = stated_side(&bracket.own_text) {
                    for list in &mut lists[bracket.complete_lists..] {
                        list.set_side(bracket.line, side);
                    }
                }
            }
            _ => {
                if let Some(bracket) = open.last_mut() {
                    bracket.own_text.push(c);
                }
            }
        }
    }
    if let Some(bracket) = open.last() {
        list.add_mistake(
            bracket.line,
            "a bracket of this line is not closed".to_owned(),
        );
    }
    list.complete(&mut lists);
    lists
}

/// Returns the key of a bracket, as in `"X": [1, 2, "H", 2]`. `text` ends before the bracket.
fn name_before(text: &str) -> Option<String> {
    let key = text.trim_end().strip_suffix(':')?;
    words(key).next_back().map(str::to_owned)
}

/// Returns the side of the board in a text such as `"size":7`.
fn stated_side(text: &str) -> Option<usize> {
    let mut words = words(text);
    words.find(|word| word.eq_ignore_ascii_case("size"))?;
    words.next()?.parse().ok()
}

/// Reads lists in which each car is a line, or a row of a table.
fn line_lists(text: &str) -> Vec<CarList> {
    let lines: Vec<NumberedLine<'_>> = numbered_lines(text).collect();
    let mut lists: Vec<CarList> = Vec::new();
    let mut list = CarList::default();
    let (mut header, mut car) = (None, None);
    for (index, line) in lines.iter().enumerate() {
        let trimmed = line.text.trim();
        if trimmed.is_empty() || trimmed == "." {
            list.complete(&mut lists);
        } else if !is_row(line.text) {
            // Comments may stand between the cars.
        } else if let Some(label) = car_line(trimmed) {
            list.complete(&mut lists);
            match label {
                Ok(label) => car = Some(label),
                Err(message) => list.add_mistake(line.number, message),
            }
        } else if let Some(side) = size_line(trimmed) {
            list.complete(&mut lists);
            // The first of two numbers is the size, and the second is the number of cars.
            if list.side.is_none() {
                list.set_side(line.number, side);
            }
        } else if words(trimmed).filter(|word| key(word).is_some()).count() > 2
            && !has_number(trimmed)
        {
            list.complete(&mut lists);
            header = Some(trimmed);
        } else {
            let is_before_size = lines
                .get(index + 1)
                .is_some_and(|next| size_line(next.text.trim()).is_some());
            if listed_car(trimmed, header).is_err()
                && is_title(trimmed)
                && (list.cars.is_empty() || is_before_size)
            {
                list.complete(&mut lists);
            } else {
                list.car = car;
                list.add(line.number, trimmed, header, None);
            }
        }
    }
    list.complete(&mut lists);
    lists
}

/// Returns the side in a line such as `6` or `6 6`. The side is 0 if the two numbers differ.
fn size_line(line: &str) -> Option<usize> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        [side] => side.parse().ok(),
        [width, height] => {
            let (width, height): (usize, usize) = (width.parse().ok()?, height.parse().ok()?);
            Some(if width == height { width } else { 0 })
        }
        _ => None,
    }
}

/// Returns whether a line contains a number.
fn has_number(line: &str) -> bool {
    words(line).any(|word| word.parse::<usize>().is_ok())
}

/// Returns whether a line that is not a car can be the title of a list. A line with two numbers or
/// a direction is rather a car with a mistake.
fn is_title(line: &str) -> bool {
    let numbers = words(line).filter(|word| word.contains(|c: char| c.is_ascii_digit()));
    numbers.count() < 2 && !words(line).any(|word| direction(word).is_some())
}

/// Splits text into words of letters, digits, signs and decimal points.
fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '+' | '.'))
        .filter(|word| !word.is_empty())
}

/// Returns the meaning of the name of a value.
fn key(word: &str) -> Option<&'static str> {
    Some(match &*word.to_ascii_lowercase() {
        "x" | "col" | "column" => "column",
        "y" | "row" => "row",
        "width" | "w" => "width",
        "height" | "h" => "height",
        "length" | "len" | "size" => "length",
        "orientation" | "direction" | "dir" => "direction",
        "name" | "car" | "id" | "label" => "name",
        "istarget" | "target" | "isplayer" | "goal" => "target",
        _ => return None,
    })
}

/// Returns the direction that a word names.
fn direction(word: &str) -> Option<Axis> {
    match &*word.to_ascii_lowercase() {
        "h" | "horizontal" => Some(Axis::Horizontal),
        "v" | "vertical" => Some(Axis::Vertical),
        _ => None,
    }
}

/// Splits a row of a table into its fields, without quotation marks.
fn fields(row: &str) -> Vec<&str> {
    let is_mark = |c: char| c.is_whitespace() || matches!(c, '"' | '\'');
    match [',', ';', '\t', '|'].into_iter().find(|&c| row.contains(c)) {
        Some(separator) => row
            .split(separator)
            .map(|field| field.trim_matches(is_mark))
            .collect(),
        None => row.split_whitespace().collect(),
    }
}

/// Reads a car, whose values have names in the text itself or in the `header` of a table. Returns a
/// message that says what was expected if the text is not a car.
fn listed_car(text: &str, header: Option<&str>) -> Result<ListedCar, String> {
    if text.len() > LONGEST_RECORD {
        return Err("it is too long".to_owned());
    }
    let mut keys: Vec<Option<&str>> = Vec::new();
    let mut values: Vec<&str> = Vec::new();
    if let Some(header) = header {
        keys = fields(header).into_iter().map(key).collect();
        values = fields(text);
        if keys.len() != values.len() {
            return Err(format!("expected {} values, as in '{header}'", keys.len()));
        }
    } else if text.contains(':') {
        for pair in text.split(',').filter(|pair| !pair.trim().is_empty()) {
            let Some((name, value)) = pair.split_once(':') else {
                return Err(format!("expected a name and a value in '{}'", pair.trim()));
            };
            keys.push(words(name).next().and_then(key));
            values.push(value.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'')));
        }
    } else {
        return unnamed_values(&words(text).collect::<Vec<_>>());
    }
    let value_of = |wanted: &str| {
        let place = keys.iter().position(|key| *key == Some(wanted))?;
        values.get(place).copied()
    };
    let number_of = |wanted: &str| value_of(wanted)?.parse::<usize>().ok();
    let (Some(column), Some(row)) = (number_of("column"), number_of("row")) else {
        return Err(
            "expected the column and the row as whole numbers, such as \"x\":1,\"y\":2".to_owned(),
        );
    };
    let (axis, length) = match (number_of("width"), number_of("height")) {
        (Some(length), Some(1)) => (Axis::Horizontal, length),
        (Some(1), Some(length)) => (Axis::Vertical, length),
        _ if value_of("width").is_some() && value_of("height").is_some() => {
            return Err(
                "expected the width and the height as whole numbers, of which one is 1".to_owned(),
            );
        }
        _ => {
            let found = value_of("direction").unwrap_or_default();
            let axis = direction(found)
                .ok_or_else(|| format!("expected the direction H or V, found '{found}'"))?;
            let length = number_of("length").ok_or("expected the length as a whole number")?;
            (axis, length)
        }
    };
    let is_yes = |value: &str| value.eq_ignore_ascii_case("true") || value == "1";
    ListedCar {
        name: value_of("name").map(str::to_owned),
        place: [column, row],
        length,
        axis,
        is_target: value_of("target").is_some_and(is_yes),
        is_named: true,
    }
    .checked()
}

/// Returns whether a text that is not a car looks like one with a mistake: three of its values have
/// names, or it has a direction and two numbers.
fn looks_like_car(text: &str) -> bool {
    let names = words(text).filter(|word| key(word).is_some()).count();
    let has_direction = words(text).any(|word| direction(word).is_some());
    let numbers = words(text).filter(|word| word.parse::<f64>().is_ok());
    names > 2 || has_direction && numbers.count() > 1 && words(text).count() < 6
}

/// Reads a car whose values have no names: three numbers, a direction, and possibly its name in
/// front.
fn unnamed_values(values: &[&str]) -> Result<ListedCar, String> {
    let (name, rest) = match values {
        [name, rest @ ..] if rest.len() == 4 => (Some((*name).to_owned()), rest),
        _ => (None, values),
    };
    let numbers: Vec<usize> = rest.iter().filter_map(|word| word.parse().ok()).collect();
    let mut axes = rest.iter().filter_map(|word| direction(word));
    let is_wrong = |word: &&&str| direction(word).is_none() && word.parse::<usize>().is_err();
    let mut wrong = rest.iter().filter(is_wrong);
    match (&numbers[..], axes.next(), rest.len()) {
        (&[first, second, length], Some(axis), 4) => ListedCar {
            name,
            place: [first, second],
            length,
            axis,
            is_target: false,
            is_named: false,
        }
        .checked(),
        (&[_, _], Some(_), 4) => Err(format!(
            "expected whole numbers for the column, the row and the length, found '{}'",
            wrong.next().unwrap_or(&"a second direction")
        )),
        _ => Err(
            "expected a name, column, row, direction H or V, and length, such as 'X 1 2 H 2'"
                .to_owned(),
        ),
    }
}

impl ListedCar {
    /// Checks that the numbers are possible on a board.
    fn checked(self) -> Result<Self, String> {
        if self.place.iter().any(|&number| number > MAX_COORDINATE) {
            return Err(format!(
                "expected a row and a column of at most {MAX_COORDINATE}"
            ));
        }
        if !(2..=*SIDES.end()).contains(&self.length) {
            let longest = SIDES.end();
            return Err(format!(
                "expected a length from 2 to {longest}, found {}",
                self.length
            ));
        }
        Ok(self)
    }

    /// Returns the name if it is a single letter. The letters `x` and `o`, which stand for walls
    /// and empty cells on boards, become capitals.
    fn letter(&self) -> Option<char> {
        let letter: char = self.name.as_ref()?.parse().ok()?;
        match letter {
            'x' | 'o' => Some(letter.to_ascii_uppercase()),
            _ => Some(letter).filter(char::is_ascii_alphabetic),
        }
    }

    /// Returns whether the car has the name of the leaving car in many programs.
    fn is_red(&self) -> bool {
        let name = self.name.as_deref().unwrap_or_default();
        name.eq_ignore_ascii_case("red")
    }
}

impl CarList {
    /// Adds a car, or records the mistake in its text. `name` is used if the text contains no name.
    fn add(&mut self, line: usize, text: &str, header: Option<&str>, name: Option<String>) {
        match listed_car(text, header) {
            Ok(mut car) => {
                if self.cars.is_empty() {
                    self.line = line;
                }
                car.name = car.name.or(name);
                self.cars.push(car);
            }
            Err(expected) => {
                self.wrong_cars += usize::from(looks_like_car(text));
                let words: Vec<&str> = text.split_whitespace().collect();
                let found: String = words.join(" ").chars().take(60).collect();
                self.add_mistake(line, format!("'{found}' is not a car: {expected}"));
            }
        }
    }

    /// Records a mistake, unless an earlier one is known.
    fn add_mistake(&mut self, line: usize, message: String) {
        self.mistake
            .get_or_insert_with(|| FormatError::new((line, 1), message));
    }

    /// Sets the number of cells in a row, or records that it is not possible.
    fn set_side(&mut self, line: usize, side: usize) {
        if SIDES.contains(&side) {
            self.side = Some(side);
        } else {
            let (least, most) = (SIDES.start(), SIDES.end());
            let message = format!(
                "the board of a list of cars is a square of {least}x{least} to {most}x{most} cells"
            );
            self.add_mistake(line, message);
        }
    }

    /// Moves this list to the complete ones and begins the next, if it has any cars or mistakes.
    fn complete(&mut self, lists: &mut Vec<CarList>) {
        if !self.cars.is_empty() || self.mistake.is_some() {
            lists.push(std::mem::take(self));
        }
    }
}
