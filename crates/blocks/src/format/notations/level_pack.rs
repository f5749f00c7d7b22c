//! Finds the boards in level packs of other programs: in program code, in JSON and in tables.
//!
//! A level is what one pair of brackets contains, or a line outside of brackets. It has a board in
//! one text or in a text for each row, and perhaps the number of moves that it needs:
//!
//! ```text
//! ["AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.", 8],
//! { name: "Level 1", minMoves: 5, board: ["AA...O", "P..Q.O", "PXXQ.O", "P..Q..", "B...CC", "B.RRR."] },
//! AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.,8
//! ```
//!
//! Packs rarely say what counts as a move, so the number is stored without a metric.
//!
//! An item without a valid board, among items with one, is a level with a mistake. It is returned
//! too, so that it is reported and the levels behind it keep their numbers.

use super::rows::is_row;
use super::stated_exit::{StatedExit, stated_exit, suggests_exit};

/// A board of a level pack.
pub(super) struct PackedLevel {
    /// The line on which the level's board begins, counted from 1.
    pub(super) line: usize,
    /// The cells, row by row, or a message that says why the level has no valid board.
    pub(super) board: Result<String, String>,
    pub(super) name: String,
    /// The number of moves that the pack states.
    pub(super) moves: Option<u32>,
    /// The exit that the pack states, or a message if it is not understood.
    pub(super) exit: Option<Result<StatedExit, String>>,
    /// The number of brackets and lines that began before the level, which orders the levels.
    order: usize,
}

/// The boards that a reader expects in a pack.
#[derive(Clone, Copy)]
pub(super) struct ExpectedBoard {
    /// Number of cells of a board.
    pub(super) cells: usize,
    /// Returns whether a text is a valid board.
    pub(super) is_board: fn(&str) -> bool,
}

/// The levels found so far.
#[derive(Default)]
struct FoundLevels {
    valid: Vec<PackedLevel>,
    /// Levels without a valid board.
    wrong: Vec<PackedLevel>,
}

/// A pair of brackets inside another pair, after it was closed.
struct Item<'a> {
    line: usize,
    order: usize,
    opening: char,
    /// The name of the item, without digits, as in `level_1: {...}`.
    key: Option<String>,
    has_level: bool,
    /// The text that is probably meant as a board, if the item has no valid one.
    mistyped: Option<String>,
    name: &'a str,
}

/// The columns of a table outside of brackets, known from its header and its first board.
#[derive(Default)]
struct Table {
    /// The column of the moves, if a header names it.
    moves: Option<usize>,
    /// The column of the exit with its name, if a header names it.
    exit: Option<(usize, String)>,
    /// The column of the boards, or `None` above the first board.
    boards: Option<usize>,
    /// Number of columns in the row of the first board.
    width: usize,
}

/// What a pair of brackets or a line contains, without the brackets inside.
#[derive(Default)]
struct Contents<'a> {
    /// Quoted texts, with their lines.
    quoted: Vec<(usize, &'a str)>,
    /// All words in order. A quoted text is one word.
    words: Vec<&'a str>,
    /// The number of valid levels that were found before the bracket was opened.
    levels_before: usize,
    line: usize,
    order: usize,
    /// The opening bracket, or `None` outside of brackets.
    opening: Option<char>,
    /// The word before the bracket, if a `:` or `=` follows it.
    key: Option<&'a str>,
    /// Whether a `:` or `=` follows the last word.
    is_after_key: bool,
    /// The first exit stated inside, or a message if it is not understood.
    exit: Option<Result<StatedExit, String>>,
    /// The brackets directly inside.
    items: Vec<Item<'a>>,
}

/// Maximum length of a quoted text that can be a board, or a row of one.
const LONGEST_TEXT: usize = 64;

/// Returns the number in a text such as `minMoves: 5`, which says how many moves a level needs.
pub(super) fn stated_moves<'a>(words: impl Iterator<Item = &'a str>) -> Option<u32> {
    let words: Vec<&str> = words.collect();
    let number = |pair: &[&str]| pair[1].parse().ok().filter(|_| is_key_of_moves(pair[0]));
    words.windows(2).find_map(number)
}

pub(super) fn is_key_of_moves(word: &str) -> bool {
    let letters: String = word.chars().filter(char::is_ascii_alphabetic).collect();
    matches!(
        &*letters.to_ascii_lowercase(),
        "moves"
            | "minmoves"
            | "minimummoves"
            | "optimalmoves"
            | "bestmoves"
            | "targetmoves"
            | "goalmoves"
            | "steps"
            | "minsteps"
            | "minstep"
            | "optimal"
            | "optimum"
            | "minimum"
            | "par"
    )
}

