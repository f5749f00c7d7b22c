//! Reads the exit that a level pack states, as in `"exit": "left"` or `"exit": {"x": 5, "y": 2}`.
//!
//! A pack can count cells from 0 or from 1, and can mean either the cell at the edge of the board or
//! the one beyond it. [`with_exit`] tries all of these and accepts the exit if only one makes sense.
//!
//! A value with a name such as `goal` or `target` could change what must be solved. If it cannot be
//! read, it is therefore an error and is not ignored.

use super::brackets::Contents;
use super::level_pack::is_key_of_moves;
use super::rows::{NamedLine, named_line};
use crate::Direction;
use crate::format::rush::{Exit, RushBoard};

/// The exit of a level, as its pack states it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StatedExit {
    /// The side of the board on which the exit is.
    Side(Direction),
    /// The numbers of the exit's column and row, counted from 0 or from 1.
    Cell { column: usize, row: usize },
}

/// Returns whether the name of a value suggests that the value says where a car must go.
pub(super) fn suggests_exit(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    let is_suggested = ["exit", "goal", "target"]
        .iter()
        .any(|word| key.contains(word));
    is_suggested && !is_key_of_moves(&key)
}

/// Returns whether a name, such as `exit`, is one that programs use for the exit of a level.
pub(super) fn is_exit_name(key: &str) -> bool {
    matches!(
        &*key.to_ascii_lowercase(),
        "exit" | "exitside" | "exitdirection" | "exitcell" | "exitposition"
    )
}

/// Reads the value of a name for which [`suggests_exit`] holds. `value` is a word, or the text inside
/// the brackets of a cell.
pub(super) fn stated_exit(key: &str, value: &str) -> Result<StatedExit, String> {
    let words: Vec<&str> = value
        .split(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '+' | '.'))
        .filter(|word| !word.is_empty())
        .collect();
    let exit = match words[..] {
        _ if !is_exit_name(key) => None,
        [side] => side_named(side).map(StatedExit::Side),
        [first, x, second, y] => cell_named([first, second], [x, y]),
        _ => None,
    };
    exit.ok_or_else(|| {
        let found: String = value.trim().chars().take(40).collect();
        format!(
            "'{key}: {found}' is not understood; write the exit as \"exit\":\"left\" (or right, top, bottom), or as its cell, \
             such as \"exit\":{{\"x\":5,\"y\":2}}"
        )
    })
}

/// Returns the name and the value of a line such as `exit: left`, if they say where a car must go.
///
/// The line can also be program code, such as `const target = levels[3]`, or a title, such as `Target
/// practice` or `Goal: get the red car out`. So a name other than that of an exit needs a `:`, or the
/// name of a side as its value, and it must be a single word.
pub(super) fn exit_line(line: &str) -> Option<NamedLine<'_>> {
    named_line(line).filter(|named| {
        let is_exit = is_exit_name(&named.key);
        let is_suggested = is_exit || named.is_single_word && suggests_exit(&named.key);
        is_suggested
            && match named.mark {
                Some('=') => is_side(named.value) || is_exit && !is_program_code(named.value),
                Some(_) => !is_usual_sentence(named.value, is_exit),
                None => is_exit && is_side(named.value),
            }
    })
}

/// Returns whether a value in program code is computed or missing, as in `exit = door.cell` or `exit =
/// null`.
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
    let has_other_side = words().any(|word| is_side(word) && !is_right(word));
    let is_sentence = value.split_whitespace().count() > 1
        && words().any(|word| word.len() > 2 && word.chars().all(char::is_alphabetic));
    is_sentence && !has_other_side && (!is_about_exit || words().any(is_right))
}

/// Returns the exit that the values of a pair of brackets state. `inner` are the brackets directly
/// inside that contain no level of their own.
pub(super) fn exit_in_brackets<'s, 'a: 's>(
    contents: &Contents<'a>,
    inner: impl Iterator<Item = &'s Contents<'a>>,
) -> Option<Result<StatedExit, String>> {
    let mut exit = None;
    for word in contents.words.iter().filter(|word| !word.is_key) {
        add_exit(&mut exit, word.key, word.text);
    }
    for brackets in inner {
        add_exit(&mut exit, brackets.key, brackets.text);
    }
    exit
}

/// Adds the exit of a value with a key to the exit that is known so far. If two exits differ, the
/// result is an error, because it is unclear which of them applies.
pub(super) fn add_exit(
    known: &mut Option<Result<StatedExit, String>>,
    key: Option<&str>,
    value: &str,
) {
    let Some(key) = key.filter(|key| suggests_exit(key)) else {
        return;
    };
    let added = stated_exit(key, value);
    *known = match (known.take(), added) {
        (Some(Err(message)), _) => Some(Err(message)),
        (Some(Ok(first)), Ok(second)) if first != second => Some(Err(format!(
            "'{key}: {}' is not the exit that was stated before; state one exit",
            value.trim()
        ))),
        (_, added) => Some(added),
    };
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

/// Returns the cell whose column and row have names, in either order.
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
    /// number `base`. A corner belongs to two sides.
    pub(super) fn exits(self, side: usize, base: usize) -> Vec<Exit> {
        let (column, row) = match self {
            StatedExit::Side(direction) => {
                return vec![Exit {
                    side: direction,
                    line: None,
                }];
            }
            StatedExit::Cell { column, row } => (column, row),
        };
        // The cell at the edge has the number 1 or `side` here, and `side + 1` is beyond the wall.
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
        ([], StatedExit::Cell { column, row }) => {
            let reason = mistake.unwrap_or_else(|| "the cell is not at the edge".to_owned());
            Err(format!(
                "no car can leave through the stated exit in column {column} and row {row}: {reason}"
            ))
        }
        _ => Err(
            "the stated exit can be read in several ways; write its side, such as \"exit\":\"right\""
                .to_owned(),
        ),
    }
}
