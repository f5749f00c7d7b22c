//! Reads lines above a list of cars that state the exit or the size of the board, such as `exit: left`
//! or `size: 7`.

use super::super::rows::{NamedLine, NumberedLine, named_line};
use super::super::stated_exit::{StatedExit, add_exit, exit_line, suggests_exit};
use super::CarList;
use super::stated_side::{StatedSide, add_side, sides, states_size};
use crate::format::rush::SIDES;

/// The exit and the size that the lines above a list of cars state.
#[derive(Default)]
pub(super) struct StatedLines {
    exit: Option<Result<StatedExit, String>>,
    side: Option<StatedSide>,
    /// The number of the last line that states a value, or 0.
    pub(super) line: usize,
}

impl StatedLines {
    /// Adds the exit or the size that a line states. Returns false if the line states neither.
    pub(super) fn add(&mut self, line: NumberedLine<'_>) -> bool {
        let values = stated_values(line.text);
        for named in &values {
            if suggests_exit(&named.key) {
                add_exit(&mut self.exit, Some(&named.key), named.value);
            } else {
                add_side(&mut self.side, &named.key, named.value);
            }
            self.line = line.number;
        }
        !values.is_empty()
    }

    /// Adds the size in a line such as `7`. Of two such lines, the first is the size, and the second
    /// is the number of cars.
    pub(super) fn add_size_line(&mut self, number: usize, side: usize) {
        if self.side.is_none() {
            self.side = Some(Ok(side));
            self.line = number;
        }
    }

    /// Adds the size in a title such as `Level 3 (7x7)`.
    pub(super) fn add_title(&mut self, title: &str) {
        let words = title.split(|c: char| !c.is_alphanumeric());
        let is_size = |word: &&str| {
            sides(word)
                .is_some_and(|sides| sides.len() == 2 && sides.iter().all(|n| SIDES.contains(n)))
        };
        if let Some(size) = words.into_iter().find(is_size) {
            add_side(&mut self.side, "size", size);
        }
    }

    /// Replaces the exit or the size if the lines further below, `below`, state it again.
    pub(super) fn replace_with(&mut self, below: Self) {
        self.line = self.line.max(below.line);
        self.exit = below.exit.or_else(|| self.exit.take());
        self.side = below.side.or_else(|| self.side.take());
    }

    /// Gives the exit and the size to a list, unless the list itself states them.
    pub(super) fn add_to(&self, list: &mut CarList) {
        if let Some(exit) = &self.exit {
            list.set_exit(self.line, exit.clone());
        }
        if let Some(side) = &self.side {
            list.set_side(self.line, side.clone());
        }
    }
}

/// Returns the values of a line such as `exit: left` or `rows: 7, columns: 7`, or nothing if it
/// contains anything else.
pub(super) fn stated_values(line: &str) -> Vec<NamedLine<'_>> {
    let parts = line
        .split([',', ';'])
        .filter(|part| !part.trim().is_empty());
    let values: Option<Vec<_>> = parts.map(stated_value).collect();
    values.unwrap_or_else(|| stated_value(line).into_iter().collect())
}

/// Returns the value of a line, or of a part of it, that states an exit or a size. A line without a
/// number can be a title, such as `Size matters`, or program code, such as `width = canvas.width`,
/// so it is reported as a size that cannot be read only if it contains a `:`.
fn stated_value(text: &str) -> Option<NamedLine<'_>> {
    exit_line(text).or_else(|| {
        named_line(text).filter(|named| {
            let is_size = named.mark == Some(':') || sides(named.value).is_some();
            is_size && states_size(&named.key, named.value)
        })
    })
}
