//! Reads the exit that a level pack states, such as `"exit": "left"` or `"exit": {"x": 5, "y": 2}`,
//! and the car that leaves, such as `"target": "X"` or `"car": "X"`.
//!
//! A pack can count cells from 0 or from 1, and can mean either the cell at the edge of the board
//! or the one beyond it. In a cell without names, such as `EXIT = (2, 5)`, either the column or the
//! row can come first. [`with_exit`] tries all of these readings and accepts the exit if only one
//! of them lets the car leave. For example, a car that drives along row 2 leaves through column 5
//! of this row, and never through row 5.
//!
//! A value with a name such as `goal`, `target` or `walls` could change what must be solved, and so
//! could a side under any name, such as `"door": "left"`. If such a value cannot be read, such as
//! `"goal": 7`, it is therefore an error and is not ignored.

use super::brackets::{Contents, Scope, Word};
use super::level_pack::is_key_of_moves;
use super::rows::{NamedLine, is_missing, letters_of, named_line};
use crate::Direction;
use crate::format::rush::{CAR, Exit, RushBoard, car_letter};

/// The exit of a level, as its pack states it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StatedExit {
    /// The side of the board on which the exit is.
    Side(Direction),
    /// The numbers of the exit's column and row, counted from 0 or from 1.
    Cell { column: usize, row: usize },
    /// Both numbers of a cell such as `(2, 5)`, which does not say whether the column or the row comes
    /// first.
    Pair([usize; 2]),
}

/// The exit and the leaving car that a pack states for a level. Each value is an error message if
/// it cannot be read.
#[derive(Clone, Default)]
pub(super) struct StatedGoal {
    pub(super) exit: Option<Result<StatedExit, String>>,
    /// The letter of the car that leaves.
    pub(super) car: Option<Result<char, String>>,
    /// The error if walls are stated beside the board, such as `"walls": [14, 20]`, because they
    /// cannot be read.
    pub(super) mistake: Option<String>,
}

/// Returns whether the name of a value suggests that the value says where a car must go, such as
/// `exitRow` or `goalCell`.
pub(super) fn suggests_exit(key: &str) -> bool {
    let name = letters_of(key);
    let mut words = ["exit", "goal", "target"].iter();
    words.any(|word| name.contains(word)) && !is_key_of_moves(key)
}

/// Returns whether a name, such as `player`, `isTarget` or `redCar`, marks the car that leaves.
pub(super) fn names_leaving_car(key: &str) -> bool {
    let name = letters_of(key);
    let name = name.strip_prefix("is").unwrap_or(&name);
    let ends = ["car", "vehicle", "piece", "block", "letter", "id"];
    let role = ends.iter().find_map(|end| name.strip_suffix(end));
    match role {
        Some("exit") => true,
        _ if matches!(name, "car" | "vehicle") => true,
        _ => matches!(
            role.unwrap_or(name),
            "target"
                | "goal"
                | "player"
                | "hero"
                | "red"
                | "main"
                | "leaving"
                | "escape"
                | "escaping"
        ),
    }
}

/// Returns whether a name, such as `walls` or `blockedCells`, says that its values are walls.
pub(super) fn names_walls(key: &str) -> bool {
    let name = letters_of(key);
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

/// Returns whether a name is that of a label. A label, such as `"level": "A"`, can be a letter or a
/// side without a meaning for the puzzle.
fn is_label(key: &str) -> bool {
    let labels = [
        "name",
        "title",
        "id",
        "level",
        "number",
        "difficulty",
        "rank",
        "grade",
        "rating",
        "category",
        "class",
        "set",
        "pack",
        "group",
        "series",
        "tier",
        "section",
        "label",
        "author",
    ];
    labels.contains(&&*letters_of(key))
}

/// Returns the error message for a letter whose name does not say whether it is a car, such as
/// `piece: B` beside a board.
fn unclear_letter(key: &str, letter: &str) -> String {
    format!(
        "'{key}: {letter}' could name the car that leaves; write it as \"car\":\"{letter}\", or leave it out"
    )
}

/// Returns whether a value with this name, such as `exit`, `player` or `walls`, can change what
/// must be solved.
pub(super) fn can_change_goal(key: &str) -> bool {
    suggests_exit(key) || names_leaving_car(key) || names_walls(key)
}

/// Returns whether a name, such as `exit`, is one that programs use for the exit of a level.
pub(super) fn is_exit_name(key: &str) -> bool {
    matches!(
        &*letters_of(key),
        "exit" | "exitside" | "exitdirection" | "exitdir" | "exitcell" | "exitposition" | "exitpos"
    )
}

/// Reads the value of a name for which [`suggests_exit`] holds. `value` is a word such as `left`,
/// or the text inside the brackets of a cell such as `(2, 5)`.
pub(super) fn stated_exit(key: &str, value: &str) -> Result<StatedExit, String> {
    let words: Vec<&str> = value
        .split(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '+' | '.'))
        .filter(|word| !word.is_empty())
        .collect();
    let exit = match words[..] {
        _ if !is_exit_name(key) => None,
        [side] => side_named(side).map(StatedExit::Side),
        [first, x, second, y] => cell_named([first, second], [x, y]),
        [first, second] => {
            let numbers = first.parse().ok().zip(second.parse().ok());
            numbers.map(|(first, second)| StatedExit::Pair([first, second]))
        }
        _ => None,
    };
    exit.ok_or_else(|| {
        let found = shortened(value);
        format!(
            "'{key}: {found}' is not understood; write the exit as \"exit\":\"left\" (or right, top, bottom), or as its cell, \
             such as \"exit\":{{\"x\":5,\"y\":2}}"
        )
    })
}

