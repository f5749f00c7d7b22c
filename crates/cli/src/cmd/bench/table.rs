//! The tables of a comparison, as text and in Markdown. The first table shows statistics of each
//! configuration (a heuristic with an algorithm) over the same boards. The second table compares
//! each configuration with a baseline, board by board.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Width, presets};
use fifteen_lab::{
    BenchmarkConfiguration, BenchmarkRecord, BenchmarkResults, BenchmarkTerms, CountSummary,
    IntervalEstimate, PairedComparison,
};

use crate::terminal::{color, human};

/// A table: column headings and rows.
struct FigureTable {
    head: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

/// Prints both tables, with a label for each configuration (a heuristic with an algorithm). The
/// second table is omitted if there is only one configuration. `baseline` is the index of the
/// configuration with which the others are compared.
pub(super) fn print(
    out: &mut dyn Write,
    results: &BenchmarkResults,
    labels: &[String],
    baseline: usize,
    markdown: bool,
) -> io::Result<()> {
    let (records, configurations) = (results.records(), results.configurations());
    let Some(terms) = results.terms().filter(|_| !records.is_empty()) else {
        return Ok(());
    };
    if markdown {
        all_figures(&records, labels).markdown(out)?;
    } else {
        let boards = human::counted(records[0].boards as u64, "board", "boards");
        writeln!(out, "{boards} of {}{}\n", terms.set, limit(terms))?;
        figures(&records, labels).text(out)?;
    }
    if records.iter().any(|record| record.solved < record.boards) {
        writeln!(
            out,
            "\n> at least: boards that were given up count with the nodes and seconds until then."
        )?;
    }
    if records.len() == 1 {
        return Ok(());
    }
    let name = &labels[baseline];
    writeln!(
        out,
        "\nNodes generated, divided by those of {name} on the same board\n"
    )?;
    let others = (0..configurations.len()).filter(|&index| index != baseline);
    let compared = others.map(|index| {
        (
            labels[index].clone(),
            PairedComparison::new(configurations[baseline], configurations[index]),
        )
    });
    let comparison = comparison(compared);
    if markdown {
        comparison.markdown(out)?
    } else {
        comparison.text(out)?
    }
    writeln!(
        out,
        "\nBelow 1: fewer nodes than {name}; 0.500 is half of them. In brackets: 95% intervals.\n\
         Both means are over the n boards that both solved (bootstrap, Efron 1979). In the sign test and the median\n\
         (Thompson 1936), boards that one has not solved count as more nodes than any: \u{221e} if only {name} solved them."
    )
}

/// Describes the node limit, after which the search of a board is abandoned. Returns an empty
/// string if there is no limit.
fn limit(terms: &BenchmarkTerms) -> String {
    let limit = |nodes| {
        format!(
            "; a search is given up after {} generated nodes",
            human::count(nodes)
        )
    };
    terms.node_limit.map_or_else(String::new, limit)
}

/// Returns whether all records have the same algorithm.
pub(super) fn one_algorithm(records: &[BenchmarkRecord]) -> bool {
    records
        .iter()
        .all(|record| record.configuration.algorithm == records[0].configuration.algorithm)
}

/// Returns a short name for each record. The algorithm or heuristic is omitted if all records share
/// it.
pub(super) fn names(records: &[BenchmarkRecord]) -> Vec<String> {
    let alone = one_algorithm(records);
    let short = !alone && one_heuristic(records).is_some();
    let name = |c: &BenchmarkConfiguration| {
        if short {
            c.algorithm.clone()
        } else {
            c.label(alone)
        }
    };
    records
        .iter()
        .map(|record| name(&record.configuration))
        .collect()
}

/// Returns the heuristic, if all records have the same one.
pub(super) fn one_heuristic(records: &[BenchmarkRecord]) -> Option<&str> {
    let first = records.first()?.configuration.heuristic.as_deref();
    first.filter(|_| {
        records
            .iter()
            .all(|record| record.configuration.heuristic.as_deref() == first)
    })
}

/// Returns the table of the most important statistics. Columns without information are omitted. The
/// mean heuristic value is also omitted if its mean error is known.
fn figures(records: &[BenchmarkRecord], labels: &[String]) -> FigureTable {
    let head = [
        "",
        "solved",
        "mean h",
        "error",
        "excess",
        "mean generated",
        "95% interval",
        "median",
        "mean expanded",
        "total time",
        "memory",
    ];
    let is_known = records.iter().any(|record| record.mean_error.is_some());
    let row = |(r, label): (&BenchmarkRecord, &String)| {
        vec![
            label.clone(),
            format!("{} of {}", r.solved, r.boards),
            decimals(r.mean_h0.filter(|_| !is_known)),
            decimals(r.mean_error),
            excess(r),
            mean(&r.generated),
            interval(r.generated.mean.interval),
            median(&r.generated),
            mean(&r.expanded),
            at_least(r.generated.is_bound, human::seconds(r.seconds)),
            human::bytes(r.configuration.table_bytes.saturating_add(r.peak_bytes)),
        ]
    };
    let rows: Vec<Vec<String>> = records.iter().zip(labels).map(row).collect();
    let tells = |column: usize| {
        rows.iter()
            .any(|row| !row[column].is_empty() && !row[column].starts_with("0.00"))
    };
    let columns: Vec<usize> = (0..head.len()).filter(|&column| tells(column)).collect();
    let chosen = |row: &Vec<String>| columns.iter().map(|&column| row[column].clone()).collect();
    FigureTable {
        head: columns.iter().map(|&column| head[column]).collect(),
        rows: rows.iter().map(chosen).collect(),
    }
}

/// Returns the table of all statistics.
fn all_figures(records: &[BenchmarkRecord], labels: &[String]) -> FigureTable {
    const COUNTS: [&str; 4] = ["95% interval", "deviation", "median", "largest"];
    let head = [
        "heuristic",
        "algorithm",
        "solved",
        "mean h",
        "mean error",
        "generated",
        "mean generated",
    ]
    .into_iter();
    let head = head
        .chain(COUNTS)
        .chain(["expanded", "mean expanded"])
        .chain(COUNTS);
    let head = head
        .chain([
            "nodes/s",
            "total time",
            "tables",
            "ready in",
            "nodes kept",
            "mean excess",
        ])
        .collect();
    let row = |((r, label), name): ((&BenchmarkRecord, &String), String)| {
        let c = &r.configuration;
        let before = [
            if *label == name {
                c.heuristic.clone().unwrap_or_default()
            } else {
                label.clone()
            },
            c.algorithm.clone(),
            format!("{} of {}", r.solved, r.boards),
            decimals(r.mean_h0),
            decimals(r.mean_error),
        ];
        let counts = |counts: &CountSummary| {
            [
                at_least(counts.is_bound, human::count(counts.sum)),
                mean(counts),
                interval(counts.mean.interval),
                counts.deviation.map_or_else(String::new, |deviation| {
                    human::count(deviation.round() as u64)
                }),
                median(counts),
                at_least(counts.is_bound, human::count(counts.largest)),
            ]
        };
        let after = [
            r.nodes_per_second.map_or_else(String::new, human::rate),
            at_least(r.generated.is_bound, human::seconds(r.seconds)),
            if c.table_bytes == 0 {
                String::new()
            } else {
                human::bytes(c.table_bytes)
            },
            human::seconds(c.open_seconds),
            human::bytes(r.peak_bytes),
            excess(r),
        ];
        before
            .into_iter()
            .chain(counts(&r.generated))
            .chain(counts(&r.expanded))
            .chain(after)
            .collect()
    };
    FigureTable {
        head,
        rows: records
            .iter()
            .zip(labels)
            .zip(names(records))
            .map(row)
            .collect(),
    }
}

/// Returns the table that compares each configuration (a heuristic with an algorithm) with the
/// baseline.
fn comparison(compared: impl Iterator<Item = (String, PairedComparison)>) -> FigureTable {
    let estimate = |estimate: Option<IntervalEstimate>| {
        let Some(IntervalEstimate { value, interval }) = estimate else {
            return String::new();
        };
        let interval = interval.map_or_else(String::new, |[low, high]| {
            format!(" [{}, {}]", figure(low), figure(high))
        });
        format!("{}{interval}", figure(value))
    };
    let row = |(label, c): (String, PairedComparison)| {
        let sign_test = if c.sign_test < 0.0001 {
            "p < 0.0001".to_owned()
        } else {
            format!("p = {:.4}", c.sign_test)
        };
        let [solved, fewer, more] =
            [c.solved, c.fewer, c.more].map(|count| human::count(count as u64));
        let [means, geometric, median] =
            [c.ratio_of_means, c.geometric_mean, c.median].map(estimate);
        vec![
            label, solved, means, geometric, fewer, more, sign_test, median,
        ]
    };
    let head = vec![
        "",
        "n",
        "ratio of means",
        "geometric mean",
        "fewer",
        "more",
        "sign test",
        "median ratio",
    ];
    FigureTable {
        head,
        rows: compared.map(row).collect(),
    }
}

/// Formats a ratio with three significant digits.
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

/// Formats the mean of counts, prefixed with `>` if it is only a lower bound.
fn mean(counts: &CountSummary) -> String {
    at_least(
        counts.is_bound,
        human::count(counts.mean.value.round() as u64),
    )
}

/// Formats the rounded median of counts, prefixed with `>` if it is only a lower bound.
fn median(counts: &CountSummary) -> String {
    at_least(
        counts.median_is_bound,
        human::count(counts.median.round() as u64),
    )
}

/// Formats the confidence interval of a mean to three significant digits.
fn interval(interval: Option<[f64; 2]>) -> String {
    interval.map_or_else(String::new, |[low, high]| {
        format!("{} to {}", human::figures(low), human::figures(high))
    })
}

/// Formats the mean excess over the optimal length. If the mean does not cover all boards of the
/// record, the number of boards that it covers is appended, as in `0.42 (n 87)`.
fn excess(record: &BenchmarkRecord) -> String {
    let excess = decimals(record.mean_excess);
    let n = record.excess_boards;
    if n == record.boards || excess.is_empty() {
        excess
    } else {
        format!("{excess} (n {n})")
    }
}

/// Prefixes a number with `>` if it is only a lower bound because the searches of some boards were
/// abandoned.
fn at_least(is_bound: bool, figure: String) -> String {
    if is_bound {
        format!("> {figure}")
    } else {
        figure
    }
}

/// Number of spaces between columns.
const GAP: u16 = 2;

impl FigureTable {
    /// Writes the table as text. In a narrow terminal, names are wrapped but numbers are not.
    fn text(self, out: &mut dyn Write) -> io::Result<()> {
        let words = self.rows.iter().flat_map(|row| row[0].split_whitespace());
        let name = words
            .map(|word| word.chars().count() as u16 + GAP)
            .max()
            .unwrap_or(0);
        let mut table = comfy_table::Table::new();
        table
            .load_style(presets::NOTHING)
            .set_content_arrangement(ContentArrangement::Dynamic);
        table
            .set_width(color::columns().try_into().unwrap_or(u16::MAX))
            .set_header(self.head)
            .add_rows(self.rows);
        for (number, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, GAP));
            if number == 0 {
                column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(name)));
            } else {
                column
                    .set_constraint(ColumnConstraint::ContentWidth)
                    .set_cell_alignment(CellAlignment::Right);
            }
        }
        writeln!(out, "{}", table.trim_fmt())
    }

    fn markdown(self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "| {} |\n| --- |{}",
            self.head.join(" | "),
            " ---: |".repeat(self.head.len() - 1)
        )?;
        self.rows.iter().try_for_each(|row| {
            let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', r"\|")).collect();
            writeln!(out, "| {} |", cells.join(" | "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_three_figures() {
        let figures = [
            0.000_123_4,
            0.5,
            1.0,
            12.34,
            123.4,
            1234.5,
            0.0,
            f64::INFINITY,
        ]
        .map(figure);
        assert_eq!(
            figures,
            [
                "0.000123", "0.500", "1.00", "12.3", "123", "1,235", "0", "∞"
            ]
        );
    }
}
