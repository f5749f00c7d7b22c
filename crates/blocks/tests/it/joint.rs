//! Moves of several pieces together: the solver against all subsets of pieces, and examples.

use fifteen_blocks::{BlockMetric, BlockOptions, BlockStatus, Puzzle, SolveError, reachable_states};
use proptest::prelude::*;

use crate::naive::Naive;
use crate::random::text;
use crate::small::parsed;
use crate::{checker, counted, puzzle, serial, solved};

/// The most states and pieces of a puzzle that is compared: the naive search tries all subsets of the pieces.
const MOST_STATES: usize = 300;
const MOST_PIECES: usize = 7;

fn options(metric: BlockMetric) -> BlockOptions {
    BlockOptions { joint_moves: true, count: true, ..serial(metric) }
}

/// Compares lengths, solutions, and numbers of solutions and states; `false` if the puzzle is too large.
fn compare(puzzle: &Puzzle, most: usize) -> bool {
    if puzzle.pieces().len() > MOST_PIECES {
        return false;
    }
    for metric in BlockMetric::ALL {
        let Some(truth) = Naive::new(puzzle, metric, true).with_joint_moves().truth(most) else { return false };
        let all = counted(puzzle, &options(metric));
        assert_eq!((all.states, all.largest), (truth.states, truth.largest), "{puzzle}{metric}");
        assert_eq!(all.hardest.as_ref().map(|h| (h.distance, h.count)), truth.hardest, "{puzzle}{metric}");
        for symmetries in [false, true].into_iter().filter(|_| puzzle.goal().is_some()) {
            let found = solved(puzzle, &BlockOptions { symmetries, ..options(metric) });
            assert_eq!(found.length, truth.length, "{puzzle}{metric}, symmetries {symmetries}");
            assert_eq!(found.solutions.map_or(0, |s| s.count), truth.solutions, "{puzzle}{metric}");
            found.solution.iter().for_each(|solution| checker::check(puzzle, solution, metric, found.bound));
        }
    }
    true
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_subsets_of_pieces_agree(text in text()) {
        if let Some(puzzle) = parsed(&text) {
            compare(&puzzle, MOST_STATES);
        }
    }
}

/// Sets that push others, equal pieces that can make one move in two ways, locks, gates, and a turn around a corner.
#[test]
fn examples_agree() {
    let texts = [
        "## A row\nstart   goal\nABC..   ..ABC\n.....   .....\n",
        "## Equal\ngoal: by-shape\nstart   goal\nABCD.   .ABCD\n##...   ##...\n",
        "## Locked\nhorizontal: A\nstart   goal\nAB..    ..AB\n.B..    ...B\n",
        "## Gate\ngate: - for A\nstart   goal\nAB-.    ..-B\n....    ...A\n",
        "## Corner\nstart   goal\nAB##    ..##\nAB##    ..##\n....    .AB.\n....    .AB.\n",
        "## Interlocked\nstart   goal\nAAB..   ..AAB\nABB..   ..ABB\n",
    ];
    for text in texts {
        assert!(compare(&puzzle(text), 2000), "{text}");
    }
}

/// A piece inside another one: neither can move alone.
#[test]
fn pieces_that_move_only_together() {
    let ring = puzzle("## Ring\nstart   goal\nAAA.    .AAA\nABA.    .A.A\nAAA.    .AAA\n");
    for metric in BlockMetric::ALL {
        assert_eq!(solved(&ring, &serial(metric)).status, BlockStatus::Unsolvable);
        let solution = solved(&ring, &options(metric)).solution.unwrap();
        assert_eq!(solution.moves.len(), 1);
        assert_eq!((solution.moves[0].piece, &solution.moves[0].others[..]), (0, &[1][..]));
    }
}

/// Twenty single cells on a large board have a million sets that can move.
#[test]
fn too_many_joint_moves_are_an_error() {
    let row = format!("{}{}", "ABCDEFGHIJKLMNOPQRST", ".".repeat(12));
    let board = format!("## t\nstart\n{row}\n{}", format!("{}\n", ".".repeat(32)).repeat(5));
    let error = reachable_states(&puzzle(&board), &options(BlockMetric::Unit), &mut |_| ());
    assert!(matches!(&error, Err(SolveError::TooManyJointMoves { pieces: 20, sets: 1_048_576 })), "{error:?}");
    let text = error.unwrap_err().to_string();
    assert!(text.contains("1,048,576 sets of the 20 pieces") && text.contains("65,536"), "{text}");
}
