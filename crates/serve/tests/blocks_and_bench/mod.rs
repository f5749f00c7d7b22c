//! Block puzzles, and comparisons of heuristics.

use serde_json::json;

use crate::support::start;

const KLOTSKI_LIKE: &str = "## Three pieces\nstart   goal\nAAB     ...\n.C.     ...\n...     .AA\n";

#[test]
fn block_puzzles() {
    let server = start();
    let (status, picture) = server.post("/api/blocks/check", &json!({ "puzzle": KLOTSKI_LIKE }));
    let expected = json!({
        "name": "Three pieces", "start": ["AAB", ".C.", "..."], "goal": ["...", "...", ".AA"], "pieces": ["A", "B", "C"],
        "rush_hour": false, "by_shape": false, "equal": [], "gates": "", "locks": "",
        "floor": ["...", "...", "..."], "gate_pieces": [], "horizontal": "", "vertical": ""
    });
    assert_eq!((status, picture), (200, expected.clone()));
    let events = server.events("/api/blocks", &json!({ "puzzle": KLOTSKI_LIKE, "metric": "straight" }));
    assert!(events.iter().any(|(name, data)| name == "puzzle" && *data == expected), "{events:?}");
    let (last, record) = events.last().unwrap();
    assert_eq!((last.as_str(), &record["length"], &record["metric"]), ("result", &json!(3), &json!("straight")));
    assert_eq!(record["moves"][0], json!({ "piece": "C", "path": "R" }));
    let gated = "## T\ngate: - for A\nhorizontal: B\nstart  goal\nAB.    ..A\n..-    ...\n";
    let (_, picture) = server.post("/api/blocks/check", &json!({ "puzzle": gated }));
    assert_eq!((&picture["gates"], &picture["locks"]), (&json!("-"), &json!("B")), "{picture}");
    assert_eq!((&picture["gate_pieces"], &picture["floor"]), (&json!(["A"]), &json!(["...", "..-"])), "{picture}");
    assert_eq!((&picture["horizontal"], &picture["vertical"]), (&json!("B"), &json!("")), "{picture}");
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

#[test]
fn an_uninformed_algorithm_runs_once() {
    let server = start();
    let (_, options) = server.get("/api/options");
    assert_eq!(options["uninformed"], json!(["ida-wrong-way", "bfs", "bfs-tree", "dfs", "iddfs"]));
    let question = json!({ "set": "korf100:12,79", "heuristics": [], "algorithm": "bfs", "seconds": 0.2 });
    let events = server.events("/api/bench", &question);
    let records: Vec<_> = events.iter().filter(|(name, _)| name == "record").map(|(_, data)| data).collect();
    assert_eq!(records.iter().map(|r| r["number"].as_u64()).collect::<Vec<_>>(), [Some(12), Some(79)]);
    let (_, done) = events.last().unwrap();
    assert_eq!(done["records"].as_array().map(Vec::len), Some(1));
}

#[test]
fn the_published_block_puzzles_are_levels() {
    let server = start();
    let (status, answer) = server.get("/api/blocks/levels");
    let levels = answer["levels"].as_array().unwrap();
    assert_eq!((status, levels.len()), (200, 57), "those of the sixty that have a goal and a solution");
    let century =
        levels.iter().find(|level| level["name"].as_str().unwrap().starts_with("Century /")).unwrap_or(&levels[1]);
    assert!(century["start"].as_array().unwrap().len() >= 4 && century["optimum"]["any-path"].is_u64(), "{century}");
    assert!(levels.iter().any(|level| level["rush_hour"] == true), "Rush Hour is among them");
    // Every level has the solution that it promises, in one metric.
    let level = levels.iter().find(|level| level["optimum"]["unit"].as_u64().is_some_and(|unit| unit < 60)).unwrap();
    let rows = |map: &str| level[map].as_array().unwrap().iter().map(|row| row.as_str().unwrap().to_owned()).collect();
    let (start, goal): (Vec<String>, Vec<String>) = (rows("start"), rows("goal"));
    let maps: String = start.iter().zip(&goal).map(|(start, goal)| format!("{start:30}{goal}\n")).collect();
    let head = if level["rush_hour"] == true { "pieces: rush-hour\n" } else { "" };
    let head = format!("{head}{}", if level["by_shape"] == true { "goal: by-shape\n" } else { "" });
    let puzzle = format!("{head}{:30}goal\n{maps}", "start");
    let (_, record) = server.post("/api/blocks", &json!({ "puzzle": puzzle, "metric": "unit" }));
    assert_eq!(record["length"], level["optimum"]["unit"], "{level}");
}
