//! Finds the boards in level packs of other programs: in program code, in JSON and in tables.
//!
//! A level is the contents of one pair of brackets, or a line outside of brackets. It contains a
//! board, as one string or as one string per row, and possibly the number of moves of its solution:
//!
//! ```text
//! ["AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.", 8],
//! { name: "Level 1", minMoves: 5, board: ["AA...O", "P..Q.O", "PXXQ.O", "P..Q..", "B...CC", "B.RRR."] },
//! AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.,8
//! ```
//!
//! Packs rarely say what counts as a move, so the number is stored without a metric.
//!
//! An item without a valid board, among items with one, is a level with an error. It is returned
//! too, so that the error is reported and the levels after it keep their numbers. For example, the
//! second level of `[{"board":"AA...O..."}, {"board":"AA"}]` is an error.

mod table;
mod values_above;

use std::collections::BTreeSet;

use super::brackets::{Contents, Scope, Word, scan};
use super::rows::letters_of;
use super::stated_exit::{StatedGoal, brackets_beside, goal_in_brackets};
use super::stated_side::{StatedSide, side_in_brackets};
use table::Table;
use values_above::add_values_above;

/// A board of a level pack.
pub(super) struct PackedLevel {
    /// The line on which the level's board begins, counted from 1.
    pub(super) line: usize,
    /// The cells, row by row, or a message that says why the level has no valid board.
    pub(super) board: Result<String, String>,
    pub(super) name: String,
    /// The number of moves that the pack states.
    pub(super) moves: Option<u32>,
    /// The exit and the leaving car that the pack states for this level.
    pub(super) goal: StatedGoal,
    /// The size of the board, if the pack states it for this level.
    pub(super) side: Option<StatedSide>,
    /// The number of the contents in which the level was found (see [`Contents::order`]). The
    /// levels are sorted by it.
    order: usize,
}

/// The kind of board that is looked for in a pack, such as Huarong Dao boards.
#[derive(Clone, Copy)]
pub(super) struct ExpectedBoard {
    /// Number of cells of such a board.
    pub(super) cells: usize,
    /// A function that returns whether a string is a valid board of this kind.
    pub(super) is_board: fn(&str) -> bool,
}

/// The levels found so far.
#[derive(Default)]
struct FoundLevels {
    valid: Vec<PackedLevel>,
    /// Levels without a valid board.
    wrong: Vec<PackedLevel>,
}

/// What is kept about a pair of brackets until the contents around it have been read.
struct Item<'s, 'a> {
    contents: &'s Contents<'a>,
    has_level: bool,
    /// If the item has no valid board, the string that was probably meant as one.
    mistyped: Option<String>,
    name: &'a str,
}

/// Contents in which levels are looked for: a pair of brackets, a line, or the whole input.
struct LevelContents<'s, 'a> {
    contents: &'s Contents<'a>,
    quoted: Vec<Word<'a>>,
    /// The number of valid levels that were found before these contents began.
    levels_before: usize,
    /// The brackets directly inside.
    items: Vec<Item<'s, 'a>>,
}

/// Maximum length in bytes of a quoted string that can be a board, or a row of one.
const LONGEST_TEXT: usize = 64;

/// Returns the number of moves that a level needs, from words such as `minMoves: 5`.
pub(super) fn stated_moves<'a>(words: impl Iterator<Item = &'a str>) -> Option<u32> {
    let words: Vec<&str> = words.collect();
    let number = |pair: &[&str]| pair[1].parse().ok().filter(|_| is_key_of_moves(pair[0]));
    words.windows(2).find_map(number)
}