/// Returns the name and the value of a line such as `exit: left`, if they say where a car must go.
///
/// The line can also be program code, such as `const target = levels[3]`, or a title, such as
/// `Target practice` or `Goal: get the red car out`. So a name other than that of an exit needs a
/// `:`, or the name of a side as its value, and it must be a single word. A sentence such as `The
/// exit is on the right` states the exit too. A sentence with a different side and a line such as
/// `walls: 14, 20` are also returned, so that the caller can reject them.
pub(super) fn exit_line(line: &str) -> Option<NamedLine<'_>> {
    let named = named_line(line).filter(|named| {
        let is_exit = is_exit_name(&named.key);
        let is_wall = names_walls(&named.key) && named.value.contains(|c: char| c.is_ascii_digit());
        let is_suggested = is_exit || named.is_single_word && suggests_exit(&named.key);
        // A side under a different name, such as `door: left`, is returned too, so that the caller
        // can reject it.
        let is_unknown = is_other_side(named.value) && !is_label(&named.key);
        (is_wall || is_unknown) && named.mark.is_some()
            || is_suggested
                && match named.mark {
                    Some('=') => is_side(named.value) || is_exit && !is_program_code(named.value),
                    Some(_) => !is_usual_sentence(named.value, is_exit),
                    None => is_exit && is_side(named.value),
                }
    });
    named.or_else(|| {
        Some(NamedLine {
            key: "exit".to_owned(),
            value: exit_in_sentence(line)?,
            mark: None,
            is_single_word: true,
        })
    })
}

/// Returns the side in a sentence such as `The exit is on the right`. If the sentence names a
/// different side, such as `Slide left to reach the exit`, the side could also be that of a move.
/// The result is then the whole sentence, which is not a side, so that the caller reports an error.
fn exit_in_sentence(text: &str) -> Option<&str> {
    let words = || text.split(|c: char| !c.is_alphanumeric());
    let is_prose = |c: char| c.is_alphanumeric() || c.is_whitespace() || ",.!:-/()'".contains(c);
    let is_about_exit =
        text.chars().all(is_prose) && words().any(|word| word.eq_ignore_ascii_case("exit"));
    let has_other_side = words().any(is_other_side);
    let side = words()
        .find(|word| is_side(word))
        .filter(|_| is_about_exit)?;
    Some(if has_other_side { text.trim() } else { side })
}

/// Returns the letter in a line such as `car: P` or `player = "P"`, or an error message if the
/// value of a line such as `car: red` is not one letter. Returns `None` for other lines.
pub(super) fn car_line(line: &str) -> Option<Result<char, String>> {
    let named = named_line(line)?;
    let letter = car_letter(named.value);
    match named.mark {
        Some(':') if named.key.eq_ignore_ascii_case(CAR) => Some(letter),
        // In program code, a letter without quotation marks is the name of a variable.
        Some('=')
            if !line.contains(['"', '\'']) && !named.value.starts_with(char::is_uppercase) =>
        {
            None
        }
        Some(_) if names_leaving_car(&named.key) => letter.ok().map(Ok),
        Some(':') if letter.is_ok() && named.is_single_word && !is_label(&named.key) => {
            Some(Err(unclear_letter(&named.key, named.value)))
        }
        _ => None,
    }
}

