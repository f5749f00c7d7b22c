//! Checks that the notations of other programs are recognised, and that written puzzles can be read
//! back.
//!
//! The transcript `block-notations.transcript` tests what the readers accept.

use fifteen_blocks::BlockMetric;
use fifteen_blocks::format::PuzzleNotation;

use crate::{serial, solved};

/// Checks that every puzzle of the data keeps its notation and its solution length when it is
/// written and read back.
#[test]
fn written_puzzles_are_read_back() {
    let data = fifteen_blocks::format::parse(include_str!("../../../../data/blocks.txt")).unwrap();
    let mut written = [0; PuzzleNotation::ALL.len()];
    for puzzle in data
        .into_iter()
        .filter_map(|entry| entry.puzzle.ok())
        .filter(|p| !p.name().starts_with("Project"))
    {
        let length = solved(&puzzle, &serial(BlockMetric::Straight)).length;
        for (count, notation) in written.iter_mut().zip(PuzzleNotation::ALL) {
            let Ok(text) = notation.write(&puzzle) else {
                continue;
            };
            assert_eq!(PuzzleNotation::of(&text), notation, "{text}");
            let again = notation.parse(&text).unwrap().remove(0).puzzle.unwrap();
            assert_eq!(
                solved(&again, &serial(BlockMetric::Straight)).length,
                length,
                "{notation} {puzzle}{text}"
            );
            *count += 1;
        }
    }
    assert!(
        written[0] > 50 && written[1] >= 5 && written[2] > 0 && written[3] > 0,
        "{written:?}"
    );
}
