//! Reads lines above a list of cars that state the exit, the size of the board or the car that leaves,
//! such as `exit: left`, `size: 7` or `car: P`.

use super::super::rows::{NamedLine, NumberedLine, named_line};
use super::super::stated_exit::{StatedGoal, can_change_goal, car_line, exit_line};
use super::super::stated_side::{
    StatedSide, add_side, is_unclear, sides, states_size, unclear_size,
};
use super::CarList;
use super::car::{direction, key, words};
use crate::format::rush::SIDES;

/// The exit, the size and the leaving car that the lines of the input state for the lists below
/// them.
#[derive(Default)]
pub(super) struct StatedLines {
    /// The values that are stated below the last list.
    above: StatedValues,
    /// The values that are stated above the last list. They also apply to the lists below it, until
    /// another value is stated.
    inherited: StatedValues,
}

/// An exit, a size and a leaving car. Lines can state any of them.
#[derive(Default)]
struct StatedValues {
    goal: StatedGoal,
    side: Option<StatedSide>,
    /// The number of the line that states the size, or 0 if no line does.
    side_line: usize,
    /// The number of the last line that states a value, or 0 if no line does.
    line: usize,
}

impl StatedLines {
    /// Adds the values that a line such as `exit: left` states. Returns false if the line states no
    /// value.
    pub(super) fn add(&mut self, line: NumberedLine<'_>) -> bool {
        let stated = &mut self.above;
        if let Some(letter) = car_line(line.text) {
            stated.goal.car = Some(letter);
        } else if let Some(side) = size_line(line.text) {
            // If two lines consist only of a number, such as `6` and `11`, the first number is the
            // size, and the second one is the number of cars.
            stated.side.get_or_insert(Ok(side));
            stated.side_line = line.number;
        } else {
            let mut values = stated_values(line.text);
            if let Some(named) =
                named_line(line.text).filter(|named| is_unclear(&named.key, named.value))
            {
                let error = Err(unclear_size(&named.key, named.value));
                stated.side.get_or_insert(error);
                stated.side_line = line.number;
                values.push(named);
            }
            for named in &values {
                if can_change_goal(&named.key) {
                    stated.goal.add(&named.key, named.value);
                } else {
                    add_side(&mut stated.side, &named.key, named.value);
                    stated.side_line = line.number;
                }
            }
            if values.is_empty() {
                return false;
            }
        }
        stated.line = line.number;
        true
    }

    /// Adds the values of a line such as `size: 7`, or the size in a title such as `Level 3 (7x7)`.
    /// Returns false if the line states no value and cannot be a title.
    pub(super) fn add_with_title(&mut self, line: NumberedLine<'_>) -> bool {
        if self.add(line) {
            return true;
        }
        let is_title = is_title(line.text);
        if is_title {
            self.add_title(line);
        }
        is_title
    }

    /// Adds the size in a title such as `Level 3 (7x7)`.
    pub(super) fn add_title(&mut self, title: NumberedLine<'_>) {
        if let Some(size) = words(title.text).find(|word| is_title_size(word)) {
            add_side(&mut self.above.side, "size", size);
            self.above.side_line = title.number;
        }
    }

    /// Applies to a list the values that are stated above it, unless the list itself states them.
    pub(super) fn add_to(&mut self, list: &mut CarList) {
        let mut stated = std::mem::take(&mut self.above);
        stated.goal.inherit(&self.inherited.goal);
        if stated.side.is_none() {
            stated.side = self.inherited.side.take();
            stated.side_line = self.inherited.side_line;
        }
        stated.line = stated.line.max(self.inherited.line);
        self.inherited = stated;
        let StatedValues {
            goal,
            side,
            side_line,
            line,
        } = &self.inherited;
        list.set_goal(*line, goal.clone());
        if let Some(side) = side.as_ref().filter(|_| list.side.is_none()) {
            list.set_side(*line, side.clone());
            list.side_line = Some(*side_line);
        }
    }

    /// Returns the number of the last line that states a value below all lists, or 0.
    pub(super) fn line_below_lists(&self) -> usize {
        self.above.line
    }
}

/// Returns the side in a line such as `6`, `6 6` or `6x6`. The result is 0 if the two numbers
/// differ, for example in `6 5`.
pub(super) fn size_line(line: &str) -> Option<usize> {
    match sides(line)?[..] {
        [side] => Some(side),
        [width, height] if width == height => Some(width),
        _ => Some(0),
    }
}

/// Returns whether a word of a title is a size such as `7x7`.
fn is_title_size(word: &str) -> bool {
    sides(word).is_some_and(|sides| sides.len() == 2 && sides.iter().all(|n| SIDES.contains(n)))
}

/// Returns whether a line that is not a car can be the title of a list. A line with two numbers or
/// a direction, such as `X 3 H`, is more likely to be an incomplete car, and a line with three
/// names of values, such as `car,col,row`, is the header of a table.
pub(super) fn is_title(line: &str) -> bool {
    let is_number =
        |word: &&str| word.contains(|c: char| c.is_ascii_digit()) && !is_title_size(word);
    let numbers = words(line).filter(is_number);
    let names = words(line).filter(|word| key(word).is_some());
    let has_direction = words(line).any(|word| direction(word).is_some());
    numbers.count() < 2 && names.count() < 3 && !has_direction
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
/// so it is reported as a size that cannot be read only if it contains a `:`, such as `Size:
/// large`.
fn stated_value(text: &str) -> Option<NamedLine<'_>> {
    exit_line(text).or_else(|| {
        named_line(text).filter(|named| {
            let is_size = named.mark == Some(':') || sides(named.value).is_some();
            is_size && states_size(&named.key, named.value)
        })
    })
}
