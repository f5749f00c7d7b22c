//! Fast mode on boards of the 15-puzzle with tables: plain mode's solutions, and the same counts on any number of threads.

use fifteen_data::{hardest17, korf100};
use fifteen_solver::{Board, Goal, HeuristicSpec, Mode, Options, RandomBoards, Setup, Size, Solution};

use crate::support::Sandbox;

/// Compares the modes on some of Korf's boards and random ones, and threads on boards that need 80 moves; returns the
/// nodes of the former.
fn agrees_with_plain_mode(partition: &str, step: usize, random: usize, hardest: usize) -> u64 {
    let sandbox = Sandbox::new();
    sandbox.build("4x4", partition, &[]);
    let heuristic = Some(HeuristicSpec::tables(partition));
    let setup = Setup { goal: Goal::First, heuristic, tables: vec![sandbox.path("tables")], ..Setup::default() };
    let solver = setup.open(Size::new(4, 4).unwrap()).unwrap();
    let search = |board: &Board, mode| -> Solution {
        let found = solver.solve(board, &Options { mode, ..Options::default() }).unwrap();
        assert!(found.moves.as_ref().is_some_and(|moves| moves.solves(board, solver.goal())), "{board}");
        Solution { speculative: 0, peak_bytes: 0, seconds: 0.0, ..found }
    };
    let mut nodes = 0;
    let random = RandomBoards::new(*solver.goal(), 15).take(random).map(|board| (board, None));
    let korf = korf100().into_iter().step_by(step).map(|korf| (korf.board, Some(korf.length)));
    for (board, length) in korf.chain(random) {
        let (fast, plain) = (search(&board, Mode::Fast { threads: 1 }), search(&board, Mode::Plain));
        assert_eq!((fast.length, &fast.moves), (plain.length, &plain.moves), "{board}");
        assert!(length.is_none() || fast.length == length, "{board}");
        nodes += if length.is_some() { fast.generated } else { 0 };
    }
    let large = hardest17(Goal::First).into_iter().take(hardest).chain(korf100().into_iter().take(2).map(|k| k.board));
    for board in large {
        assert_eq!(search(&board, Mode::Fast { threads: 3 }), search(&board, Mode::Fast { threads: 1 }), "{board}");
    }
    nodes
}

#[test]
fn fast_mode_agrees_with_plain_mode_on_some_boards() {
    agrees_with_plain_mode("6-6-3", 5, 0, 0);
}

#[test]
#[ignore = "takes half a minute: more boards"]
fn fast_mode_agrees_with_plain_mode_on_many_boards() {
    assert_eq!(agrees_with_plain_mode("7-8", 1, 300, 4), 1_680_617, "as docs/SPEED.md says");
}
