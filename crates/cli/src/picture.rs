//! `--svg` and `--gif`: solutions as pictures.

use std::path::{Path as FilePath, PathBuf};

use anyhow::{Context, Result, bail};
use fifteen_draw::Scene;
use fifteen_solver::{Board, Convention, Goal, Path};

use crate::output::{Format, ResultStream};
use crate::save;
use crate::terminal::human;
use crate::terminal::ui::Ui;

/// The pictures of a solution.
#[derive(Debug, clap::Args)]
pub(crate) struct PictureArgs {
    /// Draw all positions into one picture
    ///
    /// '-' is the standard output.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the solution as an animation
    ///
    /// '-' is the standard output.
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
}

impl PictureArgs {
    /// True if a picture is to be drawn.
    pub(crate) fn any(&self) -> bool {
        self.svg.is_some() || self.gif.is_some()
    }

    /// Refuses pictures unless there is only one board.
    pub(crate) fn require_one_board(&self, is_one: bool) -> Result<()> {
        for (given, option) in [(self.svg.is_some(), "--svg"), (self.gif.is_some(), "--gif")] {
            if given && !is_one {
                bail!("{option} draws the solution of one board; give only one");
            }
        }
        Ok(())
    }

    /// Checks the names of the files before any work; returns the stream that is left for the results.
    pub(crate) fn prepare(&self, format: Format, ui: &Ui) -> Result<ResultStream> {
        prepare(self.svg.as_deref(), self.gif.as_deref(), format, ui)
    }

    /// Writes the pictures; without a solution, notes that there is nothing to draw.
    pub(crate) fn write(
        &self,
        solution: Option<&(Board, Path)>,
        goal: Goal,
        convention: Convention,
        ui: &Ui,
    ) -> Result<()> {
        if !self.any() {
            return Ok(());
        }
        let Some((board, path)) = solution else {
            for file in [&self.svg, &self.gif].into_iter().flatten() {
                ui.note(format_args!("no solution to draw: {} is not written", file.display()));
            }
            return Ok(());
        };
        let scene = Scene::of_tiles(board, &goal.board(board.size())?, path, convention);
        let scene = scene.context("a board on which tiles repeat cannot be drawn")?;
        let title = format!("{}: {}", board.size(), human::counted(path.len() as u64, "move", "moves"));
        draw(self.svg.as_deref(), self.gif.as_deref(), &title, &scene, ui)
    }
}

/// Checks the files of pictures before any work; returns the stream that is left for the results.
pub(crate) fn prepare(svg: Option<&FilePath>, gif: Option<&FilePath>, format: Format, ui: &Ui) -> Result<ResultStream> {
    let files = [("--svg", svg), ("--gif", gif)].into_iter().filter_map(|(option, file)| Some((option, file?)));
    save::prepare(&files.collect::<Vec<_>>(), format == Format::Text, ui)
}

/// Draws a solution into files, an animation with a bar.
pub(crate) fn draw(svg: Option<&FilePath>, gif: Option<&FilePath>, title: &str, scene: &Scene, ui: &Ui) -> Result<()> {
    if let Some(file) = svg {
        save::content(file, scene.sheet(title).as_bytes(), "drawn", ui)?;
    }
    if let Some(file) = gif {
        let bar = ui.bar("drawing", Some(scene.positions() as u64)).with_message("positions");
        let drawn = scene.animation(&mut |done| bar.set_position(done));
        bar.finish_and_clear();
        save::content(file, &drawn?, "drawn", ui)?;
    }
    Ok(())
}
