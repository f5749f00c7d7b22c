//! Options that several commands share.

mod algorithm;
mod limits;
mod request;

pub(crate) use self::algorithm::{algorithm, mode};
pub(crate) use self::limits::{LimitArgs, bytes, seconds};
pub(crate) use self::request::validated;

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
