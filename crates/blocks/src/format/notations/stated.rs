//! What a text states beside its boards: the exit, the car that leaves, the size, the moves and the
//! name, such as `"exit":"left"`, `car: P` or `7x7`.
//!
//! [`meaning`] is the table of all names that have a meaning. A value with such a name is read or is an
//! error, and so is a value with another name that could mean a car or an exit, because it is a single
//! letter or a side of the board other than the right one. Everything else is a comment. A sentence is
//! a comment too, unless it says that the exit is elsewhere than at the right. Walls cannot be read
//! from values, so they are an error.

use super::exit::{StatedExit, side_named};
use super::rows::NumberedLine;
use super::tree::{Group, Item, Value};
use crate::Direction;
use crate::format::rush::{SIDES, car_letter};

/// Minimum width of a picture, in pixels. A value such as `"width":600` is not a number of cells.
const MIN_PIXELS: usize = 30;

/// The values that a text states for a board.
#[derive(Clone, Default)]
pub(super) struct Stated {
    pub(super) exit: Option<StatedExit>,
    /// The letter of the car that leaves, or an error message. The error does not matter if the user
    /// names the car.
    pub(super) car: Option<Result<char, String>>,
    /// The number of cells in a row of the board, which is a square.
    pub(super) side: Option<usize>,
    /// The number in a line of its own, which is the size of a list of cars.
    pub(super) number: Option<usize>,
    /// The number of the line that states the size or this number, if it stands outside of all groups.
    pub(super) side_line: Option<usize>,
    /// The error in a value such as `n: 7`, which could be the size of a list of cars.
    pub(super) unclear_side: Option<String>,
    /// The number of moves of the solution. Texts rarely say what counts as a move.
    pub(super) moves: Option<u32>,
    pub(super) name: String,
    /// The first value that is an error.
    pub(super) mistake: Option<String>,
}

/// What the name of a value says about the value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// The exit, under a name that programs use for it.
    Exit,
    /// A goal that is not known to be a car or an exit, such as `exitRow`. Only sentences are possible.
    UnknownGoal,
    /// The car that leaves. With the names `goal` and `target`, it can also be a sentence.
    Car,
    Goal,
    Walls,
    Size,
    /// The width or the height of a board or of a picture.
    SizeOrPixels,
    /// A size, but only if it is written as two numbers.
    SizeOfTwo,
    Moves,
    Name,
    /// A label, such as `"level":"A"`, which can be a letter or a side without a meaning.
    Label,
}

/// Returns the meaning of a name such as `exitSide`, `exit_side` or `Exit side`.
fn meaning(name: &str) -> Option<Meaning> {
    let name = letters_of(name);
    let bare = ["board", "grid", "map"]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix));
    let bare = bare.filter(|bare| !bare.is_empty()).unwrap_or(&name);
    Some(match bare {
        "exit" | "exitside" | "exitdirection" | "exitdir" | "exitcell" | "exitposition"
        | "exitpos" => Meaning::Exit,
        "moves" | "minmoves" | "minimummoves" | "optimalmoves" | "bestmoves" | "targetmoves"
        | "goalmoves" | "steps" | "minsteps" | "minstep" | "optimal" | "optimum" | "minimum"
        | "par" => Meaning::Moves,
        "name" | "title" => Meaning::Name,
        "id" | "level" | "number" | "difficulty" | "rank" | "grade" | "rating" | "category"
        | "class" | "set" | "pack" | "group" | "series" | "tier" | "section" | "label"
        | "author" => Meaning::Label,
        "dim" | "dimension" | "dimensions" | "dims" | "rows" | "cols" | "columns" | "numrows"
        | "numcols" | "numcolumns" | "nrows" | "ncols" | "rowcount" | "colcount"
        | "columncount" | "sizex" | "sizey" | "sidelength" => Meaning::Size,
        "size" | "width" | "height" | "w" | "h" => Meaning::SizeOrPixels,
        "board" | "grid" | "map" | "side" | "n" => Meaning::SizeOfTwo,
        _ if names_walls(&name) => Meaning::Walls,
        _ if names_goal(&name) && names_leaving_car(&name) => Meaning::Goal,
        _ if names_leaving_car(&name) => Meaning::Car,
        _ if names_goal(&name) => Meaning::UnknownGoal,
        _ => return None,
    })
}

