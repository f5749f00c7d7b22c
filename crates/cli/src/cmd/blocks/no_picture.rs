//! The place of `picture.rs` in a command built without the feature `pictures`: no options, and nothing is drawn.

use fifteen_blocks::record::BlockRecord;

use crate::exit::Failure;
use crate::output::{Format, ResultStream};
use crate::terminal::ui::Ui;

/// No options.
#[derive(Debug, clap::Args)]
pub(super) struct PictureArgs {}

impl PictureArgs {
    /// Accepts any number of solutions.
    pub(super) fn require_one_solution(&self, _: bool) -> Result<(), Failure> {
        Ok(())
    }

    /// The standard output, which no picture takes.
    pub(super) fn prepare(&self, _: Format, _: &Ui) -> Result<ResultStream, Failure> {
        Ok(ResultStream::Stdout)
    }

    /// Does nothing.
    pub(super) fn write(&self, _: &BlockRecord, _: &Ui) -> Result<(), Failure> {
        Ok(())
    }
}
