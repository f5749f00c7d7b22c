//! Solvers, opened one at a time on a thread that may wait.

use std::sync::Arc;

use fifteen_questions::{Failure, Opened};
use fifteen_solver::{Request, Size};
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;

use crate::error::Error;
use crate::limits::Config;

/// The solvers that are open.
pub(crate) struct Solvers {
    solvers: Arc<fifteen_questions::Solvers>,
    /// One solver is opened at a time; a client that leaves while it waits for its turn opens nothing.
    turn: Mutex<()>,
}

impl Solvers {
    pub(crate) fn new(config: &Config) -> Self {
        Self { solvers: Arc::new(fifteen_questions::Solvers::new(&config.tables)), turn: Mutex::new(()) }
    }

    /// The names of heuristics that can be used at once.
    pub(crate) fn available(&self) -> Vec<String> {
        self.solvers.available()
    }

    /// The solver of a request for boards of that size.
    ///
    /// # Errors
    /// If the heuristic cannot be opened, or is a file.
    pub(crate) async fn get(&self, request: Request, size: Size) -> Result<Opened, Error> {
        if let Some(known) = self.solvers.known(&request, size)? {
            return Ok(known);
        }
        let _turn = self.turn.lock().await;
        let solvers = Arc::clone(&self.solvers);
        let opened = spawn_blocking(move || solvers.open(&request, size)).await;
        Ok(opened.map_err(|_| Failure::internal("the heuristic could not be opened"))??)
    }
}
