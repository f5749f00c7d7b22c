//! Results of several configurations compared: percentiles, board by board, by depth, and the boards not solved.

use std::collections::BTreeMap;
use std::io::{self, Write};

use fifteen_lab::{BenchmarkRecord, InstanceRecord};

use super::table::{columns, labels};
use crate::terminal::{color, human};

/// Percentiles of the nodes generated for a board.
const PERCENTILES: [usize; 4] = [10, 50, 90, 99];

/// The shortest lengths that are known, by the number of the board.
pub(super) type Lengths = BTreeMap<u32, u32>;

/// The length of boards of which it is not known; it sorts last.
const NOT_KNOWN: u32 = u32::MAX;

/// A table: its title, the heads of its columns, its rows.
struct Table {
    title: String,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The tables for a person.
pub(super) fn text(out: &mut dyn Write, records: &[BenchmarkRecord], shortest: &Lengths) -> io::Result<()> {
    for Table { title, head, rows } in tables(records, shortest) {
        writeln!(out, "\n{title}")?;
        let rows = rows.into_iter().flat_map(wrapped);
        columns(out, std::iter::once(head).chain(rows).collect(), color::columns())?;
    }
    Ok(())
}

/// The tables in Markdown.
pub(super) fn markdown(out: &mut dyn Write, records: &[BenchmarkRecord], shortest: &Lengths) -> io::Result<()> {
    for Table { title, head, rows } in tables(records, shortest) {
        writeln!(out, "\n{title}\n\n| {} |\n| --- |{}", head.join(" | "), " ---: |".repeat(head.len() - 1))?;
        rows.iter().try_for_each(|row| writeln!(out, "| {} |", row.join(" | ")))?;
    }
    Ok(())
}

fn tables(records: &[BenchmarkRecord], shortest: &Lengths) -> Vec<Table> {
    let mut tables = vec![percentiles(records)];
    if records.len() > 1 {
        tables.push(against_first(records));
    }
    tables.extend(by_length(records, shortest));
    tables.extend(not_solved(records));
    tables
}

fn solved(record: &BenchmarkRecord) -> impl Iterator<Item = &InstanceRecord> {
    record.instances.iter().filter(|instance| instance.length.is_some())
}

fn percentiles(records: &[BenchmarkRecord]) -> Table {
    let row = |(record, label): (&BenchmarkRecord, String)| {
        let mut counts: Vec<u64> = solved(record).map(|instance| instance.generated).collect();
        counts.sort_unstable();
        let percentile = |percent: usize| {
            let rank = (counts.len() * percent).div_ceil(100).saturating_sub(1);
            counts.get(rank).map_or_else(String::new, |&count| human::count(count))
        };
        std::iter::once(label).chain(PERCENTILES.into_iter().chain([100]).map(percentile)).collect()
    };
    let percents = PERCENTILES.map(|percent| format!("{percent} %"));
    let head = std::iter::once(String::new()).chain(percents).chain(["largest".to_owned()]).collect();
    let rows = records.iter().zip(labels(records)).map(row).collect();
    Table { title: "Nodes generated for a solved board, percentiles".to_owned(), head, rows }
}

/// Each configuration against the first, on the boards that both have solved.
fn against_first(records: &[BenchmarkRecord]) -> Table {
    let labels = labels(records);
    let first: BTreeMap<u32, u64> = solved(&records[0]).map(|i| (i.number, i.generated)).collect();
    let row = |(record, label): (&BenchmarkRecord, &String)| {
        let pairs: Vec<(u64, u64)> =
            solved(record).filter_map(|i| Some((*first.get(&i.number)?, i.generated))).collect();
        let fewer = pairs.iter().filter(|(theirs, own)| own < theirs).count();
        let more = pairs.iter().filter(|(theirs, own)| own > theirs).count();
        let ratios: Vec<f64> = pairs.iter().map(|&(theirs, own)| own as f64 / theirs.max(1) as f64).collect();
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp();
        let [least, most] = [f64::min as fn(f64, f64) -> f64, f64::max].map(|choose| {
            ratios.iter().copied().reduce(choose).map_or_else(String::new, |ratio| format!("{ratio:.3}"))
        });
        let mean = if ratios.is_empty() { String::new() } else { format!("{mean:.3}") };
        vec![label.clone(), pairs.len().to_string(), fewer.to_string(), more.to_string(), mean, least, most]
    };
    let head = ["", "boards", "fewer", "more", "ratio", "least", "most"].map(str::to_owned).to_vec();
    let rows = records.iter().zip(&labels).skip(1).map(row).collect();
    let title = format!("Nodes generated against {}, board by board; the ratio is the geometric mean", labels[0]);
    Table { title, head, rows }
}

/// The mean of the nodes generated for the solved boards of each shortest length, those of which it is not known last.
/// If it is known of no board, for the boards of each length that was found.
fn by_length(records: &[BenchmarkRecord], shortest: &Lengths) -> Option<Table> {
    let mut lengths: BTreeMap<u32, Vec<(u64, u64)>> = BTreeMap::new();
    for (column, record) in records.iter().enumerate() {
        for instance in solved(record) {
            let length = if shortest.is_empty() { instance.length } else { shortest.get(&instance.number).copied() };
            let row = lengths.entry(length.unwrap_or(NOT_KNOWN)).or_insert_with(|| vec![(0, 0); records.len()]);
            row[column] = (row[column].0 + 1, row[column].1 + instance.generated);
        }
    }
    let row = |(length, cells): (u32, Vec<(u64, u64)>)| {
        let boards = cells.iter().map(|&(boards, _)| boards).max().unwrap_or(0);
        let mean = |(boards, nodes): (u64, u64)| match boards {
            0 => String::new(),
            boards => human::count(nodes / boards),
        };
        let length = if length == NOT_KNOWN { "not known".to_owned() } else { length.to_string() };
        [length, boards.to_string()].into_iter().chain(cells.into_iter().map(mean)).collect()
    };
    let head = ["moves", "boards"].map(str::to_owned).into_iter().chain(labels(records)).collect();
    let rows: Vec<Vec<String>> = lengths.into_iter().map(row).collect();
    let title = match shortest.is_empty() {
        false => "Nodes generated, mean by length of the shortest solutions",
        true => "Nodes generated, mean by length of the solution found, since no shortest length is known",
    };
    let title = title.to_owned();
    (rows.len() > 1).then_some(Table { title, head, rows })
}

/// The numbers of the boards that a configuration has not solved.
fn not_solved(records: &[BenchmarkRecord]) -> Option<Table> {
    let row = |(record, label): (&BenchmarkRecord, String)| {
        let left: Vec<u32> = record.instances.iter().filter(|i| i.length.is_none()).map(|i| i.number).collect();
        (!left.is_empty()).then(|| vec![label, left.len().to_string(), ranges(left)])
    };
    let rows: Vec<Vec<String>> = records.iter().zip(labels(records)).filter_map(row).collect();
    let head = ["", "boards", "numbers"].map(str::to_owned).to_vec();
    (!rows.is_empty()).then_some(Table { title: "Boards not solved".to_owned(), head, rows })
}

/// The most characters of a cell in a table for a person.
const WIDE: usize = 40;

/// A row whose last cell is wide as several, broken after commas. The first cell of each further row is empty.
fn wrapped(mut row: Vec<String>) -> Vec<Vec<String>> {
    let mut lines: Vec<String> = vec![String::new()];
    for part in row.pop().unwrap_or_default().split_inclusive(',') {
        match lines.last_mut() {
            Some(line) if line.is_empty() || line.len() + part.len() <= WIDE => line.push_str(part),
            _ => lines.push(part.to_owned()),
        }
    }
    let empty = vec![String::new(); row.len()];
    let before = std::iter::once(row).chain(std::iter::repeat(empty));
    before.zip(lines).map(|(before, line)| [before, vec![line]].concat()).collect()
}

/// Numbers as `--set NAME:NUMBERS` takes them: `1-3,7`.
fn ranges(mut numbers: Vec<u32>) -> String {
    numbers.sort_unstable();
    let parts = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    parts.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_a_set_takes_them() {
        assert_eq!(ranges(vec![7, 2, 3, 1, 9, 10]), "1-3,7,9-10");
        assert_eq!(ranges(vec![5]), "5");
    }

    #[test]
    fn wide_cells_become_several_rows() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let narrow = row(["manhattan", "3", "1-3"]);
        assert_eq!(wrapped(narrow.clone()), [narrow]);
        let numbers: Vec<String> = (1..40).step_by(2).map(|n| n.to_string()).collect();
        let rows = wrapped(row(["manhattan", "20", &numbers.join(",")]));
        assert_eq!(rows[0], row(["manhattan", "20", "1,3,5,7,9,11,13,15,17,19,21,23,25,27,29,"]));
        assert_eq!(rows[1..], [row(["", "", "31,33,35,37,39"])]);
    }
}
