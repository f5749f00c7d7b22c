//! Random small puzzles: the solver against the naive search, in all metrics and with all options.

use fifteen_blocks::{BlockSpace, Metric, Options, Puzzle, Status, format};
use fifteen_search::{Limits, counts};
use proptest::prelude::*;

use crate::checker;
use crate::naive::Naive;
use crate::random::{Random, text};
use crate::{counted, serial, solved};

/// Larger puzzles are left to others.
const MOST: usize = 4000;

fn random_puzzle(seed: u64) -> Option<Puzzle> {
    let text = text(&mut Random::new(seed));
    let entry = format::parse(&text).unwrap().remove(0);
    match entry.puzzle {
        Ok(puzzle) => Some(puzzle),
        Err(error) if matches!(error.problem, format::Problem::NoPieces | format::Problem::NoLongAxis { .. }) => None,
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// Compares everything; `false` if the puzzle is too large.
fn compare(puzzle: &Puzzle) -> bool {
    for metric in Metric::ALL {
        let Some(truth) = Naive::new(puzzle, metric, true).truth(MOST) else { return false };
        let plain = serial(metric);
        let all = counted(puzzle, &plain);
        assert_eq!((all.states, all.largest), (truth.states, truth.largest), "{puzzle}{metric}");
        assert_eq!(all.layers.iter().sum::<u64>(), truth.states);
        assert_eq!(all.hardest.as_ref().map(|h| (h.distance, h.count)), truth.hardest, "{puzzle}{metric}");
        for position in all.hardest.iter().flat_map(|h| &h.positions) {
            let drawn = puzzle.map(position).concat();
            let (mut a, mut b) = (drawn.into_bytes(), puzzle.map(puzzle.start()).concat().into_bytes());
            a.sort_unstable();
            b.sort_unstable();
            assert_eq!(a, b, "the same pieces");
        }
        if puzzle.goal().is_none() {
            continue;
        }
        for symmetries in [false, true] {
            let outcome = solved(puzzle, &Options { symmetries, count: true, ..plain.clone() });
            assert_eq!(outcome.length, truth.length, "{puzzle}{metric}, symmetries {symmetries}");
            match &outcome.solution {
                Some(solution) => checker::check(puzzle, solution, metric, outcome.bound),
                None => assert_eq!(outcome.status, Status::Unsolvable),
            }
            let count = outcome.solutions.map_or(0, |s| s.count);
            assert_eq!(count, truth.solutions, "{puzzle}{metric}, symmetries {symmetries}");
            if outcome.status == Status::Unsolvable && !symmetries {
                assert_eq!(outcome.visited, truth.states);
            }
        }
        let outcome = solved(puzzle, &Options { interchangeable: false, count: true, ..plain.clone() });
        assert_eq!(outcome.length, truth.length, "{puzzle}{metric}, each piece for itself");
        if let Some(distinct) = Naive::new(puzzle, metric, false).truth(MOST) {
            assert_eq!(outcome.solutions.map_or(0, |s| s.count), distinct.solutions, "{puzzle}{metric}");
            assert_eq!(counted(puzzle, &Options { interchangeable: false, ..plain }).states, distinct.states);
        }
    }
    true
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_naive_search_agrees(seed in any::<u64>()) {
        if let Some(puzzle) = random_puzzle(seed) {
            compare(&puzzle);
        }
    }

    #[test]
    fn the_state_space_has_the_same_layers(seed in any::<u64>()) {
        let Some(puzzle) = random_puzzle(seed) else { return Ok(()) };
        for metric in Metric::ALL {
            let space = BlockSpace::new(&puzzle, metric);
            let limits = Limits { nodes: Some(MOST as u64), ..Limits::default() };
            let depths = counts::depths(&space, &space.start(), &limits);
            let all = counted(&puzzle, &serial(metric));
            prop_assert_eq!(&depths.counts[..], &all.layers[..depths.counts.len()]);
        }
    }

    #[test]
    fn printed_puzzles_are_read_back(seed in any::<u64>()) {
        if let Some(puzzle) = random_puzzle(seed) {
            let printed = puzzle.to_string();
            let again = format::parse(&printed).unwrap().remove(0).puzzle;
            prop_assert_eq!(again, Ok(puzzle), "{}", printed);
        }
    }

    /// Whatever is done to a text, reading it ends in puzzles or errors within it.
    #[test]
    fn damaged_text_is_no_reason_to_panic(seed in any::<u64>(), at in any::<prop::sample::Index>(), with in "[ #.A\t\r\nü]{0,2}") {
        let mut characters: Vec<char> = text(&mut Random::new(seed)).chars().collect();
        let at = at.index(characters.len());
        characters.splice(at..at + 1, with.chars());
        let damaged: String = characters.into_iter().collect();
        match format::parse(&damaged) {
            Ok(entries) => for entry in entries {
                match entry.puzzle {
                    Ok(puzzle) => { counted(&puzzle, &Options { limits: Limits { depth: Some(3), ..Limits::default() }, ..serial(Metric::Unit) }); }
                    Err(error) => prop_assert!(error.line <= damaged.lines().count() + 1),
                }
            },
            Err(error) => prop_assert_eq!(error.problem, format::Problem::Empty),
        }
    }
}

/// Symmetric puzzles, where the random ones seldom are.
#[test]
fn mirror_images_are_merged_rightly() {
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
    let merged = solved(&crate::puzzle(texts[7]), &serial(Metric::Unit)).visited;
    let all = solved(&crate::puzzle(texts[7]), &Options { symmetries: false, ..serial(Metric::Unit) }).visited;
    assert!(merged < all, "{merged} of {all} states: two diagonals, two axes, and rotations");
}
