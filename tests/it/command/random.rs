//! `fifteen random`: boards whose shortest solutions have a given length, and scrambles that lead to boards.

use std::collections::HashSet;

use fifteen_puzzle::{Convention, Metric, Path, notation};

use crate::support::{Sandbox, stdout};

/// The lengths of the boards' shortest solutions.
fn lengths(sandbox: &Sandbox, goal: &str, boards: &str) -> Vec<u64> {
    sandbox.write("boards.txt", boards);
    let run = ["solve", "--json", "--goal", goal, "--heuristic", "walking-distance", "boards.txt"];
    let output = stdout(&sandbox.run(&run).code(0));
    let records = output.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    records.map(|record| record["length"].as_u64().unwrap()).collect()
}

#[test]
fn boards_have_the_depth() {
    let sandbox = Sandbox::new();
    for (size, goal, depth) in [
        ("3x3", "last", "0"),
        ("3x3", "spiral", "22"),
        ("3x3", "first", "31"),
        ("2x4", "last", "30"),
        ("4x3", "first", "25"),
        ("4x4", "last", "12"),
        ("4x4", "first", "42"),
        ("5x4", "last", "9"),
    ] {
        let run = ["random", "-n", "4", "--seed", "5", "--size", size, "--goal", goal, "--depth", depth];
        let boards = stdout(&sandbox.run(&run).code(0));
        assert_eq!(lengths(&sandbox, goal, &boards), [depth.parse::<u64>().unwrap(); 4], "{size} {goal}: {boards}");
        assert_eq!(stdout(&sandbox.run(&run).code(0)), boards, "{size} {goal}");
    }
}

/// Two boards of 3x3 need 31 moves; both are drawn.
#[test]
fn every_board_of_the_depth_is_drawn() {
    let sandbox = Sandbox::new();
    let run = ["random", "-n", "40", "--seed", "1", "--size", "3x3", "--depth", "31"];
    let boards = stdout(&sandbox.run(&run).code(0));
    let different: HashSet<&str> = boards.lines().collect();
    assert_eq!(different, HashSet::from(["8 6 7 / 2 5 4 / 3 0 1", "6 4 7 / 8 5 0 / 3 2 1"]));
    let share = boards.lines().filter(|line| line.starts_with('8')).count();
    assert!((10..=30).contains(&share), "{share} of 40");
}

#[test]
fn scrambles_have_the_depth() {
    let sandbox = Sandbox::new();
    let run = ["random", "--scramble", "--seed", "2", "--size", "3x3", "--depth", "17"];
    let scramble = stdout(&sandbox.run(&run).code(0));
    let number =
        |word: &str| word.get(1..).filter(|rest| !rest.is_empty()).map_or(1, |rest| rest.parse::<u32>().unwrap());
    assert_eq!(scramble.split_whitespace().map(number).sum::<u32>(), 17, "{scramble}");
}

#[test]
fn scrambles_lead_to_the_boards_of_the_same_seed() {
    let sandbox = Sandbox::new();
    for (size, goal, solved) in [
        ("3x3", "last", "1 2 3 / 4 5 6 / 7 8 0"),
        ("4x2", "first", "0 1 2 3 / 4 5 6 7"),
        ("5x5", "last", "1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20 / 21 22 23 24 0"),
    ] {
        let run = ["random", "-n", "3", "--seed", "7", "--size", size, "--goal", goal];
        let boards = stdout(&sandbox.run(&run).code(0));
        for moves in ["tile", "blank"] {
            let scrambles = stdout(&sandbox.run(&[&run[..], &["--scramble", "--letters", moves]].concat()).code(0));
            assert_eq!(scrambles.lines().count(), 3);
            for (board, scramble) in boards.lines().zip(scrambles.lines()) {
                let applied = ["apply", "--letters", moves, "--goal", goal, solved, scramble];
                assert!(stdout(&sandbox.run(&applied).code(0)).contains(board), "{scramble}");
                // Slides in one direction are one word.
                let letters: Vec<char> = scramble.split(' ').filter_map(|word| word.chars().next()).collect();
                assert!(letters.windows(2).all(|pair| pair[0] != pair[1]), "{scramble}");
            }
        }
    }
}

#[test]
fn a_scramble_is_the_inverse_of_a_shortest_solution_in_its_metric() {
    let sandbox = Sandbox::new();
    let goal = notation::parse("1 2 3 / 4 5 6 / 7 8 0", None).unwrap();
    let arguments = ["random", "--size", "3x3", "-n", "5", "--seed", "7"];
    let boards = sandbox.output(&arguments);
    let scrambles = sandbox.output(&[&arguments[..], &["--scramble", "--metric", "multi-tile"]].concat());
    assert_eq!(scrambles.lines().count(), 5);
    for (board, scramble) in boards.lines().zip(scrambles.lines()) {
        let path = Path::parse(scramble, Convention::Tile).unwrap();
        assert_eq!(path.replay(&goal).unwrap().last().unwrap().to_string(), board);
        let solved = sandbox.output(&["solve", "--metric", "multi-tile", "--show=moves", board]);
        let shortest = Path::parse(solved.trim_end(), Convention::Tile).unwrap();
        assert!(shortest.solves(&notation::parse(board, None).unwrap(), &goal));
        assert_eq!(shortest.len_in(Metric::MultiTile), path.len_in(Metric::MultiTile));
    }
}
