//! Tests of heuristics defined by a function: every algorithm has the same counts as with the
//! built-in heuristic, and few calls are made. Errors and limits are tested in
//! `tests/python/test_function.py`.

use std::sync::{Arc, Mutex};

use fifteen_search::tiles::{FunctionError, FunctionHeuristic, FunctionValues, HeuristicFunction};

use crate::support::*;

/// A heuristic that returns the Manhattan distance, or estimates like those of a neural network:
/// fractions that are often too large, and not 0 for the goal.
struct Function {
    space: TileSpace,
    manhattan: TileHeuristic,
    makes_estimates: bool,
    /// Number of boards in each call so far.
    batches: Mutex<Vec<usize>>,
}

impl HeuristicFunction for Function {
    fn values(&self, boards: &[Board]) -> Result<FunctionValues, FunctionError> {
        self.batches.lock().unwrap().push(boards.len());
        let states: Vec<_> = boards
            .iter()
            .map(|board| self.space.state(board).unwrap())
            .collect();
        let values = self.manhattan.values(&states).unwrap();
        if !self.makes_estimates {
            return Ok(values.into());
        }
        Ok(FunctionValues::Estimates(
            values
                .into_iter()
                .map(|value| 1.37 * value as f32 + 0.5)
                .collect(),
        ))
    }
}

fn function(goal: &Board, makes_estimates: bool) -> (Arc<Function>, TileHeuristic) {
    let (space, manhattan) = (space_of(goal), light(goal, "manhattan"));
    let function = Arc::new(Function {
        space,
        manhattan,
        makes_estimates,
        batches: Mutex::default(),
    });
    (
        function.clone(),
        TileHeuristic::from(FunctionHeuristic::new(goal, function)),
    )
}

#[test]
fn a_function_gives_the_same_counts_as_the_built_in_heuristic() {
    for size in [(3, 3), (4, 2)] {
        let goal = goal_of(size, Goal::Last);
        let ((function, own), built_in) = (function(&goal, false), light(&goal, "manhattan"));
        for algorithm in Algorithm::ALL
            .into_iter()
            .filter(|algorithm| algorithm.takes_heuristic())
            .chain([fast_ida(2)])
        {
            let space = TileSpace::new(&goal, algorithm.default_order());
            for start in random(&space, 5).take(3) {
                let [own, built_in] = [&own, &built_in].map(|heuristic| {
                    comparable(search(
                        algorithm,
                        &space,
                        heuristic,
                        &start,
                        &Limits::default(),
                    ))
                });
                assert_eq!(own, built_in, "{algorithm:?} {start:?}");
            }
        }
        let batches = function.batches.lock().unwrap();
        assert!(
            batches.iter().sum::<usize>() / batches.len() >= 40,
            "{} calls",
            batches.len()
        );
    }
}

/// A beam search evaluates all children of a layer with one call of the function, even if the
/// heuristic is the maximum of the function and another heuristic.
#[test]
fn a_beam_evaluates_many_boards_with_each_call() {
    let goal = goal_of((4, 4), Goal::Last);
    let space = space_of(&goal);
    let start = random(&space, 2).next().unwrap();
    for in_maximum in [false, true] {
        let (function, own) = function(&goal, false);
        let heuristic = if in_maximum {
            TileHeuristic::max(vec![light(&goal, "misplaced"), own]).unwrap()
        } else {
            own
        };
        let beam = "beam:100".parse().unwrap();
        let found = search(beam, &space, &heuristic, &start, &Limits::default());
        assert_eq!(found.status, Status::Solved);
        let batches = function.batches.lock().unwrap();
        let (calls, asked) = (batches.len(), batches.iter().sum::<usize>());
        assert!(
            asked as u64 <= found.generated + 2000,
            "{asked} boards for {} nodes",
            found.generated
        );
        assert!(
            calls as u32 <= found.length.unwrap() + 20,
            "{calls} calls for {:?} layers",
            found.length
        );
    }
}

#[test]
fn estimates_rank_boards_but_prove_no_bound() {
    let (goal, space, exact) = setting((3, 3), "manhattan");
    for algorithm in [
        "beam:100",
        "weighted-astar:1",
        "weighted-astar:2",
        "weighted-astar:1:90",
        "weighted-astar:2:90",
    ] {
        for start in random(&space, 7).take(4) {
            let least = plain(&space, &exact, &start).length.unwrap();
            let (function, heuristic) = function(&goal, true);
            let found = search(
                algorithm.parse().unwrap(),
                &space,
                &heuristic,
                &start,
                &Limits::default(),
            );
            let most = function
                .batches
                .lock()
                .unwrap()
                .iter()
                .copied()
                .max()
                .unwrap();
            let length = found.length.unwrap();
            assert!(
                length >= least && found.bound <= least,
                "{algorithm}: {length}, {} of {least}",
                found.bound
            );
            assert!(!found.shortest || length == least, "{algorithm}");
            assert!(most >= 64, "{algorithm}: {most} at a time");
        }
    }
}

/// A heuristic that is not admissible: the Manhattan distance, plus 2 for every board except the
/// goal.
struct Overestimate(Function);

impl HeuristicFunction for Overestimate {
    fn values(&self, boards: &[Board]) -> Result<FunctionValues, FunctionError> {
        let FunctionValues::Bounds(mut values) = self.0.values(boards)? else {
            panic!("bounds");
        };
        for value in &mut values {
            *value += 2 * u32::from(*value > 0);
        }
        Ok(values.into())
    }
}

/// A solution shorter than the bound proves that the heuristic overestimates. IDA* then returns an
/// error instead of a wrong length.
#[test]
fn a_solution_below_the_bound_is_an_error_of_the_heuristic() {
    let (goal, space, manhattan) = setting((3, 3), "manhattan");
    let overestimate = || {
        let function = Function {
            space: space_of(&goal),
            manhattan: light(&goal, "manhattan"),
            makes_estimates: false,
            batches: Mutex::default(),
        };
        TileHeuristic::from(FunctionHeuristic::new(
            &goal,
            Arc::new(Overestimate(function)),
        ))
    };
    for start in random(&space, 7).take(5) {
        let shortest = plain(&space, &manhattan, &start).length.unwrap();
        for algorithm in [Algorithm::default(), fast_ida(2)] {
            let limits = Limits::default();
            let found = algorithm.search(&space, &overestimate(), &start, &limits, &mut |_| ());
            let expected = HeuristicError::Overestimates {
                length: shortest,
                bound: shortest + 2,
            };
            assert_eq!(found, Err(expected), "{start:?}");
        }
    }
}
