//! `--svg` and `--gif`: the solution of a board as pictures.

use std::path::PathBuf;

use fifteen_draw::{DrawError, PieceBoard, Step, animation, sheet, sheet_png, tile_steps};
use fifteen_solver::{Board, Convention, Goal, Path};

use crate::ending::{self, PictureFormat};
use crate::exit::Failure;
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
    /// PNG if the name ends in .png, else SVG; '-' is the standard output.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the solution as an animation
    ///
    /// '-' is the standard output.
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
}

/// The formats of a picture of all positions.
pub(crate) const SHEET: [PictureFormat; 2] = [PictureFormat::Svg, PictureFormat::Png];
/// The format of an animation.
pub(crate) const ANIMATION: [PictureFormat; 1] = [PictureFormat::Gif];

/// The bytes of a picture of all positions.
pub(crate) fn sheet_bytes(
    format: PictureFormat,
    title: &str,
    board: &PieceBoard,
    steps: &[Step],
) -> Result<Vec<u8>, Failure> {
    match format {
        PictureFormat::Png => Ok(sheet_png(title, board, steps)?),
        _ => Ok(sheet(title, board, steps).into_bytes()),
    }
}

impl PictureArgs {
    /// Refuses pictures of several boards, and of files, which may hold any number of them.
    pub(crate) fn require_one_board(&self, boards: &Boards) -> Result<(), Failure> {
        let found = match boards {
            Boards::Given(lines) if lines.len() > 1 => format!("{} were given", lines.len()),
            Boards::Given(_) => return Ok(()),
            Boards::Read(_) => "a file may hold many".to_owned(),
        };
        for (given, option) in [(self.svg.is_some(), "--svg"), (self.gif.is_some(), "--gif")] {
            if given {
                return Err(Failure::new(format!(
                    "{option} draws the solution of one board, but {found}; give one board as an argument"
                )));
            }
        }
        Ok(())
    }

    /// Checks the names of the files before any work; returns the stream that is left for the results.
    pub(crate) fn prepare(&self, format: Format, ui: &Ui) -> Result<ResultStream, Failure> {
        let mut files: Vec<OutputFile<'_>> = Vec::new();
        for (option, file, formats) in [("--svg", &self.svg, &SHEET[..]), ("--gif", &self.gif, &ANIMATION)] {
            let Some(file) = file else { continue };
            ending::format(option, file, formats)?.require_reader(option, file)?;
            files.push((option, file));
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
        if let Some(file) = &self.svg {
            let format = ending::format("--svg", file, &SHEET)?;
            save::picture(file, &sheet_bytes(format, &title, &drawn, &steps)?, ui)?;
        }
        if let Some(file) = &self.gif {
            save::picture(file, &animated(&drawn, &steps, ui)?, ui)?;
        }
        Ok(())
    }
}

/// An animation, drawn with a bar.
pub(crate) fn animated(board: &PieceBoard, steps: &[Step], ui: &Ui) -> Result<Vec<u8>, DrawError> {
    let bar = ui.bar("drawing", Some(steps.len() as u64)).with_message("positions");
    let drawn = animation(board, steps, &mut |done| bar.set_position(done));
    bar.finish_and_clear();
    drawn
}
