//! Merging: the solution and the counts of one machine, from the results of all units.

use std::collections::BTreeMap;

use fifteen_search::{Iteration, Status};

use crate::json::excerpt;
use crate::record::{BoardRecord, counted};
use crate::{Request, Solution};

use super::error::DistributedError;
use super::line::{Digested, letters, path};
use super::schema::{Job, UnitResult};

/// The units of an iteration merged.
#[derive(Debug, Clone, PartialEq)]
pub enum Merged {
    /// The solution that one machine finds, with its counts; its seconds and bytes are 0.
    Solved(Box<Solution>),
    /// The iteration has no solution: the job with the next iteration, for [`resume`](super::resume).
    Next(Box<Job>),
}

/// Merges the results of a job's units. They come in any order, and some may come twice. Units after the first one with
/// a solution need no result.
///
/// # Errors
/// If results are missing, contradict each other or the search, or belong to another job.
pub fn merge(job: &Job, results: &[UnitResult]) -> Result<Merged, DistributedError> {
    job.check()?;
    let mut iterations = job.iterations.clone();
    if let Some(moves) = &job.moves {
        return Ok(Merged::Solved(Box::new(solution(job, moves, iterations)?)));
    }
    let Some(prefix) = &job.prefix_counts else {
        return Err(DistributedError::invalid("the job is not split yet; split it with --continue first"));
    };
    let results = by_unit(job, prefix.units, results)?;
    let first = results.values().find_map(|result| Some((result.unit, result.solution.as_ref()?)));
    // One machine does not come to the units behind a solution, nor to all nodes above the subtrees.
    let last = first.filter(|_| !job.search.finish_iteration);
    let needed = last.map_or(prefix.units, |(unit, _)| unit + 1);
    require(&results, needed)?;
    let above = (prefix.expanded, prefix.generated);
    let above = last.map_or(above, |(_, found)| (found.expanded_above, found.generated_above));
    let results = || results.range(..needed).map(|(_, result)| result);
    iterations.push(Iteration {
        bound: job.search.bound,
        expanded: sum(above.0, results().map(|r| r.expanded)),
        generated: sum(above.1, results().map(|r| r.generated)),
    });
    if let Some((_, found)) = first {
        return Ok(Merged::Solved(Box::new(solution(job, &found.moves, iterations)?)));
    }
    if !prefix.pruned && !results().any(|r| r.pruned) {
        return Err(DistributedError::no_solution());
    }
    let mut next = Job { prefix_counts: None, ..job.clone() };
    next.search.bound = job.search.next_bound()?;
    next.iterations = iterations;
    Ok(Merged::Next(Box::new(next.sealed())))
}

/// The result of each unit that has one.
fn by_unit<'a>(
    job: &Job,
    units: usize,
    results: &'a [UnitResult],
) -> Result<BTreeMap<usize, &'a UnitResult>, DistributedError> {
    // A forged number of units is no reason to take memory.
    let mut all = BTreeMap::new();
    for result in results {
        let unit = result.unit;
        if result.job != job.digest {
            return Err(DistributedError::other_job(&format!("a result of unit {unit}"), &job.digest, &result.job));
        }
        if unit >= units {
            return Err(no_such_unit(unit, units));
        }
        if all.insert(unit, result).is_some_and(|other| other != result) {
            return Err(contradiction(unit, "two of them differ"));
        }
        if let Some(found) = &result.solution
            && job.search.check_solution("moves", &found.moves).is_err()
        {
            let moves = counted(job.search.bound.into(), "move", "moves");
            let reason = format!("the moves {} are no solution of {moves}", excerpt(&found.moves));
            return Err(contradiction(unit, &reason));
        }
    }
    Ok(all)
}

/// An error if results of the first `needed` units were not given: ten of these units are named.
fn require(results: &BTreeMap<usize, &UnitResult>, needed: usize) -> Result<(), DistributedError> {
    let missing = needed - results.range(..needed).count();
    let few = (0..needed).filter(|unit| !results.contains_key(unit)).take(10);
    let few: Vec<_> = few.map(|unit| format!("unit {unit}")).collect();
    let Some(first) = few.first() else { return Ok(()) };
    let others = if missing > few.len() { " and the others" } else { "" };
    Err(DistributedError::Invalid(format!(
        "{} missing, the first of {first}: work on {}{others} and merge again",
        counted(missing as u64, "result is", "results are"),
        few.join(", ")
    )))
}

fn no_such_unit(unit: usize, units: usize) -> DistributedError {
    let (count, last) = (counted(units as u64, "unit", "units"), units.saturating_sub(1));
    DistributedError::Invalid(format!(
        "the job has {count}, the last of them unit {last}, so there is no unit {unit}; leave it out"
    ))
}

/// Different results of one unit, or a result that contradicts the unit.
fn contradiction(unit: usize, reason: &str) -> DistributedError {
    DistributedError::Invalid(format!(
        "the results of unit {unit} contradict: {reason}; leave out its results and work on it again"
    ))
}

/// The result of the whole search, with a solution that was checked.
fn solution(job: &Job, moves: &str, iterations: Vec<Iteration>) -> Result<Solution, DistributedError> {
    let path = path("moves", moves)?;
    Ok(Solution {
        status: Status::Solved,
        length: Some(job.search.bound),
        moves: Some(path),
        shortest: true,
        bound: job.search.bound,
        h0: job.h0,
        expanded: sum(0, iterations.iter().map(|i| i.expanded)),
        generated: generated(&iterations),
        iterations,
        ..Solution::default()
    })
}

/// The nodes generated in some iterations. The start is generated once over all of them.
fn generated(iterations: &[Iteration]) -> u64 {
    sum(1, iterations.iter().map(|i| i.generated))
}

/// The sum of counts. Those of a forged line may be larger than any search's.
fn sum(first: u64, counts: impl Iterator<Item = u64>) -> u64 {
    counts.fold(first, u64::saturating_add)
}

impl Job {
    /// The nodes generated in the completed iterations, counted as `solve` counts them.
    #[must_use]
    pub fn generated(&self) -> u64 {
        generated(&self.iterations)
    }

    /// The job with the solution to which its results were [merged](merge). Merging this job again needs no units and
    /// results.
    #[must_use]
    pub fn finished(&self, solution: &Solution) -> Self {
        let iterations = solution.iterations.clone();
        let moves = solution.moves.as_ref().map(letters);
        Self { prefix_counts: None, iterations, moves, ..self.clone() }.sealed()
    }

    /// The solution as `solve` reports it, without seconds and bytes, which are those of many machines.
    ///
    /// # Errors
    /// If a field is wrong.
    pub fn record(&self, solution: Solution, request: &Request) -> Result<BoardRecord, DistributedError> {
        let mut request = request.clone();
        request.search.mode = self.search.mode()?;
        let board = self.search.start_board()?;
        let mut record = BoardRecord::found(1, board, Some(self.heuristic.clone()), solution, &request);
        record.goal.clone_from(&self.goal);
        (record.seconds, record.peak_bytes) = (None, None);
        Ok(record)
    }
}
