//! Runs background searches: one from the start board and one from the current board, each on its
//! own thread and with its own stop flag.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};

use anyhow::{Result, anyhow};
use fifteen_solver::{
    Algorithm, AnytimeEnd, AnytimeOptions, Board, Limits, Path, SearchEvent, Setup, Size, Solver,
    Status, Threads, TileIda,
};

use crate::advice::advised;

/// The board from which a search starts. A new search stops the previous one from the same root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SearchRoot {
    /// The starting board of the game. A search from here finds the length of a shortest solution.
    Start,
    /// The player's current board. A search from here finds a hint, or a solution to play back.
    Current,
}

/// An event reported by a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum GameSearchEvent {
    /// A lower bound on the number of moves from the board.
    Bound(Board, u32),
    /// A solution from the board that is shorter than all earlier ones.
    Solution {
        board: Board,
        path: Path,
        is_shortest: bool,
    },
    /// The search failed with this message.
    Failed(String),
}

/// Maximum memory for the nodes of one search: 512 MiB, in bytes.
const MEMORY: u64 = 512 << 20;

type OpenedSolver = Result<Solver, String>;

/// The background searches of a game. Dropping this value stops them.
pub(crate) struct BackgroundSearches {
    setup: Setup,
    size: Size,
    /// The solver, opened by [`BackgroundSearches::open`] or by the first search.
    solver: Arc<OnceLock<OpenedSolver>>,
    stop: [Arc<AtomicBool>; 2],
    sender: Sender<GameSearchEvent>,
    receiver: Receiver<GameSearchEvent>,
    threads: Vec<JoinHandle<()>>,
}

impl BackgroundSearches {
    pub(crate) fn new(setup: Setup, size: Size) -> Self {
        let (sender, receiver) = mpsc::channel();
        Self {
            setup,
            size,
            solver: Arc::default(),
            stop: Default::default(),
            sender,
            receiver,
            threads: Vec::new(),
        }
    }

    /// Opens the solver now, so that errors are reported before the first search.
    pub(crate) fn open(&self) -> Result<()> {
        let opened = self.solver.get_or_init(|| open(&self.setup, self.size));
        opened.as_ref().map(|_| ()).map_err(|why| anyhow!("{why}"))
    }

    /// Stops the previous search from the same root, and starts a search from `board`.
    pub(crate) fn begin(&mut self, root: SearchRoot, board: Board) -> Result<()> {
        self.stop(root);
        let stop = Arc::new(AtomicBool::new(false));
        self.stop[root as usize] = Arc::clone(&stop);
        let (setup, size, solver) = (self.setup.clone(), self.size, Arc::clone(&self.solver));
        let sender = self.sender.clone();
        let work = move || {
            let opened = solver.get_or_init(|| open(&setup, size));
            let event = match opened {
                Ok(solver) => search(solver, board, stop, &sender),
                Err(error) => Some(GameSearchEvent::Failed(error.clone())),
            };
            // Sending fails only after the game has ended, when its events are no longer needed.
            let _ = event.map(|event| sender.send(event));
        };
        let thread = thread::Builder::new().name("search".to_owned()).spawn(work);
        let thread =
            thread.map_err(|error| anyhow!("cannot start a thread for a search: {error}"))?;
        self.threads.push(thread);
        Ok(())
    }

    /// Asks the search from this root to stop. It may still report results that it has already
    /// found.
    pub(crate) fn stop(&self, root: SearchRoot) {
        self.stop[root as usize].store(true, Ordering::Relaxed);
    }

    /// Returns the events reported since the last call.
    pub(crate) fn events(&mut self) -> Result<Vec<GameSearchEvent>> {
        for thread in self.threads.extract_if(.., |thread| thread.is_finished()) {
            thread
                .join()
                .map_err(|_| anyhow!("the search failed because of a bug in this program"))?;
        }
        Ok(self.receiver.try_iter().collect())
    }
}

impl Drop for BackgroundSearches {
    fn drop(&mut self) {
        self.stop(SearchRoot::Start);
        self.stop(SearchRoot::Current);
    }
}

fn open(setup: &Setup, size: Size) -> OpenedSolver {
    let anytime = AnytimeOptions {
        threads: Threads::All,
        end: AnytimeEnd::Proof,
    };
    let setup = Setup {
        algorithm: Algorithm::Ida(TileIda::Anytime(anytime)),
        ..setup.clone()
    };
    setup
        .open(size)
        .map_err(|error| advised(&error, error.remedy()))
}

/// Searches for a shortest solution, and sends each new bound and solution to `sender`. Returns the
/// last event, which is a shortest solution or an error, or `None` if the search was stopped.
fn search(
    solver: &Solver,
    board: Board,
    stop: Arc<AtomicBool>,
    sender: &Sender<GameSearchEvent>,
) -> Option<GameSearchEvent> {
    let limits = Limits {
        memory: Some(MEMORY),
        ..Limits::cancelled_by(stop)
    };
    let solution = |path, is_shortest| GameSearchEvent::Solution {
        board,
        path,
        is_shortest,
    };
    let found = solver.solve_with_events(&board, &limits, &mut |event| {
        let event = match event {
            SearchEvent::Iteration(iteration) => GameSearchEvent::Bound(board, iteration.bound),
            SearchEvent::Solution { path, .. } => solution(path, false),
            _ => return,
        };
        let _ = sender.send(event);
    });
    match found {
        Ok(found) => found
            .moves
            .filter(|_| found.status == Status::Solved)
            .map(|path| solution(path, true)),
        Err(error) => Some(GameSearchEvent::Failed(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fifteen_solver::{HeuristicKind, notation};

    /// Waits for the search threads, and returns the boards and lengths of the shortest solutions
    /// reported.
    fn found(searches: &mut BackgroundSearches) -> Vec<(Board, usize)> {
        for thread in searches.threads.drain(..) {
            thread.join().unwrap();
        }
        let shortest = |event| match event {
            GameSearchEvent::Solution {
                board,
                path,
                is_shortest: true,
            } => Some((board, path.len())),
            _ => None,
        };
        searches
            .events()
            .unwrap()
            .into_iter()
            .filter_map(shortest)
            .collect()
    }

    #[test]
    fn a_new_search_stops_the_previous_one() {
        // A board that is far too hard to solve without a heuristic.
        let hard = notation::parse("0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1", None).unwrap();
        let easy = notation::parse("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15", None).unwrap();
        let mut searches =
            BackgroundSearches::new(Setup::with_heuristic(HeuristicKind::Zero), hard.size());
        searches.begin(SearchRoot::Current, hard).unwrap();
        searches.begin(SearchRoot::Current, easy).unwrap();
        assert_eq!(found(&mut searches), [(easy, 1)]);
    }
}
