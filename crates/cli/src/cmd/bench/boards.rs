//! `--set`: the boards of a benchmark, by the name of a set or from a file.

use std::path::PathBuf;

use anyhow::{Result, anyhow};
use fifteen_lab::InstanceSet;
use fifteen_solver::Size;

use super::SearchArgs;
use crate::input::{BoardFiles, Boards, Source, prefix};
use crate::terminal::Ui;

/// The boards.
pub(super) fn set(args: &SearchArgs, ui: &Ui) -> Result<InstanceSet> {
    let (size, goal) = (args.goal.size, args.goal.given()?);
    if let Some(set) = InstanceSet::named(&args.set, size, goal)? {
        return Ok(set);
    }
    let goal = goal.unwrap_or_default();
    let mut boards = Vec::new();
    let path = PathBuf::from(&args.set);
    let files = BoardFiles::open(vec![Source::File(path)], size.or(goal.own_size()), 0, ui).map_err(|_| {
        let names = InstanceSet::NAMES.join(", ");
        anyhow!("{} is not a set: there are {names}, random:N:SEED, and files", args.set)
    })?;
    for (line, board) in Boards::Read(Box::new(files)).all()? {
        let bad = |error: String| anyhow!("{}{error}", prefix(&line));
        let first = boards.first().unwrap_or(&board).size();
        if board.size() != first {
            return Err(bad(format!(
                "found a {} board, expected a {first} board as before; a set has boards of one size",
                board.size()
            )));
        }
        fifteen_solver::puzzle::parity::check(&board, &goal.board(first)?).map_err(|e| bad(e.to_string()))?;
        boards.push(board);
    }
    let size = boards.first().map_or(Size::FIFTEEN, fifteen_solver::Board::size);
    Ok(InstanceSet::of_boards(&args.set, size, goal, boards)?)
}
