//! The place of `picture.rs` in a command built without the feature `pictures`: no options, and nothing is drawn.

use fifteen_solver::{Board, Convention, Goal, Path};

use crate::exit::Failure;
use crate::input::Boards;
use crate::output::{Format, ResultStream};
use crate::terminal::ui::Ui;

/// No options.
#[derive(Debug, clap::Args)]
pub(crate) struct PictureArgs {}

impl PictureArgs {
    /// Accepts any number of boards.
    pub(crate) fn require_one_board(&self, _: &Boards) -> Result<(), Failure> {
        Ok(())
    }

    /// The standard output, which no picture takes.
    pub(crate) fn prepare(&self, _: Format, _: &Ui) -> Result<ResultStream, Failure> {
        Ok(ResultStream::Stdout)
    }

    /// Does nothing.
    pub(crate) fn write(&self, _: Option<&(Board, Path)>, _: Goal, _: Convention, _: &Ui) -> Result<(), Failure> {
        Ok(())
    }
}
