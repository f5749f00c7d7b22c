//! Parses boards, checks whether they can be solved, and generates random boards.

#[cfg(not(target_arch = "wasm32"))]
use std::hash::{BuildHasher, RandomState};

use fifteen_solver::input::{self, BoardLine, BoardReader};
use fifteen_solver::puzzle::{TileGrid, parity};
use fifteen_solver::{Board, Goal, RandomBoards, Size};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::parse::{Failure, maybe};
use crate::policy::RANDOM;

/// A board as JSON: a string, an array of tile numbers in row-major order, or an array of rows.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct BoardText(Value);

impl BoardText {
    /// Parses the board. `size` is needed only for a board that is not square, in a notation that
    /// does not separate the rows.
    pub(crate) fn read(&self, size: Option<Size>) -> Result<Board, Failure> {
        input::read_one(&self.text()?, size)
            .board
            .map_err(Failure::bad)
    }

    /// Parses the board from which a search for `goal` starts. If the goal is a pattern that many
    /// boards match, the start can contain the same tile more than once.
    pub(crate) fn read_start(&self, size: Option<Size>, goal: Goal) -> Result<TileGrid, Failure> {
        input::read_one(&self.text()?, size)
            .start(goal)
            .map_err(Failure::bad)
    }

    fn text(&self) -> Result<String, Failure> {
        match &self.0 {
            Value::String(text) => Ok(text.clone()),
            array @ Value::Array(_) => Ok(array.to_string()),
            _ => {
                let form =
                    "a board is a text, or an array of its numbers row by row with 0 for the blank";
                Err(Failure::bad(form))
            }
        }
    }
}

/// Parses a goal. The default goal has the tiles in order and the blank in the last cell.
pub(crate) fn goal(text: Option<&str>, size: Option<Size>) -> Result<Goal, Failure> {
    text.map_or(Ok(Goal::default()), |text| {
        Goal::parse(text, size).map_err(Failure::refused)
    })
}

/// Request to check whether a board can be solved.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Check {
    board: BoardText,
    size: Option<String>,
    goal: Option<String>,
}

impl Check {
    /// Returns the parsed board. If it cannot be solved, also returns the reason.
    pub(crate) fn answer(&self) -> Result<Value, Failure> {
        let size = maybe::<Size>(self.size.as_deref())?;
        let goal = goal(self.goal.as_deref(), size)?;
        let board = self.board.read(size.or(goal.own_size()))?;
        let goal = goal.board(board.size()).map_err(Failure::refused)?;
        let reason = parity::check(&board, &goal)
            .err()
            .map(|reason| reason.explanation());
        Ok(json!({
            "board": board.tiles(),
            "size": board.size().to_string(),
            "goal": goal.tiles(),
            "solvable": reason.is_none(),
            "reason": reason,
        }))
    }
}

/// Request to parse text with any number of boards, in any notation that [`BoardReader`]
/// recognises.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Read {
    text: String,
    /// Size of the boards, for notations that do not show it.
    size: Option<String>,
}

impl Read {
    /// Returns the boards, and an error message for each line that cannot be parsed.
    pub(crate) fn answer(&self) -> Result<Value, Failure> {
        let size = maybe::<Size>(self.size.as_deref())?;
        let mut reader = BoardReader::new(self.text.as_bytes(), size);
        let lines: Vec<BoardLine> = reader
            .by_ref()
            .take(RANDOM)
            .collect::<Result<_, _>>()
            .map_err(Failure::internal)?;
        if let Some(Err(error)) = lines
            .first()
            .map(|line| &line.board)
            .filter(|_| lines.iter().all(|line| line.board.is_err()))
        {
            let place = if self.text.trim().contains('\n') {
                format!("line {}: ", lines[0].line)
            } else {
                String::new()
            };
            return Err(Failure::refused(format!("{place}{error}")));
        }
        if lines.is_empty() {
            return Err(Failure::refused(
                "the text has no board; write the numbers row by row, 0 for the blank",
            ));
        }
        let boards: Vec<_> = lines.iter().map(described).collect();
        Ok(json!({ "boards": boards, "more": reader.next().is_some() }))
    }
}

/// Converts a line of input to JSON. The JSON contains the board and its notation, or an error. If
/// the text names a goal for the board, the JSON contains this goal too.
fn described(line: &BoardLine) -> Value {
    match &line.board {
        Ok(board) => json!({
            "line": line.line,
            "board": board.tiles(),
            "size": board.size().to_string(),
            "goal": line.goal.map(|goal| goal.to_string()),
            "form": line.guess.as_deref().unwrap_or(line.form),
            "error": null,
        }),
        Err(error) => {
            json!({ "line": line.line, "board": null, "size": null, "goal": null, "form": null, "error": error })
        }
    }
}

/// Request for random boards. All fields are strings, because they come from a URL query.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Random {
    size: Option<String>,
    seed: Option<String>,
    n: Option<String>,
    goal: Option<String>,
}

impl Random {
    /// Generates the boards. Also returns the seed, so that the client can generate the same boards
    /// again.
    pub(crate) fn answer(&self) -> Result<Value, Failure> {
        let n: usize = whole_number("n", self.n.as_deref())?.unwrap_or(1);
        if n > RANDOM {
            return Err(Failure::refused(format!(
                "{n} boards are more than are granted at a time; ask for at most {RANDOM}"
            )));
        }
        let seed: Option<u64> = whole_number("seed", self.seed.as_deref())?;
        let size = maybe::<Size>(self.size.as_deref())?;
        let goal = goal(self.goal.as_deref(), size)?;
        let size = goal.size(size);
        let goal = goal.board(size).map_err(Failure::refused)?;
        let seed = seed.unwrap_or_else(new_seed);
        let boards: Vec<Vec<u8>> = RandomBoards::new(goal, seed)
            .take(n)
            .map(|board| board.tiles().to_vec())
            .collect();
        Ok(json!({ "boards": boards, "size": size.to_string(), "seed": seed }))
    }
}

/// Returns a random seed with at most nine digits, which is easy to type.
fn new_seed() -> u64 {
    const ALL: u64 = 1_000_000_000;
    // In WebAssembly, `RandomState` is not random, so ask JavaScript for a random number.
    #[cfg(target_arch = "wasm32")]
    return (js_sys::Math::random() * ALL as f64) as u64;
    #[cfg(not(target_arch = "wasm32"))]
    return RandomState::new().hash_one(0) % ALL;
}

/// Parses a query parameter that must be a non-negative integer.
fn whole_number<T: std::str::FromStr>(
    name: &str,
    text: Option<&str>,
) -> Result<Option<T>, Failure> {
    let parse = |text: &str| {
        let wrong =
            || format!("the parameter '{name}' must be a whole number from 0 up; found '{text}'");
        text.parse().map_err(|_| Failure::bad(wrong()))
    };
    text.map(parse).transpose()
}
