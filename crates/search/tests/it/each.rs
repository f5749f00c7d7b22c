//! Tests of searching several boards alternately, and of searches that begin with a quick
//! heuristic: each board gets the same result as in a search of its own.

use fifteen_search::Queue;
use fifteen_search::tiles::search_each;

use super::anytime::eager;
use crate::support::*;

/// A queue of boards to be searched. It stores each result under the index of its board.
struct Boards<'a> {
    left: std::iter::Enumerate<std::slice::Iter<'a, TileState>>,
    found: Vec<Option<Found>>,
}

impl Queue<TileState, Result<Found, HeuristicError>> for Boards<'_> {
    fn next(&mut self) -> Option<(usize, TileState)> {
        self.left.next().map(|(number, &start)| (number, start))
    }

    fn done(&mut self, number: usize, result: Result<Found, HeuristicError>) {
        assert!(
            self.found[number]
                .replace(comparable(result.unwrap()))
                .is_none(),
            "one result for each board"
        );
    }
}

#[test]
fn searching_boards_alternately_gives_the_results_of_separate_searches() {
    let goal = goal_of((4, 4), Goal::Last);
    let space = space_of(&goal);
    // The tables do not fit into a CPU cache. Only then does the function search several boards
    // alternately, to hide the latency of memory.
    let tables = with_tables(&goal, "1-6/7-12/13-15", TableKind::ZeroAware);
    assert!(tables.bytes() > 1 << 20);
    let near = (0..5).map(|seed| near(&space, seed, 90));
    let starts: Vec<TileState> = near
        .chain([*space.solved()])
        .chain(random(&space, 3).take(3))
        .collect();
    let limited = Limits {
        nodes: Some(50_000),
        ..Limits::default()
    };
    let threads = Threads::ONE;
    let anytime = |end| TileIda::Anytime(AnytimeOptions { threads, end });
    let all = TileIda::Plain {
        find: Find::All { keep: 3 },
        pause: None,
    };
    let finishing = TileIda::Fast {
        threads,
        finish_iteration: true,
        pause: None,
    };
    let cases = [
        (TileIda::PLAIN, Limits::default()),
        (TileIda::PLAIN, limited.clone()),
        (all, Limits::default()),
        (TileIda::fast(threads), Limits::default()),
        (finishing, Limits::default()),
        (anytime(AnytimeEnd::Proof), Limits::default()),
        (anytime(AnytimeEnd::Proof), limited),
        (anytime(eager()), Limits::default()),
        (anytime(AnytimeEnd::FirstSolution), Limits::default()),
    ];
    for heuristic in [tables, light(&goal, "linear-conflict")] {
        // Without tables, only boards that are solved quickly are searched.
        let starts = if heuristic.bytes() > 0 {
            &starts[..]
        } else {
            &starts[..6]
        };
        for (ida, limits) in &cases {
            let mut boards = Boards {
                left: starts.iter().enumerate(),
                found: vec![None; starts.len()],
            };
            search_each(&space, &heuristic, *ida, limits, &mut boards);
            for (start, found) in starts.iter().zip(boards.found) {
                let alone = search(Algorithm::Ida(*ida), &space, &heuristic, start, limits);
                assert_eq!(
                    found,
                    Some(comparable(alone)),
                    "{ida:?} {limits:?}, {}",
                    space.board(start)
                );
            }
        }
    }
}

/// Checks that a search uses the quick heuristic until it has generated 1.5 million nodes, and the
/// full heuristic in all later iterations.
#[test]
fn a_long_search_continues_with_the_full_heuristic() {
    let goal = goal_of((4, 4), Goal::Last);
    let space = space_of(&goal);
    let [quick, full] = ["manhattan", "walking-distance"].map(|name| light(&goal, name));
    let both = full.clone().with_quick(quick.clone());
    let long = notation::parse("1 12 6 3 / 4 7 8 5 / 13 9 10 15 / 14 2 11 0", None).unwrap();
    let starts = [&long, &goal].map(|board| space.state(board).unwrap());
    let [one, two] = [1, 2].map(|threads| TileIda::Fast {
        threads: Threads::all_if_zero(threads),
        finish_iteration: true,
        pause: None,
    });
    let find = |heuristic, ida| {
        let algorithm = Algorithm::Ida(ida);
        comparable(search(
            algorithm,
            &space,
            heuristic,
            &starts[0],
            &Limits::default(),
        ))
    };
    let found = find(&both, one);
    let [of_quick, of_full] = [&quick, &full].map(|heuristic| find(heuristic, one));
    let mut generated = 0;
    let mut changed = 0;
    for iteration in &found.iterations {
        let (expected, not_expected) = if generated < 1_500_000 {
            (&of_quick, &of_full)
        } else {
            changed += 1;
            (&of_full, &of_quick)
        };
        assert!(expected.iterations.contains(iteration));
        assert!(!not_expected.iterations.contains(iteration));
        generated += iteration.generated;
    }
    assert_eq!((found.length, found.h0), (of_full.length, of_quick.h0));
    assert_eq!(changed, 1);

    assert_eq!(find(&both, two), found);
    assert_eq!(find(&both, TileIda::PLAIN), find(&full, TileIda::PLAIN));
    let mut boards = Boards {
        left: starts.iter().enumerate(),
        found: vec![None; 2],
    };
    search_each(&space, &both, one, &Limits::default(), &mut boards);
    assert_eq!(boards.found[0], Some(found));
}