pub(super) fn is_key_of_moves(word: &str) -> bool {
    matches!(
        &*letters_of(word),
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

/// Returns the levels of the input, or nothing if no level has a valid board.
pub(super) fn levels(text: &str, expected: ExpectedBoard) -> Vec<PackedLevel> {
    let scanned = scan(text);
    let mut found = FoundLevels::default();
    let mut table = Table::default();
    // The lines outside of brackets that are levels.
    let mut rows = BTreeSet::new();
    // For each of the contents, the number of valid levels that were found before it.
    let mut levels_before: Vec<usize> = Vec::new();
    let mut items: Vec<Option<Item<'_, '_>>> = Vec::new();
    for contents in &scanned.contents {
        levels_before.push(found.valid.len());
        let inner = contents.inner.iter();
        // Code outside of brackets can contain brackets that are not levels. Only brackets at the
        // beginning of a line, as in JSON Lines, are levels there. For example, `draw("title")` is
        // not a level whose board is missing.
        let is_item =
            |item: &Item<'_, '_>| contents.scope != Scope::Text || !item.contents.is_after_words;
        let brackets = LevelContents {
            contents,
            quoted: contents
                .words
                .iter()
                .filter(|word| word.is_quoted)
                .copied()
                .collect(),
            levels_before: levels_before[contents.complete_before],
            items: inner
                .filter_map(|&index| items[index].take())
                .filter(is_item)
                .collect(),
        };
        let mut item = None;
        match contents.scope {
            Scope::Text => brackets.add_items_without_board(&mut found, expected),
            Scope::Line => {
                brackets.add_row_to(&mut found, &mut table, expected);
                if found.valid.len() > brackets.levels_before {
                    rows.insert(contents.line);
                }
            }
            Scope::Brackets(_) if contents.is_unclosed => (),
            Scope::Brackets(_) => {
                brackets.add_to(&mut found, expected, &scanned.contents);
                item = Some(brackets.item(&found, expected));
            }
        }
        items.push(item);
    }
    let FoundLevels { valid, mut wrong } = found;
    if valid.is_empty() {
        return valid;
    }
    let mut levels = valid;
    levels.append(&mut wrong);
    levels.sort_by_key(|level| level.order);
    add_values_above(&mut levels, text, &scanned.contents, &rows);
    levels
}

impl ExpectedBoard {
    /// Returns whether a string is a valid board of this kind.
    fn accepts(self, text: &str) -> bool {
        text.len() <= LONGEST_TEXT && (self.is_board)(text)
    }

    /// Returns whether a string was probably meant as a board, although no name such as `board:`
    /// says so. Such a string has no spaces and is at least half as long as a board, and at least a
    /// quarter of its characters stand for empty cells. For example, `AA...OP..Q.OPXXQ.OP` is
    /// probably the beginning of a Rush Hour board.
    fn resembles(self, text: &str) -> bool {
        let length = text.chars().count();
        let empty = text.chars().filter(|c| ".o_-0@".contains(*c)).count();
        length * 2 >= self.cells
            && text.len() <= 2 * LONGEST_TEXT
            && !text.contains(char::is_whitespace)
            && empty * 4 >= length
    }

    /// Returns the error message for a level whose board, `text`, is not valid. If the level has no
    /// board at all, `text` is empty.
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

impl<'s, 'a: 's> LevelContents<'s, 'a> {
    /// Creates a level of these contents, without a name, moves, an exit or a size.
    fn level(&self, line: usize, board: Result<String, String>) -> PackedLevel {
        PackedLevel {
            line,
            board,
            name: String::new(),
            moves: None,
            goal: StatedGoal::default(),
            side: None,
            order: self.contents.order,
        }
    }

    /// Adds the levels that a pair of brackets contains directly. Without a board of its own, the
    /// pair can contain the name and the moves of the only level inside it, for example
    /// `{"name":"A","moves":8,"rows":["AA...O",...]}`. `all` are the contents of the whole input.
    fn add_to(&self, found: &mut FoundLevels, expected: ExpectedBoard, all: &'s [Contents<'a>]) {
        let keyed = stated_moves(self.words());
        let is_board = |word: &&Word<'_>| expected.accepts(word.text);
        let boards: Vec<&Word<'_>> = self.quoted.iter().filter(is_board).collect();
        let rows: String = self.quoted.iter().map(|row| row.text).collect();
        let are_rows = self.are_texts()
            && self
                .quoted
                .iter()
                .all(|row| row.text.len() == self.quoted[0].text.len());
        let is_keyed = self.is_keyed();
        let is_list_of_boards =
            !is_keyed && boards.len() * 2 > self.quoted.len() && self.are_texts();
        let is_wrong = |text: &str| {
            !expected.accepts(text) && (is_list_of_boards || !is_keyed && expected.resembles(text))
        };
        let has_wrong = self.quoted.iter().any(|word| is_wrong(word.text));
        match boards[..] {
            [board] if !has_wrong => {
                let mut others = self.words().filter(|word| *word != board.text);
                let only = others.next().and_then(|word| word.parse().ok());
                found.valid.push(PackedLevel {
                    name: self.name().to_owned(),
                    moves: keyed.or(only.filter(|_| others.next().is_none())),
                    ..self.level(board.line, Ok(board.text.to_owned()))
                });
            }
            [] if are_rows && expected.accepts(&rows) => {
                let level = self.level(self.quoted[0].line, Ok(rows));
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
                // Each board is a separate level.
                for &Word { line, text, .. } in &self.quoted {
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
        // An exit or a size beside a list of levels applies to each level without one, for example
        // in `{"exit":"left","levels":[...]}`.
        let levels = &mut found.valid[self.levels_before..];
        if !levels.is_empty() {
            let without_level = self.items.iter().filter(|item| !item.has_level);
            let beside = brackets_beside(without_level.map(|item| item.contents), all);
            let goal = goal_in_brackets(self.contents, &beside);
            let side = side_in_brackets(self.contents, &beside);
            for level in levels {
                level.goal.inherit(&goal);
                level.side = level.side.take().or_else(|| side.clone());
            }
        }
        self.add_items_without_board(found, expected);
    }

    /// Returns whether the contents are at least two quoted strings and nothing else, such as the
    /// rows `["AA...O", "P..Q.O"]`.
    fn are_texts(&self) -> bool {
        self.quoted.len() > 1 && self.quoted.len() == self.contents.words.len()
    }

    /// Returns whether the contents are an object that has a board under a name, such as `board:
    /// "..."`.
    fn is_keyed(&self) -> bool {
        self.contents.scope == Scope::Brackets('{') && self.words().any(is_key_of_board)
    }

    /// Adds a level with an error for each item that has no board, if an item of the same kind has
    /// one.
    fn add_items_without_board(&self, found: &mut FoundLevels, expected: ExpectedBoard) {
        let with_level = self.items.iter().filter(|item| item.has_level);
        let kinds: BTreeSet<_> = with_level.map(|item| item.contents.kind()).collect();
        for item in &self.items {
            if !item.has_level && kinds.contains(&item.contents.kind()) {
                let mistake = expected.mistake(item.mistyped.as_deref().unwrap_or_default());
                found.wrong.push(PackedLevel {
                    line: item.contents.line,
                    board: Err(mistake),
                    name: item.name.to_owned(),
                    moves: None,
                    goal: StatedGoal::default(),
                    side: None,
                    order: item.contents.order,
                });
            }
        }
    }

    /// Returns what the outer brackets need to know about these contents.
    fn item(&self, found: &FoundLevels, expected: ExpectedBoard) -> Item<'s, 'a> {
        let has_level = found.valid.len() > self.levels_before;
        Item {
            contents: self.contents,
            has_level,
            mistyped: self.mistyped_board(expected).filter(|_| !has_level),
            name: self.name(),
        }
    }

    /// Returns all words. A quoted string counts as one word.
    fn words(&self) -> impl Iterator<Item = &'a str> + Clone {
        self.contents.words.iter().map(|word| word.text)
    }

    /// Returns the string that was probably meant as the board of these contents, such as `AA..` in
    /// `{"board":"AA.."}`.
    fn mistyped_board(&self, expected: ExpectedBoard) -> Option<String> {
        let mut pairs = self.contents.words.windows(2);
        let named = pairs.find(|pair| is_key_of_board(pair[0].text));
        if let Some([_, board]) = named
            && board.is_quoted
        {
            return Some(board.text.to_owned());
        }
        if let Some(text) = self.items.iter().find_map(|item| item.mistyped.as_ref()) {
            return Some(text.clone());
        }
        let rows = || self.quoted.iter().map(|row| row.text);
        let length: usize = rows().map(str::len).sum();
        if self.are_texts() && length <= 2 * LONGEST_TEXT {
            return Some(rows().collect());
        }
        let mut texts = rows().filter(|text| expected.resembles(text) || self.quoted.len() == 1);
        texts.next().map(str::to_owned)
    }

    /// Returns the name of the level, such as `Level 1` in `name: "Level 1"`, or an empty string if
    /// it has no name.
    fn name(&self) -> &'a str {
        let is_name = |word: &str| matches!(&*word.to_ascii_lowercase(), "name" | "title");
        let mut pairs = self.contents.words.windows(2);
        let name = pairs.find(|pair| is_name(pair[0].text));
        name.map_or("", |pair| pair[1].text.trim())
    }
}

/// Returns whether a word usually names the board of a level.
pub(super) fn is_key_of_board(word: &str) -> bool {
    let names = [
        "board", "grid", "layout", "cells", "map", "puzzle", "state", "start", "position",
    ];
    names.iter().any(|name| word.eq_ignore_ascii_case(name))
}
