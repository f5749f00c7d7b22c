//! Searches the work units of an iteration, collects their results, and derives the next job from
//! them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fifteen_puzzle::Goal;
use fifteen_search::tiles::{Algorithm, Mode, TileIda};
use fifteen_search::{Iteration, Limits, Status, Threads};

use crate::json::excerpt;
use crate::record::{BoardRecord, counted};
use crate::{Request, Solution, Solver};

use super::DistributedError;
use super::schema::{Job, Line, PrefixCounts, UnitResult, UnitSolution, letters, path};

/// Searches one work unit, which is a group of subtrees of the job's iteration. The solver must
/// have been opened for this job with [`SearchSpec::open`](super::SearchSpec::open).
///
/// Repeating the search yields the same result. Another thread can set `cancel` to stop the search.
///
/// # Errors
/// Returns an error if the solver performs a different search or has different tables, if the
/// iteration has no such unit, or if the search is cancelled.
pub fn work(
    solver: &Solver,
    job: &Job,
    unit: usize,
    cancel: Option<Arc<AtomicBool>>,
) -> Result<UnitResult, DistributedError> {
    let search = &job.search;
    let start = search.start(solver)?;
    let no_unit = || DistributedError::Invalid(format!("the iteration has no unit {unit}"));
    let asked = job
        .prefix_counts
        .as_ref()
        .filter(|cut| unit < cut.units)
        .ok_or_else(no_unit)?
        .asked;
    let limits = Limits {
        cancel,
        ..Limits::default()
    };
    let searched = search.iteration(solver, &start)?.search(
        job.cut(asked),
        unit,
        search.finish_iteration,
        &limits,
    )?;
    let searched = searched.ok_or_else(no_unit)?;
    solver.check_tables()?;
    if searched.stopped.is_some() {
        return Err(DistributedError::Interrupted);
    }
    let solution = searched.solution.map(|found| UnitSolution {
        moves: letters(&found.moves.into_iter().collect()),
        expanded_above: found.expanded_above,
        generated_above: found.generated_above,
    });
    let result = UnitResult {
        unit,
        job: job.digest.clone(),
        expanded: searched.expanded,
        generated: searched.generated,
        pruned: searched.pruned,
        solution,
        digest: String::new(),
    };
    Ok(result.sealed())
}

/// The results of a job's work units, keyed by the index of the unit.
#[derive(Debug, Clone, Default)]
pub struct Results(BTreeMap<usize, UnitResult>);

impl Results {
    /// Adds the result of a work unit. Adding the same result again has no effect.
    ///
    /// # Errors
    /// Returns an error if the result belongs to a different job, if the unit does not exist, or if
    /// the result contradicts the search or another result.
    pub fn insert(&mut self, job: &Job, result: UnitResult) -> Result<(), DistributedError> {
        let unit = result.unit;
        if result.job != job.digest {
            return Err(DistributedError::Invalid(format!(
                "a result of unit {unit} belongs to another job ({}) than this one ({}), of another board or iteration; \
                 leave it out",
                excerpt(&result.job),
                job.digest
            )));
        }
        let units = job.prefix_counts.as_ref().map_or(0, |cut| cut.units);
        if unit >= units {
            let count = counted(units as u64, "unit", "units");
            let message = format!(
                "the iteration has {count}, so there is no unit {unit}; leave its result out"
            );
            return Err(DistributedError::Invalid(message));
        }
        if self.0.get(&unit).is_some_and(|other| *other != result) {
            return Err(contradiction(unit, "two of them differ"));
        }
        if let Some(found) = &result.solution
            && job.search.check_solution("moves", &found.moves).is_err()
        {
            let moves = counted(job.search.bound.into(), "move", "moves");
            return Err(contradiction(
                unit,
                &format!("'{}' is no solution of {moves}", excerpt(&found.moves)),
            ));
        }
        self.0.insert(unit, result);
        Ok(())
    }

    /// Returns how many work units the iteration needs. Units after the first solution are not
    /// needed, because a search on one machine never reaches them.
    #[must_use]
    pub fn needed(&self, job: &Job) -> usize {
        let units = job.prefix_counts.as_ref().map_or(0, |cut| cut.units);
        self.last(job).map_or(units, |last| last.unit + 1)
    }

    /// Returns the indices of the needed work units without a result, in ascending order.
    pub fn missing(&self, job: &Job) -> impl Iterator<Item = usize> {
        (0..self.needed(job)).filter(|unit| !self.0.contains_key(unit))
    }

    /// Returns the result whose solution ends the iteration, or `None` if all units must be
    /// searched.
    fn last(&self, job: &Job) -> Option<&UnitResult> {
        self.0
            .values()
            .find(|result| result.solution.is_some() && !job.search.finish_iteration)
    }
}

