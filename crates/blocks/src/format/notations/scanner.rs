//! Reads the [`Tree`] of an input, character by character.

use super::rows::{NumberedLine, is_header_of_item, is_row};
use super::tree::{Group, GroupKind, Item, Tree, Value};

/// Maximum depth of nested brackets. Deeper brackets are an error, because functions that walk the
/// tree recursively could overflow the stack.
const MAX_DEPTH: usize = 64;

/// A group that has not ended yet.
struct OpenGroup<'a> {
    group: Group<'a>,
    /// The byte offset of the first character inside the group.
    inside: usize,
    /// The indentation in bytes, if the group is a YAML item or a YAML block.
    indent: Option<usize>,
    /// The name of the next value or group, and whether a `=` rather than a `:` follows this name.
    name: Option<&'a str>,
    is_assigned: bool,
    /// The byte offset of the current value, if it consists of unquoted words. The next word then
    /// extends this value. `None` if the next word begins a new value.
    phrase: Option<usize>,
}

struct Scanner<'a> {
    text: &'a str,
    /// The groups that have not ended yet, from the whole input to the innermost group.
    open: Vec<OpenGroup<'a>>,
    mistake: Option<(usize, String)>,
}

/// Reads the input as a tree of groups, values and lines. The time is proportional to the length of
/// the input.
pub(super) fn tree(text: &str) -> Tree<'_> {
    let mut scanner = Scanner {
        text,
        open: Vec::new(),
        mistake: None,
    };
    scanner.open_group(Group::new(GroupKind::Text, 1, 0), 0);
    let mut begin = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        scanner.add_line(number, begin, begin + line.trim_end().len());
        begin += line.len();
    }
    while scanner.open.len() > 1 {
        if scanner.is_in_brackets() {
            let message = "a bracket of this line is not closed".to_owned();
            let line = scanner.current().group.line;
            scanner.mistake.get_or_insert((line, message));
        }
        scanner.close_group(text.len());
    }
    let root = scanner.open.remove(0).group;
    Tree {
        root,
        mistake: scanner.mistake,
    }
}

impl<'a> Scanner<'a> {
    fn add_line(&mut self, number: usize, begin: usize, end: usize) {
        let mut at = begin;
        if !self.is_in_brackets() {
            if is_row(&self.text[begin..end]) {
                match self.begin_items(number, begin, end) {
                    Some(content) => at = content,
                    None => return,
                }
            }
            let line = &self.text[at..end];
            let current = self.current();
            (current.name, current.phrase) = (None, None);
            let is_text = current.group.kind == GroupKind::Text;
            if is_text && (is_plain(line) || !is_row(line)) {
                current.add_plain_line(number, line);
                return;
            }
        }
        self.current().phrase = None;
        if is_row(&self.text[at..end]) {
            self.scan(number, begin, at, end);
        }
    }

    /// Ends the YAML items and TOML tables that do not contain the line, and begins those that
    /// start on it. Returns the position of the rest of the line, or `None` if the line is the
    /// header of a TOML table or a YAML block.
    fn begin_items(&mut self, number: usize, begin: usize, end: usize) -> Option<usize> {
        let line = &self.text[begin..end];
        if is_header_of_item(line) {
            // The TOML table `[level.exit]` is a part of the table `[[level]]`.
            let path = line.trim().trim_matches(['[', ']']);
            let within = path.rsplit_once('.').filter(|(outer, _)| {
                let table = self.open.get(1).and_then(|open| open.group.name);
                table.is_some_and(|table| table.trim_matches(['[', ']']) == *outer)
            });
            let depth = if within.is_some() { 2 } else { 1 };
            while self.open.len() > depth {
                self.close_group(begin);
            }
            let mut table = Group::new(GroupKind::Item, number, begin);
            table.name = Some(within.map_or(line.trim(), |(_, name)| name));
            self.open_group(table, end);
            return None;
        }
        let mut at = begin + line.len() - line.trim_start().len();
        while self.current().indent.is_some_and(|dash| dash >= at - begin) {
            self.close_group(begin);
        }
        while let Some(rest) = self.text[at..end].strip_prefix('-') {
            if !rest.is_empty() && !rest.starts_with(' ') || self.open.len() > MAX_DEPTH {
                break;
            }
            self.open_group(Group::new(GroupKind::Item, number, at), at + 1);
            self.current().indent = Some(at - begin);
            at = end - rest.trim_start().len();
        }
        if let Some(name) =
            name_of_block(&self.text[at..], at - begin).filter(|_| self.open.len() <= MAX_DEPTH)
        {
            let mut block = Group::new(GroupKind::Item, number, at);
            block.name = Some(name);
            self.open_group(block, end);
            self.current().indent = Some(at - begin);
            return None;
        }
        Some(at)
    }