fn names_goal(name: &str) -> bool {
    ["exit", "goal", "target"]
        .iter()
        .any(|word| name.contains(word))
}

/// Returns whether a name, such as `player`, `isTarget` or `redCar`, marks the car that leaves.
pub(super) fn names_leaving_car(name: &str) -> bool {
    let name = letters_of(name);
    let name = name.strip_prefix("is").unwrap_or(&name);
    let ends = ["car", "vehicle", "piece", "block", "letter", "id"];
    let role = ends.iter().find_map(|end| name.strip_suffix(end));
    matches!(name, "car" | "vehicle")
        || role == Some("exit")
        || matches!(
            role.unwrap_or(name),
            "target"
                | "goal"
                | "player"
                | "hero"
                | "red"
                | "main"
                | "primary"
                | "leaving"
                | "escape"
                | "escaping"
        )
}

/// Returns whether a name, such as `walls` or `blockedCells`, says that its values are walls.
pub(super) fn names_walls(name: &str) -> bool {
    let name = letters_of(name);
    let ends = ["s", "cell", "position", "square", "tile", "coord"];
    let mut base = &*name;
    while let Some(rest) = ends.iter().find_map(|end| base.strip_suffix(end)) {
        base = rest;
    }
    matches!(
        base,
        "wall"
            | "obstacle"
            | "blocked"
            | "blocker"
            | "blocking"
            | "barrier"
            | "stone"
            | "rock"
            | "hole"
            | "forbidden"
            | "fixed"
            | "immovable"
            | "unmovable"
            | "closed"
    )
}

/// Returns whether a name says where a car must go, such as `exitRow`.
pub(super) fn names_exit(name: &str) -> bool {
    matches!(meaning(name), Some(Meaning::Exit | Meaning::UnknownGoal))
}

/// Returns whether a word usually names the board of a level.
pub(super) fn names_board(name: &str) -> bool {
    let names = [
        "board", "grid", "layout", "cells", "map", "puzzle", "state", "start", "position",
    ];
    names
        .iter()
        .any(|other| name.trim().eq_ignore_ascii_case(other))
}

/// Returns the lower-case letters of a name, such as `exitside` for `exitSide` or `EXIT_SIDE`.
pub(super) fn letters_of(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphabetic);
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

