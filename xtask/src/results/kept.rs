//! Runs of `fifteen bench` that take long: their results are kept in a folder, so that they go on where they were
//! ended.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::Result;
use crate::paths::{tables, target_folder};

/// One run of `fifteen bench`, and the folder of its results.
pub(super) struct KeptRun {
    folder: PathBuf,
    arguments: String,
}

impl KeptRun {
    /// The run with that name; `arguments` are those of `fifteen bench` but for the folders.
    pub(super) fn new(name: &str, arguments: String) -> Self {
        Self { folder: target_folder().join("results").join(name), arguments }
    }

    /// Searches the boards that have no result yet.
    pub(super) fn search(&self, fifteen: &Path) -> Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut bench = Command::new(fifteen);
        bench.arg("bench").args(self.arguments.split_whitespace()).arg("--out").arg(&self.folder);
        let status = bench.arg("--pdb").arg(tables()).stdout(Stdio::null()).status()?;
        // 1: boards were given up, as is meant.
        if matches!(status.code(), Some(0 | 1)) { Ok(()) } else { Err("`fifteen bench` failed".into()) }
    }

    /// The paragraphs of the results in Markdown: a table, then titles and tables by turns. Draws a plot if one is
    /// named.
    pub(super) fn print(&self, fifteen: &Path, plot: Option<&Path>) -> Result<Vec<String>> {
        let mut print = Command::new(fifteen);
        print.args(["bench", "--format", "markdown", "--from"]).arg(&self.folder);
        if let Some(plot) = plot {
            print.arg("--plot").arg(plot);
        }
        let output = print.stderr(Stdio::inherit()).output()?;
        if !matches!(output.status.code(), Some(0 | 1)) {
            return Err(format!("{} has no results of `fifteen bench --out`", self.folder.display()).into());
        }
        Ok(String::from_utf8(output.stdout)?.split("\n\n").map(str::to_owned).collect())
    }
}

/// The table below a title among the paragraphs of [`KeptRun::print`].
pub(super) fn table_below<'p>(paragraphs: &'p [String], title: &str) -> Option<&'p str> {
    paragraphs.windows(2).find(|pair| pair[0].starts_with(title)).map(|pair| pair[1].trim_end())
}
