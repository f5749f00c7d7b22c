//! Rates at which generators pass, over many audits of 3x3 boards, whose lengths come from breadth-first search.

use std::collections::HashMap;

use super::*;
use fifteen_puzzle::{Goal, MoveOrder, RandomBoards, Size};
use fifteen_solver::{Mode, Options, Solver};

const LEVEL: f64 = 0.01;

/// The lengths of all 3x3 boards in both metrics.
fn all_lengths(goal: Board) -> [HashMap<Board, u32>; 2] {
    Metric::ALL.map(|metric| {
        let mut known = HashMap::from([(goal, 0)]);
        let mut layer = vec![goal];
        for length in 1.. {
            let mut next = Vec::new();
            for board in layer {
                for direction in MoveOrder::ULRD.directions() {
                    let slid = std::iter::successors(board.moved(direction), |board| board.moved(direction));
                    for moved in slid.take(if metric == Metric::SingleTile { 1 } else { usize::MAX }) {
                        known.entry(moved).or_insert_with(|| {
                            next.push(moved);
                            length
                        });
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        known
    })
}

/// The number of audits, of 200 boards each, in which no test fails.
fn passes(goal: &Board, lengths: &[HashMap<Board, u32>], audits: usize, mut draw: impl FnMut() -> Board) -> usize {
    let passes = |_: &usize| {
        let boards: Vec<Board> = (0..200).map(|_| draw()).collect();
        let of_boards = |known: &HashMap<_, _>| boards.iter().filter_map(|board| known.get(board).copied()).collect();
        let lengths: Vec<_> = Metric::ALL.into_iter().zip(lengths.iter().map(of_boards)).collect();
        audit(goal, &boards, &lengths).iter().all(|test| !test.fails(LEVEL))
    };
    (0..audits).filter(passes).count()
}

/// Boards after random moves from the goal, which do not undo each other.
fn random_moves(goal: Board, moves: usize, seed: u64) -> impl FnMut() -> Board {
    let mut bits = RandomBoards::new(Goal::Last.board(Size::new(5, 5).unwrap()).unwrap(), seed)
        .flat_map(|board| board.tiles()[..8].iter().map(|&tile| usize::from(tile)).collect::<Vec<_>>());
    move || {
        let (mut board, mut last) = (goal, None);
        let mut made = 0;
        while made < moves {
            let direction = MoveOrder::ULRD.directions()[bits.next().unwrap_or(0) % 24 % 4];
            let is_back = last.is_some_and(|last: fifteen_puzzle::Direction| last.opposite() == direction);
            if let (false, Some(moved)) = (is_back, board.moved(direction)) {
                (board, last, made) = (moved, Some(direction), made + 1);
            }
        }
        board
    }
}

#[test]
fn uniform_boards_pass_and_random_moves_fail() {
    let goal = Goal::Last.board(Size::new(3, 3).unwrap()).unwrap();
    let lengths = all_lengths(goal);
    let mut ours = RandomBoards::new(goal, 1);
    let passed = passes(&goal, &lengths, 1000, || ours.next().unwrap_or(goal));
    assert!((980..=1000).contains(&passed), "uniform boards: {passed} of 1,000 audits passed");
    let passed = passes(&goal, &lengths, 200, random_moves(goal, 20, 2));
    assert_eq!(passed, 0, "20 random moves");
    // The parity of the number of moves is fixed, however many there are.
    let passed = passes(&goal, &lengths, 200, random_moves(goal, 200, 3));
    assert_eq!(passed, 0, "200 random moves");
    // Without repair of the parity half of the boards cannot be solved.
    let mut any = RandomBoards::new(goal, 4).zip(0..).map(|(board, number)| {
        let mut tiles = board.tiles().to_vec();
        let (a, b) = if tiles[0] == 0 || tiles[1] == 0 { (2, 3) } else { (0, 1) };
        tiles.swap(a, if number % 2 == 0 { a } else { b });
        Board::new(board.size(), &tiles).unwrap_or(goal)
    });
    assert_eq!(passes(&goal, &lengths, 50, || any.next().unwrap_or(goal)), 0, "boards that cannot be solved");
}

/// Draws a board.
type Generator = Box<dyn FnMut() -> Board>;

/// A shuffle of the tiles, of which two are exchanged if the board could not be solved otherwise.
fn shuffled_with_repair(goal: Board, seed: u64) -> impl FnMut() -> Board {
    let five = Goal::Last.board(Size::new(5, 5).unwrap()).unwrap();
    let mut random = RandomBoards::new(five, seed);
    move || {
        // The order of some tiles of a larger random board is a uniform shuffle.
        let larger = random.next().unwrap_or(five);
        let cells = goal.size().cells();
        let tiles: Vec<u8> = larger.tiles().iter().copied().filter(|&tile| usize::from(tile) < cells).collect();
        let board = Board::new(goal.size(), &tiles).unwrap_or(goal);
        if parity::check(&board, &goal).is_ok() {
            return board;
        }
        let mut tiles = tiles;
        let mut others = (0..cells).filter(|&cell| cell != board.blank());
        if let (Some(a), Some(b)) = (others.next(), others.next()) {
            tiles.swap(a, b);
        }
        Board::new(goal.size(), &tiles).unwrap_or(goal)
    }
}

/// Audits of 4x4 boards, with their single-tile lengths. Each audit draws from the boards of a generator that were
/// solved, so two audits may share boards.
#[test]
#[ignore = "takes minutes: 4,000 boards of 4x4 are solved"]
fn rates_on_4x4() {
    const SOLVED: usize = 1000;
    let size = Size::new(4, 4).unwrap();
    let goal = Goal::Last.board(size).unwrap();
    let solver = Solver::builder().in_memory_fallback(true).open(size).unwrap();
    let options = Options { mode: Mode::Fast { threads: 2 }, ..Options::default() };
    let mut ours = RandomBoards::new(goal, 1);
    let generators: [(&str, Generator); 4] = [
        ("80 random moves", Box::new(random_moves(goal, 80, 2))),
        ("200 random moves", Box::new(random_moves(goal, 200, 3))),
        ("random", Box::new(move || ours.next().unwrap_or(goal))),
        ("Fisher-Yates with repair", Box::new(shuffled_with_repair(goal, 4))),
    ];
    for (name, mut draw) in generators {
        let boards: Vec<Board> = (0..SOLVED).map(|_| draw()).collect();
        let length = |board: &Board| (*board, solver.solve(board, &options).unwrap().length.unwrap());
        let lengths = [boards.iter().map(length).collect::<HashMap<_, _>>()];
        // Every audit draws 200 different boards.
        let mut order = RandomBoards::new(Goal::Last.board(Size::new(5, 5).unwrap()).unwrap(), 5);
        let mut picked = Vec::new();
        let draw = || {
            if picked.is_empty() {
                let mut seed = order.next().into_iter().flat_map(|board| board.tiles().to_vec());
                let mut left: Vec<usize> = (0..SOLVED).collect();
                let mut state =
                    seed.by_ref().fold(1_u64, |state, tile| state.wrapping_mul(31).wrapping_add(tile.into()));
                for _ in 0..200 {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    picked.push(left.swap_remove((state >> 33) as usize % left.len()));
                }
            }
            boards[picked.pop().unwrap_or(0)]
        };
        let passed = passes(&goal, &lengths, 1000, draw);
        println!("{name}: {passed} of 1,000 audits of 200 4x4 boards passed");
        if name.ends_with("moves") {
            assert_eq!(passed, 0, "{name}");
        } else {
            assert!(passed >= 970, "{name}: {passed}");
        }
    }
}

#[test]
fn p_values_are_adjusted_by_the_method_of_holm() {
    let mut tests = [0.01, 0.04, 0.03, 0.005].map(|p| AuditTest { p, ..AuditTest::NONE });
    adjust(&mut tests);
    assert_eq!(tests.map(|test| test.adjusted), [0.03, 0.06, 0.06, 0.02]);
}

#[test]
fn a_class_has_enough_boards_and_none_is_lost() {
    let lengths: Vec<u32> = (0..40).map(|n| n % 9).collect();
    let (counts, classes) = in_classes(&[1, 1, 5, 20, 30, 20, 5, 1, 1], &lengths);
    assert_eq!(counts.iter().sum::<u64>(), 40);
    assert!((classes.iter().sum::<f64>() - 40.0).abs() < 1e-9 && classes.iter().all(|&class| class >= FEWEST_IN_CLASS));
}
