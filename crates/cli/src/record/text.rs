//! A result for a person: a block with the board, or one line in a batch.

use std::io::{self, Write};

use anstyle::Style;
use fifteen_solver::record::Outcome;

use super::{Record, show};
use crate::terminal::human;

const STRONG: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();

/// How results look as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// The board, the solution, what it took.
    Block,
    /// The boards of the solution, the solution, and what it took, one to a line.
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
        if self.drawn.look == Look::Boards {
            return self.write_boards(out);
        }
        if let Some(board) = &self.drawn.board {
            writeln!(out, "{}\n", board.grid())?;
        }
        self.write_solution(out)?;
        self.write_iterations(out)?;
        if let Some(effort) = self.effort() {
            writeln!(out, "{FAINT}{}: {effort}{FAINT:#}", self.method())?;
        }
        Ok(())
    }

    fn write_boards(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(board) = &self.drawn.board {
            let path = self.drawn.path.clone().unwrap_or_default();
            show::write_boards(out, board, &path, self.drawn.convention)?;
            writeln!(out)?;
        }
        self.write_solution(out)?;
        self.write_iterations(out)?;
        show::write_details(out, self)
    }

    /// `7-8 zero-aware + reflection`; for an algorithm other than the usual one, that and what it searched with.
    fn method(&self) -> String {
        match (self.algorithm, self.heuristic.as_deref()) {
            ("ida", Some(heuristic)) => heuristic.to_owned(),
            (algorithm, Some(heuristic)) => format!("{algorithm} with {heuristic}"),
            (algorithm, None) => algorithm.to_owned(),
        }
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
        if self.length.is_some() && !self.drawn.shortest {
            text += ", which need not be the fewest";
        }
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
        if let (None, Some(bound @ 1..)) = (self.length, self.bound) {
            text += &format!("; every solution has at least {}", human::counted(bound.into(), "move", "moves"));
        }
        text
    }

    fn effort(&self) -> Option<String> {
        let (generated, expanded) = (human::counted(self.generated?, "node", "nodes"), human::count(self.expanded?));
        let (seconds, peak) = (human::seconds(self.seconds?), human::bytes(self.peak_bytes?));
        Some(format!("{generated} generated, {expanded} expanded, {seconds}, {peak} of memory"))
    }

    fn write_iterations(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(iterations) = &self.iterations else { return Ok(()) };
        writeln!(out, "  bound {:>18} {:>18}", "generated", "expanded")?;
        for i in iterations {
            let bound = if i.bound == u32::MAX { "none".to_owned() } else { i.bound.to_string() };
            writeln!(out, "  {bound:>5} {:>18} {:>18}", human::count(i.generated), human::count(i.expanded))?;
        }
        Ok(())
    }
}
