//! Reads the rows of tables outside of brackets, as in CSV files:
//!
//! ```text
//! id,board,size,moves,exit
//! 1,AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.,6,8,right
//! ```

use super::super::brackets::Word;
use super::super::rows::is_row;
use super::super::stated_exit::{StatedGoal, exit_line, suggests_exit};
use super::super::stated_side::{add_side, states_size};
use super::{ExpectedBoard, FoundLevels, LevelContents, PackedLevel, is_key_of_moves};

/// The columns of a table outside of brackets, known from its header and its first board.
#[derive(Default)]
pub(super) struct Table {
    /// The column of the moves, if a header names it.
    moves: Option<usize>,
    /// The column of the exit with its name, if a header names it.
    exit: Option<(usize, String)>,
    /// The columns of the size, each with its name, if a header names them.
    sizes: Vec<(usize, String)>,
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
            // The quoted texts of program code may stand on lines of their own.
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
                    found
                        .wrong
                        .push(self.level(self.contents.line, Err(mistake)));
                }
                None if exit_line(line).is_some() => (),
                None => {
                    table.moves = moves;
                    let exit = fields.iter().position(|field| is_exit_column(field));
                    table.exit = exit.map(|column| (column, fields[column].to_owned()));
                    let columns = fields.iter().enumerate();
                    let sizes = columns.filter(|(_, field)| is_size_column(field));
                    table.sizes = sizes
                        .map(|(column, name)| (column, (*name).to_owned()))
                        .collect();
                }
            }
            return;
        };
        if table.boards.is_none() {
            table.boards = Some(column);
            table.width = fields.len();
        }
        let mut side = None;
        for (size_column, key) in &table.sizes {
            if let Some(value) = fields.get(*size_column).filter(|value| !value.is_empty())
                && *size_column != column
                && states_size(key, value)
            {
                add_side(&mut side, key, value);
            }
        }
        let is_size = |index: usize| table.sizes.iter().any(|(size, _)| *size == index);
        let others = fields
            .iter()
            .enumerate()
            .filter(|(index, _)| !is_size(*index));
        let mut numbers = others.filter_map(|(_, field)| field.parse().ok());
        let moves = match table.moves {
            Some(column) => fields.get(column).and_then(|field| field.parse().ok()),
            None => numbers.next().filter(|_| numbers.next().is_none()),
        };
        let mut goal = StatedGoal::default();
        if let Some((column, key)) = &table.exit
            && let Some(value) = fields.get(*column).filter(|value| !value.is_empty())
        {
            goal.add(key, value);
        }
        found.valid.push(PackedLevel {
            moves,
            goal,
            side,
            ..self.level(self.contents.line, Ok(fields[column].to_owned()))
        });
    }
}

/// Returns whether the header of a column says that it contains sizes of boards, such as `7` or `7x7`.
fn is_size_column(field: &str) -> bool {
    let is_letter = |c: char| c.is_alphabetic() || matches!(c, ' ' | '_' | '-');
    field.chars().all(is_letter) && (states_size(field, "7") || states_size(field, "7x7"))
}

/// Returns whether the header of a column says that it contains exits. A line of program code such as
/// `const target = 3;` is not a header.
fn is_exit_column(field: &str) -> bool {
    suggests_exit(field) && !field.contains(['=', ':'])
}
