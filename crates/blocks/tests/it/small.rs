//! Compares the solver with the naive search on small random puzzles, in all metrics and with all
//! options.

use fifteen_blocks::{BlockMetric, BlockOptions, Puzzle, format};
use fifteen_resources::Status;
use proptest::prelude::*;

use crate::naive::{Naive, check};
use crate::random::text;
use crate::{counted, serial, solved};

/// Maximum number of states in a puzzle. Larger puzzles are skipped, because the naive search would
/// be too slow.
const MOST: usize = 4000;

/// Parses a random puzzle, or returns `None` if its pieces are invalid.
fn parsed(text: &str) -> Option<Puzzle> {
    let entry = format::parse(text).unwrap().remove(0);
    match entry.puzzle {
        Ok(puzzle) => Some(puzzle),
        Err(error)
            if ["shows no piece", "has no long axis"]
                .iter()
                .any(|why| error.message.contains(why)) =>
        {
            None
        }
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// Compares all results of the solver for a puzzle with the results of the naive search. Returns
/// `false` if the puzzle has too many states for the naive search.
pub(crate) fn compare(puzzle: &Puzzle) -> bool {
    for metric in BlockMetric::ALL {
        let Some(truth) = Naive::new(puzzle, metric, true).truth(MOST) else {
            return false;
        };
        let plain = serial(metric);
        let all = counted(puzzle, &plain);
        let states = truth.layers.iter().sum();
        assert_eq!(
            (&all.layers, all.states),
            (&truth.layers, states),
            "{puzzle}{metric}"
        );
        assert_eq!(all.largest as usize, truth.layers.len() - 1);
        assert_eq!(
            all.hardest.as_ref().map(|h| (h.distance, h.count)),
            truth.hardest,
            "{puzzle}{metric}"
        );
        let drawn = |puzzle: &Puzzle| {
            let mut drawn = puzzle.map(puzzle.start()).concat().into_bytes();
            drawn.retain(|c| !b".-=".contains(c));
            drawn.sort_unstable();
            drawn
        };
        let hardest = all.hardest.iter().flat_map(|h| &h.puzzles);
        hardest.for_each(|other| assert_eq!(drawn(other), drawn(puzzle), "the same pieces"));
        if puzzle.goal().is_none() {
            continue;
        }
        for symmetries in [false, true] {
            let outcome = solved(
                puzzle,
                &BlockOptions {
                    symmetries,
                    count: true,
                    ..plain.clone()
                },
            );
            assert_eq!(
                outcome.length, truth.length,
                "{puzzle}{metric}, symmetries {symmetries}"
            );
            match &outcome.solution {
                Some(solution) => check(puzzle, solution, metric, outcome.bound),
                None => assert_eq!(outcome.status, Status::Exhausted),
            }
            let count = outcome.solutions.map_or(0, |s| s.count);
            assert_eq!(
                count, truth.solutions,
                "{puzzle}{metric}, symmetries {symmetries}"
            );
            if outcome.status == Status::Exhausted && !symmetries {
                assert_eq!(outcome.visited, states);
            }
        }
        let outcome = solved(
            puzzle,
            &BlockOptions {
                interchangeable: false,
                count: true,
                ..plain.clone()
            },
        );
        assert_eq!(
            outcome.length, truth.length,
            "{puzzle}{metric}, each piece for itself"
        );
        if let Some(distinct) = Naive::new(puzzle, metric, false).truth(MOST) {
            assert_eq!(
                outcome.solutions.map_or(0, |s| s.count),
                distinct.solutions,
                "{puzzle}{metric}"
            );
            assert_eq!(
                counted(
                    puzzle,
                    &BlockOptions {
                        interchangeable: false,
                        ..plain
                    }
                )
                .layers,
                distinct.layers
            );
        }
    }
    true
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_solver_agrees_with_the_naive_search(text in text()) {
        if let Some(puzzle) = parsed(&text) {
            compare(&puzzle);
        }
    }

    #[test]
    fn printed_puzzles_are_parsed_unchanged(text in text()) {
        if let Some(puzzle) = parsed(&text) {
            let printed = puzzle.to_string();
            let again = format::parse(&printed).unwrap().remove(0).puzzle;
            prop_assert_eq!(again, Ok(puzzle), "{}", printed);
        }
    }
}

/// Mirror images of a position are merged if the puzzle is symmetric. Symmetric puzzles are rare
/// among random ones, so this test uses selected puzzles.
#[test]
fn mirror_images_are_merged() {
    let texts = [
        "start   goal\nABC     ...\nD.E     .A.\nF.G     ...\n",
        "start   goal\n.AA     ...\nB.C     AA.\nBDC     ...\n",
        "start   goal\nA**B    ....\nA**B    ....\nCDDE    .**.\n....    .**.\n",
        "goal: by-shape\nstart   goal\nAAB     ..B\nC.B     ..B\nD..     .AA\n",
        "goal: by-shape\nstart   goal\nABC     B.C\nA..     ...\n...     ...\n",
        "start   goal\n##A##   ##.##\nBB.CC   ..A..\n##.##   ##.##\n",
        "pieces: rush-hour\nstart   goal\nAA.B    ....\n...B    ....\nC...    ....\nC.DD    DD..\n",
        "start   goal\nA.B     ...\n...     .A.\nC.D     ...\n",
    ];
    for text in texts {
        let puzzle = crate::puzzle(text);
        assert!(compare(&puzzle), "{puzzle}");
    }
    let merged = solved(&crate::puzzle(texts[7]), &serial(BlockMetric::Unit)).visited;
    let all = solved(
        &crate::puzzle(texts[7]),
        &BlockOptions {
            symmetries: false,
            ..serial(BlockMetric::Unit)
        },
    )
    .visited;
    assert!(
        merged < all,
        "{merged} of {all} states: two diagonals, two axes, and rotations"
    );
}
