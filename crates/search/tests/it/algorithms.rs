//! Tests of all algorithms: textbook node counts, shortest lengths, valid solutions, and correct
//! bounds after a limit stops the search.

use std::ops::{ControlFlow, RangeInclusive};

use fifteen_puzzle::Direction;
use fifteen_search::Directions;
use fifteen_search::textbook::{counts, drawn_tree};
use fifteen_search::tiles::HeuristicKind;
use proptest::prelude::*;

use super::anytime;
use crate::support::*;

/// Without a heuristic, a search with a depth limit expands exactly the states whose depth is below
/// the limit.
#[test]
fn nodes_are_expanded_level_by_level_up_to_the_limit() {
    let (goal, space, zero) = setting((3, 3), "zero");
    let (board, start) = (hard(), space.state(&hard()).unwrap());
    // Number of states at each distance from the start, and number of paths of each length that
    // never undo the previous move.
    let near = Limits {
        depth: Some(8),
        ..Limits::default()
    };
    let states =
        counts::depths(&space, &start, &near, &mut |_, _| ControlFlow::Continue(())).counts;
    let tree = drawn_tree::uninformed(&space, &start, 8, true, &Limits::default()).unwrap();
    let paths = [0, 1, 2, 3, 4, 5, 6, 7, 8]
        .map(|d| tree.nodes.iter().filter(|node| node.depth == d).count() as u64);
    for depth in [5, 7] {
        let limits = || Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let within = |algorithm| run(algorithm, &zero, &goal, &board, limits());
        let below = |counts: &[u64]| counts[..depth as usize].iter().sum::<u64>();
        assert_eq!(within(Algorithm::Astar).expanded, below(&states));
        assert_eq!(within(Algorithm::BranchAndBound).expanded, below(&paths));
        let levels = |algorithm| {
            within(algorithm)
                .iterations
                .into_iter()
                .map(|i| i.expanded)
                .collect()
        };
        // States on the last level are tested for the goal but not expanded.
        let (graph, mut tree): (Vec<u64>, Vec<u64>) =
            (levels(Algorithm::Bfs), levels(Algorithm::BfsTree));
        assert_eq!(
            (graph, tree.pop()),
            (states[..=depth as usize].to_vec(), Some(0))
        );
        assert_eq!(tree, paths[..depth as usize]);
    }
}

/// A heuristic with its name, which appears in error messages.
type Named = (String, TileHeuristic);

fn light_ones(goal: &Board, names: &[&str]) -> Vec<Named> {
    names
        .iter()
        .map(|name| ((*name).to_owned(), light(goal, name)))
        .collect()
}

