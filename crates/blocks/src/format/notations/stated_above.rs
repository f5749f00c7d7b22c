//! Gives each board the exit, the leaving car and the size that lines above it state, such as
//! `exit: left` or `7x7`. Each value applies until the next one is stated.

use super::rows::{NamedLine, named_line};
use super::stated_exit::{StatedGoal, can_change_goal, car_line, exit_line, names_leaving_car};
use super::stated_side::{StatedSide, add_side, states_size};
use crate::format::rush::CAR;

/// An exit, a leaving car or a size that is stated outside of the boards.
pub(super) struct StatedOutside<'a> {
    pub(super) line: usize,
    pub(super) key: String,
    pub(super) value: &'a str,
}

impl<'a> StatedOutside<'a> {
    /// Returns the exit or the car that a line such as `exit: left` or `car: P` states.
    pub(super) fn of_line(line: usize, text: &'a str) -> Option<Self> {
        let named = match car_line(text) {
            Some(_) => NamedLine {
                key: CAR.to_owned(),
                ..named_line(text)?
            },
            None => exit_line(text)?,
        };
        Some(StatedOutside {
            line,
            key: named.key,
            value: named.value,
        })
    }

    /// Returns the error message for a value if it is unclear to which boards the value applies.
    pub(super) fn unclear(&self) -> String {
        let StatedOutside { key, value, .. } = self;
        format!("it is unclear which board '{key}: {value}' applies to; state it beside its board")
    }
}

/// The values that are stated outside of the boards, for readers that process the boards in order.
pub(super) struct StatedAbove<'s, 'a> {
    /// The values below the line that was last passed to [`StatedAbove::values`].
    below: &'s [StatedOutside<'a>],
    /// The values for a board on the line that was last passed to [`StatedAbove::values`].
    values: ValuesAbove,
}

/// What the lines above a board state.
#[derive(Clone, Default)]
pub(super) struct ValuesAbove {
    /// The exit, and the car that has to reach it.
    pub(super) goal: StatedGoal,
    /// The number of cells in a row of the board, which is a square.
    pub(super) side: Option<StatedSide>,
}

impl ValuesAbove {
    /// Adds a value that is stated outside of the boards, such as `exit: left`.
    pub(super) fn add(&mut self, stated: &StatedOutside<'_>) {
        if states_size(&stated.key, stated.value) {
            add_side(&mut self.side, &stated.key, stated.value);
        } else {
            self.goal.add_beside(Some(&stated.key), stated.value);
        }
    }

    /// Takes the values of `outer` that are not stated here.
    pub(super) fn inherit(&mut self, outer: &Self) {
        self.goal.inherit(&outer.goal);
        self.side = self.side.take().or_else(|| outer.side.clone());
    }
}

impl<'s, 'a> StatedAbove<'s, 'a> {
    /// Creates a reader of all values of the input, which must be sorted by line.
    pub(super) fn new(values: &'s [StatedOutside<'a>]) -> Self {
        StatedAbove {
            below: values,
            values: ValuesAbove::default(),
        }
    }

    /// Returns the values that apply to a board on a line. Successive calls must pass the lines in
    /// ascending order.
    pub(super) fn values(&mut self, line: usize) -> &ValuesAbove {
        let count = self.below.partition_point(|value| value.line <= line);
        let (above, below) = self.below.split_at(count);
        self.below = below;
        let mut stated = ValuesAbove::default();
        for value in above {
            stated.add(value);
        }
        stated.inherit(&self.values);
        self.values = stated;
        &self.values
    }

    /// Returns an error message if an exit follows the last board, because it is unclear which boards
    /// it applies to. A size there can belong to other program code.
    pub(super) fn unused(&self) -> Option<String> {
        let goals = |value: &&StatedOutside<'_>| can_change_goal(&value.key);
        let StatedOutside { key, value, .. } = self.below.iter().find(goals)?;
        let what = if names_leaving_car(key) { CAR } else { "exit" };
        Some(format!(
            "'{key}: {value}' follows the last board; state the {what} above the boards"
        ))
    }
}
