//! Reads the solves of a speed-solver: each line has a scramble and a solution, or only a solution.
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
//! Semicolons, tabs and `|` separate the fields of a line. The number of the solve can stand in
//! front. Numbers, times, penalties, dates and a comment can stand at the end. A number behind a
//! board is the tile that moves, and so is a number that solves the moves before it, as in `R; 8`.
//! A text that is neither a board nor moves is an error, so that a mistake in a scramble never turns
//! a line into another solve.

use fifteen_puzzle::notation::{self, NUMBERS};
use fifteen_puzzle::{Board, Convention, Goal, Path, Size};
use serde_json::{Map, Value};

use super::{BoardLine, record};

/// The rules by which [`BoardReader::of_solves`](super::BoardReader::of_solves) reads solves.
#[derive(Debug, Clone)]
pub struct SolveRules {
    /// The goal of all solves, or `None` if records may state a goal of their own.
    goal: Option<Goal>,
    /// The size of boards whose text does not determine it.
    size: Option<Size>,
    letters: LettersOfMoves,
}

/// What is known about the letters of moves, which name directions of the tile or of the blank.
#[derive(Debug, Clone, Copy)]
enum LettersOfMoves {
    /// The first solve decides.
    Unknown,
    /// An earlier solve has shown it.
    Shown(Convention),
    /// The caller or the record says it.
    Given(Convention),
}

impl LettersOfMoves {
    /// Returns the meaning that is known, or else the default one.
    fn convention(self) -> Convention {
        match self {
            Self::Unknown => Convention::default(),
            Self::Shown(convention) | Self::Given(convention) => convention,
        }
    }
}

/// The scramble and the solution of a line.
#[derive(Clone, Copy)]
struct SolveTexts<'a> {
    scramble: Option<&'a str>,
    solution: &'a str,
}

/// The scramble of a solve, before it is known what the letters of moves name.
enum Scramble<'a> {
    Board(Board),
    /// Moves from the goal.
    Moves(&'a str),
    /// The board from which the solution leads to the goal.
    Inverse,
}

/// The moves of a solve, with one of the two meanings of their letters.
struct MeantMoves {
    start: Board,
    convention: Convention,
    reaches_goal: bool,
}

impl SolveRules {
    /// Creates the rules for solves that lead to `goal`, or to the default goal if it is `None`.
    /// `letters` says what the letters of moves name. If it is `None`, the first solve decides for
    /// all of them.
    pub fn new(goal: Option<Goal>, size: Option<Size>, letters: Option<Convention>) -> Self {
        Self {
            goal,
            size,
            letters: letters.map_or(LettersOfMoves::Unknown, LettersOfMoves::Given),
        }
    }

    /// Reads a line that is not a record.
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