/// Returns whether a value in program code is computed or missing, such as `door.cell` or `null`
/// after `exit =`.
fn is_program_code(value: &str) -> bool {
    let is_end = |c: char| !c.is_alphanumeric() && c != '_';
    let (word, rest) = value.split_at(value.find(is_end).unwrap_or(value.len()));
    let is_call = !word.is_empty() && rest.starts_with(['.', '(', '[']);
    let is_keyword = matches!(
        word,
        "null" | "None" | "undefined" | "true" | "false" | "new" | "function"
    );
    is_call || is_keyword || value.contains("=>")
}

/// Returns whether a value is a sentence that states no exit but the usual one, such as `get the red
/// car out` or `on the right side`. A sentence about the exit itself must name the right side.
fn is_usual_sentence(value: &str, is_about_exit: bool) -> bool {
    let words = || value.split(|c: char| !c.is_alphanumeric());
    let is_right = |word: &str| side_named(word) == Some(Direction::Right);
    let has_other_side = words().any(is_other_side);
    let is_sentence = value.split_whitespace().count() > 1
        && words().any(|word| word.len() > 2 && word.chars().all(char::is_alphabetic));
    is_sentence && !has_other_side && (!is_about_exit || words().any(is_right))
}

/// Returns the brackets that state values beside levels: `without_level`, which are the brackets
/// without a level of their own, and those inside of objects such as `"settings":{"exit":"left"}`.
pub(super) fn brackets_beside<'s, 'a: 's>(
    without_level: impl Iterator<Item = &'s Contents<'a>>,
    all: &'s [Contents<'a>],
) -> Vec<&'s Contents<'a>> {
    let mut beside: Vec<&Contents<'_>> = without_level.collect();
    let mut next = 0;
    while let Some(&brackets) = beside.get(next) {
        if is_settings(brackets) {
            beside.extend(brackets.inner.iter().map(|&index| &all[index]));
        }
        next += 1;
    }
    beside
}

/// Returns whether a pair of brackets is an object whose values can state an exit or a size. An object
/// such as `"exit":{"x":5,"y":2}` is itself such a value.
pub(super) fn is_settings(brackets: &Contents<'_>) -> bool {
    brackets.is_object() && !brackets.key.is_some_and(suggests_exit)
}

/// Returns the goal that the values of a pair of brackets state. `beside` are the brackets inside that
/// state values, as [`brackets_beside`] returns them.
pub(super) fn goal_in_brackets(contents: &Contents<'_>, beside: &[&Contents<'_>]) -> StatedGoal {
    let mut goal = StatedGoal::default();
    goal.add_words(contents);
    for brackets in beside {
        match brackets.key.filter(|key| can_change_goal(key)) {
            Some(key) => goal.add(key, brackets.text),
            None if is_settings(brackets) => goal.add_words(brackets),
            None => (),
        }
    }
    goal
}

impl StatedGoal {
    /// Adds the values between brackets. Outside of brackets, the values can be program code, such
    /// as `car = cars[0]`, so only quoted values and those whose name suggests an exit count.
    fn add_words(&mut self, contents: &Contents<'_>) {
        let is_code = matches!(contents.scope, Scope::Text | Scope::Line);
        for word in contents.words.iter().filter(|word| !word.is_key) {
            let is_goal = word.key.is_some_and(suggests_exit)
                || is_quoted_letter(word)
                || is_quoted_side(word);
            if !is_code || is_goal {
                self.add_beside(word.key, word.text);
            }
        }
    }

    /// Adds a value beside a board or a list of cars, if it can change what must be solved. `key`
    /// is its name, if it has one. A sentence such as `get the red car out` is ignored, but not a
    /// sentence with a number, such as `row 3`, because the number can be that of a row.
    pub(super) fn add_beside(&mut self, key: Option<&str>, value: &str) {
        match key {
            Some(key) if can_change_goal(key) => {
                let is_sentence = is_usual_sentence(value, is_exit_name(key))
                    && !value.contains(|c: char| c.is_ascii_digit());
                if !is_sentence {
                    self.add(key, value);
                }
            }
            Some(key) if is_label(key) => (),
            _ if car_letter(value).is_ok() => {
                let message = unclear_letter(key.unwrap_or("a value without a name"), value);
                add_value(&mut self.car, Err(message), String::new());
            }
            _ if is_other_side(value) => self.add(key.unwrap_or("exit"), value),
            _ => {
                if let Some(side) = exit_in_sentence(value) {
                    self.add("exit", side);
                }
            }
        }
    }

