//! `fifteen lab`: questions about heuristics themselves.

mod check;

use anyhow::Result;
use clap::Subcommand;

use crate::exit::Exit;
use crate::terminal::ui::Ui;

/// Check the properties of heuristics
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  fifteen lab check manhattan --size 3x3
  fifteen lab check walking-distance --samples 20k")]
pub(crate) enum Command {
    Check(check::Args),
}

pub(crate) fn run(command: &Command, ui: &Ui) -> Result<Exit> {
    match command {
        Command::Check(args) => check::run(args, ui),
    }
}
