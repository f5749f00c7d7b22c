//! Solves the boards of more than 25 cells in a batch (`solve --within`). These boards are solved
//! by a separate search, which needs no tables.

use std::time::Instant;

use fifteen_solver::input::LargeGrid;
use fifteen_solver::puzzle::MAX_CELLS;
use fifteen_solver::record::BoardRecord;
use fifteen_solver::search::tiles::Percent;
use fifteen_solver::search::tiles::large::{LargeBoard, MOST_CELLS};
use fifteen_solver::{AnytimeEnd, AnytimeOptions, Goal, Request, Within};

use super::Batch;
use crate::args;
use crate::record::Layout;
use crate::terminal::human;

/// Maximum number of nodes that a search with `--within any` generates if the user limits neither
/// its time nor its nodes. Generating this many nodes takes less than a second.
const NODES: u64 = 2_000_000;

impl Batch<'_> {
    /// Searches for a solution of a valid large board, and returns the board's record. If the
    /// options do not permit the search, the record contains an error message.
    pub(super) fn solve_large(&self, grid: &LargeGrid, request: &Request) -> BoardRecord {
        let invalid = |error: String| BoardRecord {
            algorithm: BoardRecord::LARGE_ALGORITHM.to_owned(),
            ..BoardRecord::invalid(0, None, error, request)
        };
        let allowed = request
            .validate_large()
            .map_err(|error| error.spelled(args::option))
            .and_then(|()| self.check_large_output());
        if let Err(error) = allowed {
            return invalid(error);
        }
        match grid.board(request.setup.goal == Goal::First) {
            Some(board) => self.search_large(grid, &board, request),
            None => invalid(format!("this board has more than {MOST_CELLS} cells")),
        }
    }

    /// Returns an error if the output needs the board after each move. These boards are available
    /// only for puzzles of at most 25 cells.
    fn check_large_output(&self) -> Result<(), String> {
        let refused = match self.presentation.layout {
            Layout::Boards => "--show is",
            Layout::Template(_) => "--format is",
            _ if self.draws_pictures => "--svg and --gif are",
            _ => return Ok(()),
        };
        Err(format!("{refused} for boards of at most {MAX_CELLS} cells"))
    }

    /// Searches for a solution of a large board, and returns the board's record.
    fn search_large(&self, grid: &LargeGrid, board: &LargeBoard, request: &Request) -> BoardRecord {
        let started = Instant::now();
        let mut limits = request.limits_from_now();
        if request.ida.within == Some(Within::Any) && request.time.is_none() {
            limits.nodes = limits.nodes.or(Some(NODES));
        }
        let end = match request.ida.within {
            Some(Within::Percent(percent)) => Percent::new(percent).map(AnytimeEnd::Within),
            _ => None,
        };
        let options = AnytimeOptions {
            threads: request.ida.threads,
            end: end.unwrap_or(AnytimeEnd::Proof),
        };
        let outcome = board.search(options, &limits, &mut |path| {
            self.ui
                .verbose(human::counted(path.len() as u64, "move", "moves"));
        });
        BoardRecord::of_large(0, grid, outcome, started.elapsed().as_secs_f64(), request)
    }
}
