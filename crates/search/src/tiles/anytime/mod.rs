//! Anytime search: finds a solution soon, then better ones, and at last proves that the best is a shortest one.
//!
//! Two searches take turns. One is the proof: IDA* in fast mode, whose bound grows. The other, its companion, is a
//! `SolutionSearch`, whose solutions become shorter. It makes passes of beam search (`beam`, `selection`), each four times
//! as wide as the one before, and improves the best solution locally (`windows`). For example, if the companion knows a
//! solution of 52 moves when the proof has completed the iteration with the bound 50, the solution is shortest: the
//! iteration with the bound 52, usually the largest, need not be searched.
//!
//! A turn of the companion begins when the proof has generated a certain number of nodes, counted as one thread would
//! count them. The companion gets most nodes while the gap between bound and solution is wide on a large board, and few
//! otherwise. Events, solution and counts therefore depend only on the board and the options, neither on the number of
//! threads nor on the speed of the machine. A limit of time, or an interruption, cuts the same sequence of events short.

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

/// Number of nodes of the proof before the companion's first turn, on boards of up to 16 cells and on larger ones. A
/// smaller search is over before a solution would help.
const HEAD_START: [u64; 2] = [2_000_000, 100_000];
/// Width of the first beam, and the factor between the widths of two passes.
const WIDTHS: (usize, usize) = (8, 4);
/// Maximum memory of the beams, in bytes, if [`Limits::memory`] is not set.
const MOST_BYTES: u64 = 1 << 30;
/// While the gap is small, the number of nodes of the proof for each node of the passes, on boards of up to 16 cells and
/// on larger ones. A node of a beam takes two to three times as long. The number is 1 if a good solution ends the search.
const NEAR_SHARE: [u64; 2] = [16, 2];
/// Number of nodes up to which passes get their full share. The share of later passes shrinks.
const STEADY: u64 = 40_000_000;
/// On boards of more than 16 cells, the proof is far from its end if the gap exceeds this. Passes then get [`FAR_SHARE`]
/// times as many nodes as the proof.
const FAR: u32 = 10;
/// While the gap is large, the number of nodes of the passes for each node of the proof.
const FAR_SHARE: u64 = 12;
/// Improving the solution of a pass takes one node for this many nodes of the pass.
const IMPROVEMENT: u64 = 8;
/// Maximum width of the beams before the proof begins, if a good solution ends the search.
const EAGER_WIDTH: usize = 1 << 17;

/// Options of an anytime search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnytimeOptions {
    /// The threads of the proof and of the beams.
    pub threads: Threads,
    /// When the search ends.
    pub end: AnytimeEnd,
}

/// When an anytime search ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AnytimeEnd {
    /// The search ends when it is proven that the best solution is a shortest one.
    #[default]
    Proof,
    /// The search ends with its first solution.
    FirstSolution,
    /// The search ends as soon as the best solution is at most this percentage longer than the proven bound.
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
    /// An iteration ended, or the search stopped in it.
    Iteration(Iteration),
    /// The search found a solution that is shorter than all before.
    Solution {
        /// Its moves.
        path: Path,
        /// No solution is shorter than this.
        bound: u32,
    },
}

/// Finds a shortest solution, and good ones before it is proven.
///
/// At a limit, the outcome has the best solution so far, and [`Outcome::shortest`] is false. The limit is
/// [`LimitKind::Gap`] if the solution is good enough for [`AnytimeEnd`]. [`Limits::memory`], or 1 GiB by default, limits
/// the memory of the beams; if a wider beam does not fit, the proof continues alone. [`Limits::nodes`] limits the proof,
/// and then the companion has its turns only between iterations.
///
/// The node counts of the outcome include only the proof.
///
/// # Errors
/// Returns the heuristic's error if it cannot evaluate the start.
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

    /// The companion of the proof for a board, whose search begins now.
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

/// The companion of the proof: a search for solutions.
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
    /// The width of the next pass, or `None` if the memory does not suffice for it.
    width: Option<usize>,
    /// Number of nodes generated by all passes and improvements.
    generated: u64,
    /// The estimated number of nodes of the next pass.
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
    /// The outcome of the proof, completed with the best solution if the proof found no solution itself.
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

    /// Estimates the number of nodes that a beam generates.
    fn cost(&self, width: usize) -> u64 {
        2 * width as u64
            * self
                .best
                .as_ref()
                .map_or(20 * self.space.size().cells() / 4, Vec::len) as u64
    }

    /// Makes a pass and improves its solution.
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
            // `Limits::nodes` limits the proof, not the passes.
            nodes: u64::MAX,
            threads: self.threads,
            limits: &self.limits,
            budget: &mut self.budget,
            counts: &mut counts,
        };
        let moves = match self.guide.search_beam(pass) {
            // The memory does not suffice for this width. The proof, which takes little memory, continues.
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

    /// Keeps a solution if it is the shortest so far, and reports it.
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
