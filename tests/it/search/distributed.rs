//! Distributed searches with `fifteen_solver::distributed`. They must have the same results as a
//! search on one machine, and forged jobs and results must be detected.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::support::Sandbox;
use fifteen_solver::distributed::{self, Job, JobOptions, Line, Results, UnitResult, UnitSolution};
use fifteen_solver::{
    Algorithm, Board, Find, Goal, HeuristicKind, HeuristicSpec, Limits, Mode, MoveOrder,
    RandomBoards, Setup, Size, Solution, Solver, Threads, TileIda, notation,
};

/// Returns a solution without the fields that differ between machines.
fn comparable(mut solution: Solution) -> Solution {
    (solution.seconds, solution.peak_bytes, solution.speculative) = (0.0, 0, 0);
    solution
}

/// Compares a distributed search of a board with one on a single machine. The units are searched in
/// random order, some of them twice. Returns the number of units.
fn compare(
    solver: &Solver,
    board: &Board,
    options: &JobOptions,
    random: &mut fastrand::Rng,
) -> usize {
    let ida = match options.mode {
        Mode::Plain if options.finish_iteration => TileIda::Plain {
            find: Find::FirstAndFinishIteration,
            pause: None,
        },
        Mode::Plain => TileIda::PLAIN,
        Mode::Fast => TileIda::Fast {
            threads: Threads::ONE,
            finish_iteration: options.finish_iteration,
            pause: None,
        },
    };
    let alone = solver.with_algorithm(Algorithm::Ida(ida), Some(solver.order()));
    let expected = comparable(alone.solve(board, &Limits::default()).unwrap());
    let mut job = distributed::begin(solver, board, options, &mut |_| ()).unwrap();
    let mut total = 0;
    while let Some(cut) = &job.prefix_counts {
        total += cut.units;
        let mut units: Vec<usize> = (0..cut.units).collect();
        units.extend(random.choose_multiple(0..cut.units, 3));
        random.shuffle(&mut units);
        let mut results = Results::default();
        for unit in units {
            results
                .insert(&job, distributed::work(solver, &job, unit, None).unwrap())
                .unwrap();
        }
        job = job.next(solver, &results).unwrap();
    }
    assert_eq!(
        comparable(job.solution().unwrap().unwrap()),
        expected,
        "{board}, {options:?}"
    );
    total
}

#[test]
fn distributed_searches_equal_searches_on_one_machine() {
    let mut random = fastrand::Rng::with_seed(2);
    let mut units = 0;
    for (goal, order) in [
        (Goal::Last, MoveOrder::ULRD),
        (Goal::Spiral, MoveOrder::URDL),
    ] {
        for kind in [
            HeuristicKind::Manhattan,
            HeuristicKind::LinearConflict,
            HeuristicKind::Zero,
        ] {
            let boards = if kind == HeuristicKind::Zero { 5 } else { 30 };
            let setup = Setup {
                goal,
                order: Some(order),
                ..Setup::with_heuristic(kind)
            };
            let solver = setup.open(Size::new(3, 3).unwrap()).unwrap();
            for (i, board) in RandomBoards::new(*solver.goal(), 3)
                .take(boards)
                .enumerate()
            {
                for mode in [Mode::Plain, Mode::Fast] {
                    let (split_after, wanted) = ([1, 20, 300][i % 3], [1, 4, 30][i % 3]);
                    let options = JobOptions {
                        mode,
                        finish_iteration: i % 5 == 0,
                        split_after,
                        units: Some(wanted),
                        ..JobOptions::default()
                    };
                    units += compare(&solver, &board, &options, &mut random);
                }
            }
        }
    }
    assert!(units > 500, "{units}");
}

/// Returns a solver, a job, and the results of its units. The job's iteration has eight units and
/// finds no solution.
fn small() -> (Solver, Job, Vec<UnitResult>) {
    let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
    let solver = Setup::with_heuristic(HeuristicKind::Manhattan)
        .open(board.size())
        .unwrap();
    let options = JobOptions {
        mode: Mode::Plain,
        split_after: 100,
        units: Some(8),
        ..JobOptions::default()
    };
    let job = distributed::begin(&solver, &board, &options, &mut |_| ()).unwrap();
    let results = (0..8)
        .map(|unit| distributed::work(&solver, &job, unit, None).unwrap())
        .collect();
    (solver, job, results)
}

/// Returns the job for the next iteration after the given results, or the text of the error.
fn next(solver: &Solver, job: &Job, given: &[UnitResult]) -> Result<Job, String> {
    let mut results = Results::default();
    given
        .iter()
        .try_for_each(|result| results.insert(job, result.clone()))
        .map_err(|error| error.to_string())?;
    job.next(solver, &results)
        .map_err(|error| error.to_string())
}

#[test]
fn missing_and_contradictory_results_are_reported() {
    let (solver, job, whole) = small();
    let error = |results: &[UnitResult]| next(&solver, &job, results).unwrap_err();
    assert_eq!(
        error(&[&whole[..2], &whole[3..]].concat()),
        "1 result is missing, the first of unit 2"
    );
    assert_eq!(error(&[]), "8 results are missing, the first of unit 0");
    let change = |unit: usize, change: &dyn Fn(&mut UnitResult)| {
        let mut results = whole.clone();
        results.push(whole[unit].clone());
        change(&mut results[8]);
        error(&results)
    };
    let differs = change(4, &|result| result.generated += 1);
    assert!(
        differs.contains("unit 4") && differs.contains("differ"),
        "{differs}"
    );
    assert!(
        change(3, &|result| result.job = "another".to_owned()).contains("another job (another)")
    );
    assert!(change(3, &|result| result.unit = 999).contains("there is no unit 999"));
    let mut wrong = whole.clone();
    wrong[1].solution = Some(UnitSolution {
        moves: "UD".to_owned(),
        expanded_above: 1,
        generated_above: 2,
    });
    assert!(error(&wrong).contains("unit 1 contradict: 'UD' is no solution of"));
    // The units of the next iteration belong to another job.
    let job = next(&solver, &job, &whole).unwrap();
    assert!(
        next(&solver, &job, &whole)
            .unwrap_err()
            .contains("another job")
    );
}