    /// Adds a value whose name suggests an exit or a goal. If two values differ, such as `left` and
    /// `right`, the result is an error, because it is unclear which of them applies.
    pub(super) fn add(&mut self, key: &str, value: &str) {
        let second = |what: &str| {
            let value = value.trim();
            format!("'{key}: {value}' is not the {what} that was stated before; state one {what}")
        };
        if is_missing(value) {
            return;
        }
        if names_walls(key) {
            if !matches!(value.trim(), "" | "0" | "false" | "none") {
                self.mistake = Some(format!(
                    "'{key}' beside a board is not read; draw the board, with an x for each wall"
                ));
            }
            return;
        }
        match car_letter(value) {
            Ok(letter) if names_leaving_car(key) => {
                add_value(&mut self.car, Ok(letter), second("car"));
            }
            Err(_) if names_leaving_car(key) && !suggests_exit(key) => {
                // A colour is not a car, such as `"red":"#ff0000"`.
                if !value.starts_with('#') {
                    let message = format!(
                        "'{key}: {}' names no car; expected one letter, as in \"car\":\"P\"",
                        shortened(value)
                    );
                    add_value(&mut self.car, Err(message), String::new());
                }
            }
            _ => add_value(&mut self.exit, stated_exit(key, value), second("exit")),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.exit.is_none() && self.car.is_none() && self.mistake.is_none()
    }

    /// Takes the values of `outer` that are not stated here.
    pub(super) fn inherit(&mut self, outer: &Self) {
        self.exit = self.exit.take().or_else(|| outer.exit.clone());
        self.car = self.car.take().or_else(|| outer.car.clone());
        self.mistake = self.mistake.take().or_else(|| outer.mistake.clone());
    }
}

/// Combines a value with the one that is known so far. The result is the first error if one of them
/// is an error, and the error `different` if both are valid but differ.
fn add_value<T: PartialEq>(
    known: &mut Option<Result<T, String>>,
    added: Result<T, String>,
    different: String,
) {
    *known = Some(match (known.take(), added) {
        (Some(Err(message)), _) => Err(message),
        (Some(Ok(first)), Ok(second)) if first != second => Err(different),
        (_, added) => added,
    });
}

/// Returns the beginning of a value, for error messages.
fn shortened(value: &str) -> String {
    value.trim().chars().take(40).collect()
}

/// Returns whether a word is a side in quotation marks under any name, such as `"left"` in `const
/// GATE = "left"`. The usual side, `"right"`, does not count.
pub(super) fn is_quoted_side(word: &Word<'_>) -> bool {
    word.is_quoted && word.key.is_some() && is_other_side(word.text)
}

/// Returns whether a word is a letter in quotation marks under a name such as `player`, for example
/// `"P"` in `player = "P"`.
fn is_quoted_letter(word: &Word<'_>) -> bool {
    let is_car = word.key.is_some_and(names_leaving_car);
    is_car && word.is_quoted && car_letter(word.text).is_ok()
}

/// Returns whether a word names a side of the board other than the right one, which is the usual side
/// of the exit.
fn is_other_side(word: &str) -> bool {
    side_named(word).is_some_and(|side| side != Direction::Right)
}

/// Returns whether a word names a side of the board.
pub(super) fn is_side(word: &str) -> bool {
    side_named(word).is_some()
}

fn side_named(word: &str) -> Option<Direction> {
    match &*word.to_ascii_lowercase() {
        "left" => Some(Direction::Left),
        "right" => Some(Direction::Right),
        "top" | "up" => Some(Direction::Up),
        "bottom" | "down" => Some(Direction::Down),
        _ => None,
    }
}

/// Returns the cell whose column and row have names, in either order, such as `x: 5, y: 2`.
fn cell_named(names: [&str; 2], numbers: [&str; 2]) -> Option<StatedExit> {
    let is_column = |name: &str| matches!(&*name.to_ascii_lowercase(), "x" | "col" | "column");
    let is_row = |name: &str| matches!(&*name.to_ascii_lowercase(), "y" | "row");
    let [first, second] = [numbers[0].parse().ok()?, numbers[1].parse().ok()?];
    let (column, row) = match names {
        [a, b] if is_column(a) && is_row(b) => (first, second),
        [a, b] if is_row(a) && is_column(b) => (second, first),
        _ => return None,
    };
    Some(StatedExit::Cell { column, row })
}

impl StatedExit {
    /// Returns the exits that can be meant on a square board whose first row and column have the
    /// number `base`. For example, column 6 and row 3 of a 6x6 board, counted from 1, mean the
    /// right end of the third row. A corner belongs to two sides.
    pub(super) fn exits(self, side: usize, base: usize) -> Vec<Exit> {
        let (column, row) = match self {
            StatedExit::Side(direction) => {
                return vec![Exit {
                    side: direction,
                    line: None,
                }];
            }
            StatedExit::Cell { column, row } => (column, row),
            StatedExit::Pair([first, second]) => {
                let cells = [[first, second], [second, first]];
                let exits = cells.map(|[column, row]| StatedExit::Cell { column, row });
                return exits
                    .into_iter()
                    .flat_map(|exit| exit.exits(side, base))
                    .collect();
            }
        };
        // Here, a cell at the edge has the number 1 or `side`, and `side + 1` is beyond the wall.
        let (x, y) = ((column + 1).checked_sub(base), (row + 1).checked_sub(base));
        let (Some(x), Some(y)) = (x, y) else {
            return Vec::new();
        };
        let mut exits = Vec::new();
        let mut add = |direction, line: usize| {
            if (1..=side).contains(&line) {
                exits.push(Exit {
                    side: direction,
                    line: Some(line - 1),
                });
            }
        };
        if x == 1 {
            add(Direction::Left, y);
        }
        if (side..=side + 1).contains(&x) {
            add(Direction::Right, y);
        }
        if y == 1 {
            add(Direction::Up, x);
        }
        if (side..=side + 1).contains(&y) {
            add(Direction::Down, x);
        }
        exits
    }
}

/// Returns a board with the exit that a line above states. The exit of a drawing must be on the same
/// side.
pub(super) fn with_exit_above(
    board: RushBoard,
    stated: Option<StatedExit>,
) -> Result<RushBoard, String> {
    match (board.exit, stated) {
        (None, _) => {
            let side = board.characters.len().isqrt();
            with_exit(board, stated, side, &[0, 1])
        }
        (Some(drawn), Some(stated)) if stated != StatedExit::Side(drawn.side) => Err(
            "the K of this drawing and the line above it state different exits; state one exit"
                .to_owned(),
        ),
        (Some(_), _) => Ok(board),
    }
}

/// Returns a square board of `side` x `side` cells with a stated exit, or an error message if the
/// board cannot have this exit. `bases` are the possible numbers of the first row and column.
pub(super) fn with_exit(
    board: RushBoard,
    stated: Option<StatedExit>,
    side: usize,
    bases: &[usize],
) -> Result<RushBoard, String> {
    let Some(stated) = stated else {
        return Ok(board);
    };
    let exits = bases.iter().flat_map(|&base| stated.exits(side, base));
    let mut found: Vec<Exit> = Vec::new();
    let mut mistake = None;
    for exit in exits.collect::<Vec<_>>() {
        let board = RushBoard {
            exit: Some(exit),
            ..board.clone()
        };
        match board.puzzle((1, 1)) {
            Ok(_) if !found.contains(&exit) => found.push(exit),
            Ok(_) => (),
            Err(error) => mistake = mistake.or(Some(error.message)),
        }
    }
    match (&found[..], stated) {
        (&[exit], _) => Ok(RushBoard {
            exit: Some(exit),
            ..board
        }),
        ([], StatedExit::Side(_)) => Err(mistake.unwrap_or_default()),
        ([], StatedExit::Cell { .. } | StatedExit::Pair(_)) => {
            let cell = match stated {
                StatedExit::Pair([first, second]) => format!("({first}, {second})"),
                StatedExit::Cell { column, row } => format!("in column {column} and row {row}"),
                StatedExit::Side(_) => String::new(),
            };
            let reason = mistake.unwrap_or_else(|| "the cell is not at the edge".to_owned());
            Err(format!(
                "no car can leave through the stated exit {cell}: {reason}"
            ))
        }
        _ => Err(
            "the stated exit can be read in several ways; write its side, such as \"exit\":\"right\""
                .to_owned(),
        ),
    }
}
