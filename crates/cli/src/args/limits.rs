//! The limits of a search: `--node-limit`, `--time-limit`, `--depth-limit`, `--memory-limit`.

use std::time::Duration;

use fifteen_solver::{Limits, Options};

use super::number::{bytes, number, time};
use crate::memory;
use crate::terminal::interrupt;

/// The limits of a search.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct LimitArgs {
    /// Give up after generating N nodes
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = number::<u64>)]
    pub node_limit: Option<u64>,
    /// Give up after a time for each board
    ///
    /// A number of seconds, or with units: 90, 90s, 1m.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub time_limit: Option<Duration>,
    /// Look for no solution of more than D moves
    #[arg(long, hide_short_help = true, value_name = "D", value_parser = number::<u32>)]
    pub depth_limit: Option<u32>,
    /// Give up before the nodes and states of all boards in work take more memory
    ///
    /// A size such as 500M or 8G.
    ///
    /// [default: half of the memory that is available]
    #[arg(long, hide_short_help = true, value_name = "SIZE", value_parser = bytes)]
    pub memory_limit: Option<u64>,
}

impl LimitArgs {
    /// Tells whether a limit was given at which a search may end without a solution.
    pub(crate) fn any(&self) -> bool {
        self.node_limit.is_some() || self.time_limit.is_some() || self.depth_limit.is_some()
    }

    /// The bytes that the whole command may take for nodes, states, and tables that it builds.
    pub(crate) fn memory(&self) -> u64 {
        self.memory_limit.unwrap_or_else(memory::default_limit)
    }

    /// The limits of building tables.
    pub(crate) fn of_tables(&self) -> Limits {
        Limits { memory: Some(self.memory()), cancel: Some(interrupt::flag()), ..Limits::default() }
    }

    /// The options of searches of which `at_a_time` run side by side.
    pub(crate) fn options(&self, at_a_time: usize) -> Options {
        let limits = Limits {
            nodes: self.node_limit,
            depth: self.depth_limit,
            memory: Some(self.memory() / at_a_time.max(1) as u64),
            ..self.of_tables()
        };
        Options { limits, time: self.time_limit, ..Options::default() }
    }
}
