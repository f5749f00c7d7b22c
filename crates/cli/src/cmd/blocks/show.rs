//! `--show`: every position of a solution, numbered, with the moved piece highlighted.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use fifteen_blocks::record::BlockRecord;
use fifteen_blocks::{Position, Puzzle};

use crate::record::write_drawings;
use crate::terminal::human;

const MOVED: Style = AnsiColor::Yellow.on_default().bold().invert();
/// The width of positions side by side.
const LINE: usize = 100;
const GAP: usize = 4;

/// Writes the start and the position after each move, several side by side, each under the number of its move.
pub(super) fn write_positions(out: &mut dyn Write, puzzle: &Puzzle, record: &BlockRecord) -> io::Result<()> {
    let mut figures = vec![figure("start".to_owned(), puzzle, puzzle.start(), None)];
    if let (Some(solution), Some(moves)) = (&record.solution, &record.moves) {
        for (i, (m, position)) in solution.moves.iter().zip(&solution.positions).enumerate() {
            let title = format!("{}. {} {}", i + 1, moves[i].piece, moves[i].path);
            figures.push(figure(title, puzzle, position, Some(m.piece)));
        }
    }
    write_drawings(out, &figures, LINE, GAP)
}

/// Writes the number of the hardest puzzles, their moves, and the maps of some of them side by side.
pub(super) fn write_hardest(
    out: &mut dyn Write,
    found: (u64, &str),
    moves: &str,
    positions: &[Vec<String>],
) -> io::Result<()> {
    let some = match positions.len() as u64 {
        0 => String::new(),
        shown if found.0 > shown => format!(", {} of them:", human::count(shown)),
        _ => ":".to_owned(),
    };
    writeln!(out, "hardest: {} at {moves}{some}", many(found.0, found.1))?;
    write_drawings(out, positions, LINE, GAP)
}

/// `1 state`, `1,000 states`.
pub(super) fn many(n: u64, noun: &str) -> String {
    human::counted(n, noun, &format!("{noun}s"))
}

/// A position under its title, with the piece that moved highlighted.
fn figure(title: String, puzzle: &Puzzle, position: &Position, moved: Option<usize>) -> Vec<String> {
    let occupants = puzzle.occupants(position);
    let mut lines = vec![title];
    for (y, row) in puzzle.map(position).iter().enumerate() {
        let mut line = String::new();
        let is_moved = |x: usize| moved.is_some() && occupants[y * puzzle.width() + x] == moved;
        for (x, label) in row.chars().enumerate() {
            if is_moved(x) && (x == 0 || !is_moved(x - 1)) {
                line += &MOVED.render().to_string();
            }
            line.push(label);
            if is_moved(x) && (x + 1 == puzzle.width() || !is_moved(x + 1)) {
                line += &MOVED.render_reset().to_string();
            }
        }
        lines.push(line);
    }
    lines
}
