//! Reads the solves of a speed-solver. Each line contains a scramble and a solution, or only a
//! solution.
//!
//! The scramble is a board, or the moves that lead to it from the goal. Without a scramble, the
//! board is found by undoing the moves of the solution, beginning at the goal. These lines describe
//! the same solve of a 3x3 board:
//!
//! ```text
//! 1 2 3 / 4 5 6 / 0 7 8; L2
//! R2; L2
//! L2
//! 1) R2; L2; 0:12.34; 2025-05-20
//! ```
//!
//! Semicolons, tabs and `|` separate the fields of a line. A line can begin with the number of the
//! solve, and it can end with numbers, times, penalties, dates and a comment. A number after a
//! board is the solution: the tile that moves. A number after moves is a solution if it solves
//! them, such as 8 in `R; 8`. Any other field that is neither a board nor moves is an error, so
//! that a line with a typo is never read as a different solve.

mod line;

use fifteen_puzzle::notation::{self, NUMBERS};
use fifteen_puzzle::{Board, Convention, Goal, Path, Size};
use serde_json::{Map, Value};

use super::{BoardLine, record};
use line::{
    UNFINISHED, begins_with_move, is_around_field, is_mark_of_unfinished, is_number, is_separator,
    is_unfinished,
};
pub(super) use line::{is_short_number, shown};

/// The rules for reading solves with [`BoardReader::of_solves`](super::BoardReader::of_solves). A
/// solve contains the moves with which a speed-solver solved a board, and usually the scramble that
/// produced the board.
#[derive(Debug, Clone)]
pub struct SolveRules {
    /// The goal of all solves, or `None` if each record may contain a goal of its own.
    goal: Option<Goal>,
    /// The size of boards for which the notation leaves the size open.
    size: Option<Size>,
    letters: LettersOfMoves,
}

/// Whether move letters give the direction of the tile or of the blank, and how this is known.
#[derive(Debug, Clone, Copy)]
enum LettersOfMoves {
    /// Nothing is known yet. The first solve determines the meaning of the letters.
    Unknown,
    /// An earlier solve has shown the meaning of the letters.
    Shown(Convention),
    /// The caller or the record specifies the meaning of the letters.
    Given(Convention),
}

impl LettersOfMoves {
    /// Returns the known meaning of the letters. If it is unknown, returns the default, which is
    /// the direction of the tile.
    fn convention(self) -> Convention {
        match self {
            Self::Unknown => Convention::default(),
            Self::Shown(convention) | Self::Given(convention) => convention,
        }
    }
}

/// The scramble of a solve. Its letters are not interpreted yet, because their meaning may still be
/// unknown.
enum Scramble<'a> {
    Board(Board),
    /// Moves from the goal.
    Moves(&'a str),
    /// The solve has no scramble. Undoing the solution from the goal yields the board.
    Inverse,
}

/// The result of replaying a solve. `convention` says whether the letters were read as directions
/// of the tile or of the blank.
struct MeantMoves {
    start: Board,
    convention: Convention,
    reaches_goal: bool,
}

impl SolveRules {
    /// Creates the rules for solves that lead to `goal`, or to the default goal if it is `None`.
    /// `letters` says whether move letters give the direction of the tile or of the blank. If it is
    /// `None`, the first solve decides this for all solves.
    pub fn new(goal: Option<Goal>, size: Option<Size>, letters: Option<Convention>) -> Self {
        Self {
            goal,
            size,
            letters: letters.map_or(LettersOfMoves::Unknown, LettersOfMoves::Given),
        }
    }

    /// Reads a solve from a line of text.
    pub(super) fn read(&mut self, line: u64, text: &str) -> BoardLine {
        match self.solve_of_line(text) {
            Ok(solve) => BoardLine { line, ..solve },
            Err(error) => BoardLine::invalid(line, error),
        }
    }

    fn solve_of_line(&mut self, text: &str) -> Result<BoardLine, String> {
        let texts = self.split(text)?;
        let scramble = texts.scramble.map(|text| self.scramble(text)).transpose()?;
        self.solve(scramble.unwrap_or(Scramble::Inverse), texts.solution)
    }

    /// Reads a solve from a record of a JSON or CSV file. `form` names the kind of file.
    pub(super) fn read_record(
        &mut self,
        line: u64,
        fields: &Value,
        form: &'static str,
    ) -> BoardLine {
        match self.solve_of_record(line, fields, form) {
            Ok(solve) => BoardLine { line, ..solve },
            Err(error) => BoardLine::invalid(line, error),
        }
    }

