//! Removes the comments from the input before it is read. Comments begin with `//` or `#`, or stand
//! between `/*` and `*/` or between `<!--` and `-->`.
//!
//! A car or a board in a comment is not part of the puzzle. A value such as an exit or a size is
//! part of it, so `// exit: left` becomes `exit: left`. Any other line that is only a comment
//! becomes [`COMMENT`] or [`TITLE`]. The signs `//` and `#` do not always begin a comment: they can
//! be part of a quoted string, and a `#` can be a wall in a row of a drawing, as in `#.AA.O`.

use super::rows::NumberedLine;
use super::scanner::end_of_quotation;
use super::stated::Stated;
use super::statements::{states_value, words};

/// The marks at the beginning and end of block comments, which can extend over several lines.
const BLOCKS: [(&str, &str); 2] = [("/*", "*/"), ("<!--", "-->")];
/// The text that replaces a line with only a comment. Unlike an empty line, it does not end a list
/// of cars.
pub(super) const COMMENT: &str = "#";
/// The text that replaces a line with only a title in a comment, such as `// Level 2`. It ends a
/// list of cars.
pub(super) const TITLE: &str = "##";
/// Maximum length, in bytes, of a line that is examined as a row with spaces between its cells.
/// Longer lines cannot be rows. The limit keeps the time for a long line proportional to its
/// length.
const LONGEST_ROW: usize = 320;

/// Returns the text without its comments. Every line keeps its number, so error messages name the
/// right line.
pub(super) fn without_comments(text: &str) -> String {
    let last_ends = BLOCKS.map(|(_, end)| text.rfind(end));
    let mut code = String::with_capacity(text.len());
    let mut end_of_block: Option<&str> = None;
    let mut position = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end();
        let (begin_of_line, mut only_comment) = (code.len(), "");
        let mut at = 0;
        while at < content.len() {
            if end_of_block.is_none() {
                let begin = begin_of_comment(content, at);
                code.push_str(&content[at..begin]);
                at = begin;
                for ((mark, end), last_end) in BLOCKS.into_iter().zip(last_ends) {
                    // `/*` or `<!--` begins a comment only if the mark for its end follows.
                    let has_end = last_end.is_some_and(|last| last >= position + at + mark.len());
                    if has_end && content[at..].starts_with(mark) {
                        at += mark.len();
                        end_of_block = Some(end);
                    }
                }
            }
            let end = end_of_block.unwrap_or("\n");
            let length = content[at..].find(end);
            let comment = &content[at..length.map_or(content.len(), |length| at + length)];
            push_statement(&mut code, begin_of_line, comment);
            at += comment.len();
            if length.is_some() {
                at += end.len();
                end_of_block = None;
            }
            let mut names = words(comment).map(str::to_ascii_lowercase);
            let is_title = names.any(|word| ["level", "puzzle"].contains(&&*word));
            only_comment = if is_title { TITLE } else { COMMENT };
        }
        if code[begin_of_line..].trim().is_empty() {
            code.truncate(begin_of_line);
            code.push_str(only_comment);
        }
        code.push_str(&line[content.len()..]);
        position += line.len();
    }
    code
}

/// Appends a comment to its line in `code` if it says something about the board, such as where the
/// exit is. The line begins at the byte offset `begin_of_line`.
fn push_statement(code: &mut String, begin_of_line: usize, comment: &str) {
    let text = comment.trim_matches(|c: char| c.is_whitespace() || "/#*!".contains(c));
    let line = NumberedLine { number: 0, text };
    let is_value = states_value(text);
    if !is_value && !Stated::default().add_title(line) {
        return;
    }
    if !code[begin_of_line..].trim().is_empty() {
        code.push_str(", ");
    }
    // Brackets and quotation marks in a sentence have no meaning for the puzzle, so remove them.
    let is_left_out = |c: char| !is_value && "[]{}()\"'".contains(c);
    code.push_str(&text.replace(is_left_out, " "));
}

/// Returns the position of the first comment after the position `from`, or the length of the line
/// if no comment follows.
fn begin_of_comment(line: &str, from: usize) -> usize {
    let (mut at, mut apostrophes) = (from, String::new());
    while let Some(c) = line[at..].chars().next() {
        let (before, rest) = (line[..at].chars().next_back(), &line[at..]);
        let is_comment = match c {
            // The `//` in an address such as `https://example.com` does not begin a comment, nor
            // does the `/*` in a path such as `levels/*`.
            '/' if rest.starts_with("//") || rest.starts_with("/*") => {
                before.is_none_or(|c| !c.is_alphanumeric() && c != ':')
            }
            '<' => rest.starts_with("<!--"),
            '#' => before.is_none_or(char::is_whitespace) && begins_comment(line, at),
            _ => false,
        };
        if is_comment {
            return at;
        }
        at += c.len_utf8();
        if matches!(c, '"' | '\'') && !apostrophes.contains(c) {
            match end_of_quotation(&line[at..], c) {
                Some(length) => at += length + 1,
                None => apostrophes.push(c),
            }
        }
    }
    line.len()
}

/// Returns whether the `#` at the position `at` begins a comment. It can also be a wall in a row of
/// a drawing, the beginning of a colour such as `#ff0000`, or part of a car's number such as `#1`.
fn begins_comment(line: &str, at: usize) -> bool {
    let is_cell = |c: char| c.is_alphabetic() || ".#_-0@*".contains(c);
    let is_row = |words: &[&str]| {
        let is_spaced = words.len() > 3 && words.iter().all(|word| word.len() == 1);
        let is_word = words.len() == 1 && words[0].len() > 3;
        (is_spaced || is_word) && words.concat().chars().all(is_cell)
    };
    let words: Vec<&str> = if line.len() <= LONGEST_ROW {
        line.split_whitespace().collect()
    } else {
        Vec::new()
    };
    let word = line[at..].split_whitespace().next().unwrap_or_default();
    let is_first = line.len() - line.trim_start().len() == at && !word.ends_with('#');
    let next = line[at + 1..].chars().next();
    let is_sign = next.is_some_and(|c| c.is_alphanumeric() || c == '#');
    let is_number = next.is_some_and(|c| c.is_ascii_digit());
    !is_row(&words) && !is_row(&[word]) && !is_number && (is_first || !is_sign)
}
