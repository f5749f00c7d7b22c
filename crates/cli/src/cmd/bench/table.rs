//! All results side by side: a short table for a person, a complete one as Markdown.

use std::io::{self, Write};

use fifteen_lab::BenchmarkRecord;

use crate::terminal::{color, human};

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
    let rows = records.iter().zip(labels(records)).map(row);
    columns(out, std::iter::once(head).chain(rows).collect(), color::columns())
}

/// Lines of cells below each other, the heads first: the first cell of a line to the left, all others to the right.
///
/// If that is wider than `most` columns, heads that are wider than their cells become numbers, explained below. If it
/// is still too wide, the first cell of a line stands above the others.
pub(super) fn columns(out: &mut dyn Write, mut lines: Vec<Vec<String>>, most: usize) -> io::Result<()> {
    let mut heads = Vec::new();
    let mut widths = widths(&lines);
    if total(&widths) > most {
        heads = numbered_heads(&mut lines);
        widths = self::widths(&lines);
    }
    let above = total(&widths) > most && widths[0] > INDENT;
    if above {
        widths[0] = INDENT;
    }
    for line in &lines {
        if above && !line[0].is_empty() {
            write!(out, "{}\n{:INDENT$}", line[0], "")?;
        } else {
            write!(out, "{:<1$}", line[0], widths[0])?;
        }
        for (cell, width) in line.iter().zip(&widths).skip(1) {
            write!(out, "  {cell:>width$}")?;
        }
        writeln!(out)?;
    }
    heads.iter().try_for_each(|(number, head)| writeln!(out, "{number}: {head}"))
}

/// The columns before the cells of a line whose first cell stands above them.
const INDENT: usize = 2;

/// The width of each column.
fn widths(lines: &[Vec<String>]) -> Vec<usize> {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    (0..columns).map(width).collect()
}

/// The width of a line.
fn total(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1)
}

/// Replaces each head that is wider than the cells below it by a number; returns the numbers with the heads.
fn numbered_heads(lines: &mut [Vec<String>]) -> Vec<(String, String)> {
    let [head, rows @ ..] = lines else { return Vec::new() };
    let below = widths(rows);
    let mut heads = Vec::new();
    for (cell, &width) in head.iter_mut().zip(&below).skip(1) {
        if cell.chars().count() > width.max(SHORT_HEAD) {
            let number = format!("({})", heads.len() + 1);
            heads.push((number.clone(), std::mem::replace(cell, number)));
        }
    }
    heads
}

/// The width of a head that is never replaced.
const SHORT_HEAD: usize = 10;

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

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(lines: &[&[&str]], most: usize) -> String {
        let lines = lines.iter().map(|line| line.iter().map(|cell| (*cell).to_owned()).collect()).collect();
        let mut out = Vec::new();
        columns(&mut out, lines, most).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn tables_fit_a_narrow_terminal() {
        let wide: [&[&str]; 2] = [&["", "boards", "a configuration"], &["another configuration", "100", "1,234"]];
        let plain = "                       boards  a configuration\nanother configuration     100            1,234\n";
        assert_eq!(drawn(&wide, 46), plain);
        let numbered =
            "                       boards    (1)\nanother configuration     100  1,234\n(1): a configuration\n";
        assert_eq!(drawn(&wide, 45), numbered);
        let above = "    boards    (1)\nanother configuration\n       100  1,234\n(1): a configuration\n";
        assert_eq!(drawn(&wide, 30), above);
    }
}
