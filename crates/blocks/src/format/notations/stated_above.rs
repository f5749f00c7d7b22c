//! Gives each board the exit that is stated above it. The exit holds until the next one is stated.

use super::stated_exit::StatedGoal;

/// An exit or a leaving car that is stated outside of the boards.
pub(super) struct StatedOutside<'a> {
    pub(super) line: usize,
    pub(super) key: String,
    pub(super) value: &'a str,
}

/// The values that are stated outside of the boards of a text, for readers that go through the
/// boards in their order.
pub(super) struct StatedAbove<'s, 'a> {
    /// The values below the line that was last passed to [`StatedAbove::goal`].
    below: &'s [StatedOutside<'a>],
    /// The exit, and the car that has to reach it, for a board on the line that was last passed to
    /// [`StatedAbove::goal`].
    goal: StatedGoal,
}

impl<'s, 'a> StatedAbove<'s, 'a> {
    /// Creates a reader of all values of a text, which must be sorted by line.
    pub(super) fn new(values: &'s [StatedOutside<'a>]) -> Self {
        StatedAbove {
            below: values,
            goal: StatedGoal::default(),
        }
    }

    /// Returns the exit and the leaving car that apply to a board in a line. The lines of later calls
    /// must not be smaller.
    pub(super) fn goal(&mut self, line: usize) -> &StatedGoal {
        let count = self.below.partition_point(|value| value.line <= line);
        let (above, below) = self.below.split_at(count);
        self.below = below;
        let mut stated = StatedGoal::default();
        for value in above {
            stated.add(&value.key, value.value);
        }
        stated.inherit(&self.goal);
        self.goal = stated;
        &self.goal
    }

    /// Returns an error message if a value follows the last board, because it is unclear which boards
    /// this value applies to.
    pub(super) fn unused(&self) -> Option<String> {
        let StatedOutside { key, value, .. } = self.below.first()?;
        Some(format!(
            "'{key}: {value}' follows the last board; state the exit above the boards"
        ))
    }
}
