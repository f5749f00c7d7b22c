//! One computation of the published figures: its scope, and where its events go.

use std::error::Error;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use fifteen_solver::{Options, batch};

use super::check::Check;
use super::{Event, Scope};

/// The result of a step; the error is [`Interrupted`], or why a figure cannot be computed.
pub(super) type Result<T = (), E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

/// The computation was asked to end.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub(super) struct Interrupted;

pub(super) struct Session<'a> {
    pub scope: &'a Scope,
    report: &'a mut (dyn FnMut(Event) -> ControlFlow<()> + Send),
    /// The receiver of the events has asked to stop.
    stopped: bool,
}

impl<'a> Session<'a> {
    pub(super) fn new(scope: &'a Scope, report: &'a mut (dyn FnMut(Event) -> ControlFlow<()> + Send)) -> Self {
        Self { scope, report, stopped: false }
    }

    fn send(&mut self, event: Event) -> Result {
        self.stopped |= (self.report)(event).is_break();
        self.go_on()
    }

    /// An error if the computation was asked to end.
    pub(super) fn go_on(&self) -> Result {
        if self.stopped || self.scope.cancel.load(Ordering::Relaxed) { Err(Interrupted.into()) } else { Ok(()) }
    }

    /// Reports a figure.
    pub(super) fn add(&mut self, check: Check) -> Result {
        self.send(Event::Checked(check))
    }

    /// Does work that takes time; `work` reports its [progress](Self::progress).
    pub(super) fn task<T>(
        &mut self,
        task: impl ToString,
        unit: &'static str,
        total: Option<u64>,
        work: impl FnOnce(&mut Self) -> T,
    ) -> Result<T> {
        self.send(Event::Started { task: task.to_string(), unit, total })?;
        let result = work(self);
        self.send(Event::Finished)?;
        Ok(result)
    }

    pub(super) fn progress(&mut self, done: u64, total: Option<u64>) -> Result {
        self.send(Event::Progress { done, total })
    }

    /// Searches boards on all threads, and hands the results to `sink` in the order of the boards.
    pub(super) fn search<T: Send, R: Send>(
        &mut self,
        task: &str,
        boards: Vec<T>,
        search: impl Fn(T) -> R + Sync,
        mut sink: impl FnMut(&mut Self, R) -> Result,
    ) -> Result {
        self.task(task, "boards", Some(boards.len() as u64), |session| {
            let (threads, mut done, mut outcome) = (session.scope.threads, 0, Ok(()));
            batch::in_order(boards, threads, search, |result| {
                done += 1;
                outcome = sink(session, result).and_then(|()| session.progress(done, None));
                if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            outcome
        })?
    }

    /// Options of a search that ends when the computation is cancelled.
    pub(super) fn options(&self) -> Options {
        Options { cancel: Some(Arc::clone(&self.scope.cancel)), ..Options::default() }
    }
}
