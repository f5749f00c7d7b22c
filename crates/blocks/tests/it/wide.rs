//! Tests of boards and states that do not fit into one machine word.

use std::fmt::Write;

use fifteen_blocks::{BlockMetric, BlockOptions, BlockSearchError, Puzzle, reachable_states};
use fifteen_resources::Limits;

use crate::naive::Naive;
use crate::small::compare;
use crate::{counted, puzzle, serial, solved};

/// Returns a small puzzle surrounded by walls. Two opposite corners of the map are floor, so that
/// the smallest rectangle around all floor has `width` x `height` cells.
fn boxed(width: usize, height: usize) -> String {
    let (start, goal) = (["AAB", "C.B", "..."], ["...", "...", ".AA"]);
    let mut text = format!("start{:space$}goal\n", "", space = width);
    for y in 0..height {
        let mut rows = [vec!['#'; width], vec!['#'; width]];
        for (row, map) in rows.iter_mut().zip([start, goal]) {
            if (height / 2..height / 2 + 3).contains(&y) {
                row.splice(width / 2..width / 2 + 3, map[y - height / 2].chars());
            }
            [0, height - 1]
                .contains(&y)
                .then(|| row[if y == 0 { 0 } else { width - 1 }] = '.');
        }
        let [a, b] = rows.map(|r| r.into_iter().collect::<String>());
        writeln!(text, "{a:column$}{b}", column = width + 5).unwrap();
    }
    text
}

#[test]
fn boards_wider_than_a_machine_word_equal_the_naive_search() {
    for (width, height) in [
        (8, 8),
        (9, 9),
        (16, 8),
        (13, 10),
        (16, 16),
        (20, 20),
        (32, 32),
        (128, 8),
    ] {
        assert!(compare(&puzzle(&boxed(width, height))), "{width}x{height}");
    }
}

/// Moves of two pieces must not be confused if the indices of their cells are equal modulo 64.
#[test]
fn moves_of_cells_that_are_equal_modulo_64_are_told_apart() {
    for width in [62, 63, 64, 65] {
        let rows =
            |corners: [&str; 2]| corners.map(|row| format!("{row:#<before$}.", before = width - 1));
        let ([a, b], [c, d]) = (rows([".BBB", "#.AB"]), rows(["BBB.", "#.B."]));
        let text = format!(
            "start{:space$}goal\n{a}     {c}\n{b}     {d}\n",
            "",
            space = width
        );
        assert!(compare(&puzzle(&text)), "{width}");
    }
}

/// Twenty interchangeable single cells on the largest board, where a set of cells takes 1024 bits.
#[test]
fn twenty_single_cells_on_the_largest_board_are_counted() {
    let labels: String = ('A'..='T').collect();
    let empty = ".".repeat(32);
    let rows = |first: &str| format!("{first:.<32}");
    let mut text = format!("start{:32}goal\n{}     {}\n", "", rows(&labels), empty);
    (0..31).for_each(|y| {
        writeln!(text, "{empty}     {}", rows(if y == 0 { "A" } else { "" })).unwrap()
    });
    let puzzle = puzzle(&text);
    let outcome = solved(&puzzle, &serial(BlockMetric::Unit));
    assert_eq!((outcome.length, outcome.solutions), (Some(1), None));
    let limits = Limits {
        depth: Some(1),
        ..Limits::default()
    };
    // All twenty pieces can move down, and the last one can also move to the right.
    assert_eq!(
        counted(
            &puzzle,
            &BlockOptions {
                limits,
                ..serial(BlockMetric::Unit)
            }
        )
        .layers,
        [1, 21]
    );
}

/// Returns a square board with one empty cell. Every other cell contains a different single-cell
/// piece.
fn full(side: usize, empty: usize) -> Puzzle {
    let labels = (0..side * side).map(|cell| match char::from_u32(0x4e00 + cell as u32) {
        Some(label) if cell != empty => label,
        _ => '.',
    });
    let rows: Vec<String> = labels
        .collect::<Vec<_>>()
        .chunks(side)
        .map(|row| row.iter().collect())
        .collect();
    puzzle(&format!("start\n{}\n", rows.join("\n")))
}

/// Boards that are full of distinct pieces, so that the keys of their states take two, four and
/// twenty words.
#[test]
fn keys_of_several_words_give_the_results_of_the_naive_search() {
    for side in [4, 5, 6, 8] {
        let puzzle = full(side, side + 1);
        for metric in BlockMetric::ALL {
            let naive = |merge| Naive::new(&puzzle, metric, merge);
            let merged = counted(&puzzle, &serial(metric));
            assert_eq!(
                merged.states,
                side as u64 * side as u64,
                "equal pieces: only the empty cell counts"
            );
            assert_eq!(merged.layers, naive(true).layers(u32::MAX));
            let limits = Limits {
                depth: Some(6),
                ..Limits::default()
            };
            let different = BlockOptions {
                interchangeable: false,
                limits,
                ..serial(metric)
            };
            assert_eq!(
                counted(&puzzle, &different).layers,
                naive(false).layers(6),
                "side {side} {metric}"
            );
        }
    }
}

/// A board is rejected if it has so many distinct pieces that its states do not fit into the
/// longest key.
#[test]
fn states_that_do_not_fit_into_a_key_are_refused() {
    let puzzle = full(16, 0);
    let options = BlockOptions {
        interchangeable: false,
        ..serial(BlockMetric::Unit)
    };
    let error = reachable_states(&puzzle, &options, &mut |_| ()).unwrap_err();
    assert!(
        matches!(error, BlockSearchError::TooLarge { cells: 256, .. }),
        "{error}"
    );
    assert_eq!(counted(&puzzle, &serial(BlockMetric::Unit)).states, 256);
}

/// Interchangeable single cells can usually be represented by the empty cells, because their number
/// never changes. This must not be done if a piece can leave their part of the board, as `A` can
/// here.
#[test]
fn single_cells_beside_a_gate_are_counted_like_the_naive_search() {
    let mut text = String::from("gate: = for A\nstart");
    for cell in 0..70u32 {
        text += if cell % 10 == 0 { "\n" } else { "" };
        text.push(match cell {
            66 => 'A',
            67 => '.',
            68.. => '=',
            _ => char::from_u32(0x4e00 + cell).unwrap(),
        });
    }
    let puzzle = puzzle(&text);
    let limits = Limits {
        depth: Some(12),
        ..Limits::default()
    };
    let options = BlockOptions {
        limits,
        hardest: 0,
        ..serial(BlockMetric::Unit)
    };
    let slow = Naive::new(&puzzle, BlockMetric::Unit, true).layers(12);
    assert_eq!(counted(&puzzle, &options).layers, slow);
    assert_eq!(slow.len(), 13);
}
