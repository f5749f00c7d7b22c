//! `--svg` and `--gif`: the solution of a board as pictures.

use std::path::PathBuf;

use fifteen_draw::{animation, sheet, tile_steps};
use fifteen_solver::{Board, Convention, Goal, Path};

use crate::exit::Failure;
use crate::save;
use crate::terminal::human;
use crate::terminal::ui::Ui;

/// The pictures of a solution.
#[derive(Debug, clap::Args)]
pub(crate) struct PictureArgs {
    /// Draw every position of the solution into one picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the solution as an animation
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
}

impl PictureArgs {
    /// Refuses pictures of several boards, and of a file, which may hold any number of them.
    pub(crate) fn require_one_board(&self, boards: usize, file: bool) -> Result<(), Failure> {
        for (given, option) in [(self.svg.is_some(), "--svg"), (self.gif.is_some(), "--gif")] {
            if given && (file || boards > 1) {
                let found = if file { "--file may hold many".to_owned() } else { format!("{boards} were given") };
                return Err(Failure::new(format!(
                    "{option} draws the solution of one board, but {found}; give one board as an argument"
                )));
            }
        }
        Ok(())
    }

    /// Writes the pictures; without a solution, notes that there is nothing to draw.
    pub(crate) fn write(
        &self,
        solution: Option<&(Board, Path)>,
        goal: Goal,
        convention: Convention,
        ui: &Ui,
    ) -> Result<(), Failure> {
        let files = [self.svg.as_ref(), self.gif.as_ref()];
        let Some((board, path)) = solution else {
            for file in files.into_iter().flatten() {
                ui.note(format_args!("no solution to draw: {} is not written", file.display()));
            }
            return Ok(());
        };
        let scene = tile_steps(board, &goal.board(board.size())?, path, convention);
        let (drawn, steps) = scene.ok_or_else(|| Failure::new("the solution leaves the board and cannot be drawn"))?;
        let title = format!("{}: {}", board.size(), human::counted(path.len() as u64, "move", "moves"));
        for (file, is_svg) in files.into_iter().zip([true, false]) {
            let Some(file) = file else { continue };
            if is_svg {
                save::text(file, &sheet(&title, &drawn, &steps))?;
            } else {
                save::bytes(file, &animation(&drawn, &steps)?)?;
            }
            ui.note(format_args!("drawn: {}", file.display()));
        }
        Ok(())
    }
}
