//! One computation of the published figures: its scope, and the receiver of its events.

use std::error::Error;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use fifteen_solver::{Limits, Options, batch};

use super::check::Check;
use super::{Event, ReproduceError, Scope};

/// The result of a step; the error is [`ReproduceError::Interrupted`], or the reason why a figure cannot be computed.
pub(super) type Result<T = (), E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

pub(super) struct Session<'a> {
    pub scope: &'a Scope,
    pub report: &'a mut (dyn FnMut(Event<'_>) -> ControlFlow<()> + Send),
}

impl Session<'_> {
    fn send(&mut self, event: Event<'_>) -> Result {
        let is_cancelled = self.scope.cancel.load(Ordering::Relaxed);
        if is_cancelled || (self.report)(event).is_break() { Err(ReproduceError::Interrupted.into()) } else { Ok(()) }
    }

    /// Reports a figure.
    pub(super) fn add(&mut self, check: Check) -> Result {
        self.send(Event::Checked(check))
    }

    /// Reports the progress of work that takes time.
    pub(super) fn working(&mut self, task: &str, unit: &'static str, done: u64, total: Option<u64>) -> Result {
        self.send(Event::Working { task, unit, done, total })
    }

    /// Searches boards on all threads, and hands the results to `sink` in the order of the boards.
    pub(super) fn search<T: Send, R: Send>(
        &mut self,
        task: &str,
        boards: Vec<T>,
        search: impl Fn(T) -> R + Sync,
        mut sink: impl FnMut(&mut Self, R) -> Result,
    ) -> Result {
        let (total, mut done) = (Some(boards.len() as u64), 0);
        let mut outcome = self.working(task, "boards", done, total);
        if outcome.is_ok() {
            batch::in_order(boards, self.scope.threads, search, |result| {
                done += 1;
                outcome = sink(self, result).and_then(|()| self.working(task, "boards", done, total));
                if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        outcome
    }

    /// Options of a search that ends when the computation is cancelled.
    pub(super) fn options(&self) -> Options {
        Options { limits: Limits::cancelled_by(Arc::clone(&self.scope.cancel)), ..Options::default() }
    }
}
