//! IDA* for many boards on one thread.
//!
//! The engine searches subtrees of several boards at a time, which helps where it waits for memory:
//! an easy board is a single subtree. [`BoardBatch`] is the engine's queue. It keeps one search for
//! each board in progress, moves it forward to its next subtree when the engine asks for one, and
//! begins another board when a search is over.

use super::companion::{Companion, end_by_companion};
use super::cut::{IdaProblem, IterationSubtrees};
use super::deepening::{Deepening, IterationResult, subtrees_for_threads};
use super::options::IdaOptions;
use super::subtree::{Subtree, SubtreeEngine, SubtreeQueue, SubtreeResult};
use crate::{Heuristic, LimitKind, Outcome, Queue, StateSpace};

/// A board to search, with its companion.
pub(crate) struct BatchBoard<T, C> {
    pub(crate) start: T,
    pub(crate) companion: C,
}

/// The result of a board, with its companion.
pub(crate) struct BatchResult<M, C, E> {
    pub(crate) companion: C,
    pub(crate) outcome: Result<Outcome<Vec<M>>, E>,
}

/// The queue of boards of a batch.
pub(crate) type BatchQueue<'a, S, H, C> = dyn Queue<
        BatchBoard<<S as StateSpace>::State, C>,
        BatchResult<<S as StateSpace>::Move, C, <H as Heuristic<S>>::Error>,
    > + 'a;

/// The boards of a queue, each searched as [`deepen`](super::deepening::deepen) searches it.
pub(crate) struct BoardBatch<'a, S: StateSpace, H: Heuristic<S>, C> {
    space: &'a S,
    heuristic: &'a H,
    engine: &'a dyn SubtreeEngine<S, H::Node>,
    options: &'a IdaOptions,
    /// True if large iterations are cut as for several threads, so that the counts are the same.
    cuts: bool,
    boards: &'a mut BatchQueue<'a, S, H, C>,
    /// Boards in progress. The engine knows each by its index.
    searches: Vec<Option<BoardSearch<'a, S, H, C>>>,
    /// Indices of `searches` of which no subtree is being searched.
    idle: Vec<usize>,
}

/// The search of one board.
struct BoardSearch<'a, S: StateSpace, H: Heuristic<S>, C> {
    /// The number of the board in its queue.
    number: usize,
    companion: C,
    problem: IdaProblem<'a, S, H>,
    options: IdaOptions,
    deepening: Deepening<S::Move>,
    iteration: Option<BoardIteration<S, H::Node>>,
    /// Nodes expanded in the iteration before.
    last_expanded: u64,
}

/// An iteration in progress, one of whose subtrees at a time is being searched.
struct BoardIteration<S: StateSpace, N> {
    subtrees: IterationSubtrees<S, N>,
    /// Index of the next subtree to search.
    next: usize,
    /// Nodes generated before the iteration.
    generated_before: u64,
    result: IterationResult<S::Move>,
}

impl<'a, S: StateSpace, H: Heuristic<S>, C: Companion> BoardBatch<'a, S, H, C> {
    pub(crate) fn new(
        space: &'a S,
        heuristic: &'a H,
        engine: &'a dyn SubtreeEngine<S, H::Node>,
        options: &'a IdaOptions,
        cuts: bool,
        boards: &'a mut BatchQueue<'a, S, H, C>,
    ) -> Self {
        Self {
            space,
            heuristic,
            engine,
            options,
            cuts: cuts && options.limits.nodes.is_none(),
            boards,
            searches: Vec::new(),
            idle: Vec::new(),
        }
    }

    /// Searches all boards.
    pub(crate) fn search(mut self) {
        self.engine.search_subtrees(self.space, &mut self);
    }

    /// Begins the search of the next board, or returns `None` if there is none at present.
    fn begin(&mut self) -> Option<BoardSearch<'a, S, H, C>> {
        loop {
            let (number, BatchBoard { start, companion }) = self.boards.next()?;
            match IdaProblem::new(self.space, self.heuristic, self.engine, &start) {
                Err(error) => {
                    let outcome = Err(error);
                    self.boards.done(number, BatchResult { companion, outcome });
                }
                Ok(problem) => {
                    let options = self.options.clone();
                    return Some(BoardSearch {
                        number,
                        companion,
                        deepening: Deepening::new(problem.h0(), problem.parity(), &options),
                        problem,
                        options,
                        iteration: None,
                        last_expanded: 0,
                    });
                }
            }
        }
    }
}

