//! Records of one command as the input of another, and the short forms `--json` and `--csv`.

use serde_json::Value;

use super::boards::piped;
use crate::support::{Sandbox, stderr, stdout};

const HARD: &str = "8 6 7 / 2 5 4 / 3 0 1\n";
const GOAL: &str = "1 2 3 / 4 5 6 / 7 8 0\n";

#[test]
fn recorded_moves_are_replayed_in_either_convention() {
    let sandbox = Sandbox::new();
    let solve = ["solve", "--json", "--heuristic", "manhattan"];
    for (moves, noted) in [("tile", false), ("blank", true)] {
        let record = stdout(&piped(&sandbox, &[&solve[..], &["--moves", moves]].concat(), HARD).code(0));
        let run = piped(&sandbox, &["apply"], &record).code(0);
        assert_eq!(stdout(&run), GOAL, "{moves}");
        assert_eq!(stderr(&run).contains("directions of the blank"), noted, "{}", stderr(&run));
        assert_eq!(stdout(&piped(&sandbox, &["apply", "--moves", moves], &record).code(0)), GOAL, "{moves}");
        let json = stdout(&piped(&sandbox, &["apply", "--json"], &record).code(0));
        let (json, record): (Value, Value) =
            (serde_json::from_str(&json).unwrap(), serde_json::from_str(&record).unwrap());
        assert_eq!(json["moves"], record["moves"]);
    }
    // An option decides, even if it is wrong; moves that are typed are the tile's.
    let record = stdout(&piped(&sandbox, &[&solve[..], &["--moves", "blank"]].concat(), HARD).code(0));
    piped(&sandbox, &["apply", "--moves", "tile"], &record).code(2);
    sandbox.run(&["apply", "1 2 3 / 4 5 6 / 7 8 0", "LU"]).code(2);
}

#[test]
fn a_batch_gets_one_note_on_its_convention() {
    let sandbox = Sandbox::new();
    let batch = HARD.repeat(3);
    let solve = ["solve", "--csv", "--heuristic", "manhattan", "--moves", "blank"];
    let run = piped(&sandbox, &["apply"], &stdout(&piped(&sandbox, &solve, &batch).code(0))).code(0);
    assert_eq!(stdout(&run), GOAL.repeat(3));
    assert_eq!(stderr(&run).lines().count(), 1, "{}", stderr(&run));
}

#[test]
fn a_tree_as_json_has_a_line_for_each_node() {
    let sandbox = Sandbox::new();
    let nodes: Vec<Value> =
        sandbox.output(&["tree", "--json"]).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let text = sandbox.output(&["tree"]);
    assert!(text.contains(&format!("nodes in the tree  {}", nodes.len())), "{text}");
    assert!((1..).zip(&nodes).all(|(number, node)| node["node"] == number && node["schema"] == 1));
    assert_eq!(
        (&nodes[0]["parent"], &nodes[0]["blank_move"], &nodes[0]["generated"]),
        (&Value::Null, &Value::Null, &1.into())
    );
    let answer: Vec<&Value> = nodes.iter().filter(|node| node["answer"] == true).collect();
    assert!(answer.len() == 1 && answer[0]["depth"] == 3 && answer[0]["on_answer_path"] == true, "{answer:?}");
    let tiles: Vec<u8> = serde_json::from_value(answer[0]["board"].clone()).unwrap();
    assert_eq!(tiles, (1..16).chain([0]).collect::<Vec<u8>>());
}

#[test]
fn short_forms_mean_the_format() {
    let sandbox = Sandbox::new();
    let same = |command: &[&str], short: &str, format: &str| {
        let [short, long] = [vec![short], vec!["--format", format]].map(|form| {
            // Times differ.
            let output = sandbox.output(&[command, form.as_slice()].concat());
            output.chars().filter(|c| !c.is_ascii_digit()).collect::<String>()
        });
        assert!(short == long && !short.is_empty(), "{command:?}: {short}\n{long}");
    };
    same(&["tables", "--size", "3x3"], "--json", "json");
    same(&["tree"], "--json", "json");
    let bench = ["bench", "--set", "random:1:1", "--size", "2x2", "--heuristic", "manhattan"];
    assert!(sandbox.output(&[&bench[..], &["--json"]].concat()).starts_with("{\"schema\":1,"));
    assert!(sandbox.output(&[&bench[..], &["--csv"]].concat()).starts_with("schema,program,"));
    // The last one counts.
    assert!(sandbox.output(&[&bench[..], &["--json", "--csv"]].concat()).starts_with("schema,program,"));
    assert!(sandbox.output(&["tree", "--json", "--format", "dot"]).starts_with("digraph"));
    for command in ["reproduce --json", "reproduce --csv"] {
        let words: Vec<&str> = command.split(' ').chain(["--time-limit", "x"]).collect();
        let message = stderr(&sandbox.run(&words).code(2));
        assert!(message.contains("expected a time"), "{command}: {message}");
    }
}
