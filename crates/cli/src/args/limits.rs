//! The limits of a search: `--node-limit`, `--time-limit`, `--depth-limit`, `--memory-limit`.

use std::time::Duration;

use fifteen_solver::Options;

use crate::memory;
use crate::terminal::interrupt;

/// The limits of a search.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct LimitArgs {
    /// Give up after generating N nodes
    #[arg(long, value_name = "N")]
    pub node_limit: Option<u64>,
    /// Give up after S seconds for a board
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Look for no solution of more than D moves
    #[arg(long, value_name = "D")]
    pub depth_limit: Option<u32>,
    /// Give up before the nodes and states of all boards in work take more memory: 500M, 8G
    /// [default: half of the memory that is available]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
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

    /// The options of searches of which `at_a_time` run side by side.
    pub(crate) fn options(&self, at_a_time: usize) -> Options {
        Options {
            nodes: self.node_limit,
            time: self.time_limit,
            depth: self.depth_limit,
            memory: Some(self.memory() / at_a_time.max(1) as u64),
            cancel: Some(interrupt::flag()),
            ..Options::default()
        }
    }
}

/// A time in seconds, with decimals.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) => Ok(duration),
        Err(_) if seconds.is_nan() => Err("not a number of seconds".to_owned()),
        Err(_) if seconds < 0.0 => Err("a time limit cannot be negative".to_owned()),
        Err(_) => Err("too many seconds; without the option there is no limit".to_owned()),
    }
}

/// Bytes with an optional suffix: `K`, `M`, `G`, `T` in powers of 1000, with an `i` of 1024; a final `B` may follow.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let wrong = || "not a size; write bytes, or 500M, 8G, 8GiB".to_owned();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, suffix) = text.split_at(digits);
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let suffix = suffix.trim().to_ascii_uppercase();
    let suffix = suffix.strip_suffix('B').unwrap_or(&suffix);
    let (letter, base) = suffix.strip_suffix('I').map_or((suffix, 1000f64), |letter| (letter, 1024.0));
    let power = ["", "K", "M", "G", "T"].iter().position(|&l| l == letter).ok_or_else(wrong)?;
    Ok((number * base.powi(power as i32)) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_as_people_write_them() {
        let read: Vec<_> = ["0", "12345", "4k", "500M", "1.5G", "8GB", "2GiB", "1KiB", "1T"].map(bytes).into();
        let expected = [0, 12_345, 4000, 500_000_000, 1_500_000_000, 8_000_000_000, 2 << 30, 1024, 1_000_000_000_000];
        assert_eq!(read, expected.map(Ok));
        for bad in ["", "G", "lots", "-1", "1X", "1.2.3G", "5 apples"] {
            assert!(bytes(bad).is_err(), "{bad}");
        }
    }
}
