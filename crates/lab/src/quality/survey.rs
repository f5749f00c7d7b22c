//! Both samples of a heuristic: random boards, and boards near the goal.

use std::ops::ControlFlow;

use fifteen_puzzle::{ImportanceSampledBoards, RandomBoards};
use fifteen_search::tiles::{TileHeuristic, TileSpace};

use super::distribution::{Distribution, Estimate};
use super::tree::Growth;
use fifteen_solver::SolveError;

/// What two samples of the same number of boards say of a heuristic.
#[derive(Debug, Clone, PartialEq)]
pub struct Survey {
    growth: Growth,
    random: Distribution,
    near: Distribution,
}

impl Survey {
    /// Draws `samples` random boards and as many near the goal, both from `seed`, on `threads` threads (0: one for each core).
    ///
    /// `progress` is told how many of all the boards are done; where it breaks, the result is that of the boards done by then. It
    /// depends on neither the number of threads nor the machine.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn of<D: AsRef<[u8]> + Sync + Send>(
        space: &TileSpace,
        heuristic: &TileHeuristic<D>,
        samples: u64,
        seed: u64,
        threads: usize,
        progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Self, SolveError> {
        let growth = Growth::new(space.size());
        let mut random = RandomBoards::new(*space.goal(), seed);
        let boards = (0..samples).map_while(|_| random.next());
        let random = Distribution::of(space, heuristic, boards, threads, progress)?;
        // Boards as frequent as the tree of moves makes them weigh.
        let near = ImportanceSampledBoards::new(*space.goal(), seed, growth.branching);
        // None of them if the first sample was stopped.
        let draws = if random.samples() == samples { samples } else { 0 };
        let more = &mut |done| progress(samples + done);
        let near = Distribution::tilted(space, heuristic, &near, draws, threads, more)?;
        Ok(Self { growth, random, near })
    }

    /// The values over random boards.
    pub fn random(&self) -> &Distribution {
        &self.random
    }

    /// The values over boards near the goal.
    pub fn near(&self) -> &Distribution {
        &self.near
    }

    /// How the tree of moves grows.
    pub fn growth(&self) -> &Growth {
        &self.growth
    }

    /// [`Distribution::share`], from the sample that tells more of it.
    pub fn share(&self) -> Option<Estimate> {
        better(self.random.share(&self.growth), self.near.share(&self.growth))
    }

    /// By how many moves the heuristic makes a search from a typical start less deep: b^-this is E\[b^-h\] if the values
    /// are spread as a normal curve with their mean and deviation, which is mean - ln(b) variance / 2.
    ///
    /// The true spread has more boards near the goal, which make most of [`share`](Self::share); but hardly any search that
    /// starts far away, and ends at its solution, meets them. On Korf's 100 boards this number orders tables by the
    /// nodes searched where the share does not.
    pub fn typical_depth_saved(&self) -> f64 {
        let deviation = self.random.deviation();
        self.random.mean() - self.growth.branching.ln() * deviation * deviation / 2.0
    }

    /// [`Distribution::expanded`], from the sample that tells more of it.
    pub fn expanded(&self, bound: u32, start: Option<usize>) -> Option<Estimate> {
        better(self.random.expanded(bound, start), self.near.expanded(bound, start))
    }
}

/// The estimate with the smaller error for its size. None that matter were met in a sample that says 0.
fn better(a: Option<Estimate>, b: Option<Estimate>) -> Option<Estimate> {
    let relative = |e: &Estimate| if e.value > 0.0 { e.error / e.value } else { f64::INFINITY };
    [a, b].into_iter().flatten().min_by(|a, b| relative(a).total_cmp(&relative(b)))
}
