//! The words of a text with a board, and the ends of rows between them.

use super::Fault;
use crate::size::MAX_CELLS;
use crate::visible::is_hidden;

// Ends of rows, as bits of [`Word::before`].
/// `|` or `;`, which stand between the cells of tables too.
pub(super) const WEAK: u8 = 1;
/// `/`, or `\\` of LaTeX.
pub(super) const SLASH: u8 = 2;
/// A bracket.
pub(super) const BRACKET: u8 = 4;
/// The end of a line.
pub(super) const LINE: u8 = 8;
/// An empty line, or one with only a comment, which stands between boards.
pub(super) const BOARD: u8 = 16;

/// The most words that are read, empty cells at both ends of each row among them; a text with more has no board.
const MOST_WORDS: usize = 2 * MAX_CELLS + 4;

/// A run of characters between separators.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word<'a> {
    /// Empty where nothing stands between two separators, as in an empty cell of a table.
    pub text: &'a str,
    /// The line, from 0.
    pub line: usize,
    /// The column of its first character, from 1.
    pub column: usize,
    /// The ends of rows since the word before.
    pub before: u8,
    /// The number of brackets around it.
    pub depth: usize,
}

/// The words of a text without decoration: borders of boxes, names of variables and types, commands of LaTeX, and `#`
/// with what follows on its line.
pub(super) fn words(text: &str) -> Result<Vec<Word<'_>>, Fault> {
    let mut scan = cut(text);
    let deepest = scan.words.iter().map(|word| word.depth).max().unwrap_or(0);
    let is_full = scan.words.len() == MOST_WORDS;
    let is_name = |word: &Word| word.text.len() > 1 && word.text.starts_with(char::is_alphabetic);
    scan.words
        .retain(|word| word.depth == deepest || !(is_name(word) || word.text.is_empty()));
    let is_nested = scan.words.iter().any(|word| word.depth != deepest);
    if !is_full && (is_nested || scan.depth != 0 || scan.unbalanced) {
        let form =
            "the brackets of the array do not match; write it as [1, 2, 3, 0] or [[1, 2], [3, 0]]";
        return Err(Fault::of_text(form));
    }
    Ok(scan.words)
}

/// A text cut into words, until it has more of them than any board.
pub(super) fn cut(text: &str) -> Scan<'_> {
    let mut scan = Scan::default();
    for line in text
        .split('\n')
        .flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
    {
        let line = line.split('#').next().unwrap_or_default();
        // Beyond the border of the first of several boxes are the others.
        let border = scan
            .border
            .and_then(|border| line.char_indices().nth(border));
        let line = border.map_or(line, |(at, _)| &line[..at]);
        let mut at = 0;
        (scan.separated, scan.column) = (true, 0);
        while let Some(c) = line[at..].chars().next() {
            if scan.words.len() == MOST_WORDS {
                return scan;
            }
            at += scan.take(line, at, c);
        }
        scan.end_line(line);
    }
    scan
}

/// The words without empty cells.
pub(super) fn shown<'a>(words: &[Word<'a>]) -> Vec<Word<'a>> {
    let mut before = 0;
    let shown = |word: &Word<'a>| {
        let row_ends = before | word.before;
        before = if word.text.is_empty() { row_ends } else { 0 };
        (!word.text.is_empty()).then_some(Word {
            before: row_ends,
            ..*word
        })
    };
    words.iter().filter_map(shown).collect()
}

/// A text that is being cut into words.
#[derive(Debug, Default)]
pub(super) struct Scan<'a> {
    pub words: Vec<Word<'a>>,
    /// The place and the column of the first character of a word that has not ended.
    start: Option<(usize, usize)>,
    line: usize,
    column: usize,
    before: u8,
    depth: usize,
    unbalanced: bool,
    /// Nothing but spaces stands between here and a separator or the begin of the line.
    separated: bool,
    /// The column of the right border of the first box.
    border: Option<usize>,
}

impl<'a> Scan<'a> {
    /// Takes a character, and returns the length of what is done with it.
    fn take(&mut self, text: &'a str, at: usize, c: char) -> usize {
        let (length, next) = (c.len_utf8(), text[at + c.len_utf8()..].chars().next());
        self.column += 1;
        match c {
            // The colours of a terminal.
            '\u{1b}' if next == Some('[') => {
                self.end_word(text, at);
                let mut code = text[at..].bytes().take(LONGEST_COMMAND);
                return code
                    .position(|byte| byte.is_ascii_alphabetic())
                    .map_or(length, |end| end + 1);
            }
            '|' | ';' | '；' | '│' | '┃' | '║' => self.separate(text, at, WEAK),
            ',' | '&' | '\t' | '，' | '、' | '،' => self.separate(text, at, 0),
            '/' => self.separate(text, at, SLASH),
            '\\' => {
                self.end_word(text, at);
                let command = if next == Some('\\') {
                    1
                } else {
                    command(&text[at + 1..])
                };
                self.before |= if next == Some('\\') { SLASH } else { 0 };
                self.column += command;
                return 1 + command;
            }
            '"' if next == Some('"') && self.start.is_none() => {
                self.push(&text[at..at + 2], self.column);
                self.column += 1;
                return 2;
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
                (self.before, self.separated) = (self.before | BRACKET, false);
            }
            // What is assigned stands behind the sign.
            '=' if self.depth == 0
                && self
                    .words
                    .first()
                    .is_none_or(|word| word.text.starts_with(char::is_alphabetic)) =>
            {
                self.end_word(text, at);
                self.words.clear();
            }
            // The first box has the board; what stands above is its heading.
            '┌' if self.border.is_none() => {
                self.end_word(text, at);
                self.words.clear();
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

    fn end_word(&mut self, text: &'a str, at: usize) {
        let Some((start, column)) = self.start.take() else {
            return;
        };
        let word = &text[start..at];
        // Borders of boxes, and lines between boards or below headings.
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
        self.words.push(Word {
            text,
            line,
            column,
            before,
            depth,
        });
        (self.before, self.separated) = (0, false);
    }

    /// A separator of cells, which may end a row too.
    fn separate(&mut self, text: &'a str, at: usize, row_end: u8) {
        self.end_word(text, at);
        if self.separated && row_end != SLASH {
            self.push("", self.column);
        }
        (self.before, self.separated) = (self.before | row_end, true);
    }

    fn end_line(&mut self, text: &'a str) {
        self.end_word(text, text.len());
        if self.separated && self.words.last().is_some_and(|word| word.line == self.line) {
            self.push("", self.column);
        }
        self.before |= if text.trim().is_empty() {
            LINE | BOARD
        } else {
            LINE
        };
        self.line += 1;
    }
}

/// Spaces, and what stands around cells: quotes, borders of boxes, marks that nobody sees.
fn is_space(c: char) -> bool {
    c.is_whitespace()
        || "\"'`“”‘’«»$".contains(c)
        || matches!(c, '─'..='╿')
        || is_hidden(c) && !c.is_control()
}

/// The most bytes of a command of LaTeX, of each argument, and of a colour of a terminal.
const LONGEST_COMMAND: usize = 40;

/// The length of a command of LaTeX behind its backslash, with its arguments in braces.
fn command(text: &str) -> usize {
    let name = text
        .bytes()
        .take(LONGEST_COMMAND)
        .take_while(u8::is_ascii_alphabetic)
        .count();
    let mut length = name;
    while name > 0
        && text[length..].starts_with('{')
        && let Some(end) = text[length..]
            .bytes()
            .take(LONGEST_COMMAND)
            .position(|byte| byte == b'}')
    {
        length += end + 1;
    }
    length
}
