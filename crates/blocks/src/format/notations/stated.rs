//! Reads the values that the input gives beside a board, such as `"exit":"left"`, `car: P` or
//! `7x7`. They are the exit, the *target car* (the car that must leave the board), the size, the
//! number of moves and the name.
//!
//! [`meaning`] returns the meaning of a name. If a name has a meaning, its value is read. A value
//! that cannot be read is an error. If a name has no meaning, its value is an error if it could
//! mean a car or an exit, because it is a single letter or a place on the board. Everything else is
//! a comment. A sentence is a comment too, unless it says where the exit is. Walls cannot be read
//! from values, so they are an error.

use super::exit::{StatedExit, side_named};
use super::names::{Meaning, meaning, names_leaving_car};
use super::rows::NumberedLine;
use super::statements::{
    has_number_of_place, is_coordinate, is_literal, is_other_place, is_place, is_sentence,
    is_size_in_title, named_values, sides, words,
};
use super::tree::{Group, GroupKind, Item, Value};
use crate::Direction;
use crate::format::rush::{SIDES, car_letter};

/// Minimum width or height of a picture, in pixels. A value such as `"width":600` is at least as
/// large, so it is not the number of cells in a row of the board.
const MIN_PIXELS: usize = 30;

const UNNAMED: &str = "a value without a name";
const EXIT_FORMS: &str = "write the exit as \"exit\":\"left\" (or right, top, bottom), or as its cell, such as \
                          \"exit\":{\"x\":5,\"y\":2}";

/// The values that the input gives for a board, such as its exit and its size.
#[derive(Clone, Default)]
pub(super) struct Stated {
    pub(super) exit: Option<StatedExit>,
    /// The letter of the target car, which must leave the board, or an error message. If the user
    /// names the car, the error is ignored.
    pub(super) car: Option<Result<char, String>>,
    /// The number of cells in a row of the board, which is a square.
    pub(super) side: Option<usize>,
    /// The number on a line of its own above a list of cars. It is read as the size of the board.
    pub(super) number: Option<usize>,
    /// The number of the line that contains `side` or `number`, if this line is outside of all
    /// brackets and items.
    pub(super) side_line: Option<usize>,
    /// An error message for a value such as `n: 7`, which may or may not be the size of a board. It
    /// is reported only for a list of cars whose size is given nowhere else.
    pub(super) unclear_side: Option<String>,
    /// The solution length. The input rarely says what counts as a move.
    pub(super) moves: Option<u32>,
    pub(super) name: String,
    /// The error message for the first invalid value.
    pub(super) mistake: Option<String>,
}

impl Stated {
    /// Adds a value. Returns `false` if the value says nothing about the puzzle, or gives only its
    /// name or its number of moves. Returns `true` for all other values, including invalid ones.
    pub(super) fn add(&mut self, name: Option<&str>, value: &str) -> bool {
        let (name, value) = (name.map(str::trim), value.trim());
        if matches!(value, "null" | "None" | "nil" | "undefined") {
            return false;
        }
        let (Some(name), Some(meaning)) = (name, name.and_then(meaning)) else {
            return self.add_other(name, value);
        };
        let is_letter = car_letter(value).is_ok();
        let sides = sides(value).unwrap_or_default();
        match meaning {
            Meaning::Label => false,
            Meaning::Name => {
                value.clone_into(&mut self.name);
                false
            }
            Meaning::Moves => {
                self.moves = self.moves.or(value.parse().ok());
                false
            }
            // A single character, as in `WALL = '#'`, only says how walls are drawn.
            Meaning::Walls => {
                let is_sign = value.chars().count() == 1 && value.parse::<u8>().is_err();
                let is_none = is_sign || matches!(value, "" | "0" | "false" | "none");
                !is_none && self.refuse(format!(
                    "'{name}' beside a board is not read; draw the board, with an x for each wall"
                ))
            }
            Meaning::Car | Meaning::Goal if is_letter && names_leaving_car(name) => {
                self.add_car(name, value)
            }
            // A value such as `"red":"#ff0000"` is a colour and names no car.
            Meaning::Car => {
                !value.starts_with('#')
                    && self.add_wrong_car(format!(
                        "'{name}: {}' names no car; expected one letter, as in \"car\":\"P\"",
                        shortened(value)
                    ))
            }
            Meaning::Exit => match StatedExit::read(value) {
                Some(exit) => self.add_exit(name, value, exit),
                None => self.refuse(unknown_exit(name, value)),
            },
            Meaning::ExitRow => self.add(Some("exit"), &format!("row {value}")),
            Meaning::ExitColumn => self.add(Some("exit"), &format!("column {value}")),
            Meaning::Goal => !is_sentence(value) && self.refuse(unknown_exit(name, value)),
            Meaning::SizeOrPixels
                if !sides.is_empty() && sides.iter().all(|&side| side >= MIN_PIXELS) =>
            {
                false
            }
            Meaning::Size | Meaning::SizeOrPixels => self.add_size(name, value),
            Meaning::UnclearSize | Meaning::Board if sides.len() == 2 => self.add_size(name, value),
            Meaning::UnclearSize if sides.len() == 1 => {
                if sides[0] != 6 && SIDES.contains(&sides[0]) {
                    self.unclear_side = Some(format!(
                        "'{name}: {value}' can be the size or a number of the board; write the size as \"size\":{value}"
                    ));
                }
                self.unclear_side.is_some()
            }
            Meaning::UnclearSize | Meaning::Board | Meaning::Position => {
                self.add_other(Some(name), value)
            }
        }
    }

