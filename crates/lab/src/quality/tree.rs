//! The tree of all sequences of moves that never undo the last move: its nodes at each depth, and its growth.
//!
//! The children of a node depend only on the blank's cell and the last move, so a recurrence over both counts the nodes
//! (Edelkamp & Korf, The Branching Factor of Regular Search Spaces, AAAI 1998).

use fifteen_puzzle::{Direction, MoveOrder, Size};

/// The four directions, and last the root, which has no last move.
const LAST_MOVES: usize = 5;

/// Nodes by the blank's cell and the move that led to them.
type Nodes = Vec<[f64; LAST_MOVES]>;

/// The numbers of nodes at depth 0, 1, 2 and so on, by the blank's cell.
///
/// The numbers are exact up to 2^53 nodes, then to 15 digits. As sums they are the same on every machine.
#[derive(Debug, Clone)]
pub struct Levels {
    size: Size,
    nodes: Nodes,
}

impl Levels {
    /// The levels of a tree, or of a weighted sum of trees: `roots` has the weight of the root with the blank on each
    /// cell.
    pub fn new(size: Size, roots: &[f64]) -> Self {
        let root = |cell: usize| {
            let mut by_move = [0.0; LAST_MOVES];
            by_move[LAST_MOVES - 1] = roots.get(cell).copied().unwrap_or(0.0);
            by_move
        };
        Self {
            size,
            nodes: (0..size.cells()).map(root).collect(),
        }
    }
}

impl Iterator for Levels {
    type Item = Vec<f64>;

    fn next(&mut self) -> Option<Vec<f64>> {
        let level = by_cell(&self.nodes);
        self.nodes = next_level(self.size, &self.nodes);
        Some(level)
    }
}

fn by_cell(nodes: &Nodes) -> Vec<f64> {
    nodes.iter().map(|by_move| by_move.iter().sum()).collect()
}

fn next_level(size: Size, nodes: &Nodes) -> Nodes {
    let directions: [Direction; 4] = MoveOrder::ULRD.directions();
    let mut next = vec![[0.0; LAST_MOVES]; nodes.len()];
    for (cell, by_move) in nodes.iter().enumerate() {
        for (m, direction) in directions.into_iter().enumerate() {
            let Some(to) = size.step(cell, direction) else {
                continue;
            };
            let undone = directions
                .iter()
                .position(|&last| last == direction.opposite());
            next[to][m] += by_move
                .iter()
                .enumerate()
                .filter(|&(last, _)| Some(last) != undone)
                .map(|(_, n)| n)
                .sum::<f64>();
        }
    }
    next
}

/// The growth of the tree in the long run.
#[derive(Debug, Clone, PartialEq)]
pub struct Growth {
    /// The asymptotic branching factor: 2.130 on 4x4, 2.368 on 5x5, 1 on 2x2.
    pub branching: f64,
    /// The shares of the nodes with the blank on each cell, deep in the tree, with the sum 1. At one depth only cells
    /// of one colour have nodes, so these are the shares of two consecutive depths, the deeper with the weight
    /// 1/branching.
    pub shares: Vec<f64>,
}

impl Growth {
    /// Steps of the power method; the slowest board, 12x2, needs some hundreds.
    const STEPS: usize = 4000;

    /// The growth of the tree on boards of a size.
    ///
    /// The recurrence is applied to all cells at once until the proportions have settled (the power method). Depths
    /// alternate between the colours of the chequerboard, so growth is that of two steps.
    pub fn new(size: Size) -> Self {
        let all = vec![1.0; size.cells()];
        let mut nodes = Levels::new(size, &all).nodes;
        let mut branching = 1.0;
        for _ in 0..Self::STEPS {
            nodes = next_level(size, &nodes);
            let before = total(&nodes);
            nodes.iter_mut().flatten().for_each(|n| *n /= before);
            let after = next_level(size, &nodes);
            branching = total(&next_level(size, &after)).sqrt();
            nodes = after;
        }
        // Both colours in the proportions of one tree: x + Ax/b grows by b in every step if x grows by b*b in two.
        let next = by_cell(&next_level(size, &nodes));
        let both: Vec<f64> = by_cell(&nodes)
            .iter()
            .zip(&next)
            .map(|(x, y)| x + y / branching)
            .collect();
        let sum: f64 = both.iter().sum();
        Self {
            branching,
            shares: both.into_iter().map(|share| share / sum).collect(),
        }
    }
}

fn total(nodes: &Nodes) -> f64 {
    nodes.iter().flatten().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(text: &str) -> Size {
        text.parse().unwrap()
    }

    #[test]
    fn branching_factors_are_the_published_ones() {
        // Edelkamp & Korf 1998, table 2, and Korf, Reid & Edelkamp 2001; the 8-puzzle's is the root of 3.
        for (text, published) in [("3x3", 3f64.sqrt()), ("4x4", 2.130_395), ("5x5", 2.367_604)] {
            let found = Growth::new(size(text)).branching;
            assert!((found - published).abs() < 1e-6, "{text}: {found}");
        }
        assert_eq!(Growth::new(size("2x2")).branching, 1.0);
    }
}
