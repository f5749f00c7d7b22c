//! A result for a person: a block with the board, or one line in a batch; and the boards of a solution.

use std::io::{self, Write};

use anstyle::Style;
use fifteen::{Board, Convention, Path};

use super::{Outcome, Record};
use crate::human;

const STRONG: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();
/// How wide the boards of a solution may spread.
const LINE: usize = 100;

/// How results look as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// The board, the solution, what it took.
    Block,
    /// As before, and the boards of the solution.
    Boards,
    /// One line for each board, named by its line in the file.
    Line,
}

impl Record {
    pub(super) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.status == Outcome::Invalid {
            // Not a result: told on the standard error.
            return Ok(());
        }
        if self.drawn.look == Look::Line {
            return self.write_line(out);
        }
        if self.drawn.in_file {
            writeln!(out, "line {}:", self.line)?;
        }
        if let Some(board) = &self.drawn.board {
            writeln!(out, "{}\n", board.grid())?;
        }
        self.write_solution(out)?;
        self.write_iterations(out)?;
        if let Some(effort) = self.effort() {
            let heuristic = self.heuristic.as_deref().unwrap_or_default();
            writeln!(out, "{FAINT}{heuristic}: {effort}{FAINT:#}")?;
        }
        if let (Look::Boards, Some(board), Some(path)) = (self.drawn.look, &self.drawn.board, &self.drawn.path) {
            writeln!(out)?;
            write_boards(out, board, path, self.drawn.convention)?;
        }
        Ok(())
    }

    fn write_line(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "line {}: {}", self.line, self.summary())?;
        if let Some(moves) = self.moves.as_ref().filter(|m| !m.is_empty()) {
            write!(out, "  {moves}")?;
        }
        if let Some(effort) = self.effort() {
            write!(out, "  {FAINT}({effort}){FAINT:#}")?;
        }
        writeln!(out)?;
        self.write_iterations(out)
    }

    fn write_solution(&self, out: &mut dyn Write) -> io::Result<()> {
        let all = self.all_moves.as_deref().unwrap_or_default();
        if all.len() < 2 {
            let moves = self.moves.as_ref().filter(|m| !m.is_empty()).map(|m| format!(": {m}")).unwrap_or_default();
            return writeln!(out, "{}{moves}", self.summary());
        }
        writeln!(out, "{}:", self.summary())?;
        all.iter().try_for_each(|moves| writeln!(out, "{moves}"))
    }

    /// `52 moves`, `52 moves, 2 shortest solutions`, or why there is none.
    fn summary(&self) -> String {
        let mut text = match self.length {
            Some(n) => format!("{STRONG}{n} {}{STRONG:#}", human::plural(n.into(), "move", "moves")),
            None if self.status == Outcome::Limit => format!("{STRONG}not solved{STRONG:#}"),
            None => format!("{STRONG}no solution{STRONG:#}"),
        };
        if let (Some(n), Some(all)) = (self.solutions, &self.all_moves) {
            text += &format!(", {} shortest {}", human::count(n), human::plural(n, "solution", "solutions"));
            let kept = all.len() as u64;
            if kept > 1 && kept < n {
                text += &format!(", the first {kept}");
            }
        }
        if let Some(error) = &self.error {
            text += &format!(": {error}");
        }
        if let (None, Some(bound)) = (self.length, self.bound) {
            text += &format!("; every solution has at least {}", human::counted(bound.into(), "move", "moves"));
        }
        text
    }

    fn effort(&self) -> Option<String> {
        let generated = human::counted(self.generated?, "node", "nodes");
        let expanded = human::count(self.expanded?);
        Some(format!("{generated} generated, {expanded} expanded, {}", human::seconds(self.seconds?)))
    }

    fn write_iterations(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(iterations) = &self.iterations else { return Ok(()) };
        writeln!(out, "  bound {:>18} {:>18}", "generated", "expanded")?;
        for i in iterations {
            writeln!(out, "  {:>5} {:>18} {:>18}", i.bound, human::count(i.generated), human::count(i.expanded))?;
        }
        Ok(())
    }
}

/// The boards of a solution, several side by side, each under the number of its move and the move.
fn write_boards(out: &mut dyn Write, start: &Board, path: &Path, convention: Convention) -> io::Result<()> {
    let letters = path.letters(convention);
    let boards = path.replay(start).unwrap_or_default();
    let titles = std::iter::once("start".to_owned())
        .chain((1..).zip(letters.chars()).map(|(number, letter)| format!("{number} {letter}")));
    let figures: Vec<Vec<String>> = titles
        .zip(&boards)
        .map(|(title, board)| std::iter::once(title).chain(board.grid().lines().map(str::to_owned)).collect())
        .collect();
    let width = start.grid().lines().map(str::len).max().unwrap_or(0).max("start".len());
    let beside = (LINE / (width + 3)).max(1);
    for (i, row) in figures.chunks(beside).enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        for line in 0..=start.size().height() {
            let cells: Vec<_> = row.iter().map(|figure| format!("{:<width$}", figure[line])).collect();
            writeln!(out, "{}", cells.join("   ").trim_end())?;
        }
    }
    Ok(())
}
