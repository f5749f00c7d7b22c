//! Finds the pairs of brackets in JSON or program code, and the words that stand in each of them.
//!
//! In `{"exit": "left", "cars": [["X", 3, 3, "H", 2]]}`, the outermost pair contains the words
//! `exit`, `left` and `cars`, of which `exit` is the key of `left`, and `cars` is the key of the
//! pair inside. A quoted string is one word, so brackets and numbers in a name have no meaning.

/// A word or a quoted string.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) line: usize,
    /// The word, without quotation marks.
    pub(super) text: &'a str,
    pub(super) is_quoted: bool,
    /// Whether a `:` or `=` follows the word. For example, `exit` is a key in `exit: left`.
    pub(super) is_key: bool,
    /// The key of this word: the word before the `:` or `=` in front of it, such as `exit` for the
    /// word `left` in `exit: left`.
    pub(super) key: Option<&'a str>,
}

/// The part of the input to which [`Contents`] belong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Scope {
    /// The whole input.
    Text,
    /// A line that begins and ends outside of all brackets.
    Line,
    /// A pair of brackets, with its opening bracket.
    Brackets(char),
}

/// The words of a pair of brackets, a line or the whole input, without the words of the brackets
/// inside.
pub(super) struct Contents<'a> {
    pub(super) scope: Scope,
    /// The line with the opening bracket, counted from 1.
    pub(super) line: usize,
    /// The number of these contents when all lines and brackets of the input are numbered in the
    /// order in which they begin.
    pub(super) order: usize,
    /// The word before the bracket, if a `:` or `=` follows it, such as `cars` in `"cars": [...]`.
    pub(super) key: Option<&'a str>,
    /// Everything between the brackets, as it is written.
    pub(super) text: &'a str,
    pub(super) words: Vec<Word<'a>>,
    /// The pairs of brackets directly inside, as indices into [`ScannedText::contents`].
    pub(super) inner: Vec<usize>,
    /// Number of items of [`ScannedText::contents`] that had ended when these contents began. The
    /// items from this index up to these contents are the brackets inside them.
    pub(super) complete_before: usize,
    /// Whether the closing bracket is missing.
    pub(super) is_unclosed: bool,
    /// Whether the line with the closing bracket has words before this bracket that are outside of
    /// all brackets, such as `const board` in `const board = [...]`.
    pub(super) is_after_words: bool,
    /// Whether a `:` or `=` follows the last word so far, which is then the key of the next word or
    /// bracket.
    is_after_key: bool,
    /// Whether a `;` that is not part of a comment is between the brackets, for example in the body
    /// of a function.
    has_semicolon: bool,
}

/// A closing bracket without an opening one, such as the last one in `[1, 2]]`.
pub(super) struct UnopenedBracket {
    pub(super) line: usize,
    pub(super) bracket: char,
}

/// The contents of all brackets and lines of the input.
pub(super) struct ScannedText<'a> {
    /// The contents in the order in which they end. The last item of the list is the whole input.
    pub(super) contents: Vec<Contents<'a>>,
    /// The first bracket that closes nothing.
    pub(super) unopened: Option<UnopenedBracket>,
    /// The line of the innermost bracket that is never closed.
    pub(super) unclosed_line: Option<usize>,
}

