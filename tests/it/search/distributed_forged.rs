//! Jobs, units and results of a forger, who can compute digests: errors in words, and nothing is taken for a solution
//! that is none.

use std::fs;

use fifteen_solver::distributed::{self, Job, Line, Merged, Split, SplitOptions, TableDigest, Unit, UnitResult};
use fifteen_solver::{HeuristicKind, Setup, notation};
use serde::Serialize;

use crate::support::{Sandbox, stderr, stdout};

/// The digest of a line whose own is empty.
fn digest(line: &impl Serialize) -> String {
    blake3::hash(&serde_json::to_vec(line).unwrap()).to_hex()[..32].to_owned()
}

/// The units of a text that was changed, with digests that fit.
pub(super) fn resealed(text: &str) -> String {
    let units = text.lines().filter_map(|line| match serde_json::from_str(line) {
        Ok(Line::Unit(unit)) => Some(Unit { digest: String::new(), ..unit }),
        _ => None,
    });
    units.map(|unit| format!("{}\n", Line::Unit(Unit { digest: digest(&unit), ..unit }))).collect()
}

/// The lines of a board after a change, with digests that fit.
fn forged(change: impl Fn(&mut Job, &mut [UnitResult])) -> Result<Merged, String> {
    let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
    let solver = Setup::with_heuristic(HeuristicKind::Manhattan).open(board.size()).unwrap();
    let options = SplitOptions { first: 50, units: Some(3), ..SplitOptions::default() };
    let Split { mut job, units, .. } = distributed::split(&solver, &board, &options).unwrap();
    let mut results: Vec<_> = units.iter().map(|unit| distributed::work(&solver, unit, None).unwrap()).collect();
    change(&mut job, &mut results);
    job.digest.clear();
    job.digest = digest(&job);
    for result in results.iter_mut().filter(|result| result.job.len() == 32) {
        result.job.clone_from(&job.digest);
    }
    distributed::merge(&job, &results).map_err(|error| error.to_string())
}

#[test]
fn forged_numbers_are_errors() {
    assert!(matches!(forged(|_, _| ()), Ok(Merged::Next(_))));
    let units = forged(|job, _| job.prefix_counts.as_mut().unwrap().units = usize::MAX).unwrap_err();
    assert!(units.starts_with("18,446,744,073,709,551,612 results are missing, the first of unit 3"), "{units}");
    let bound = forged(|job, _| job.search.bound = u32::MAX).unwrap_err();
    assert!(bound.contains("no shortest solution of the board has 4,294,967,295 moves"), "{bound}");
    let Ok(Merged::Next(job)) = forged(|_, results| results.iter_mut().for_each(|r| r.generated = u64::MAX)) else {
        panic!("counts alone are no error")
    };
    assert_eq!(job.iterations.last().unwrap().generated, u64::MAX);
}

/// Continues a job after a change, with a digest that fits.
fn resumed(change: impl Fn(&mut Job)) -> Result<Split, String> {
    let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
    let solver = Setup::with_heuristic(HeuristicKind::Manhattan).open(board.size()).unwrap();
    let options = SplitOptions { first: 50, units: Some(3), ..SplitOptions::default() };
    let mut job = distributed::split(&solver, &board, &options).unwrap().job;
    change(&mut job);
    job.digest.clear();
    job.digest = digest(&job);
    let Ok(Line::Job(job)) = Line::parse(&Line::Job(job).to_string()) else { panic!("the digest fits") };
    distributed::resume(&solver, &job, &options).map_err(|error| error.to_string())
}

