//! `fifteen lab reproduce`: published figures come out, in both forms. It is where published numbers are compared.

use crate::support::{Sandbox, stderr, stdout};
use serde_json::Value;

/// The figures, all of them equal, left out or known exceptions; and what was said beside them.
fn figures(options: &[&str]) -> (Vec<Value>, String) {
    let run = Sandbox::new().run(&[&["lab", "reproduce", "--json"], options].concat()).code(0);
    let figures: Vec<Value> = stdout(&run).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for figure in &figures {
        assert!(!figure["source"].as_str().unwrap().is_empty());
        match figure["verdict"].as_str().unwrap() {
            "equal" => assert_eq!(figure["published"], figure["ours"]),
            "left-out" => assert_eq!(figure["ours"], Value::Null),
            other => assert!(other == "exception" && figure["note"].is_string(), "{figure}"),
        }
    }
    (figures, stderr(&run))
}

#[test]
fn every_figure_that_is_computed_is_equal() {
    let (figures, said) = figures(&["--time-limit", "0.5"]);
    let count = |word: &str, verdict: &str| {
        let is = |f: &&Value| {
            f["group"].as_str().unwrap().contains(word) && f["verdict"].as_str().unwrap().contains(verdict)
        };
        figures.iter().filter(is).count()
    };
    let (equal, all) = (|word| count(word, "equal"), |word| count(word, ""));
    assert_eq!((equal("tree of moves"), equal("branch and bound"), equal("walking distance")), (3, 1, 1));
    assert_eq!((equal("states at each depth"), equal("lengths of Korf"), equal("two shortest")), (20, 2, 1));
    assert_eq!((equal("sizes"), equal("largest depths"), equal("IDA* with tables")), (13, 10, 6));
    assert!(equal("histograms") > 20);
    assert!(equal("nodes of IDA* with Manhattan") > 0, "half a second is enough for some of Korf's boards");
    assert_eq!(
        (all("nodes of IDA* with Manhattan"), all("24-puzzle"), all("5x5 tables")),
        (100, 12, 8),
        "those left out are named"
    );
    assert_eq!(equal("24-puzzle"), 0, "there is no time for them");
    assert!(said.contains("figures equal") && said.contains("left out"), "{said}");
}

#[test]
#[ignore = "takes many minutes, and 2 GB of memory"]
fn every_figure_is_equal() {
    let (figures, _) = figures(&["--full"]);
    let left_out = figures.iter().filter(|figure| figure["verdict"] == "left-out");
    assert!(left_out.clone().all(|figure| figure["group"] == "largest depths"), "{:?}", left_out.collect::<Vec<_>>());
}
