//! One search over many machines: `fifteen_solver::distributed::split`, `work` and `merge` against a solver on one.

use std::fs;
use std::path::Path;

use crate::support::Sandbox;
use fifteen_data::korf100;
use fifteen_solver::distributed::{self, Line, Merged, Split, SplitOptions, Unit, UnitResult};
use fifteen_solver::{
    Board, Goal, HeuristicKind, HeuristicSpec, Mode, MoveOrder, Options, RandomBoards, Setup, Size, Solution, Solver,
};

fn results(solver: &Solver, units: &[Unit]) -> Vec<UnitResult> {
    units.iter().map(|unit| distributed::work(solver, unit, None).unwrap()).collect()
}

/// Splits, works and merges until the board is solved; tells how many units it took.
fn over_machines(
    solver: &Solver,
    board: &Board,
    options: &SplitOptions,
    random: &mut fastrand::Rng,
) -> (Solution, usize) {
    let mut split = distributed::split(solver, board, options).unwrap();
    let mut units = 0;
    loop {
        // As a file would have them: in any order, some of them twice.
        let mut given = split.units.clone();
        given.extend(random.choose_multiple(split.units.iter(), 3).into_iter().cloned());
        random.shuffle(&mut given);
        units += split.units.len();
        match distributed::merge(&split.job, &results(solver, &given)).unwrap() {
            Merged::Solved(solution) => return (*solution, units),
            Merged::Next(job) => split = distributed::resume(solver, &job, options).unwrap(),
        }
    }
}

/// The fields that are the same on every machine.
fn comparable(mut solution: Solution) -> Solution {
    (solution.seconds, solution.peak_bytes, solution.speculative) = (0.0, 0, 0);
    solution
}

fn compare(solver: &Solver, board: &Board, options: &SplitOptions, random: &mut fastrand::Rng) -> usize {
    let expected = comparable(solver.solve(board, &options.search).unwrap());
    let (found, units) = over_machines(solver, board, options, random);
    assert_eq!(comparable(found), expected, "{board}, {options:?}");
    units
}

#[test]
fn korfs_boards_with_tables_in_both_modes() {
    let sandbox = Sandbox::new();
    sandbox.build("4x4", "6-6-3", &[]);
    let heuristic = Some(HeuristicSpec::tables("6-6-3"));
    let setup = Setup { goal: Goal::First, heuristic, tables: vec![sandbox.path("tables")], ..Setup::default() };
    let solver = setup.open(Size::new(4, 4).unwrap()).unwrap();
    let mut random = fastrand::Rng::with_seed(1);
    for (i, korf) in korf100().iter().enumerate().step_by(7) {
        for mode in [Mode::Plain, Mode::Fast { threads: 2 }] {
            let search = Options { mode, finish_iteration: i % 2 == 1, ..Options::default() };
            let options = SplitOptions { search, first: 5000, units: Some(20), ..SplitOptions::default() };
            let units = compare(&solver, &korf.board, &options, &mut random);
            assert!(units == 0 || units >= 10, "{units} units");
        }
    }
}

#[test]
fn small_boards_of_all_kinds() {
    let mut random = fastrand::Rng::with_seed(2);
    let mut units = 0;
    for (goal, order) in [(Goal::Last, MoveOrder::ULRD), (Goal::Spiral, MoveOrder::URDL)] {
        for kind in [HeuristicKind::Manhattan, HeuristicKind::LinearConflict, HeuristicKind::Zero] {
            let boards = if kind == HeuristicKind::Zero { 5 } else { 60 };
            let setup = Setup { goal, order: Some(order), ..Setup::with_heuristic(kind) };
            let solver = setup.open(Size::new(3, 3).unwrap()).unwrap();
            for (i, board) in RandomBoards::new(*solver.goal(), 3).take(boards).enumerate() {
                for mode in [Mode::Plain, Mode::Fast { threads: 1 }] {
                    let (first, wanted) = ([1, 20, 300][i % 3], [1, 4, 30][i % 3]);
                    let search = Options { mode, finish_iteration: i % 5 == 0, ..Options::default() };
                    let options = SplitOptions { search, first, units: Some(wanted), ..SplitOptions::default() };
                    units += compare(&solver, &board, &options, &mut random);
                }
            }
        }
    }
    assert!(units > 1000, "{units}");
}

