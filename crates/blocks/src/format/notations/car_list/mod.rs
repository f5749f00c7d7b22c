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
//! The exit is at the right unless a value such as `"exit":"left"` beside the list states another.
//! A list without a size describes a board of 6x6 cells. Every line or object of a list must be a
//! car, so that no car is lost because of a typing error.

mod placing;

use std::collections::BTreeSet;

use super::level_pack;
use super::rows::{NumberedLine, is_row, numbered_lines};
use super::stated_exit::{StatedExit, stated_exit, suggests_exit};
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
    /// The exit, if the text states it.
    exit: Option<StatedExit>,
    /// The number of brackets that were opened before the list, which orders the lists.
    order: usize,
    mistake: Option<FormatError>,
}

/// A pair of brackets that is not closed yet.
#[derive(Default)]
struct OpenBracket<'a> {
    opening: char,
    /// The byte of the text at which the contents begin.
    begin: usize,
    line: usize,
    /// The contents, without those of brackets inside.
    own_text: String,
    /// The number of brackets that were opened before this one.
    order: usize,
    /// The pairs of brackets directly inside.
    inner: Vec<InnerBracket<'a>>,
    /// The number of lists that were complete when the bracket was opened.
    complete_lists: usize,
}

/// A closed pair of brackets inside another pair.
struct InnerBracket<'a> {
    opening: char,
    line: usize,
    order: usize,
    /// The name before the brackets, as in `"X": [1, 2, "H", 2]`.
    name: Option<String>,
    /// The contents, or `None` if they have brackets inside.
    record: Option<&'a str>,
    has_lists: bool,
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
    let mut mistakes = CarList::default();
    // The first bracket stands for the whole text.
    let mut open = vec![OpenBracket::default()];
    let (mut line, mut order) = (1, 0);
    for (at, c) in text.char_indices() {
        match c {
            '\n' => line += 1,
            '[' | '{' | '(' => {
                order += 1;
                open.push(OpenBracket {
                    opening: c,
                    begin: at + 1,
                    line,
                    order,
                    complete_lists: lists.len(),
                    ..OpenBracket::default()
                });
            }
            ']' | '}' | ')' => {
                let bracket = open.pop().filter(|_| !open.is_empty());
                let (Some(bracket), Some(outer)) = (bracket, open.last_mut()) else {
                    open.push(OpenBracket::default());
                    mistakes.add_mistake(line, format!("this '{c}' closes no bracket"));
                    continue;
                };
                outer.inner.push(InnerBracket {
                    record: (bracket.inner.is_empty()).then(|| &text[bracket.begin..at]),
                    name: name_before(&text[..bracket.begin - 1]),
                    opening: bracket.opening,
                    line: bracket.line,
                    order: bracket.order,
                    has_lists: bracket.close(&mut lists),
                });
            }
            _ => {
                if let Some(bracket) = open.last_mut() {
                    bracket.own_text.push(c);
                }
            }
        }
    }
    if let Some(bracket) = open.get(1..).and_then(<[_]>::last) {
        mistakes.add_mistake(
            bracket.line,
            "a bracket of this line is not closed".to_owned(),
        );
    }
    while let Some(bracket) = open.pop() {
        bracket.close(&mut lists);
    }
    lists.sort_by_key(|list| list.order);
    // A bracket that is missing or too many usually means that the last list is cut off.
    match (lists.last_mut(), mistakes.mistake.take()) {
        (Some(list), Some(mistake)) => list.mistake = Some(mistake),
        (None, mistake) => {
            mistakes.mistake = mistake;
            mistakes.complete(&mut lists);
        }
        (Some(_), None) => (),
    }
    lists
}

