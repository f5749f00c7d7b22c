//! The search for a shortest solution of a position, on a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use fifteen_solver::blocks::{BlockOptions, BlockOutcome, Puzzle, solve};

use crate::PlayError;

/// A running search; dropped, it stops.
pub(super) struct PositionSearch {
    stop: Arc<AtomicBool>,
    outcome: Receiver<Result<BlockOutcome, String>>,
}

impl PositionSearch {
    /// Starts the search for a solution of a puzzle.
    pub(super) fn begin(puzzle: &Puzzle, options: &BlockOptions) -> Result<Self, PlayError> {
        let stop = Arc::new(AtomicBool::new(false));
        let (puzzle, mut options) = (puzzle.clone(), options.clone());
        options.limits.cancel = Some(Arc::clone(&stop));
        let (sender, outcome) = mpsc::channel();
        let work = move || {
            let found = solve(&puzzle, &options, &mut |_| ()).map_err(|error| error.to_string());
            // Nobody waits for a search that was stopped.
            drop(sender.send(found));
        };
        thread::Builder::new().spawn(work).map_err(PlayError::Thread)?;
        Ok(PositionSearch { stop, outcome })
    }

    /// The outcome of a search that has ended since it was last asked for; the search is then gone.
    pub(super) fn ended(search: &mut Option<Self>) -> Result<Option<Result<BlockOutcome, String>>, PlayError> {
        let Some(running) = search else { return Ok(None) };
        match running.outcome.try_recv() {
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(PlayError::Search),
            Ok(found) => {
                *search = None;
                Ok(Some(found))
            }
        }
    }
}

impl Drop for PositionSearch {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