    fn solve_of_record(
        &mut self,
        line: u64,
        fields: &Value,
        form: &'static str,
    ) -> Result<BoardLine, String> {
        let solution = solution_of(fields)?;
        let mut texts = fields.as_object().into_iter().flat_map(Map::values);
        if solution.as_deref().is_some_and(is_unfinished)
            || texts.any(|field| field.as_str().is_some_and(is_mark_of_unfinished))
        {
            return Err(UNFINISHED.to_owned());
        }
        let has_board = fields.get("board").is_some_and(|board| match board {
            Value::String(text) => !text.trim().is_empty() && !begins_with_move(text),
            _ => true,
        });
        if has_board {
            return self.solve_of_board(line, fields, form, solution);
        }
        if let Some(cells @ Value::Array(_)) = fields.get("scramble") {
            let mut fields = fields.clone();
            fields["board"] = cells.clone();
            return self.solve_of_board(line, &fields, form, solution);
        }
        let Some(solution) = solution else {
            let names = record::SOLUTION_FIELDS.join("', '");
            return Err(format!(
                "the record has no solution; expected it in a field '{names}'"
            ));
        };
        let size = match record::size(fields, self.size)? {
            Some(size) => Some(Size::new(size.width, size.height).map_err(|error| error.0)?),
            None => None,
        };
        let goal = record::goal(fields, size)?;
        let letters = match (self.letters, record::letters(fields)?) {
            (LettersOfMoves::Given(convention), _) | (_, Some(convention)) => {
                LettersOfMoves::Given(convention)
            }
            (letters, None) => letters,
        };
        let mut rules = SolveRules {
            goal: self.goal.or(goal),
            size,
            letters,
        };
        let mut scramble = None;
        for name in record::SCRAMBLE_FIELDS {
            scramble = scramble.or(record::text_of(fields, name)?);
        }
        let scramble = scramble.as_deref().map(|text| rules.scramble(text));
        let scramble = scramble.transpose()?.unwrap_or(Scramble::Inverse);
        let solve = rules.solve(scramble, &solution)?;
        // If a record specifies the meaning of its letters, it applies only to this record.
        if !matches!(letters, LettersOfMoves::Given(_)) {
            self.letters = rules.letters;
        }
        Ok(BoardLine { goal, ..solve })
    }

    /// Reads a solve from a record whose scramble is a board in the field `board`.
    fn solve_of_board(
        &mut self,
        line: u64,
        fields: &Value,
        form: &'static str,
        solution: Option<String>,
    ) -> Result<BoardLine, String> {
        let found = record::of_record(line, fields, form, self.size);
        match (&found.board, solution) {
            (Ok(board), Some(solution)) if found.letters.is_none() => {
                let mut rules = SolveRules {
                    goal: self.goal.or(found.goal),
                    ..self.clone()
                };
                let solve = rules.solve(Scramble::Board(*board), &solution)?;
                self.letters = rules.letters;
                Ok(BoardLine {
                    goal: found.goal,
                    guess: found.guess.or(solve.guess),
                    form,
                    ..solve
                })
            }
            (_, solution) => Ok(BoardLine {
                moves: solution,
                ..found
            }),
        }
    }

    /// Returns whether a number after a scramble is a tile to move, and therefore the solution. An
    /// example is the last 8 in `1 2 3 / 4 5 6 / 7 0 8; 8`. Any other number is a remark.
    fn is_tile_of(&self, scramble: &str, number: &str) -> bool {
        let letters = self.letters.convention();
        match self.scramble(scramble.trim_matches(is_around_field)) {
            Ok(Scramble::Board(_)) => true,
            // If the moves contain no separator, they are only a scramble, so the number can be the
            // solution. Moves with a separator already contain a solution, so the number is a
            // remark.
            Ok(moves) if !scramble.contains(is_separator) => self
                .replay(&moves, number, letters)
                .is_ok_and(|meant| meant.reaches_goal),
            _ => false,
        }
    }

