//! Anytime search: a solution at once, then better ones, beside the proof that none is shorter.
//!
//! The proof is IDA* in fast mode. Beside it, in turns, a `SolutionSearch` makes passes of beam search (`beam`,
//! `selection`), each about four times as wide as the one before, and improves the best solution locally (`windows`).
//! Events tell of better solutions and of completed iterations. The proof ends when its bound reaches the length of the
//! best solution: the last iteration, mostly the largest, is not searched then.
//!
//! Turns are due at numbers of nodes that the proof has generated, as one thread would count them. While the gap of a
//! large board is wide, passes have most of the nodes. So the events, the solution and the counts depend only on board
//! and options, not on the number of threads or the speed of the machine. A limit of time, or an interruption, cuts the
//! same sequence of events short at a moment that depends on both.

pub(crate) mod beam;
mod selection;
mod windows;

use std::cell::RefCell;

use fifteen_puzzle::Path;

use self::beam::{BeamCounts, BeamPass, MAX_WIDTH, MOST_MOVES};
pub(super) use self::windows::shortest_window;
use super::algorithm::{IdaSearch, refuse_overestimates};
use super::{AnyHeuristic, Move, SearchResult, TileHeuristic, TileIda, TileSpace, TileState};
use crate::ida::companion::Companion;
use crate::storage::Budget;
use crate::{Iteration, LimitKind, Limits, Outcome, Status, Threads};

/// Nodes of the proof before the first turn, on boards of up to 16 cells and on larger ones: a smaller search is over
/// before a solution found otherwise would help.
const HEAD_START: [u64; 2] = [2_000_000, 100_000];
/// The width of the first beam, and the factor from one to the next.
const WIDTHS: (usize, usize) = (8, 4);
/// Bytes that beams take at most where there is no [`Limits::memory`].
const MOST_BYTES: u64 = 1 << 30;
/// Nodes of the proof for each node of passes while the gap is small, on boards of up to 16 cells and on larger ones: a
/// node of a beam takes two to three times as long. 1 where a good solution is asked for rather than a proof.
const NEAR_SHARE: [u64; 2] = [16, 2];
/// Nodes of passes up to which they have their share; that of later passes shrinks.
const STEADY: u64 = 40_000_000;
/// A gap above which, on boards of more than 16 cells, passes take [`FAR_SHARE`] times the nodes: the proof is far from
/// its end.
const FAR: u32 = 10;
/// Nodes of passes for each node of the proof while the gap is large.
const FAR_SHARE: u64 = 12;
/// The share of the nodes of a pass that is spent on improving its solution: 1 of this number.
const IMPROVEMENT: u64 = 8;
/// The widest beam without a turn, where a solution is wanted before the proof begins.
const EAGER_WIDTH: usize = 1 << 17;

/// Options of an anytime search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnytimeOptions {
    /// The threads of the proof and of the beams.
    pub threads: Threads,
    /// The moment at which the search ends.
    pub end: AnytimeEnd,
}

/// The moment at which an anytime search ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AnytimeEnd {
    /// With the proof that the best solution is a shortest one.
    #[default]
    Proof,
    /// With the first solution.
    FirstSolution,
    /// As soon as the best solution is at most this percentage longer than the proven bound.
    Within(Percent),
}

impl AnytimeEnd {
    /// True if a solution of `length` moves ends a search that has proven `bound`.
    fn accepts(self, length: u32, bound: u32) -> bool {
        match self {
            Self::Proof => false,
            Self::FirstSolution => true,
            Self::Within(Percent(percent)) => {
                f64::from(length) <= f64::from(bound) * (1.0 + percent / 100.0)
            }
        }
    }
}

/// A percentage of at least 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Percent(f64);

impl Percent {
    /// The percentage, or `None` if the number is negative or not a number.
    pub fn new(percent: f64) -> Option<Self> {
        (percent >= 0.0).then_some(Self(percent))
    }

    /// The percentage as a number.
    pub fn get(self) -> f64 {
        self.0
    }
}

/// A percentage is never NaN, so it equals itself.
impl Eq for Percent {}

/// An event of a search in progress.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum SearchEvent {
    /// An iteration is complete, or the search stopped in it.
    Iteration(Iteration),
    /// A solution that is shorter than all before.
    Solution {
        /// Its moves.
        path: Path,
        /// No solution is shorter than this.
        bound: u32,
    },
}

