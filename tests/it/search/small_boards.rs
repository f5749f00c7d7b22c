//! Random boards of every size of up to 12 cells and several goals: the solver's lengths are the true ones, with tables
//! and without, and its solutions solve.
//!
//! The truth is breadth-first search with rules of its own: over all states where they are few, else from both sides.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use crate::support::Sandbox;
use fifteen_solver::pdb::{build, file};
use fifteen_solver::{
    Board, Convention, Goal, HeuristicSpec, Options, Partition, Path, RandomBoards, Setup, Size, TableKind, notation,
};
use serde_json::Value;

/// Four bits for each cell, the first cell in the lowest.
type State = u64;

fn state(board: &Board) -> State {
    board.tiles().iter().rev().fold(0, |state, &tile| state << 4 | u64::from(tile))
}

fn neighbours(state: State, size: Size) -> Vec<State> {
    let (width, height) = (size.width() as i32, size.height() as i32);
    let tile = |cell: i32| state >> (4 * cell) & 15;
    let blank = (0..width * height).find(|&cell| tile(cell) == 0).unwrap();
    let (row, column) = (blank / width, blank % width);
    let around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
    let on_board = around.into_iter().filter(|&(r, c)| (0..height).contains(&r) && (0..width).contains(&c));
    let moved = |(r, c)| {
        let from = r * width + c;
        state ^ tile(from) << (4 * from) ^ tile(from) << (4 * blank)
    };
    on_board.map(moved).collect()
}

/// States around a goal.
pub(super) struct Truth {
    size: Size,
    /// The distances of all states up to `radius`.
    near: HashMap<State, u32>,
    radius: u32,
}

impl Truth {
    /// Searches layer after layer until there are more than `states` states, or all of them are found.
    pub(super) fn new(goal: &Board, states: usize) -> Self {
        let (size, start) = (goal.size(), state(goal));
        let (mut near, mut layer, mut radius) = (HashMap::from([(start, 0)]), vec![start], 0);
        while !layer.is_empty() && near.len() < states {
            radius += 1;
            let mut next = Vec::new();
            for state in layer.into_iter().flat_map(|state| neighbours(state, size)) {
                near.entry(state).or_insert_with(|| {
                    next.push(state);
                    radius
                });
            }
            layer = next;
        }
        Self { size, near, radius }
    }

    /// The distance of a board. Of states farther than the radius, layers around the board are searched: one that is
    /// met first at the radius lies on a shortest way.
    pub(super) fn distance(&self, board: &Board) -> u32 {
        let start = state(board);
        if let Some(&distance) = self.near.get(&start) {
            return distance;
        }
        let (mut seen, mut layer) = (HashSet::from([start]), vec![start]);
        for depth in 1.. {
            let next: Vec<State> = layer.into_iter().flat_map(|state| neighbours(state, self.size)).collect();
            layer = next.into_iter().filter(|&state| seen.insert(state)).collect();
            if layer.iter().any(|state| self.near.contains_key(state)) {
                return depth + self.radius;
            }
            assert!(!layer.is_empty(), "{board} cannot be solved");
        }
        unreachable!()
    }
}

fn size(text: &str) -> Size {
    text.parse().unwrap()
}

/// Three named goals, and one with the blank in no corner where there is such a cell.
fn goals(size: Size) -> Vec<Board> {
    let mut goals: Vec<Board> = [Goal::Last, Goal::First, Goal::Spiral].map(|goal| goal.board(size).unwrap()).into();
    let corner = |cell: usize| {
        let (row, column) = size.row_column(cell);
        [0, size.height() - 1].contains(&row) && [0, size.width() - 1].contains(&column)
    };
    if size.cells() > 4 {
        goals.extend(RandomBoards::new(goals[0], 11).find(|board| !corner(board.blank())));
    }
    goals
}

