//! Tests of anytime search: every solution is valid, and the search ends when its solution has the
//! requested quality. The module `algorithms` checks the lengths.

use crate::support::*;

/// Starts beam searches immediately, and ends the search with a shortest solution.
pub(super) fn eager() -> AnytimeEnd {
    AnytimeEnd::Within(Percent::new(0.0).unwrap())
}

/// Runs an anytime search and checks every solution. Returns the outcome and the events.
pub(super) fn search(
    space: &TileSpace,
    heuristic: &TileHeuristic,
    start: &TileState,
    limits: Limits,
    threads: usize,
    end: AnytimeEnd,
) -> (Found, Vec<SearchEvent>) {
    let (board, mut events, mut last) = (space.board(start), Vec::new(), usize::MAX);
    let algorithm = Algorithm::Ida(TileIda::Anytime(AnytimeOptions {
        threads: Threads::all_if_zero(threads),
        end,
    }));
    let outcome = algorithm.search(space, heuristic, start, &limits, &mut |event| {
        if let SearchEvent::Solution { path, bound } = &event {
            assert!(path.solves(&board, space.goal()), "{board}");
            let length = path.len();
            assert!(
                (*bound as usize..last).contains(&length),
                "{board}: {bound} <= {length} < {last}"
            );
            last = length;
        }
        events.push(event);
    });
    let outcome = outcome.unwrap();
    if let Some(moves) = &outcome.moves {
        assert!(path(moves).solves(&board, space.goal()) && moves.len() <= last);
        assert_eq!(outcome.length, Some(moves.len() as u32));
        assert_eq!(outcome.shortest, outcome.status == Status::Solved);
        assert!(
            solutions(&events)
                .iter()
                .all(|&moves| moves >= outcome.bound as usize),
            "{board}"
        );
    }
    (outcome, events)
}

/// Returns the lengths of all solutions that the events report, in the order in which they were
/// found.
pub(super) fn solutions(events: &[SearchEvent]) -> Vec<usize> {
    let length = |event: &SearchEvent| {
        if let SearchEvent::Solution { path, .. } = event {
            Some(path.len())
        } else {
            None
        }
    };
    events.iter().filter_map(length).collect()
}

#[test]
fn the_first_solution_of_random_5x5_boards_needs_no_table() {
    let goal = goal_of((5, 5), Goal::Last);
    let space = space_of(&goal);
    let first = AnytimeEnd::FirstSolution;
    for name in ["zero", "manhattan", "linear-conflict"] {
        let heuristic = light(&goal, name);
        for start in random(&space, 7).take(4) {
            let (found, events) = search(&space, &heuristic, &start, Limits::default(), 2, first);
            assert_eq!(found.status, Status::Limit(LimitKind::Gap));
            assert_eq!(
                (found.generated, solutions(&events).len()),
                (1, 1),
                "no proof is begun"
            );
            assert!(found.length.unwrap() >= found.bound && !found.shortest);
        }
    }
    let none = Limits {
        memory: Some(1000),
        ..Limits::default()
    };
    let start = random(&space, 1).next().unwrap();
    let none = search(&space, &light(&goal, "manhattan"), &start, none, 2, first).0;
    assert_eq!(
        (none.status, none.moves),
        (Status::Limit(LimitKind::Memory), None)
    );
}

#[test]
fn an_anytime_search_ends_within_the_requested_percentage() {
    let (_, space, heuristic) = setting((4, 4), "linear-conflict");
    let within = AnytimeEnd::Within(Percent::new(25.0).unwrap());
    let mut ends = 0;
    for seed in 0..6 {
        let found = search(
            &space,
            &heuristic,
            &near(&space, seed, 90),
            Limits::default(),
            2,
            within,
        )
        .0;
        ends += usize::from(found.status == Status::Limit(LimitKind::Gap));
        assert!(f64::from(found.length.unwrap()) <= 1.25 * f64::from(found.bound));
    }
    assert!(ends > 0);
}

#[test]
fn an_anytime_search_keeps_its_best_solution_at_a_limit() {
    let (goal, space, heuristic) = setting((5, 5), "linear-conflict");
    let board = RandomBoards::new(goal, 1).next().unwrap();
    let start = space.state(&board).unwrap();
    let mut lengths = Vec::new();
    for megabytes in [1, 4, 16] {
        let limits = Limits {
            memory: Some(megabytes << 20),
            nodes: Some(1_000_000),
            ..Limits::default()
        };
        let (found, _) = search(&space, &heuristic, &start, limits, 2, eager());
        assert_eq!(
            (found.status, found.generated),
            (Status::Limit(LimitKind::Nodes), 1_000_000)
        );
        assert!(
            found.peak_bytes <= megabytes << 20,
            "{} bytes",
            found.peak_bytes
        );
        lengths.push(found.length.unwrap());
    }
    assert!(lengths.is_sorted_by(|a, b| a >= b), "{lengths:?}");
}