    /// Reads the part of a line from `at` to `end`. The line begins at `begin`. All three are byte
    /// offsets in the input.
    fn scan(&mut self, number: usize, begin: usize, mut at: usize, end: usize) {
        // A quotation mark without a closing mark on the same line is an apostrophe. All further
        // marks of the same kind on the line are then apostrophes too.
        let mut apostrophes = String::new();
        let mut is_first = self.text[begin..at].trim_matches([' ', '-']).is_empty();
        while let Some(c) = self.text[at..end].chars().next() {
            let before = self.text[begin..at].chars().next_back();
            let (from, rest) = (at, &self.text[at + c.len_utf8()..end]);
            at += c.len_utf8();
            match c {
                '"' | '\'' if apostrophes.contains(c) => (),
                '"' | '\'' => match end_of_quotation(rest, c) {
                    Some(length) => {
                        self.current().add_value(number, &rest[..length], true);
                        at += length + 1;
                    }
                    None => apostrophes.push(c),
                },
                '[' | '{' | '(' if self.open.len() > MAX_DEPTH => {
                    let message = format!("more than {MAX_DEPTH} brackets inside of each other");
                    self.mistake.get_or_insert((number, message));
                    return;
                }
                '[' | '{' | '(' => {
                    let mut group = Group::new(GroupKind::Brackets(c), number, from);
                    group.is_first_on_line = is_first;
                    self.open_brackets(group, at);
                }
                ']' | '}' | ')' if self.is_in_brackets() => self.close_group(from),
                ']' | '}' => {
                    let message = format!("this '{c}' closes no bracket");
                    self.mistake.get_or_insert((number, message));
                }
                // In a comparison or an arrow function, such as `x == 'left'` or `() => 7`, the `=`
                // does not give a name to a value.
                '=' if rest.starts_with(['=', '>']) => {
                    at += 1 + usize::from(rest.starts_with("=="));
                    self.current().phrase = None;
                }
                '=' if matches!(before, Some('!' | '<' | '>')) => self.current().phrase = None,
                ':' | '=' => {
                    let text = self.text;
                    self.current().end_name(text, from, c == '=');
                }
                ',' | ';' => {
                    let current = self.current();
                    (current.name, current.phrase) = (None, None);
                    current.group.has_semicolon |= c == ';';
                }
                '|' | ')' => self.current().phrase = None,
                _ if c.is_whitespace() => continue,
                _ => {
                    let is_end = |c: char| c.is_whitespace() || ",;:=|\"'[]{}()".contains(c);
                    at += rest.find(is_end).unwrap_or(rest.len());
                    let text = self.text;
                    let current = self.current();
                    match (current.phrase, current.group.items.last_mut()) {
                        (Some(phrase), Some(Item::Value(value))) => value.text = &text[phrase..at],
                        _ => {
                            current.add_value(number, &text[from..at], false);
                            current.phrase = Some(from);
                        }
                    }
                }
            }
            is_first = false;
        }
    }

    fn current(&mut self) -> &mut OpenGroup<'a> {
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    fn is_in_brackets(&self) -> bool {
        let last = self.open.last();
        last.is_some_and(|open| matches!(open.group.kind, GroupKind::Brackets(_)))
    }

    /// Begins a group. `inside` is the byte offset of the first character inside it.
    fn open_group(&mut self, group: Group<'a>, inside: usize) {
        self.open.push(OpenGroup {
            group,
            inside,
            indent: None,
            name: None,
            is_assigned: false,
            phrase: None,
        });
    }

    /// Begins a pair of brackets. In Python code, `dict(size=7)` is read as an object, like
    /// `{size=7}`.
    fn open_brackets(&mut self, mut group: Group<'a>, inside: usize) {
        let current = self.current();
        current.phrase = None;
        group.name = current.name.take();
        if group.kind == GroupKind::Brackets('(')
            && let Some(Item::Value(last)) = current.group.items.last()
            && last.text == "dict"
        {
            group.kind = GroupKind::Brackets('{');
            group.name = last.name;
            current.group.items.pop();
        }
        self.open_group(group, inside);
    }

    /// Ends the innermost group, whose text ends at the position `end`.
    fn close_group(&mut self, end: usize) {
        if let Some(OpenGroup {
            mut group, inside, ..
        }) = self.open.pop()
        {
            group.text = &self.text[inside..end.max(inside)];
            let outer = &mut self.current().group;
            outer.items.push(Item::Group(Box::new(group)));
        }
    }
}