    /// Adds a value whose name has no known meaning. If the value could mean a car or an exit, an
    /// error is recorded.
    fn add_other(&mut self, name: Option<&str>, value: &str) -> bool {
        let shown = name.unwrap_or(UNNAMED);
        if is_size_in_title(value) {
            return self.add_size(name.unwrap_or("size"), value);
        }
        // A constant such as `HORIZONTAL = 'H'` or `LEFT = "left"` says only how something is
        // written.
        let is_own_name = |name: &str| {
            let begin = name.get(..value.len());
            begin.is_some_and(|begin| begin.eq_ignore_ascii_case(value))
        };
        if name.is_some_and(is_own_name) {
            return false;
        }
        match (car_letter(value), side_named(value)) {
            // The letters `o` and `x` stand for empty cells and walls, so they name no car.
            (Ok('o' | 'x'), _) => false,
            (Ok(_), _) => self.add_wrong_car(format!(
                "'{shown}: {value}' could name the car that leaves; write it as \"car\":\"{value}\", or leave it out"
            )),
            (_, Some(side)) if name.is_none() => {
                self.add_exit("exit", value, StatedExit::at_side(side))
            }
            _ if is_place(value) || name.is_some_and(|name| is_coordinate(name, value)) => self.refuse(unknown_place(shown, value)),
            _ => self.add_sentence(value),
        }
    }

    /// Adds a sentence such as `The exit is on the left`. A sentence is ignored unless it contains
    /// the word `exit` and a place. If the place is unclear, an error is recorded.
    pub(super) fn add_sentence(&mut self, text: &str) -> bool {
        let Some(exit) = text.to_ascii_lowercase().find("exit") else {
            return false;
        };
        // An address such as `https://example.com/exit/7`, or a call such as `sys.exit(1)`, says
        // nothing about the exit of the board.
        let after = &text[exit + "exit".len()..];
        if text.contains("://") || after.starts_with('(') {
            return false;
        }
        let is_other = words(&text[..exit]).any(is_other_place);
        match StatedExit::read(after).filter(|stated| stated.side.is_some()) {
            Some(stated) if !is_other => self.add_exit("exit", text, stated),
            _ if is_other || words(after).any(is_other_place) || has_number_of_place(after) => {
                self.refuse(unknown_exit("exit", text))
            }
            _ => {
                let is_right = words(text).any(|word| word.eq_ignore_ascii_case("right"));
                is_right && self.add_exit("exit", text, StatedExit::at_side(Direction::Right))
            }
        }
    }

