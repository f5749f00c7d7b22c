//! Runs of `fifteen bench` that take long: their results are kept in a file, so that they go on where they were ended.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use fifteen_lab::BenchmarkResults;

use super::Result;
use crate::paths::{tables, target_folder};

/// One run of `fifteen bench`, and the file of its results.
pub(super) struct KeptRun {
    file: PathBuf,
    arguments: String,
}

impl KeptRun {
    /// The run with that name; `arguments` are those of `fifteen bench` but for the file and the tables.
    pub(super) fn new(name: &str, arguments: String) -> Self {
        Self { file: target_folder().join("results").join(format!("{name}.jsonl")), arguments }
    }

    /// Searches the boards that have no result yet.
    pub(super) fn search(&self, fifteen: &Path) -> Result<()> {
        self.file.parent().map_or(Ok(()), fs::create_dir_all)?;
        let mut bench = Command::new(fifteen);
        bench.arg("bench").args(self.arguments.split_whitespace()).arg("--resume").arg(&self.file);
        let status = bench.arg("--pdb").arg(tables()).stdout(Stdio::null()).status()?;
        // 1: boards were given up, as is meant.
        if matches!(status.code(), Some(0 | 1)) { Ok(()) } else { Err("`fifteen bench` failed".into()) }
    }

    /// The tables of the results in Markdown. Draws a plot if one is named.
    pub(super) fn print(&self, fifteen: &Path, plot: Option<&Path>) -> Result<String> {
        let mut print = Command::new(fifteen);
        print.args(["bench", "--markdown"]).arg(&self.file);
        if let Some(plot) = plot {
            print.arg("--plot").arg(plot);
        }
        let output = print.stderr(Stdio::inherit()).output()?;
        if !matches!(output.status.code(), Some(0 | 1)) {
            return Err(format!("{} has no results of `fifteen bench`", self.file.display()).into());
        }
        Ok(String::from_utf8(output.stdout)?)
    }

    /// The results.
    pub(super) fn results(&self) -> Result<BenchmarkResults> {
        let mut results = BenchmarkResults::default();
        results.read(&fs::read(&self.file)?)?;
        Ok(results)
    }
}

/// The boards that were not solved, an item for each configuration that has some: its algorithm, the number of boards,
/// and their numbers as `--set NAME:NUMBERS` takes them, but for the spaces.
pub(super) fn not_solved(results: &BenchmarkResults) -> Vec<String> {
    let item = |run: &fifteen_lab::BenchmarkRun| {
        let left: Vec<u32> =
            run.lines.iter().filter(|(_, line)| line.length.is_none()).map(|(&number, _)| number).collect();
        let item = || format!("* {}, {}: {}", run.configuration.algorithm, left.len(), ranges(&left));
        (!left.is_empty()).then(item)
    };
    results.runs().iter().filter_map(item).collect()
}

/// Ascending numbers as `1-3, 7`.
fn ranges(numbers: &[u32]) -> String {
    let parts = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        [one] => one.to_string(),
        [] => String::new(),
    });
    parts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_a_set_takes_them() {
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), "1-3, 7, 9-10");
    }
}