impl<S: StateSpace, H: Heuristic<S>, C: Companion> BoardSearch<'_, S, H, C> {
    /// Goes on to the next subtree. Returns false if the search is over.
    fn advance(&mut self, cuts: bool) -> bool {
        loop {
            if let Some(iteration) = &self.iteration
                && iteration.next < iteration.subtrees.roots.len()
                && !iteration.result.has_ended()
            {
                return true;
            }
            if let Some(iteration) = self.iteration.take() {
                self.last_expanded = iteration.result.expanded;
                self.deepening
                    .end(iteration.result, &self.options, &mut |_| ());
            }
            let Some(bound) = self.deepening.begin(&self.options, &mut |_| ()) else {
                return false;
            };
            let generated_before = self.deepening.generated();
            let mut result = IterationResult::new(&self.options);
            if let Some(end) = end_by_companion(&mut self.companion, bound, generated_before) {
                result.end = end;
                self.deepening.end(result, &self.options, &mut |_| ());
                continue;
            }
            let wanted = if cuts {
                subtrees_for_threads(self.last_expanded)
            } else {
                1
            };
            let subtrees = self.problem.cut(bound, wanted, 0);
            if cuts {
                result.begin_with_nodes_above(&subtrees);
            }
            self.iteration = Some(BoardIteration {
                subtrees,
                next: 0,
                generated_before,
                result,
            });
        }
    }
}

impl<S: StateSpace, H: Heuristic<S>, C: Companion> SubtreeQueue<S, H::Node>
    for BoardBatch<'_, S, H, C>
{
    fn next(&mut self) -> Option<Subtree<'_, S, H::Node>> {
        let index = loop {
            let index = self.idle.pop().unwrap_or_else(|| {
                self.searches.push(None);
                self.searches.len() - 1
            });
            if self.searches[index].is_none() {
                self.searches[index] = self.begin();
            }
            if let Some(search) = &mut self.searches[index]
                && search.advance(self.cuts)
            {
                break index;
            }
            self.idle.push(index);
            // Either the search is over, or there is no board at present.
            let search = self.searches[index].take()?;
            let result = BatchResult {
                companion: search.companion,
                outcome: Ok(search.deepening.outcome(&search.options)),
            };
            self.boards.done(search.number, result);
        };
        let search = self.searches[index].as_mut()?;
        let iteration = search.iteration.as_mut()?;
        let root = &iteration.subtrees.roots[iteration.next];
        iteration.next += 1;
        Some(Subtree {
            id: index,
            root,
            bound: iteration.subtrees.bound,
            generated_before: if self.cuts {
                0
            } else {
                iteration.generated_before
            },
            solutions: search.options.solutions(),
        })
    }

    fn check(&mut self, index: usize, generated: u64) -> Result<u64, LimitKind> {
        match &self.searches[index] {
            Some(search) => search.options.limits.check(generated),
            None => Ok(u64::MAX),
        }
    }

    fn done(&mut self, index: usize, mut subtree: SubtreeResult<S::Move>) {
        self.idle.push(index);
        let Some(search) = &mut self.searches[index] else {
            return;
        };
        let Some(iteration) = &mut search.iteration else {
            return;
        };
        if self.cuts {
            search.options.limits.count_rest(subtree.generated);
        }
        let root = &iteration.subtrees.roots[iteration.next - 1];
        subtree.solutions.prepend(&root.path);
        iteration.result.add(subtree);
        let generated = iteration.generated_before + iteration.result.generated;
        if self.cuts
            && !iteration.result.has_ended()
            && generated >= search.companion.next()
            && let Some(end) =
                end_by_companion(&mut search.companion, iteration.subtrees.bound, generated)
        {
            iteration.result.end = end;
        }
    }
}
