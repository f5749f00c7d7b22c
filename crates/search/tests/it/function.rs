//! A heuristic that is a function: the counts of the built-in one in every algorithm, few calls, and errors.

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fifteen_pdb::TableKind;
use fifteen_puzzle::{Board, Goal, MoveOrder, RandomBoards};
use fifteen_search::ida::IdaOptions;
use fifteen_search::tiles::{
    Algorithm, FunctionError, FunctionHeuristic, HeuristicError, HeuristicFunction, HeuristicKind, Mode, PdbTables,
    TileHeuristic, TileSpace,
};
use fifteen_search::{LimitKind, Limits, Status};

use super::algorithms::heuristic;
use super::goal_of;
use super::tables::pdb::tables;

type Any = TileHeuristic;

/// A built-in heuristic behind a function, which counts its boards.
struct Counted {
    space: TileSpace,
    inner: Any,
    batches: Mutex<Vec<usize>>,
    change: fn(u64, Vec<u32>) -> Result<Vec<u32>, FunctionError>,
    calls: AtomicU64,
}

impl HeuristicFunction for Counted {
    fn values(&self, boards: &[Board]) -> Result<Vec<u32>, FunctionError> {
        self.batches.lock().unwrap().push(boards.len());
        let states: Vec<_> = boards.iter().map(|board| self.space.state(board).unwrap()).collect();
        (self.change)(self.calls.fetch_add(1, Ordering::Relaxed), self.inner.values(&states).unwrap())
    }
}

fn counted(goal: &Board, name: &str, change: fn(u64, Vec<u32>) -> Result<Vec<u32>, FunctionError>) -> Arc<Counted> {
    let (space, inner) = (TileSpace::new(goal, MoveOrder::ULRD), heuristic(goal, name));
    Arc::new(Counted { space, inner, batches: Mutex::default(), change, calls: AtomicU64::new(0) })
}

fn function(goal: &Board, counted: &Arc<Counted>) -> Any {
    TileHeuristic::Function(Box::new(FunctionHeuristic::new(goal, counted.clone())))
}