    /// Adds the values in a line outside of all groups, such as `exit: left`, `size 7` or `7x7`.
    /// Returns `false` if the line contains no such value.
    pub(super) fn add_line(&mut self, line: NumberedLine<'_>) -> bool {
        let had_side = self.side.is_some();
        let mut is_stated = false;
        for (name, value) in named_values(line.text) {
            is_stated |= self.add(Some(name), value);
        }
        if is_stated && !had_side {
            self.side_line = self.side.map(|_| line.number);
        }
        is_stated
    }

    /// Adds the exit or the size that a title or a comment contains, such as the size in
    /// `Level 3 (7x7)`.
    pub(super) fn add_title(&mut self, line: NumberedLine<'_>) -> bool {
        let words = line.text.split(|c: char| !c.is_alphanumeric());
        let mut sizes = words.filter(|word| is_size_in_title(word));
        if let (Some(size), None) = (sizes.next(), sizes.next()) {
            self.add_size("size", size);
            self.side_line = Some(line.number);
            self.add_sentence(line.text.trim());
            return true;
        }
        self.add_sentence(line.text.trim())
    }

    /// Adds a value that is outside the brackets of a line. The line can be program code, such as
    /// `exit = door.cell`, which computes the value when the program runs. So only literals count.
    pub(super) fn add_code(&mut self, value: &Value<'_>) -> bool {
        let is_literal = !value.is_assigned || value.is_quoted || is_literal(value.text);
        value.name.is_some() && is_literal && self.add(value.name, value.text)
    }

    /// Adds the values of a group beside a board, such as `"settings":{"exit":"left"}`,
    /// `"size":[7,7]` or `"exit":{"x":5,"y":2}`.
    pub(super) fn add_group(&mut self, group: &Group<'_>) -> bool {
        let of_name = group.name.and_then(meaning);
        let numbers: Vec<&str> = group.values().map(|value| value.text).collect();
        let numbers = numbers.join(" ");
        let is_named = group.values().any(|value| value.name.is_some());
        let sides = sides(&numbers).unwrap_or_default();
        let is_size = sides.len() == 2 && group.groups().next().is_none();
        use Meaning::{Board, Car, Exit, ExitColumn, ExitRow, Goal, Position, Size, SizeOrPixels};
        use Meaning::{UnclearSize, Walls};
        let is_call = group.name.is_none() && group.kind == GroupKind::Brackets('(');
        match (of_name, group.name) {
            (Some(Exit | ExitRow | ExitColumn | Goal | Car | Walls), _) => {
                self.add(group.name, group.text)
            }
            (Some(Size | SizeOrPixels), _) if !is_named || has_place(group) => {
                self.add(group.name, &numbers)
            }
            (Some(UnclearSize | Board), _) if is_size && !is_named => {
                self.add(group.name, &numbers)
            }
            (Some(UnclearSize | Board | Position), Some(name)) if is_matrix(group) => {
                self.refuse(format!(
                    "'{name}' is not understood; write the rows of a board as strings, or leave it out"
                ))
            }
            // A place could be the exit, so it is an error. But a constant such as `RIGHT = (0, 1)`
            // is a step and not a place. A move of a solution is not a place either.
            (None | Some(UnclearSize | Board | Position), name)
                if has_place(group) && !is_call && !name.is_some_and(is_place) =>
            {
                self.refuse(unknown_place(name.unwrap_or(UNNAMED), group.text))
            }
            _ if group.is_object() && !has_place(group) => self.add_values(group),
            _ => false,
        }
    }

    /// Adds all values of an object.
    fn add_values(&mut self, object: &Group<'_>) -> bool {
        let mut is_stated = false;
        for item in &object.items {
            is_stated |= match item {
                Item::Value(value) => self.add(value.name, value.text),
                Item::Group(group) => self.add_group(group),
                Item::Line(_) => false,
            };
        }
        is_stated
    }

    fn add_exit(&mut self, name: &str, value: &str, exit: StatedExit) -> bool {
        let joined = self.exit.map_or(Some(exit), |known| known.joined(exit));
        if joined.is_none() {
            return self.refuse(second("exit", name, value));
        }
        self.exit = joined;
        true
    }

