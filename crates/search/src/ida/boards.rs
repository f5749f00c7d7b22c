//! IDA* for many boards on one thread.
//!
//! An *engine* is the code that searches subtrees. A fast engine hides memory latency by switching
//! between several subtrees, but an easy board provides only one. The engine therefore receives
//! subtrees from several boards.
//!
//! [`BoardBatch`] is the engine's work queue. It keeps several searches in progress, one per board.
//! When the engine requests a subtree, the batch returns the next subtree of an idle search. When a
//! search has ended, the batch reports its outcome and starts the next board.

use super::companion::Companion;
use super::cut::{HeuristicEngine, IdaProblem, IterationSubtrees};
use super::deepening::{Deepening, subtrees_for_threads};
use super::options::{IdaOptions, Splitting};
use super::subtree::{DescentResult, Subtree, SubtreeLimits};
use crate::{Heuristic, Iteration, Outcome, Queue, StateSpace};

/// A board for IDA* to solve. In an anytime search, it comes with a [`Companion`]: a second search
/// that runs alternately with IDA*.
pub(crate) struct BatchBoard<T, C> {
    pub(crate) start: T,
    pub(crate) companion: Option<C>,
}

/// The outcome of IDA* for one board. The board's [`Companion`], if any, is returned with it.
pub(crate) struct BatchResult<M, C, E> {
    pub(crate) companion: Option<C>,
    pub(crate) outcome: Result<Outcome<Vec<M>>, E>,
}

/// The caller's queue, which supplies boards and receives their results.
pub(crate) type BatchQueue<'a, S, H, C> = dyn Queue<
        BatchBoard<<S as StateSpace>::State, C>,
        BatchResult<<S as StateSpace>::Move, C, <H as Heuristic<S>>::Error>,
    > + 'a;

/// Solves the boards of a queue by IDA*, several at a time on one thread. The result for each board
/// is the same as from a search for this board alone.
///
/// `full` is a stronger heuristic for long searches, as in [`IdaProblem::new`].
pub(crate) fn search_boards<'a, S: StateSpace, H: Heuristic<S>, C: Companion>(
    space: &'a S,
    first: HeuristicEngine<'a, S, H>,
    full: Option<HeuristicEngine<'a, S, H>>,
    options: &'a IdaOptions,
    splitting: Splitting,
    boards: &'a mut BatchQueue<'a, S, H, C>,
) {
    let mut batch = BoardBatch {
        space,
        first,
        full,
        options,
        splitting: match options.limits.nodes {
            Some(_) => Splitting::AsOneSearch,
            None => splitting,
        },
        boards,
        searches: Vec::new(),
        idle: Vec::new(),
    };
    let limits = SubtreeLimits::new(&options.limits);
    first.engine.search_subtrees(space, &limits, &mut batch);
}

/// The queue from which the engine takes the subtrees of all boards in progress.
struct BoardBatch<'a, S: StateSpace, H: Heuristic<S>, C> {
    space: &'a S,
    first: HeuristicEngine<'a, S, H>,
    /// A stronger heuristic for long searches, with its engine, or `None` if all searches use
    /// `first` throughout. See [`IdaProblem::new`].
    full: Option<HeuristicEngine<'a, S, H>>,
    options: &'a IdaOptions,
    /// With [`Splitting::ForThreads`], large iterations are split into the same subtrees as in a
    /// multi-threaded search, so that a search counts the same nodes in both cases.
    splitting: Splitting,
    boards: &'a mut BatchQueue<'a, S, H, C>,
    /// The searches in progress. The engine works on at most one subtree of each search, so the
    /// batch identifies a subtree by the index of its search in this list. Unused items are `None`.
    searches: Vec<Option<BoardSearch<'a, S, H, C>>>,
    /// Indices of the unused items of `searches`, and of the searches whose next subtree the engine
    /// can take.
    idle: Vec<usize>,
}

/// One board's search, with its current iteration.
struct BoardSearch<'a, S: StateSpace, H: Heuristic<S>, C> {
    /// The index that the caller's queue assigned to the board.
    number: usize,
    companion: Option<C>,
    problem: IdaProblem<'a, S, H>,
    deepening: Deepening<'a, S::Move>,
    iteration: Option<BoardIteration<S, H::Node>>,
}

/// An iteration in progress, that is, a depth-first search with one bound. Its subtrees are
/// searched one at a time, in depth-first order.
struct BoardIteration<S: StateSpace, N> {
    subtrees: IterationSubtrees<S, N>,
    /// Index in `subtrees` of the next subtree to search.
    next: usize,
    /// Number of nodes generated in all earlier iterations of the search.
    generated_before: u64,
    result: DescentResult<S::Move>,
}

