//! The place of `plot.rs` in a command built without the feature `pictures`: no option, and nothing is drawn.

use fifteen_lab::BenchmarkRecord;

use crate::exit::Failure;
use crate::output::ResultStream;
use crate::terminal::ui::Ui;

/// No option.
#[derive(Debug, clap::Args)]
pub(super) struct PlotArg {}

impl PlotArg {
    /// The standard output, which no plot takes.
    pub(super) fn prepare(&self, _: &str, _: bool, _: &Ui) -> Result<ResultStream, Failure> {
        Ok(ResultStream::Stdout)
    }

    /// Does nothing.
    pub(super) fn write(&self, _: &str, _: &str, _: usize, _: &[BenchmarkRecord], _: &Ui) -> Result<(), Failure> {
        Ok(())
    }
}
