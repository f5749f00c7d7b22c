//! A heuristic that is a function: the counts of the built-in one in every algorithm, few calls, and errors.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use fifteen_puzzle::{Board, Goal};
use fifteen_search::Options;
use fifteen_search::Status;
use fifteen_search::tiles::{Algorithm, FunctionError, FunctionHeuristic, FunctionValues, HeuristicFunction, Mode};
use fifteen_search::tiles::{TileHeuristic, TileSpace, TileState};

use super::support::{AnyHeuristic, comparable, goal_of, light, random, search, space_of};

/// A built-in heuristic behind a function, which counts its boards.
struct Counted {
    space: TileSpace,
    inner: AnyHeuristic,
    batches: Mutex<Vec<usize>>,
    change: fn(u64, Vec<u32>) -> Result<Vec<u32>, FunctionError>,
    calls: AtomicU64,
}

impl HeuristicFunction for Counted {
    fn values(&self, boards: &[Board]) -> Result<FunctionValues, FunctionError> {
        self.batches.lock().unwrap().push(boards.len());
        let states: Vec<_> = boards.iter().map(|board| self.space.state(board).unwrap()).collect();
        (self.change)(self.calls.fetch_add(1, Ordering::Relaxed), self.inner.values(&states).unwrap()).map(Into::into)
    }
}

fn counted(goal: &Board, name: &str, change: fn(u64, Vec<u32>) -> Result<Vec<u32>, FunctionError>) -> Arc<Counted> {
    let (space, inner) = (space_of(goal), light(goal, name));
    Arc::new(Counted { space, inner, batches: Mutex::default(), change, calls: AtomicU64::new(0) })
}

fn function(goal: &Board, counted: &Arc<Counted>) -> AnyHeuristic {
    TileHeuristic::from(FunctionHeuristic::new(goal, counted.clone()))
}

#[test]
fn every_algorithm_counts_as_with_the_built_in_heuristic() {
    for size in [(3, 3), (4, 2)] {
        let goal = goal_of(size, Goal::Last);
        let counted = counted(&goal, "manhattan", |_, values| Ok(values));
        let (own, built_in) = (function(&goal, &counted), light(&goal, "manhattan"));
        for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| algorithm.takes_heuristic()) {
            let space = TileSpace::new(&goal, algorithm.default_order());
            for start in random(&space, 5).take(3) {
                for mode in [Mode::Plain, Mode::Fast { threads: 2 }] {
                    let [own, built_in] = [&own, &built_in].map(|heuristic| {
                        comparable(search(algorithm, mode, &space, heuristic, &start, &Options::default()))
                    });
                    assert_eq!(own, built_in, "{algorithm} {start:?}");
                }
            }
        }
        let batches = counted.batches.lock().unwrap();
        assert!(batches.iter().sum::<usize>() / batches.len() >= 40, "{} calls", batches.len());
    }
}

#[test]
fn what_a_function_gets_wrong_ends_the_search() {
    let goal = goal_of((3, 3), Goal::Last);
    let space = space_of(&goal);
    let start = random(&space, 1).next().unwrap();
    let fails = |algorithm: Algorithm, mode, heuristic: &AnyHeuristic| {
        algorithm.search(&space, heuristic, &start, &Options { mode, ..Options::default() }, &mut |_| ()).unwrap_err()
    };
    let run = |change| {
        fails(Algorithm::Ida, Mode::Fast { threads: 2 }, &function(&goal, &counted(&goal, "manhattan", change)))
    };
    let short = run(|_, values| Ok(values[1..].to_vec()));
    assert!(short.to_string().contains("must return one value for each board"), "{short}");
    let large = run(|_, values| Ok(values.iter().map(|value| value + 65_536).collect()));
    assert!(large.to_string().contains("at most 65535"), "{large}");
    let goal_value = run(|_, values| Ok(values.iter().map(|value| value + 2).collect()));
    assert!(goal_value.to_string().contains("value for the goal is 2; it must be 0"), "{goal_value}");
    let third = run(|call, values| if call == 2 { Err(FunctionError::new("the third")) } else { Ok(values) });
    assert_eq!(third.to_string(), "the third");
    // The largest value that a function may give.
    let most = function(&goal, &counted(&goal, "zero", |_, values| Ok(vec![65_535; values.len()])));
    assert_eq!(most.values(&[start]), Ok(vec![65_535]));
    // At the start there are values.
    let later = |call, values| if call > 1 { Err(FunctionError::new("in a maximum")) } else { Ok(values) };
    for algorithm in [Algorithm::Ida, Algorithm::Astar] {
        let own = function(&goal, &counted(&goal, "zero", later));
        let several = AnyHeuristic::max(vec![light(&goal, "manhattan"), own]).unwrap();
        assert_eq!(fails(algorithm, Mode::Plain, &several).to_string(), "in a maximum");
    }
}

