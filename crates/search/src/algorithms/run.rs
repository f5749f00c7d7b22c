//! [`Run`]: the node counts, limits, iterations and memory of a search in progress. Every algorithm
//! except IDA* uses it.

use std::collections::BTreeMap;

use crate::outcome::{Iteration, Outcome, raised};
use crate::storage::Budget;
use fifteen_resources::{LimitKind, Limits, Status};

/// How a search ended. [`Run::finish`] converts this into an [`Outcome`].
pub(crate) enum SearchEnd<M> {
    /// The search found a solution.
    Solved {
        moves: Vec<M>,
        /// A proven lower bound on the solution length. If the solution is no longer than this
        /// bound, it is a shortest one.
        bound: u32,
    },
    /// The search found no solution within [`Limits::depth`]. If the limit pruned any states,
    /// `beyond` is a lower bound on the length of any solution that the search missed.
    Nothing { beyond: Option<u32> },
}

/// The bookkeeping of a running search: its node counts, limits, iterations, proven bound and
/// memory. Every search except IDA* uses it.
pub(crate) struct Run<'a> {
    pub(crate) limits: &'a Limits,
    progress: &'a mut dyn FnMut(&Iteration),
    /// The parity (0 or 1) that all solution lengths share, or `None` if solutions can have even
    /// and odd lengths.
    parity: Option<u32>,
    /// The number of generated nodes at which the limits are checked next. Checking them at every
    /// node would be slow.
    checkpoint: u64,
    generated: u64,
    pub(crate) expanded: u64,
    /// Depth of the deepest node generated so far, which becomes [`Outcome::deepest`].
    pub(crate) deepest: Option<u32>,
    /// The lower bound on the solution length proven so far.
    bound: u32,
    /// The current iteration, or `None` before the first one. Its counts are those of the whole
    /// search when the iteration began. They are subtracted from the search's counts when the
    /// iteration ends.
    current: Option<Iteration>,
    iterations: Vec<Iteration>,
    pub(crate) budget: Budget,
}

impl<'a> Run<'a> {
    /// Creates the bookkeeping for a new search. `h0` is the heuristic value of the state from
    /// which the search starts.
    pub(crate) fn new(
        limits: &'a Limits,
        parity: Option<u32>,
        h0: u32,
        progress: &'a mut dyn FnMut(&Iteration),
    ) -> Self {
        Self {
            limits,
            progress,
            parity,
            checkpoint: 0,
            generated: 0,
            expanded: 0,
            deepest: None,
            bound: raised(h0, parity),
            current: None,
            iterations: Vec::new(),
            budget: Budget::new(limits.memory),
        }
    }

    /// Counts a generated node, and returns the node's 0-based index in generation order.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    #[inline]
    pub(crate) fn generate(&mut self) -> Result<u64, LimitKind> {
        if self.generated == self.checkpoint {
            self.checkpoint = self.limits.check(self.generated)?;
        }
        self.generated += 1;
        Ok(self.generated - 1)
    }

    /// Counts a generated node at a given depth, and updates the maximum depth.
    #[inline]
    pub(crate) fn generate_at(&mut self, depth: u32) -> Result<u64, LimitKind> {
        self.deepest = self.deepest.max(Some(depth));
        self.generate()
    }

    /// Adds the node counts of a part of the search that checks the limits itself, such as a beam
    /// search.
    pub(crate) fn count(&mut self, generated: u64, expanded: u64) {
        self.generated += generated;
        self.expanded += expanded;
        self.limits.count(generated);
    }

    /// Raises a lower bound on the solution length by 1 if no solution can have exactly this length
    /// because of its parity. For example, if all solutions have an odd number of moves, 12 becomes
    /// 13 and 13 stays 13.
    pub(crate) fn raised(&self, bound: u32) -> u32 {
        raised(bound, self.parity)
    }

    /// Records that no solution is shorter than `bound`. Begins a new iteration if the proven bound
    /// increases.
    pub(crate) fn reach(&mut self, bound: u32) {
        let known = self.bound;
        self.prove(bound);
        if self.current.is_none() || self.bound > known {
            self.begin(self.bound);
        }
    }

    /// Records that no solution is shorter than `depth`, and begins an iteration with this bound.
    /// The iteration is one level of breadth-first search, or one depth-first search of iterative
    /// deepening.
    pub(crate) fn level(&mut self, depth: u32) {
        self.prove(depth);
        self.begin(depth);
    }

    fn prove(&mut self, bound: u32) {
        self.bound = self.bound.max(self.raised(bound));
    }

    /// Ends the current iteration if one is in progress, and begins an iteration with the given
    /// bound.
    pub(crate) fn begin(&mut self, bound: u32) {
        self.end();
        self.current = Some(Iteration {
            bound,
            expanded: self.expanded,
            generated: self.generated.max(1),
        });
    }

    fn end(&mut self) {
        if let Some(Iteration {
            bound,
            expanded,
            generated,
        }) = self.current.take()
        {
            let iteration = Iteration {
                bound,
                expanded: self.expanded - expanded,
                generated: self.generated.saturating_sub(generated),
            };
            (self.progress)(&iteration);
            self.iterations.push(iteration);
        }
    }

    /// Ends the search and returns its outcome.
    pub(crate) fn finish<M>(
        mut self,
        h0: u32,
        end: Result<SearchEnd<M>, LimitKind>,
    ) -> Outcome<Vec<M>> {
        self.end();
        let (status, moves, bound) = match end {
            Err(kind) => (Status::Limit(kind), None, self.bound),
            Ok(SearchEnd::Solved { moves, bound }) => {
                (Status::Solved, Some(moves), self.raised(bound))
            }
            Ok(SearchEnd::Nothing { beyond: None }) => (Status::Exhausted, None, self.bound),
            Ok(SearchEnd::Nothing {
                beyond: Some(bound),
            }) => (
                Status::Limit(LimitKind::Depth),
                None,
                self.raised(bound).max(self.bound),
            ),
        };
        let length = moves.as_ref().map(|moves| moves.len() as u32);
        Outcome {
            status,
            length,
            moves,
            shortest: length.is_some_and(|length| length <= bound),
            bound,
            h0,
            expanded: self.expanded,
            generated: self.generated,
            deepest: self.deepest,
            iterations: self.iterations,
            peak_bytes: self.budget.peak(),
            ..Outcome::default()
        }
    }
}

/// Decrements the count of a key. Removes the key when its count reaches 0.
pub(crate) fn remove_one<K: Ord>(counts: &mut BTreeMap<K, u64>, key: K) {
    if let Some(count) = counts.get_mut(&key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(&key);
        }
    }
}
