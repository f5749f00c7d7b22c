//! Stub.
use crate::exit::{Exit, Failure};
use crate::ui::Ui;

/// Stub
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, _: &Ui) -> Result<Exit, Failure> {
    Ok(Exit::Done)
}
