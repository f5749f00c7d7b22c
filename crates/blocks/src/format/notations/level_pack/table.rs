//! Reads the rows of tables outside of brackets, as in CSV files:
//!
//! ```text
//! id,board,size,moves,exit
//! 1,AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.,6,8,right
//! ```

use super::super::brackets::Word;
use super::super::rows::is_row;
use super::super::stated_exit::{StatedGoal, exit_line};
use super::super::stated_side::{add_side, states_size};
use super::{ExpectedBoard, FoundLevels, LevelContents, PackedLevel, is_key_of_moves};

/// The columns of a table outside of brackets, known from its header and its first board.
#[derive(Default)]
pub(super) struct Table {
    /// The names of the columns, such as `board` and `exit`. Empty if the table has no header.
    names: Vec<String>,
    /// The column of the boards, or `None` above the first board.
    boards: Option<usize>,
    /// Number of columns in the row of the first board.
    width: usize,
}

impl LevelContents<'_, '_> {
    /// Adds the level of a line outside of brackets, which is a row of a table.
    pub(super) fn add_row_to(
        &self,
        found: &mut FoundLevels,
        table: &mut Table,
        expected: ExpectedBoard,
    ) {
        let line = self.contents.text;
        if !is_row(line) {
            return;
        }
        let Some(separator) = [',', ';', '\t'].into_iter().find(|&c| line.contains(c)) else {
            // In program code, each quoted board can be on a separate line.
            if let [Word { line, text, .. }] = self.quoted[..] {
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
            // A row with as many fields as the rows with a board is a level, unless it is a header.
            let is_level = table.boards.is_some()
                && fields.len() == table.width
                && !fields.iter().any(|field| is_key_of_moves(field));
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
                    found
                        .wrong
                        .push(self.level(self.contents.line, Err(mistake)));
                }
                None if exit_line(line).is_some() => (),
                None => table.names = fields.into_iter().map(str::to_owned).collect(),
            }
            return;
        };
        if table.boards.is_none() {
            table.boards = Some(column);
            table.width = fields.len();
        }
        let mut goal = StatedGoal::default();
        let mut side = None;
        let mut moves = None;
        let mut numbers = Vec::new();
        let others = fields.iter().enumerate();
        for (index, value) in others.filter(|(index, value)| *index != column && !value.is_empty())
        {
            let header = table.names.get(index).filter(|name| is_name(name));
            // A field can have its own name, such as `exit: left`.
            let (name, value) = match value.split_once([':', '=']) {
                Some((name, value)) => (
                    Some(name.trim_matches(is_mark)),
                    value.trim_matches(is_mark),
                ),
                None => (header.map(String::as_str), *value),
            };
            match name {
                Some(name) if is_key_of_moves(name) => moves = value.parse().ok(),
                Some(name) if states_size(name, value) => add_side(&mut side, name, value),
                Some(_) => (),
                None => numbers.extend(value.parse::<u32>()),
            }
            goal.add_beside(name, value);
        }
        // A single number without a name is the number of moves.
        if let [number] = numbers[..]
            && !table.names.iter().any(|name| is_key_of_moves(name))
        {
            moves = Some(number);
        }
        found.valid.push(PackedLevel {
            moves,
            goal,
            side,
            ..self.level(self.contents.line, Ok(fields[column].to_owned()))
        });
    }
}

/// Returns whether a field of a header can be a name. Program code, such as `const target = 3;`, cannot.
fn is_name(field: &str) -> bool {
    !field.is_empty() && !field.contains(['=', ':'])
}
