//! Every puzzle of `data/blocks.txt`: the published optima and numbers of states, every solution replayed.

use fifteen_blocks::{BlockMetric, BlockOptions, BlockStatus, Puzzle, format};
use fifteen_search::Limits;

use crate::naive::Naive;
use crate::{checker, counted, serial, solved};

const DATA: &str = include_str!("../../../../data/blocks.txt");

fn puzzles() -> Vec<Puzzle> {
    format::parse(DATA).unwrap().into_iter().map(|e| e.puzzle.unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn named(name: &str) -> Puzzle {
    puzzles().into_iter().find(|p| p.name().starts_with(name)).unwrap()
}

#[test]
fn all_optima() {
    let (mut solutions, mut unsolvable) = (0, 0);
    let (mut visited, mut bytes) = ([0; 3], [0; 3]);
    for puzzle in puzzles() {
        for (metric, length) in puzzle.optima().unwrap() {
            let outcome = solved(&puzzle, &serial(metric));
            assert_eq!(outcome.length, length, "{} {metric}", puzzle.name());
            if let Some(length) = length {
                checker::check(&puzzle, &outcome.solution.unwrap(), metric, length);
                solutions += 1;
            } else {
                assert_eq!(outcome.status, BlockStatus::Unsolvable);
                unsolvable += 1;
            }
            // Work and memory are the same on every machine, so that growth shows without a clock.
            let index = BlockMetric::ALL.iter().position(|&m| m == metric).unwrap();
            visited[index] += outcome.visited;
            bytes[index] += outcome.memory;
        }
    }
    assert_eq!((solutions, unsolvable), (169, 3));
    assert_eq!(visited, [662_899, 623_946, 633_443]);
    assert_eq!(bytes, [3_889_153, 3_818_446, 3_860_913]);
}

#[test]
fn all_numbers_of_states() {
    let mut checked = 0;
    for puzzle in puzzles() {
        let Some(states) = puzzle.property("states") else { continue };
        for metric in BlockMetric::ALL {
            let found = counted(&puzzle, &BlockOptions { hardest: 0, ..serial(metric) });
            assert_eq!(found.states.to_string(), states, "{} {metric}", puzzle.name());
        }
        checked += 1;
    }
    assert_eq!(checked, 19);
}

/// Merging mirror images and equal pieces changes only the work.
#[test]
fn reductions_change_no_length() {
    for name in ["L'Ane Rouge", "Quzzle", "Century and a Half", "Supercompo", "RushHour 2"] {
        let puzzle = named(name);
        for (metric, length) in puzzle.optima().unwrap() {
            for (symmetries, interchangeable) in [(false, true), (true, false)] {
                // Klotski without interchangeable pieces has too many states for a test.
                if !interchangeable && !["Quzzle", "RushHour 2"].contains(&name) {
                    continue;
                }
                let options = BlockOptions { symmetries, interchangeable, path: false, ..serial(metric) };
                assert_eq!(solved(&puzzle, &options).length, length, "{name} {metric}");
            }
        }
    }
}

/// One thread and two find the same results, to the last state.
#[test]
fn threads_change_nothing() {
    let puzzle = named("Project Euler 766 hard");
    let one = counted(&puzzle, &serial(BlockMetric::Unit));
    let two = counted(&puzzle, &BlockOptions { threads: 2, ..serial(BlockMetric::Unit) });
    assert_eq!(one, two);
    for name in ["The dlaa.me", "Super Century", "Supercompo"] {
        let puzzle = named(name);
        for (metric, _) in puzzle.optima().unwrap() {
            let options = BlockOptions { interchangeable: name != "The dlaa.me", ..serial(metric) };
            let [one, two] = [1, 2].map(|threads| solved(&puzzle, &BlockOptions { threads, ..options.clone() }));
            assert_eq!(one, two, "{name} {metric}");
        }
    }
}

/// The naive search has the same layers of the ten-by-eight board.
#[test]
fn the_first_layers_by_the_rules() {
    let puzzle = named("The dlaa.me");
    let slow = Naive::new(&puzzle, BlockMetric::Unit, true).layers(30);
    let limits = Limits { depth: Some(30), ..Limits::default() };
    assert_eq!(counted(&puzzle, &BlockOptions { limits, ..serial(BlockMetric::Unit) }).layers, slow);
}

/// The start of Klotski is not the hardest: numbers of the whole space, by the naive search.
#[test]
fn hardest_positions() {
    let klotski = counted(&named("L'Ane Rouge"), &serial(BlockMetric::AnyPath));
    let hardest = klotski.hardest.unwrap();
    assert_eq!((klotski.states, hardest.positions.len() as u64), (25_955, hardest.count.min(8)));
    for position in &hardest.positions {
        let mut puzzle = named("L'Ane Rouge").to_string();
        let maps = named("L'Ane Rouge");
        let (start, new) = (maps.map(maps.start()), maps.map(position));
        start.iter().zip(&new).for_each(|(a, b)| puzzle = puzzle.replacen(&format!("\n{a} "), &format!("\n{b} "), 1));
        let outcome = solved(&crate::puzzle(&puzzle), &serial(BlockMetric::AnyPath));
        assert_eq!(outcome.length, Some(hardest.distance), "{puzzle}");
    }
}