/// Returns the levels of a text, or nothing if no level has a valid board.
pub(super) fn levels(text: &str, expected: ExpectedBoard) -> Vec<PackedLevel> {
    let mut found = FoundLevels::default();
    let mut open: Vec<Contents<'_>> = Vec::new();
    let mut outside = Contents::default();
    let mut table = Table::default();
    let mut order = 0;
    for (number, line) in (1..).zip(text.lines()) {
        let is_outside = open.is_empty();
        order += 1;
        let mut own = Contents {
            line: number,
            order,
            ..Contents::default()
        };
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            let after = &rest[c.len_utf8()..];
            let current = open.last_mut().unwrap_or(&mut own);
            match c {
                '"' | '\'' => {
                    let Some((quoted, behind)) = after.split_once(c) else {
                        rest = after;
                        continue;
                    };
                    current.quoted.push((number, quoted));
                    current.add_word(quoted);
                    rest = behind;
                }
                '[' | '{' | '(' => {
                    order += 1;
                    let key = current.words.last().copied();
                    let contents = Contents {
                        levels_before: found.valid.len(),
                        line: number,
                        order,
                        opening: Some(c),
                        key: key.filter(|_| current.is_after_key),
                        ..Contents::default()
                    };
                    current.is_after_key = false;
                    open.push(contents);
                    rest = after;
                }
                ']' | '}' | ')' => {
                    if let Some(contents) = open.pop() {
                        contents.add_to(&mut found, expected);
                        let item = contents.item(&found, expected);
                        // Code outside of brackets can contain brackets that are not levels. Only
                        // brackets at the beginning of a line, as in JSON Lines, are levels there.
                        match open.last_mut() {
                            Some(outer) => {
                                outer.add_exit(contents.key, contents.words.join(" "));
                                outer.items.push(item);
                            }
                            None if own.words.is_empty() => outside.items.push(item),
                            None => (),
                        }
                    }
                    rest = after;
                }
                _ if is_between_words(c) => {
                    current.is_after_key |= matches!(c, ':' | '=');
                    current.is_after_key &= !matches!(c, ',' | ';');
                    rest = after;
                }
                _ => {
                    let end = |c: char| is_between_words(c) || "\"'[]{}()".contains(c);
                    let (word, behind) = rest.split_at(rest.find(end).unwrap_or(rest.len()));
                    current.add_word(word);
                    rest = behind;
                }
            }
        }
        if is_outside && open.is_empty() {
            own.add_row_to(&mut found, line, &mut table, expected);
        }
    }
    outside.add_items_without_board(&mut found, expected);
    let FoundLevels { valid, mut wrong } = found;
    if valid.is_empty() {
        return valid;
    }
    let mut levels = valid;
    levels.append(&mut wrong);
    levels.sort_by_key(|level| level.order);
    levels
}

impl ExpectedBoard {
    /// Returns whether a text is a valid board.
    fn accepts(self, text: &str) -> bool {
        text.len() <= LONGEST_TEXT && (self.is_board)(text)
    }

    /// Returns whether a text without a name is probably meant as a board: it has no spaces, at
    /// least half the length of a board, and a quarter of its characters are empty cells.
    fn resembles(self, text: &str) -> bool {
        let length = text.chars().count();
        let empty = text.chars().filter(|c| ".o_-0@".contains(*c)).count();
        length * 2 >= self.cells
            && text.len() <= 2 * LONGEST_TEXT
            && !text.contains(char::is_whitespace)
            && empty * 4 >= length
    }

    /// Returns the message for a text that is not a valid board. An empty text stands for a level
    /// without any board.
    fn mistake(self, text: &str) -> String {
        let expected = self.cells;
        let start: String = text.chars().take(40).collect();
        match text.chars().count() {
            0 => format!("this level has no board; expected a board of {expected} cells"),
            cells if cells == expected => format!(
                "'{start}' is not a board: expected {expected} cells that are letters or empty cells such as '.'"
            ),
            cells => format!(
                "'{start}' is not a board: it has {cells} cells where {expected} were expected"
            ),
        }
    }
}

/// Returns whether a character separates the words of a level.
fn is_between_words(c: char) -> bool {
    c.is_whitespace() || ",;:=|".contains(c)
}

impl<'a> Contents<'a> {
    fn add_word(&mut self, word: &'a str) {
        let key = self.words.last().copied().filter(|_| self.is_after_key);
        self.add_exit(key, word.to_owned());
        self.words.push(word);
        self.is_after_key = false;
    }