impl Stated {
    /// Adds a value. Returns whether it has a meaning for the puzzle, apart from its name and moves.
    pub(super) fn add(&mut self, name: Option<&str>, value: &str) -> bool {
        let value = value.trim();
        if matches!(value, "null" | "None" | "nil" | "undefined") {
            return false;
        }
        let of_name = name.and_then(meaning);
        let name = name.map(str::trim);
        let sides = sides(value);
        let is_letter = car_letter(value).is_ok();
        match (of_name, name) {
            (Some(Meaning::Label), _) => false,
            (Some(Meaning::Name), _) => {
                value.clone_into(&mut self.name);
                false
            }
            (Some(Meaning::Moves), _) => {
                self.moves = self.moves.or(value.parse().ok());
                false
            }
            (Some(Meaning::Walls), Some(name)) => {
                let is_sign =
                    value.chars().count() == 1 && !value.starts_with(|c: char| c.is_ascii_digit());
                if is_sign || matches!(value, "" | "0" | "false" | "none") {
                    return false;
                }
                self.refuse(format!(
                    "'{name}' beside a board is not read; draw the board, with an x for each wall"
                ))
            }
            (Some(Meaning::Car | Meaning::Goal), Some(name)) if is_letter => {
                self.add_car(name, value)
            }
            // A colour is not a car, such as `"red":"#ff0000"`.
            (Some(Meaning::Car), _) if value.starts_with('#') => false,
            (Some(Meaning::Car), Some(name)) => {
                let message = format!(
                    "'{name}: {}' names no car; expected one letter, as in \"car\":\"P\"",
                    shortened(value)
                );
                self.car = Some(Err(message));
                true
            }
            (Some(Meaning::Exit), Some(name)) => match StatedExit::read(value) {
                Some(exit) => self.add_exit(name, value, exit),
                None if is_sentence(value) && names_right_side(value) => {
                    self.add_exit(name, value, StatedExit::Side(Direction::Right))
                }
                None => self.refuse(unknown_exit(name, value)),
            },
            (Some(Meaning::Goal | Meaning::UnknownGoal), _) if is_sentence(value) => false,
            (Some(Meaning::Goal | Meaning::UnknownGoal), Some(name)) => {
                self.refuse(unknown_exit(name, value))
            }
            (Some(Meaning::SizeOrPixels), _)
                if sides
                    .as_ref()
                    .is_some_and(|sides| sides.iter().all(|&side| side >= MIN_PIXELS)) =>
            {
                false
            }
            (Some(Meaning::Size | Meaning::SizeOrPixels), Some(name)) => self.add_size(name, value),
            (Some(Meaning::SizeOfTwo), Some(name))
                if sides.as_ref().is_some_and(|sides| sides.len() == 2) =>
            {
                self.add_size(name, value)
            }
            (Some(Meaning::SizeOfTwo), Some(name))
                if letters_of(name) == "side" && sides.is_some() =>
            {
                self.add_size(name, value)
            }
            (Some(Meaning::SizeOfTwo), Some(name))
                if !matches!(&*letters_of(name), "board" | "map") && is_other_size(value) =>
            {
                self.unclear_side = Some(format!(
                    "'{name}: {value}' can be the size or a number of the board; write the size as \"size\":{value}"
                ));
                true
            }
            // A size such as `7x7` is one under any name.
            (_, Some(name)) if is_size_in_title(value) => self.add_size(name, value),
            // The letters o and x stand for empty cells and walls.
            _ if is_letter && !matches!(value, "o" | "x") => {
                let name = name.unwrap_or("a value without a name");
                self.car = Some(Err(format!(
                    "'{name}: {value}' could name the car that leaves; write it as \"car\":\"{value}\", or leave it out"
                )));
                true
            }
            (_, None) if is_other_side(value) => match StatedExit::read(value) {
                Some(exit) => self.add_exit("exit", value, exit),
                None => false,
            },
            (_, Some(name)) if is_other_side(value) => self.refuse(unknown_exit(name, value)),
            _ => self.add_sentence(value),
        }
    }

    /// Adds a sentence such as `The exit is on the right`, which states something only if it contains the
    /// word `exit` and a place. A place other than the right side is an error.
    pub(super) fn add_sentence(&mut self, text: &str) -> bool {
        if !words(text).any(|word| letters_of(word).contains("exit")) {
            return false;
        }
        match words(text).any(is_other_place) {
            true => self.refuse(unknown_exit("exit", text)),
            false => {
                names_right_side(text)
                    && self.add_exit("exit", text, StatedExit::Side(Direction::Right))
            }
        }
    }

    /// Adds the values that a line outside of all groups states, such as `exit: left`, `size 7` or
    /// `7x7`. Returns false if it is a comment.
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

    /// Adds what a title or a comment states: an exit, or a size such as that of `Level 3 (7x7)`.
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

    /// Adds a value that stands in a line with brackets, outside of them. In program code, such as `exit
    /// = door.cell`, the value can be computed, so only literals count.
    pub(super) fn add_code(&mut self, value: &Value<'_>) -> bool {
        let is_literal = !value.is_assigned || value.is_quoted || is_literal(value.text);
        value.name.is_some() && is_literal && self.add(value.name, value.text)
    }

