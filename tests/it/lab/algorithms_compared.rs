//! `fifteen bench` with algorithms whose solutions need not be the shortest, and with boards that are not solved.

use crate::support::{Sandbox, repository, stdout};
use serde_json::Value;

const RUN: [&str; 9] =
    ["bench", "--set", "random:8:1", "--size", "3x3", "--heuristic", "manhattan", "--algorithm", "ida"];

#[test]
fn moves_beyond_the_shortest_are_counted() {
    let sandbox = Sandbox::new();
    let with = |more: &[&str]| sandbox.output(&[&RUN[..], &["--algorithm", "weighted-astar:5"], more].concat());
    let output = with(&["--format", "json"]);
    let records: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let lengths = |record: &Value| -> Vec<f64> {
        record["instances"].as_array().unwrap().iter().map(|found| found["length"].as_f64().unwrap()).collect()
    };
    let [shortest, found] = [0, 1].map(|index| lengths(&records[index]).iter().sum::<f64>() / 8.0);
    assert_eq!(
        (records[0]["mean_excess"].as_f64(), records[1]["mean_excess"].as_f64()),
        (Some(0.0), Some(found - shortest))
    );
    assert!(found > shortest, "a weight of 5 makes some solution longer");
    let text = with(&[]);
    let line = format!("excess       {:.2} moves beyond the shortest on average", found - shortest);
    assert_eq!(text.matches("moves beyond").count(), 1, "{text}");
    assert!(text.contains(&line), "{text}");
}

#[test]
fn boards_not_solved_are_named_and_algorithms_of_one_heuristic_by_their_names_alone() {
    let sandbox = Sandbox::new();
    let more = ["--algorithm", "bae", "--node-limit", "1000", "--out", "results"];
    let run = sandbox.run(&[&RUN[..], &more].concat()).code(1);
    assert!(stdout(&run).contains("\nida "), "{}", stdout(&run));
    let from = sandbox.run(&["bench", "--from", "results", "--plot", "plot.svg", "--format", "markdown"]).code(1);
    let text = stdout(&from);
    let (_, left) = text.split_once("\nBoards not solved\n\n|  | boards | numbers |\n| --- | ---: | ---: |\n").unwrap();
    let rows: Vec<Vec<&str>> =
        left.lines().map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect();
    let lines = std::fs::read_to_string(sandbox.path("results/results.jsonl")).unwrap();
    let results: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for row in &rows {
        let unsolved = results.iter().filter(|line| line["algorithm"] == row[0] && line["length"].is_null());
        let numbers: Vec<String> = unsolved.map(|line| line["number"].to_string()).collect();
        assert_eq!((row[1], row[2].contains(&numbers[0])), (numbers.len().to_string().as_str(), true), "{text}");
        // The numbers select these boards of a published set.
        let sum = |text: &str| -> usize {
            let size = |part: &str| match part.split_once('-') {
                Some((first, last)) => last.parse::<usize>().unwrap() - first.parse::<usize>().unwrap() + 1,
                None => 1,
            };
            text.split(',').map(size).sum()
        };
        assert_eq!(sum(row[2]), numbers.len());
    }
    assert!(!rows.is_empty() && rows.iter().any(|row| row[0] == "ida"), "{text}");
    let plot = std::fs::read_to_string(sandbox.path("plot.svg")).unwrap();
    assert!(
        plot.contains("boards, manhattan") && plot.contains(">bae (") && !plot.contains("bae, manhattan"),
        "{plot}"
    );
}

#[test]
fn the_page_says_how_many_of_the_deepest_boards_are_known() {
    let page = std::fs::read_to_string(repository("docs/LABORATORY.md")).unwrap();
    let known = fifteen_data::deepest15();
    let of = |length| known.iter().filter(|deep| deep.length == length).count();
    let thousands = |n: usize| if n < 1000 { n.to_string() } else { format!("{},{:03}", n / 1000, n % 1000) };
    let expected = format!("`known78-80` has {} of the 3,493 boards", thousands(known.len()));
    assert!(page.contains(&expected), "{expected}");
    let expected =
        format!("all {} of 80 moves, {} of the 70 of 79, and {} of the 3,406 of 78", of(80), of(79), thousands(of(78)));
    assert!(page.contains(&expected), "{expected}");
}
