//! Reads the exits that a level pack states outside of brackets, above its boards:
//!
//! ```text
//! exit: left
//! "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.", 8
//! const exit = "right";
//! const levels = ["AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR."];
//! ```
//!
//! An exit applies to all boards below it, up to the next line that states an exit.

use std::collections::BTreeSet;

use super::super::brackets::{Contents, Scope, Word};
use super::super::rows::is_row;
use super::super::stated_exit::{
    StatedExit, add_exit, exit_line, is_exit_name, is_side, stated_exit,
};
use super::PackedLevel;

/// An exit that is stated outside of brackets.
struct StatedOutside<'a> {
    line: usize,
    key: String,
    value: &'a str,
}

/// Gives each level without an exit the nearest exit that is stated above it. An exit below all
/// levels is an error, because it is unclear which levels it applies to. `all` are the contents of
/// the text, and `rows` are the numbers of the lines outside of brackets that have a board.
pub(super) fn add_exits_above(
    levels: &mut [PackedLevel],
    all: &[Contents<'_>],
    rows: &BTreeSet<usize>,
) {
    let mut stated = exits_outside(all, rows).into_iter().peekable();
    let mut exit = None;
    let mut is_used = false;
    for level in levels.iter_mut() {
        while let Some(outside) = stated.next_if(|outside| outside.line <= level.line) {
            if std::mem::take(&mut is_used) {
                exit = None;
            }
            add_exit(&mut exit, Some(&outside.key), outside.value);
        }
        is_used = true;
        if level.exit.is_none() {
            level.exit.clone_from(&exit);
        }
    }
    if let Some(outside) = stated.next() {
        for level in levels {
            level.exit = Some(Err(format!(
                "'{}: {}' follows the last board; state the exit above the boards",
                outside.key, outside.value
            )));
        }
    }
}

/// Returns the exit that a line with a board states, as in `"AA...O...", 8, exit: left`.
pub(super) fn exit_beside_board(contents: &Contents<'_>) -> Option<Result<StatedExit, String>> {
    let word = contents.words.iter().find(|word| states_side(word))?;
    word.key.map(|key| stated_exit(key, word.text))
}

/// Returns the exits that are stated outside of brackets, in the order of their lines.
fn exits_outside<'a>(all: &[Contents<'a>], rows: &BTreeSet<usize>) -> Vec<StatedOutside<'a>> {
    let mut exits = Vec::new();
    let mut known_lines = rows.clone();
    for contents in all.iter().filter(|contents| contents.scope == Scope::Line) {
        if let Some(named) = exit_line(contents.text).filter(|_| is_row(contents.text))
            && known_lines.insert(contents.line)
        {
            exits.push(StatedOutside {
                line: contents.line,
                key: named.key,
                value: named.value,
            });
        }
    }
    // A line of program code can contain several values, and an object can take several lines. The
    // last ones of the contents are those of the whole text.
    let Some(whole) = all.last() else {
        return exits;
    };
    let words = whole.words.iter().filter(|word| states_side(word));
    let words = words.map(|word| (word.line, word.key, word.text));
    let objects = whole.inner.iter().map(|&index| &all[index]);
    let objects = objects.filter(|object| object.scope == Scope::Brackets('{'));
    let objects = objects.map(|object| (object.line, object.key, object.text));
    for (line, key, value) in words.chain(objects) {
        if let Some(key) = key.filter(|key| is_exit_name(key))
            && !known_lines.contains(&line)
        {
            exits.push(StatedOutside {
                line,
                key: key.to_owned(),
                value,
            });
        }
    }
    exits.sort_by_key(|exit| exit.line);
    exits
}

/// Returns whether a word is a side with a name such as `exit`. Outside of brackets, other values of
/// such a name can be program code.
fn states_side(word: &Word<'_>) -> bool {
    word.key.is_some_and(is_exit_name) && is_side(word.text)
}
