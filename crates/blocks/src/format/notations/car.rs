//! Reads a single car of a Rush Hour board from its values, such as `X 3 4 H 2` or
//! `{"name":"X","x":3,"y":4,"direction":"H","length":2}`.

use super::names::{letters_of, names_exit, names_leaving_car, names_walls};
use super::tree::{Group, GroupKind};
use crate::Axis;
use crate::format::rush::SIDES;

/// Maximum number of values that are read for one car. A car needs only a few values. Its text can
/// contain others, such as a colour, which are ignored.
const LONGEST_RECORD: usize = 100;
/// Maximum row or column number of a car. Boards are much smaller, so a larger number is a mistake.
const MAX_COORDINATE: usize = 100;

/// A car as the input describes it, before it is placed on a board.
pub(super) struct ListedCar {
    pub(super) name: Option<String>,
    /// The column and the row. If the input names the coordinates, such as `"y":2,"x":1`, the
    /// column comes first: 1 and 2. Coordinates without names are stored in the order of the input.
    pub(super) place: [usize; 2],
    pub(super) length: usize,
    pub(super) axis: Axis,
    pub(super) is_target: bool,
    /// Whether the coordinates have names in the input, such as `x` and `y`.
    pub(super) is_named: bool,
}

/// A part of the input that may describe a car, such as a line or a pair of brackets.
pub(super) struct CarText<'a> {
    pub(super) line: usize,
    /// The text as the user wrote it, for error messages.
    pub(super) text: &'a str,
    /// The car, or an error message that says what was expected.
    pub(super) car: Result<ListedCar, String>,
    /// Whether the text describes a car, or was probably meant to describe one. In `X 3 H 2`, for
    /// example, one number is missing.
    ///
    /// At least three values must have names such as `x` or `length`, or the text must contain a
    /// direction and two numbers.
    pub(super) is_likely: bool,
}

/// A value of a car, and the name in front of it, such as `x` in `"x":1`. Some values have no name.
struct CarValue<'a> {
    name: Option<&'a str>,
    text: &'a str,
}

impl<'a> CarText<'a> {
    /// Reads a car from the values of a group, such as a line or a pair of brackets. If no value
    /// names the car, it takes the name of the group, such as `red` in `"red": {"x":1, ...}`.
    pub(super) fn of_group(group: &Group<'a>) -> Self {
        let mut values = Vec::new();
        for value in group.values().take(LONGEST_RECORD) {
            let name = value.name;
            if name.is_some() || value.is_quoted {
                values.push(CarValue {
                    name,
                    text: value.text.trim(),
                });
            } else {
                let words = words(value.text).take(LONGEST_RECORD);
                values.extend(words.map(|text| CarValue { name, text }));
            }
        }
        let mut car = listed_car(&values);
        let begin = group.text.trim_start().chars().next();
        let is_sign = |c: char| !c.is_alphanumeric() && !"\"'|*+-".contains(c);
        if group.kind == GroupKind::Row && begin.is_some_and(is_sign) {
            car = Err("expected its name first; begin a comment with '# '".to_owned());
        }
        if let Ok(car) = &mut car
            && car.name.is_none()
        {
            car.name = group.name.map(str::to_owned);
        }
        let count = |is_counted: fn(&CarValue<'_>) -> bool| {
            values.iter().filter(|value| is_counted(value)).count()
        };
        let names = count(|value| value.name.and_then(key).is_some());
        let has_place = values
            .iter()
            .any(|value| value.name.is_some_and(names_place));
        let numbers = count(|value| value.text.parse::<f64>().is_ok());
        let has_direction = values.iter().any(|value| direction(value.text).is_some());
        let is_likely = names > 2 && has_place || has_direction && numbers > 1 && values.len() < 6;
        CarText {
            line: group.line,
            text: group.text,
            is_likely: car.is_ok() || is_likely,
            car,
        }
    }
}

