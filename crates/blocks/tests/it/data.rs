//! Checks every puzzle in `data/blocks.txt` against the published numbers of moves and states.

use fifteen_blocks::{BlockMetric, BlockOptions, Puzzle, format};
use fifteen_resources::{Limits, Status, Threads};

use crate::naive::{Naive, check};
use crate::{counted, serial, solved};

const DATA: &str = include_str!("../../../../data/blocks.txt");

fn puzzles() -> Vec<Puzzle> {
    format::parse(DATA)
        .unwrap()
        .into_iter()
        .map(|e| e.puzzle.unwrap_or_else(|error| panic!("{error}")))
        .collect()
}

fn named(name: &str) -> Puzzle {
    puzzles()
        .into_iter()
        .find(|p| p.name().starts_with(name))
        .unwrap()
}

#[test]
fn all_published_optimal_lengths_are_found() {
    let (mut solutions, mut unsolvable) = (0, 0);
    let mut visited = [0; 3];
    for puzzle in puzzles() {
        for (metric, length) in puzzle.optima().unwrap() {
            let outcome = solved(&puzzle, &serial(metric));
            assert_eq!(outcome.length, length, "{} {metric}", puzzle.name());
            if let Some(length) = length {
                check(&puzzle, &outcome.solution.unwrap(), metric, length);
                solutions += 1;
            } else {
                assert_eq!(outcome.status, Status::Exhausted);
                unsolvable += 1;
            }
            // The number of visited states is the same on every machine. If it increases, the
            // search does unnecessary work, which this test notices without measuring time.
            let index = BlockMetric::ALL.iter().position(|&m| m == metric).unwrap();
            visited[index] += outcome.visited;
        }
    }
    assert_eq!((solutions, unsolvable), (174, 3));
    assert_eq!(visited, [663_217, 661_049, 663_818]);
}

#[test]
fn all_published_numbers_of_states_are_found() {
    let mut checked = 0;
    for puzzle in puzzles() {
        let Some(states) = puzzle.property("states") else {
            continue;
        };
        for metric in BlockMetric::ALL {
            let found = counted(
                &puzzle,
                &BlockOptions {
                    hardest: 0,
                    ..serial(metric)
                },
            );
            assert_eq!(
                found.states.to_string(),
                states,
                "{} {metric}",
                puzzle.name()
            );
        }
        checked += 1;
    }
    assert_eq!(checked, 19);
}

/// Checks that searches with one and two threads have the same results and visit the same number of
/// states.
#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let puzzle = named("Project Euler 766 hard");
    let one = counted(&puzzle, &serial(BlockMetric::Unit));
    let two = counted(
        &puzzle,
        &BlockOptions {
            threads: Threads::all_if_zero(2),
            ..serial(BlockMetric::Unit)
        },
    );
    assert_eq!(one, two);
    for name in ["The dlaa.me", "Super Century", "Supercompo"] {
        let puzzle = named(name);
        for (metric, _) in puzzle.optima().unwrap() {
            let options = BlockOptions {
                interchangeable: name != "The dlaa.me",
                ..serial(metric)
            };
            let [one, two] = [1, 2].map(Threads::all_if_zero).map(|threads| {
                solved(
                    &puzzle,
                    &BlockOptions {
                        threads,
                        ..options.clone()
                    },
                )
            });
            assert_eq!(one, two, "{name} {metric}");
        }
    }
}

/// Checks that the solver and the naive search find the same first layers of a board of ten by
/// eight cells.
#[test]
fn the_first_layers_of_a_large_puzzle_equal_the_naive_search() {
    let puzzle = named("The dlaa.me");
    let slow = Naive::new(&puzzle, BlockMetric::Unit, true).layers(30);
    let limits = Limits {
        depth: Some(30),
        ..Limits::default()
    };
    assert_eq!(
        counted(
            &puzzle,
            &BlockOptions {
                limits,
                ..serial(BlockMetric::Unit)
            }
        )
        .layers,
        slow
    );
}
