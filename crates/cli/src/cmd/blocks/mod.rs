//! `fifteen blocks`: solves and analyses sliding-block puzzles.

mod compare;
mod convert;
mod design;
mod picture;
mod shared;
mod solve;
mod text;

use anyhow::Result;

use crate::exit::Exit;
use crate::terminal::ui::Ui;

/// Solve and design sliding-block puzzles of any shape
#[derive(Debug, clap::Subcommand)]
#[command(after_help = "\
Examples:
  fifteen blocks solve data/blocks.txt --name \"L'Ane Rouge\" --metric any-path")]
pub(crate) enum Command {
    Solve(solve::Args),
    Check(design::CheckArgs),
    Convert(convert::Args),
    Hardest(design::HardestArgs),
}

pub(crate) fn run(command: &Command, ui: &Ui) -> Result<Exit> {
    // SAFETY: The command has just started, so no other thread exists that could allocate memory.
    unsafe { fifteen_solver::resources::system_memory::map_large_allocations() };
    match command {
        Command::Solve(args) => solve::run(args, ui),
        Command::Check(args) => design::check(args, ui),
        Command::Convert(args) => convert::run(args, ui),
        Command::Hardest(args) => design::hardest(args, ui),
    }
}