    /// Reads a record of a JSON or CSV file. `form` names the kind of file.
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
        // What a record says about its letters does not concern the other solves.
        if !matches!(letters, LettersOfMoves::Given(_)) {
            self.letters = rules.letters;
        }
        Ok(BoardLine { goal, ..solve })
    }

    /// Reads a record whose scramble is the field `board`.
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

    /// Returns whether a number behind a scramble is the tile that solves it, rather than a remark.
    fn is_tile_of(&self, scramble: &str, number: &str) -> bool {
        let letters = self.letters.convention();
        match self.scramble(scramble.trim_matches(is_around_field)) {
            Ok(Scramble::Board(_)) => true,
            // Moves with a separator are a scramble and its solution.
            Ok(moves) if !scramble.contains(is_separator) => self
                .replay(&moves, number, letters)
                .is_ok_and(|meant| meant.reaches_goal),
            _ => false,
        }
    }

    /// Reads a scramble, which is a board or moves from the goal.
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

    /// Replays a solve, and finds out what the letters of its moves name.
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
                // In moves such as `R3`, the letter usually names the direction of the tiles.
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

    /// Replays a solve whose letters have the given meaning.
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

    /// Splits a line into its scramble and its solution. A `#` begins a comment.
    fn split<'a>(&self, text: &'a str) -> Result<SolveTexts<'a>, String> {
        if text.len() > LONGEST_SOLVE {
            return Err(format!(
                "the line has more than {LONGEST_SOLVE} characters; write one solve on each line"
            ));
        }
        if text.contains("://") {
            return Err(
                "a link is packed data; open it, and paste the moves that it shows".to_owned(),
            );
        }
        let text = text.split('#').next().unwrap_or(text);
        if is_unfinished(text) {
            return Err(UNFINISHED.to_owned());
        }
        let text = self.without_remarks(text);
        let is_board = |text: &str| {
            notation::read(text, self.size).is_ok_and(|reading| reading.guess.is_none())
        };
        // A board can contain separators too, so only the last field is certain not to be a part of it.
        let begin = text.rfind(is_separator).map_or(0, |at| at + 1);
        let scramble = text[..begin].trim_matches(is_around_field);
        let last = &text[begin..];
        let are_numbers = |text: &str| {
            text.contains(|c: char| c.is_ascii_digit())
                && text.chars().all(|c| c.is_ascii_digit() || " ,".contains(c))
        };
        let is_scramble =
            |text: &str| is_board(text) || are_moves(text) && !text.contains(is_separator);
        if !scramble.is_empty() && (are_moves(last) || are_numbers(last) && is_scramble(scramble)) {
            return Ok(SolveTexts {
                scramble: Some(scramble),
                solution: last.trim(),
            });
        }
        // Without a separator, the solution begins where the moves at the end of the line begin. They
        // may begin later if the last cells of a hexadecimal board could be moves, such as `D`.
        let begins = |&(at, _): &(usize, char)| {
            let before = text[..at].chars().next_back();
            before.is_none_or(|c| c.is_whitespace() || ",:=])}\"".contains(c))
        };
        let splits: Vec<SolveTexts<'_>> = text
            .char_indices()
            .skip_while(|&(at, _)| at < begin)
            .filter(begins)
            .filter(|&(at, _)| are_moves(&text[at..]))
            .map(|(at, _)| SolveTexts {
                scramble: Some(text[..at].trim_matches(is_around_field))
                    .filter(|text| !text.is_empty()),
                solution: text[at..].trim(),
            })
            .collect();
        let is_clear = |texts: &&SolveTexts<'_>| texts.scramble.is_none_or(is_board);
        let clear = splits.iter().find(is_clear);
        if clear.is_none() && is_board(text) {
            return Err(
                "the board has no solution after it; write its moves, as letters U, D, L, R"
                    .to_owned(),
            );
        }
        if let Some(texts) = clear.or(splits.first()) {
            let scramble = texts.scramble;
            // Letters that are not moves are a mistake in the solution rather than a scramble.
            if scramble.is_some_and(|scramble| begins_with_move(scramble) && begin == 0) {
                Path::parse(text, Convention::Tile).map_err(|error| error.to_string())?;
            }
            return Ok(*texts);
        }
        if begins_with_move(last) {
            Path::parse(last, Convention::Tile).map_err(|error| error.to_string())?;
        }
        Err(format!(
            "expected a scramble and its solution, such as '1 2 3 / 4 5 6 / 0 7 8; L2' or 'R2; L2', or a solution alone; found '{}'",
            shown(text)
        ))
    }

    /// Removes the number of a solve from the beginning of a line, and numbers, times, penalties and
    /// dates from its end. A number that can be the tile of the solution is kept.
    fn without_remarks<'a>(&self, line: &'a str) -> &'a str {
        let mut text = line.trim_matches(is_around_field);
        loop {
            let first = text
                .find(is_separator)
                .map(|at| (&text[..at], &text[at + 1..]));
            let numbered = text
                .split_once(['.', ')'])
                .filter(|(number, rest)| is_short_number(number) && rest.starts_with(' '));
            let is_remark = |field: &str| {
                let field = field.trim();
                field.is_empty() || is_time(field) || is_date(field) || is_short_number(field)
            };
            match (numbered, first) {
                (Some((_, rest)), _) => text = rest.trim_start(),
                (None, Some((field, rest))) if is_remark(field) => text = rest.trim_start(),
                _ => break,
            }
        }
        loop {
            text = text.trim_end_matches(is_around_field);
            let last = text.rsplit_once(is_separator);
            let word = text.rsplit_once(char::is_whitespace);
            match (last, word) {
                (Some((rest, field)), _)
                    if is_number(field.trim()) && self.is_tile_of(rest, field) =>
                {
                    return text;
                }
                (Some((rest, field)), _) if is_remark_at_end(field) => text = rest,
                (_, Some((rest, word))) if is_time(word.trim_matches(['(', ')'])) => text = rest,
                _ => return text,
            }
        }
    }
}

