//! Reads the exits and sizes that a level pack states outside of its levels, above the boards:
//!
//! ```text
//! exit: left
//! 6x6
//! "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.", 8
//! const config = { cellSize: 60, size: 6, exit: "right" };
//! const levels = ["AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR."];
//! ```
//!
//! An exit or a size applies to all boards below it, up to the next one that is stated.

use std::collections::BTreeSet;

use super::super::brackets::{Contents, Scope, Word};
use super::super::rows::is_row;
use super::super::stated_above::{StatedAbove, StatedOutside};
use super::super::stated_exit::{
    StatedGoal, brackets_beside, exit_line, is_exit_name, is_settings, is_side, suggests_exit,
};
use super::super::stated_side::{
    is_size_in_brackets, sides, size_in_title, size_line, states_size,
};
use super::PackedLevel;

/// Gives each level without an exit or a size the nearest one that is stated above it. An exit below
/// all levels is an error, because it is unclear which levels it applies to. `all` are the contents of
/// the text, and `rows` are the numbers of the lines outside of brackets that have a board.
pub(super) fn add_values_above(
    levels: &mut [PackedLevel],
    all: &[Contents<'_>],
    rows: &BTreeSet<usize>,
) {
    let stated = values_outside(levels, all, rows);
    let mut above = StatedAbove::new(&stated);
    for level in levels.iter_mut() {
        let values = above.values(level.line);
        level.goal.inherit(&values.goal);
        level.side = level.side.take().or_else(|| values.side.clone());
    }
    if let Some(message) = above.unused() {
        for level in levels {
            level.goal.exit = Some(Err(message.clone()));
        }
    }
}

/// Adds the exit that a line with a board states, as in `"AA...O...", 8, exit: left`.
pub(super) fn add_exit_beside_board(goal: &mut StatedGoal, contents: &Contents<'_>) {
    if let Some(word) = contents.words.iter().find(|word| states_side(word))
        && let Some(key) = word.key.filter(|_| goal.exit.is_none())
    {
        goal.add(key, word.text);
    }
}

/// Returns the exits and sizes that are stated outside of the levels, in the order of their lines.
fn values_outside<'a>(
    levels: &[PackedLevel],
    all: &[Contents<'a>],
    rows: &BTreeSet<usize>,
) -> Vec<StatedOutside<'a>> {
    let mut found = Vec::new();
    let mut known_lines = rows.clone();
    for contents in all.iter().filter(|contents| contents.scope == Scope::Line) {
        let is_line = is_row(contents.text) && !contents.text.trim().starts_with('{');
        if let Some(named) = exit_line(contents.text).filter(|_| is_line)
            && known_lines.insert(contents.line)
        {
            found.push(StatedOutside {
                line: contents.line,
                key: named.key,
                value: named.value,
            });
        }
        let size = size_line(contents.text).or_else(|| size_in_title(contents.text));
        if let Some(value) = size.filter(|_| is_line)
            && known_lines.insert(contents.line)
        {
            found.push(StatedOutside {
                line: contents.line,
                key: "size".to_owned(),
                value,
            });
        }
    }
    // A line of program code can contain several values, and an object can take several lines. The
    // last ones of the contents are those of the whole text.
    let Some(whole) = all.last() else {
        return found;
    };
    let words = whole.words.iter().filter(|word| states_side(word));
    let mut values: Vec<_> = words.map(|word| (word.line, word.key, word.text)).collect();
    let orders: BTreeSet<usize> = levels.iter().map(|level| level.order).collect();
    let has_level = |index: usize| {
        let mut inside = all[all[index].complete_before..=index].iter();
        inside.any(|contents| orders.contains(&contents.order))
    };
    let inner = whole.inner.iter().filter(|&&index| !has_level(index));
    for brackets in brackets_beside(inner.map(|&index| &all[index]), all) {
        let is_size = is_size_in_brackets(brackets) && sides(brackets.text).is_some();
        let key = brackets.key.filter(|key| is_size || is_exit_name(key));
        values.push((brackets.line, key, brackets.text));
        if is_settings(brackets) {
            let words = brackets.words.iter().filter(|word| !word.is_key);
            values.extend(words.map(|word| (word.line, word.key, word.text)));
        }
    }
    for (line, key, value) in values {
        let is_size = |key: &str| states_size(key, value) && sides(value).is_some();
        if let Some(key) = key.filter(|key| suggests_exit(key) || is_size(key))
            && !known_lines.contains(&line)
        {
            found.push(StatedOutside {
                line,
                key: key.to_owned(),
                value,
            });
        }
    }
    found.sort_by_key(|value| value.line);
    found
}

/// Returns whether a word is a side with a name such as `exit`. Outside of brackets, other values of
/// such a name can be program code.
fn states_side(word: &Word<'_>) -> bool {
    word.key.is_some_and(is_exit_name) && is_side(word.text)
}