    /// Reads a scramble: either a board or moves from the goal.
    fn scramble<'a>(&self, text: &'a str) -> Result<Scramble<'a>, String> {
        match notation::read(text, self.size) {
            Ok(reading) if reading.guess.is_none() => Ok(Scramble::Board(reading.board)),
            _ if begins_with_move(text) => match Path::parse(text, Convention::Tile) {
                Ok(_) => Ok(Scramble::Moves(text)),
                Err(error) => Err(format!("in the scramble, {error}")),
            },
            Ok(reading) => Err(format!(
                "the scramble is not clear: {}; write all of its tiles, and 0 for the blank",
                reading.guess.unwrap_or_default()
            )),
            Err(error) => Err(format!("the scramble '{}': {error}", shown(text))),
        }
    }

    /// Replays a solve, and determines the meaning of its letters: the direction of the tile or of
    /// the blank.
    fn solve(&mut self, scramble: Scramble<'_>, solution: &str) -> Result<BoardLine, String> {
        let preferred = self.letters.convention();
        let is_given = matches!(self.letters, LettersOfMoves::Given(_));
        let is_shown = matches!(self.letters, LettersOfMoves::Shown(_));
        let first = self.replay(&scramble, solution, preferred);
        let reaches = |meant: &Result<MeantMoves, String>| {
            meant.as_ref().is_ok_and(|meant| meant.reaches_goal)
        };
        let meant = if reaches(&first) || is_given {
            first?
        } else {
            let [tile, blank] = Convention::ALL;
            let other = if preferred == tile { blank } else { tile };
            let second = self.replay(&scramble, solution, other);
            match (first, second) {
                (_, second) if reaches(&second) && is_shown => {
                    return Err(format!(
                        "the letters name directions of the {preferred} in the solves before, but only as directions of \
                         the {other} do these moves reach the goal"
                    ));
                }
                (_, Ok(second)) if second.reaches_goal => second,
                (Ok(first), _) => first,
                // In moves such as `R3`, the letter usually gives the direction of the tiles. The
                // other meaning is accepted only if the moves then reach the goal.
                (Err(error), Ok(second)) => {
                    if solution.contains(|c: char| c.is_ascii_digit()) {
                        return Err(error);
                    }
                    second
                }
                (Err(error), Err(_)) => return Err(error),
            }
        };
        if meant.reaches_goal && matches!(self.letters, LettersOfMoves::Unknown) {
            self.letters = LettersOfMoves::Shown(meant.convention);
        }
        let is_guessed = !is_given && meant.convention == Convention::Blank;
        Ok(BoardLine {
            board: Ok(meant.start),
            form: NUMBERS,
            guess: is_guessed.then(|| {
                "the moves are read as directions of the blank, which fit the board".to_owned()
            }),
            moves: Some(solution.to_owned()),
            letters: Some(meant.convention),
            ..BoardLine::invalid(0, "")
        })
    }

    /// Replays a solve with the given meaning of its letters.
    fn replay(
        &self,
        scramble: &Scramble<'_>,
        solution: &str,
        convention: Convention,
    ) -> Result<MeantMoves, String> {
        let parse = |text: &str| Path::parse(text, convention).map_err(|error| error.to_string());
        let goal = self.goal.unwrap_or_default();
        let goal_board = || {
            goal.board(goal.size(self.size)).map_err(|_| {
                format!("the goal {goal} is not one board, from which a scramble begins; write the scramble as a board")
            })
        };
        let start = match scramble {
            Scramble::Board(board) => *board,
            Scramble::Moves(moves) => {
                let boards = parse(moves)?.boards(&goal_board()?);
                let boards = boards.map_err(|illegal| format!("in the scramble, {illegal}"))?;
                *boards.last().ok_or("the scramble has no moves")?
            }
            Scramble::Inverse => {
                let (path, goal) = (parse(solution)?, goal_board()?);
                let boards = path.inverse().boards(&goal).map_err(|illegal| {
                    format!(
                        "the moves cannot end at the goal {goal}: undone from there, move {} leaves the {} board; if the \
                         size or the goal is another one, state it, or write the scramble in front of the solution",
                        path.len() + 1 - illegal.position,
                        goal.size()
                    )
                })?;
                let start = *boards.last().ok_or("the solution has no moves")?;
                if start == goal {
                    return Err(
                        "the moves begin and end at the goal; if they are a scramble and its solution, put a semicolon \
                         between them"
                            .to_owned(),
                    );
                }
                start
            }
        };
        let path =
            Path::parse_on(solution, &start, convention).map_err(|error| error.to_string())?;
        let boards = path.boards(&start).map_err(|illegal| illegal.to_string())?;
        Ok(MeantMoves {
            start,
            convention,
            reaches_goal: boards.last().copied() == goal.board(start.size()).ok(),
        })
    }
}

/// Returns the moves of the solution in a record, or `None` if the record contains no solution.
fn solution_of(fields: &Value) -> Result<Option<String>, String> {
    let [solution, reconstruction, _] = record::SOLUTION_FIELDS;
    let is_count = [solution, reconstruction]
        .iter()
        .any(|name| fields.get(name).is_some_and(|field| !field.is_null()))
        && match fields.get(record::MOVES_FIELD) {
            Some(Value::String(text)) => is_number(text.trim()),
            Some(Value::Number(_)) => true,
            _ => false,
        };
    for name in record::SOLUTION_FIELDS {
        if name == record::MOVES_FIELD && is_count {
            continue;
        }
        if let Some(text) = record::text_of(fields, name)? {
            return Ok(Some(text));
        }
    }
    Ok(None)
}
