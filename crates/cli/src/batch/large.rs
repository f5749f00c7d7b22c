//! Solves the boards of more than 25 cells in a batch (`solve --within`). These boards are solved
//! by a separate search, which needs no tables.

use std::time::Instant;

use fifteen_solver::input::LargeGrid;
use fifteen_solver::puzzle::MAX_CELLS;
use fifteen_solver::record::{BoardRecord, RecordStatus};
use fifteen_solver::search::tiles::Percent;
use fifteen_solver::search::tiles::large::LargeBoard;
use fifteen_solver::{
    AnytimeEnd, AnytimeOptions, Goal, LimitKind, Metric, Path, Request, Status, Within,
};

use super::Batch;
use crate::record::Layout;
use crate::terminal::human;

/// Maximum number of nodes that a search with `--within any` generates if the user limits neither
/// its time nor its nodes. Generating this many nodes takes less than a second.
const NODES: u64 = 2_000_000;

impl Batch<'_> {
    /// Searches for a solution of a valid large board, and returns its record. If the options do
    /// not permit the search, the record contains an error message.
    pub(super) fn solve_large(&self, grid: &LargeGrid, request: &Request) -> BoardRecord {
        let invalid = |error: String| BoardRecord {
            algorithm: "beam".to_owned(),
            ..BoardRecord::invalid(0, None, error, request)
        };
        if !self.can_solve_large(request) {
            return invalid(
                "shortest solutions are for at most 25 cells; --within any finds one for more, and takes --goal, \
                 --letters, --print, --hint, --json, --csv, --threads and limits"
                    .to_owned(),
            );
        }
        let goal = request.setup.goal;
        let board = matches!(goal, Goal::Last | Goal::First)
            .then(|| grid.board(goal == Goal::First))
            .flatten();
        let Some(board) = board else {
            return invalid(format!(
                "a board of more than {MAX_CELLS} cells has the goals last and first"
            ));
        };
        let rows = grid.rows();
        let record = BoardRecord {
            size: Some(format!("{}x{}", rows[0].len(), rows.len())),
            ..invalid(String::new())
        };
        BoardRecord {
            large: Some(grid.clone()),
            ..self.search_large(&board, request, record)
        }
    }

    /// Returns whether the options permit the search of large boards.
    fn can_solve_large(&self, request: &Request) -> bool {
        // These layouts and pictures show the boards along the solution, which is possible only for
        // boards of at most 25 cells.
        let is_printable = !matches!(
            self.presentation.layout,
            Layout::Boards | Layout::Template(_)
        );
        request.ida.within.is_some()
            && is_printable
            && !self.draws_pictures
            && request.setup.algorithm.ida().is_some()
            && request.setup.metric == Metric::SingleTile
            && request.setup.heuristic.is_none()
            && request.setup.order.is_none()
            && request.ida.all.is_none()
    }

    /// Returns the record of a large board, completed with the outcome of its search.
    fn search_large(
        &self,
        board: &LargeBoard,
        request: &Request,
        record: BoardRecord,
    ) -> BoardRecord {
        let started = Instant::now();
        let is_any = request.ida.within == Some(Within::Any);
        let mut limits = request.limits_from_now();
        if is_any && request.time.is_none() {
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
        let Some(outcome) = outcome else {
            let error = "wrong parity: two tiles seem swapped";
            return BoardRecord {
                status: RecordStatus::Unsolvable,
                error: Some(error.to_owned()),
                ..record
            };
        };
        let stopped = match outcome.status {
            Status::Limit(LimitKind::Interrupted) => Some(LimitKind::Interrupted),
            // With `--within any`, the user accepts every solution. If one has been found, a limit
            // has only ended the attempts to find a shorter one.
            Status::Limit(_) if is_any && outcome.moves.is_some() => Some(LimitKind::Gap),
            Status::Limit(kind) => Some(kind),
            _ => None,
        };
        let letters = |path: &Path| path.letters(request.convention);
        BoardRecord {
            status: if outcome.shortest {
                RecordStatus::Solved
            } else {
                RecordStatus::Limit
            },
            length: outcome.length.filter(|_| outcome.shortest),
            moves: outcome.moves.as_ref().map(letters),
            bound: Some(outcome.bound),
            upper: outcome.length,
            gap: outcome.length.map(|length| length - outcome.bound),
            h0: Some(outcome.h0),
            generated: Some(outcome.generated),
            seconds: Some(started.elapsed().as_secs_f64()),
            peak_bytes: Some(outcome.peak_bytes),
            mode: request.ida.mode.name(),
            threads: request.ida.threads.count(),
            stopped,
            path: outcome.moves,
            error: None,
            shortest: outcome.shortest,
            ..record
        }
    }
}
