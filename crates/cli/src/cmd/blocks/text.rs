//! A result for a person: the figures of one metric or of three side by side, the moves, the positions.

use std::io::{self, Write};

use anstyle::Style;
use fifteen_solver::record::{HardestRecord, MoveRecord, RecordStatus};
use serde::Serialize;

use super::record::Record;
use super::show;
use crate::output::Report;
use crate::terminal::human;

const STRONG: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();
/// How wide a list of moves may be.
const LINE: usize = 100;

impl Record {
    pub(super) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.status == RecordStatus::Invalid {
            // Not a result: told on the standard error.
            return Ok(());
        }
        self.write_heading(out)?;
        if self.drawn.show {
            show::write_positions(out, self)?;
            writeln!(out)?;
        }
        self.write_solution(out)?;
        self.write_states(out)?;
        if let Some(effort) = self.effort() {
            writeln!(out, "{FAINT}{effort}{FAINT:#}")?;
        }
        Ok(())
    }

    fn write_heading(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.name {
            Some(name) => writeln!(out, "{STRONG}{}. {name}{STRONG:#}", self.index),
            None => writeln!(out, "{STRONG}puzzle {}{STRONG:#}", self.index),
        }
    }

    /// `78 unit moves, 4 shortest solutions: A R, B DD`, or why there is none; nothing where none was looked for.
    fn write_solution(&self, out: &mut dyn Write) -> io::Result<()> {
        let metric = self.metric.map_or("", |m| m.name());
        let mut text = match (self.length, &self.error) {
            (Some(n), _) => format!("{STRONG}{n} {metric} {}{STRONG:#}", human::plural(n.into(), "move", "moves")),
            (None, Some(_)) => format!("{STRONG}no solution{STRONG:#} in {metric} moves"),
            (None, None) => return Ok(()),
        };
        if let Some(s) = self.solutions {
            let noun = if s.count == 1 { "shortest solution" } else { "shortest solutions" };
            text += &format!(", {} {noun}", count(s));
        }
        if let Some(error) = &self.error {
            text += &format!("; {error}");
        }
        match self.moves.as_deref() {
            Some([]) | None => writeln!(out, "{text}"),
            Some(moves) => {
                writeln!(out, "{text}:")?;
                write_moves(out, moves)
            }
        }
    }

    fn write_states(&self, out: &mut dyn Write) -> io::Result<()> {
        if let (Some(states), Some(Some(largest))) = (self.states, self.largest) {
            let metric = self.metric.map_or("", |m| m.name());
            writeln!(out, "{} reachable, the farthest {largest} {metric} moves from the start", many(states, "state"))?;
        }
        match &self.hardest {
            Some(Some(hardest)) => write_hardest(out, hardest),
            _ => Ok(()),
        }
    }

    fn effort(&self) -> Option<String> {
        let seconds = self.seconds?;
        let rate = self.visited.filter(|_| seconds > 0.0).map(|n| human::rate(n as f64 / seconds));
        let mut text = format!("{} seen in {}", many(self.visited?, "state"), human::seconds(seconds));
        // Of a few states the rate is that of starting up.
        if let (Some(rate), Some(10_000..)) = (rate, self.visited) {
            text += &format!(" ({rate})");
        }
        if self.states.is_some() && self.length.is_some() {
            text += &format!(", all counted in {}", human::seconds(self.drawn.states_seconds));
        }
        Some(text + &format!(", {} of memory", human::bytes(self.drawn.bytes)))
    }
}

/// The same puzzle in several metrics, side by side.
#[derive(Serialize)]
pub(super) struct SideBySide<'a>(pub &'a [Record]);

impl Report for SideBySide<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(first) = self.0.first() else { return Ok(()) };
        first.write_heading(out)?;
        let row = |out: &mut dyn Write, name: &str, value: &dyn Fn(&Record) -> Option<String>| {
            let values: Vec<_> = self.0.iter().map(value).collect();
            if values.iter().all(Option::is_none) {
                return Ok(());
            }
            let cells: String =
                values.into_iter().map(|v| format!("{:>16}", v.unwrap_or_else(|| "-".to_owned()))).collect();
            writeln!(out, "{FAINT}{name:<18}{FAINT:#}{cells}")
        };
        let total = |n: Option<u64>| n.map(human::count);
        row(out, "metric", &|r| r.metric.map(|m| m.to_string()))?;
        row(out, "fewest moves", &|r| r.length.map(|n| n.to_string()))?;
        row(out, "at least", &|r| {
            (r.status == RecordStatus::Limit && r.length.is_none()).then(|| r.drawn.bound.to_string())
        })?;
        row(out, "solutions", &|r| r.solutions.map(count))?;
        row(out, "states seen", &|r| total(r.visited))?;
        row(out, "time", &|r| r.seconds.map(human::seconds))?;
        row(out, "states reachable", &|r| total(r.states))?;
        row(out, "farthest", &|r| r.largest.flatten().map(|n| n.to_string()))?;
        row(out, "hardest start", &|r| r.hardest.as_ref()?.as_ref().map(|h| h.distance.to_string()))?;
        for record in self.0 {
            let metric = record.metric.map_or("", |m| m.name());
            if let Some(error) = &record.error {
                writeln!(out, "{metric}: {error}")?;
            }
            if record.drawn.show {
                writeln!(out, "\n{STRONG}{metric}{STRONG:#}")?;
                show::write_positions(out, record)?;
            }
            if let Some(moves @ [_, ..]) = record.moves.as_deref() {
                writeln!(out, "{STRONG}{metric}{STRONG:#}:")?;
                write_moves(out, moves)?;
            }
            if let Some(Some(hardest)) = &record.hardest {
                write!(out, "{metric}: ")?;
                write_hardest(out, hardest)?;
            }
        }
        Ok(())
    }
}

fn count(solutions: fifteen_blocks::SolutionCount) -> String {
    match u64::try_from(solutions.count) {
        Ok(n) if solutions.exact => human::count(n),
        _ => solutions.to_string(),
    }
}

fn many(n: u64, noun: &str) -> String {
    format!("{} {noun}{}", human::count(n), if n == 1 { "" } else { "s" })
}

/// `A R, B DD, ...` in lines of a width that can be read.
fn write_moves(out: &mut dyn Write, moves: &[MoveRecord]) -> io::Result<()> {
    let mut line = String::new();
    for (i, m) in moves.iter().enumerate() {
        let end = if i + 1 == moves.len() { "" } else { "," };
        let word = format!("{} {}{end}", m.piece, m.path);
        if !line.is_empty() && line.len() + 1 + word.len() > LINE {
            writeln!(out, "{line}")?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += &word;
    }
    writeln!(out, "{line}")
}

fn write_hardest(out: &mut dyn Write, hardest: &HardestRecord) -> io::Result<()> {
    let shown = hardest.positions.len() as u64;
    let first = if shown < hardest.count { format!(", {shown} of them") } else { String::new() };
    let (moves, starts) = (many(hardest.distance.into(), "move"), many(hardest.count, "starting position"));
    writeln!(out, "hardest: {starts} at {moves} from the goal{first}:")?;
    show::write_beside(out, &hardest.positions)
}
