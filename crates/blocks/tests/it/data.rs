//! Every puzzle of `data/blocks.txt`: the published optima and numbers of states, every solution replayed.

use std::time::Instant;

use fifteen_blocks::{BlockSpace, Metric, Options, Puzzle, Status, format};
use fifteen_search::{Limits, counts};

use crate::{checker, counted, serial, solved};

const DATA: &str = include_str!("../../../../data/blocks.txt");

fn puzzles() -> Vec<Puzzle> {
    format::parse(DATA).unwrap().into_iter().map(|e| e.puzzle.unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn named(name: &str) -> Puzzle {
    puzzles().into_iter().find(|p| p.name().starts_with(name)).unwrap()
}

/// The optimum in each metric that has one; `None` in all for an unsolvable puzzle.
fn optima(puzzle: &Puzzle) -> Vec<(Metric, Option<u32>)> {
    match puzzle.property("optimum") {
        None => Vec::new(),
        Some("unsolvable") => Metric::ALL.into_iter().map(|m| (m, None)).collect(),
        Some(list) => list
            .split_whitespace()
            .map(|word| word.split_once('=').unwrap())
            .map(|(metric, length)| (metric.parse().unwrap(), Some(length.parse().unwrap())))
            .collect(),
    }
}

#[test]
fn all_optima() {
    let (mut solutions, mut unsolvable) = (0, 0);
    for puzzle in puzzles() {
        for (metric, length) in optima(&puzzle) {
            let begin = Instant::now();
            let outcome = solved(&puzzle, &serial(metric));
            assert_eq!(outcome.length, length, "{} {metric}", puzzle.name());
            if let Some(length) = length {
                checker::check(&puzzle, &outcome.solution.unwrap(), metric, length);
                solutions += 1;
            } else {
                assert_eq!(outcome.status, Status::Unsolvable);
                unsolvable += 1;
            }
            assert!(begin.elapsed().as_secs() < 10, "{} {metric}", puzzle.name());
        }
    }
    assert_eq!((solutions, unsolvable), (169, 3));
}

#[test]
fn all_numbers_of_states() {
    let mut checked = 0;
    for puzzle in puzzles() {
        let Some(states) = puzzle.property("states") else { continue };
        for metric in Metric::ALL {
            let found = counted(&puzzle, &Options { hardest: 0, ..serial(metric) });
            assert_eq!(found.states.to_string(), states, "{} {metric}", puzzle.name());
        }
        checked += 1;
    }
    assert_eq!(checked, 19);
}

/// Mirror images and equal pieces change the work only.
#[test]
fn reductions_change_no_length() {
    for name in ["L'Ane Rouge", "Quzzle", "Century and a Half", "Supercompo", "RushHour 2"] {
        let puzzle = named(name);
        for (metric, length) in optima(&puzzle) {
            for (symmetries, interchangeable) in [(false, true), (true, false)] {
                // Klotski without interchangeable pieces has too many states for a test: Quzzle and Rush Hour do.
                if !interchangeable && !["Quzzle", "RushHour 2"].contains(&name) {
                    continue;
                }
                let options = Options { symmetries, interchangeable, path: false, ..serial(metric) };
                assert_eq!(solved(&puzzle, &options).length, length, "{name} {metric}");
            }
        }
    }
}

/// One thread and two: the same results, to the last state.
#[test]
fn threads_change_nothing() {
    let puzzle = named("Project Euler 766 hard");
    let one = counted(&puzzle, &serial(Metric::Unit));
    let two = counted(&puzzle, &Options { threads: 2, ..serial(Metric::Unit) });
    assert_eq!(one, two);
    for name in ["The dlaa.me", "Super Century", "Supercompo"] {
        let puzzle = named(name);
        for (metric, _) in optima(&puzzle) {
            let options = Options { interchangeable: name != "The dlaa.me", ..serial(metric) };
            let [one, two] = [1, 2].map(|threads| solved(&puzzle, &Options { threads, ..options.clone() }));
            assert_eq!(one, two, "{name} {metric}");
        }
    }
}

/// The slow state space sees the same layers of the ten-by-eight board.
#[test]
fn the_first_layers_by_the_rules() {
    let puzzle = named("The dlaa.me");
    let space = BlockSpace::new(&puzzle, Metric::Unit);
    let limits = Limits { depth: Some(30), ..Limits::default() };
    let slow = counts::depths(&space, &space.start(), &limits);
    let fast = counted(&puzzle, &Options { limits, ..serial(Metric::Unit) });
    assert_eq!(slow.counts, fast.layers);
}

/// The start of Klotski is not the hardest: numbers of the whole space, by the naive search.
#[test]
fn hardest_positions() {
    let klotski = counted(&named("L'Ane Rouge"), &serial(Metric::AnyPath));
    let hardest = klotski.hardest.unwrap();
    assert_eq!((klotski.states, hardest.positions.len() as u64), (25_955, hardest.count.min(8)));
    for position in &hardest.positions {
        let mut puzzle = named("L'Ane Rouge").to_string();
        let maps = named("L'Ane Rouge");
        let (start, new) = (maps.map(maps.start()), maps.map(position));
        start.iter().zip(&new).for_each(|(a, b)| puzzle = puzzle.replacen(&format!("\n{a} "), &format!("\n{b} "), 1));
        let outcome = solved(&crate::puzzle(&puzzle), &serial(Metric::AnyPath));
        assert_eq!(outcome.length, Some(hardest.distance), "{puzzle}");
    }
}
