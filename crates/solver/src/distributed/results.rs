//! The results of an iteration's units, made and collected, and the job that follows from them: the counts of one
//! machine.

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

/// Works on a unit of a job's iteration, with a solver that was opened for the job ([`SearchSpec::open`](super::SearchSpec::open)): the result is
/// the same every time. The work ends in an error soon after another thread sets `cancel`.
///
/// # Errors
/// If the solver makes another search or has other tables, if the iteration has no such unit, or after cancelling.
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

/// The results of the units of one job, in any order and each perhaps several times.
#[derive(Debug, Clone, Default)]
pub struct Results(BTreeMap<usize, UnitResult>);

impl Results {
    /// Adds a result of the job's units.
    ///
    /// # Errors
    /// If it belongs to another job or no unit, or contradicts the search or another result.
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

    /// The units of the job that the iteration needs: one machine does not come to those behind the first solution.
    #[must_use]
    pub fn needed(&self, job: &Job) -> usize {
        let units = job.prefix_counts.as_ref().map_or(0, |cut| cut.units);
        self.last(job).map_or(units, |last| last.unit + 1)
    }

    /// The units among those that have no result, in order.
    pub fn missing(&self, job: &Job) -> impl Iterator<Item = usize> {
        (0..self.needed(job)).filter(|unit| !self.0.contains_key(unit))
    }

    /// The result with which the search ends.
    fn last(&self, job: &Job) -> Option<&UnitResult> {
        self.0
            .values()
            .find(|result| result.solution.is_some() && !job.search.finish_iteration)
    }
}

/// Different results of one unit, or a result that contradicts the unit.
fn contradiction(unit: usize, reason: &str) -> DistributedError {
    DistributedError::Invalid(format!(
        "the results of unit {unit} contradict: {reason}; remove their lines, and the unit is searched again"
    ))
}

impl Job {
    /// The job after an iteration whose results are complete: with the next iteration cut into units, or with the solution
    /// that one machine finds, and its counts. It is the same wherever it is made.
    ///
    /// # Errors
    /// If results are missing, if the solver makes another search or has other tables, or if the job says of its board
    /// and heuristic what is not so.
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

    /// The counts of one machine in the iteration. It expands not all nodes above the subtrees before a solution.
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

    /// Nodes generated in the completed iterations, counted as `solve` counts them: the start once over all of them.
    #[must_use]
    pub fn generated(&self) -> u64 {
        sum(
            1,
            self.iterations.iter().map(|iteration| iteration.generated),
        )
    }

    /// The solution of a solved board, as one machine finds it; its seconds and bytes are 0. None before.
    ///
    /// # Errors
    /// If the job contradicts itself.
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

    /// The solution as `solve` reports it with the search's solver, without seconds and bytes, which are those of many
    /// machines. None of a board that is not solved yet.
    ///
    /// # Errors
    /// Those of [`solution`](Self::solution).
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

/// The sum of counts. Those of a forged line may be larger than any search's.
fn sum(first: u64, counts: impl Iterator<Item = u64>) -> u64 {
    counts.fold(first, u64::saturating_add)
}
