//! Gates, and locks of single pieces: what they let through. Faults are in `block-gates.transcript`.

use fifteen_blocks::{BlockMetric, BlockOptions};

use crate::naive::Naive;
use crate::{checker, counted, puzzle, serial, solved};

#[test]
fn a_gate_lets_only_its_pieces_in() {
    let text = "## gate\ngate: - for A\nstart    goal\nAB.-.    ....A\n";
    // B cannot get out of the way of A in one row.
    assert_eq!(solved(&puzzle(text), &serial(BlockMetric::Unit)).length, None);
    let round = text.replace("....A\n", "....A\n.....    .....\n");
    let two = puzzle(&round);
    for (metric, length) in BlockMetric::ALL.into_iter().zip([5, 2, 1]) {
        let outcome = solved(&two, &serial(metric));
        assert_eq!(outcome.length, Some(length), "{metric}");
        checker::check(&two, &outcome.solution.unwrap(), metric, length);
    }
    // The goal of a piece that may not enter is out of reach.
    let closed = round.replace("....A", "...B.");
    assert_eq!(solved(&puzzle(&closed), &serial(BlockMetric::Unit)).length, None);
    assert_eq!(two.to_string(), puzzle(&two.to_string()).to_string());
    assert_eq!(puzzle(&round.replace("for A", "for AA")), two, "a piece that is named twice");
    assert_eq!(two.map(two.start()), ["AB.-.", "....."]);
}

/// A complement class needs a fixed number of empty cells: here `A` leaves the part of the board with the single cells.
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
    let limits = fifteen_search::Limits { depth: Some(12), ..Default::default() };
    let options = BlockOptions { limits, hardest: 0, ..serial(BlockMetric::Unit) };
    let slow = Naive::new(&puzzle, BlockMetric::Unit, true).layers(12);
    assert_eq!(counted(&puzzle, &options).layers, slow);
    assert_eq!(slow.len(), 13);
}

/// A position in which a piece stands on a gate is written with a third map, and read back.
#[test]
fn a_floor_map_shows_the_gates_below_pieces() {
    let puzzle = puzzle("gate: - for A\nstart    goal\nAAB--    ...AA\n.....    .....\n");
    let solution = solved(&puzzle, &serial(BlockMetric::Unit)).solution.unwrap();
    let later = puzzle.starting_from(&solution.positions[solution.positions.len() - 2]);
    assert_eq!(later.floor_map(), ["...--", "....."]);
    let written = later.to_string();
    assert!(written.contains("start    goal     floor\n..AA-    ...AA    ...--\n"), "{written}");
    assert_eq!(crate::puzzle(&written), later);
    assert_eq!(solved(&later, &serial(BlockMetric::Unit)).length, Some(1));
    // Without a goal, and with a frame that the start map leaves out.
    let bare = crate::puzzle("gate: - for A\nstart  floor\nA.     -.#\n.      .#\n");
    assert_eq!((bare.goal(), bare.gates()[0].cells.clone()), (None, vec![0]));
    assert_eq!(crate::puzzle(&bare.to_string()), bare);
}

/// A row outside the board would be an empty line, which ends the maps.
#[test]
fn rows_outside_the_board_are_written() {
    let frame = "start  goal   floor\n              ###\nA.     .A     -.#\n       ###\n";
    let texts = [
        format!("gate: - for A\n{frame}"),
        "start  goal\n       ###\nA.     .A#\n".to_owned(),
        "start  floor\n       ###\nA.     ..#\n".to_owned(),
    ];
    for text in texts {
        let puzzle = crate::puzzle(&text);
        assert_eq!(crate::puzzle(&puzzle.to_string()), puzzle, "{puzzle}");
    }
}

/// A goal that takes pieces with different locks as equal: the conditions of a class are those of all its groups, and a
/// mirror image counts only if the goal has it.
#[test]
fn groups_of_pieces_with_different_locks() {
    let text = "## t\nhorizontal: A\nequal: AC\nstart   goal\n####    ####\n#.C#    #C.#\n#.A#    #.A#\n#BB#    #..#\n####    ####\n";
    for metric in BlockMetric::ALL {
        assert_eq!(solved(&puzzle(text), &serial(metric)).length, Some(1), "{metric}");
    }
}
