//! Texts that the tests of level packs and lists of cars share, and functions that return what the
//! puzzles in a text require.

use fifteen_blocks::Puzzle;
use fifteen_blocks::format::PuzzleNotation;

/// A list of cars that fits on a board of 6x6 cells, and on larger ones.
pub(super) const CARS: &str = r#""cars":[["X",3,3,"H",2],["A",1,1,"V",2],["B",6,5,"V",2]]"#;
pub(super) const BOARD: &str = "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.";

/// Returns the first puzzle in a text, or the error message if the text is refused.
pub(super) fn first_puzzle(text: &str) -> Result<Puzzle, String> {
    let entries = PuzzleNotation::RushHour.parse(text);
    let entry = entries.map_err(|error| error.to_string())?.remove(0);
    entry.puzzle.map_err(|error| error.to_string())
}

/// Returns the side of the board on which the exit is, or the error message if the text is refused.
pub(super) fn exit_of(text: &str) -> Result<&'static str, String> {
    Ok(first_puzzle(text)?.leaving_car().unwrap().exit())
}

/// Returns what each puzzle in a text requires, for example `X right`, or `refused`.
pub(super) fn goals_of(text: &str) -> Vec<String> {
    let notation = PuzzleNotation::of(text);
    let Ok(entries) = notation.parse(text) else {
        return vec!["refused".to_owned()];
    };
    let goal = |puzzle: Puzzle| {
        let car = puzzle.leaving_car().unwrap();
        format!("{} {}", car.label, car.exit())
    };
    let goals = entries.into_iter().map(|entry| entry.puzzle.map(goal));
    goals
        .map(|goal| goal.unwrap_or("refused".to_owned()))
        .collect()
}
