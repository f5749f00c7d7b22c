//! The first step of reading a board: splits text into words.
//!
//! A word is a run of characters between spaces, separators and brackets. [`TextWord::before`]
//! records the separators before a word that can end a row:
//!
//! ```text
//! 1 2 3 / 4 5 0     SLASH before the word 4
//! [[1, 2], [3, 0]]  BRACKET before the words 1 and 3
//! ```
//!
//! The scanner drops decoration around a board: terminal colours, box borders, LaTeX commands, the
//! name before `=`, and comments after `#`.

use std::collections::BTreeSet;

use super::NotationError;
use crate::size::MAX_CELLS;
use crate::visible::is_hidden;
use crate::words::shorten;

/// Bit for the weak separators `|` and `;`, which end a row in some texts, and only a cell in
/// others. The bits of several separators can be combined with bitwise *or*.
pub(super) const WEAK: u8 = 1;
/// Bit for the row separators `/` and `\\`, which is the line break in LaTeX.
pub(super) const SLASH: u8 = 2;
/// Bit for an opening or closing bracket, which can end a row of an array.
pub(super) const BRACKET: u8 = 4;
/// Bit for a line break, which can end a row.
pub(super) const LINE: u8 = 8;
/// Bit for an empty line or a comment line, which ends a board.
pub(super) const BOARD: u8 = 16;

/// Number of words after which scanning stops. The limit is high enough for a board of 100 cells in
/// a table, even with a heading and with an empty cell at both ends of each row.
const MAX_WORDS: usize = 400;

/// A run of characters between spaces, separators and brackets, with its position in the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextWord<'a> {
    /// The characters of the word, or an empty string for an empty cell between two separators.
    pub text: &'a str,
    /// Index of the line that contains the word, counted from 0.
    pub line: usize,
    /// Column of the word's first character, counted from 1.
    pub column: usize,
    /// The separators before this word, as a set of bits such as [`SLASH`]. Only separators that
    /// can end a row are included.
    pub before: u8,
    /// Number of brackets that are open where this word begins.
    pub depth: usize,
}

impl TextWord<'_> {
    fn is_name(&self) -> bool {
        self.text.len() > 1 && self.text.starts_with(char::is_alphabetic)
    }
}

/// Splits text into words. If a line has brackets, drops names outside the innermost brackets, such
/// as `array` in `array([1, 2, 3, 0])`.
///
/// # Errors
/// Returns an error if the brackets do not match, if boards are drawn beside each other, if a table
/// has a head without numbers, or if the text has far more words than a board has cells.
pub(super) fn words(text: &str) -> Result<Vec<TextWord<'_>>, NotationError> {
    let mut scan = cut(text);
    if let Some(error) = scan.error {
        return Err(NotationError::new(error));
    }
    let deepest = scan.words.iter().map(|word| word.depth).max().unwrap_or(0);
    let is_full = scan.words.len() == MAX_WORDS;
    let is_empty = |word: &TextWord| ["", "[]", "()", "{}"].contains(&word.text);
    let lines = std::mem::take(&mut scan.bracket_lines);
    let is_dropped = |word: &TextWord| {
        let is_beside = word.depth > 0 || lines.contains(&word.line);
        is_beside && word.is_name() || is_empty(word)
    };
    scan.words
        .retain(|word| word.depth == deepest || !is_dropped(word));
    let outside = scan.words.iter().find(|word| word.depth != deepest);
    if let Some(word) = outside.filter(|_| !is_full && scan.depth == 0 && !scan.unbalanced) {
        return Err(NotationError::new(format!(
            "'{}' in column {} stands outside of the innermost brackets; leave it out, or write all cells in the same \
             brackets",
            shorten(word.text),
            word.column
        )));
    }
    if !is_full && (outside.is_some() || scan.depth != 0 || scan.unbalanced) {
        let form =
            "the brackets of the array do not match; write it as [1, 2, 3, 0] or [[1, 2], [3, 0]]";
        return Err(NotationError::new(form));
    }
    if is_full && shown(&scan.words).len() <= MAX_CELLS {
        return Err(NotationError::new(format!(
            "more than {MAX_WORDS} cells, most of them empty; the largest board has {MAX_CELLS} cells"
        )));
    }
    Ok(scan.words)
}

/// Splits text into words. Stops early if the text has more words than any board needs.
pub(super) fn cut(text: &str) -> TextScan<'_> {
    let mut scan = TextScan::default();
    for line in text
        .split('\n')
        .flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
    {
        let line = line.split('#').next().unwrap_or_default();
        let border = scan
            .border
            .and_then(|border| line.char_indices().nth(border));
        let line = border.map_or(line, |(at, _)| scan.first_box(line, at));
        // Skip the `>` at the beginning of a quoted line.
        let mut at = line.len() - line.trim_start_matches([' ', '>']).len();
        (scan.separated, scan.ended_row, scan.column) = (true, false, at);
        while let Some(c) = line[at..].chars().next() {
            if scan.words.len() == MAX_WORDS {
                return scan;
            }
            at += scan.take(line, at, c);
        }
        scan.end_line(line);
    }
    scan
}

