//! The option `--plot`, which draws the results as a plot.

use std::path::{Path, PathBuf};

use anyhow::Result;
use fifteen_draw::{BoardNodes, DrawError, Series, comparison};
use fifteen_lab::{BenchmarkLine, BenchmarkRecord, BenchmarkResults, ConfigurationResults};

use super::table::{one_algorithm, one_heuristic};
use crate::output::ResultStream;
use crate::save;
use crate::terminal::{Ui, human};

/// The file of the plot.
#[derive(Debug, clap::Args)]
pub(super) struct PlotArg {
    /// Draw two plots: nodes against memory, and nodes board by board
    ///
    /// The name '-' stands for standard output.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

impl PlotArg {
    /// Checks the plot's file name before any search starts. Returns the stream for the results,
    /// which is standard error if the plot goes to standard output.
    pub(super) fn prepare(&self, set: &str, is_text: bool, ui: &Ui) -> Result<ResultStream> {
        let Some(plot) = &self.plot else {
            return Ok(ResultStream::Stdout);
        };
        let boards = Path::new(set);
        if boards.is_file() {
            save::refuse_same(("--set", boards), ("--plot", plot))?;
        }
        save::prepare(&[("--plot", plot)], is_text, ui)
    }

    /// Draws the plot into its file, if a plot was requested.
    pub(super) fn write(
        &self,
        results: &BenchmarkResults,
        labels: Vec<String>,
        ui: &Ui,
    ) -> Result<()> {
        let Some(path) = &self.plot else {
            return Ok(());
        };
        save::content(path, plot(results, labels)?.as_bytes(), "drawn", ui)
    }
}

/// Returns the plot's title for a set of boards. The title for a part of a published set gives the
/// number of boards, such as `20 of Korf's 100`.
fn title(set: &str, size: &str, boards: usize) -> String {
    let published = |name: &str| match name {
        "korf100" => Some("Korf's 100 boards"),
        "hardest17" => Some("The 17 hardest 4x4 boards"),
        "korf24" => Some("Korf's 50 boards of the 24-puzzle"),
        _ => None,
    };
    match (
        published(set),
        set.split_once(':').and_then(|(name, _)| published(name)),
    ) {
        (Some(name), _) => name.to_owned(),
        (None, Some(name)) => format!("{boards} of {}", name.replacen("The", "the", 1)),
        (None, None) => format!(
            "{set}: {boards} {size} {}",
            human::plural(boards as u64, "board", "boards")
        ),
    }
}

fn plot(results: &BenchmarkResults, labels: Vec<String>) -> Result<String, DrawError> {
    let (records, configurations) = (results.records(), results.configurations());
    let nodes = |line: &BenchmarkLine| BoardNodes {
        nodes: line.generated as f64,
        is_solved: line.length.is_some(),
    };
    let is_common = |number: &u32| {
        configurations
            .iter()
            .all(|results| results.lines.contains_key(number))
    };
    let series =
        |((record, results), label): ((&BenchmarkRecord, &&ConfigurationResults), String)| Series {
            label,
            bytes: record.configuration.table_bytes as f64 + record.peak_bytes as f64,
            boards: results
                .lines
                .iter()
                .filter(|(number, _)| is_common(number))
                .map(|(_, line)| nodes(line))
                .collect(),
        };
    let boards = records
        .iter()
        .map(|record| record.boards)
        .max()
        .unwrap_or(0);
    let title = results
        .terms()
        .map_or_else(String::new, |terms| title(&terms.set, &terms.size, boards));
    let algorithm = records
        .first()
        .map(|record| record.configuration.algorithm.as_str());
    let same = algorithm
        .filter(|_| one_algorithm(&records) && records.len() > 1)
        .or(one_heuristic(&records));
    let title = same.map_or_else(|| title.clone(), |same| format!("{title}, {same}"));
    let series: Vec<Series> = records
        .iter()
        .zip(&configurations)
        .zip(labels)
        .map(series)
        .collect();
    comparison(&title, &series)
}