/// A function is asked for the children of a whole layer together, in a maximum too.
#[test]
fn a_beam_asks_for_many_boards_at_a_time() {
    let goal = goal_of((4, 4), Goal::Last);
    let space = space_of(&goal);
    let start = random(&space, 2).next().unwrap();
    for in_maximum in [false, true] {
        let counted = counted(&goal, "manhattan", |_, values| Ok(values));
        let own = function(&goal, &counted);
        let heuristic = if in_maximum { AnyHeuristic::max(vec![light(&goal, "misplaced"), own]).unwrap() } else { own };
        let beam = "beam:100".parse().unwrap();
        let found = search(beam, Mode::Plain, &space, &heuristic, &start, &Options::default());
        assert_eq!(found.status, Status::Solved);
        let batches = counted.batches.lock().unwrap();
        let (calls, asked) = (batches.len(), batches.iter().sum::<usize>());
        assert!(asked as u64 <= found.generated + 2000, "{asked} boards for {} nodes", found.generated);
        assert!(calls as u32 <= found.length.unwrap() + 20, "{calls} calls for {:?} layers", found.length);
    }
}

/// Estimates as of a neural network: not whole, often too large, and not 0 for the goal.
struct Learned(TileSpace, AnyHeuristic, Mutex<Vec<usize>>);

impl HeuristicFunction for Learned {
    fn values(&self, boards: &[Board]) -> Result<FunctionValues, FunctionError> {
        self.2.lock().unwrap().push(boards.len());
        let states: Vec<_> = boards.iter().map(|board| self.0.state(board).unwrap()).collect();
        let values = self.1.values(&states).unwrap();
        Ok(FunctionValues::Estimates(values.into_iter().map(|value| 1.37 * value as f32 + 0.5).collect()))
    }
}

#[test]
fn estimates_rank_boards_and_prove_nothing() {
    let goal = goal_of((3, 3), Goal::Last);
    let space = space_of(&goal);
    let found = |algorithm: &str, start: &TileState| {
        let function = Arc::new(Learned(space.clone(), light(&goal, "manhattan"), Mutex::default()));
        let heuristic = TileHeuristic::from(FunctionHeuristic::new(&goal, function.clone()));
        let found =
            algorithm.parse::<Algorithm>().unwrap().search(&space, &heuristic, start, &Options::default(), &mut |_| ());
        let most = function.2.lock().unwrap().iter().copied().max();
        (found, most.unwrap())
    };
    for algorithm in ["beam:100", "weighted-astar:1", "weighted-astar:2", "weighted-astar:1:90", "weighted-astar:2:90"]
    {
        for start in random(&space, 7).take(4) {
            let (exact, options) = (light(&goal, "manhattan"), Options::default());
            let least = search(Algorithm::Ida, Mode::Plain, &space, &exact, &start, &options).length.unwrap();
            let (found, most) = found(algorithm, &start);
            let found = found.unwrap();
            let length = found.length.unwrap();
            assert!(length >= least && found.bound <= least, "{algorithm}: {length}, {} of {least}", found.bound);
            assert!(!found.shortest || length == least, "{algorithm}");
            assert!(most >= 64, "{algorithm}: {most} at a time");
        }
    }
    let start = random(&space, 7).next().unwrap();
    for algorithm in ["ida", "astar", "nbs"] {
        let error = found(algorithm, &start).0.unwrap_err().to_string();
        assert!(error.contains("only weighted-astar and beam take them: round them down"), "{error}");
    }
}
