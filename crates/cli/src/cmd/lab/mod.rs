//! `fifteen lab`: examines heuristics, state spaces and published figures.

mod count;
mod heuristic;
mod reproduce;
mod tree;

use anyhow::Result;
use clap::Subcommand;

use crate::exit::Exit;
use crate::terminal::Ui;

/// Measure heuristics, count states, and reproduce published figures
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  fifteen lab heuristic manhattan --size 3x3
  fifteen lab count --size 3x3
  fifteen lab tree")]
pub(crate) enum Command {
    Heuristic(heuristic::Args),
    Count(count::Args),
    Tree(tree::Args),
    Reproduce(reproduce::Args),
}

pub(crate) fn run(command: &Command, ui: &Ui) -> Result<Exit> {
    match command {
        Command::Heuristic(args) => heuristic::run(args, ui),
        Command::Count(args) => count::run(args, ui),
        Command::Tree(args) => tree::run(args, ui),
        Command::Reproduce(args) => reproduce::run(args, ui),
    }
}