impl<'a, S: StateSpace, H: Heuristic<S>, C: Companion> BoardBatch<'a, S, H, C> {
    /// Takes the next board from the queue and prepares its search. If the heuristic cannot
    /// evaluate a board, the error becomes its result, and the next board is taken. Returns `None`
    /// if the queue has no board at the moment.
    fn begin(&mut self) -> Option<BoardSearch<'a, S, H, C>> {
        loop {
            let (number, BatchBoard { start, companion }) = self.boards.next()?;
            match IdaProblem::new(self.space, self.first, self.full, &start) {
                Err(error) => {
                    let outcome = Err(error);
                    self.boards.done(number, BatchResult { companion, outcome });
                }
                Ok(problem) => {
                    return Some(BoardSearch {
                        number,
                        companion,
                        deepening: Deepening::new(&problem, self.options),
                        problem,
                        iteration: None,
                    });
                }
            }
        }
    }
}

impl<S: StateSpace, H: Heuristic<S>, C: Companion> BoardSearch<'_, S, H, C> {
    /// Ensures that this search has a next subtree. If the current iteration has no subtrees left,
    /// ends it and begins the next iteration. Returns false if the search has ended.
    fn advance(&mut self, options: &IdaOptions, splitting: Splitting) -> bool {
        loop {
            if let Some(iteration) = &self.iteration
                && iteration.next < iteration.subtrees.roots.len()
                && !iteration.result.has_ended()
            {
                return true;
            }
            if let Some(iteration) = self.iteration.take() {
                self.deepening.end(iteration.result, 0);
            }
            if self.problem.is_long(self.deepening.generated()) {
                if self.iterate_alone().is_none() {
                    return false;
                }
                continue;
            }
            let Some(bound) = self.deepening.begin() else {
                return false;
            };
            let generated_before = self.deepening.generated();
            if let Some(companion) = &mut self.companion
                && let Some(end) = companion.turn(bound, generated_before)
            {
                let result = DescentResult::without_search(end, options);
                self.deepening.end(result, 0);
                continue;
            }
            let mut result = DescentResult::new(options);
            let wanted = match splitting {
                Splitting::AsOneSearch => 1,
                Splitting::ForThreads(_) => subtrees_for_threads(self.deepening.last_expanded),
            };
            let mut subtrees = self.problem.cut(bound, wanted, 0);
            match splitting {
                Splitting::AsOneSearch => subtrees.limit_offset = Some(generated_before),
                Splitting::ForThreads(_) => result.begin_with_nodes_above(&subtrees),
            }
            self.iteration = Some(BoardIteration {
                subtrees,
                next: 0,
                generated_before,
                result,
            });
        }
    }

    /// Runs the next iteration for this board with the full heuristic, while the searches of other
    /// boards wait. The subtrees cannot be searched with those of other boards, because the code
    /// that searches the subtrees of a batch uses only the first heuristic. Returns `None` if the
    /// search has ended.
    fn iterate_alone(&mut self) -> Option<Iteration> {
        self.deepening.iterate(
            &self.problem,
            self.companion.as_mut().map(|companion| companion as _),
            Splitting::ForThreads(1),
        )
    }
}

impl<S: StateSpace, H: Heuristic<S>, C: Companion>
    Queue<Subtree<S, H::Node>, DescentResult<S::Move>> for BoardBatch<'_, S, H, C>
{
    fn next(&mut self) -> Option<(usize, Subtree<S, H::Node>)> {
        let index = loop {
            let index = self.idle.pop().unwrap_or_else(|| {
                self.searches.push(None);
                self.searches.len() - 1
            });
            if self.searches[index].is_none() {
                self.searches[index] = self.begin();
            }
            if let Some(search) = &mut self.searches[index]
                && search.advance(self.options, self.splitting)
            {
                break index;
            }
            self.idle.push(index);
            // If no search has this index, the caller's queue has no board at the moment. Otherwise
            // the search with this index has ended, so report its result.
            let search = self.searches[index].take()?;
            let result = BatchResult {
                companion: search.companion,
                outcome: Ok(search.deepening.outcome()),
            };
            self.boards.done(search.number, result);
        };
        let search = self.searches[index].as_mut()?;
        let iteration = search.iteration.as_mut()?;
        let subtree = iteration.subtrees.subtree(iteration.next, self.options);
        iteration.next += 1;
        Some((index, subtree))
    }

    fn done(&mut self, index: usize, mut subtree: DescentResult<S::Move>) {
        self.idle.push(index);
        let Some(search) = &mut self.searches[index] else {
            return;
        };
        let Some(iteration) = &mut search.iteration else {
            return;
        };
        let is_split = self.splitting != Splitting::AsOneSearch;
        if is_split {
            self.options.limits.count_rest(subtree.generated);
        }
        let root = &iteration.subtrees.roots[iteration.next - 1];
        subtree.solutions.prepend(&root.path);
        iteration.result.add(subtree);
        let generated = iteration.generated_before + iteration.result.generated;
        if is_split
            && !iteration.result.has_ended()
            && let Some(companion) = &mut search.companion
            && generated >= companion.next()
            && let Some(end) = companion.turn(iteration.subtrees.bound, generated)
        {
            iteration.result.end = end;
        }
    }
}