/// Returns whether a name, such as `x`, means the column, the row or the direction of a car.
///
/// Other names, such as `name` and `size`, are also common in levels without cars, so they do not
/// show that a text describes a car.
pub(super) fn names_place(name: &str) -> bool {
    matches!(key(name), Some("column" | "row" | "direction"))
}

/// Reads a car from its values. If they do not describe a car, returns an error message that says
/// what was expected.
fn listed_car(values: &[CarValue<'_>]) -> Result<ListedCar, String> {
    if values.iter().all(|value| value.name.is_none()) {
        return unnamed_values(&values.iter().map(|value| value.text).collect::<Vec<_>>());
    }
    for value in values {
        let Some(name) = value.name else {
            return Err(format!("expected a name and a value in '{}'", value.text));
        };
        let is_false = matches!(
            &*value.text.to_ascii_lowercase(),
            "false" | "0" | "no" | "null" | "none"
        );
        let is_mobile = matches!(&*letters_of(name), "movable" | "moveable" | "canmove");
        let is_wall = names_walls(name) || meaning(name).is_none() && names_walls(value.text);
        if is_wall && !is_false
            || is_mobile && is_false
            || meaning(name).is_none() && names_exit(name)
        {
            return Err(format!(
                "'{name}: {}' has no meaning for a car; state an exit beside the list of cars, and draw a board with walls",
                value.text
            ));
        }
    }
    let value_of = |wanted: &str| {
        let is_wanted = |value: &&CarValue<'_>| value.name.and_then(meaning) == Some(wanted);
        Some(values.iter().find(is_wanted)?.text)
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
    // A value such as `player` in `"type":"player"` can mark the car that must leave the board.
    let has_role =
        |value: &&CarValue<'_>| value.name.and_then(meaning).is_none() && is_role(value.text);
    let role = values.iter().find(has_role).map(|_| "true");
    let mark = value_of("target").or(role).unwrap_or_default();
    let is_target = match &*mark.to_ascii_lowercase() {
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

/// Reads a car from values without names, such as `X 3 4 H 2`: three numbers and a direction. The
/// name of the car is optional.
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

/// Splits text into words. A word consists of letters, digits, signs and decimal points.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '+' | '.'))
        .filter(|word| !word.is_empty())
}

/// Returns what the name in front of a car's value means, such as `column` for `x`. A name such as
/// `red` means `target`, because it marks the car that must leave the board.
fn meaning(name: &str) -> Option<&'static str> {
    key(name).or_else(|| names_leaving_car(name).then_some("target"))
}

/// Returns what the name in front of a car's value means. For example, `x` and `col` both mean
/// `column`.
pub(super) fn key(word: &str) -> Option<&'static str> {
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

/// Returns whether a value marks the car that must leave the board. Examples are `player` in
/// `"type":"player"` and `red` in `"color":"red"`.
fn is_role(text: &str) -> bool {
    names_leaving_car(text) && !matches!(&*text.to_ascii_lowercase(), "car" | "vehicle")
}

/// Returns the axis of a direction such as `H` or `vertical`, or `None` for any other word.
pub(super) fn direction(word: &str) -> Option<Axis> {
    match &*word.to_ascii_lowercase() {
        "h" | "horizontal" => Some(Axis::Horizontal),
        "v" | "vertical" => Some(Axis::Vertical),
        _ => None,
    }
}

impl ListedCar {
    /// Checks that the coordinates and the length of the car are possible on a board.
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

    /// Returns the name of the car if it is a single letter. The letters `x` and `o` become
    /// capitals, because on boards they stand for walls and empty cells.
    pub(super) fn letter(&self) -> Option<char> {
        let letter: char = self.name.as_ref()?.parse().ok()?;
        match letter {
            'x' | 'o' => Some(letter.to_ascii_uppercase()),
            _ => Some(letter).filter(char::is_ascii_alphabetic),
        }
    }

    /// Returns whether the car is named `red`. Many programs give this name to the car that must
    /// leave the board.
    pub(super) fn is_red(&self) -> bool {
        let name = self.name.as_deref().unwrap_or_default();
        name.eq_ignore_ascii_case("red")
    }
}