    /// Reads a value as the exit of these contents if its name suggests an exit.
    fn add_exit(&mut self, key: Option<&str>, value: String) {
        if let Some(key) = key
            && suggests_exit(key)
            && !matches!(self.exit, Some(Err(_)))
        {
            self.exit = Some(stated_exit(key, &value));
        }
    }

    /// Returns a level of these contents without a name and moves.
    fn level(&self, line: usize, board: Result<String, String>) -> PackedLevel {
        PackedLevel {
            line,
            board,
            name: String::new(),
            moves: None,
            exit: None,
            order: self.order,
        }
    }

    /// Adds the levels of a pair of brackets. If it has no board itself, it can state the moves of
    /// the level inside.
    fn add_to(&self, found: &mut FoundLevels, expected: ExpectedBoard) {
        let keyed = stated_moves(self.words.iter().copied());
        let boards: Vec<&(usize, &str)> = self
            .quoted
            .iter()
            .filter(|(_, text)| expected.accepts(text))
            .collect();
        let rows: String = self.quoted.iter().map(|(_, text)| *text).collect();
        let are_rows = self.are_texts()
            && self
                .quoted
                .iter()
                .all(|(_, row)| row.len() == self.quoted[0].1.len());
        let is_keyed = self.is_keyed();
        let is_list_of_boards =
            !is_keyed && boards.len() * 2 > self.quoted.len() && self.are_texts();
        let is_wrong = |text: &str| {
            !expected.accepts(text) && (is_list_of_boards || !is_keyed && expected.resembles(text))
        };
        let has_wrong = self.quoted.iter().any(|(_, text)| is_wrong(text));
        match boards[..] {
            [&(line, board)] if !has_wrong => {
                let is_alone = |word: &&&str| **word != board;
                let mut others = self.words.iter().filter(is_alone);
                let only = others.next().and_then(|word| word.parse().ok());
                found.valid.push(PackedLevel {
                    name: self.name().to_owned(),
                    moves: keyed.or(only.filter(|_| others.next().is_none())),
                    ..self.level(line, Ok(board.to_owned()))
                });
            }
            [] if are_rows && expected.accepts(&rows) => {
                let level = self.level(self.quoted[0].0, Ok(rows));
                found.valid.push(level);
            }
            [] => {
                if let [level] = &mut found.valid[self.levels_before..] {
                    level.moves = level.moves.or(keyed);
                    if level.name.is_empty() {
                        self.name().clone_into(&mut level.name);
                    }
                }
            }
            _ => {
                // Each board is a level of its own.
                for &(line, text) in &self.quoted {
                    if expected.accepts(text) {
                        found.valid.push(self.level(line, Ok(text.to_owned())));
                    } else if is_wrong(text) {
                        found
                            .valid
                            .push(self.level(line, Err(expected.mistake(text))));
                    }
                }
            }
        }
        // An exit beside a list of levels is the exit of each level without one.
        if let Some(exit) = &self.exit {
            for level in &mut found.valid[self.levels_before..] {
                level.exit.get_or_insert_with(|| exit.clone());
            }
        }
        self.add_items_without_board(found, expected);
    }

    /// Returns whether the contents are only quoted texts, more than one.
    fn are_texts(&self) -> bool {
        self.quoted.len() > 1 && self.quoted.len() == self.words.len()
    }

    /// Returns whether the contents are values with names.
    fn is_keyed(&self) -> bool {
        self.opening == Some('{') && self.words.iter().any(|word| is_key_of_board(word))
    }

    /// Adds a level with a mistake for each item that has no board, if a similar item has one.
    fn add_items_without_board(&self, found: &mut FoundLevels, expected: ExpectedBoard) {
        let kinds: Vec<(char, Option<&str>)> = self
            .items
            .iter()
            .filter(|item| item.has_level)
            .map(Item::kind)
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect();
        for item in &self.items {
            if !item.has_level && kinds.binary_search(&item.kind()).is_ok() {
                let mistake = expected.mistake(item.mistyped.as_deref().unwrap_or_default());
                found.wrong.push(PackedLevel {
                    line: item.line,
                    board: Err(mistake),
                    name: item.name.to_owned(),
                    moves: None,
                    exit: None,
                    order: item.order,
                });
            }
        }
    }

