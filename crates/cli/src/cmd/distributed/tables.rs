//! The tables and threads of `split`, `work` and `distribute`.

use std::path::PathBuf;

use fifteen_solver::{Limits, Setup};

use crate::args::ThreadsArg;
use crate::terminal::interrupt;

/// The tables to search with, and the threads.
#[derive(Debug, clap::Args)]
pub(super) struct TableArgs {
    /// A table, or a folder of tables, to use instead of the default folders
    ///
    /// May be repeated.
    #[arg(long, value_name = "FILE|DIR")]
    pdb: Vec<PathBuf>,
    /// Check the digests of the tables first
    ///
    /// This reads the tables whole.
    #[arg(long, hide_short_help = true)]
    check: bool,
    #[command(flatten)]
    threads: ThreadsArg,
}

impl TableArgs {
    pub(super) fn threads(&self) -> usize {
        self.threads.count()
    }

    /// A builder with these tables and threads, which Ctrl-C stops.
    pub(super) fn setup(&self) -> Setup {
        let limits = Limits::cancelled_by(interrupt::flag());
        let (tables, threads) = (self.pdb.clone(), self.threads());
        Setup { tables, check: self.check, threads, limits, ..Setup::default() }
    }
}
