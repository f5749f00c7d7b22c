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

/// A board of a level pack.
pub(super) struct PackedLevel {
    /// The line on which the level's board begins, counted from 1.
    pub(super) line: usize,
    /// The cells, row by row.
    pub(super) board: String,
    pub(super) name: String,
    /// The number of moves that the pack states.
    pub(super) moves: Option<u32>,
}

/// What a pair of brackets or a line contains, without the brackets inside.
#[derive(Default)]
struct Contents<'a> {
    /// Quoted texts, with their lines.
    quoted: Vec<(usize, &'a str)>,
    /// All words in order. A quoted text is one word.
    words: Vec<&'a str>,
    /// The number of levels that were found before the bracket was opened.
    levels_before: usize,
}

/// Maximum length of a quoted text that can be a board, or a row of one.
const LONGEST_TEXT: usize = 64;

/// Returns the number in a text such as `minMoves: 5`, which says how many moves a level needs.
pub(super) fn stated_moves<'a>(words: impl Iterator<Item = &'a str>) -> Option<u32> {
    let words: Vec<&str> = words.collect();
    let number = |pair: &[&str]| pair[1].parse().ok().filter(|_| is_key_of_moves(pair[0]));
    words.windows(2).find_map(number)
}

fn is_key_of_moves(word: &str) -> bool {
    let letters: String = word.chars().filter(char::is_ascii_alphabetic).collect();
    matches!(
        &*letters.to_ascii_lowercase(),
        "moves"
            | "minmoves"
            | "minimummoves"
            | "optimalmoves"
            | "bestmoves"
            | "targetmoves"
            | "steps"
            | "minsteps"
            | "minstep"
            | "optimal"
            | "optimum"
            | "minimum"
            | "par"
    )
}

/// Returns the levels of a text whose boards satisfy `is_board`.
pub(super) fn levels(text: &str, is_board: fn(&str) -> bool) -> Vec<PackedLevel> {
    let mut levels = Vec::new();
    let mut open: Vec<Contents<'_>> = Vec::new();
    let mut header: Option<usize> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let is_outside = open.is_empty();
        let mut own = Contents::default();
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
                    current.words.push(quoted);
                    rest = behind;
                }
                '[' | '{' | '(' => {
                    let levels_before = levels.len();
                    open.push(Contents {
                        levels_before,
                        ..Contents::default()
                    });
                    rest = after;
                }
                ']' | '}' | ')' => {
                    if let Some(contents) = open.pop() {
                        contents.add_to(&mut levels, is_board);
                    }
                    rest = after;
                }
                _ if is_between_words(c) => rest = after,
                _ => {
                    let end = |c: char| is_between_words(c) || "\"'[]{}()".contains(c);
                    let (word, behind) = rest.split_at(rest.find(end).unwrap_or(rest.len()));
                    current.words.push(word);
                    rest = behind;
                }
            }
        }
        if is_outside && open.is_empty() {
            own.add_row_to(&mut levels, number, line, &mut header, is_board);
        }
    }
    levels
}

/// Returns whether a character separates the words of a level.
fn is_between_words(c: char) -> bool {
    c.is_whitespace() || ",;:=|".contains(c)
}

impl Contents<'_> {
    /// Adds the levels of a pair of brackets. If it has no board itself, it can state the moves of
    /// the level inside.
    fn add_to(&self, levels: &mut Vec<PackedLevel>, is_board: fn(&str) -> bool) {
        let keyed = stated_moves(self.words.iter().copied());
        let boards: Vec<&(usize, &str)> = self
            .quoted
            .iter()
            .filter(|(_, text)| text.len() <= LONGEST_TEXT && is_board(text))
            .collect();
        let rows: String = self.quoted.iter().map(|(_, text)| *text).collect();
        let are_rows = self.quoted.len() > 1
            && self.quoted.len() == self.words.len()
            && rows.len() <= LONGEST_TEXT
            && self
                .quoted
                .iter()
                .all(|(_, row)| row.len() == self.quoted[0].1.len());
        match boards[..] {
            [&(line, board)] => {
                let is_alone = |word: &&&str| **word != board;
                let mut others = self.words.iter().filter(is_alone);
                let only = others.next().and_then(|word| word.parse().ok());
                levels.push(PackedLevel {
                    line,
                    board: board.to_owned(),
                    name: self.name(),
                    moves: keyed.or(only.filter(|_| others.next().is_none())),
                });
            }
            [] if are_rows && is_board(&rows) => levels.push(PackedLevel {
                line: self.quoted[0].0,
                board: rows,
                name: String::new(),
                moves: None,
            }),
            [] => {
                if let [level] = &mut levels[self.levels_before..] {
                    level.moves = level.moves.or(keyed);
                    if level.name.is_empty() {
                        level.name = self.name();
                    }
                }
            }
            _ => levels.extend(boards.into_iter().map(|&(line, board)| PackedLevel {
                line,
                board: board.to_owned(),
                name: String::new(),
                moves: None,
            })),
        }
    }

    /// Returns the text in `name: "Level 1"`.
    fn name(&self) -> String {
        let is_name = |word: &str| matches!(&*word.to_ascii_lowercase(), "name" | "title");
        let mut pairs = self.words.windows(2);
        let name = pairs.find(|pair| is_name(pair[0])).map(|pair| pair[1]);
        name.unwrap_or_default().trim().to_owned()
    }

    /// Adds the level of a line outside of brackets, which is a row of a table. `header` is the
    /// column of the moves, if a line above names it.
    fn add_row_to(
        &self,
        levels: &mut Vec<PackedLevel>,
        number: usize,
        line: &str,
        header: &mut Option<usize>,
        is_board: fn(&str) -> bool,
    ) {
        let is_board = |text: &&str| text.len() <= LONGEST_TEXT && is_board(text);
        let Some(separator) = [',', ';', '\t'].into_iter().find(|&c| line.contains(c)) else {
            // The quoted texts of program code may stand on lines of their own.
            if let [(line, board)] = self.quoted[..]
                && is_board(&board)
            {
                levels.push(PackedLevel {
                    line,
                    board: board.to_owned(),
                    name: String::new(),
                    moves: None,
                });
            }
            return;
        };
        let is_mark = |c: char| c.is_whitespace() || matches!(c, '"' | '\'');
        let fields: Vec<&str> = line
            .split(separator)
            .map(|field| field.trim_matches(is_mark))
            .collect();
        let Some(board) = fields.iter().find(|field| is_board(field)) else {
            *header = fields.iter().position(|field| is_key_of_moves(field));
            return;
        };
        let mut numbers = fields.iter().filter_map(|field| field.parse().ok());
        let moves = match *header {
            Some(column) => fields.get(column).and_then(|field| field.parse().ok()),
            None => numbers.next().filter(|_| numbers.next().is_none()),
        };
        levels.push(PackedLevel {
            line: number,
            board: (*board).to_owned(),
            name: String::new(),
            moves,
        });
    }
}