/// Builds zero-aware tables of a partition and searches with them.
fn lengths_with_tables(goal: &Board, partition: &str, boards: &[(Board, u32)]) {
    let folder = tempfile::tempdir().unwrap();
    for pattern in Partition::parse(partition, goal).unwrap().patterns() {
        let built = build(pattern, TableKind::ZeroAware, 1, &mut |_| ControlFlow::Continue(())).unwrap();
        let name = file::file_name(built.header().pattern(), TableKind::ZeroAware);
        file::save(&built, &folder.path().join(name)).unwrap();
    }
    let (heuristic, tables) = (HeuristicSpec::tables(partition), vec![folder.path().into()]);
    let setup = Setup { goal: Goal::Board(*goal), tables, ..Setup::with_heuristic(heuristic) };
    let solver = setup.open(goal.size()).unwrap();
    for (board, length) in boards {
        let found = solver.solve(board, &Options::default()).unwrap();
        assert_eq!((found.length, found.bound), (Some(*length), *length), "{board} to {goal} with {partition}");
        assert!(found.moves.unwrap().solves(board, goal) && found.h0 <= *length);
        if !partition.contains('/') {
            assert_eq!(found.h0, *length, "a table of the whole board is exact: {board} to {goal}");
        }
    }
}

/// Searches as someone does who has built no tables.
fn lengths_by_default(goal: &Board, boards: &[(Board, u32)]) {
    let sandbox = Sandbox::new();
    sandbox.write("boards.txt", boards.iter().map(|(board, _)| format!("{board}\n")).collect::<String>());
    let goal_text = goal.to_string();
    let output = sandbox.output(&["solve", "--file", "boards.txt", "--goal", &goal_text, "--format", "json"]);
    let records: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), boards.len());
    for (record, (board, length)) in records.iter().zip(boards) {
        assert_eq!(record["length"], *length, "{board} to {goal} by default");
        let moves = Path::parse(record["moves"].as_str().unwrap(), Convention::Tile).unwrap();
        assert!(moves.len() as u32 == *length && moves.solves(board, goal));
    }
}

/// The distance by which the nearest of random boards are chosen.
fn manhattan(board: &Board, goal: &Board) -> usize {
    let cell_of = |board: &Board, tile: u8| board.tiles().iter().position(|&t| t == tile).unwrap();
    let distance = |tile: u8| goal.size().manhattan(cell_of(board, tile), cell_of(goal, tile));
    (1..goal.size().cells() as u8).map(distance).sum()
}

/// Some boards of a size for each goal, the nearest of five times their number, and of these the nearest few by
/// default: the others might take minutes.
fn check(text: &str, boards: usize, by_default: usize) {
    let size = size(text);
    let tiles = size.cells() - 1;
    let half = tiles / 2;
    for goal in goals(size) {
        let truth = Truth::new(&goal, 500_000);
        let mut random: Vec<Board> = RandomBoards::new(goal, 2).take(5 * boards).collect();
        random.sort_by_key(|board| manhattan(board, &goal));
        let random = random.into_iter().take(boards);
        let mut boards: Vec<(Board, u32)> = random.map(|board| (board, truth.distance(&board))).collect();
        boards.sort_by_key(|&(_, length)| length);
        lengths_with_tables(&goal, &format!("1-{half}/{}-{tiles}", half + 1), &boards);
        if tiles < 10 {
            lengths_with_tables(&goal, &format!("1-{tiles}"), &boards);
        }
        lengths_by_default(&goal, &boards[..by_default]);
    }
}

#[test]
fn up_to_nine_cells() {
    for size in ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3"] {
        check(size, 20, 20);
    }
}

#[test]
fn ten_cells() {
    check("2x5", 8, 4);
    check("5x2", 8, 4);
}

#[test]
fn twelve_cells() {
    check("3x4", 4, 4);
    check("4x3", 4, 4);
}

#[test]
fn twelve_cells_in_two_lines() {
    check("2x6", 6, 2);
    check("6x2", 6, 2);
}

#[test]
fn every_rectangle_of_up_to_twelve_cells_is_here() {
    let mut sizes: Vec<String> = Size::all().filter(|size| size.cells() <= 12).map(|size| size.to_string()).collect();
    sizes.sort_unstable();
    assert_eq!(sizes.join(" "), "2x2 2x3 2x4 2x5 2x6 3x2 3x3 3x4 4x2 4x3 5x2 6x2");
}

/// Both ways to the truth agree, and with what is published of the farthest 3x3 boards.
#[test]
fn the_truth_is_the_truth() {
    let goal = Goal::Last.board(size("3x3")).unwrap();
    let [whole, part] = [usize::MAX, 1000].map(|states| Truth::new(&goal, states));
    assert_eq!((whole.near.len(), whole.near.values().max()), (181_440, Some(&31)));
    for board in RandomBoards::new(goal, 5).take(50) {
        assert_eq!(part.distance(&board), whole.distance(&board));
    }
    let farthest = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
    assert_eq!((part.distance(&farthest), whole.distance(&farthest)), (31, 31));
}