/// Checks the result of every algorithm with every heuristic on one board. `length` is the length
/// of a shortest solution.
fn every_algorithm_is_right(board: &Board, goal: &Board, length: u32, heuristics: &[Named]) {
    let weighted = |weight: &str| format!("weighted-astar:{weight}").parse().unwrap();
    let parsed = [
        weighted("1.1"),
        weighted("30"),
        weighted("1.5:100"),
        weighted("1:20"),
        "beam:50".parse().unwrap(),
    ];
    let informed: Vec<_> = Algorithm::ALL
        .into_iter()
        .filter(|a| a.takes_heuristic())
        .chain(parsed)
        .collect();
    let blind: Vec<_> = Algorithm::ALL
        .into_iter()
        .filter(|a| !informed.contains(a) || a.is_bidirectional())
        .collect();
    for (name, heuristic) in heuristics {
        let zero = name == "zero";
        let algorithms = if zero {
            blind.iter().chain(&[
                Algorithm::Astar,
                Algorithm::BranchAndBound,
                Algorithm::Iddfs,
            ])
        } else {
            informed.iter().chain(&[])
        };
        // BAE* requires a consistent heuristic.
        for &algorithm in algorithms.filter(|&&a| a != Algorithm::Bae || heuristic.is_consistent())
        {
            let depth = (algorithm == Algorithm::Dfs).then_some(length + 2);
            let limits = Limits {
                nodes: Some(if zero { 100_000 } else { 300_000 }),
                depth,
                ..Limits::default()
            };
            let found = run(algorithm, heuristic, goal, board, limits);
            let most = match algorithm {
                Algorithm::WeightedAstar(options) => {
                    f64::from(length) * options.weight.to_string().parse::<f64>().unwrap()
                }
                // The solution of a beam search can have any length.
                Algorithm::Beam { .. } => f64::INFINITY,
                Algorithm::Dfs => f64::from(length + 2),
                _ => f64::from(length),
            };
            let context = format!("{algorithm} {name}: {board}");
            assert!(found.bound <= length, "{context}");
            assert!(
                found
                    .expanded_below()
                    .is_none_or(|below| below <= found.expanded),
                "{context}"
            );
            assert_eq!(found.directions.is_some(), algorithm.is_bidirectional());
            if let Some(Directions {
                forward,
                backward,
                met,
            }) = found.directions
            {
                assert!(
                    forward + backward == found.expanded && met <= found.length,
                    "{context}"
                );
            }
            assert!(
                found
                    .length
                    .is_none_or(|l| l >= length && f64::from(l) <= most),
                "{context}"
            );
            assert!(
                found.shortest || found.length.is_none() || most > f64::from(length),
                "{context}"
            );
            // A narrow beam can discard every path to the goal, and a search with a weak heuristic
            // can reach the node limit. In these cases the search may end without a solution.
            let lost = matches!(algorithm, Algorithm::Beam { .. } | Algorithm::Dfs) && length > 10;
            assert!(
                found.length.is_some() || lost || length > if zero { 11 } else { 16 },
                "{context}"
            );
        }
    }
}

fn boards_of_3x3(goal: Goal, names: &[&str], step: usize) {
    let goal = goal_of((3, 3), goal);
    let heuristics = light_ones(&goal, names);
    let space = space_of(&goal);
    let all = truth(&space, space.solved(), usize::MAX);
    assert_eq!(all.len(), 181_440);
    for &(state, length, _) in all.iter().step_by(step) {
        every_algorithm_is_right(&space.board(&state), &goal, length, &heuristics);
    }
}

#[test]
fn boards_of_3x3_are_solved_in_the_known_number_of_moves() {
    boards_of_3x3(Goal::Last, &["manhattan"], 3999);
    boards_of_3x3(Goal::Spiral, &["linear-conflict"], 3999);
    boards_of_3x3(Goal::First, &["zero"], 18_143);
}

fn shapes() -> impl Strategy<Value = (usize, usize, RangeInclusive<usize>)> {
    // Width, height, and number of random moves from the goal. The number is small enough that even
    // the weakest search, which uses no heuristic, can solve the board.
    prop_oneof![
        Just((2, 2, 0..=20)),
        Just((3, 2, 0..=200)),
        Just((2, 3, 0..=200)),
        Just((3, 3, 0..=200)),
        Just((4, 2, 0..=60)),
        Just((2, 5, 0..=60)),
        Just((4, 3, 0..=40)),
        Just((3, 5, 0..=40)),
        Just((4, 4, 0..=40)),
        Just((6, 3, 0..=30)),
        Just((5, 5, 0..=30)),
        Just((12, 2, 0..=30)),
    ]
}

/// Generates a goal and a board that is some random moves away from it.
fn instance() -> impl Strategy<Value = (Board, Board)> {
    (shapes(), 0..4, any::<u64>()).prop_flat_map(|((width, height, steps), goal, seed)| {
        let size = Size::new(width, height).unwrap();
        let last = Goal::Last.board(size).unwrap();
        let goal = match goal {
            0 => last,
            1 => Goal::First.board(size).unwrap(),
            2 => Goal::Spiral.board(size).unwrap(),
            _ => RandomBoards::new(last, seed).next().unwrap(),
        };
        prop::collection::vec(0..4_usize, steps).prop_map(move |walk| {
            let mut board = goal;
            for step in walk {
                board = board.moved(Direction::ALL[step]).unwrap_or(board);
            }
            (board, goal)
        })
    })
}

