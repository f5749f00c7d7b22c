//! Why a puzzle cannot be searched at all.

/// Why a puzzle cannot be searched at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A solution asked for where there is no goal.
    #[error("the puzzle has no goal: only its states can be counted; add the word 'goal' and a second map")]
    NoGoal,
    /// A puzzle whose states do not fit the longest key.
    #[error(
        "a state of this puzzle ({cells} cells) takes {bits} bits: at most 1008 are possible; use fewer or equal pieces"
    )]
    TooLarge {
        /// Cells in the box around the board.
        cells: usize,
        /// Bits of a state.
        bits: usize,
    },
}