impl OpenBracket<'_> {
    /// Adds the lists of cars in this pair of brackets to the complete ones. Returns whether it
    /// contains a list.
    fn close(&self, lists: &mut Vec<CarList>) -> bool {
        if self.inner.is_empty() {
            return false;
        }
        let mut list = CarList {
            order: self.order,
            ..CarList::default()
        };
        let has_levels = self.inner.iter().any(|inner| inner.has_lists);
        let levels = if !has_levels {
            self.add_cars(&mut list);
            Vec::new()
        } else if let [level] = &mut lists[self.complete_lists..] {
            // A level can name the leaving car beside the list of the other cars.
            for inner in self.inner.iter().filter(|inner| inner.is_named_car()) {
                let record = inner.record.unwrap_or_default();
                level.add(inner.line, record, None, inner.name.clone());
            }
            self.wrong_levels()
        } else {
            self.wrong_levels()
        };
        // The object of a level can have a name and a size as well.
        let is_of_car = |word: &str| matches!(key(word), Some("column" | "row" | "direction"));
        if words(&self.own_text).any(is_of_car) && self.line > 0 {
            let message = "a car has brackets inside; expected an object such as \
                           {\"name\":\"X\",\"x\":1,\"y\":2,\"length\":2,\"direction\":\"H\"}";
            list.add_mistake(self.line, message.to_owned());
        }
        list.complete(lists);
        if let [list] = &mut lists[self.complete_lists..] {
            let stated = level_pack::stated_moves(words(&self.own_text));
            list.stated_moves = list.stated_moves.or(stated);
        }
        if let Some(side) = stated_side(&self.own_text) {
            for list in &mut lists[self.complete_lists..] {
                list.set_side(self.line, side);
            }
        }
        let has_lists = lists.len() > self.complete_lists;
        for exit in self.stated_exits() {
            for list in &mut lists[self.complete_lists..] {
                list.set_exit(self.line, exit.clone());
            }
        }
        lists.extend(levels);
        has_lists
    }

    /// Adds each pair of brackets inside as a car.
    fn add_cars(&self, list: &mut CarList) {
        for inner in &self.inner {
            let Some(record) = inner.record.filter(|_| !inner.is_exit()) else {
                continue;
            };
            if !record.trim().is_empty() {
                list.add(inner.line, record, None, inner.name.clone());
            }
        }
        let empty = self.inner.iter().find(|inner| {
            let is_empty = inner.record.is_some_and(|record| record.trim().is_empty());
            is_empty && inner.name.is_none()
        });
        if let Some(inner) = empty.filter(|_| !list.cars.is_empty()) {
            list.add_mistake(inner.line, "an empty item in the list of cars".to_owned());
        }
    }

    /// Returns a list with a mistake for each level without cars. A pair of brackets without cars is
    /// a level if it is of the same kind as one with cars.
    fn wrong_levels(&self) -> Vec<CarList> {
        let with_lists = self.inner.iter().filter(|inner| inner.has_lists);
        let kinds: BTreeSet<(char, Option<String>)> = with_lists.map(InnerBracket::kind).collect();
        let mut levels = Vec::new();
        for inner in &self.inner {
            let is_level = kinds.contains(&inner.kind()) && !inner.is_named_car();
            if inner.has_lists || !is_level || inner.is_exit() {
                continue;
            }
            let mut level = CarList {
                order: inner.order,
                ..CarList::default()
            };
            let message = "this level has no list of cars; expected at least the car that leaves";
            level.add_mistake(inner.line, message.to_owned());
            levels.push(level);
        }
        levels
    }

    /// Returns the exits that the values of this pair of brackets state.
    fn stated_exits(&self) -> Vec<Result<StatedExit, String>> {
        let mut exits = Vec::new();
        for pair in self.own_text.split([',', ';', '\n']) {
            let Some((name, value)) = pair.split_once([':', '=']) else {
                continue;
            };
            let name = words(name).next_back().unwrap_or_default();
            if suggests_exit(name) && !value.trim().is_empty() {
                exits.push(stated_exit(name, value));
            }
        }
        for inner in &self.inner {
            if let (true, Some(name), record) = (inner.is_exit(), &inner.name, inner.record) {
                exits.push(stated_exit(name, record.unwrap_or("brackets")));
            }
        }
        exits
    }
}

impl InnerBracket<'_> {
    /// Returns whether the name of the brackets says that they contain an exit or a goal.
    fn is_exit(&self) -> bool {
        !self.has_lists && self.name.as_deref().is_some_and(suggests_exit)
    }

    /// Returns whether the brackets are a car with a name in front, as in `"red": {"x":1, ...}`.
    fn is_named_car(&self) -> bool {
        self.name.is_some() && !self.is_exit() && self.record.is_some_and(looks_like_car)
    }

    /// Returns what levels of the same list have in common. Digits in their names can differ, as in
    /// `"level1": {...}, "level2": {...}`.
    fn kind(&self) -> (char, Option<String>) {
        let letters = |name: &String| name.chars().filter(|c| !c.is_ascii_digit()).collect();
        (self.opening, self.name.as_ref().map(letters))
    }
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

/// Returns whether a name suggests an exit or a goal, but has no known meaning for a car.
fn is_unknown_exit(name: &str) -> bool {
    key(name).is_none() && suggests_exit(name)
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
    let unknown_exit = |name: &str| {
        Err(format!(
            "'{name}' has no meaning for a car; state the exit beside the list of cars"
        ))
    };
    let mut values: Vec<&str> = Vec::new();
    if let Some(header) = header {
        if let Some(name) = fields(header)
            .into_iter()
            .find(|name| is_unknown_exit(name))
        {
            return unknown_exit(name);
        }
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
            if let Some(name) = words(name).next().filter(|name| is_unknown_exit(name)) {
                return unknown_exit(name);
            }
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
    let is_target = match &*value_of("target").unwrap_or_default().to_ascii_lowercase() {
        "true" | "1" | "yes" => true,
        "false" | "0" | "no" | "null" | "none" | "undefined" | "" => false,
        found => {
            return Err(format!(
                "expected true or false for the mark of the car that leaves, found '{found}'"
            ));
        }
    };
    ListedCar {
        name: value_of("name").map(str::to_owned),
        place: [column, row],
        length,
        axis,
        is_target,
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

    /// Sets the exit, or records that it is not understood. The first exit is kept, which is the one
    /// of the innermost brackets.
    fn set_exit(&mut self, line: usize, exit: Result<StatedExit, String>) {
        match exit {
            Ok(exit) => self.exit = self.exit.or(Some(exit)),
            Err(message) => self.add_mistake(line, message),
        }
    }

    /// Moves this list to the complete ones and begins the next, if it has any cars or mistakes.
    fn complete(&mut self, lists: &mut Vec<CarList>) {
        if !self.cars.is_empty() || self.mistake.is_some() {
            lists.push(std::mem::take(self));
        }
    }
}