/// Finds the brackets and words of the input.
pub(super) fn scan(text: &str) -> ScannedText<'_> {
    let mut scanned = ScannedText {
        contents: Vec::new(),
        unopened: None,
        unclosed_line: None,
    };
    let mut whole = Contents::new(Scope::Text, 1, 0, 0);
    // The brackets that are not closed yet. Until they are closed, their `text` extends to the end
    // of the input.
    let mut open: Vec<Contents<'_>> = Vec::new();
    let (mut order, mut line_begin) = (0, 0);
    for (line, line_text) in (1..).zip(text.split_inclusive('\n')) {
        let line_end = line_begin + line_text.len();
        let is_outside = open.is_empty();
        order += 1;
        let mut own = Contents::new(Scope::Line, line, order, scanned.contents.len());
        own.text = line_text.trim_end_matches(['\r', '\n']);
        let mut at = line_begin;
        while let Some(c) = text[at..line_end].chars().next() {
            let after = at + c.len_utf8();
            let current = open.last_mut().unwrap_or(&mut own);
            at = after;
            match c {
                '"' | '\'' => {
                    // A quotation mark without another one on its line is an apostrophe, such as
                    // the one in `can't`.
                    let rest = &text[after..line_end];
                    if let Some(end) = end_of_quotation(rest, c) {
                        current.add_word(line, &rest[..end], true);
                        at = after + end + 1;
                    }
                }
                '[' | '{' | '(' => {
                    order += 1;
                    let complete = scanned.contents.len();
                    // In Python, `dict(size=7)` is an object too.
                    let is_dict =
                        c == '(' && current.words.last().is_some_and(|word| word.text == "dict");
                    let bracket = if is_dict { '{' } else { c };
                    let mut contents =
                        Contents::new(Scope::Brackets(bracket), line, order, complete);
                    contents.text = &text[after..];
                    contents.key = current.key_of_next();
                    current.is_after_key = false;
                    open.push(contents);
                }
                ']' | '}' | ')' => {
                    let Some(mut contents) = open.pop() else {
                        scanned
                            .unopened
                            .get_or_insert(UnopenedBracket { line, bracket: c });
                        continue;
                    };
                    let length = contents.text.len() - (text.len() - after) - 1;
                    contents.text = &contents.text[..length];
                    // The `-` in front of an item of a YAML list, such as `- exit: left`, does not
                    // count as a word.
                    contents.is_after_words = own.words.iter().any(|word| word.text != "-");
                    let outer = open.last_mut().unwrap_or(&mut whole);
                    outer.inner.push(scanned.contents.len());
                    scanned.contents.push(contents);
                }
                ':' | '=' => current.end_key(),
                ',' | ';' => {
                    current.is_after_key = false;
                    current.has_semicolon |= c == ';' && !text[line_begin..at].contains("//");
                }
                _ if is_between_words(c) => (),
                _ => {
                    let rest = &text[after..line_end];
                    let is_end = |c: char| is_between_words(c) || "\"'[]{}()".contains(c);
                    at = after + rest.find(is_end).unwrap_or(rest.len());
                    current.add_word(line, &text[after - c.len_utf8()..at], false);
                }
            }
        }
        whole.words.extend(&own.words);
        if is_outside && open.is_empty() {
            scanned.contents.push(own);
        }
        line_begin = line_end;
    }
    scanned.unclosed_line = open.last().map(|contents| contents.line);
    while let Some(mut contents) = open.pop() {
        contents.is_unclosed = true;
        let outer = open.last_mut().unwrap_or(&mut whole);
        outer.inner.push(scanned.contents.len());
        scanned.contents.push(contents);
    }
    whole.text = text;
    scanned.contents.push(whole);
    scanned
}

/// Returns the number of bytes before the closing quotation mark. A mark after `\` does not close
/// the quotation. For example, the result for `it\'s', 1` and the mark `'` is 5.
fn end_of_quotation(text: &str, mark: char) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        if c == mark && !is_escaped {
            return Some(at);
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    None
}

/// Returns whether a character separates words.
fn is_between_words(c: char) -> bool {
    c.is_whitespace() || ",;:=|".contains(c)
}

impl<'a> Contents<'a> {
    fn new(scope: Scope, line: usize, order: usize, complete_before: usize) -> Self {
        Self {
            scope,
            line,
            order,
            key: None,
            text: "",
            words: Vec::new(),
            inner: Vec::new(),
            complete_before,
            is_unclosed: false,
            is_after_words: false,
            is_after_key: false,
            has_semicolon: false,
        }
    }

    fn add_word(&mut self, line: usize, text: &'a str, is_quoted: bool) {
        let key = self.key_of_next();
        self.is_after_key = false;
        self.words.push(Word {
            line,
            text,
            is_quoted,
            is_key: false,
            key,
        });
    }

    /// Returns the key of the word or bracket that follows, such as `exit` after `"exit":`.
    fn key_of_next(&self) -> Option<&'a str> {
        let last = self.words.last().filter(|_| self.is_after_key);
        last.map(|word| word.text)
    }

    /// Makes the last word the key of what follows.
    fn end_key(&mut self) {
        self.is_after_key = true;
        if let Some(word) = self.words.last_mut() {
            word.is_key = true;
        }
    }

    /// Returns whether the brackets are an object, such as `{"size":7,"exit":"left"}`. The body of
    /// a function, such as `{ return 7; }`, is not an object: its first word is not a key, or its
    /// statements end with a `;`.
    pub(super) fn is_object(&self) -> bool {
        let begins_with_key = |word: &Word<'_>| word.is_key || word.text.starts_with("...");
        self.scope == Scope::Brackets('{')
            && !self.has_semicolon
            && self.words.first().is_some_and(begins_with_key)
    }

    /// Returns what the levels of a list have in common: the opening bracket and the key. Digits in
    /// keys are ignored, so `"level1": {...}` and `"level2": {...}` are of the same kind.
    pub(super) fn kind(&self) -> (Scope, Option<String>) {
        let letters = |key: &str| key.chars().filter(|c| !c.is_ascii_digit()).collect();
        (self.scope, self.key.map(letters))
    }
}
