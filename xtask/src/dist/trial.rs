//! A finished command, tried: its help and one hard board.

use std::process::Command;

use super::stage::output;
use crate::Result;

/// A board of the README, and its shortest length.
const BOARD: &str = "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2";
const LENGTH: u64 = 52;

/// Runs the command that `start` makes, twice: it must print its help, and solve a board in the known number of moves.
pub(super) fn of(start: impl Fn() -> Command) -> Result<()> {
    let help = output(start().arg("--help"))?;
    if !help.contains("solve") {
        return Err(format!("{:?} --help does not name the command solve", start()).into());
    }
    let record: serde_json::Value = serde_json::from_str(&output(start().args(["solve", "--json", BOARD]))?)?;
    match record["length"].as_u64() {
        Some(LENGTH) => Ok(()),
        _ => Err(format!("{:?} solves {BOARD} in {} moves; expected {LENGTH}", start(), record["length"]).into()),
    }
}
