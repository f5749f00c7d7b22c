//! `--show`: the boards of a solution in boxes, numbered.

use std::io::{self, Write};

use anstyle::Style;
use fifteen_solver::{Board, Convention, Path};

use crate::terminal::color;

const MOVED: Style = Style::new().bold();

/// The boards of a solution, several side by side, each under the number of its move and the move's letter.
pub(crate) fn write_boards(out: &mut dyn Write, start: &Board, path: &Path, convention: Convention) -> io::Result<()> {
    let letters = path.letters(convention);
    let boards = path.replay(start).unwrap_or_else(|| vec![*start]);
    let titles = std::iter::once("start".to_owned())
        .chain((1..).zip(letters.chars()).map(|(number, letter)| format!("{number}. {letter}")));
    // The tile that a move brings to a cell stands where the blank was before.
    let moved = std::iter::once(None).chain(boards.iter().map(|board| Some(board.blank())));
    let figures: Vec<Vec<String>> =
        titles.zip(&boards).zip(moved).map(|((title, board), moved)| figure(&title, board, moved)).collect();
    let width = width(start);
    // Two columns between boards, none after the last.
    let beside = ((color::columns() + 2) / (width + 2)).max(1);
    for (i, row) in figures.chunks(beside).enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        for line in 0..row[0].len() {
            let lines: Vec<&str> = row.iter().map(|figure| figure[line].as_str()).collect();
            writeln!(out, "{}", lines.join("  ").trim_end())?;
        }
    }
    Ok(())
}

/// Columns of a board in its box.
fn width(board: &Board) -> usize {
    (digits(board) + 1) * board.size().width() + 3
}

fn digits(board: &Board) -> usize {
    if board.size().cells() > 10 { 2 } else { 1 }
}

/// A board in its box, under a title, all lines of one width; the tile on the cell `moved` stands out.
fn figure(title: &str, board: &Board, moved: Option<usize>) -> Vec<String> {
    let (columns, digits, width) = (board.size().width(), digits(board), width(board));
    let edge = "─".repeat(width - 2);
    let mut lines = vec![format!("{title:<width$}"), format!("┌{edge}┐")];
    for (row, tiles) in board.tiles().chunks(columns).enumerate() {
        let cells = tiles.iter().enumerate().map(|(column, &tile)| {
            let text = if tile == 0 { format!("{:>digits$}", '_') } else { format!("{tile:>digits$}") };
            if moved == Some(row * columns + column) { format!("{MOVED}{text}{MOVED:#}") } else { text }
        });
        lines.push(format!("│ {} │", cells.collect::<Vec<_>>().join(" ")));
    }
    lines.push(format!("└{edge}┘"));
    lines
}
