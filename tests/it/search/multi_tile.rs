//! The multi-tile metric: lengths are those of the published numbers of states, and of breadth-first search with rules
//! of its own.

use std::collections::HashMap;

use fifteen_data::{depth_counts, hardest16_multi_tile};
use fifteen_lab::enumeration::BoardLayers;
use fifteen_puzzle::{Board, Goal, Metric, MoveOrder, RandomBoards, Size};
use fifteen_search::Limits;
use fifteen_search::ida::IdaOptions;
use fifteen_search::tiles::slides::{SlideSpace, SlideTables, search};
use fifteen_search::tiles::{Mode, TileSpace};

/// Boards around a goal, by their distances in slides.
struct Near {
    layers: Vec<Vec<Board>>,
}

impl Near {
    /// All boards of the first layers, until there are more than `boards`.
    fn new(goal: Board, boards: usize) -> Self {
        let mut seen = HashMap::from([(goal, 0)]);
        let mut layers = vec![vec![goal]];
        while seen.len() < boards {
            let depth = layers.len();
            let mut next = Vec::new();
            for board in layers.last().into_iter().flatten() {
                for direction in MoveOrder::ULRD.directions() {
                    for slid in std::iter::successors(board.moved(direction), |board| board.moved(direction)) {
                        seen.entry(slid).or_insert_with(|| {
                            next.push(slid);
                            depth
                        });
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layers.push(next);
        }
        Self { layers }
    }
}

/// A solver for the size's boards with the blank last in the goal.
struct SlideSolver {
    goal: Board,
    space: SlideSpace,
    tables: SlideTables,
}

impl SlideSolver {
    fn new(size: &str, two: bool) -> Self {
        let goal = Goal::Last.board(size.parse().unwrap()).unwrap();
        let tables = SlideTables::build(&goal, two, 2, &Limits::default()).unwrap();
        Self { goal, space: SlideSpace::new(&goal, MoveOrder::ULRD), tables }
    }

    /// The length of a shortest solution, which must solve the board.
    fn length(&self, board: &Board) -> u32 {
        let start = self.space.tiles().state(board).unwrap();
        let outcome =
            search(&self.space, &self.tables, &start, &IdaOptions::default(), Mode::Fast { threads: 1 }, &mut |_| ());
        let slides = outcome.moves.unwrap();
        let steps = slides.iter().flat_map(|&slide| self.space.steps(slide));
        let end = steps.fold(*board, |board, step| board.moved(step.direction()).unwrap());
        assert_eq!((end, Some(slides.len() as u32)), (self.goal, outcome.length));
        slides.len() as u32
    }

    /// Every `step`th board of each layer of a breadth-first search has the layer's length.
    fn check_layers(&self, boards: usize, each: usize) {
        let near = Near::new(self.goal, boards);
        for (depth, layer) in near.layers.iter().enumerate() {
            for board in layer.iter().step_by((layer.len() / each).max(1)) {
                assert_eq!(self.length(board), depth as u32, "{board}");
            }
        }
    }

    /// The shortest length by breadth-first search from the board, which meets the layers around the goal.
    fn length_from_both_sides(&self, board: &Board, near: &Near) -> Option<u32> {
        let known: HashMap<&Board, usize> =
            near.layers.iter().enumerate().flat_map(|(depth, layer)| layer.iter().map(move |b| (b, depth))).collect();
        let around = Near::new(*board, 200_000);
        let meet = |(depth, layer): (usize, &Vec<Board>)| {
            layer.iter().filter_map(|board| known.get(board)).min().map(|rest| (depth + rest) as u32)
        };
        around.layers.iter().enumerate().filter_map(meet).min()
    }
}

/// The numbers of states at each length of a size.
fn published(size: &str) -> Vec<u64> {
    let size: Size = size.parse().unwrap();
    let counts = depth_counts().into_iter().find(|counts| counts.size == size && counts.metric == Metric::MultiTile);
    counts.unwrap().counts
}

/// Solves every board of a size and compares the numbers of boards with those published.
fn check_all(size: &str, two: bool) {
    let solver = SlideSolver::new(size, two);
    let expected = published(size);
    let mut counts = vec![0; expected.len()];
    let mut tiles: Vec<u8> = solver.goal.tiles().to_vec();
    let space = TileSpace::new(&solver.goal, MoveOrder::ULRD);
    // All permutations, by Heap's algorithm.
    let mut swaps = vec![0; tiles.len()];
    let mut depth = 0;
    loop {
        let board = Board::new(solver.goal.size(), &tiles).unwrap();
        if space.state(&board).is_ok() {
            counts[solver.length(&board) as usize] += 1;
        }
        while depth < tiles.len() && swaps[depth] == depth {
            swaps[depth] = 0;
            depth += 1;
        }
        if depth == tiles.len() {
            break;
        }
        tiles.swap(if depth.is_multiple_of(2) { 0 } else { swaps[depth] }, depth);
        swaps[depth] += 1;
        depth = 0;
    }
    assert_eq!(counts, expected, "{size}");
}

#[test]
fn every_board_of_3x2_and_4x2_has_its_published_length() {
    check_all("3x2", false);
    check_all("4x2", true);
}

#[test]
#[ignore = "takes minutes: 181,440 boards of 3x3 and 1,814,400 of 5x2"]
fn every_board_of_3x3_and_5x2_has_its_published_length() {
    check_all("3x3", true);
    check_all("5x2", true);
}

#[test]
#[ignore = "takes minutes: 25,940 boards of 4x3 from all depths"]
fn boards_of_all_depths_of_4x3_have_the_lengths_of_their_enumeration() {
    let solver = SlideSolver::new("4x3", true);
    let mut layers = BoardLayers::new(&solver.goal, Metric::MultiTile, 2).unwrap();
    for (depth, expected) in published("4x3").into_iter().enumerate() {
        assert_eq!((layers.depth() as usize, layers.count()), (depth, expected));
        // Equally far from each other in the order of the enumeration.
        for number in 0..expected.min(1_000) {
            let board = layers.board(number * expected / expected.min(1_000)).unwrap();
            assert_eq!(solver.length(&board), depth as u32, "{board}");
        }
        layers.deepen(&Limits::default()).unwrap();
    }
}

#[test]
#[ignore = "takes minutes: the largest tables of 4x4, and its 16 hardest boards"]
fn the_hardest_boards_of_4x4_have_43_slides() {
    let solver = SlideSolver::new("4x4", true);
    for board in hardest16_multi_tile() {
        assert_eq!(solver.length(&board), 43, "{board}");
    }
}

#[test]
fn boards_near_the_goal_have_the_lengths_of_breadth_first_search() {
    for size in ["3x3", "5x3", "3x5"] {
        SlideSolver::new(size, false).check_layers(100_000, 30);
    }
}

#[test]
#[ignore = "takes minutes: tables of four sizes, and boards of 4x4 searched from both sides"]
fn boards_of_15_and_16_cells_have_the_lengths_of_breadth_first_search() {
    for size in ["5x3", "8x2", "2x8", "4x4"] {
        SlideSolver::new(size, true).check_layers(3_000_000, 100);
    }
    let solver = SlideSolver::new("4x4", true);
    let near = Near::new(solver.goal, 1_000_000);
    let mut compared = 0;
    for (board, walk) in RandomBoards::new(solver.goal, 1).zip(1..=40) {
        // A walk from the goal whose directions come from the tiles of a random board.
        let mut there = solver.goal;
        for &tile in board.tiles().iter().cycle().take(10 + walk) {
            let direction = MoveOrder::ULRD.directions()[usize::from(tile) % 4];
            there = there.moved(direction).unwrap_or(there);
        }
        if let Some(length) = solver.length_from_both_sides(&there, &near) {
            assert_eq!(solver.length(&there), length, "{there}");
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}
