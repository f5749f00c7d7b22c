//! Searches on threads of their own, each of which can be stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};

use fifteen_solver::{Board, Iteration, Mode, Options, Path, Size, Solver, SolverBuilder};

use crate::PlayError;

/// What a search is for; there is at most one for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The fewest moves from the start.
    Start,
    /// The way on from where the player is.
    Here,
}

/// What a search has to tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum News {
    /// Every solution of the board has at least so many moves.
    Bound(Board, u32),
    /// A shortest solution of the board.
    Found(Board, Path),
    /// There will be none.
    Failed(String),
}

type Opened = Result<Solver, String>;

/// The searches of a game; they are told to stop when this is dropped.
pub(crate) struct Searches {
    builder: SolverBuilder,
    size: Size,
    /// Opened by the first search that needs it, unless that was done before.
    solver: Arc<OnceLock<Opened>>,
    stop: [Arc<AtomicBool>; 2],
    sender: Sender<News>,
    receiver: Receiver<News>,
    threads: Vec<JoinHandle<()>>,
}

impl Searches {
    pub(crate) fn new(builder: SolverBuilder, size: Size) -> Self {
        let (sender, receiver) = mpsc::channel();
        Self { builder, size, solver: Arc::default(), stop: Default::default(), sender, receiver, threads: Vec::new() }
    }

    /// Opens the solver now, so that what is wrong with it is known.
    pub(crate) fn open(&self) -> Result<(), PlayError> {
        let opened = self.solver.get_or_init(|| open(&self.builder, self.size));
        opened.as_ref().map(|_| ()).map_err(|error| PlayError::Solver(error.clone()))
    }

    /// Begins to search a board, instead of whatever was searched for that purpose.
    pub(crate) fn begin(&mut self, purpose: Purpose, board: Board) -> Result<(), PlayError> {
        self.stop(purpose);
        let stop = Arc::new(AtomicBool::new(false));
        self.stop[purpose as usize] = Arc::clone(&stop);
        let (builder, size, solver) = (self.builder.clone(), self.size, Arc::clone(&self.solver));
        let sender = self.sender.clone();
        let work = move || {
            let opened = solver.get_or_init(|| open(&builder, size));
            let news = match opened {
                Ok(solver) => search(solver, board, stop, &sender),
                Err(error) => Some(News::Failed(error.clone())),
            };
            // Nobody listens once the game is over.
            let _ = news.map(|news| sender.send(news));
        };
        let thread = thread::Builder::new().name("search".to_owned()).spawn(work);
        self.threads.push(thread.map_err(PlayError::Thread)?);
        Ok(())
    }

    /// Stops the search for that purpose soon; it may still tell what it had found.
    pub(crate) fn stop(&self, purpose: Purpose) {
        self.stop[purpose as usize].store(true, Ordering::Relaxed);
    }

    /// What there is to tell by now.
    pub(crate) fn news(&mut self) -> Result<Vec<News>, PlayError> {
        for thread in self.threads.extract_if(.., |thread| thread.is_finished()) {
            thread.join().map_err(|_| PlayError::Search)?;
        }
        Ok(self.receiver.try_iter().collect())
    }
}

impl Drop for Searches {
    fn drop(&mut self) {
        self.stop(Purpose::Start);
        self.stop(Purpose::Here);
    }
}

fn open(builder: &SolverBuilder, size: Size) -> Opened {
    builder.open(size).map_err(|error| error.to_string())
}

/// Searches to the end; nothing if it was stopped.
fn search(solver: &Solver, board: Board, stop: Arc<AtomicBool>, sender: &Sender<News>) -> Option<News> {
    let mut options = Options::default();
    options.mode = Mode::Fast { threads: fifteen_solver::batch::threads_or_all(0) };
    options.cancel = Some(stop);
    let found = solver.solve_watched(&board, &options, &mut |iteration: &Iteration| {
        let _ = sender.send(News::Bound(board, iteration.bound));
    });
    match found {
        Ok(solution) => solution.moves.map(|path| News::Found(board, path)),
        Err(error) => Some(News::Failed(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fifteen_solver::{HeuristicKind, notation};

    fn searches(heuristic: HeuristicKind, size: &str) -> Searches {
        Searches::new(Solver::builder().heuristic(heuristic), size.parse().unwrap())
    }

    /// What is told until the threads have ended.
    fn all_news(searches: &mut Searches) -> Vec<News> {
        for thread in searches.threads.drain(..) {
            thread.join().unwrap();
        }
        searches.news().unwrap()
    }

    #[test]
    fn a_board_is_solved_on_another_thread() {
        let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
        let mut searches = searches(HeuristicKind::Manhattan, "3x3");
        searches.open().unwrap();
        searches.begin(Purpose::Start, board).unwrap();
        let news = all_news(&mut searches);
        assert!(matches!(&news[..], [News::Bound(b, _), .., News::Found(_, path)] if *b == board && path.len() == 31));
    }

    #[test]
    fn the_next_search_ends_the_last() {
        // Far too hard without a heuristic.
        let hard = notation::parse("0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1", None).unwrap();
        let easy = notation::parse("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15", None).unwrap();
        let mut searches = searches(HeuristicKind::Zero, "4x4");
        searches.begin(Purpose::Here, hard).unwrap();
        searches.begin(Purpose::Here, easy).unwrap();
        let news = all_news(&mut searches);
        assert!(
            news.contains(&News::Found(easy, Path::parse("L", fifteen_solver::Convention::Tile).unwrap())),
            "{news:?}"
        );
        assert!(!news.iter().any(|n| matches!(n, News::Found(board, _) if *board == hard)));
    }

    #[test]
    fn what_is_wrong_is_told() {
        let builder = Solver::builder().tables("/there/is/no/such/folder");
        let mut searches = Searches::new(builder, "4x4".parse().unwrap());
        searches
            .begin(Purpose::Start, notation::parse("1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15", None).unwrap())
            .unwrap();
        assert!(matches!(&all_news(&mut searches)[..], [News::Failed(_)]));
        assert!(searches.open().is_err());
    }
}
