//! Merging: the solution and the counts of one machine, from the results of all units.

use std::collections::BTreeMap;

use fifteen_search::{Iteration, Status};

use crate::json::excerpt;
use crate::record::{BoardRecord, counted};
use crate::{Request, Solution};

use super::error::DistributedError;
use super::line::{Digested, letters, path};
use super::schema::{Job, PrefixCounts, Unit, UnitResult, UnitSolution};

/// The units of an iteration merged.
#[derive(Debug, Clone, PartialEq)]
pub enum Merged {
    /// The solution that one machine finds, with its counts; its seconds and bytes are 0.
    Solved(Box<Solution>),
    /// The iteration has no solution: the job with the next iteration, for [`resume`](super::resume).
    Next(Box<Job>),
}

/// Merges the results of a job's units. Units and results come in any order, and some may come twice. Units after the
/// first one with a solution need no result.
///
/// # Errors
/// If results are missing, contradict each other or their units, or belong to another job.
pub fn merge(job: &Job, units: &[Unit], results: &[UnitResult]) -> Result<Merged, DistributedError> {
    job.check()?;
    let mut iterations = job.iterations.clone();
    if let Some(moves) = &job.moves {
        return Ok(Merged::Solved(Box::new(solution(job, moves, iterations)?)));
    }
    let Some(prefix) = &job.prefix_counts else {
        return Err(DistributedError::invalid("the job is not split yet; split it with --continue first"));
    };
    let units = in_order(job, prefix, units)?;
    let results = by_unit(job, &units, results)?;
    let finish = job.search.finish_iteration;
    let last = results.iter().position(|r| r.is_some_and(|r| r.solution.is_some()) && !finish);
    let needed = &results[..last.map_or(results.len(), |last| last + 1)];
    let missing: Vec<usize> = (0..needed.len()).filter(|&unit| needed[unit].is_none()).collect();
    if !missing.is_empty() {
        return Err(lacking(&missing));
    }
    let first = needed.iter().flatten().find_map(|r| Some((*r, r.solution.as_ref()?)));
    // The counts above the subtrees: all of them, unless the search ends at a solution.
    let root = first.filter(|_| !finish).map(|(result, found)| &units[result.unit].subtrees[found.subtree]);
    let above = root.map_or((prefix.expanded, prefix.generated), |root| (root.expanded, root.generated));
    iterations.push(Iteration {
        bound: job.search.bound,
        expanded: sum(above.0, needed.iter().flatten().map(|r| r.expanded)),
        generated: sum(above.1, needed.iter().flatten().map(|r| r.generated)),
    });
    if let Some((_, found)) = first {
        return Ok(Merged::Solved(Box::new(solution(job, &found.moves, iterations)?)));
    }
    if !prefix.pruned && !needed.iter().flatten().any(|r| r.pruned) {
        return Err(DistributedError::no_solution());
    }
    let mut next = Job { prefix_counts: None, ..job.clone() };
    next.search.bound = job.search.next_bound()?;
    next.iterations = iterations;
    Ok(Merged::Next(Box::new(next.sealed())))
}

/// All units of a job, each once.
fn in_order<'a>(job: &Job, prefix: &PrefixCounts, units: &'a [Unit]) -> Result<Vec<&'a Unit>, DistributedError> {
    // A forged number of units is no reason to take memory.
    let mut all = BTreeMap::new();
    for unit in units {
        unit.check_job(job)?;
        if unit.unit >= prefix.units {
            return Err(no_such_unit(unit.unit, prefix.units));
        }
        all.insert(unit.unit, unit);
    }
    match (0..prefix.units).find(|unit| !all.contains_key(unit)) {
        Some(missing) => Err(DistributedError::Invalid(format!(
            "the units of the job are incomplete: {} of {} were given, and unit {missing} was not",
            all.len(),
            prefix.units
        ))),
        None => Ok(all.into_values().collect()),
    }
}

/// The result of each unit that has one.
fn by_unit<'a>(
    job: &Job,
    units: &[&Unit],
    results: &'a [UnitResult],
) -> Result<Vec<Option<&'a UnitResult>>, DistributedError> {
    let mut all: Vec<Option<&UnitResult>> = vec![None; units.len()];
    for result in results {
        if result.job != job.digest {
            let what = format!("a result of unit {}", result.unit);
            return Err(DistributedError::other_job(&what, &job.digest, &result.job));
        }
        let Some(unit) = units.get(result.unit) else {
            return Err(no_such_unit(result.unit, units.len()));
        };
        if result.digest != unit.digest {
            return Err(DistributedError::Invalid(format!(
                "a result of unit {n} is of other subtrees (its unit has the digest {}) than unit {n} of this job ({}); \
                 leave it out, and work on the unit again",
                excerpt(&result.digest),
                unit.digest,
                n = result.unit
            )));
        }
        if all[result.unit].is_some_and(|other| other != result) {
            return Err(contradiction(result.unit, "two of them differ"));
        }
        if let Some(found) = &result.solution {
            check_solution(unit, found)?;
        }
        all[result.unit] = Some(result);
    }
    Ok(all)
}

/// A solution must begin in its subtree, have as many moves as the bound, and lead to the goal.
fn check_solution(unit: &Unit, found: &UnitSolution) -> Result<(), DistributedError> {
    let in_subtree = unit.subtrees.get(found.subtree).is_some_and(|root| found.moves.starts_with(&root.moves));
    if in_subtree && unit.search.check_solution("moves", &found.moves).is_ok() {
        return Ok(());
    }
    let moves = counted(unit.search.bound.into(), "move", "moves");
    let (found, subtree) = (excerpt(&found.moves), found.subtree);
    let reason = format!("the moves {found} are no solution of {moves} in its subtree {subtree}");
    Err(contradiction(unit.unit, &reason))
}

/// Results that are needed and were not given: the first ten are named.
fn lacking(units: &[usize]) -> DistributedError {
    let few: Vec<_> = units.iter().take(10).map(|unit| format!("unit {unit}")).collect();
    let others = if units.len() > few.len() { " and the others" } else { "" };
    DistributedError::Invalid(format!(
        "{} missing, the first of {}: work on {}{others} and merge again",
        counted(units.len() as u64, "result is", "results are"),
        few[0],
        few.join(", ")
    ))
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
