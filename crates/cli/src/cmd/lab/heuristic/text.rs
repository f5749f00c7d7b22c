//! The two records of a heuristic for a person: its strength, and what was checked.

use std::io::{self, Write};

use anstyle::Style;
use fifteen_lab::check::CheckRecord;
use fifteen_lab::quality::{Prediction, QualityRecord};

use crate::output::Report;
use crate::terminal::human;

const STRONG: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();

impl Report for QualityRecord {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let title = format!("{} on {} boards, the goal's blank on cell {}", self.heuristic, self.size, self.blank);
        writeln!(out, "{STRONG}{title}{STRONG:#}")?;
        let mut line = |name: &str, value: String| writeln!(out, "  {FAINT}{name:<10}{FAINT:#} {value}");
        line(
            "boards",
            format!("{} random ones and as many near the goal, seed {}", human::count(self.samples), self.seed),
        )?;
        let (smallest, largest) = (self.smallest.unwrap_or(0), self.largest.unwrap_or(0));
        line(
            "values",
            format!("{:.3} on average, deviation {:.3}, {smallest} to {largest}", self.mean, self.deviation),
        )?;
        line("branching", format!("{:.4} nodes follow a node of the tree of moves", self.branching))?;
        line("tree left", tree_left(self))?;
        if let Some((eta, error)) = self.eta.zip(self.eta_error) {
            line("eta", format!("{eta:.3e}{}", percent((error, eta))))?;
        }
        line("typically", format!("{:.2} moves less deep", self.typical_depth_saved))?;
        writeln!(out, "  {FAINT}{:>5} {:>22}{FAINT:#}", "bound", "expected to expand")?;
        for Prediction { bound, expanded, error } in &self.predictions {
            let expanded_text = expanded.map_or_else(|| "unknown".to_owned(), nodes);
            let error = error.zip(*expanded).filter(|(_, value)| *value > 0.0).map_or_else(String::new, percent);
            writeln!(out, "  {bound:>5} {expanded_text:>22}{error}")?;
        }
        writeln!(out, "  {FAINT}{:>5} {:>22}{FAINT:#}", "value", "boards")?;
        for (h, boards) in &self.histogram {
            writeln!(
                out,
                "  {h:>5} {:>22}  {:.3} %",
                human::count(*boards),
                *boards as f64 * 100.0 / self.samples as f64
            )?;
        }
        Ok(())
    }
}

impl Report for CheckRecord {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut line = |name: &str, value: String| writeln!(out, "  {FAINT}{name:<11}{FAINT:#} {value}");
        let (boards, moves) = (human::count(self.found.boards), human::count(self.found.moves));
        let compared = human::count(self.found.compared);
        if self.complete {
            line("checked", format!("all {boards} boards and all {moves} moves"))?;
            line("values", format!("{:.3} on average, the distance is {:.3}", self.mean, self.mean_distance))?;
        } else {
            line("checked", format!("{moves} moves of {boards} boards, and {compared} boards of solutions"))?;
            line(
                "values",
                format!(
                    "{:.3} on average along solutions, {:.3} moves before their ends",
                    self.mean, self.mean_distance
                ),
            )?;
        }
        let found = if self.complete { "yes" } else { "no counterexample" };
        match &self.found.overestimate {
            None => line("admissible", found.to_owned())?,
            Some(first) => {
                let (number, of) = (human::count(self.found.overestimates), compared);
                line("admissible", format!("no: the value is too large for {number} of {of} boards"))?;
                line(
                    "",
                    format!("{}: the value is {}, but {} moves are enough", first.board, first.value, first.distance),
                )?;
            }
        }
        match &self.found.jump {
            None => line("consistent", found.to_owned()),
            Some(first) => {
                let number = human::count(self.found.jumps);
                line("consistent", format!("no: {number} of {moves} moves change the value by more than 1"))?;
                line(
                    "",
                    format!("{}: {}; after one move {}: {}", first.board, first.value, first.after, first.value_after),
                )
            }
        }
    }
}

fn tree_left(quality: &QualityRecord) -> String {
    let Some((share, error)) = quality.share.zip(quality.share_error) else {
        return "unknown: the blank never stood on some cell; take more samples".to_owned();
    };
    let saved =
        quality.depth_saved.map_or_else(String::new, |depth| format!(", as if it were {depth:.2} moves less deep"));
    format!("{share:.3e}{}{saved}", percent((error, share)))
}

/// A standard error in percent of the value.
fn percent((error, value): (f64, f64)) -> String {
    format!("  ± {:.1} %", error * 100.0 / value)
}

/// A mean number of nodes.
fn nodes(n: f64) -> String {
    match n {
        n if n < 100.0 => format!("{n:.2}"),
        n if n < 1e15 => human::count(n.round() as u64),
        n => format!("{n:.3e}"),
    }
}