#[test]
fn every_algorithm_counts_as_with_the_built_in_heuristic() {
    for size in [(3, 3), (4, 2)] {
        let name = "manhattan";
        let goal = goal_of(size, Goal::Last);
        let counted = counted(&goal, name, |_, values| Ok(values));
        let (own, built_in) = (function(&goal, &counted), heuristic(&goal, name));
        for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| algorithm.takes_heuristic()) {
            let space = TileSpace::new(&goal, algorithm.default_order());
            for board in RandomBoards::new(goal, 5).take(3) {
                let start = space.state(&board).unwrap();
                for mode in [Mode::Plain, Mode::Fast { threads: 2 }] {
                    let run = |heuristic: &Any| {
                        let options = IdaOptions::default();
                        let mut outcome =
                            algorithm.search(&space, heuristic, &start, &options, mode, &mut |_| ()).unwrap();
                        (outcome.peak_bytes, outcome.speculative) = (0, 0);
                        outcome
                    };
                    assert_eq!(run(&own), run(&built_in), "{algorithm} {board}");
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
    let space = TileSpace::new(&goal, MoveOrder::ULRD);
    let start = space.state(&RandomBoards::new(goal, 1).next().unwrap()).unwrap();
    let run = |change| {
        let heuristic = function(&goal, &counted(&goal, "manhattan", change));
        let (options, mode) = (IdaOptions::default(), Mode::Fast { threads: 2 });
        Algorithm::Ida.search(&space, &heuristic, &start, &options, mode, &mut |_| ()).unwrap_err()
    };
    assert!(matches!(run(|_, values| Ok(values[1..].to_vec())), HeuristicError::FunctionLength { .. }));
    let large = run(|_, values| Ok(values.iter().map(|value| value + 65_536).collect()));
    assert!(matches!(large, HeuristicError::FunctionValue { found: 65_536.., .. }), "{large}");
    let goal_value = run(|_, values| Ok(values.iter().map(|value| value + 2).collect()));
    assert!(matches!(goal_value, HeuristicError::FunctionGoal { found: 2 }), "{goal_value}");
    let third = run(|call, values| if call == 2 { Err(FunctionError::new("the third")) } else { Ok(values) });
    assert_eq!(third.to_string(), "the third");
    // The largest value that a function may give.
    let most = function(&goal, &counted(&goal, "zero", |_, values| Ok(vec![65_535; values.len()])));
    assert_eq!(most.values(&[start]), Ok(vec![65_535]));
    // At the start there are values.
    let later = counted(
        &goal,
        "zero",
        |call, values| {
            if call > 1 { Err(FunctionError::new("in a maximum")) } else { Ok(values) }
        },
    );
    for algorithm in [Algorithm::Ida, Algorithm::Astar] {
        later.calls.store(0, Ordering::Relaxed);
        let several = Any::max(vec![heuristic(&goal, "manhattan"), function(&goal, &later)]).unwrap();
        let options = IdaOptions::default();
        let error = algorithm.search(&space, &several, &start, &options, Mode::Plain, &mut |_| ()).unwrap_err();
        assert_eq!(error.to_string(), "in a maximum");
    }
}

#[test]
fn a_maximum_has_what_its_parts_have() {
    let goal = goal_of((3, 3), Goal::Last);
    let space = TileSpace::new(&goal, MoveOrder::ULRD);
    let of_tables = || {
        let tables = PdbTables::new(&goal, tables(&goal, "1-4/5-8", TableKind::ZeroAware), true).unwrap();
        Any::Tables(Box::new(tables))
    };
    let own = function(&goal, &counted(&goal, "misplaced", |_, values| Ok(values)));
    assert!(format!("{own:?}").contains("FunctionHeuristic { goal: "), "{own:?}");
    let states: Vec<_> = RandomBoards::new(goal, 7).take(40).map(|board| space.state(&board).unwrap()).collect();
    let expected: Vec<u32> = states.iter().map(|state| own.value(state).unwrap()).collect();
    assert_eq!(own.values(&states), Ok(expected));
    let several = Any::max(vec![heuristic(&goal, "manhattan"), of_tables(), own]).unwrap();
    let expected: Vec<u32> = states.iter().map(|state| several.value(state).unwrap()).collect();
    assert_eq!(several.values(&states), Ok(expected));
    assert!(several.has_function() && !Any::max(vec![Any::Zero, of_tables()]).unwrap().has_function());
    let payloads = several.tables().iter().map(|table| table.payload().len() as u64).sum();
    assert_eq!((several.tables().len(), several.bytes(), of_tables().bytes()), (2, payloads, payloads));
    let left = |heuristic: &Any| heuristic.prepare(1 << 40, 1, 1 << 30, &AtomicBool::new(false));
    assert!((1 << 29..1 << 30).contains(&left(&several)));
    assert_eq!(left(&several), left(&of_tables()));
    let Any::Max(parts) = &several else { panic!("{several:?}") };
    assert_eq!(parts.list().len(), 3);
}

/// A function is asked for the children of a whole layer together, in a maximum too.
#[test]
fn a_beam_asks_for_many_boards_at_a_time() {
    let goal = goal_of((4, 4), Goal::Last);
    let space = TileSpace::new(&goal, MoveOrder::ULRD);
    let board = RandomBoards::new(goal, 2).next().unwrap();
    let start = space.state(&board).unwrap();
    for in_maximum in [false, true] {
        let counted = counted(&goal, "manhattan", |_, values| Ok(values));
        let own = function(&goal, &counted);
        let heuristic = if in_maximum { Any::max(vec![heuristic(&goal, "misplaced"), own]).unwrap() } else { own };
        let beam: Algorithm = "beam:100".parse().unwrap();
        let options = IdaOptions::default();
        let found = beam.search(&space, &heuristic, &start, &options, Mode::Plain, &mut |_| ()).unwrap();
        assert_eq!(found.status, Status::Solved);
        let batches = counted.batches.lock().unwrap();
        let (calls, asked) = (batches.len(), batches.iter().sum::<usize>());
        assert!(asked as u64 <= found.generated + 2000, "{asked} boards for {} nodes", found.generated);
        assert!(calls as u32 <= found.length.unwrap() + 20, "{calls} calls for {:?} layers", found.length);
    }
}

#[test]
fn an_error_keeps_its_type() {
    let error = FunctionError::new(std::fmt::Error);
    assert!(error.downcast_ref::<std::fmt::Error>().is_some() && error.downcast_ref::<std::io::Error>().is_none());
    assert!(error == error.clone() && error != FunctionError::new(std::fmt::Error));
}

/// The clock is looked at before a slow function is asked again and again.
#[test]
fn limits_hold_for_slow_functions() {
    let goal = goal_of((4, 4), Goal::Last);
    let space = TileSpace::new(&goal, MoveOrder::ULRD);
    let start = space.state(&RandomBoards::new(goal, 1).next().unwrap()).unwrap();
    let slow = counted(&goal, "zero", |_, values| {
        std::thread::sleep(Duration::from_millis(5));
        Ok(values)
    });
    let heuristic = function(&goal, &slow);
    assert!(heuristic.has_function() && !heuristic.is_consistent());
    assert!(!HeuristicKind::Manhattan.build(&goal, &Limits::default()).unwrap().has_function());
    let deadline = Some(Instant::now() + Duration::from_millis(50));
    let limits = Limits { deadline, poll: NonZeroU64::new(16), ..Limits::default() };
    let options = IdaOptions { limits, ..IdaOptions::default() };
    let outcome = Algorithm::Ida.search(&space, &heuristic, &start, &options, Mode::Plain, &mut |_| ()).unwrap();
    assert_eq!(outcome.status, Status::Limit(LimitKind::Time));
    assert!(slow.batches.lock().unwrap().len() < 100, "100 calls take half a second");
}
