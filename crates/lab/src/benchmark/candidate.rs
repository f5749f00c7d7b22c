//! [`BenchmarkCandidate`]: a heuristic with an algorithm, to be compared with others.

use fifteen_search::Instant;
use fifteen_search::tiles::{Algorithm, HeuristicKind};
use fifteen_solver::{HeuristicSpec, OpenError, OpeningNote, Setup, Solver};

use crate::instances::InstanceSet;

/// The heuristics that are compared by default, besides the strongest tables.
const DEFAULT_HEURISTICS: [HeuristicKind; 3] = [
    HeuristicKind::Manhattan,
    HeuristicKind::LinearConflict,
    HeuristicKind::WalkingDistance,
];

/// A heuristic with an algorithm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BenchmarkCandidate {
    /// The heuristic. `None` stands for the strongest tables found, or for no heuristic if the
    /// algorithm takes none.
    pub heuristic: Option<HeuristicSpec>,
    /// The algorithm.
    pub algorithm: Algorithm,
}

impl BenchmarkCandidate {
    /// Combines each heuristic with each algorithm that takes one, heuristic by heuristic, and then
    /// adds the algorithms that take none.
    ///
    /// If `heuristics` is empty, these are Manhattan, linear conflict, walking distance, and the
    /// strongest tables found.
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

    /// Opens the solver for the boards of a set and returns it with the seconds that this took.
    ///
    /// `setup` has everything but the heuristic and the algorithm. `on_note` receives the solver's
    /// notes.
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
