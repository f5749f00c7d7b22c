//! `fifteen blocks`: sliding-block puzzles.

#[cfg_attr(not(feature = "pictures"), path = "no_picture.rs")]
mod picture;
mod select;
mod show;
mod solve;
mod text;

use crate::exit::{Exit, Failure};
use crate::terminal::ui::Ui;

/// Solve sliding-block puzzles: pieces and boards of any shape
#[derive(Debug, clap::Subcommand)]
#[command(after_help = "\
Examples:
  fifteen blocks solve docs/blocks.txt --metric any-path")]
pub(crate) enum Command {
    Solve(solve::Args),
}

pub(crate) fn run(command: &Command, ui: &Ui) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => solve::run(args, ui),
    }
}