/// Returns heuristics for a goal: some that need no tables, and pattern databases of both kinds for
/// random partitions, with and without reflections.
fn heuristics(goal: &Board, seed: u64) -> Vec<Named> {
    let cells = goal.size().cells();
    let mut names = vec![
        "zero",
        "manhattan",
        "linear-conflict",
        "misplaced+linear-conflict",
        "manhattan+misplaced+zero",
    ];
    if cells <= 16 {
        names.extend([
            "walking-distance",
            "walking-distance+linear-conflict+misplaced",
        ]);
    }
    let mut all = light_ones(goal, &names);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut partition = || {
        let mut tiles: Vec<usize> = (1..cells).collect();
        random.shuffle(&mut tiles);
        let pattern = |tiles: &[usize]| {
            tiles
                .iter()
                .map(usize::to_string)
                .collect::<Vec<_>>()
                .join(",")
        };
        tiles
            .chunks(if cells <= 16 { 4 } else { 3 })
            .map(pattern)
            .collect::<Vec<_>>()
            .join("/")
    };
    let texts = [partition(), partition()];
    let [one, other] = [&texts[0], &texts[1]].map(String::as_str);
    for kind in [TableKind::ZeroAware, TableKind::Additive] {
        all.push((
            format!("{one} {kind}"),
            pdb(goal, &[one], kind, true).into(),
        ));
        all.push((
            format!("{one} and {other} {kind}"),
            pdb(goal, &[one, other], kind, false).into(),
        ));
    }
    let parts = [
        light(goal, "linear-conflict"),
        pdb(goal, &[other], TableKind::Additive, true).into(),
    ];
    all.push((
        format!("linear-conflict+{other} additive"),
        TileHeuristic::max(parts.into()).unwrap(),
    ));
    all
}

/// Checks all variants of IDA* on one board: fast mode on one or more threads, plain mode that
/// finds all solutions or completes the last iteration, and anytime search.
fn ida_is_right(board: &Board, goal: &Board, order: MoveOrder, length: u32, heuristics: &[Named]) {
    let space = TileSpace::new(goal, order);
    let start = space.state(board).unwrap();
    let limits = || Limits {
        nodes: Some(300_000),
        ..Limits::default()
    };
    let mut numbers = Vec::new();
    for (name, heuristic) in heuristics {
        let found = |algorithm| {
            let found = search(algorithm, &space, heuristic, &start, &limits());
            assert!(
                found.length.is_none_or(|found| found == length) && found.bound <= length,
                "{name}: {board}"
            );
            // All solutions of a board have the same parity, so the bound grows by 2.
            assert!(
                found.iterations.is_sorted_by(|a, b| a.bound + 2 == b.bound),
                "{name}: {board}"
            );
            for moves in found.moves.iter().chain(found.all_moves.iter().flatten()) {
                assert!(
                    path(moves).solves(board, goal) && moves.len() as u32 == length,
                    "{name}: {board}"
                );
            }
            comparable(found)
        };
        let [one, three] = [1, 3].map(|threads| found(fast_ida(threads)));
        assert_eq!(one, three, "{name}: {board}");
        let all = found(plain_ida(Find::All { keep: 50 }));
        numbers.extend(all.solutions);
        let ended = found(plain_ida(Find::FirstAndFinishIteration));
        assert!(
            ended.length.is_none() || one.length.is_some(),
            "{name}: {board}"
        );
        let (best, _) = anytime::search(&space, heuristic, &start, limits(), 2, anytime::eager());
        let proven = (best.length, best.bound) == (Some(length), length);
        assert!(best.status != Status::Solved || proven, "{name}: {board}");
    }
    assert!(
        numbers.windows(2).all(|pair| pair[0] == pair[1]),
        "shortest solutions of {board}: {numbers:?}"
    );
}