    /// Returns what the outer brackets need to know about these contents.
    fn item(&self, found: &FoundLevels, expected: ExpectedBoard) -> Item<'a> {
        let letters = |key: &str| key.chars().filter(|c| !c.is_ascii_digit()).collect();
        let has_level = found.valid.len() > self.levels_before;
        Item {
            line: self.line,
            order: self.order,
            opening: self.opening.unwrap_or('['),
            key: self.key.map(letters),
            has_level,
            mistyped: self.mistyped_board(expected).filter(|_| !has_level),
            name: self.name(),
        }
    }

    /// Returns the text that is probably meant as the board of these contents.
    fn mistyped_board(&self, expected: ExpectedBoard) -> Option<String> {
        let mut pairs = self.words.windows(2);
        let named = pairs.find(|pair| is_key_of_board(pair[0]));
        let named = named
            .map(|pair| pair[1])
            .filter(|text| self.quoted.iter().any(|(_, quoted)| quoted == text));
        if let Some(text) = named {
            return Some(text.to_owned());
        }
        if let Some(text) = self.items.iter().find_map(|item| item.mistyped.as_ref()) {
            return Some(text.clone());
        }
        let rows = || self.quoted.iter().map(|(_, text)| *text);
        let length: usize = rows().map(str::len).sum();
        if self.are_texts() && length <= 2 * LONGEST_TEXT {
            return Some(rows().collect());
        }
        let mut texts = rows().filter(|text| expected.resembles(text) || self.quoted.len() == 1);
        texts.next().map(str::to_owned)
    }

    /// Returns the text in `name: "Level 1"`.
    fn name(&self) -> &'a str {
        let is_name = |word: &str| matches!(&*word.to_ascii_lowercase(), "name" | "title");
        let mut pairs = self.words.windows(2);
        let name = pairs.find(|pair| is_name(pair[0])).map(|pair| pair[1]);
        name.unwrap_or_default().trim()
    }

    /// Adds the level of a line outside of brackets, which is a row of a table.
    fn add_row_to(
        &self,
        found: &mut FoundLevels,
        line: &str,
        table: &mut Table,
        expected: ExpectedBoard,
    ) {
        if !is_row(line) {
            return;
        }
        let Some(separator) = [',', ';', '\t'].into_iter().find(|&c| line.contains(c)) else {
            // The quoted texts of program code may stand on lines of their own.
            if let [(line, text)] = self.quoted[..] {
                if expected.accepts(text) {
                    found.valid.push(self.level(line, Ok(text.to_owned())));
                } else if expected.resembles(text) {
                    let mistake = expected.mistake(text);
                    found.wrong.push(self.level(line, Err(mistake)));
                }
            }
            return;
        };
        let is_mark = |c: char| c.is_whitespace() || matches!(c, '"' | '\'');
        let fields: Vec<&str> = line
            .split(separator)
            .map(|field| field.trim_matches(is_mark))
            .collect();
        let Some(column) = fields.iter().position(|field| expected.accepts(field)) else {
            let moves = fields.iter().position(|field| is_key_of_moves(field));
            // A row with as many fields as the rows with a board is a level, unless it is a header.
            let is_level = moves.is_none() && table.boards.is_some() && fields.len() == table.width;
            let similar = fields.iter().find(|field| expected.resembles(field));
            // The contents of brackets are levels themselves.
            if line.contains(['[', '{', '(']) {
                return;
            }
            let text = match table.boards.filter(|_| is_level) {
                Some(column) => fields.get(column).or(similar),
                None => similar,
            };
            match text {
                Some(text) => {
                    let mistake = expected.mistake(text);
                    found.wrong.push(self.level(self.line, Err(mistake)));
                }
                None => {
                    table.moves = moves;
                    let exit = fields.iter().position(|field| suggests_exit(field));
                    table.exit = exit.map(|column| (column, fields[column].to_owned()));
                }
            }
            return;
        };
        if table.boards.is_none() {
            table.boards = Some(column);
            table.width = fields.len();
        }
        let mut numbers = fields.iter().filter_map(|field| field.parse().ok());
        let moves = match table.moves {
            Some(column) => fields.get(column).and_then(|field| field.parse().ok()),
            None => numbers.next().filter(|_| numbers.next().is_none()),
        };
        let exit = table.exit.as_ref().and_then(|(column, key)| {
            let value = fields.get(*column).filter(|value| !value.is_empty())?;
            Some(stated_exit(key, value))
        });
        found.valid.push(PackedLevel {
            moves,
            exit,
            ..self.level(self.line, Ok(fields[column].to_owned()))
        });
    }
}

impl Item<'_> {
    /// Returns what items that are levels of the same list have in common.
    fn kind(&self) -> (char, Option<&str>) {
        (self.opening, self.key.as_deref())
    }
}

/// Returns whether a word usually names the board of a level.
fn is_key_of_board(word: &str) -> bool {
    let names = [
        "board", "grid", "layout", "cells", "map", "puzzle", "state", "start", "position",
    ];
    names.iter().any(|name| word.eq_ignore_ascii_case(name))
}
