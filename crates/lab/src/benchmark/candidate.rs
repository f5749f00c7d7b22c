//! [`BenchmarkCandidate`]: a heuristic and an algorithm to benchmark.

use fifteen_search::Instant;
use fifteen_search::tiles::{Algorithm, HeuristicKind};
use fifteen_solver::{HeuristicSpec, OpenError, OpeningNote, Setup, Solver};

use crate::instances::InstanceSet;

/// Heuristics to benchmark if the caller doesn't specify any. The strongest pattern databases
/// available are benchmarked too.
const DEFAULT_HEURISTICS: [HeuristicKind; 3] = [
    HeuristicKind::Manhattan,
    HeuristicKind::LinearConflict,
    HeuristicKind::WalkingDistance,
];

/// A heuristic and an algorithm to benchmark, from which a solver can be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BenchmarkCandidate {
    /// The heuristic. `None` selects the strongest pattern databases available, or no heuristic if
    /// the algorithm doesn't use one.
    pub heuristic: Option<HeuristicSpec>,
    /// The search algorithm.
    pub algorithm: Algorithm,
}

impl BenchmarkCandidate {
    /// Returns a candidate for every combination of a heuristic and an algorithm. Candidates with
    /// the same heuristic are adjacent. An algorithm that uses no heuristic yields a single
    /// candidate, at the end of the list.
    ///
    /// If `heuristics` is empty, four defaults are used: Manhattan distance, linear conflict,
    /// walking distance, and the strongest pattern databases available.
    pub fn combinations(heuristics: &[HeuristicSpec], algorithms: &[Algorithm]) -> Vec<Self> {
        let mut heuristics: Vec<Option<HeuristicSpec>> =
            heuristics.iter().cloned().map(Some).collect();
        if heuristics.is_empty() {
            heuristics.extend(DEFAULT_HEURISTICS.map(|kind| Some(kind.into())));
            heuristics.push(None);
        }
        let mut candidates = Vec::new();
        for heuristic in heuristics {
            for &algorithm in algorithms.iter().filter(|a| a.takes_heuristic()) {
                candidates.push(Self {
                    heuristic: heuristic.clone(),
                    algorithm,
                });
            }
        }
        for &algorithm in algorithms.iter().filter(|a| !a.takes_heuristic()) {
            candidates.push(Self {
                heuristic: None,
                algorithm,
            });
        }
        candidates
    }

    /// Opens a solver for the boards of a set. Returns the solver and the time in seconds that
    /// opening it took.
    ///
    /// The candidate's heuristic and algorithm replace those in `setup`. `on_note` receives notes
    /// for the user, such as which tables were found.
    ///
    /// # Errors
    /// Returns an error if the solver can't be opened.
    pub fn open(
        &self,
        set: &InstanceSet,
        setup: &Setup,
        on_note: impl FnMut(&OpeningNote),
    ) -> Result<(Solver, f64), OpenError> {
        let setup = Setup {
            algorithm: self.algorithm,
            heuristic: self.heuristic.clone(),
            ..setup.clone()
        };
        let started = Instant::now();
        let solver = setup.open(set.size)?;
        let seconds = started.elapsed().as_secs_f64();
        solver.notes().iter().for_each(on_note);
        Ok((solver, seconds))
    }
}
