//! `fifteen pdb list`: the tables that are found, or the headers of tables that are named.

mod headers;
mod overview;

use std::path::PathBuf;

use crate::args::{GoalArgs, TablesArg};
use crate::exit::Exit;
use crate::output::FormatArg;
use crate::terminal::Ui;
use anyhow::Result;

/// Show which tables are found, and what could be built; or describe tables
///
/// Without FILE or DIR: every folder in which tables are looked for, in order, with its tables. For each size it names
/// the heuristic that `solve` uses by default, the reason, and the partitions and collections that could be built: what
/// they cost, what they bring, and the command that builds them.
///
/// With FILE or DIR: the headers of these tables. In JSON and CSV they have the histogram too: the number of entries at
/// each distance.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen pdb list
  fifteen pdb list --size 5x4 --goal first
  fifteen pdb list --csv data/pdb > tables.csv
  fifteen pdb list --json data/pdb/4x4_zero-aware_2-4.pdb")]
pub(crate) struct Args {
    /// Tables, plain or packed, or folders of tables, to describe
    #[arg(value_name = "FILE|DIR", conflicts_with_all = ["size", "goal", "pdb"])]
    files: Vec<PathBuf>,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    tables: TablesArg,
    #[command(flatten)]
    output: FormatArg,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let format = args.output.format();
    if args.files.is_empty() {
        overview::print(&args.goal, &args.tables.pdb, format)
    } else {
        headers::print(&args.files, format, ui)
    }
}