/// Removes empty words. The separators before an empty word are moved to the next word, because
/// they can end a row.
pub(super) fn shown<'a>(words: &[TextWord<'a>]) -> Vec<TextWord<'a>> {
    let mut before = 0;
    let shown = |word: &TextWord<'a>| {
        let row_ends = before | word.before;
        before = if word.text.is_empty() { row_ends } else { 0 };
        (!word.text.is_empty()).then_some(TextWord {
            before: row_ends,
            ..*word
        })
    };
    words.iter().filter_map(shown).collect()
}

/// State of the scanner that splits text into words.
#[derive(Debug, Default)]
pub(super) struct TextScan<'a> {
    pub words: Vec<TextWord<'a>>,
    /// Byte offset and column at which the current word begins, or `None` between words.
    start: Option<(usize, usize)>,
    line: usize,
    column: usize,
    before: u8,
    depth: usize,
    unbalanced: bool,
    /// Whether only spaces have followed the last separator or the beginning of the line. If so,
    /// the next separator ends an empty cell.
    separated: bool,
    /// Whether the last separator was `/` or `\\`, which ends a row. If so, there is no empty cell
    /// after it at the end of the line.
    ended_row: bool,
    /// Indices of the lines that contain brackets.
    bracket_lines: BTreeSet<usize>,
    /// Column of the right border of the first drawn box, or `None` if the scanner has not reached
    /// this border yet.
    border: Option<usize>,
    /// Whether the drawn boxes show the positions of a solution, with the word `start` above the
    /// first box. Only the first box is then the board to solve.
    is_solution: bool,
    /// The reason why the text cannot be read as a single board, or `None` if no reason is known so
    /// far.
    error: Option<&'static str>,
}

impl<'a> TextScan<'a> {
    /// Processes the character `c` at byte offset `at`. Returns the number of bytes consumed.
    fn take(&mut self, text: &'a str, at: usize, c: char) -> usize {
        let length = c.len_utf8();
        let next = text[at + length..].chars().next();
        self.column += 1;
        match c {
            // Skip an escape sequence that sets a terminal colour.
            '\u{1b}' if next == Some('[') => {
                self.end_word(text, at);
                let mut code = text[at..].bytes().take(MAX_COMMAND_BYTES);
                return code
                    .position(|byte| byte.is_ascii_alphabetic())
                    .map_or(length, |end| end + 1);
            }
            '|' | ';' | '；' | '│' | '┃' | '║' => self.separate(text, at, WEAK),
            ',' | '&' | '\t' | '，' | '、' | '،' => self.separate(text, at, 0),
            '/' => self.separate(text, at, SLASH),
            '\\' if next == Some('\\') => {
                self.end_word(text, at);
                self.push_empty_cell();
                self.separate(text, at, SLASH);
                self.column += 1;
                return 2;
            }
            '\\' => {
                self.end_word(text, at);
                let command = command(&text[at + 1..]);
                self.column += command;
                return 1 + command;
            }
            '"' if next == Some('"') && self.start.is_none() => {
                self.push(&text[at..at + 2], self.column);
                self.column += 1;
                return 2;
            }
            // Empty brackets inside an array stand for an empty cell, as in `[1, [], 2, 3]`.
            '[' | '(' | '{' if self.depth > 0 && next.is_some_and(|next| "])}".contains(next)) => {
                self.end_word(text, at);
                let pair = at + length + next.map_or(0, char::len_utf8);
                self.push(&text[at..pair], self.column);
                self.column += 1;
                return pair - at;
            }
            '[' | '(' | '{' | ']' | ')' | '}' => {
                self.end_word(text, at);
                let opens = "[({".contains(c);
                self.unbalanced |= !opens && self.depth == 0;
                self.depth = if opens {
                    self.depth + 1
                } else {
                    self.depth.saturating_sub(1)
                };
                self.bracket_lines.insert(self.line);
                (self.before, self.separated) = (self.before | BRACKET, false);
            }
            // In an assignment such as `board = [1, 2, 3, 0]`, drop the name before the equals
            // sign.
            '=' if self.depth == 0 => {
                self.end_word(text, at);
                let first = self.words.partition_point(|word| word.line < self.line);
                if let Some(name) = self.words.get(first)
                    && name.text.starts_with(char::is_alphabetic)
                {
                    self.before |= name.before;
                    self.words.truncate(first);
                }
            }
            // If the drawn boxes show the positions of a solution, the line above them contains
            // names such as `start`. The names are not cells, so drop them.
            '┌' if self.border.is_none() => {
                self.end_word(text, at);
                let mut lines = self.words.chunk_by(|a, b| a.line == b.line);
                self.is_solution = lines.clone().any(|line| line[0].text == "start")
                    && lines.all(|line| line.iter().any(TextWord::is_name));
                if self.is_solution {
                    self.words.clear();
                }
            }
            '┐' => self.border = self.border.or(Some(self.column)),
            '-' if self.start.is_some()
                && next.is_some_and(|next| next.is_alphanumeric() || "_.".contains(next)) =>
            {
                self.end_word(text, at);
            }
            _ if is_space(c) => self.end_word(text, at),
            _ => self.start = self.start.or(Some((at, self.column))),
        }
        length
    }

