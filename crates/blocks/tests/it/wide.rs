//! Boards and states that need more than one machine word.

use std::collections::HashSet;
use std::fmt::Write;

use fifteen_blocks::{BlockMetric, BlockOptions, BlockStatus, MAX_CELLS, Puzzle, SolveError, format, reachable_states};
use fifteen_search::Limits;

use crate::naive::Naive;
use crate::{checker, counted, puzzle, serial, solved};

/// A small puzzle in the middle of a box of walls with a far corner, so that the box is `width` x `height`.
fn boxed(width: usize, height: usize) -> String {
    let (start, goal) = (["AAB", "C.B", "..."], ["...", "...", ".AA"]);
    let mut text = format!("start{:space$}goal\n", "", space = width);
    for y in 0..height {
        let mut rows = [vec!['#'; width], vec!['#'; width]];
        for (row, map) in rows.iter_mut().zip([start, goal]) {
            if (height / 2..height / 2 + 3).contains(&y) {
                row.splice(width / 2..width / 2 + 3, map[y - height / 2].chars());
            }
            [0, height - 1].contains(&y).then(|| row[if y == 0 { 0 } else { width - 1 }] = '.');
        }
        let [a, b] = rows.map(|r| r.into_iter().collect::<String>());
        writeln!(text, "{a:column$}{b}", column = width + 5).unwrap();
    }
    text
}

#[test]
fn large_boards() {
    for (width, height) in [(8, 8), (9, 9), (16, 8), (13, 10), (16, 16), (20, 20), (32, 32), (128, 8)] {
        let puzzle = puzzle(&boxed(width, height));
        for metric in BlockMetric::ALL {
            let truth = Naive::new(&puzzle, metric, true).truth(4000).unwrap();
            let outcome = solved(&puzzle, &BlockOptions { count: true, ..serial(metric) });
            assert_eq!(outcome.length, truth.length, "{width}x{height} {metric}");
            assert_eq!(outcome.solutions.unwrap().count, truth.solutions);
            checker::check(&puzzle, &outcome.solution.unwrap(), metric, outcome.bound);
            assert_eq!(counted(&puzzle, &serial(metric)).layers, truth.layers);
        }
    }
}

/// Twenty equal single cells on the largest board: a plane of 1024 bits.
#[test]
fn few_pieces_on_a_large_board() {
    let labels: String = ('A'..='T').collect();
    let empty = ".".repeat(32);
    let rows = |first: &str| format!("{first:.<32}");
    let mut text = format!("start{:32}goal\n{}     {}\n", "", rows(&labels), empty);
    (0..31).for_each(|y| writeln!(text, "{empty}     {}", rows(if y == 0 { "A" } else { "" })).unwrap());
    let puzzle = puzzle(&text);
    let outcome = solved(&puzzle, &serial(BlockMetric::Unit));
    assert_eq!((outcome.length, outcome.solutions), (Some(1), None));
    let limits = Limits { depth: Some(1), ..Limits::default() };
    // Twenty pieces may move down, the last one to the right too.
    assert_eq!(counted(&puzzle, &BlockOptions { limits, ..serial(BlockMetric::Unit) }).layers, [1, 21]);
}

#[test]
fn boards_that_are_too_large() {
    let error = format::parse(&boxed(33, 32)).unwrap().remove(0).puzzle.unwrap_err();
    assert_eq!((error.line, error.column), (2, 1));
    assert!(error.to_string().contains("1,056"), "{error}");
    const { assert!(MAX_CELLS >= 256) };
}

/// A square board full of different single cells, but for one empty cell.
fn full(side: usize, empty: usize) -> Puzzle {
    let labels = (0..side * side).map(|cell| match char::from_u32(0x4e00 + cell as u32) {
        Some(label) if cell != empty => label,
        _ => '.',
    });
    let rows: Vec<String> = labels.collect::<Vec<_>>().chunks(side).map(|row| row.iter().collect()).collect();
    puzzle(&format!("start\n{}\n", rows.join("\n")))
}

/// Boards full of different pieces: keys of two, four and sixteen words.
#[test]
fn long_keys() {
    for side in [4, 5, 6, 8] {
        let puzzle = full(side, side + 1);
        for metric in BlockMetric::ALL {
            let limits = Limits { depth: Some(6), ..Limits::default() };
            let merged = counted(&puzzle, &serial(metric));
            assert_eq!(merged.states, side as u64 * side as u64, "equal pieces: only the empty cell counts");
            assert_eq!(merged.layers, Naive::new(&puzzle, metric, true).layers(u32::MAX));
            let different = BlockOptions { interchangeable: false, limits, ..serial(metric) };
            let layers = counted(&puzzle, &different).layers;
            assert_eq!(layers, tile_layers(side), "side {side} {metric}");
        }
    }
}

/// The number of positions of a sliding-tile puzzle by distance, up to 6. With one empty cell the metrics are the same.
fn tile_layers(side: usize) -> Vec<u64> {
    let start: Vec<usize> = (0..side * side).collect();
    let mut seen = HashSet::from([start.clone()]);
    let mut layers = vec![vec![(start, side + 1)]];
    for depth in 0..6 {
        let mut next = Vec::new();
        for (board, blank) in &layers[depth] {
            let (x, y) = (blank % side, blank / side);
            let steps = [(x > 0, -1), (x + 1 < side, 1), (y > 0, -(side as isize)), (y + 1 < side, side as isize)];
            for (_, step) in steps.into_iter().filter(|step| step.0) {
                let (mut new, to) = (board.clone(), blank.wrapping_add_signed(step));
                new.swap(*blank, to);
                if seen.insert(new.clone()) {
                    next.push((new, to));
                }
            }
        }
        layers.push(next);
    }
    layers.iter().map(|layer| layer.len() as u64).collect()
}

/// More different pieces than the longest key can name.
#[test]
fn states_that_are_too_large() {
    let puzzle = full(16, 0);
    let options = BlockOptions { interchangeable: false, ..serial(BlockMetric::Unit) };
    let error = reachable_states(&puzzle, &options, &mut |_| ()).unwrap_err();
    assert!(matches!(error, SolveError::TooLarge { cells: 256, .. }), "{error}");
    assert_eq!(counted(&puzzle, &serial(BlockMetric::Unit)).states, 256);
}

/// Codes instead of planes, the empty cells instead of the single ones: the longest puzzles that fit one word.
#[test]
fn short_codes() {
    let text = "start    goal\nAAB.CD   ......\nEEFGHI   ......\nJJKKLL   ......\nMNOPQ.   ....JJ\n";
    let puzzle = puzzle(text);
    let limits = Limits { depth: Some(8), ..Limits::default() };
    for metric in BlockMetric::ALL {
        let slow = Naive::new(&puzzle, metric, true).layers(8);
        let options = BlockOptions { limits: limits.clone(), ..serial(metric) };
        assert_eq!(counted(&puzzle, &options).layers, slow);
        assert!(matches!(solved(&puzzle, &options).status, BlockStatus::Stopped(_)));
    }
}
