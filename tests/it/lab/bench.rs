//! `fifteen bench`: every form of the results, limits, checks, pictures.

use crate::support::{Sandbox, stderr, stdout};
use serde_json::Value;

fn records(output: &str) -> Vec<Value> {
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const SMALL: [&str; 9] =
    ["bench", "--set", "random:8:1", "--size", "3x3", "--heuristic", "manhattan", "--heuristic", "linear-conflict"];

#[test]
fn heuristics_times_algorithms_in_every_form() {
    let sandbox = Sandbox::new();
    let algorithms = ["--algorithm", "ida", "--algorithm", "astar", "--algorithm", "bfs", "--plot", "plot.svg"];
    let run = |format: &str| sandbox.output(&[&SMALL[..], &algorithms, &["--format", format]].concat());
    let json = records(&run("json"));
    let names: Vec<_> = json.iter().map(|r| (r["algorithm"].as_str().unwrap(), r["heuristic"].as_str())).collect();
    let [manhattan, conflict] = [Some("manhattan"), Some("linear-conflict")];
    assert_eq!(
        names,
        [("ida", manhattan), ("astar", manhattan), ("ida", conflict), ("astar", conflict), ("bfs", None)]
    );
    for record in &json {
        assert_eq!((&record["boards"], &record["solved"], &record["mismatches"]), (&8.into(), &8.into(), &0.into()));
        let [sum, median, largest] =
            ["sum", "median", "largest"].map(|n| record[format!("generated_{n}")].as_u64().unwrap());
        assert!(median <= largest && largest <= sum && sum <= 8 * largest);
        assert!(record["nodes_per_second"].as_f64().unwrap() > 0.0);
        // On a busy machine a pass may take too long to be repeated.
        assert!(record["runs"].as_u64() > Some(1) || record["seconds"].as_f64() > Some(1.0), "{record}");
    }
    let [first, .., last] = &json[..] else { panic!("{json:?}") };
    assert_eq!((&last["mean_h0"], &last["mean_error"]), (&Value::Null, &Value::Null));
    let [stronger, weaker] = [&json[2], first].map(|r| r["mean_error"].as_f64().unwrap());
    assert!(0.0 < stronger && stronger < weaker, "linear conflict is nearer to the truth");
    let csv = run("csv");
    assert!(
        csv.starts_with(
            "schema,set,size,goal,heuristic,algorithm,order,boards,solved,mean_h0,mean_error,expanded_sum,"
        )
    );
    assert_eq!(csv.lines().count(), 6);
    let markdown = run("markdown");
    assert_eq!(markdown.lines().count(), 7);
    assert!(markdown.lines().all(|line| line.matches('|').count() == 18), "{markdown}");
    let text = run("text");
    assert!(text.contains("ida, manhattan: 8 of 8 boards of random:8:1 solved"), "{text}");
    let plot = std::fs::read_to_string(sandbox.path("plot.svg")).unwrap();
    assert!(plot.starts_with("<svg") && plot.contains("astar, linear-conflict") && plot.contains("8 3x3 boards"));
}

#[test]
fn published_sets_need_no_files() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&["bench", "--heuristic", "manhattan", "--node-limit", "20000", "--format", "json"]).code(1);
    let korf = &records(&stdout(&run))[0];
    assert_eq!(
        (&korf["set"], &korf["goal"], &korf["boards"], &korf["solved"]),
        (&"korf100".into(), &"first".into(), &100.into(), &0.into())
    );
    // Every length is known, so the error is too, though no board was solved.
    assert_eq!((korf["mean_h0"].as_f64(), korf["mean_error"].as_f64()), (Some(37.05), Some(16.0)));
    assert_eq!(korf["generated_sum"], 2_000_000);
    let arguments =
        ["bench", "--set", "hardest17", "--heuristic", "walking-distance", "--node-limit", "1000", "--format", "json"];
    let hardest = &records(&stdout(&sandbox.run(&arguments).code(1)))[0];
    assert_eq!(hardest["boards"], 17);
    let sum = |record: &Value| record["mean_h0"].as_f64().unwrap() + record["mean_error"].as_f64().unwrap();
    assert!((sum(hardest) - 80.0).abs() < 1e-9);
    let arguments =
        ["bench", "--set", "korf24:40,25", "--heuristic", "manhattan", "--node-limit", "1000", "--format", "json"];
    let chosen = &records(&stdout(&sandbox.run(&arguments).code(1)))[0];
    assert_eq!(
        (&chosen["set"], &chosen["size"], &chosen["boards"]),
        (&"korf24:40,25".into(), &"5x5".into(), &2.into())
    );
    assert!((chosen["mean_h0"].as_f64().unwrap() - 59.5).abs() < 1e-9 && (sum(chosen) - 81.5).abs() < 1e-9);
}