/// Checks that all algorithms find the same length as IDA* with the Manhattan distance. The search
/// for the fewest wrong moves must also have the same iterations and the same solution.
fn algorithms_agree(board: &Board, goal: &Board, seed: u64) {
    let manhattan = light(goal, "manhattan");
    let truth = run(
        Algorithm::default(),
        &manhattan,
        goal,
        board,
        Limits::default(),
    );
    assert_eq!((truth.status, truth.shortest), (Status::Solved, true));
    let wrong_way = run(
        Algorithm::IdaWrongWay { find: Find::First },
        &manhattan,
        goal,
        board,
        Limits::default(),
    );
    assert_eq!(
        (&wrong_way.iterations, &wrong_way.moves),
        (&truth.iterations, &truth.moves)
    );
    let heuristics = heuristics(goal, seed);
    every_algorithm_is_right(board, goal, truth.bound, &heuristics);
    let orders = [
        MoveOrder::ULRD,
        MoveOrder::URDL,
        MoveOrder::UDLR,
        "DRLU".parse().unwrap(),
    ];
    ida_is_right(
        board,
        goal,
        orders[seed as usize % 4],
        truth.bound,
        &heuristics,
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn all_algorithms_agree((board, goal) in instance(), seed: u64) {
        algorithms_agree(&board, &goal, seed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    #[ignore = "takes minutes: more boards"]
    fn all_algorithms_agree_on_many_boards((board, goal) in instance(), seed: u64) {
        algorithms_agree(&board, &goal, seed);
    }
}

/// A beam wider than every layer finds shortest solutions, like breadth-first search. A depth limit
/// equal to the solution length does not change that.
#[test]
fn a_wide_beam_finds_shortest_solutions() {
    let (goal, _, manhattan) = setting((3, 3), "manhattan");
    for board in RandomBoards::new(goal, 6).take(4) {
        let truth = run(
            Algorithm::Astar,
            &manhattan,
            &goal,
            &board,
            Limits::default(),
        )
        .length;
        for depth in [None, truth] {
            let limits = Limits {
                depth,
                ..Limits::default()
            };
            assert_eq!(
                run(
                    "beam:200000".parse().unwrap(),
                    &manhattan,
                    &goal,
                    &board,
                    limits
                )
                .length,
                truth,
                "{board}"
            );
        }
    }
}

#[test]
fn every_algorithm_can_be_parsed_from_its_name() {
    let (goal, _, zero) = setting((3, 3), "zero");
    for algorithm in Algorithm::ALL {
        assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        let solved = run(algorithm, &zero, &goal, &goal, Limits::default());
        assert_eq!(
            (solved.status, solved.length, solved.shortest),
            (Status::Solved, Some(0), true),
            "{algorithm}"
        );
        assert_eq!((solved.generated, solved.expanded), (1, 0), "{algorithm}");
    }
    let read = |text: &str| {
        text.parse::<Algorithm>()
            .map(|algorithm| algorithm.to_string())
    };
    for (text, shown) in [
        ("weighted-astar", "weighted-astar:2"),
        ("weighted-astar:1.250", "weighted-astar:1.25"),
        ("weighted-astar:2:1000", "weighted-astar:2:1000"),
        ("weighted-astar:1.250:1", "weighted-astar:1.25"),
        ("beam", "beam:1000"),
        ("beam:50", "beam:50"),
    ] {
        assert_eq!(read(text).as_deref(), Ok(shown));
    }
    let weights = [
        "",
        "0.999",
        "1000.1",
        "1.0005",
        "NaN",
        "inf",
        "2:",
        "2:0",
        "2:1000001",
        "2:3:4",
    ]
    .map(|weight| format!("weighted-astar:{weight}"));
    let widths = ["", "0", "-1", "1.5", "1073741825", "x"].map(|width| format!("beam:{width}"));
    for bad in weights
        .iter()
        .chain(&widths)
        .map(String::as_str)
        .chain(["astar:2", "a-star"])
    {
        assert!(read(bad).is_err(), "{bad}");
    }
    for kind in HeuristicKind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    assert!("euclid".parse::<HeuristicKind>().is_err());
}
