//! Errors in a puzzle's text, with their line and column.

use fifteen_puzzle::words::count;

use super::{MAX_BYTES, MAX_PUZZLES};
use crate::puzzle::{MAX_CELLS, MAX_SIDE};

/// An error and its place in the text. An argument that is not from a file is line 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct FormatError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The problem.
    pub problem: Problem,
}

/// A problem with a puzzle's text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The file has no puzzle.
    #[error("no puzzle found: a puzzle begins with '## name', followed by a line 'start goal' and the two maps")]
    Empty,
    /// The text is too long.
    #[error("the text is longer than {} MiB: split the file", MAX_BYTES >> 20)]
    TooLong,
    /// The file has too many puzzles.
    #[error("more than {} puzzles: split the file", count(MAX_PUZZLES as u64))]
    TooMany,
    /// Neither maps nor a `rush:` line follow a heading.
    #[error("the puzzle has no map: write a line with the words 'start' and 'goal', and the maps below it")]
    NoMap,
    /// The words above the maps are in another order, or others.
    #[error("'{found}' above a map: expected 'start', then 'goal' and 'floor' if there are such maps, all in one line")]
    MapWords {
        /// The line's beginning.
        found: String,
    },
    /// A puzzle has two maps.
    #[error("a second map for the same puzzle: begin each puzzle with '## name'")]
    SecondMap,
    /// The text has no puzzle in the notation in which it is read.
    #[error("no puzzle found in this notation; expected {expected}")]
    NoneInNotation {
        /// The notation.
        expected: &'static str,
    },
    /// A puzzle of another notation has no map.
    #[error("the puzzle has no map, or an empty one")]
    NoRows,
    /// The key `equal` or `optimum` comes twice.
    #[error("a second line '{key}:' for the same puzzle: write all in one")]
    SecondLine {
        /// The key.
        key: &'static str,
    },
    /// A line outside maps is not a property.
    #[error("expected a 'key: value' line, found '{found}' (a map ends at the first empty line)")]
    NotAProperty {
        /// The line's beginning.
        found: String,
    },
    /// A comment below the maps looks like a row of them.
    #[error("a row of a map below the empty line that ended it; leave that line out, or begin a comment with '# '")]
    CutMap,
    /// A key beside `rush:`, which has its own rules.
    #[error("'{key}' has no meaning beside 'rush:'; draw the maps instead")]
    BesideRush {
        /// The key.
        key: &'static str,
    },
    /// A known key has an unknown value.
    #[error("'{key}: {found}' is unknown: the only value of '{key}' is '{expected}'")]
    Value {
        /// The key.
        key: &'static str,
        /// The value read.
        found: String,
        /// The only value known.
        expected: &'static str,
    },
    /// A map has a tab, although columns matter.
    #[error("a tab in a map: use spaces")]
    Tab,
    /// A character stands to the left of the word `start`.
    #[error("'{found}' stands left of the word 'start', where the map begins")]
    LeftOfMap {
        /// The character.
        found: char,
    },
    /// A map is too wide or too high.
    #[error("the map is larger than {MAX_SIDE} x {MAX_SIDE}")]
    MapSize,
    /// The box around the board is too large.
    #[error(
        "the box around the board has {} cells: at most {} are possible", count(*.found as u64), count(MAX_CELLS as u64)
    )]
    BoardSize {
        /// Cells in the box around the floor.
        found: usize,
    },
    /// A row ends before the others.
    #[error("ragged line: the {map} map ends here; write '#' for walls and spaces for cells outside the board")]
    Ragged {
        /// `start`, `goal` or `floor`.
        map: &'static str,
    },
    /// The goal map has a cell that the start map lacks.
    #[error("ragged line: the goal map has '{found}' here, where the start map has no cell")]
    GoalOutside {
        /// The goal map's character.
        found: char,
    },
    /// A goal piece is over a wall.
    #[error("the goal of piece '{label}' is over a wall of the start map")]
    GoalOverWall {
        /// The piece.
        label: char,
    },
    /// The goal map has floor where the start map has a wall.
    #[error("the goal map has '.' here, where the start map has a wall; write '#' or a space")]
    GoalLacksWall,
    /// The goal map has a wall where the start map has floor.
    #[error("the goal map has a wall here, where the start map has none; write '.', or a wall in both maps")]
    GoalWall,
    /// A character that cannot be seen.
    #[error("a character that cannot be seen (U+{code:04X}); write a space, '.', '#' or a letter")]
    Invisible {
        /// Its number in Unicode.
        code: u32,
    },
    /// A key that looks like one with a meaning.
    #[error("'{found}' is no key; is '{expected}' meant?")]
    Key {
        /// The key read.
        found: String,
        /// The key that it looks like.
        expected: &'static str,
    },
    /// `equal:` names a piece that the start map lacks.
    #[error("piece '{label}' of 'equal:' is missing from the start map")]
    EqualMissing {
        /// The piece.
        label: char,
    },
    /// `equal:` names pieces of different shapes.
    #[error("pieces '{label}' and '{first}' of 'equal:' have different shapes")]
    EqualShapes {
        /// The piece.
        label: char,
        /// The first of its group.
        first: char,
    },
    /// `equal:` names a piece twice.
    #[error("piece '{label}' is named twice in 'equal:'")]
    EqualTwice {
        /// The piece.
        label: char,
    },
    /// `equal:` beside `goal: by-shape`.
    #[error("'equal:' has no meaning beside 'goal: by-shape', where all pieces of one shape are equal")]
    EqualByShape,
    /// A gate's value has another form.
    #[error(
        "'gate: {found}' is not of the form 'gate: - for AB': a character of the map, and the pieces that may enter"
    )]
    GateForm {
        /// The value's beginning.
        found: String,
    },
    /// Two gates have the same character.
    #[error("the gate '{label}' is described twice; name all its pieces in one line")]
    GateTwice {
        /// The gate's character.
        label: char,
    },
    /// Neither the start map nor the floor map shows a gate.
    #[error("no map shows the gate '{label}'; below a piece, a map with the word 'floor' shows it")]
    GateMissing {
        /// The gate's character.
        label: char,
    },
    /// A gate is for a piece that the start map lacks.
    #[error("piece '{label}' of 'gate:' is missing from the start map")]
    GatePieceMissing {
        /// The piece.
        label: char,
    },
    /// The goal map shows a gate where the start map, or else the floor map, has none.
    #[error(
        "the goal map has the gate '{gate}' here, where the start map has none; write '.', or the gate there too, and \
         below a piece in a floor map"
    )]
    GateDiffers {
        /// The gate's character.
        gate: char,
    },
    /// A piece of the start map stands on a gate that is not for it.
    #[error("piece '{label}' stands on the gate '{gate}', which is not for it")]
    GateShut {
        /// The piece.
        label: char,
        /// The gate's character.
        gate: char,
    },
    /// The floor map shows a piece.
    #[error("the floor map has '{label}' here: it shows the board without pieces; write '.', '#' or a gate")]
    FloorPiece {
        /// The character.
        label: char,
    },
    /// The floor map shows another board than the start map.
    #[error("the floor map has '{found}' here, where the start map has '{start}'")]
    FloorDiffers {
        /// The floor map's character.
        found: char,
        /// The start map's character.
        start: char,
    },
    /// `horizontal:` or `vertical:` names a piece that the start map lacks.
    #[error("piece '{label}' is missing from the start map")]
    LockMissing {
        /// The piece.
        label: char,
    },
    /// A piece is locked to both axes.
    #[error("piece '{label}' is locked to both axes; draw a piece that never moves as a wall")]
    LockedBoth {
        /// The piece.
        label: char,
    },
    /// `horizontal:` or `vertical:` beside `pieces: rush-hour`.
    #[error("every piece is locked by 'pieces: rush-hour' already")]
    LockedTwice,
    /// A line is no board of Rush Hour.
    #[error(
        "'{found}' is no Rush Hour board; expected 36 characters, with the moves before and the states after if known"
    )]
    RushLine {
        /// The line's beginning.
        found: String,
    },
    /// A line is no board of Huarong Dao.
    #[error(
        "'{found}' is no Huarong Dao board with a 2x2 piece: expected nine hexadecimal digits, or twenty characters"
    )]
    HuarongCode {
        /// The line's beginning.
        found: String,
    },
    /// A command of js2 that cannot be obeyed.
    #[error(
        "'{found}' cannot be read as part of a js2 configuration; each piece needs a type before it and empty cells, \
         and a key that changes the rules of moves is not known here"
    )]
    Js2 {
        /// The command.
        found: String,
    },
    /// A level of GNOME Klotski without the piece `*` or its goal.
    #[error("a level of GNOME Klotski has a piece '*', and its goal in '.' cells")]
    LevelGoal,
    /// The two maps have different heights.
    #[error("the start and the goal map have different heights")]
    MapsDiffer,
    /// The start map lacks a goal piece.
    #[error("piece '{label}' of the goal map is missing from the start map")]
    GoalPieceMissing {
        /// The piece.
        label: char,
    },
    /// A piece has different shapes in the two maps.
    #[error(
        "piece '{label}' has another shape in the goal map than in the start map; these have {goal} and {start} cells"
    )]
    ShapeDiffers {
        /// The piece.
        label: char,
        /// Its cells in the start map.
        start: usize,
        /// Its cells in the goal map.
        goal: usize,
    },
    /// A goal by shape has more pieces of a shape than the start map.
    #[error("pieces of the shape of '{label}': the goal has {goal}, but the start map has {start}")]
    TooFewOfShape {
        /// The goal piece.
        label: char,
        /// Pieces of this shape in the start map.
        start: usize,
        /// Pieces of this shape in the goal map.
        goal: usize,
    },
    /// The goal map shows no piece.
    #[error("no goal: the goal map shows no piece; draw at least one, or leave out the word 'goal'")]
    EmptyGoal,
    /// The start map shows no piece.
    #[error("the start map shows no piece")]
    NoPieces,
    /// A piece has no long axis to which `pieces: rush-hour` could lock it.
    #[error("piece '{label}' is as wide as it is high, so it has no long axis to be locked to")]
    NoLongAxis {
        /// The piece.
        label: char,
    },
    /// A Rush Hour string has the wrong length.
    #[error("a Rush Hour string has 36 characters (or another square from 16 to 100), this one has {found}")]
    RushLength {
        /// Its length.
        found: usize,
    },
    /// A Rush Hour string has an unknown character.
    #[error("'{found}' is not possible here: use letters for pieces, '.' or 'o' for empty cells, 'x' for walls")]
    RushCharacter {
        /// The character.
        found: char,
    },
    /// A Rush Hour piece is not a car.
    #[error("piece '{label}' is not a straight line of at least two cells")]
    RushPiece {
        /// The piece.
        label: char,
    },
    /// A Rush Hour string lacks the car to drive out.
    #[error("no car to drive out: it is called 'X', or 'A' if there is no 'X', and stands in a row")]
    RushNoCar,
}

impl Problem {
    pub(super) fn at(self, line: usize, column: usize) -> FormatError {
        FormatError { line, column, problem: self }
    }
}
