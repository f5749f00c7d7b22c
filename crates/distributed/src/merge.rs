//! Merging: what one machine would have found and counted.

use fifteen_search::{Iteration, Status};

use crate::WorkError;
use crate::data::{Job, Trunk, Unit, UnitResult, UnitSolution, letters, path};
use crate::search::board_of;
use fifteen_solver::record::BoardRecord;
use fifteen_solver::{Request, Solution};

/// What the units of an iteration came to together.
#[derive(Debug, Clone, PartialEq)]
pub enum Merged {
    /// The solution that one machine finds, with its counts; its seconds and bytes are 0.
    Solved(Box<Solution>),
    /// There is none in this iteration: the job with the next one, to be split again ([`resume`](crate::resume)).
    Next(Box<Job>),
}

/// Merges the results of a job's units, in any order, some of them perhaps twice. Where there is a solution, the units after
/// the first that holds one need no result.
///
/// # Errors
/// If results are missing, contradict each other or their units, or belong to another job.
pub fn merge(job: &Job, units: &[Unit], results: &[UnitResult]) -> Result<Merged, WorkError> {
    job.check()?;
    let mut iterations = job.done();
    if let Some(moves) = &job.moves {
        return Ok(Merged::Solved(Box::new(solution(job, moves, iterations)?)));
    }
    let Some(trunk) = &job.trunk else {
        return Err(WorkError::State("the job is not split yet; split it with --continue first"));
    };
    let units = in_order(job, trunk, units)?;
    let results = by_unit(job, &units, results)?;
    let finish = job.search.finish_iteration;
    let last = results.iter().position(|r| r.is_some_and(|r| r.solution.is_some()) && !finish);
    let needed = &results[..last.map_or(results.len(), |last| last + 1)];
    let missing: Vec<usize> = (0..needed.len()).filter(|&unit| needed[unit].is_none()).collect();
    if !missing.is_empty() {
        return Err(WorkError::Missing { units: missing });
    }
    let first = needed.iter().flatten().find_map(|r| Some((*r, r.solution.as_ref()?)));
    // What was counted above: everything, unless the search ends at a solution.
    let root = first.filter(|_| !finish).map(|(result, found)| &units[result.unit].subtrees[found.subtree]);
    let above = root.map_or((trunk.expanded, trunk.generated), |root| (root.expanded, root.generated));
    iterations.push(Iteration {
        bound: job.search.bound,
        expanded: above.0 + needed.iter().flatten().map(|r| r.expanded).sum::<u64>(),
        generated: above.1 + needed.iter().flatten().map(|r| r.generated).sum::<u64>(),
    });
    if let Some((_, found)) = first {
        return Ok(Merged::Solved(Box::new(solution(job, &found.moves, iterations)?)));
    }
    if !trunk.pruned && !needed.iter().flatten().any(|r| r.pruned) {
        return Err(WorkError::State("nothing was above the bound, and there is no solution: a table must be damaged"));
    }
    let mut next = Job { trunk: None, ..job.clone() };
    // Every move changes the parity of the distance.
    next.search.bound += 2;
    next.iterations = iterations;
    Ok(Merged::Next(Box::new(next.sealed())))
}

/// All units of a job, each once.
fn in_order<'a>(job: &Job, trunk: &Trunk, units: &'a [Unit]) -> Result<Vec<&'a Unit>, WorkError> {
    let mut all = vec![None; trunk.units];
    for unit in units {
        unit.check()?;
        let of_job = |_: &&mut _| unit.job == job.digest;
        let Some(place) = all.get_mut(unit.unit).filter(of_job) else {
            let (expected, found) = (job.digest.clone(), unit.job.clone());
            return Err(WorkError::OtherJob { what: format!("unit {}", unit.unit), expected, found });
        };
        *place = Some(unit);
    }
    let found = all.iter().flatten().count();
    let missing = all.iter().position(Option::is_none);
    match missing {
        Some(missing) => Err(WorkError::Units { found, expected: trunk.units, missing }),
        None => Ok(all.into_iter().flatten().collect()),
    }
}

/// The result of each unit that has one.
fn by_unit<'a>(
    job: &Job,
    units: &[&Unit],
    results: &'a [UnitResult],
) -> Result<Vec<Option<&'a UnitResult>>, WorkError> {
    let mut all: Vec<Option<&UnitResult>> = vec![None; units.len()];
    for result in results {
        let unit = units.get(result.unit).filter(|unit| result.job == job.digest && result.digest == unit.digest);
        let Some(unit) = unit else {
            let what = format!("a result of unit {}", result.unit);
            return Err(WorkError::OtherJob { what, expected: job.digest.clone(), found: result.job.clone() });
        };
        if all[result.unit].is_some_and(|other| other != result) {
            let reason = "it has two that differ".to_owned();
            return Err(WorkError::Contradiction { unit: result.unit, reason });
        }
        if let Some(found) = &result.solution {
            check_solution(unit, found)?;
        }
        all[result.unit] = Some(result);
    }
    Ok(all)
}

/// A solution must begin in its subtree, have as many moves as the bound, and lead to the goal.
fn check_solution(unit: &Unit, found: &UnitSolution) -> Result<(), WorkError> {
    let search = &unit.search;
    let goal = board_of(search, &search.goal, "goal")?;
    let path = path("moves", &found.moves)?;
    let in_subtree = unit.subtrees.get(found.subtree).is_some_and(|root| found.moves.starts_with(&root.moves));
    if in_subtree && path.len() == search.bound as usize && path.solves(&search.start()?, &goal) {
        return Ok(());
    }
    let reason =
        format!("the moves {} are no solution of {} moves in its subtree {}", found.moves, search.bound, found.subtree);
    Err(WorkError::Contradiction { unit: unit.unit, reason })
}

/// The result of the whole search.
fn solution(job: &Job, moves: &str, iterations: Vec<Iteration>) -> Result<Solution, WorkError> {
    Ok(Solution {
        status: Status::Solved,
        length: Some(job.search.bound),
        moves: Some(path("moves", moves)?),
        shortest: true,
        solutions: None,
        all_moves: None,
        bound: job.search.bound,
        h0: job.h0,
        expanded: iterations.iter().map(|i| i.expanded).sum(),
        // The start is generated once over all iterations.
        generated: 1 + iterations.iter().map(|i| i.generated).sum::<u64>(),
        speculative: 0,
        iterations,
        peak_bytes: 0,
        seconds: 0.0,
    })
}

impl Job {
    /// The job with the solution that its results were [merged](merge) to: all that is needed of it later, for it is merged again
    /// without units and results.
    #[must_use]
    pub fn finished(&self, solution: &Solution) -> Self {
        let iterations = solution.iterations.clone();
        let moves = solution.moves.as_ref().map(letters);
        Self { trunk: None, iterations, moves, ..self.clone() }.sealed()
    }

    /// A solution as `solve` reports it, without seconds and bytes, for they are many machines'.
    ///
    /// # Errors
    /// If a field is wrong.
    pub fn record(&self, solution: Solution, request: &Request) -> Result<BoardRecord, WorkError> {
        let mut request = request.clone();
        request.search.mode = self.search.mode()?;
        let mut record = BoardRecord::found(1, self.search.start()?, Some(self.heuristic.clone()), solution, &request);
        record.goal.clone_from(&self.goal);
        (record.seconds, record.peak_bytes) = (None, None);
        Ok(record)
    }
}
