//! Many boards on one thread: a [`Feed`] of their iterations, for a descent that searches several by turns.

use std::ops::Range;

use super::split::{CompiledSubtrees, Subtrees};
use super::{number_of_subtrees, turn};
use crate::ida::companion::Companion;
use crate::ida::deepening::{Deepening, IterationResult};
use crate::ida::descent::{Descend, DescentEnd, DescentResult, Feed, Solutions, Task};
use crate::{Heuristic, LimitKind, Options, Outcome, Queue, StateSpace};

/// The result of a board.
type Found<S, H> = Result<Outcome<Vec<<S as StateSpace>::Move>>, <H as Heuristic<S>>::Error>;

/// A queue of boards, each with its companion.
pub(crate) trait BoardQueue<S: StateSpace, H: Heuristic<S>>:
    Queue<S::State, Found<S, H>>
{
    /// The companion of a board in progress.
    fn companion(&mut self, number: usize) -> &mut dyn Companion;
}

/// The boards of a queue. Each has the result of [`search_subtrees`](super::search_subtrees).
pub(crate) struct Boards<'a, S: StateSpace, H: Heuristic<S>, D> {
    space: &'a S,
    heuristic: &'a H,
    descent: &'a D,
    options: &'a Options,
    /// Large iterations are cut, as they are for several threads.
    cuts: bool,
    queue: &'a mut dyn BoardQueue<S, H>,
    /// By ticket.
    searches: Vec<Option<BoardSearch<'a, S, H, D>>>,
    /// Tickets of which no subtree is being searched.
    free: Vec<usize>,
}

/// The search of one board.
struct BoardSearch<'a, S: StateSpace, H: Heuristic<S>, D> {
    number: usize,
    subtrees: CompiledSubtrees<'a, S, H, D>,
    options: Options,
    deepening: Deepening<S::Move>,
    pass: Option<Pass<S::Move>>,
    /// Nodes expanded in the iteration before.
    last: u64,
}

/// An iteration in progress.
struct Pass<M> {
    bound: u32,
    before: u64,
    /// The subtrees that are left.
    left: Range<usize>,
    sum: IterationResult<M>,
}

impl<'a, S: StateSpace, H: Heuristic<S>, D: Descend<S, H>> Boards<'a, S, H, D> {
    pub(crate) fn new(
        (space, heuristic, descent): (&'a S, &'a H, &'a D),
        options: &'a Options,
        cuts: bool,
        queue: &'a mut dyn BoardQueue<S, H>,
    ) -> Self {
        let cuts = cuts && options.limits.nodes.is_none();
        Self {
            space,
            heuristic,
            descent,
            options,
            cuts,
            queue,
            searches: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Searches all boards.
    pub(crate) fn search(mut self) {
        let Self {
            space,
            heuristic,
            descent,
            ..
        } = self;
        descent.descend_each(space, heuristic, &mut self);
    }

    /// Begins the search of the next board that has a value, if there is one.
    fn begin(&mut self) -> Option<BoardSearch<'a, S, H, D>> {
        loop {
            let (number, start) = self.queue.next()?;
            match CompiledSubtrees::new(self.space, self.heuristic, self.descent, &start) {
                Err(error) => self.queue.done(number, Err(error)),
                Ok(subtrees) => {
                    let options = self.options.begun();
                    let deepening = Deepening::new(subtrees.h0(), subtrees.parity(), &options);
                    return Some(BoardSearch {
                        number,
                        subtrees,
                        options,
                        deepening,
                        pass: None,
                        last: 0,
                    });
                }
            }
        }
    }
}

impl<S: StateSpace, H: Heuristic<S>, D: Descend<S, H>> BoardSearch<'_, S, H, D> {
    /// The next subtree; `None` if the search is over.
    fn next(
        &mut self,
        ticket: usize,
        cuts: bool,
        companion: &mut dyn Companion,
    ) -> Option<Task<S, H>> {
        loop {
            match &mut self.pass {
                Some(Pass {
                    bound,
                    before,
                    left,
                    sum,
                }) => {
                    if !sum.has_ended()
                        && let Some(subtree) = left.next()
                    {
                        let (root, bound) = (self.subtrees.root(subtree), *bound);
                        // The nodes of a cut iteration are counted by subtree.
                        let before = if cuts { 0 } else { *before };
                        return Some(Task {
                            ticket,
                            root,
                            bound,
                            before,
                            solutions: self.options.solutions(),
                        });
                    }
                    self.last = sum.expanded;
                    let sum = self.pass.take()?.sum;
                    self.deepening.end(sum, &self.options, &mut |_| ());
                }
                None => {
                    let (bound, before) = self.deepening.begin(&self.options, &mut |_| ())?;
                    if let Some(end) = turn(companion, bound, before) {
                        self.deepening.end(
                            IterationResult::new(end, &self.options),
                            &self.options,
                            &mut |_| (),
                        );
                        continue;
                    }
                    let above = self.subtrees.split(
                        bound,
                        if cuts {
                            number_of_subtrees(self.last)
                        } else {
                            1
                        },
                        0,
                    );
                    let end = DescentEnd::Complete { next: above.least };
                    let (expanded, generated, peak) = (
                        above.expanded,
                        above.generated,
                        if cuts { above.bytes } else { 0 },
                    );
                    let sum = IterationResult {
                        expanded,
                        generated,
                        peak,
                        ..IterationResult::new(end, &self.options)
                    };
                    self.pass = Some(Pass {
                        bound,
                        before,
                        left: 0..above.subtrees,
                        sum,
                    });
                }
            }
        }
    }
}

impl<S: StateSpace, H: Heuristic<S>, D: Descend<S, H>> Feed<S, H> for Boards<'_, S, H, D> {
    fn next(&mut self) -> Option<Task<S, H>> {
        loop {
            let ticket = self.free.pop().unwrap_or_else(|| {
                self.searches.push(None);
                self.searches.len() - 1
            });
            if self.searches[ticket].is_none() {
                self.searches[ticket] = self.begin();
            }
            if let Some(search) = &mut self.searches[ticket]
                && let Some(task) =
                    search.next(ticket, self.cuts, self.queue.companion(search.number))
            {
                return Some(task);
            }
            self.free.push(ticket);
            // Without a search there are no boards for now; a search without a task is over.
            let BoardSearch {
                number,
                options,
                deepening,
                ..
            } = self.searches[ticket].take()?;
            self.queue.done(number, Ok(deepening.outcome(&options)));
        }
    }

    fn check(&mut self, ticket: usize, generated: u64) -> Result<u64, LimitKind> {
        self.searches[ticket]
            .as_ref()
            .map_or(Ok(u64::MAX), |search| {
                search.options.limits.check(generated)
            })
    }

    fn done(&mut self, ticket: usize, result: DescentResult, solutions: Solutions<S::Move>) {
        if let Some(BoardSearch {
            number,
            pass: Some(Pass {
                bound, before, sum, ..
            }),
            options,
            ..
        }) = &mut self.searches[ticket]
        {
            if self.cuts {
                options.limits.count_rest(result.generated);
            }
            sum.peak = sum.peak.max(result.peak);
            sum.add(result, solutions);
            let (companion, generated) = (self.queue.companion(*number), *before + sum.generated);
            if self.cuts
                && !sum.has_ended()
                && generated >= companion.next()
                && let Some(end) = turn(companion, *bound, generated)
            {
                sum.end = end;
            }
        }
        self.free.push(ticket);
    }
}
