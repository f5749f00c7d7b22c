//! [`Question`] and [`Work`]: questions that take time.

use std::time::Duration;

use fifteen_solver::{Request, Size};
use serde::de::DeserializeOwned;

use crate::events::Events;
use crate::failure::Failure;
use crate::limits::Limits;
use crate::solvers::Opened;

/// A question whose answer takes time.
pub trait Question: DeserializeOwned + Send {
    /// Reads the question within the limits.
    ///
    /// # Errors
    /// If it cannot be read, or asks for more than the limits allow.
    fn prepare(self, limits: &Limits) -> Result<Prepared, Failure>;
}

/// A question that was read: the solvers that it needs, and what to do with them.
pub struct Prepared {
    /// The request of each solver, and the size of its boards.
    pub solvers: Vec<(Request, Size)>,
    work: Box<dyn FnOnce(Vec<Opened>) -> Box<dyn Work> + Send>,
}

impl Prepared {
    pub(crate) fn new<W: Work + 'static>(
        solvers: Vec<(Request, Size)>,
        work: impl FnOnce(Vec<Opened>) -> W + Send + 'static,
    ) -> Self {
        Self { solvers, work: Box::new(|opened| Box::new(work(opened))) }
    }

    /// The work, with the solvers in the order of [`solvers`](Self::solvers).
    pub fn work(self, opened: Vec<Opened>) -> Box<dyn Work> {
        (self.work)(opened)
    }
}

/// A search that answers a question.
pub trait Work: Send {
    /// Searches for no longer than `slice`, if one is given, and sends events. True if the search came to its end;
    /// otherwise it is called again.
    fn run(&mut self, slice: Option<Duration>, out: &mut dyn Events) -> bool;

    /// The search may fit into a short time slice.
    fn may_be_short(&self) -> bool {
        true
    }
}
