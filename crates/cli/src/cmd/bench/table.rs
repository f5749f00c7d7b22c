//! The tables of a comparison, for a person and in Markdown: sums and medians of each configuration, and each
//! configuration against the first, board by board.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Width, presets};
use fifteen_lab::{BenchmarkRecord, BenchmarkRun, Configuration, PairedComparison, Terms};

use crate::terminal::{color, human};

/// A table: the heads of its columns, and its rows.
struct Table {
    head: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

/// Prints both tables; the second one if there are several configurations.
pub(super) fn print(out: &mut dyn Write, terms: &Terms, runs: &[BenchmarkRun], markdown: bool) -> io::Result<()> {
    let records: Vec<BenchmarkRecord> = runs.iter().map(BenchmarkRecord::new).collect();
    if markdown {
        all_figures(&records).markdown(out)?;
    } else {
        let boards = records.iter().map(|record| record.boards).max().unwrap_or(0) as u64;
        let boards = format!("{} {}", human::count(boards), human::plural(boards, "board", "boards"));
        writeln!(out, "{boards} of {}{}\n", terms.set, limit(terms))?;
        figures(&records).text(out)?;
    }
    let [first, others @ ..] = runs else { return Ok(()) };
    if others.is_empty() {
        return Ok(());
    }
    let labels = labels(&records);
    writeln!(out, "\nNodes generated, divided by those of {} on the same board\n", labels[0])?;
    let comparison = comparison(first, others, &labels[1..]);
    if markdown {
        comparison.markdown(out)?
    } else {
        comparison.text(out)?
    }
    writeln!(
        out,
        "\nInterval: it has the median with a probability of 95 %, whatever the distribution (Thompson 1936).\n\
         Boards that one of both has not solved count as more nodes than any: ∞ for those that only the first solved."
    )
}

/// The limit of nodes, after which boards are given up.
fn limit(terms: &Terms) -> String {
    let limit = |nodes| format!(", each given up after {} generated nodes", human::count(nodes));
    terms.node_limit.map_or_else(String::new, limit)
}

/// True if all records are of the same algorithm.
pub(super) fn one_algorithm(records: &[BenchmarkRecord]) -> bool {
    records.iter().all(|record| record.configuration.algorithm == records[0].configuration.algorithm)
}

/// The name of each record among the others: without the algorithm or the heuristic if that is the same for all.
pub(super) fn labels(records: &[BenchmarkRecord]) -> Vec<String> {
    let alone = one_algorithm(records);
    let short = !alone && one_heuristic(records).is_some();
    let name = |c: &Configuration| if short { c.algorithm.clone() } else { c.label(alone) };
    records.iter().map(|record| name(&record.configuration)).collect()
}

/// The heuristic of all records, if it is the same.
pub(super) fn one_heuristic(records: &[BenchmarkRecord]) -> Option<&str> {
    let first = records.first()?.configuration.heuristic.as_deref();
    first.filter(|_| records.iter().all(|record| record.configuration.heuristic.as_deref() == first))
}

/// The figures that a person compares. Columns that tell nothing are left out, and the mean value of the heuristic
/// where its error is known.
fn figures(records: &[BenchmarkRecord]) -> Table {
    let head = ["", "solved", "mean h", "error", "excess", "mean nodes", "median", "largest", "time", "memory"];
    let is_known = records.iter().any(|record| record.mean_error.is_some());
    let row = |(r, label): (&BenchmarkRecord, String)| {
        let mean = human::count((r.generated_sum as f64 / r.boards.max(1) as f64).round() as u64);
        vec![
            label,
            format!("{} of {}", r.solved, r.boards),
            decimals(r.mean_h0.filter(|_| !is_known)),
            decimals(r.mean_error),
            decimals(r.mean_excess),
            at_least(r, mean),
            human::count(r.generated_median),
            human::count(r.generated_largest),
            human::seconds(r.seconds),
            human::bytes(r.configuration.table_bytes.saturating_add(r.peak_bytes)),
        ]
    };
    let rows: Vec<Vec<String>> = records.iter().zip(labels(records)).map(row).collect();
    let tells = |column: usize| rows.iter().any(|row| !matches!(&*row[column], "" | "0.00"));
    let columns: Vec<usize> = (0..head.len()).filter(|&column| tells(column)).collect();
    let chosen = |row: &Vec<String>| columns.iter().map(|&column| row[column].clone()).collect();
    Table { head: columns.iter().map(|&column| head[column]).collect(), rows: rows.iter().map(chosen).collect() }
}

/// All figures.
fn all_figures(records: &[BenchmarkRecord]) -> Table {
    let head = vec![
        "heuristic",
        "algorithm",
        "solved",
        "mean h",
        "mean error",
        "generated",
        "median",
        "largest",
        "expanded",
        "median",
        "largest",
        "nodes/s",
        "time",
        "tables",
        "ready in",
        "nodes kept",
        "mean excess",
    ];
    let row = |r: &BenchmarkRecord| {
        let c = &r.configuration;
        vec![
            c.heuristic.clone().unwrap_or_default(),
            c.algorithm.clone(),
            format!("{} of {}", r.solved, r.boards),
            decimals(r.mean_h0),
            decimals(r.mean_error),
            at_least(r, human::count(r.generated_sum)),
            human::count(r.generated_median),
            human::count(r.generated_largest),
            human::count(r.expanded_sum),
            human::count(r.expanded_median),
            human::count(r.expanded_largest),
            r.nodes_per_second.map_or_else(String::new, human::rate),
            human::seconds(r.seconds),
            if c.table_bytes == 0 { String::new() } else { human::bytes(c.table_bytes) },
            human::seconds(c.open_seconds),
            human::bytes(r.peak_bytes),
            decimals(r.mean_excess),
        ]
    };
    Table { head, rows: records.iter().map(row).collect() }
}

/// Each of the others against the first.
fn comparison(first: &BenchmarkRun, others: &[BenchmarkRun], labels: &[String]) -> Table {
    let row = |(run, label): (&BenchmarkRun, &String)| {
        let PairedComparison { boards, fewer, more, ratio, interval, .. } = PairedComparison::new(first, run);
        let interval = interval.map_or_else(String::new, |[low, high]| format!("{} to {}", figure(low), figure(high)));
        let counts = [boards, fewer, more].map(|count| human::count(count as u64));
        [vec![label.clone()], counts.to_vec(), vec![ratio.map_or_else(String::new, figure), interval]].concat()
    };
    let head = vec!["", "boards", "fewer", "more", "median ratio", "95 % interval"];
    Table { head, rows: others.iter().zip(labels).map(row).collect() }
}

/// A ratio in three figures.
fn figure(ratio: f64) -> String {
    match ratio {
        0.0 => "0".to_owned(),
        ratio if ratio.is_infinite() => "∞".to_owned(),
        ratio if ratio >= 100.0 => human::count(ratio.round() as u64),
        ratio => format!("{ratio:.*}", (2.0 - ratio.log10().floor()) as usize),
    }
}

fn decimals(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| format!("{value:.2}"))
}

