//! The options `--svg` and `--gif`, which draw the solution in a record.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use fifteen_blocks::format::PuzzleEntry;
use fifteen_blocks::record::BlockRecord;
use fifteen_draw::{Scene, block_title};

use super::shared::label;
use crate::output::{Format, ResultStream};
use crate::save;
use crate::terminal::ui::Ui;

/// The pictures of a solution.
#[derive(Debug, clap::Args)]
pub(super) struct BlockPictureArgs {
    /// Draw every position
    ///
    /// Each solution is drawn into a file of the folder DIR, or a single solution into FILE.svg. The name '-' stands for
    /// standard output.
    #[arg(long, value_name = "DIR|FILE.svg", conflicts_with = "no_moves")]
    svg: Option<PathBuf>,
    /// Draw one solution as an animation
    ///
    /// The name '-' stands for standard output.
    #[arg(long, value_name = "FILE", conflicts_with = "no_moves")]
    gif: Option<PathBuf>,
}

impl BlockPictureArgs {
    /// Returns an error if a single file is specified for the pictures of several solutions.
    pub(super) fn require_one_solution(&self, several: bool) -> Result<()> {
        let svg_file = self.svg.as_deref().is_some_and(is_file);
        for (given, what) in [
            (self.gif.is_some(), "--gif FILE"),
            (svg_file, "--svg FILE.svg"),
        ] {
            if given && several {
                bail!(
                    "{what} holds one solution: choose a puzzle with --name, and one --metric; --svg DIR draws many"
                );
            }
        }
        Ok(())
    }

    /// Checks the output files before the search starts. Returns the stream for the results, which
    /// is standard error if a picture goes to standard output.
    pub(super) fn prepare(&self, format: Format, ui: &Ui) -> Result<ResultStream> {
        save::prepare_pictures(
            self.svg.as_deref().filter(|path| is_file(path)),
            self.gif.as_deref(),
            format,
            ui,
        )
    }

    /// Draws the pictures of one result.
    pub(super) fn write(&self, entry: &PuzzleEntry, record: &BlockRecord, ui: &Ui) -> Result<()> {
        let (Ok(puzzle), Some(solution)) = (&entry.puzzle, &record.solution) else {
            for _ in [&self.svg, &self.gif].into_iter().flatten() {
                ui.note(format_args!("{}: no solution to draw", label(entry)));
            }
            return Ok(());
        };
        let in_folder = self
            .svg
            .as_ref()
            .filter(|path| !is_file(path))
            .map(|folder| {
                fs::create_dir_all(folder)
                    .map_err(|e| anyhow!("cannot create the folder {}: {e}", folder.display()))?;
                Ok::<_, anyhow::Error>(folder.join(file_name(record)))
            });
        let svg = in_folder.transpose()?.or_else(|| self.svg.clone());
        let title = block_title(
            record.name.as_deref(),
            record.length,
            Some(record.metric_name()),
        );
        save::draw_pictures(
            svg.as_deref(),
            self.gif.as_deref(),
            &title,
            &Scene::of_blocks(puzzle, &solution.moves),
            ui,
        )
    }
}

/// Returns whether `--svg` names a file rather than a folder. It does if the name has the extension
/// of a picture format, or if something other than a folder already has this name.
fn is_file(path: &Path) -> bool {
    let exists = save::is_stdout(path) || path.symlink_metadata().is_ok();
    !path.is_dir() && (exists || save::known_ending(path).is_some())
}

/// Returns the file name of a picture in a folder, such as `002-red-donkey-unit.svg`.
fn file_name(record: &BlockRecord) -> String {
    let name = record.name.as_deref().unwrap_or_default().to_lowercase();
    let words = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let slug: String = words
        .collect::<Vec<_>>()
        .join("-")
        .chars()
        .take(60)
        .collect();
    let parts = [
        format!("{:03}", record.index),
        slug,
        record.metric_name().to_owned(),
    ];
    format!(
        "{}.svg",
        parts
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("-")
    )
}