    fn add_car(&mut self, name: &str, value: &str) -> bool {
        let car = car_letter(value);
        if let Some(known) = &self.car
            && *known != car
        {
            if known.is_ok() {
                self.car = Some(Err(second("car", name, value)));
            }
        } else {
            self.car = Some(car);
        }
        true
    }

    /// Adds the size of the board. If the size consists of two numbers, they must be equal. If the
    /// input has given a size before, both sizes must be equal.
    pub(super) fn add_size(&mut self, name: &str, value: &str) -> bool {
        let found = shortened(value);
        let Some(sides) = sides(value) else {
            return self.refuse(format!(
                "'{name}: {found}' is not understood; write the size of the board as \"size\":7"
            ));
        };
        for side in sides {
            if self.side.or(self.number).is_some_and(|known| known != side) {
                return self.refuse(format!(
                    "'{name}: {found}' is not the size of a square; this board must be a square, such as \"size\":7"
                ));
            }
            self.side = Some(side);
        }
        true
    }

    /// Records an error in a value that should name the target car.
    fn add_wrong_car(&mut self, message: String) -> bool {
        self.car = Some(Err(message));
        true
    }

    /// Records an error, unless an earlier error has already been recorded.
    fn refuse(&mut self, message: String) -> bool {
        self.mistake.get_or_insert(message);
        true
    }

    /// Adopts the values from the lines below the only board of an input. Returns `false`, and
    /// adopts nothing, if the exit, the car or the size is also given above the board.
    pub(super) fn inherit_below(&mut self, below: &Self) -> bool {
        let is_unclear = self.exit.is_some() && below.exit.is_some()
            || self.car.is_some() && below.car.is_some()
            || self.side.is_some() && below.side.is_some();
        if !is_unclear {
            self.inherit(below);
        }
        !is_unclear
    }

    /// Adopts the values in `outer`, which come from a group around this board or from lines above
    /// it. Values that the input gives for the board itself take precedence.
    pub(super) fn inherit(&mut self, outer: &Self) {
        let exit = self.exit.map(|exit| exit.inheriting(outer.exit));
        self.exit = exit.or(outer.exit);
        self.car = self.car.take().or_else(|| outer.car.clone());
        if self.side.or(self.number).is_none() {
            (self.side, self.number, self.side_line) = (outer.side, outer.number, outer.side_line);
        }
        self.unclear_side = self
            .unclear_side
            .take()
            .or_else(|| outer.unclear_side.clone());
        self.mistake = self.mistake.take().or_else(|| outer.mistake.clone());
    }
}

fn unknown_exit(name: &str, value: &str) -> String {
    let found = shortened(value);
    format!("'{name}: {found}' is not understood; {EXIT_FORMS}")
}

fn unknown_place(name: &str, value: &str) -> String {
    let found = shortened(value);
    format!(
        "'{name}: {found}' could be the exit or another place on the board; leave it out, or {EXIT_FORMS}"
    )
}

/// Returns whether a group consists of rows of values, such as `[["A", "."], ["A", "."]]`.
fn is_matrix(group: &Group<'_>) -> bool {
    let is_row = |row: &Group<'_>| row.values().count() > 1 && row.groups().next().is_none();
    let rows = group.groups().filter(|row| is_row(row)).count();
    rows > 1 && rows == group.items.len()
}

/// Returns whether a group describes a place, such as `{"x":5,"y":2}`, `[5, 2]` or `["left"]`, or
/// contains a list of places. The steps of a move, such as `[[0, 1], [0, -1]]`, are not places.
fn has_place(group: &Group<'_>) -> bool {
    let has_number = group.text.contains(|c: char| c.is_ascii_digit());
    let is_single = has_number || group.values().count() == 1;
    let are_steps = group.text.contains("-1");
    is_place(group.text) && is_single
        || !group.is_object() && !are_steps && group.groups().any(has_place)
}

fn second(what: &str, name: &str, value: &str) -> String {
    format!("'{name}: {value}' is not the {what} that was stated before; state one {what}")
}

/// Returns the beginning of a value, for error messages.
fn shortened(value: &str) -> String {
    value.trim().chars().take(40).collect()
}
