//! Options that say which search is meant: `--size`, `--goal`, `--heuristic`, `--pdb`, `--letters`.

use std::path::PathBuf;

use fifteen_solver::puzzle::GoalError;
use fifteen_solver::{Board, Convention, Goal, HeuristicKind, HeuristicSpec, Size};

use super::names::{convention, goal, heuristic, size};

/// The goal, and the size of what does not show its own.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct GoalArgs {
    /// Width x height, where boards do not show it [default: the goal's, else 4x4]
    #[arg(long, value_name = "WxH", value_parser = size(), hide_possible_values = true)]
    pub size: Option<Size>,
    #[arg(long, value_name = "G", value_parser = goal(), hide_possible_values = true, help = goal_help())]
    goal: Option<String>,
}

fn goal_help() -> String {
    let names = Goal::NAMED.iter().filter_map(|goal| goal.name()).map(|(name, order)| format!("{name} ({order}), "));
    format!("The goal: {}or a board", names.collect::<String>())
}

impl GoalArgs {
    /// The goal asked for, else the default one.
    pub(crate) fn goal(&self) -> Result<Goal, GoalError> {
        self.given().map(Option::unwrap_or_default)
    }

    /// The goal asked for.
    pub(crate) fn given(&self) -> Result<Option<Goal>, GoalError> {
        self.goal.as_ref().map(|text| Goal::parse(text, self.size)).transpose()
    }

    /// The goal as a board: of the size asked for, else of its own, else of 4x4.
    pub(crate) fn board(&self) -> Result<Board, GoalError> {
        let goal = self.goal()?;
        goal.board(goal.size(self.size))
    }
}

/// The tables to use.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct TablesArg {
    /// A table, or a folder of tables, to use instead of the default folders
    ///
    /// May be repeated. Without it the folders are $FIFTEEN_PDB_DIR, data/pdb of the checkout, and the user's data
    /// folder: `fifteen pdb list` shows them.
    #[arg(long, hide_short_help = true, value_name = "FILE|DIR")]
    pub pdb: Vec<PathBuf>,
}

/// The heuristic of a search.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct HeuristicArg {
    /// The heuristic: manhattan, 7-8, manhattan+6-6-3, ...
    #[arg(long, value_name = "H", value_parser = heuristic(), hide_possible_values = true)]
    #[arg(long_help = heuristic_help())]
    pub heuristic: Option<HeuristicSpec>,
}

fn heuristic_help() -> String {
    format!(
        "The heuristic: manhattan, 7-8, manhattan+6-6-3, ...\n\nOne of {}; a partition (7-8, 7-8:additive, \
         7-8:no-reflection, 1-8/9-15); a collection of partitions (7-8x2, or a file as in ./mine.txt); or several \
         joined by '+' for their maximum.\n\n[default: the strongest tables found]",
        HeuristicKind::ALL.map(HeuristicKind::name).join(", ")
    )
}

/// The meaning of the letters of moves.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct LettersArg {
    /// The direction that U, D, L, R mean: the tile's, or the blank's
    ///
    /// [default: tile; `apply` and `analyse` say if only the blank's fits the board]
    #[arg(long, hide_short_help = true, value_name = "tile|blank", value_parser = convention(),
        hide_possible_values = true)]
    pub letters: Option<Convention>,
}

impl LettersArg {
    /// The meaning asked for, else the tile's.
    pub(crate) fn convention(self) -> Convention {
        self.letters.unwrap_or_default()
    }
}