/// Creates the error for a result that contradicts the search or another result of the same work
/// unit.
fn contradiction(unit: usize, reason: &str) -> DistributedError {
    DistributedError::Invalid(format!(
        "the results of unit {unit} contradict: {reason}; remove their lines, and the unit is searched again"
    ))
}

impl Job {
    /// Returns the next job, once all results of the current iteration are known. It contains the
    /// solution, or else the next iteration, split into work units.
    ///
    /// Every machine computes the same job. Its node counts are those that a search on one machine
    /// would report.
    ///
    /// # Errors
    /// Returns an error if results are missing, if the solver performs a different search or has
    /// different tables, or if the job contradicts its board or heuristic.
    pub fn next(&self, solver: &Solver, results: &Results) -> Result<Self, DistributedError> {
        let start = self.start(solver)?;
        let Some(cut) = &self.prefix_counts else {
            return Err(DistributedError::invalid("the board is solved already"));
        };
        if let Some(first) = results.missing(self).next() {
            let missing = results.missing(self).count() as u64;
            let message = format!(
                "{} missing, the first of unit {first}",
                counted(missing, "result is", "results are")
            );
            return Err(DistributedError::Invalid(message));
        }
        let mut next = Self {
            prefix_counts: None,
            iterations: self.iterations.clone(),
            ..self.clone()
        };
        next.iterations.push(self.counts(cut, results));
        if let Some(found) = results
            .0
            .values()
            .find_map(|result| result.solution.as_ref())
        {
            next.moves = Some(letters(&path("moves", &found.moves)?));
            return Ok(next.sealed());
        }
        if !cut.pruned && !results.0.values().any(|result| result.pruned) {
            return Err(DistributedError::no_solution());
        }
        next.search.bound = self.search.next_bound()?;
        next.with_units(solver, &start)
    }

    /// Returns the node counts that a search on one machine would report for the iteration. Such a
    /// search stops at the solution, so nodes after the solution do not count.
    fn counts(&self, cut: &PrefixCounts, results: &Results) -> Iteration {
        let solution = results.last(self).and_then(|last| last.solution.as_ref());
        let above = solution.map_or((cut.expanded, cut.generated), |found| {
            (found.expanded_above, found.generated_above)
        });
        let needed = || {
            results
                .0
                .range(..results.needed(self))
                .map(|(_, result)| result)
        };
        Iteration {
            bound: self.search.bound,
            expanded: sum(above.0, needed().map(|result| result.expanded)),
            generated: sum(above.1, needed().map(|result| result.generated)),
        }
    }

    /// Returns the number of nodes generated in the completed iterations. The root is counted once,
    /// although every iteration starts from it, because an ordinary search counts it once too.
    #[must_use]
    pub fn generated(&self) -> u64 {
        sum(
            1,
            self.iterations.iter().map(|iteration| iteration.generated),
        )
    }

    /// Returns the solution, or `None` if the board is not solved yet. A search on one machine
    /// finds the same solution. Only the time and memory differ: they are 0 here.
    ///
    /// # Errors
    /// Returns an error if the job contradicts itself.
    pub fn solution(&self) -> Result<Option<Solution>, DistributedError> {
        self.check()?;
        let Some(moves) = &self.moves else {
            return Ok(None);
        };
        Ok(Some(Solution {
            status: Status::Solved,
            length: Some(self.search.bound),
            moves: Some(path("moves", moves)?),
            shortest: true,
            bound: self.search.bound,
            h0: self.h0,
            expanded: sum(
                0,
                self.iterations.iter().map(|iteration| iteration.expanded),
            ),
            generated: self.generated(),
            iterations: self.iterations.clone(),
            ..Solution::default()
        }))
    }

    /// Returns the record of the solution, or `None` if the board is not solved yet. The record has
    /// no time or memory, because several machines share the work.
    ///
    /// # Errors
    /// Returns an error if the job contradicts itself.
    pub fn record(
        &self,
        solver: &Solver,
        request: &Request,
    ) -> Result<Option<BoardRecord>, DistributedError> {
        let Some(solution) = self.solution()? else {
            return Ok(None);
        };
        let mut request = request.clone();
        request.setup.algorithm = Algorithm::Ida(match self.search.mode()? {
            Mode::Plain => TileIda::PLAIN,
            Mode::Fast => TileIda::fast(Threads::ONE),
        });
        request.setup.goal = Goal::of_board(solver.goal());
        let record = BoardRecord::new(
            1,
            self.search.start_board()?,
            solver,
            Ok(solution),
            &request,
        );
        Ok(Some(BoardRecord {
            seconds: None,
            peak_bytes: None,
            table_bytes: 0,
            ..record
        }))
    }
}

/// Adds up node counts. A forged line can contain any number, so a sum that is too large becomes
/// `u64::MAX`.
fn sum(first: u64, counts: impl Iterator<Item = u64>) -> u64 {
    counts.fold(first, u64::saturating_add)
}
