//! Tests of boards with more than 25 cells: every solution is valid, and no solution is shorter
//! than the Manhattan distance.

use std::time::{Duration, Instant};

use fastrand::Rng;
use fifteen_puzzle::Path;
use fifteen_search::tiles::large::LargeBoard;
use fifteen_search::tiles::{AnytimeEnd, AnytimeOptions, Percent};
use fifteen_search::{LimitKind, Limits, Outcome, Status, Threads};

/// Returns a random board that can be solved, and the same board with two tiles swapped, which
/// cannot.
fn boards(random: &mut Rng, width: u8, height: u8, blank_first: bool) -> [LargeBoard; 2] {
    let mut tiles: Vec<u8> = (0..width * height).collect();
    random.shuffle(&mut tiles);
    let read = |tiles: &[u8]| LargeBoard::new(width.into(), tiles, blank_first).unwrap();
    let board = read(&tiles);
    let two: Vec<usize> = (0..3).filter(|&cell| tiles[cell] != 0).collect();
    tiles.swap(two[0], two[1]);
    let swapped = read(&tiles);
    if board.bound().is_some() {
        [board, swapped]
    } else {
        [swapped, board]
    }
}

/// Searches a board with a limit on the number of nodes. Checks that every solution is valid, and
/// that each one is shorter than the previous one.
fn search(board: &LargeBoard, nodes: u64, threads: usize, end: AnytimeEnd) -> Outcome<Path> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let options = AnytimeOptions {
        threads: Threads::all_if_zero(threads),
        end,
    };
    let mut lengths = Vec::new();
    let mut check = |path: &Path| {
        assert!(board.is_solved_by(path.directions()));
        lengths.push(path.len() as u32);
    };
    let outcome = board.search(options, &limits, &mut check).unwrap();
    assert!(lengths.windows(2).all(|pair| pair[1] < pair[0]));
    assert_eq!(outcome.length, lengths.last().copied());
    assert!(board.is_solved_by(outcome.moves.as_ref().unwrap().directions()));
    assert!(outcome.generated <= nodes);
    outcome
}

#[test]
fn large_boards_are_solved_unless_two_tiles_are_swapped() {
    let mut random = Rng::with_seed(1);
    for (width, height, blank_first, most) in [
        (6, 6, true, 1.9),
        (7, 5, false, 1.9),
        (5, 7, true, 1.9),
        (8, 8, false, 2.0),
        (10, 10, true, 2.2),
        (4, 8, true, 2.5),
        (2, 17, false, 8.0),
        (11, 3, true, 4.0),
    ] {
        let [board, unsolvable] = boards(&mut random, width, height, blank_first);
        assert_eq!(unsolvable.bound(), None);
        let limits = Limits::default();
        let options = AnytimeOptions {
            threads: Threads::ONE,
            end: AnytimeEnd::Proof,
        };
        assert_eq!(unsolvable.search(options, &limits, &mut |_| ()), None);
        let outcome = search(&board, 500_000, 2, AnytimeEnd::Proof);
        let (bound, length) = (board.bound().unwrap(), outcome.length.unwrap());
        println!("{width}x{height}, blank first {blank_first}: {length} moves, at least {bound}");
        assert_eq!(outcome.status, Status::Limit(LimitKind::Nodes));
        assert!(length >= bound && (length - bound).is_multiple_of(2));
        assert!(
            f64::from(length) < most * f64::from(bound),
            "{width}x{height}: {length} moves, at least {bound}"
        );
    }
}

#[test]
fn results_of_large_boards_do_not_depend_on_the_number_of_threads() {
    let mut random = Rng::with_seed(2);
    for (width, height, nodes) in [(6, 6, 1_500_000), (9, 7, 800_000)] {
        let [board, _] = boards(&mut random, width, height, true);
        let one = search(&board, nodes, 1, AnytimeEnd::Proof);
        let four = search(&board, nodes, 4, AnytimeEnd::Proof);
        assert_eq!((one.moves, one.generated), (four.moves, four.generated));
    }
}

#[test]
fn a_search_of_a_large_board_ends_at_the_requested_quality() {
    let [board, _] = boards(&mut Rng::with_seed(3), 6, 6, false);
    let end = AnytimeEnd::Within(Percent::new(90.0).unwrap());
    let outcome = search(&board, u64::MAX, 1, end);
    assert_eq!(outcome.status, Status::Limit(LimitKind::Gap));
    assert!(outcome.length.unwrap() * 10 <= outcome.bound * 19);

    // This board is one move away from its goal, so the solution is proven to be shortest.
    let mut tiles: Vec<u8> = (1..30).chain([0]).collect();
    tiles.swap(28, 29);
    let near = LargeBoard::new(6, &tiles, false).unwrap();
    let outcome = search(&near, 1000, 1, AnytimeEnd::Proof);
    assert_eq!((outcome.status, outcome.length), (Status::Solved, Some(1)));
}

#[test]
fn a_search_of_a_large_board_keeps_its_best_solution_at_a_limit() {
    let [board, _] = boards(&mut Rng::with_seed(4), 8, 8, false);
    let options = AnytimeOptions {
        // The memory that a beam search needs depends on the number of threads.
        threads: Threads::ONE,
        end: AnytimeEnd::Proof,
    };
    let search = |limits: Limits| board.search(options, &limits, &mut |_| ()).unwrap();
    // The more memory is available, the wider the beams are. If the memory suffices for no beam,
    // the search only improves its first solution.
    let mut lengths = Vec::new();
    for bytes in [0, 1 << 20, 10 << 20, 20 << 20] {
        let memory = search(Limits {
            memory: Some(bytes),
            ..Limits::default()
        });
        assert_eq!(memory.status, Status::Limit(LimitKind::Memory));
        assert!(memory.peak_bytes <= bytes && memory.generated > 0);
        lengths.push(memory.length.unwrap());
    }
    assert!(lengths.is_sorted_by(|a, b| a >= b), "{lengths:?}");
    let time = search(Limits {
        deadline: Some(Instant::now() + Duration::from_millis(300)),
        ..Limits::default()
    });
    assert_eq!(time.status, Status::Limit(LimitKind::Time));
    assert!(time.moves.is_some());
    let depth = search(Limits {
        depth: Some(board.bound().unwrap()),
        nodes: Some(100_000),
        ..Limits::default()
    });
    assert_eq!((depth.moves, depth.length), (None, None));
}
