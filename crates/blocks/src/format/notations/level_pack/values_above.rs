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
//! An exit or a size applies to all boards below it, up to the next one that is stated. In an item of
//! YAML or TOML, it applies to the board of the same item, above or below it:
//!
//! ```text
//! - board: "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR."
//!   exit: left
//! ```
//!
//! Lines such as `car: P` apply in the same way.

use std::collections::BTreeSet;

use super::super::brackets::{Contents, Scope, Word};
use super::super::rows::{is_row, items_of_lines};
use super::super::stated_above::{StatedAbove, StatedOutside, ValuesAbove};
use super::super::stated_exit::{
    StatedGoal, brackets_beside, is_exit_name, is_quoted_side, is_settings, is_side, names_walls,
};
use super::super::stated_side::{
    is_size_in_brackets, sides, size_in_title, size_line, states_size,
};
use super::PackedLevel;

/// Gives each level the exit, the leaving car and the size that its item states, or else those that
/// are stated above it. An exit below all levels is an error, because it is unclear which levels it
/// applies to. `all` are the contents of the input, and `rows` are the numbers of the lines outside
/// of brackets that have a board.
pub(super) fn add_values_above(
    levels: &mut [PackedLevel],
    text: &str,
    all: &[Contents<'_>],
    rows: &BTreeSet<usize>,
) {
    let items = items_of_lines(text);
    let stated = values_outside(levels, all, rows);
    let (of_items, outside): (Vec<_>, Vec<_>) = stated
        .into_iter()
        .partition(|stated| items[stated.line - 1].is_some());
    let mut mistake = None;
    let mut of_levels: Vec<ValuesAbove> = levels.iter().map(|_| ValuesAbove::default()).collect();
    // The levels are sorted by line, and so are their items.
    let item_of = |line: usize| items[line - 1].unwrap_or_default();
    for stated in of_items {
        let item = item_of(stated.line);
        let begin = levels.partition_point(|level| level.line <= item);
        let inside = levels[begin..]
            .iter()
            .take_while(|level| item_of(level.line) == item);
        let inside = begin..begin + inside.count();
        if inside.len() != 1
            && inside
                .clone()
                .next()
                .is_none_or(|first| levels[first].line < stated.line)
        {
            mistake = mistake.or(Some(stated.unclear()));
        }
        for values in &mut of_levels[inside] {
            values.add(&stated);
        }
    }
    let mut above = StatedAbove::new(&outside);
    for (level, mut values) in levels.iter_mut().zip(of_levels) {
        values.inherit(above.values(level.line));
        level.goal.inherit(&values.goal);
        level.side = level.side.take().or(values.side);
    }
    if let Some(message) = mistake.or(above.unused()) {
        for level in levels {
            level.goal.mistake = Some(message.clone());
        }
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
        if let Some(stated) =
            StatedOutside::of_line(contents.line, contents.text).filter(|_| is_line)
            && known_lines.insert(contents.line)
        {
            found.push(stated);
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
    // A line of program code can contain several values, and an object can span several lines. The
    // last item of `all` therefore provides the words of the whole input.
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
        let key = brackets
            .key
            .filter(|key| is_size || is_exit_name(key) || names_walls(key));
        values.push((brackets.line, key, brackets.text));
        if is_settings(brackets) {
            let words = brackets.words.iter().filter(|word| !word.is_key);
            values.extend(words.map(|word| (word.line, word.key, word.text)));
        }
    }
    for (line, key, value) in values {
        let is_size = |key: &str| states_size(key, value) && sides(value).is_some();
        let mut goal = StatedGoal::default();
        goal.add_beside(key, value);
        if let Some(key) = key.filter(|key| !goal.is_empty() || is_size(key))
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

/// Returns whether a word is a side with a name such as `exit`, or a side in quotation marks under
/// any name. Outside of brackets, any other value of such a name can be program code, such as `exit
/// = door.cell`.
fn states_side(word: &Word<'_>) -> bool {
    is_quoted_side(word) || word.key.is_some_and(is_exit_name) && is_side(word.text)
}
