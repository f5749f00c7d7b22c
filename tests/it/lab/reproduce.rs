//! `fifteen lab reproduce`: published figures come out, in both forms.

use crate::support::{Sandbox, stderr, stdout};
use serde_json::Value;

#[test]
fn every_figure_that_is_computed_is_equal() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&["lab", "reproduce", "--time-limit", "0.5", "--json"]).code(0);
    let figures: Vec<Value> = stdout(&run).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for figure in &figures {
        assert!(!figure["source"].as_str().unwrap().is_empty());
        match figure["verdict"].as_str().unwrap() {
            "equal" => assert_eq!(figure["published"], figure["ours"]),
            "left-out" => assert_eq!(figure["ours"], Value::Null),
            other => panic!("{other}: {figure}"),
        }
    }
    let equal = |word: &str| {
        let of_group = |f: &&Value| f["group"].as_str().unwrap().contains(word) && f["verdict"] == "equal";
        figures.iter().filter(of_group).count()
    };
    assert_eq!((equal("tree of moves"), equal("branch and bound"), equal("walking distance")), (3, 1, 1));
    assert_eq!((equal("states at each depth"), equal("lengths of Korf"), equal("two shortest")), (20, 2, 1));
    assert!(equal("sizes") == 13 && equal("histograms") > 20 && equal("largest depths") == 10);
    assert!(equal("nodes of IDA*") > 0, "half a second is enough for some of Korf's boards");
    let all = |word: &str| figures.iter().filter(|f| f["group"].as_str().unwrap().contains(word)).count();
    assert_eq!((all("nodes of IDA*"), all("24-puzzle"), all("5x5 tables")), (100, 12, 8), "those left out are named");
    assert_eq!(equal("24-puzzle"), 0, "there is no time for them here; tests/published_24.rs computes them");
    assert!(stderr(&run).contains("figures equal") && stderr(&run).contains("left out"), "{}", stderr(&run));
}

#[test]
fn text_for_a_person() {
    let sandbox = Sandbox::new();
    let text = sandbox.output(&["lab", "reproduce", "--time-limit", "0"]);
    assert!(
        text.contains(
            "2 8 1 / 0 4 3 / 7 6 5                                       9 385 663                9 385 663  equal"
        ),
        "{text}"
    );
    assert!(text.contains("24964                    24964  equal") && !text.contains("DIFFERENT"), "{text}");
}
