//! The command line as a whole, and options that several commands share.

mod algorithm;
mod limits;

use clap::{Parser, Subcommand};

pub(crate) use self::algorithm::{AlgorithmName, ModeName};
pub(crate) use self::limits::{LimitArgs, bytes, seconds};
use crate::cmd::{bench, blocks, count, merge, pages, pdb, play, random, reproduce, serve, solve, split, tree, work};
use crate::color::When;

/// Help is no wider than this, however wide the terminal is.
pub(crate) const WIDEST_HELP: usize = 100;

/// Shortest solutions of sliding puzzles
#[derive(Debug, Parser)]
#[command(name = "fifteen", bin_name = "fifteen", version, max_term_width = WIDEST_HELP, after_help = AFTER)]
pub(crate) struct Cli {
    /// Say nothing but results and errors
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// When texts have colours
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    pub color: When,
    #[command(subcommand)]
    pub command: Command,
}

const AFTER: &str = "\
Boards are numbers row by row, 0 for the blank; '/' may end a row.

Examples:
  fifteen solve \"15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2\"
  fifteen play --size 3x3
  fifteen pdb build
  fifteen help solve

Exit codes: 0 all done; 1 something was unsolvable, or stopped at a limit, or was interrupted; 2 bad usage, input or file.";

#[cfg(test)]
mod tests;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(solve::Args),
    Play(play::Args),
    Bench(bench::Args),
    Tree(tree::Args),
    Count(count::Args),
    Reproduce(reproduce::Args),
    Random(random::Args),
    #[command(subcommand)]
    Pdb(pdb::Command),
    #[command(subcommand)]
    Blocks(blocks::Command),
    Serve(serve::Args),
    Split(split::Args),
    Work(work::Args),
    Merge(merge::Args),
    Completions(pages::CompletionsArgs),
    Man(pages::ManArgs),
}

/// The number of threads.
#[derive(Debug, clap::Args)]
pub(crate) struct ThreadsArg {
    /// Threads to work with; by default one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadsArg {
    pub(crate) fn is_given(&self) -> bool {
        self.threads.is_some()
    }

    /// No more than there is memory for.
    pub(crate) fn count(&self) -> usize {
        fifteen_solver::batch::threads_or_all(self.threads.map_or(0, usize::from))
    }
}
