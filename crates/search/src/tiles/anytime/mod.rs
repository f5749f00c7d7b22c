//! Anytime search: quickly finds some solution, then better ones, and finally proves that the best
//! one is a shortest solution.
//!
//! Two searches alternate. The *proof* is IDA* in fast mode. Each iteration that it completes
//! without a solution raises the lower bound on the length of a solution. Its *companion*, a
//! `SolutionSearch`, finds shorter and shorter solutions. The companion runs beam searches (`beam`,
//! `selection`), each four times as wide as the previous one, and improves the best solution
//! locally (`segments`). For example, suppose that the companion knows a solution of 52 moves when
//! IDA* completes the iteration with bound 50. All solutions have the same parity, so this solution
//! is a shortest one, and the iteration with bound 52, usually the largest one, is skipped.
//!
//! The companion runs whenever IDA* has generated a certain number of nodes, counted in the order
//! of a single-threaded search. The companion's schedule does not depend on the clock. Events,
//! solutions and node counts therefore depend only on the board and the options, not on the number
//! of threads or the speed of the machine. A time limit or an interruption only ends this sequence
//! of events early.
//!
//! On boards of more than 16 cells, the companion gets most of the nodes as long as the best
//! solution is much longer than the lower bound. Otherwise, it gets few.

mod segments;

use fifteen_puzzle::Path;

pub(super) use self::segments::shortest_segment;
use super::beam::{BeamCounts, BeamPass, MAX_WIDTH, MOST_MOVES};
use super::{AnyHeuristic, Move, TileHeuristic, TileSpace, TileState};
use crate::ida::companion::Companion;
use crate::ida::subtree::DescentEnd;
use crate::storage::Budget;
use crate::{Iteration, LimitKind, Limits, Outcome, Status, Threads};

/// IDA* generates this many nodes before the first beam search: 2,000,000 on boards of up to 16
/// cells, and 100,000 on larger boards. IDA* solves an easy board within this number of nodes, so a
/// beam search would only cost time.
const HEAD_START: [u64; 2] = [2_000_000, 100_000];
/// The first beam search keeps up to 8 nodes of each layer. Each further beam search keeps 4 times
/// as many as the previous one.
const WIDTHS: (usize, usize) = (8, 4);
/// Default memory limit of the beam searches: 1 GiB. [`Limits::memory`] overrides it.
const MOST_BYTES: u64 = 1 << 30;
/// IDA* generates this many nodes for each node of the beam searches: 16 on boards of up to 16
/// cells, and 2 on larger boards. The number is 1 instead if [`AnytimeEnd`] accepts a solution
/// without a proof. [`FAR_SHARE`] takes precedence.
const NEAR_SHARE: [u64; 2] = [16, 2];
/// Determines how fast the work of IDA* grows relative to the beam searches, so that IDA* can
/// eventually complete its proof. When the beam searches have generated n nodes, the number of
/// nodes for IDA* is multiplied by 1 + n / 40,000,000.
const STEADY: u64 = 40_000_000;
/// If the best solution exceeds the lower bound by more than this many moves, IDA* is far from a
/// proof. Better solutions are then worth more than a better bound, so [`FAR_SHARE`] applies.
const FAR: u32 = 10;
/// On boards of more than 16 cells, the beam searches generate 12 nodes for each node of IDA*. This
/// ends when the best solution exceeds the lower bound by at most [`FAR`] moves.
const FAR_SHARE: u64 = 12;
/// The local improvement of a solution may generate 1 node for every 8 nodes that the beam search
/// has generated to find the solution.
const IMPROVEMENT: u64 = 8;
/// If [`AnytimeEnd`] accepts a solution without a proof, beam searches run before IDA* starts. They
/// end when one of them finds a solution, or when the next one would exceed this width.
const EAGER_WIDTH: usize = 1 << 17;

/// Options of an anytime search.
///
/// If a limit stops the search, the outcome holds the best solution so far, and
/// [`Outcome::shortest`] is false. The limit is [`LimitKind::Gap`] if the solution is good enough
/// for [`AnytimeEnd`].
///
/// [`Limits::memory`], or 1 GiB by default, limits the memory of the beam searches.
/// [`Limits::nodes`] limits only IDA*. With a node limit, beam searches run only between
/// iterations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnytimeOptions {
    /// The threads for both IDA* and the beam searches.
    pub threads: Threads,
    /// How good a solution must be to end the search.
    pub end: AnytimeEnd,
}

/// How good a solution must be to end an anytime search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AnytimeEnd {
    /// The search ends when the best solution is proven optimal.
    #[default]
    Proof,
    /// The search ends with its first solution, regardless of the length.
    FirstSolution,
    /// The search ends when the best solution exceeds the proven lower bound by at most this
    /// percentage.
    Within(Percent),
}

impl AnytimeEnd {
    /// Returns whether a solution of `length` moves is good enough to end the search without a
    /// proof. `bound` is the proven lower bound.
    pub(super) fn accepts(self, length: u32, bound: u32) -> bool {
        match self {
            Self::Proof => false,
            Self::FirstSolution => true,
            Self::Within(Percent(percent)) => {
                f64::from(length) <= f64::from(bound) * (1.0 + percent / 100.0)
            }
        }
    }
}

