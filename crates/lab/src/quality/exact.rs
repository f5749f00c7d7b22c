//! Eta of the Manhattan distance, exactly: a check of the estimates, and the measure of all others.

use std::ops::ControlFlow;

use fifteen_puzzle::{Board, MoveOrder, Size};
use fifteen_solver::batch;

use super::tree::Growth;

/// Eta of the Manhattan distance: the mean of b^-h over all boards that can reach the goal, with the branching factor b
/// (Clausecker & Schintke 2021). On `threads` threads (0: one for each core); 5x5 takes some seconds of one.
///
/// The tiles are independent of each other but for the cells that they take: with the blank on a cell, the sum of b^-h
/// over all arrangements of the others is the permanent of the matrix of b^-distance, and the sum over those that can
/// reach the goal is half of the permanent plus or minus the determinant.
pub fn eta_of_manhattan(goal: &Board, threads: usize) -> f64 {
    let size = goal.size();
    let branching = Growth::new(size).branching;
    let mut sum = 0.0;
    // In the order of the cells, since sums are rounded.
    batch::in_order(
        0..size.cells(),
        threads,
        |cell| mean(goal, cell, branching),
        |mean| {
            sum += mean;
            ControlFlow::Continue(())
        },
    );
    sum / size.cells() as f64
}

/// The mean of b^-h over the boards with the blank on a cell.
fn mean(goal: &Board, blank: usize, branching: f64) -> f64 {
    let size = goal.size();
    let tiles: Vec<usize> = (0..size.cells()).filter(|&cell| cell != goal.blank()).collect();
    let cells: Vec<usize> = (0..size.cells()).filter(|&cell| cell != blank).collect();
    let row = |&tile: &usize| cells.iter().map(|&cell| branching.powi(-(size.manhattan(tile, cell) as i32))).collect();
    let matrix: Vec<Vec<f64>> = tiles.iter().map(row).collect();
    let sign = if is_even(goal, blank, &tiles, &cells) { 1.0 } else { -1.0 };
    let arrangements: f64 = (1..=tiles.len()).map(|n| n as f64).product();
    (permanent(&matrix) + sign * determinant(matrix)) / arrangements
}

/// True if the boards that can reach the goal are the even arrangements of the tiles, in the order of their goal cells,
/// on the cells other than the blank's.
fn is_even(goal: &Board, blank: usize, tiles: &[usize], cells: &[usize]) -> bool {
    let mut board = *goal;
    while board.blank() != blank {
        let nearer = |next: &Board| distance(goal.size(), next, blank) < distance(goal.size(), &board, blank);
        match MoveOrder::ULRD.directions().into_iter().filter_map(|d| board.moved(d)).find(nearer) {
            Some(next) => board = next,
            None => break,
        }
    }
    let place = |&tile: &usize| cells.iter().position(|&cell| board.tiles()[cell] == goal.tiles()[tile]);
    let places: Vec<_> = tiles.iter().map(place).collect();
    let inversions = |i: usize| places[i + 1..].iter().filter(|&&other| other < places[i]).count();
    (0..places.len()).map(inversions).sum::<usize>().is_multiple_of(2)
}

fn distance(size: Size, board: &Board, cell: usize) -> usize {
    size.manhattan(board.blank(), cell)
}

/// The permanent of a square matrix (Ryser 1963), its column sets in the order of a Gray code.
fn permanent(matrix: &[Vec<f64>]) -> f64 {
    let order = matrix.len();
    let mut sums = vec![0.0; order];
    let (mut set, mut total) = (0_u32, 0.0);
    for step in 1..1_u32 << order {
        let column = step.trailing_zeros() as usize;
        set ^= 1 << column;
        let sign = if set >> column & 1 == 1 { 1.0 } else { -1.0 };
        sums.iter_mut().zip(matrix).for_each(|(sum, row)| *sum += sign * row[column]);
        let product: f64 = sums.iter().product();
        total += if (order as u32 - set.count_ones()).is_multiple_of(2) { product } else { -product };
    }
    total
}

/// The determinant of a square matrix, by elimination with pivots.
fn determinant(mut matrix: Vec<Vec<f64>>) -> f64 {
    let order = matrix.len();
    let mut determinant = 1.0;
    for column in 0..order {
        let largest = |&a: &usize, &b: &usize| matrix[a][column].abs().total_cmp(&matrix[b][column].abs());
        let Some(pivot) = (column..order).max_by(largest) else { break };
        if matrix[pivot][column] == 0.0 {
            return 0.0;
        }
        if pivot != column {
            matrix.swap(pivot, column);
            determinant = -determinant;
        }
        determinant *= matrix[column][column];
        let (above, below) = matrix.split_at_mut(column + 1);
        let pivot = &above[column];
        for row in below {
            let factor = row[column] / pivot[column];
            row.iter_mut().zip(pivot).for_each(|(value, above)| *value -= factor * above);
        }
    }
    determinant
}

#[cfg(test)]
mod tests {
    use super::*;
    use fifteen_puzzle::Goal;
    use std::collections::HashSet;

    /// The mean over all boards, one by one.
    #[test]
    fn small_boards_are_counted() {
        for (text, name) in [("3x2", Goal::Last), ("2x3", Goal::First), ("3x3", Goal::Spiral), ("4x2", Goal::Last)] {
            let goal = name.board(text.parse().unwrap()).unwrap();
            let size = goal.size();
            let branching = Growth::new(size).branching;
            let cell_of = goal.cells_of_tiles();
            let (mut seen, mut stack) = (HashSet::from([goal]), vec![goal]);
            let mut sum = 0.0;
            while let Some(board) = stack.pop() {
                let tiles = board.tiles().iter().enumerate().filter(|&(_, &tile)| tile != 0);
                let h: usize = tiles.map(|(cell, &tile)| size.manhattan(cell, cell_of[usize::from(tile)].into())).sum();
                sum += branching.powi(-(h as i32));
                let children = MoveOrder::ULRD.directions().into_iter().filter_map(|d| board.moved(d));
                stack.extend(children.filter(|&child| seen.insert(child)));
            }
            let (exact, counted) = (eta_of_manhattan(&goal, 2), sum / seen.len() as f64);
            assert!((exact / counted - 1.0).abs() < 1e-9, "{text}: {exact} {counted}");
            assert_eq!(eta_of_manhattan(&goal, 1), exact);
        }
    }

    /// Published for the 24-puzzle, and computed by another program: 1.0010e-19.
    #[test]
    #[ignore = "takes a quarter of a minute: permanents of 24 rows"]
    fn the_published_value_of_5x5() {
        let goal = Goal::Last.board("5x5".parse().unwrap()).unwrap();
        assert_eq!(format!("{:.4e}", eta_of_manhattan(&goal, 0)), "1.0010e-19");
    }
}