/// Maximum length of a line in bytes. Every place where a solution could begin is tried, so a longer
/// line would take too much time.
const LONGEST_SOLVE: usize = 4000;

/// Maximum number of digits of the number of a solve. No board has so few cells, so a board in which
/// a cell is missing is never taken for such a number.
const MOST_DIGITS: usize = 3;

/// Returns whether a field after the solution is empty, a number, a date, or times and penalties such
/// as `12.34 (+2)`.
fn is_remark_at_end(field: &str) -> bool {
    let field = field.trim();
    let mut words = field.split_whitespace();
    is_number(field) || is_date(field) || words.all(|word| is_time(word.trim_matches(['(', ')'])))
}

/// The error for a solve that [`is_unfinished`].
const UNFINISHED: &str = "the solve was not finished (DNF), so it cannot be analysed; remove the mark if its moves lead \
                          to the goal";

/// Returns whether a text contains one of the marks DNF (did not finish) and DNS (did not start).
fn is_unfinished(text: &str) -> bool {
    words(text).any(is_mark)
}

/// Returns whether a field of a record is such a mark, perhaps with a time as in `DNF(12.34)`. Longer
/// texts can be remarks, which mention it for another reason.
fn is_mark_of_unfinished(field: &str) -> bool {
    let letters = |word: &&str| !is_number(word);
    is_unfinished(field) && words(field).filter(letters).all(is_mark)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

fn is_mark(word: &str) -> bool {
    ["DNF", "DNS"]
        .iter()
        .any(|mark| word.eq_ignore_ascii_case(mark))
}

/// Returns the moves of a record's solution, or `None` if the record has no solution.
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

/// Returns whether a text is a number that is too short to be a board in which a cell is missing.
pub(super) fn is_short_number(text: &str) -> bool {
    text.len() <= MOST_DIGITS && is_number(text)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Returns whether a text is a time such as `12.34`, `1:02.5` or `9.87s`, which has a decimal point
/// or a colon, or a penalty such as `+2`, or both as in `12.34+2` or `14.34+`.
fn is_time(text: &str) -> bool {
    let (text, penalty) = text.split_once('+').unwrap_or((text, "0"));
    if text.is_empty() {
        return is_number(penalty);
    }
    if !penalty.is_empty() && !is_number(penalty) {
        return false;
    }
    let text = text.strip_suffix('s').unwrap_or(text);
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    text.contains(['.', ':']) && whole.split(':').all(is_number) && is_number(fraction)
}

/// Returns whether a text is a date such as `2025-05-20`, perhaps followed by a time.
fn is_date(text: &str) -> bool {
    let (date, time) = text.split_once([' ', 'T']).unwrap_or((text, "0:0"));
    let parts: Vec<&str> = date.split('-').collect();
    parts.len() == 3
        && parts[0].len() == 4
        && parts.into_iter().all(is_number)
        && is_time(time.trim_end_matches('Z'))
}

/// Returns whether a character separates the fields of a line.
fn is_separator(c: char) -> bool {
    matches!(c, ';' | '\t' | '|')
}

/// Returns whether a character can stand around a field without belonging to it.
fn is_around_field(c: char) -> bool {
    is_separator(c) || c.is_whitespace() || matches!(c, ',' | ':' | '=' | '"')
}

fn are_moves(text: &str) -> bool {
    Path::parse(text, Convention::Tile).is_ok_and(|path| !path.is_empty())
}

/// Returns whether the first character of a text is a move, so that the text is rather meant as
/// moves than as a board.
fn begins_with_move(text: &str) -> bool {
    let first = text.trim_start().chars().next();
    first.is_some_and(|c| are_moves(c.encode_utf8(&mut [0; 4])))
}

/// Returns the beginning of a text for a message.
pub(super) fn shown(text: &str) -> String {
    let begin: String = text.chars().take(60).collect();
    if begin.len() < text.len() {
        begin + "..."
    } else {
        begin
    }
}