/// Returns a job with a change, and with a digest that matches it, as a forger would compute it.
fn forged(change: impl Fn(&mut Job)) -> Job {
    let (_, mut job, _) = small();
    change(&mut job);
    job.sealed()
}

#[test]
fn jobs_that_contradict_their_board_or_heuristic_are_refused() {
    let (solver, _, results) = small();
    let after = |change: &dyn Fn(&mut Job)| {
        let job = forged(change);
        let results: Vec<_> = results
            .iter()
            .map(|r| UnitResult {
                job: job.digest.clone(),
                ..r.clone()
            })
            .collect();
        next(&solver, &job, &results)
    };
    assert!(after(&|_| ()).is_ok());
    type Change = fn(&mut Job);
    let changes: [(Change, &str); 11] = [
        (
            |job| (job.iterations.clear(), job.search.bound = 3).1,
            "no shortest solution of the board has 3 moves",
        ),
        (
            |job| (job.iterations.clear(), job.search.bound = job.h0 + 1).1,
            "no shortest solution of the board has",
        ),
        (
            |job| job.search.bound = u32::MAX,
            "no shortest solution of the board has 4,294,967,295 moves",
        ),
        (
            |job| job.search.bound += 1,
            "the field 'iterations' is wrong: their bounds are not all from",
        ),
        (
            |job| job.search.bound += 2,
            "the field 'iterations' is wrong: their bounds are not all from",
        ),
        (
            |job| job.iterations.reverse(),
            "the field 'iterations' is wrong: their bounds are not all from",
        ),
        (|job| job.h0 -= 1, "the field 'h0' is wrong: it is"),
        (
            |job| job.search.board.swap(0, 1),
            "the field 'board' is wrong",
        ),
        (
            |job| job.moves = Some("UD".repeat(50_000)),
            "is no solution of",
        ),
        (|job| job.search.schema = 99, "version 99"),
        (
            |job| job.prefix_counts.as_mut().unwrap().units = usize::MAX,
            "no iteration has more than 1000000",
        ),
    ];
    for (change, words) in changes {
        let error = after(&change).unwrap_err();
        assert!(
            error.contains(words) && error.len() < 500,
            "{words}: {error:.600}"
        );
    }
    // A job from another machine cannot make this one open a file.
    let job = forged(|job| job.search.heuristic = "manhattan+./secret.txt".to_owned());
    let error = job.search.open(&Setup::default()).unwrap_err().to_string();
    assert!(
        error.contains("the heuristic is in a file (./secret.txt)"),
        "{error}"
    );
}

#[test]
fn tables_are_found_by_their_digests_or_built() {
    let sandbox = Sandbox::new();
    sandbox.build("3x3", "1-4/5-8", &[]);
    sandbox.build("3x3", "1-4/5-8", &["--kind", "additive"]);
    let tables = sandbox.path("tables");
    let setup = Setup {
        tables: vec![tables.clone()],
        ..Setup::with_heuristic(HeuristicSpec::tables("1-4/5-8"))
    };
    let solver = setup.open(Size::new(3, 3).unwrap()).unwrap();
    let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
    let search = distributed::begin(&solver, &board, &JobOptions::default(), &mut |_| ())
        .unwrap()
        .search;
    let never = AtomicBool::new(false);
    let provide = |folder: &Path| {
        distributed::provide_tables(&search, &[folder.to_owned()], Threads::All, &never).unwrap()
    };
    let there = provide(&tables);
    assert!(there.len() == 2 && there.iter().all(|path| path.starts_with(&tables)));
    // A table is found even under another name. A damaged table is ignored and kept, and a new one
    // is built under another name.
    let elsewhere = sandbox.path("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    fs::copy(&there[0], elsewhere.join("any.pdb")).unwrap();
    let mut damaged = fs::read(&there[1]).unwrap();
    *damaged.last_mut().unwrap() ^= 1;
    let name = elsewhere.join(there[1].file_name().unwrap());
    fs::write(&name, &damaged).unwrap();
    let built = provide(&elsewhere);
    assert_eq!(built[0], elsewhere.join("any.pdb"));
    assert!(
        built[1] != name
            && fs::read(&name).unwrap() == damaged
            && fs::read(&built[1]).unwrap() == fs::read(&there[1]).unwrap()
    );
    assert_eq!(provide(&elsewhere), built);
    // A forged list of tables cannot cause a table to be built that the search does not need, or a
    // file to be written outside the folder.
    for (table, digest, words) in [
        (
            search.tables[0].table.as_str(),
            "0".repeat(64).as_str(),
            "the search needs the table",
        ),
        (
            &search.tables[0].table,
            "/../../etc/cron",
            "is not a digest in hexadecimal",
        ),
        ("1-99 zero-aware", "00", "the field 'tables' is wrong"),
    ] {
        let mut other = search.clone();
        (other.tables[0].table, other.tables[0].digest) = (table.to_owned(), digest.to_owned());
        let error = distributed::provide_tables(
            &other,
            std::slice::from_ref(&elsewhere),
            Threads::All,
            &never,
        )
        .unwrap_err()
        .to_string();
        assert!(error.contains(words), "{error}");
    }
}
