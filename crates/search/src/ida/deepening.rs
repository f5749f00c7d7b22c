//! Raising the bound until there is a solution: the loop around the iterations of every kind of IDA*.

use super::descent::{DescentEnd, Solutions};
use crate::limits::{LimitKind, Status};
use crate::options::Options;
use crate::outcome::{Iteration, Outcome, raised};

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
    let mut outcome = Outcome { bound: raised(h0, parity), h0, ..Outcome::default() };
    let mut solutions = options.solutions();
    outcome.status = loop {
        let bound = outcome.bound;
        if h0 == u32::MAX {
            break Status::Exhausted;
        }
        if options.limits.forbids(bound) {
            break Status::Limit(LimitKind::Depth);
        }
        if outcome.generated == 0 {
            if let Err(kind) = options.limits.check(0) {
                let none = Iteration { bound, expanded: 0, generated: 0 };
                progress(&none);
                outcome.iterations.push(none);
                break Status::Limit(kind);
            }
            outcome.generated = 1;
        }
        if let Some(monitor) = &options.limits.monitor {
            monitor.begin(bound, outcome.generated);
        }
        let pass = iterate(bound, outcome.generated);
        let iteration = Iteration { bound, expanded: pass.expanded, generated: pass.generated };
        // An iteration that never began does not count.
        if pass.end != DescentEnd::Known || pass.expanded > 0 {
            progress(&iteration);
            outcome.iterations.push(iteration);
        }
        outcome.expanded += pass.expanded;
        outcome.generated += pass.generated;
        outcome.speculative += pass.speculative;
        outcome.peak_bytes = outcome.peak_bytes.max(pass.peak);
        solutions = pass.solutions;
        outcome.bound = match pass.end {
            DescentEnd::Limit(kind) => break Status::Limit(kind),
            DescentEnd::Known => break Status::Solved,
            _ if solutions.count > 0 => break Status::Solved,
            _ if options.limits.memory.is_some_and(|most| outcome.peak_bytes > most) => {
                break Status::Limit(LimitKind::Memory);
            }
            DescentEnd::Complete { next: u32::MAX } | DescentEnd::Solved => break Status::Exhausted,
            DescentEnd::Complete { .. } if parity.is_some() => bound.saturating_add(2),
            DescentEnd::Complete { next } => next,
        };
        if options.pause.is_some_and(|most| iteration.expanded >= most) {
            break Status::Limit(LimitKind::Nodes);
        }
    };
    outcome.moves = solutions.kept.first().cloned();
    outcome.shortest = outcome.moves.is_some();
    outcome.length = outcome.shortest.then_some(outcome.bound);
    let complete = !matches!(outcome.status, Status::Limit(_));
    outcome.solutions = options.all.filter(|_| complete).map(|_| solutions.count);
    outcome.all_moves = options.all.map(|most| solutions.kept.into_iter().take(most).collect());
    outcome
}