    /// Adds the values of a group beside a board, such as `"settings":{"exit":"left"}`, `"size":[7,7]`
    /// or `"exit":{"x":5,"y":2}`.
    pub(super) fn add_group(&mut self, group: &Group<'_>) -> bool {
        let of_name = group.name.and_then(meaning);
        let numbers: Vec<&str> = group.values().map(|value| value.text).collect();
        let numbers = numbers.join(" ");
        let is_named = group.values().any(|value| value.name.is_some());
        let are_equal = || match sides(&numbers).as_deref() {
            Some([width, height]) => width == height && SIDES.contains(width),
            _ => false,
        };
        match of_name {
            Some(
                Meaning::Exit
                | Meaning::UnknownGoal
                | Meaning::Car
                | Meaning::Goal
                | Meaning::Walls,
            ) => self.add(group.name, group.text),
            _ if group.is_object() => self.add_values(group),
            Some(Meaning::Size | Meaning::SizeOrPixels | Meaning::SizeOfTwo) if !is_named => {
                self.add(group.name, &numbers)
            }
            _ if group.groups().next().is_none() && are_equal() => {
                self.add_size(group.name.unwrap_or("size"), &numbers)
            }
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
        match self.exit {
            Some(known) if known != exit => self.refuse(second("exit", name, value)),
            _ => {
                self.exit = Some(exit);
                true
            }
        }
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

    /// Adds a size. Two numbers of a size, and all sizes of a board, must be equal.
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

    /// Records an error, unless an earlier one is known.
    fn refuse(&mut self, message: String) -> bool {
        self.mistake.get_or_insert(message);
        true
    }

    /// Takes the values of `outer`, which a group or lines around this board state, unless the board
    /// itself states them.
    pub(super) fn inherit(&mut self, outer: &Self) {
        self.exit = self.exit.or(outer.exit);
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

/// Returns the names and values of a line that consists of nothing else. A size such as `7x7` needs
/// no name. Program code states only literals, such as the 7 in `const size = 7;`.
fn named_values(line: &str) -> Vec<(&str, &str)> {
    let line = line.trim();
    if line.starts_with("//") {
        return Vec::new();
    }
    if sides(line).is_some_and(|sides| sides.len() == 2) {
        return vec![("size", line)];
    }
    if line.contains(['(', '[', '{']) {
        return named_value(line).into_iter().collect();
    }
    let parts = line
        .split([',', ';'])
        .filter(|part| !part.trim().is_empty());
    let values: Option<Vec<_>> = parts.map(named_value).collect();
    values.unwrap_or_else(|| named_value(line).into_iter().collect())
}

fn named_value(text: &str) -> Option<(&str, &str)> {
    let Some(at) = text.find([':', '=']) else {
        let (name, value) = text.trim().split_once(char::is_whitespace)?;
        let value = value.trim_matches(is_around_value);
        let is_stated = match meaning(name)? {
            Meaning::Exit => StatedExit::read(value).is_some(),
            Meaning::Size | Meaning::SizeOrPixels | Meaning::SizeOfTwo => sides(value).is_some(),
            _ => false,
        };
        return Some((name, value)).filter(|_| is_stated);
    };
    let (name, value) = (text[..at].trim(), &text[at + 1..]);
    let value = value.split("//").next().unwrap_or_default();
    let is_assigned = text[at..].starts_with('=');
    let is_comparison = value.starts_with(['=', '>']) || name.ends_with(['!', '<', '>']);
    if is_assigned && (is_comparison || !is_literal(value)) {
        return None;
    }
    let mut words = name
        .split_whitespace()
        .filter(|word| word.contains(char::is_alphanumeric));
    let name = match words.clone().count() {
        0 => return None,
        _ if is_assigned => words.next_back()?,
        1 | 2 => name,
        // A longer text in front of a `:` is part of a sentence.
        _ => return None,
    };
    Some((name, value.trim_matches(is_around_value)))
}

fn is_around_value(c: char) -> bool {
    c.is_whitespace() || "\"';,".contains(c)
}

/// Returns whether a value in program code is a literal, such as `7` or `"left"`, rather than the name
/// of a variable or a call. A side or a capital letter is one in other texts.
fn is_literal(value: &str) -> bool {
    let value = value.trim();
    let word = value.trim_end_matches([';', ',']);
    value.starts_with(|c: char| c.is_ascii_digit() || "\"'([{-".contains(c))
        || side_named(word).is_some()
        || car_letter(word).is_ok_and(|letter| letter.is_ascii_uppercase())
}

/// Returns the numbers in a size such as `7`, `7x7` or `7 by 7 cells`. The row `0XX000` of a map, with
/// a car `XX` between empty cells, is not a size.
pub(super) fn sides(value: &str) -> Option<Vec<usize>> {
    let is_between = |c: char| c.is_whitespace() || ",xX×*".contains(c);
    let numbers = value
        .split(is_between)
        .filter(|word| !matches!(*word, "" | "by" | "cells" | "squares"));
    let sides: Vec<usize> = numbers
        .map(|word| word.parse().ok())
        .collect::<Option<_>>()?;
    let signs = value.chars().filter(|c| "xX×*".contains(*c)).count();
    let is_size = (1..=2).contains(&sides.len()) && signs < 2 && !sides.contains(&0);
    is_size.then_some(sides)
}

/// Returns whether a word is a size such as `7x7`.
fn is_size_in_title(word: &str) -> bool {
    let sides = sides(word).filter(|sides| sides.len() == 2 && word.contains(['x', 'X', '×']));
    sides.is_some_and(|sides| sides.iter().all(|side| SIDES.contains(side)))
}

/// Returns whether a value is a possible size of a board other than the usual 6x6.
fn is_other_size(value: &str) -> bool {
    value
        .parse()
        .is_ok_and(|side: usize| side != 6 && SIDES.contains(&side))
}

/// Returns whether a word names a side of the board other than the right one, which is the usual side
/// of the exit.
fn is_other_side(word: &str) -> bool {
    side_named(word).is_some_and(|side| side != Direction::Right)
}

/// Returns whether a word names a place other than the right side of the board.
fn is_other_place(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    let places = ["north", "south", "west", "row", "column", "col", "corner"];
    is_other_side(&word) || places.contains(&&*word)
}

/// Returns whether a value is a sentence such as `get the red car out` or `8 moves`, which names neither
/// a place nor a car.
fn is_sentence(value: &str) -> bool {
    let counts_moves = value.ends_with("moves");
    let is_word = |word: &str| {
        let is_letter = |c: char| c.is_alphabetic() || c == '\'';
        word.chars().all(is_letter) && (word.len() > 1 || word == "a") && !is_other_place(word)
            || counts_moves && word.parse::<u32>().is_ok()
    };
    value.split_whitespace().count() > 1 && words(value).all(is_word)
}

/// Returns whether a sentence names the right side, which is the usual side of the exit.
fn names_right_side(text: &str) -> bool {
    words(text).any(|word| word.eq_ignore_ascii_case("right"))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'');
    words.filter(|word| !word.is_empty())
}

fn unknown_exit(name: &str, value: &str) -> String {
    let found = shortened(value);
    format!(
        "'{name}: {found}' is not understood; write the exit as \"exit\":\"left\" (or right, top, bottom), or as its cell, \
         such as \"exit\":{{\"x\":5,\"y\":2}}"
    )
}

fn second(what: &str, name: &str, value: &str) -> String {
    format!("'{name}: {value}' is not the {what} that was stated before; state one {what}")
}

/// Returns the beginning of a value, for error messages.
fn shortened(value: &str) -> String {
    value.trim().chars().take(40).collect()
}
