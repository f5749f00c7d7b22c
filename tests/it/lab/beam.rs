//! Beam search as an algorithm of `solve` and `bench`.

use serde_json::Value;

use crate::support::{Sandbox, stdout};

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