/// Finds a shortest solution, and good ones before it is proven.
///
/// At a limit, the outcome has the best solution so far, with [`Outcome::shortest`] false. [`LimitKind::Gap`]: it is
/// as good as was asked for. [`Limits::memory`], or 1 GiB without it, holds for the beam at every moment: where a wider
/// one does not fit, the proof goes on alone. [`Limits::nodes`] limits the proof; turns are then only taken between its
/// iterations.
///
/// The counts are those of the proof alone.
///
/// # Errors
/// Those of the heuristic, before anything is searched.
pub(super) fn search(
    heuristic: &TileHeuristic,
    space: &TileSpace,
    start: &TileState,
    options: AnytimeOptions,
    limits: &Limits,
    on_event: &mut dyn FnMut(SearchEvent),
) -> SearchResult {
    let on_event = RefCell::new(on_event);
    let on_solution = |moves: &[Move], bound| {
        on_event.borrow_mut()(SearchEvent::Solution {
            path: moves.iter().copied().collect(),
            bound,
        })
    };
    let anytime = Anytime::new(space, heuristic, options, limits);
    let mut solutions = anytime.beside(*start, &on_solution);
    let progress =
        &mut |iteration: &Iteration| on_event.borrow_mut()(SearchEvent::Iteration(*iteration));
    let search = IdaSearch {
        space,
        heuristic,
        start,
        limits,
        ida: TileIda::Anytime(options),
    };
    let outcome = search.run(&mut solutions, progress)?;
    refuse_overestimates(solutions.complete(outcome))
}

/// The space, guide and options that searches for solutions of several boards share.
pub(super) struct Anytime<'a> {
    space: &'a TileSpace,
    /// The heuristic that leads the beam.
    guide: AnyHeuristic,
    threads: usize,
    end: AnytimeEnd,
    limits: &'a Limits,
}

impl<'a> Anytime<'a> {
    /// The Manhattan distance leads the beam if the heuristic is too weak.
    pub(super) fn new(
        space: &'a TileSpace,
        heuristic: &TileHeuristic,
        options: AnytimeOptions,
        limits: &'a Limits,
    ) -> Self {
        let any = heuristic.any();
        let guide = if any.is_blind() {
            AnyHeuristic::manhattan(space)
        } else {
            any.clone()
        };
        Self {
            space,
            guide,
            threads: options.threads.count(),
            end: options.end,
            limits,
        }
    }

    /// The search for solutions beside the proof for a board that is begun now.
    pub(super) fn beside(
        &self,
        start: TileState,
        on_solution: &'a dyn Fn(&[Move], u32),
    ) -> SolutionSearch<'a> {
        let mut solutions = SolutionSearch {
            space: self.space,
            start,
            guide: self.guide.clone(),
            threads: self.threads,
            end: self.end,
            on_solution,
            budget: Budget::new(Some(self.limits.memory.unwrap_or(MOST_BYTES))),
            limits: self.limits.clone(),
            best: None,
            bound: 0,
            width: Some(WIDTHS.0),
            generated: 0,
            expected: 0,
        };
        solutions.expected = solutions.cost(WIDTHS.0);
        solutions
    }
}

/// The search for solutions.
pub(super) struct SolutionSearch<'a> {
    space: &'a TileSpace,
    start: TileState,
    guide: AnyHeuristic,
    limits: Limits,
    threads: usize,
    end: AnytimeEnd,
    on_solution: &'a dyn Fn(&[Move], u32),
    budget: Budget,
    /// The shortest solution so far.
    best: Option<Vec<Move>>,
    /// No solution is shorter than this.
    bound: u32,
    /// The width of the next pass; `None` if there is no memory for it.
    width: Option<usize>,
    /// Nodes generated by all passes, and improvements.
    generated: u64,
    /// Nodes that the next pass will generate, estimated.
    expected: u64,
}

