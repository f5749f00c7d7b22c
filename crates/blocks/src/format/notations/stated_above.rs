//! Gives each board the exit, the leaving car and the size that lines above it state, such as `exit:
//! left` or `7x7`. Each value holds until the next one is stated.

use super::stated_exit::{StatedGoal, suggests_exit};
use super::stated_side::{StatedSide, add_side};

/// An exit, a leaving car or a size that is stated outside of the boards.
pub(super) struct StatedOutside<'a> {
    pub(super) line: usize,
    pub(super) key: String,
    pub(super) value: &'a str,
}

/// The values that are stated outside of the boards of a text, for readers that go through the
/// boards in their order.
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

impl<'s, 'a> StatedAbove<'s, 'a> {
    /// Creates a reader of all values of a text, which must be sorted by line.
    pub(super) fn new(values: &'s [StatedOutside<'a>]) -> Self {
        StatedAbove {
            below: values,
            values: ValuesAbove::default(),
        }
    }

    /// Returns the values that apply to a board in a line. The lines of later calls must not be
    /// smaller.
    pub(super) fn values(&mut self, line: usize) -> &ValuesAbove {
        let count = self.below.partition_point(|value| value.line <= line);
        let (above, below) = self.below.split_at(count);
        self.below = below;
        let mut stated = ValuesAbove::default();
        for value in above {
            if suggests_exit(&value.key) {
                stated.goal.add(&value.key, value.value);
            } else {
                add_side(&mut stated.side, &value.key, value.value);
            }
        }
        stated.goal.inherit(&self.values.goal);
        stated.side = stated.side.or_else(|| self.values.side.take());
        self.values = stated;
        &self.values
    }

    /// Returns an error message if an exit follows the last board, because it is unclear which boards
    /// it applies to. A size there can belong to other program code.
    pub(super) fn unused(&self) -> Option<String> {
        let mut exits = self.below.iter().filter(|value| suggests_exit(&value.key));
        let StatedOutside { key, value, .. } = exits.next()?;
        Some(format!(
            "'{key}: {value}' follows the last board; state the exit above the boards"
        ))
    }
}
