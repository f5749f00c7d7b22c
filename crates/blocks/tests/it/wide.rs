//! Checks boards and states that do not fit into one machine word.

use std::fmt::Write;

use fifteen_blocks::{BlockMetric, BlockOptions, BlockSearchError, Puzzle, reachable_states};
use fifteen_resources::Limits;

use crate::naive::Naive;
use crate::small::compare;
use crate::{counted, puzzle, serial, solved};

/// Returns a small puzzle that is surrounded by walls. Two far corners are floor, so that the
/// bounding rectangle of the floor has `width` x `height` cells.
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
fn large_boards() {
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

/// Checks that moves of two pieces are not confused if the indices of their cells are equal modulo
/// 64.
#[test]
fn moves_in_different_rows_are_told_apart() {
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

/// Checks twenty interchangeable single cells on the largest board, where a set of cells takes 1024
/// bits.
#[test]
fn few_pieces_on_a_large_board() {
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

/// Returns a square board with one empty cell, and a single-cell piece with its own character on
/// every other cell.
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

/// Checks boards full of distinct pieces, whose search keys take two, four and twenty words.
#[test]
fn long_keys() {
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

/// Checks that a board with too many distinct pieces for the longest key is rejected.
#[test]
fn states_that_are_too_large() {
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

/// Checks that equal single cells are not represented by the empty cells if the number of empty
/// cells can change. Here `A` can leave the part of the board with the single cells.
#[test]
fn single_cells_beside_a_gate() {
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
