//! All results side by side: a short table for a person, a complete one as Markdown.

use std::io::{self, Write};

use fifteen_lab::BenchmarkRecord;

use crate::terminal::human;

/// True if all records are of the same algorithm.
pub(super) fn one_algorithm(records: &[BenchmarkRecord]) -> bool {
    records.iter().all(|record| record.algorithm == records[0].algorithm)
}

/// The name of each record among the others: without the algorithm or the heuristic if that is the same for all.
pub(super) fn labels(records: &[BenchmarkRecord]) -> Vec<String> {
    let alone = one_algorithm(records);
    let short = !alone && one_heuristic(records).is_some();
    records.iter().map(|record| if short { record.algorithm.clone() } else { record.label(alone) }).collect()
}

/// The heuristic of all records, if it is the same.
pub(super) fn one_heuristic(records: &[BenchmarkRecord]) -> Option<&str> {
    let first = records.first()?.heuristic.as_deref();
    first.filter(|_| records.iter().all(|record| record.heuristic.as_deref() == first))
}

/// A short table, below the blocks with all figures.
pub(super) fn text(out: &mut dyn Write, records: &[BenchmarkRecord]) -> io::Result<()> {
    let head = ["", "solved", "mean error", "generated", "largest", "time"].map(str::to_owned).to_vec();
    let row = |(r, label): (&BenchmarkRecord, String)| {
        let solved = format!("{} of {}", r.solved, r.boards);
        let error = r.mean_error.map_or_else(String::new, |e| format!("{e:.2}"));
        vec![label, solved, error, sum(r), human::count(r.generated_largest), human::seconds(r.seconds)]
    };
    columns(out, std::iter::once(head).chain(records.iter().zip(labels(records)).map(row)).collect())
}

/// Lines of cells below each other: the first cell of a line to the left, all others to the right.
pub(super) fn columns(out: &mut dyn Write, lines: Vec<Vec<String>>) -> io::Result<()> {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for line in &lines {
        write!(out, "{:<1$}", line[0], widths[0])?;
        for (cell, width) in line.iter().zip(&widths).skip(1) {
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
        "mean excess",
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
            decimals(r.mean_excess),
        ];
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    Ok(())
}
