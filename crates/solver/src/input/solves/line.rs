//! Splits a line with a solve into the scramble, the solution and the remarks around them.
//!
//! First, the remarks are removed from both ends. The last field is then the solution:
//!
//! ```text
//! 12) 1 2 3 / 4 5 6 / 0 7 8; L2; 12.34 (+2); 2025-05-20    a number, a time and a date
//!     1 2 3 / 4 5 6 / 0 7 8; L2                            a scramble and a solution
//! ```
//!
//! In a line without a separator, such as `123456078 L2`, the solution consists of all moves at the
//! end of the line. A number at the end can be a remark or the tile that moves. For example, it is
//! the solution in `1 2 3 / 4 5 6 / 7 0 8; 8`.

use fifteen_puzzle::{Convention, Path, notation};

use super::SolveRules;

/// The scramble and the solution in a line of text.
#[derive(Clone, Copy)]
pub(super) struct SolveTexts<'a> {
    pub(super) scramble: Option<&'a str>,
    pub(super) solution: &'a str,
}

impl SolveRules {
    /// Splits a line into its scramble and its solution. A `#` begins a comment, which is ignored.
    pub(super) fn split<'a>(&self, text: &'a str) -> Result<SolveTexts<'a>, String> {
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
        // Only the last field is certainly not part of a board, because a board can contain
        // separators too.
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
        // Without a separator, the solution is the longest sequence of moves at the end of the line
        // that leaves a valid board, or nothing, before it. The longest sequence of all can be
        // wrong, because the last cells of a hexadecimal board, such as `D`, can look like moves.
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
            // A line without a separator that begins with a move is a solution. If it contains
            // invalid letters, report them instead of reading the part before them as a scramble.
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

    /// Removes the number of the solve from the beginning of a line, and numbers, times, penalties
    /// and dates from its end. For example, `12) R2; L2; 9.87` becomes `R2; L2`.
    ///
    /// A number at the end is kept if it can be the tile that moves, such as the last 8 in
    /// `1 2 3 / 4 5 6 / 7 0 8; 8`.
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

/// Maximum length of a line with a solve, in bytes. The reader tries every position at which the
/// solution could begin, so a longer line would take too much time.
const LONGEST_SOLVE: usize = 4000;

/// Maximum number of digits in the number of a solve, such as `12` in `12) R2; L2`. A longer number
/// could be a board, perhaps with a missing cell, so it is never read as the number of a solve.
const MOST_DIGITS: usize = 3;

/// Returns whether a field after the solution is a remark: empty, a number, a date, or times and
/// penalties such as `12.34 (+2)`.
fn is_remark_at_end(field: &str) -> bool {
    let field = field.trim();
    let mut words = field.split_whitespace();
    is_number(field) || is_date(field) || words.all(|word| is_time(word.trim_matches(['(', ')'])))
}

/// The error for a solve that is marked DNF or DNS (see [`is_unfinished`]).
pub(super) const UNFINISHED: &str = "the solve was not finished (DNF), so it cannot be analysed; remove the mark \
                                     if its moves lead to the goal";

/// Returns whether a string contains the mark DNF (did not finish) or DNS (did not start).
pub(super) fn is_unfinished(text: &str) -> bool {
    words(text).any(is_mark)
}

/// Returns whether a field of a record consists of the mark DNF or DNS, possibly with a time, as in
/// `DNF(12.34)`. A longer text does not count, because it can mention the mark for another reason.
pub(super) fn is_mark_of_unfinished(field: &str) -> bool {
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

/// Returns whether a string is a number of at most [`MOST_DIGITS`] digits. Such a number is never
/// read as a board.
pub(in crate::input) fn is_short_number(text: &str) -> bool {
    text.len() <= MOST_DIGITS && is_number(text)
}

pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Returns whether a string is a time, a penalty, or both. A time contains a decimal point or a
/// colon, as in `12.34`, `1:02.5` and `9.87s`. Examples with a penalty are `+2`, `12.34+2` and
/// `14.34+`.
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

/// Returns whether a string is a date such as `2025-05-20`, with or without a time after it.
fn is_date(text: &str) -> bool {
    let (date, time) = text.split_once([' ', 'T']).unwrap_or((text, "0:0"));
    let parts: Vec<&str> = date.split('-').collect();
    parts.len() == 3
        && parts[0].len() == 4
        && parts.into_iter().all(is_number)
        && is_time(time.trim_end_matches('Z'))
}

/// Returns whether a character separates the fields of a line with a solve.
pub(super) fn is_separator(c: char) -> bool {
    matches!(c, ';' | '\t' | '|')
}

/// Returns whether a character can surround a field without being part of it.
pub(super) fn is_around_field(c: char) -> bool {
    is_separator(c) || c.is_whitespace() || matches!(c, ',' | ':' | '=' | '"')
}

fn are_moves(text: &str) -> bool {
    Path::parse(text, Convention::Tile).is_ok_and(|path| !path.is_empty())
}

/// Returns whether the first character of a string is a move. The string is then more likely to be
/// a sequence of moves than a board.
pub(super) fn begins_with_move(text: &str) -> bool {
    let first = text.trim_start().chars().next();
    first.is_some_and(|c| are_moves(c.encode_utf8(&mut [0; 4])))
}

/// Returns the beginning of a string, for an error message.
pub(in crate::input) fn shown(text: &str) -> String {
    let begin: String = text.chars().take(60).collect();
    if begin.len() < text.len() {
        begin + "..."
    } else {
        begin
    }
}
