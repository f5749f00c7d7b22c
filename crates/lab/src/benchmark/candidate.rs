//! Candidates of a benchmark: which heuristics and algorithms are compared.

use fifteen_search::Instant;
use fifteen_search::tiles::Algorithm;
use fifteen_solver::{HeuristicSpec, OpenError, OpeningNote, Setup, Solver};

use crate::instances::InstanceSet;

/// The heuristics that are compared by default, besides the strongest tables.
const DEFAULT_HEURISTICS: [&str; 3] = ["manhattan", "linear-conflict", "walking-distance"];

/// A heuristic with an algorithm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The heuristic; none for the strongest tables found, or for an algorithm without heuristic.
    pub heuristic: Option<HeuristicSpec>,
    /// The algorithm.
    pub algorithm: Algorithm,
}

impl Candidate {
    /// Each heuristic with each algorithm that takes one, heuristic by heuristic, and then the other algorithms.
    /// Without heuristics: Manhattan, linear conflict, walking distance, and the strongest tables found.
    pub fn combinations(heuristics: &[HeuristicSpec], algorithms: &[Algorithm]) -> Vec<Self> {
        let mut heuristics: Vec<Option<HeuristicSpec>> =
            heuristics.iter().cloned().map(Some).collect();
        if heuristics.is_empty() {
            heuristics = DEFAULT_HEURISTICS
                .iter()
                .map(|name| name.parse().ok())
                .collect();
            heuristics.push(None);
        }
        let (informed, blind): (Vec<_>, Vec<_>) =
            algorithms.iter().partition(|a| a.takes_heuristic());
        let with = |heuristic: Option<HeuristicSpec>| {
            informed.iter().map(move |&algorithm| Self {
                heuristic: heuristic.clone(),
                algorithm,
            })
        };
        let without = blind.iter().map(|&algorithm| Self {
            heuristic: None,
            algorithm,
        });
        heuristics
            .into_iter()
            .flat_map(with)
            .chain(without)
            .collect()
    }

    /// Opens the solver for the boards of a set, and says how many seconds that took. `setup` has everything but
    /// heuristic and algorithm; `note` receives the solver's notes.
    ///
    /// # Errors
    /// If the solver cannot be opened.
    pub fn open(
        &self,
        set: &InstanceSet,
        setup: &Setup,
        note: impl FnMut(&OpeningNote),
    ) -> Result<(Solver, f64), OpenError> {
        let setup = Setup {
            algorithm: self.algorithm,
            heuristic: self.heuristic.clone(),
            ..setup.clone()
        };
        let started = Instant::now();
        let solver = setup.open(set.size)?;
        let seconds = started.elapsed().as_secs_f64();
        solver.notes().iter().for_each(note);
        Ok((solver, seconds))
    }
}
