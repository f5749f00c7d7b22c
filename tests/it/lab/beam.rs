//! Beam search as an algorithm of `solve` and `bench`.

use serde_json::Value;

use crate::support::{Sandbox, stderr, stdout};

const BOARD: &str = "8 6 7 / 2 5 4 / 3 0 1";

#[test]
fn a_beam_finds_solutions_and_does_not_call_them_shortest() {
    let sandbox = Sandbox::new();
    let run = |algorithm: &str| -> Value {
        let arguments = ["solve", "--json", "-v", "--heuristic", "manhattan", "--algorithm", algorithm];
        let output = sandbox.run(&[&arguments[..], &[BOARD]].concat()).code(0);
        serde_json::from_str(stdout(&output).lines().next().unwrap()).unwrap()
    };
    let (narrow, wide) = (run("beam:20"), run("BEAM:100000"));
    let shortest = run("ida");
    assert_eq!(shortest["length"], 31);
    assert_eq!((&wide["upper"], &wide["bound"]), (&Value::from(31), &shortest["h0"]));
    assert!(narrow["upper"].as_u64().unwrap() >= 31);
    assert_eq!(narrow["gap"].as_u64(), Some(narrow["upper"].as_u64().unwrap() - narrow["bound"].as_u64().unwrap()));
    assert!(narrow["expanded"].as_u64() < wide["expanded"].as_u64());
    assert!(narrow["moves"].as_str().unwrap().len() as u64 == narrow["upper"].as_u64().unwrap());
}

#[test]
fn a_wrong_width_is_an_error_that_says_what_is_expected() {
    let sandbox = Sandbox::new();
    for (wrong, expected) in [
        ("beam:0", "bad width of a beam '0' (1 to 1073741824, such as 1000)"),
        ("beam:many", "bad width of a beam 'many'"),
        ("astar:5", "astar takes no number; weighted-astar and beam do"),
    ] {
        let error = stderr(&sandbox.run(&["solve", "--algorithm", wrong, BOARD]).code(2));
        assert!(error.contains(expected), "{error}");
    }
}
