//! `fifteen bench`: every form of the results, sets of boards, limits, checks.

use crate::support::{Sandbox, stderr, stdout};
use serde_json::Value;

fn lines(output: &str) -> Vec<Value> {
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn sum(lines: &[Value], name: &str) -> u64 {
    lines.iter().map(|line| line[name].as_u64().unwrap()).sum()
}

const SMALL: [&str; 7] = ["bench", "--set", "random:8:1", "--size", "3x3", "--heuristic", "manhattan"];

#[test]
fn heuristics_times_algorithms_in_every_form() {
    let sandbox = Sandbox::new();
    let more = ["--heuristic", "linear-conflict", "--algorithm", "ida", "--algorithm", "astar", "--algorithm", "bfs"];
    let run = |more_still: &[&str]| sandbox.output(&[&SMALL[..], &more, more_still].concat());
    let json = lines(&run(&["--json"]));
    let names: Vec<_> =
        json.chunks(8).map(|run| (run[0]["algorithm"].as_str().unwrap(), run[0]["heuristic"].as_str())).collect();
    let [manhattan, conflict] = [Some("manhattan"), Some("linear-conflict")];
    assert_eq!(
        names,
        [("ida", manhattan), ("astar", manhattan), ("ida", conflict), ("astar", conflict), ("bfs", None)]
    );
    for (number, line) in (1..9).cycle().zip(&json) {
        assert_eq!((&line["line"], &line["status"], &line["wrong"]), (&number.into(), &"solved".into(), &Value::Null));
        assert!(line["length"] == line["known"] && line["moves"].as_str().unwrap().len() == line["length"], "{line}");
        assert!(line["h0"].is_null() == (line["algorithm"] == "bfs") && line["h0"].as_u64() <= line["length"].as_u64());
    }
    assert!(sum(&json[..8], "h0") < sum(&json[16..24], "h0"), "linear conflict is nearer to the truth");
    let csv = run(&["--csv"]);
    assert!(csv.starts_with("schema,program,set,size,goal,node_limit,") && csv.lines().count() == 41, "{csv}");
    let markdown = run(&["--markdown"]);
    let (figures, compared) = markdown.split_once("\n\n").unwrap();
    assert!(figures.lines().count() == 7 && figures.lines().all(|line| line.matches('|').count() == 18), "{markdown}");
    assert_eq!(compared.lines().filter(|line| line.starts_with("| ")).count(), 6, "{markdown}");
    let text = run(&["--plot", "plot.svg"]);
    assert!(text.starts_with("8 boards of random:8:1, each given up after 20,000,000 generated nodes\n"), "{text}");
    let plot = std::fs::read_to_string(sandbox.path("plot.svg")).unwrap();
    assert!(plot.starts_with("<svg") && plot.contains("astar, linear-conflict") && plot.contains("8 3x3 boards"));
    let mut narrow = sandbox.command(&[&SMALL[..], &more].concat());
    let narrow = String::from_utf8(narrow.env("COLUMNS", "60").output().unwrap().stdout).unwrap();
    let rows = |text: &str| text.lines().filter(|line| line.contains(" of 8 ")).count();
    assert!(rows(&narrow) == 5 && narrow.contains("\nastar,  ") && !narrow.contains("\nastar, m"), "{narrow}");
}

#[test]
fn solutions_may_be_longer_than_the_shortest() {
    let sandbox = Sandbox::new();
    let with = |more: &[&str]| {
        let algorithms = ["--algorithm", "ida", "--algorithm", "weighted-astar:5", "--algorithm", "beam:20"];
        sandbox.output(&[&SMALL[..], &algorithms, more].concat())
    };
    let found = lines(&with(&["--json"]));
    let excess = (sum(&found[8..16], "length") - sum(&found[8..16], "known")) as f64 / 8.0;
    assert!(excess > 0.0 && sum(&found[..8], "length") == sum(&found[8..16], "known"));
    // Of one heuristic, the algorithms are called by their names alone.
    let text = with(&[]);
    let row = text.lines().find(|line| line.starts_with("weighted-astar:5 ")).unwrap();
    assert!(row.contains(&format!(" {excess:.2} ")), "{text}");
}

#[test]
fn boards_that_were_given_up_count_against_who_gave_up() {
    let sandbox = Sandbox::new();
    let more = ["--algorithm", "bfs", "--algorithm", "ida", "--node-limit", "3000", "--plot", "plot.svg"];
    let text = stdout(&sandbox.run(&[&SMALL[..], &more].concat()).code(1));
    let found: Vec<_> = text.lines().filter_map(|line| Some((line.split_whitespace().next()?, line))).collect();
    let row = |name| found.iter().filter(|(first, _)| *first == name).map(|(_, row)| *row).collect::<Vec<_>>();
    assert!(row("bfs").iter().chain(&row("ida")).any(|row| row.contains(" of 8 ") && row.contains("> ")), "{text}");
    assert!(std::fs::read_to_string(sandbox.path("plot.svg")).unwrap().contains("not solved)"));
}

#[test]
fn published_sets_need_no_files() {
    let sandbox = Sandbox::new();
    let run = |arguments: &str| {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        lines(&stdout(&sandbox.run(&[&["bench", "--json"], &arguments[..]].concat()).code(1)))
    };
    let korf = run("--heuristic manhattan --node-limit 20000");
    assert_eq!((&korf[99]["set"], &korf[99]["goal"], korf.len()), (&"korf100".into(), &"first".into(), 100));
    assert!(korf.iter().all(|line| line["length"].is_null()));
    assert_eq!(["h0", "known", "generated"].map(|name| sum(&korf, name)), [3705, 5305, 2_000_000]);
    let hardest = run("--set hardest17 --heuristic walking-distance --node-limit 1000");
    assert_eq!((hardest.len(), sum(&hardest, "known")), (17, 17 * 80));
    let chosen = run("--set korf24:40,25 --heuristic manhattan --node-limit 1000");
    assert_eq!((&chosen[0]["size"], &chosen[0]["line"], &chosen[1]["line"]), (&"5x5".into(), &40.into(), &25.into()));
    assert_eq!(["h0", "known"].map(|name| sum(&chosen, name)), [119, 163]);
}

#[test]
fn tables_are_found_checked_and_measured() {
    let sandbox = Sandbox::new();
    sandbox.build("3x3", "1-4/5-8", &[]);
    let arguments = ["bench", "--set", "random:1:1", "--size", "3x3", "--pdb", "tables", "--json"];
    let found = lines(&sandbox.output(&arguments));
    let names: Vec<_> = found.iter().map(|r| r["heuristic"].as_str().unwrap()).collect();
    assert_eq!(names[..3], ["manhattan", "linear-conflict", "walking-distance"]);
    assert!(names[3].ends_with("zero-aware + reflection") && found[3]["table_bytes"].as_u64() > Some(1000));
    // Of those that nobody named, what does not fit into memory is left out.
    let small = ["bench", "--set", "random:1:1", "--size", "5x2", "--memory-limit", "50k", "--json"];
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
fn ctrl_c_keeps_what_was_done() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&["bench", "--heuristic", "manhattan", "--time-limit", "0.1"]);
    let child = command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    // Some boards, each of which ends at its limit.
    std::thread::sleep(std::time::Duration::from_millis(500));
    crate::support::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let [out, said] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(output.status.code(), Some(1));
    assert!(out.contains(" boards of korf100\n") && out.lines().any(|line| line.starts_with("manhattan")), "{out}");
    assert!(said.contains("interrupted; the results above"), "{said}");
}
