//! Block puzzles, and comparisons of heuristics.

use serde_json::json;

use crate::support::start;

const KLOTSKI_LIKE: &str = "## Three pieces\nstart   goal\nAAB     ...\n.C.     ...\n...     .AA\n";

#[test]
fn block_puzzles() {
    let server = start();
    let (status, picture) = server.post("/api/blocks/check", &json!({ "puzzle": KLOTSKI_LIKE }));
    let expected = json!({
        "name": "Three pieces", "start": ["AAB", ".C.", "..."], "goal": ["...", "...", ".AA"], "pieces": ["A", "B", "C"]
    });
    assert_eq!((status, picture), (200, expected.clone()));
    let events = server.events("/api/blocks", &json!({ "puzzle": KLOTSKI_LIKE, "metric": "straight" }));
    assert!(events.iter().any(|(name, data)| name == "puzzle" && *data == expected), "{events:?}");
    let (last, record) = events.last().unwrap();
    assert_eq!((last.as_str(), &record["length"], &record["metric"]), ("result", &json!(3), &json!("straight")));
    assert_eq!(record["moves"][0], json!({ "piece": "C", "path": "R" }));
    let wide = format!("start\n{}\n", "A...............................\n".repeat(20));
    for (puzzle, expected) in [
        ("", 400),
        ("## x\nstart   goal\nAA     ..\n", 400),
        (&format!("{KLOTSKI_LIKE}\n{KLOTSKI_LIKE}"), 400),
        (&wide, 422),
        ("start\nA.\n", 200),
    ] {
        let (status, answer) = server.post("/api/blocks/check", &json!({ "puzzle": puzzle }));
        assert_eq!(status, expected, "{puzzle}: {answer}");
    }
    let (status, answer) = server.post("/api/blocks", &json!({ "puzzle": "start\nA.\n" }));
    assert_eq!(status, 422, "{answer}");
    assert_eq!(server.post("/api/blocks", &json!({ "puzzle": KLOTSKI_LIKE, "metric": "miles" })).0, 422);
}

#[test]
fn heuristics_are_compared() {
    let server = start();
    let question = json!({ "set": "random:3:1", "size": "3x3", "heuristics": ["manhattan", "linear-conflict"] });
    let events = server.events("/api/bench", &question);
    let of = |wanted: &str| events.iter().filter(|(name, _)| name == wanted).map(|(_, data)| data).collect::<Vec<_>>();
    assert_eq!(of("record").len(), 6);
    assert!(of("record").iter().all(|r| r["record"]["status"] == "solved" && r["record"]["mode"] == "plain"));
    assert!(!of("iteration").is_empty());
    let (last, done) = events.last().unwrap();
    assert_eq!(last, "done");
    for (heuristic, record) in done["records"].as_array().unwrap().iter().enumerate() {
        let boards = of("record").into_iter().filter(|r| r["heuristic"] == heuristic);
        let generated: u64 = boards.map(|r| r["record"]["generated"].as_u64().unwrap()).sum();
        assert_eq!(record["generated_sum"].as_u64(), Some(generated));
        assert_eq!((&record["boards"], &record["solved"], &record["mismatches"]), (&json!(3), &json!(3), &json!(0)));
    }
    let boards = json!({ "boards": ["1 2 3 / 4 5 6 / 0 7 8"], "heuristics": ["zero"] });
    assert_eq!(server.post("/api/bench", &boards).1["records"][0]["solved"], 1);
    for more in [
        json!({ "set": "random:1000000000:1" }),
        json!({ "set": "korf100" }),
        json!({ "set": "/etc/passwd" }),
        json!({ "boards": [] }),
        json!({ "boards": ["1 2 3 0", "1 2 3 4 5 6 7 8 0"] }),
        json!({ "boards": ["1 2 3 4 5 6 8 7 0"] }),
        json!({ "set": "random:1:1", "heuristics": [] }),
        json!({ "set": "random:1:1", "boards": ["1 2 3 0"] }),
    ] {
        let mut question = json!({ "heuristics": ["manhattan"] });
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        assert_eq!(server.post("/api/bench", &question).0, 422, "{more}");
    }
}
