//! Compares lengths and all shortest solutions with breadth-first search, for every board of up to
//! six cells and some boards of eight and nine cells.

use std::collections::HashSet;

use crate::support::*;

fn all_shortest_solutions_are_found(goal: &Board, every: usize) {
    let (space, manhattan) = (space_of(goal), light(goal, "manhattan"));
    for &(state, length, ways) in truth(&space, space.solved(), usize::MAX)
        .iter()
        .step_by(every)
    {
        let board = space.board(&state);
        let one = solve(&space, &board, &IdaOptions::default());
        assert_eq!(
            (one.status, one.length, one.bound),
            (Status::Solved, Some(length), length),
            "{board}"
        );
        let all = Find::All { keep: 50 };
        let found = solve(&space, &board, &finding(all));
        assert_eq!(
            (found.length, found.solutions),
            (Some(length), Some(ways)),
            "{board}"
        );
        let chosen = search(
            plain_ida(all),
            &space,
            &manhattan,
            &state,
            &Limits::default(),
        );
        assert_eq!(chosen.all_moves, found.all_moves, "{board}");
        let all = found.all_moves.unwrap();
        assert_eq!(
            (all.len() as u64, all.first(), &found.moves),
            (ways.min(50), one.moves.as_ref(), &one.moves)
        );
        let paths: HashSet<_> = all.iter().map(|moves| path(moves)).collect();
        assert_eq!(paths.len(), all.len(), "some solution came twice");
        assert!(
            paths
                .iter()
                .all(|p| p.len() as u32 == length && p.solves(&board, goal))
        );
    }
}

#[test]
fn every_board_of_up_to_six_cells_has_all_its_shortest_solutions() {
    for size in [(3, 2), (2, 3), (2, 2)] {
        goals(size)
            .iter()
            .for_each(|goal| all_shortest_solutions_are_found(goal, 1));
    }
}

#[test]
fn boards_of_2x4_and_3x3_have_all_their_shortest_solutions() {
    goals((2, 4))
        .iter()
        .for_each(|goal| all_shortest_solutions_are_found(goal, 67));
    goals((3, 3))
        .iter()
        .for_each(|goal| all_shortest_solutions_are_found(goal, 1009));
}

#[test]
fn the_number_of_stored_solutions_is_limited() {
    let space = space_of(&goal_of((3, 2), Goal::Last));
    let (state, _, ways) = truth(&space, space.solved(), usize::MAX)
        .into_iter()
        .max_by_key(|(.., ways)| *ways)
        .unwrap();
    assert!(ways > 1);
    for most in [0, 1, ways as usize, 100] {
        let found = solve(
            &space,
            &space.board(&state),
            &finding(Find::All { keep: most }),
        );
        assert_eq!(found.solutions, Some(ways));
        assert_eq!(found.all_moves.unwrap().len(), most.min(ways as usize));
        assert!(found.moves.is_some());
    }
}