#[test]
fn a_job_agrees_with_its_board_and_heuristic() {
    let again = resumed(|_| ()).unwrap();
    assert!(again.job.moves.is_none() && !again.units.is_empty());
    type Change = fn(&mut Job);
    let changes: [(Change, &str); 11] = [
        (|job| (job.iterations.clear(), job.search.bound = 3).1, "no shortest solution of the board has 3 moves"),
        (|job| job.search.bound += 1, "the field 'iterations' is wrong: their bounds are not all from"),
        (|job| job.search.bound += 2, "the field 'iterations' is wrong: their bounds are not all from"),
        (|job| job.search.bound -= 2, "the field 'iterations' is wrong: their bounds are not all from"),
        (|job| job.iterations.clear(), "the field 'iterations' is wrong: their bounds are not all from"),
        (|job| job.iterations[0].bound = 1, "the field 'iterations' is wrong: their bounds are not all from"),
        (|job| job.iterations.reverse(), "the field 'iterations' is wrong: their bounds are not all from"),
        (|job| job.h0 -= 1, "the field 'h0' is wrong: it is"),
        (|job| job.goal = "first".to_owned(), "'first' is not the goal of the search"),
        (|job| job.heuristic = "7-8".to_owned(), "the field 'heuristic' is wrong: expected manhattan, found 7-8"),
        (|job| job.search.board.swap(0, 1), "the field 'board' is wrong"),
    ];
    for (change, words) in changes {
        let error = resumed(change).map(|split| split.job).unwrap_err();
        assert!(error.contains(words), "{words}: {error}");
    }
}

/// A line from elsewhere names no file of this machine.
#[test]
fn files_named_by_a_unit_are_not_opened() {
    let sandbox = Sandbox::new();
    let board = "8 6 7 / 2 5 4 / 3 0 1";
    let text = sandbox.output(&["split", "--heuristic", "manhattan", "--first", "1", "--units", "2", board]);
    let manhattan = "\"heuristic\":\"manhattan\"";
    assert!(text.contains(manhattan));
    sandbox.write("units", resealed(&text.replace(manhattan, "\"heuristic\":\"manhattan+./secret.txt\"")));
    sandbox.write("secret.txt", "size: 3x3\nopen sesame\n");
    let run = sandbox.run(&["work", "units"]).code(2);
    assert!(stdout(&run).is_empty() && !stderr(&run).contains("sesame"), "{}", stderr(&run));
    assert!(stderr(&run).contains("the heuristic is in a file (./secret.txt)"), "{}", stderr(&run));
}

#[test]
fn moves_of_a_forged_job_are_replayed() {
    let moves = |moves: &str| forged(|job, _| job.moves = Some(moves.to_owned())).unwrap_err();
    assert!(moves("UD").contains("the field 'moves' is wrong: 'UD' is no solution of"), "{}", moves("UD"));
    assert!(moves("X").contains("the field 'moves' is wrong"), "{}", moves("X"));
}

#[test]
fn a_forged_digest_does_not_lead_out_of_the_folder_of_tables() {
    let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
    let solver = Setup::with_heuristic(HeuristicKind::Manhattan).open(board.size()).unwrap();
    let search = distributed::begin(&solver, &board, &SplitOptions::default()).unwrap().search;
    let folder = tempfile::tempdir().unwrap();
    // The name without a digest is taken.
    fs::write(folder.path().join("3x3_zero-aware_1-4.pdb"), "").unwrap();
    let path = |digest: &str| {
        let table = TableDigest { table: "1-4 zero-aware".to_owned(), digest: digest.to_owned() };
        distributed::table_path(&search, &table, folder.path()).map_err(|e| e.to_string())
    };
    assert_eq!(path("0123456789abcdef01").unwrap(), folder.path().join("3x3_zero-aware_1-4_0123456789abcdef.pdb"));
    for digest in ["/../../etc/cron", r"\..\..\autostart", "no digest"] {
        let error = path(digest).unwrap_err();
        assert!(error.contains("is not a digest in hexadecimal"), "{digest}: {error}");
    }
}

#[test]
fn errors_are_short_however_long_a_field_is() {
    let long = "x".repeat(100_000);
    for error in [
        forged(|_, results| results[0].job.clone_from(&long)).unwrap_err(),
        forged(|job, _| job.moves = Some("UD".repeat(50_000))).unwrap_err(),
        distributed::Line::parse(&format!("{{\"type\":\"{long}\"}}")).unwrap_err().to_string(),
        distributed::Line::parse(&format!("{{\"type\":\"job\",\"{long}\":1}}")).unwrap_err().to_string(),
    ] {
        assert!(error.len() < 500, "{} bytes: {:.300}", error.len(), error);
    }
}