#[test]
fn tables_are_found_checked_and_measured() {
    let sandbox = Sandbox::new();
    sandbox.build("3x3", "1-4/5-8", &[]);
    let arguments = ["bench", "--set", "random:5:1", "--size", "3x3", "--pdb", "tables", "--format", "json"];
    let found = records(&sandbox.output(&arguments));
    let names: Vec<_> = found.iter().map(|r| r["heuristic"].as_str().unwrap()).collect();
    assert_eq!(names[..3], ["manhattan", "linear-conflict", "walking-distance"]);
    assert!(names[3].ends_with("zero-aware + reflection") && found[3]["table_bytes"].as_u64() > Some(1000));
    // Of those that nobody named, what does not fit into memory is left out.
    let small = ["bench", "--set", "random:1:1", "--size", "5x2", "--memory-limit", "50k", "--format", "json"];
    let run = sandbox.run(&small).code(0);
    assert!(stderr(&run).contains("left out: walking distance on a 5x2 board"), "{}", stderr(&run));
    assert_eq!(stdout(&run).lines().count(), 3);
    let table = sandbox.path("tables/3x3_zero-aware_1-4.pdb");
    let mut bytes = std::fs::read(&table).unwrap();
    bytes[4096 + 100] ^= 4;
    std::fs::write(&table, bytes).unwrap();
    let run = sandbox.run(&[&arguments[..], &["--heuristic", "1-4/5-8"]].concat()).code(2);
    assert!(stderr(&run).contains("entries are damaged"), "{}", stderr(&run));
}

#[test]
fn files_of_boards() {
    let sandbox = Sandbox::new();
    sandbox.write("boards.txt", "# two\n1 3 4 / 8 6 2 / 7 0 5\n\n2 8 1 / 0 4 3 / 7 6 5\n");
    let arguments = ["bench", "--set", "boards.txt", "--algorithm", "bfs-tree", "--goal", "spiral", "--format", "json"];
    let record = records(&sandbox.output(&arguments)).remove(0);
    assert_eq!((record["expanded_sum"].as_u64(), record["generated_sum"].as_u64()), (Some(41 + 385), Some(77 + 663)));
    let refused = |arguments: &[&str], word: &str| {
        let message = stderr(&sandbox.run(arguments).code(2));
        assert!(message.contains(word), "{arguments:?}: {message}");
    };
    sandbox.write("mixed.txt", "1 2 3 0\n1 2 3 / 4 5 6 / 7 8 0\n");
    refused(&["bench", "--set", "mixed.txt"], "mixed.txt, line 2: found a 3x3 board, expected a 2x2 board as before");
    sandbox.write("odd.txt", "2 1 3 0\n");
    refused(&["bench", "--set", "odd.txt"], "odd.txt, line 1: this board cannot be solved");
    sandbox.write("empty.txt", "# nothing\n");
    refused(&["bench", "--set", "empty.txt"], "no board in empty.txt");
    refused(
        &["bench", "--set", "missing"],
        "there are korf100, hardest17, korf24, depth80, known78-80, random:N:SEED, and files",
    );
    refused(&["bench", "--set", "random:x:1"], "write random:N:SEED");
    refused(&["bench", "--set", "korf24:51"], "write numbers from 1 to 50, each once");
    refused(&["bench", "--goal", "last"], "korf100 has a size and a goal of its own");
    refused(&["bench", "--heuristic", "7-8"], "no zero-aware table");
}

#[test]
fn ctrl_c_keeps_what_was_done() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&[
        "bench",
        "--heuristic",
        "manhattan",
        "--heuristic",
        "zero",
        "--format",
        "json",
        "--time-limit",
        "0.1",
    ]);
    let child = command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    // Some boards, each of which ends at its limit.
    std::thread::sleep(std::time::Duration::from_millis(500));
    crate::support::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let record = &records(&String::from_utf8(output.stdout).unwrap())[0];
    assert!((1..100).contains(&record["boards"].as_u64().unwrap()), "{record}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("interrupted; the results above"));
}