    /// Cuts a line after the first of several boxes that are drawn beside each other. `at` is the
    /// byte offset after the right border of the first box. Also records an error if the other
    /// boxes are not positions of a solution.
    fn first_box(&mut self, line: &'a str, at: usize) -> &'a str {
        let has_cells = line[at..].contains(|c: char| c.is_alphanumeric() || "_.".contains(c));
        if has_cells && !self.is_solution {
            self.error = Some(
                "another board or text stands beside the drawn board; write one board below the other",
            );
        }
        &line[..at]
    }

    fn end_word(&mut self, text: &'a str, at: usize) {
        let Some((start, column)) = self.start.take() else {
            return;
        };
        let word = &text[start..at];
        // Remove the stars around bold text in Markdown, as in `**3**`.
        let bold = word
            .strip_prefix("**")
            .and_then(|rest| rest.strip_suffix("**"));
        let word = bold
            .filter(|inner| !inner.is_empty() && !inner.contains('*'))
            .unwrap_or(word);
        // Skip words such as `+---+` or `===`, which are box borders or horizontal rules.
        if word == "+" || word.len() > 1 && word.bytes().all(|byte| b"+-=:".contains(&byte)) {
            return;
        }
        self.push(word, column);
    }

    fn push(&mut self, text: &'a str, column: usize) {
        let Self {
            line,
            depth,
            before,
            ..
        } = *self;
        self.words.push(TextWord {
            text,
            line,
            column,
            before,
            depth,
        });
        (self.before, self.separated) = (0, false);
    }

    /// Processes a separator between cells. `row_end` is the separator's bit, such as [`SLASH`], or
    /// 0 for a separator that never ends a row.
    fn separate(&mut self, text: &'a str, at: usize, row_end: u8) {
        self.end_word(text, at);
        if self.separated && row_end != SLASH {
            self.push("", self.column);
        }
        (self.before, self.separated) = (self.before | row_end, true);
        self.ended_row = row_end == SLASH;
    }

    /// Adds an empty cell if this line ends with a separator between cells.
    fn push_empty_cell(&mut self) {
        let is_in_line = self.words.last().is_some_and(|word| word.line == self.line);
        if self.separated && !self.ended_row && is_in_line {
            self.push("", self.column);
        }
    }

    fn end_line(&mut self, text: &'a str) {
        self.end_word(text, text.len());
        self.push_empty_cell();
        // In Markdown, a line such as `|---|---|` ends the head of a table.
        let is_head_end =
            text.contains('|') && text.contains('-') && text.chars().all(|c| "|-:+ \t".contains(c));
        let has_cells = |words: &[TextWord]| words.iter().any(|word| !word.text.is_empty());
        if is_head_end
            && has_cells(&self.words)
            && self.words[0].line + 1 == self.line
            && !self
                .words
                .iter()
                .any(|word| word.text.contains(char::is_numeric))
        {
            self.error = Some(
                "the head of this table has no numbers; leave it out, so that the table begins with a row of the board",
            );
        }
        self.before |= if text.trim().is_empty() {
            LINE | BOARD
        } else {
            LINE
        };
        self.line += 1;
    }
}

/// Returns whether a character only separates words. It can be a space, a quote, a box border or an
/// invisible character.
fn is_space(c: char) -> bool {
    c.is_whitespace()
        || "\"'`“”‘’«»$".contains(c)
        || matches!(c, '─'..='╿')
        || is_hidden(c) && !c.is_control()
}

/// Maximum length, in bytes, of a terminal escape sequence, of the name of a LaTeX command, or of
/// one of its arguments. The limit keeps the scanning time linear in the length of the text, even
/// if the text is malformed.
const MAX_COMMAND_BYTES: usize = 40;

/// Returns the length in bytes of a LaTeX command, including its arguments in braces. The backslash
/// before the command is not counted.
fn command(text: &str) -> usize {
    let name = text
        .bytes()
        .take(MAX_COMMAND_BYTES)
        .take_while(u8::is_ascii_alphabetic)
        .count();
    let mut length = name;
    while name > 0
        && text[length..].starts_with('{')
        && let Some(end) = text[length..]
            .bytes()
            .take(MAX_COMMAND_BYTES)
            .position(|byte| byte == b'}')
    {
        length += end + 1;
    }
    length
}
