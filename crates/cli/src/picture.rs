//! `--svg` and `--gif`: the solution of a board as pictures.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use fifteen_draw::{DrawError, PieceBoard, Step, animation, sheet, tile_steps};
use fifteen_solver::{Board, Convention, Goal, Path};

use crate::ending;
use crate::input::Boards;
use crate::output::{Format, ResultStream};
use crate::save::{self, OutputFile};
use crate::terminal::human;
use crate::terminal::ui::Ui;

/// The pictures of a solution.
#[derive(Debug, clap::Args)]
pub(crate) struct PictureArgs {
    /// Draw every position of the solution into one picture
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
    /// Refuses pictures of several boards, and of files, which may hold any number of them.
    pub(crate) fn require_one_board(&self, boards: &Boards) -> Result<()> {
        let found = match boards {
            Boards::Given(lines) if lines.len() > 1 => format!("{} were given", lines.len()),
            Boards::Given(_) => return Ok(()),
            Boards::Read(_) => "a file may hold many".to_owned(),
        };
        for (given, option) in [(self.svg.is_some(), "--svg"), (self.gif.is_some(), "--gif")] {
            if given {
                bail!("{option} draws the solution of one board, but {found}; give one board as an argument");
            }
        }
        Ok(())
    }

    /// Checks the names of the files before any work; returns the stream that is left for the results.
    pub(crate) fn prepare(&self, format: Format, ui: &Ui) -> Result<ResultStream> {
        let mut files: Vec<OutputFile<'_>> = Vec::new();
        if let Some(file) = &self.svg {
            ending::require("--svg", file, "svg")?;
            files.push(("--svg", file));
        }
        if let Some(file) = &self.gif {
            require_gif(file)?;
            files.push(("--gif", file));
        }
        ResultStream::beside(save::prepare(&files)?, format == Format::Text, ui.is_quiet())
    }

    /// Writes the pictures; without a solution, notes that there is nothing to draw.
    pub(crate) fn write(
        &self,
        solution: Option<&(Board, Path)>,
        goal: Goal,
        convention: Convention,
        ui: &Ui,
    ) -> Result<()> {
        let files = [self.svg.as_ref(), self.gif.as_ref()];
        let Some((board, path)) = solution else {
            for file in files.into_iter().flatten() {
                ui.note(format_args!("no solution to draw: {} is not written", file.display()));
            }
            return Ok(());
        };
        let scene = tile_steps(board, &goal.board(board.size())?, path, convention);
        let (drawn, steps) = scene.context("the solution leaves the board and cannot be drawn")?;
        let title = format!("{}: {}", board.size(), human::counted(path.len() as u64, "move", "moves"));
        if let Some(file) = &self.svg {
            save::picture(file, sheet(&title, &drawn, &steps).as_bytes(), ui)?;
        }
        if let Some(file) = &self.gif {
            save::picture(file, &animated(&drawn, &steps, ui)?, ui)?;
        }
        Ok(())
    }
}

/// Refuses a name that asks for another format than GIF, and a terminal, which cannot show bytes.
pub(crate) fn require_gif(file: &std::path::Path) -> Result<()> {
    ending::require("--gif", file, "gif")?;
    if save::is_stdout(file) { save::refuse_terminal("--gif", "a picture") } else { Ok(()) }
}

/// An animation, drawn with a bar.
pub(crate) fn animated(board: &PieceBoard, steps: &[Step], ui: &Ui) -> Result<Vec<u8>, DrawError> {
    let bar = ui.bar("drawing", Some(steps.len() as u64)).with_message("positions");
    let drawn = animation(board, steps, &mut |done| bar.set_position(done));
    bar.finish_and_clear();
    drawn
}