/// A non-negative percentage, which can exceed 100.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Percent(f64);

impl Percent {
    /// Creates a percentage. Returns `None` if the number is negative or NaN.
    pub fn new(percent: f64) -> Option<Self> {
        (percent >= 0.0).then_some(Self(percent))
    }

    /// Returns the percentage as a number: 5 percent is 5.0.
    pub fn get(self) -> f64 {
        self.0
    }
}

/// Equality is reflexive, as `Eq` requires, because a percentage is never NaN.
impl Eq for Percent {}

/// An event reported by a search in progress.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum SearchEvent {
    /// An iteration ended, or a limit stopped the search during this iteration.
    Iteration(Iteration),
    /// The search found a solution that is shorter than all previous ones.
    Solution {
        /// The moves of the solution.
        path: Path,
        /// The lower bound proven so far: no solution is shorter.
        bound: u32,
    },
}

/// The data that the anytime searches for several boards share, such as the heuristic.
pub(super) struct Anytime<'a> {
    space: &'a TileSpace,
    /// The heuristic that ranks the nodes of the beam searches.
    guide: AnyHeuristic,
    threads: usize,
    end: AnytimeEnd,
    limits: &'a Limits,
}

impl<'a> Anytime<'a> {
    /// Prepares anytime searches for the boards of a space. If the heuristic is too weak to rank
    /// nodes, the beam searches use the Manhattan distance instead.
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

    /// Creates the companion for one board: a search for solutions that runs alternately with IDA*.
    /// It calls `on_solution` with each better solution and the current lower bound.
    pub(super) fn companion(
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

/// The companion of IDA* in an anytime search. The two run alternately: the companion finds
/// solutions by beam search and improves them, and IDA* proves a lower bound.
pub(super) struct SolutionSearch<'a> {
    space: &'a TileSpace,
    start: TileState,
    guide: AnyHeuristic,
    limits: Limits,
    threads: usize,
    end: AnytimeEnd,
    on_solution: &'a dyn Fn(&[Move], u32),
    budget: Budget,
    /// The shortest solution found so far.
    best: Option<Vec<Move>>,
    /// The lower bound proven by IDA*: no solution is shorter.
    bound: u32,
    /// Width of the next beam search. `None` if no more beam searches will run, because the next
    /// one would be too wide or would not fit into memory.
    width: Option<usize>,
    /// Number of nodes generated by all beam searches and local improvements so far.
    generated: u64,
    /// Estimated number of nodes that the next beam search will generate.
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

    fn turn(&mut self, bound: u32, generated: u64) -> Option<DescentEnd> {
        self.bound = bound;
        loop {
            let upper = self.best.as_ref().map(|best| best.len() as u32);
            if let Some(upper) = upper {
                if upper <= bound {
                    return Some(DescentEnd::Known);
                }
                if self.end.accepts(upper, bound) {
                    return Some(DescentEnd::Limit(LimitKind::Gap));
                }
            }
            if generated < self.next() {
                return None;
            }
            if let Err(kind) = self.pass(bound) {
                return Some(DescentEnd::Limit(kind));
            }
        }
    }
}

impl SolutionSearch<'_> {
    /// Completes the outcome of IDA*. If IDA* found no solution itself, the best solution of the
    /// beam searches is used.
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

    /// Returns whether [`FAR_SHARE`] applies. It applies on a board of more than 16 cells if no
    /// solution is known, or if the best solution exceeds the lower bound by more than [`FAR`]
    /// moves.
    fn is_far(&self) -> bool {
        let gap = self
            .best
            .as_ref()
            .map(|best| best.len() as u32 - self.bound.min(best.len() as u32));
        self.is_large() && gap.is_none_or(|gap| gap > FAR)
    }

    /// Estimates the number of nodes that a beam search generates: `2 * width` nodes for each move
    /// of the best solution. If no solution is known, the solution length is estimated from the
    /// size of the board.
    fn cost(&self, width: usize) -> u64 {
        2 * width as u64
            * self
                .best
                .as_ref()
                .map_or(20 * self.space.size().cells() / 4, Vec::len) as u64
    }

    /// Runs the next beam search and improves its solution locally.
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
            // `Limits::nodes` limits IDA*, not the beam searches.
            nodes: u64::MAX,
            threads: self.threads,
            limits: &self.limits,
            budget: &mut self.budget,
            counts: &mut counts,
        };
        let moves = match self.guide.search_beam(pass) {
            // A beam of this width does not fit into memory, and neither would a wider one. IDA*
            // needs little memory, so it continues alone.
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

    /// Improves the best solution locally, generating about `nodes` nodes.
    fn improve(&mut self, nodes: u64, bound: u32) -> Result<(), LimitKind> {
        let Some(mut moves) = self.best.clone() else {
            return Ok(());
        };
        let mut generated = 0;
        let end = segments::improve(
            self.space,
            &self.start,
            &mut moves,
            &self.limits,
            nodes,
            &mut generated,
        );
        self.generated += generated;
        self.take(moves, bound);
        end
    }

    /// Stores and reports a solution if it is shorter than the best solution so far.
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