impl Companion for SolutionSearch<'_> {
    fn next(&self) -> u64 {
        let eager = self.end != AnytimeEnd::Proof;
        match (self.width, &self.best) {
            (None, _) => u64::MAX,
            (Some(width), None) if eager && width <= EAGER_WIDTH => 0,
            _ => {
                let size = usize::from(self.is_large());
                let (head_start, near_share) = if eager {
                    (0, 1)
                } else {
                    (HEAD_START[size], NEAR_SHARE[size])
                };
                let nodes = self.generated + self.expected;
                let later = u128::from(nodes) * u128::from(nodes) / u128::from(STEADY);
                let nodes = nodes + later.min(1 << 56) as u64;
                head_start
                    + if self.is_far() {
                        nodes / FAR_SHARE
                    } else {
                        nodes * near_share
                    }
            }
        }
    }

    fn turn(&mut self, bound: u32, generated: u64) -> Result<bool, LimitKind> {
        self.bound = bound;
        loop {
            let upper = self.best.as_ref().map(|best| best.len() as u32);
            if let Some(upper) = upper {
                if upper <= bound {
                    return Ok(true);
                }
                if self.end.accepts(upper, bound) {
                    return Err(LimitKind::Gap);
                }
            }
            if generated < self.next() {
                return Ok(false);
            }
            self.pass(bound)?;
        }
    }
}

impl SolutionSearch<'_> {
    /// The outcome of the proof, with the best solution where the proof has none.
    pub(super) fn complete(self, proof: Outcome<Vec<Move>>) -> Outcome<Vec<Move>> {
        let mut outcome = Outcome {
            peak_bytes: proof.peak_bytes.max(self.budget.peak()),
            ..proof
        };
        if let (None, Some(best)) = (&outcome.moves, self.best) {
            outcome.length = Some(best.len() as u32);
            outcome.shortest = outcome.status == Status::Solved;
            outcome.moves = Some(best);
        }
        outcome
    }

    fn is_large(&self) -> bool {
        self.space.size().cells() > 16
    }

    /// True while the proof is far from the best solution.
    fn is_far(&self) -> bool {
        let gap = self
            .best
            .as_ref()
            .map(|best| best.len() as u32 - self.bound.min(best.len() as u32));
        self.is_large() && gap.is_none_or(|gap| gap > FAR)
    }

    /// Nodes that a beam will generate, about.
    fn cost(&self, width: usize) -> u64 {
        2 * width as u64
            * self
                .best
                .as_ref()
                .map_or(20 * self.space.size().cells() / 4, Vec::len) as u64
    }

    /// One pass, and improvements of its solution.
    fn pass(&mut self, bound: u32) -> Result<(), LimitKind> {
        let Some(width) = self.width else {
            return Ok(());
        };
        let most = self
            .best
            .as_ref()
            .map_or(MOST_MOVES, |best| (best.len() as u32).saturating_sub(2));
        let most = self.limits.depth.map_or(most, |depth| depth.min(most));
        let before = self.budget.used();
        let mut counts = BeamCounts::default();
        let pass = BeamPass {
            space: self.space,
            start: &self.start,
            width,
            most,
            // The limit of nodes is that of the proof.
            nodes: u64::MAX,
            threads: self.threads,
            limits: &self.limits,
            budget: &mut self.budget,
            counts: &mut counts,
        };
        let moves = match self.guide.search_beam(pass) {
            // The limit of memory is that of the passes; the proof takes next to none.
            Err(LimitKind::Memory) => {
                self.budget.give((self.budget.used() - before) as usize);
                self.width = None;
                return if self.best.is_none() && self.end == AnytimeEnd::FirstSolution {
                    Err(LimitKind::Memory)
                } else {
                    Ok(())
                };
            }
            result => result?,
        };
        self.generated += counts.generated;
        if let Some(moves) = moves {
            self.take(moves, bound);
            if self.end != AnytimeEnd::FirstSolution {
                self.improve(counts.generated / IMPROVEMENT, bound)?;
            }
        }
        self.width = Some(width.saturating_mul(WIDTHS.1)).filter(|&width| width <= MAX_WIDTH);
        self.expected = self.width.map_or(0, |width| self.cost(width));
        Ok(())
    }

    /// Improves the best solution locally.
    fn improve(&mut self, nodes: u64, bound: u32) -> Result<(), LimitKind> {
        let Some(mut moves) = self.best.clone() else {
            return Ok(());
        };
        let mut generated = 0;
        let end = windows::improve(
            (self.space, &self.start),
            &mut moves,
            &self.limits,
            nodes,
            &mut generated,
        );
        self.generated += generated;
        self.take(moves, bound);
        end
    }

    /// Takes a solution if it is the shortest so far.
    fn take(&mut self, moves: Vec<Move>, bound: u32) {
        if self
            .best
            .as_ref()
            .is_none_or(|best| moves.len() < best.len())
        {
            if let Some(monitor) = &self.limits.monitor {
                monitor.set_upper(moves.len() as u32);
            }
            (self.on_solution)(&moves, bound);
            self.best = Some(moves);
        }
    }
}
