//! Options that several commands share.

mod algorithm;
mod goal;
mod limits;
mod names;
mod number;
mod request;

pub(crate) use self::algorithm::{algorithm, mode, pages};
pub(crate) use self::goal::{GoalArgs, HeuristicArg, LettersArg, TablesArg};
pub(crate) use self::limits::LimitArgs;
pub(crate) use self::names::{builtin_heuristic, collection, goal, heuristic, kind, metric, partition, set};
pub(crate) use self::number::{Within, bytes, number, number_in, time, within};
pub(crate) use self::request::{notes, solvable_with, validated};

use fifteen_solver::Pages;

/// The number of threads.
#[derive(Debug, clap::Args)]
pub(crate) struct ThreadsArg {
    /// Threads to work with; by default one for each core
    #[arg(long, value_name = "N", value_parser = number_in::<u16>(1..=1024))]
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

/// The memory pages of tables.
#[derive(Debug, clap::Args)]
pub(crate) struct PagesArg {
    /// The memory pages of tables
    ///
    /// Large pages make searches in large tables faster, most of all beside other work. They take as much memory as the
    /// tables, and are there on Linux only. With auto, a table that takes more than half of the available memory is
    /// mapped.
    #[arg(long, hide_short_help = true, value_name = "PAGES", value_parser = pages(), default_value = "auto")]
    pub pages: Pages,
}

/// The number that was written after an option whose value follows an equals sign, as in `--all 5`.
pub(crate) fn detached_number(option: &str) -> Option<String> {
    let words: Vec<_> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut pairs = words.windows(2);
    pairs.find(|pair| pair[0] == option && pair[1].bytes().all(|b| b.is_ascii_digit())).map(|pair| pair[1].clone())
}

/// The words of boards, and the moves after them.
pub(crate) fn board_and_moves(words: &[String]) -> (&[String], &[String]) {
    words.split_at(words.iter().rposition(|word| !is_moves(word)).map_or(0, |last| last + 1))
}

/// True for a word that consists of moves, perhaps with numbers: it begins with a letter, and boards in hexadecimal
/// have no U, L or R.
fn is_moves(word: &str) -> bool {
    let begins = word.trim_start().starts_with(|c| "UDLRudlr".contains(c));
    begins && word.chars().all(|c| "UDLRudlr ".contains(c) || c.is_ascii_digit())
}
