//! One search by several processes that share no memory, such as the Workers of a page.
//!
//! One process leads. It runs the search with a [`SharedSearch`] that keeps the results of subtrees. At the first
//! subtree of a large iteration that has no result yet, the search stops as [interrupted](LimitKind::Interrupted), and
//! [`SharedSearch::wanted`] names the iteration. All processes, the leading one too, then run the search with
//! [`SharedSearch::part`] for some of its subtrees. The leader [adds](SharedSearch::add) their [`SubtreeCounts`] and
//! runs its search again: nothing that has a result is searched twice. The cut of an iteration depends only on the
//! iteration before, so the outcome is that of one thread.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::descent::{DescentEnd, DescentResult};
use crate::limits::LimitKind;

/// Nodes expanded in the iteration before for an iteration to be shared: a smaller one is over before messages pay.
const MIN_EXPANDED: u64 = 200_000;

/// An iteration whose subtrees the leader waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WantedSubtrees {
    /// The bound of the iteration.
    pub bound: u32,
    /// Nodes expanded in the iteration before, on which the cut depends.
    pub last: u64,
    /// The number of subtrees.
    pub subtrees: usize,
    /// Once the first subtrees have generated this number of nodes together, the leader has other work to do.
    pub due: u64,
}

/// Some subtrees of an iteration that follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubtreePart {
    /// The bound of the iteration.
    pub bound: u32,
    /// Nodes expanded in the iteration before.
    pub last: u64,
    /// The first subtree.
    pub first: usize,
    /// The one after the last.
    pub end: usize,
}

/// The result of a subtree that was searched by any process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubtreeCounts {
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes generated, without the root.
    pub generated: u64,
    /// The smallest depth + value above the bound, or `u32::MAX`.
    pub next: u32,
    /// Bytes of the longest path.
    pub peak: u64,
    /// There is a solution. The leader searches such a subtree itself.
    pub solved: bool,
}

/// The memory of a process in a shared search: of the leader by default, or of a process that searches a
/// [part](Self::part).
#[derive(Debug, Default)]
pub struct SharedSearch {
    part: Option<SubtreePart>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// By bound and subtree.
    results: BTreeMap<(u32, usize), SubtreeCounts>,
    wanted: Option<WantedSubtrees>,
    /// The states of the companion after its passes.
    passes: Vec<Arc<dyn Any + Send + Sync>>,
    expired: bool,
}

impl SharedSearch {
    /// For a search of some subtrees, which is interrupted after them.
    pub fn part(part: SubtreePart) -> Self {
        Self { part: Some(part), state: Mutex::default() }
    }

    /// The iteration at which the search was interrupted; none if it came to its end.
    pub fn wanted(&self) -> Option<WantedSubtrees> {
        self.lock().wanted.take()
    }

    /// Adds results of subtrees that follow each other.
    pub fn add(&self, bound: u32, first: usize, results: impl IntoIterator<Item = SubtreeCounts>) {
        let keys = (first..).map(|subtree| (bound, subtree));
        self.lock().results.extend(keys.zip(results));
    }

    /// The results of the part, from its first subtree on, up to the first solution.
    pub fn results(&self) -> Vec<SubtreeCounts> {
        self.lock().results.values().copied().collect()
    }

    /// Lets the search end at its limit of time as soon as a result is missing.
    pub fn expire(&self) {
        self.lock().expired = true;
    }

    /// The part of a process that does not lead.
    pub(crate) fn own_part(&self) -> Option<SubtreePart> {
        self.part
    }

    /// Searches a subtree that has no result yet, if that is to be done here, and keeps the result.
    pub(crate) fn search(
        &self,
        iteration: WantedSubtrees,
        subtree: usize,
        search: impl FnOnce() -> DescentResult,
    ) -> DescentResult {
        self.result(iteration, subtree).unwrap_or_else(|| {
            let result = search();
            self.keep(iteration.bound, subtree, &result);
            result
        })
    }

    /// The result of a subtree, or the limit at which the leader stops to wait for it. None: it is to be searched.
    fn result(&self, iteration: WantedSubtrees, subtree: usize) -> Option<DescentResult> {
        let mut state = self.lock();
        if let Some(&counts) = state.results.get(&(iteration.bound, subtree)) {
            let SubtreeCounts { expanded, generated, next, peak, solved } = counts;
            return (!solved).then_some(DescentResult {
                expanded,
                generated,
                end: DescentEnd::Complete { next },
                peak,
            });
        }
        if self.part.is_some() || iteration.last < MIN_EXPANDED {
            return None;
        }
        let kind = if state.expired { LimitKind::Time } else { LimitKind::Interrupted };
        if !state.expired {
            state.wanted = Some(iteration);
        }
        Some(DescentResult { expanded: 0, generated: 0, end: DescentEnd::Limit(kind), peak: 0 })
    }

    /// Keeps the result of a subtree that was searched here.
    fn keep(&self, bound: u32, subtree: usize, result: &DescentResult) {
        let (next, solved) = match result.end {
            DescentEnd::Complete { next } => (next, false),
            DescentEnd::Solved => (u32::MAX, true),
            DescentEnd::Limit(_) | DescentEnd::Known => return,
        };
        let DescentResult { expanded, generated, peak, .. } = *result;
        self.add(bound, subtree, [SubtreeCounts { expanded, generated, next, peak, solved }]);
    }

    /// The state of the companion after its pass of that number, if it was made before.
    ///
    /// # Errors
    /// If the time is over and the pass was not made.
    pub(crate) fn pass<T: Any + Send + Sync>(&self, number: usize) -> Result<Option<Arc<T>>, LimitKind> {
        let state = self.lock();
        match state.passes.get(number) {
            Some(pass) => Ok(Arc::clone(pass).downcast().ok()),
            None if state.expired => Err(LimitKind::Time),
            None => Ok(None),
        }
    }

    /// Keeps the state of the companion after its next pass.
    pub(crate) fn keep_pass<T: Any + Send + Sync>(&self, pass: T) {
        self.lock().passes.push(Arc::new(pass));
    }

    /// A panic cannot leave the lists half-changed.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_are_kept_in_order_until_the_time_is_over() {
        let shared = SharedSearch::default();
        assert_eq!(shared.pass::<u32>(0), Ok(None));
        shared.keep_pass(5_u32);
        shared.keep_pass(7_u32);
        let kept = |number| shared.pass::<u32>(number).map(|pass| pass.map(|pass| *pass));
        assert_eq!([kept(0), kept(1), kept(2)], [Ok(Some(5)), Ok(Some(7)), Ok(None)]);
        shared.expire();
        assert_eq!([kept(1), kept(2)], [Ok(Some(7)), Err(LimitKind::Time)]);
    }
}
