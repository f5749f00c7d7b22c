//! What can be wrong with a puzzle's text, and where.

use super::{MOST_BYTES, MOST_PUZZLES};
use crate::puzzle::{MAX_CELLS, MAX_SIDE};

/// What is wrong, and the place in the text. An argument that is not from a file is line 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct FormatError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a puzzle's text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// A file without any puzzle.
    #[error("no puzzle found: a puzzle begins with '## name', followed by a line 'start goal' and the two maps")]
    Empty,
    /// A text that is too long.
    #[error("the text is longer than {} MiB: split the file", MOST_BYTES >> 20)]
    TooLong,
    /// More puzzles than are read at once.
    #[error("more than {MOST_PUZZLES} puzzles: split the file")]
    TooMany,
    /// A heading that neither maps nor a `rush:` line follow.
    #[error("the puzzle has no map: write a line with the words 'start' and 'goal', and the maps below it")]
    NoMap,
    /// Maps given twice.
    #[error("a second map for the same puzzle: begin each puzzle with '## name'")]
    SecondMap,
    /// A line outside of maps that is none of the known kinds.
    #[error("'{found}' is no 'key: value' line (a map ends at the first empty line)")]
    NotAProperty {
        /// The line's beginning.
        found: String,
    },
    /// A value that a key with a meaning cannot have.
    #[error("'{key}: {found}' is unknown: the only value of '{key}' is '{expected}'")]
    Value {
        /// The key.
        key: &'static str,
        /// The value read.
        found: String,
        /// The only one known.
        expected: &'static str,
    },
    /// A tab within a map, where columns matter.
    #[error("a tab in a map: use spaces")]
    Tab,
    /// A character to the left of the word `start`.
    #[error("'{found}' stands left of the word 'start', where the map begins")]
    LeftOfMap {
        /// The character.
        found: char,
    },
    /// A map that is too wide or too high.
    #[error("the map is larger than {MAX_SIDE} x {MAX_SIDE}")]
    MapSize,
    /// A board whose box is too large.
    #[error("the box around the board has {found} cells: at most {MAX_CELLS} are possible")]
    BoardSize {
        /// Cells in the box around the floor.
        found: usize,
    },
    /// A row that ends before the others.
    #[error("ragged line: the {map} map ends here; write '#' for walls and spaces for cells outside the board")]
    Ragged {
        /// `start` or `goal`.
        map: &'static str,
    },
    /// A goal cell that the start map does not have.
    #[error("ragged line: the goal map has '{found}' here, where the start map has no cell")]
    GoalOutside {
        /// The goal map's character.
        found: char,
    },
    /// A goal piece on a wall.
    #[error("the goal of piece '{label}' is over a wall of the start map")]
    GoalOverWall {
        /// The piece.
        label: char,
    },
    /// A goal piece that the start does not have.
    #[error("piece '{label}' of the goal map is missing from the start map")]
    GoalPieceMissing {
        /// The piece.
        label: char,
    },
    /// A piece of different shapes in the two maps.
    #[error("piece '{label}' has another shape in the goal map ({goal} cells) than in the start map ({start} cells)")]
    ShapeDiffers {
        /// The piece.
        label: char,
        /// Its cells in the start map.
        start: usize,
        /// Its cells in the goal map.
        goal: usize,
    },
    /// More pieces of a shape in a goal by shape than there are.
    #[error("the goal has {goal} pieces of the shape of '{label}', the start map has {start}")]
    TooFewOfShape {
        /// The goal piece.
        label: char,
        /// How many the start map has.
        start: usize,
        /// How many the goal map has.
        goal: usize,
    },
    /// A goal map that names no piece.
    #[error("no goal: the goal map shows no piece; draw at least one, or leave out the word 'goal'")]
    EmptyGoal,
    /// A start map without pieces.
    #[error("the start map shows no piece")]
    NoPieces,
    /// A piece that `pieces: rush-hour` cannot lock.
    #[error("piece '{label}' is as wide as it is high, so it has no long axis to be locked to")]
    NoLongAxis {
        /// The piece.
        label: char,
    },
    /// A Rush Hour string of the wrong length.
    #[error("a Rush Hour string has 36 characters, this one has {found}")]
    RushLength {
        /// Its length.
        found: usize,
    },
    /// A character that a Rush Hour string cannot have.
    #[error("'{found}' is not possible here: use letters for pieces, '.' or 'o' for empty cells, 'x' for walls")]
    RushCharacter {
        /// The character.
        found: char,
    },
    /// A Rush Hour piece that is no car.
    #[error("piece '{label}' is no straight line of at least two cells")]
    RushPiece {
        /// The piece.
        label: char,
    },
    /// A Rush Hour string without the car to bring out.
    #[error("no car to bring out: it is called 'X', or 'A' if there is no 'X', and stands in a row")]
    RushNoCar,
}

impl Problem {
    pub(super) fn at(self, line: usize, column: usize) -> FormatError {
        FormatError { line, column, problem: self }
    }
}
