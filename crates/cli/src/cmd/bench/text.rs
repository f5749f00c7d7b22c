//! A result for a person: a block, printed as soon as the candidate is done.

use std::io::{self, Write};

use anstyle::Style;
use fifteen_lab::BenchmarkRecord;

use crate::output::Report;
use crate::terminal::human;

const STRONG: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();

impl Report for BenchmarkRecord {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let title = self.label(false);
        let boards = human::plural(self.boards as u64, "board", "boards");
        writeln!(out, "{STRONG}{title}{STRONG:#}: {} of {} {boards} of {} solved", self.solved, self.boards, self.set)?;
        let mut line = |name: &str, value: String| writeln!(out, "  {FAINT}{name:<12}{FAINT:#} {value}");
        if let Some(h0) = self.mean_h0 {
            // Not known unless the shortest length of every board is.
            let error = self.mean_error.map_or_else(String::new, |error| format!(", {error:.2} too low"));
            line("at the root", format!("{h0:.2} on average{error}"))?;
        }
        let least = if self.solved < self.boards { "at least " } else { "" };
        for (name, sum, median, largest) in [
            ("generated", self.generated_sum, self.generated_median, self.generated_largest),
            ("expanded", self.expanded_sum, self.expanded_median, self.expanded_largest),
        ] {
            let [sum, median, largest] = [sum, median, largest].map(human::count);
            line(name, format!("{least}{sum} in all, median {median}, largest {largest}"))?;
        }
        let rate = self.nodes_per_second.map_or_else(String::new, |rate| format!(", {} generated", human::rate(rate)));
        if let Some(excess) = self.mean_excess.filter(|&excess| excess > 0.0) {
            line("excess", format!("{excess:.2} moves beyond the shortest on average"))?;
        }
        let runs = if self.runs > 1 { format!(", median of {} runs", self.runs) } else { String::new() };
        line("time", format!("{}{runs}{rate}", human::seconds(self.seconds)))?;
        let tables = match self.table_bytes {
            0 => "no tables".to_owned(),
            bytes => format!("tables of {}", human::bytes(bytes)),
        };
        let open = human::seconds(self.open_seconds);
        line("memory", format!("{tables}, ready in {open}; {} of nodes at most", human::bytes(self.peak_bytes)))?;
        if self.mismatches > 0 {
            line("WRONG", human::counted(self.mismatches as u64, "board", "boards"))?;
        }
        writeln!(out)
    }
}
