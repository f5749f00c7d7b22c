//! Raising the bound until there is a solution: the loop around the iterations of every kind of IDA*.

use super::descent::{DescentEnd, Solutions};
use crate::outcome::raised;
use crate::{Iteration, LimitKind, Options, Outcome, Status};

/// The result of one iteration.
pub(crate) struct IterationResult<M> {
    pub(crate) expanded: u64,
    /// Nodes generated, without the root.
    pub(crate) generated: u64,
    pub(crate) end: DescentEnd,
    /// Solutions of this iteration.
    pub(crate) solutions: Solutions<M>,
    /// The largest number of bytes of nodes.
    pub(crate) peak: u64,
    /// Nodes generated that one thread would not have generated.
    pub(crate) speculative: u64,
}

/// Runs iterations with growing bounds. `iterate` takes the bound and the number of nodes generated before, the root
/// included. An iteration that ends with [`DescentEnd::Known`] leaves the solution to the caller.
pub(crate) fn deepen<M: Clone>(
    h0: u32,
    parity: Option<u32>,
    options: &Options,
    progress: &mut dyn FnMut(&Iteration),
    iterate: &mut dyn FnMut(u32, u64) -> IterationResult<M>,
) -> Outcome<Vec<M>> {
    let mut deepening = Deepening::new(h0, parity, options);
    while let Some((bound, before)) = deepening.begin(options, progress) {
        deepening.end(iterate(bound, before), options, progress);
    }
    deepening.outcome(options)
}

/// A search between two iterations.
pub(crate) struct Deepening<M> {
    outcome: Outcome<Vec<M>>,
    parity: Option<u32>,
    solutions: Solutions<M>,
    is_over: bool,
}

impl<M: Clone> Deepening<M> {
    /// A search before its first iteration.
    pub(crate) fn new(h0: u32, parity: Option<u32>, options: &Options) -> Self {
        let outcome = Outcome {
            bound: raised(h0, parity),
            h0,
            ..Outcome::default()
        };
        Self {
            outcome,
            parity,
            solutions: options.solutions(),
            is_over: false,
        }
    }

    /// Begins the next iteration: its bound, and the number of nodes generated before. `None` if the search is over.
    pub(crate) fn begin(
        &mut self,
        options: &Options,
        progress: &mut dyn FnMut(&Iteration),
    ) -> Option<(u32, u64)> {
        let Outcome { bound, h0, .. } = self.outcome;
        if self.is_over {
            return None;
        }
        if h0 == u32::MAX {
            return self.stop(Status::Exhausted);
        }
        if options.limits.forbids(bound) {
            return self.stop(Status::Limit(LimitKind::Depth));
        }
        if self.outcome.generated == 0 {
            if let Err(kind) = options.limits.check(0) {
                let none = Iteration {
                    bound,
                    expanded: 0,
                    generated: 0,
                };
                progress(&none);
                self.outcome.iterations.push(none);
                return self.stop(Status::Limit(kind));
            }
            self.outcome.generated = 1;
        }
        if let Some(monitor) = &options.limits.monitor {
            monitor.begin_iteration(bound, self.outcome.generated);
        }
        Some((bound, self.outcome.generated))
    }

    fn stop(&mut self, status: Status) -> Option<(u32, u64)> {
        (self.outcome.status, self.is_over) = (status, true);
        None
    }

    /// Ends the iteration in progress.
    pub(crate) fn end(
        &mut self,
        pass: IterationResult<M>,
        options: &Options,
        progress: &mut dyn FnMut(&Iteration),
    ) {
        let outcome = &mut self.outcome;
        let bound = outcome.bound;
        let iteration = Iteration {
            bound,
            expanded: pass.expanded,
            generated: pass.generated,
        };
        // An iteration that never began does not count.
        if pass.end != DescentEnd::Known || pass.expanded > 0 {
            progress(&iteration);
            outcome.iterations.push(iteration);
        }
        outcome.expanded += pass.expanded;
        outcome.generated += pass.generated;
        outcome.speculative += pass.speculative;
        outcome.peak_bytes = outcome.peak_bytes.max(pass.peak);
        self.solutions = pass.solutions;
        let is_too_large = options
            .limits
            .memory
            .is_some_and(|most| outcome.peak_bytes > most);
        let status = match pass.end {
            DescentEnd::Limit(kind) => Some(Status::Limit(kind)),
            DescentEnd::Known => Some(Status::Solved),
            _ if self.solutions.count > 0 => Some(Status::Solved),
            _ if is_too_large => Some(Status::Limit(LimitKind::Memory)),
            DescentEnd::Complete { next: u32::MAX } | DescentEnd::Solved => Some(Status::Exhausted),
            DescentEnd::Complete { next } => {
                outcome.bound = if self.parity.is_some() {
                    bound.saturating_add(2)
                } else {
                    next
                };
                let is_enough = options.pause.is_some_and(|most| iteration.expanded >= most);
                is_enough.then_some(Status::Limit(LimitKind::Nodes))
            }
        };
        if let Some(status) = status {
            self.stop(status);
        }
    }

    /// The result of a search that is over.
    pub(crate) fn outcome(self, options: &Options) -> Outcome<Vec<M>> {
        let Self {
            mut outcome,
            solutions,
            ..
        } = self;
        outcome.moves = solutions.kept.first().cloned();
        outcome.shortest = outcome.moves.is_some();
        outcome.length = outcome.shortest.then_some(outcome.bound);
        let complete = !matches!(outcome.status, Status::Limit(_));
        outcome.solutions = options.all.filter(|_| complete).map(|_| solutions.count);
        outcome.all_moves = options
            .all
            .map(|most| solutions.kept.into_iter().take(most).collect());
        outcome
    }
}
