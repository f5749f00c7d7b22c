//! All results side by side: a short table for a person, a complete one as Markdown.

use std::io::{self, Write};

use fifteen_lab::BenchmarkRecord;

use crate::terminal::human;

/// True if all records are of the same algorithm.
pub(super) fn one_algorithm(records: &[BenchmarkRecord]) -> bool {
    records.iter().all(|record| record.algorithm == records[0].algorithm)
}

/// A short table, below the blocks with all figures.
pub(super) fn text(out: &mut dyn Write, records: &[BenchmarkRecord]) -> io::Result<()> {
    let alone = one_algorithm(records);
    let rows: Vec<[String; 6]> = records
        .iter()
        .map(|r| {
            let solved = format!("{} of {}", r.solved, r.boards);
            let error = r.mean_error.map_or_else(String::new, |e| format!("{e:.2}"));
            [r.label(alone), solved, error, sum(r), human::count(r.generated_largest), human::seconds(r.seconds)]
        })
        .collect();
    let head = ["", "solved", "mean error", "generated", "largest", "time"].map(str::to_owned);
    let width = |column: usize| rows.iter().chain([&head]).map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    for row in [&head].into_iter().chain(&rows) {
        write!(out, "{:<1$}", row[0], widths[0])?;
        for (cell, width) in row.iter().zip(&widths).skip(1) {
            write!(out, "  {cell:>width$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The sum of generated nodes, marked if boards were not solved.
fn sum(record: &BenchmarkRecord) -> String {
    let least = if record.solved < record.boards { "> " } else { "" };
    format!("{least}{}", human::count(record.generated_sum))
}

/// All figures as a table in Markdown.
pub(super) fn markdown(out: &mut dyn Write, records: &[BenchmarkRecord]) -> io::Result<()> {
    let head = [
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
    ];
    writeln!(out, "| {} |", head.join(" | "))?;
    writeln!(out, "| --- | --- |{}", " ---: |".repeat(head.len() - 2))?;
    let decimals = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.2}"));
    for r in records {
        let cells = [
            r.heuristic.clone().unwrap_or_default(),
            r.algorithm.to_owned(),
            format!("{} of {}", r.solved, r.boards),
            decimals(r.mean_h0),
            decimals(r.mean_error),
            sum(r),
            human::count(r.generated_median),
            human::count(r.generated_largest),
            human::count(r.expanded_sum),
            human::count(r.expanded_median),
            human::count(r.expanded_largest),
            r.nodes_per_second.map_or_else(String::new, human::rate),
            human::seconds(r.seconds),
            if r.table_bytes == 0 { String::new() } else { human::bytes(r.table_bytes) },
            human::seconds(r.open_seconds),
            human::bytes(r.peak_bytes),
        ];
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    Ok(())
}