/// A board whose iterations fast mode cuts itself.
#[test]
fn large_iterations() {
    let solver = Setup { goal: Goal::First, ..Setup::with_heuristic(HeuristicKind::LinearConflict) };
    let solver = solver.open(Size::new(4, 4).unwrap()).unwrap();
    let board = fifteen_solver::notation::parse("5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6", None).unwrap();
    let search = Options { mode: Mode::Fast { threads: 2 }, ..Options::default() };
    let options = SplitOptions { search, first: 100_000, units: Some(50), ..SplitOptions::default() };
    assert!(compare(&solver, &board, &options, &mut fastrand::Rng::with_seed(3)) >= 25);
}

fn small_split() -> (Solver, Split) {
    let solver = Setup::with_heuristic(HeuristicKind::Manhattan).open(Size::new(3, 3).unwrap()).unwrap();
    let board = fifteen_solver::notation::parse("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
    let options = SplitOptions { search: Options::default(), first: 100, units: Some(8), ..SplitOptions::default() };
    let split = distributed::split(&solver, &board, &options).unwrap();
    (solver, split)
}

#[test]
fn what_is_missing_or_contradicts_is_named() {
    let (solver, split) = small_split();
    let whole = results(&solver, &split.units);
    let merge = |results: &[UnitResult]| distributed::merge(&split.job, results).unwrap_err().to_string();
    let error = merge(&[&whole[..2], &whole[3..]].concat());
    assert!(error.starts_with("1 result is missing, the first of unit 2: work on unit 2"), "{error}");
    let mut other = whole[4].clone();
    other.generated += 1;
    let error = merge(&[&whole[..], &[other]].concat());
    assert!(error.contains("unit 4") && error.contains("differ"), "{error}");
    let error = merge(&[]);
    assert!(error.starts_with("8 results are missing, the first of unit 0"), "{error}");
    let mut wrong = whole.clone();
    let (moves, expanded_above, generated_above) = ("UD".to_owned(), 1, 2);
    wrong[1].solution = Some(distributed::UnitSolution { moves, expanded_above, generated_above });
    assert!(merge(&wrong).starts_with("the results of unit 1 contradict"));
    let mut foreign = whole.clone();
    foreign[3].job = "another".to_owned();
    assert!(merge(&foreign).contains("another job"));
    let mut elsewhere = whole.clone();
    elsewhere[3].unit = 999;
    assert!(merge(&elsewhere).contains("there is no unit 999"));
    // The next iteration's units are others.
    let Merged::Next(next) = distributed::merge(&split.job, &whole).unwrap() else { panic!("solved") };
    let next = distributed::resume(&solver, &next, &SplitOptions::default()).unwrap();
    let error = distributed::merge(&next.job, &whole).unwrap_err().to_string();
    assert!(error.contains("another job"), "{error}");
}

#[test]
fn what_was_changed_by_hand_is_refused() {
    let (_, split) = small_split();
    let line = Line::Unit(split.units[3].clone()).to_string();
    assert_eq!(Line::parse(&line).unwrap().to_string(), line);
    let bound = format!("\"bound\":{}", split.job.search.bound);
    for (from, to) in [
        (bound.as_str(), "\"bound\":31"),
        ("\"units\":8", "\"units\":9"),
        ("\"unit\":3", "\"unit\":4"),
        ("\"plain\"", "\"fast\""),
    ] {
        let error = Line::parse(&line.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains("changed after it was written"), "{from}: {error}");
    }
    let job = Line::Job(split.job.clone()).to_string().replace("\"expanded\":", "\"expanded\":1");
    assert!(Line::parse(&job).unwrap_err().to_string().starts_with("the job was changed"));
    for text in
        ["", "{}", "[]", "{\"type\":\"unit\"}", &line[..line.len() / 2], &line.replace("\"unit\":3", "\"unit\":-1")]
    {
        assert!(Line::parse(text).unwrap_err().to_string().starts_with("this is not a line"), "{text}");
    }
}

#[test]
fn a_unit_is_for_its_solver_alone() {
    let (solver, split) = small_split();
    let size = Size::new(3, 3).unwrap();
    let refused = |solver: &Solver| distributed::work(solver, &split.units[0], None).unwrap_err().to_string();
    let open = |search: distributed::SearchSpec| search.open(&Setup::default()).unwrap();
    assert_eq!(open(split.job.search.clone()).heuristic(), solver.heuristic());
    let other = Setup::with_heuristic(HeuristicKind::LinearConflict).open(size).unwrap();
    assert!(refused(&other).contains("manhattan"));
    let manhattan = Setup::with_heuristic(HeuristicKind::Manhattan);
    let other = Setup { order: Some(MoveOrder::URDL), ..manhattan.clone() }.open(size).unwrap();
    assert!(refused(&other).contains("URDL"));
    let other = Setup { goal: Goal::First, ..manhattan }.open(size).unwrap();
    assert!(refused(&other).contains("goal"));
    let error = distributed::work(&solver, &Unit { unit: 8, ..split.units[7].clone() }, None).unwrap_err().to_string();
    assert_eq!(error, "the iteration has no unit 8; split the board again");
}

#[test]
fn a_job_that_has_begun_is_split_elsewhere_and_kept_when_it_is_done() {
    let (solver, _) = small_split();
    let mut options = SplitOptions { first: 50, units: Some(5), ..SplitOptions::default() };
    options.search.finish_iteration = true;
    let board = fifteen_solver::notation::parse("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
    let job = distributed::begin(&solver, &board, &options).unwrap();
    assert!(job.iterations.is_empty() && job.moves.is_none() && job.h0 == 21 && job.search.bound == 21);
    let other = SplitOptions { search: Options::default(), ..options.clone() };
    let mut split = distributed::resume(&solver, &job, &other).unwrap();
    assert_eq!(split, distributed::split(&solver, &board, &options).unwrap());
    let (solution, done) = loop {
        match distributed::merge(&split.job, &results(&solver, &split.units)).unwrap() {
            Merged::Solved(solution) => break (*solution.clone(), split.job.finished(&solution)),
            Merged::Next(job) => split = distributed::resume(&solver, &job, &options).unwrap(),
        }
    };
    let Line::Job(read) = Line::parse(&Line::Job(done.clone()).to_string()).unwrap() else { panic!("it is a job") };
    assert_eq!(distributed::merge(&read, &[]).unwrap(), Merged::Solved(Box::new(solution)));
    assert_eq!(read, done);
}

#[test]
fn tables_are_found_by_their_digests_or_built() {
    let sandbox = Sandbox::new();
    sandbox.build("3x3", "1-4/5-8", &[]);
    sandbox.build("3x3", "1-4/5-8", &["--kind", "additive"]);
    let tables = sandbox.path("tables");
    let partition = HeuristicSpec::tables("1-4/5-8");
    let setup = Setup { tables: vec![tables.clone()], ..Setup::with_heuristic(partition) };
    let solver = setup.open(Size::new(3, 3).unwrap()).unwrap();
    let board = fifteen_solver::notation::parse("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
    let search = distributed::begin(&solver, &board, &SplitOptions::default()).unwrap().search;
    let found = |folder: &Path| distributed::locate_tables(&search, &[folder.to_owned()]).unwrap();
    let there = found(&tables);
    assert!(there.len() == 2 && there.iter().all(|located| located.path.is_some() && located.others.is_empty()));
    // Under another name it is found too; damaged it is not.
    let elsewhere = sandbox.path("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    fs::copy(there[0].path.as_ref().unwrap(), elsewhere.join("any.pdb")).unwrap();
    let mut bytes = fs::read(there[1].path.as_ref().unwrap()).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    let name = distributed::table_path(&search, &there[1].table, &elsewhere).unwrap();
    assert_eq!(name.file_name(), there[1].path.as_ref().unwrap().file_name());
    fs::write(&name, &bytes).unwrap();
    let some = found(&elsewhere);
    assert_eq!(some[0].path, Some(elsewhere.join("any.pdb")));
    assert!(some[1].path.is_none() && some[1].others[0].path == name, "{some:?}");
    // Built beside what has its name.
    let never = std::sync::atomic::AtomicBool::new(false);
    let built = distributed::build_table(&search, &there[1].table, &elsewhere, 2, &never).unwrap();
    assert!(built != name && fs::read(&name).unwrap() == bytes);
    assert_eq!(found(&elsewhere)[1].path, Some(built));
    // Another digest: what was found or built is none of this search.
    let mut other = search.clone();
    other.tables[0].digest = "0".repeat(64);
    let missing = &distributed::locate_tables(&other, &[tables]).unwrap()[0];
    assert!(missing.path.is_none() && missing.others[0].reason.contains(&there[0].table.digest), "{missing:?}");
    let error = distributed::build_table(&other, &other.tables[0], &elsewhere, 2, &never).unwrap_err().to_string();
    assert!(error.contains(&other.tables[0].digest) && error.contains(&there[0].table.digest), "{error}");
    other.tables[0].table = "1-99 zero-aware".to_owned();
    let error = distributed::build_table(&other, &other.tables[0], &elsewhere, 2, &never).unwrap_err().to_string();
    assert!(error.starts_with("the field 'tables' is wrong"), "{error}");
}