/// A count, marked if boards were not solved.
fn at_least(record: &BenchmarkRecord, count: String) -> String {
    if record.solved < record.boards { format!("> {count}") } else { count }
}

/// Spaces between columns.
const GAP: u16 = 2;

impl Table {
    /// In a narrow terminal names are wrapped, and figures stay whole.
    fn text(self, out: &mut dyn Write) -> io::Result<()> {
        let words = self.rows.iter().flat_map(|row| row[0].split_whitespace());
        let name = words.map(|word| word.chars().count() as u16 + GAP).max().unwrap_or(0);
        let mut table = comfy_table::Table::new();
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(color::columns().try_into().unwrap_or(u16::MAX)).set_header(self.head).add_rows(self.rows);
        for (number, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, GAP));
            if number == 0 {
                column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(name)));
            } else {
                column.set_constraint(ColumnConstraint::ContentWidth).set_cell_alignment(CellAlignment::Right);
            }
        }
        writeln!(out, "{}", table.trim_fmt())
    }

    fn markdown(self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "| {} |\n| --- |{}", self.head.join(" | "), " ---: |".repeat(self.head.len() - 1))?;
        self.rows.iter().try_for_each(|row| writeln!(out, "| {} |", row.join(" | ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_three_figures() {
        let figures = [0.000_123_4, 0.5, 1.0, 12.34, 123.4, 1234.5, 0.0, f64::INFINITY].map(figure);
        assert_eq!(figures, ["0.000123", "0.500", "1.00", "12.3", "123", "1,235", "0", "∞"]);
    }
}