impl<'a> OpenGroup<'a> {
    /// Adds a line outside of all groups. An empty line after another empty line is not added,
    /// because it separates nothing further.
    fn add_plain_line(&mut self, number: usize, text: &'a str) {
        let last = self.group.items.last();
        let is_after_empty = matches!(last, Some(Item::Line(line)) if line.text.is_empty());
        if !text.is_empty() || !is_after_empty {
            let line = NumberedLine { number, text };
            self.group.items.push(Item::Line(line));
        }
    }

    fn add_value(&mut self, line: usize, text: &'a str, is_quoted: bool) {
        self.phrase = None;
        self.group.items.push(Item::Value(Value {
            line,
            name: self.name.take(),
            text,
            is_quoted,
            is_assigned: self.is_assigned,
        }));
    }

    /// Called at a `:` or `=`. Makes the value before this sign the name of the value or group
    /// after it. Only the last word before a `=` is the name, as in `const size = 7`. A second `:`
    /// is part of the value, as in `time: 12:30`.
    fn end_name(&mut self, text: &'a str, at: usize, is_assigned: bool) {
        let Some(Item::Value(last)) = self.group.items.last() else {
            return;
        };
        let is_before = last.is_quoted || self.phrase.is_some();
        if !is_before || last.name.is_some() && !is_assigned {
            return;
        }
        let name = match self.phrase {
            Some(phrase) => text[phrase..at].trim(),
            None => last.text,
        };
        let words = || name.split_whitespace();
        let word = words().next_back().filter(|_| is_assigned);
        self.name = Some(word.unwrap_or(name));
        (self.is_assigned, self.phrase) = (is_assigned, None);
        self.group.items.pop();
    }
}

/// Returns whether a line contains no brackets that begin a group. Brackets after a word, such as
/// those in the title `Level 3 (7x7)`, begin a group only if they contain a quoted string.
fn is_plain(line: &str) -> bool {
    let (mut at, mut depth) = (0, 0);
    let mut has_apostrophe = false;
    let mut before = ' ';
    while let Some(c) = line[at..].chars().next() {
        at += c.len_utf8();
        match c {
            '{' | '}' => return false,
            '"' | '\'' if depth > 0 => return false,
            '"' | '\'' if !has_apostrophe => match end_of_quotation(&line[at..], c) {
                Some(length) => at += length + 1,
                None => has_apostrophe = true,
            },
            '(' | '[' => {
                let is_behind_dict = line[..at - 1].trim_end().ends_with("dict");
                if " =:,([".contains(before) || is_behind_dict {
                    return false;
                }
                depth += 1;
            }
            ')' | ']' => depth -= 1,
            _ => (),
        }
        if !c.is_whitespace() {
            before = c;
        }
    }
    depth <= 0
}

/// Returns the name of a YAML block, or `None` if the text does not begin with a block. A block is
/// a line such as `level1:`, followed by lines such as `exit: left` that are indented by more than
/// `column` characters. In program code, a line can also end with `:`, but the lines below it look
/// different.
fn name_of_block(text: &str, column: usize) -> Option<&str> {
    let mut lines = text.lines();
    let (name, sign) = lines.next()?.split_once(':')?;
    let name = name.trim().trim_matches(['"', '\'']);
    let is_word = |word: &str, signs: &str| {
        word.chars()
            .all(|c| c.is_alphanumeric() || signs.contains(c))
    };
    let is_of_block = |line: &str| {
        let line = line.trim();
        let key = line
            .split_once(':')
            .map(|(key, _)| key.trim_matches(['"', '\'']));
        let is_row = is_word(line, ".#_-@*");
        is_row
            || line.starts_with(['-', '[', '{', ']', '}'])
            || key.is_some_and(|key| is_word(key, "_- "))
    };
    let is_inside = |line: &&str| line.len() - line.trim_start().len() > column;
    let mut block = lines
        .filter(|line| is_row(line))
        .take_while(is_inside)
        .peekable();
    let is_header =
        !name.is_empty() && is_word(name, "_- ") && ["", "|", ">"].contains(&sign.trim());
    let is_block = is_header && block.peek().is_some() && block.all(is_of_block);
    is_block.then_some(name)
}

/// Returns the number of bytes before the closing quotation mark, or `None` if there is no such
/// mark. A mark after `\` does not close the quotation. For example, the result for `it\'s', 1` and
/// the mark `'` is 5.
pub(super) fn end_of_quotation(text: &str, mark: char) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        if c == mark && !is_escaped {
            return Some(at);
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    None
}
