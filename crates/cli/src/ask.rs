//! `--interactive`: a board asked for cell by cell, on the standard error, and read from the standard input.

use std::io::{self, BufRead};

use anyhow::{Result, bail};
use fifteen_solver::{Board, Goal, Size};

use crate::args;
use crate::input::BoardLine;
use crate::record::figure;
use crate::terminal::ui::Ui;

/// Asks for a board of that size, else 4x4, and shows it beside its goal.
///
/// It says whether the board can be solved before anything is opened or searched.
pub(crate) fn board(size: Option<Size>, goal: Goal, ui: &Ui) -> Result<BoardLine> {
    let size = match size {
        Some(size) => size,
        None => Size::new(4, 4)?,
    };
    let goal = goal.board(size)?;
    ui.ask(format_args!(
        "A {size} board, row by row: 1 to {}, and 0 for the blank. --size asks for another size.\n",
        size.cells() - 1
    ));
    let tiles = Cells { size, tiles: Vec::new() }.read(&mut io::stdin().lock(), ui)?;
    let board = Board::new(size, &tiles)?;
    ui.ask("\n");
    for (start, goal) in figure("start", &board, None).iter().zip(figure("goal", &goal, None)) {
        ui.ask(format_args!("{start}   {goal}\n"));
    }
    let verdict = match fifteen_solver::puzzle::parity::check(&board, &goal) {
        Ok(()) => "This board can be solved.\n\n".to_owned(),
        Err(_) => format!("This board cannot be solved{}.\n\n", args::solvable_with(&board)),
    };
    ui.ask(verdict);
    Ok(BoardLine { file: None, line: 1, board: Ok(board), moves: None })
}

/// A board being filled.
struct Cells {
    size: Size,
    tiles: Vec<u8>,
}

impl Cells {
    /// Asks until all cells are known. A line may fill several; the words after a bad one are dropped.
    fn read(mut self, input: &mut dyn BufRead, ui: &Ui) -> Result<Vec<u8>> {
        while self.tiles.len() < self.size.cells() {
            ui.ask(format_args!("{}: ", self.cell_name(self.tiles.len())));
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                ui.ask("\n");
                bail!("the input ended after {} of {} cells", self.tiles.len(), self.size.cells());
            }
            let words = line.split([' ', ',', '\t', '/', '|', ';', '\r', '\n']).filter(|word| !word.is_empty());
            for word in words {
                if self.tiles.len() == self.size.cells() {
                    break;
                }
                match self.tile(word) {
                    Ok(tile) => self.tiles.push(tile),
                    Err(why) => {
                        ui.ask(format_args!("{why}\n"));
                        break;
                    }
                }
            }
        }
        Ok(self.tiles)
    }

    /// The tile that a word puts on the next cell, or the reason why it cannot.
    fn tile(&self, word: &str) -> Result<u8, String> {
        let last = self.size.cells() - 1;
        let tile = match word {
            "_" | "." | "x" | "X" => 0,
            _ => match word.parse::<u8>() {
                Ok(tile) if usize::from(tile) <= last => tile,
                _ => return Err(format!("'{word}' is none of 1 to {last}, and not 0 for the blank; once more")),
            },
        };
        match self.tiles.iter().position(|&t| t == tile) {
            None => Ok(tile),
            Some(cell) if tile == 0 => Err(format!("the blank is in {} already; once more", self.cell_name(cell))),
            Some(cell) => Err(format!("{tile} is in {} already; once more", self.cell_name(cell))),
        }
    }

    fn cell_name(&self, cell: usize) -> String {
        let (row, column) = self.size.row_column(cell);
        format!("row {}, column {}", row + 1, column + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<u8>, String> {
        let cells = Cells { size: Size::new(2, 2).unwrap(), tiles: Vec::new() };
        cells.read(&mut text.as_bytes(), &Ui::new(true)).map_err(|error| error.to_string())
    }

    #[test]
    fn cells_one_by_one_or_several_to_a_line() {
        assert_eq!(read("1\n2\n3\n0\n"), Ok(vec![1, 2, 3, 0]));
        assert_eq!(read("1 2 / 3 _"), Ok(vec![1, 2, 3, 0]));
        assert_eq!(read("\n1,2\n\n x 3 7 8\n"), Ok(vec![1, 2, 0, 3]));
    }

    #[test]
    fn a_bad_word_is_asked_for_again() {
        assert_eq!(read("1\n1\n4\n-1\ntwo\n2\n0\n0\n3\n"), Ok(vec![1, 2, 0, 3]));
        assert_eq!(read("1 1 2 3\n2 3 0\n"), Ok(vec![1, 2, 3, 0]));
        assert_eq!(read("1\n2\n"), Err("the input ended after 2 of 4 cells".to_owned()));
        assert!(read("").is_err());
    }
}
