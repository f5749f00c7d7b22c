//! The size of the tree of moves, which consists of all sequences of moves in which no move undoes
//! the previous one.
//!
//! [`TreeLevels`] counts the nodes at each depth of the tree, and [`TreeGrowth`] describes how fast
//! these counts grow. The [type](crate::move_tree) of a node determines the types of its children,
//! so the counts are computed from depth to depth, separately for each type.

use fifteen_puzzle::Size;

use crate::move_tree::NodeType;

/// An iterator over the depths of the tree of moves. Each item contains the number of nodes at one
/// depth, starting at depth 0, indexed by the blank's cell.
///
/// Numbers up to 2^53 are exact. Larger numbers have about 15 significant digits. All numbers are
/// the same on every machine, because sums are computed in a fixed order.
#[derive(Debug, Clone)]
pub struct TreeLevels {
    size: Size,
    /// Number of nodes at the current depth, indexed by [`NodeType::index`].
    nodes: Vec<f64>,
}

impl TreeLevels {
    /// Creates an iterator over the depths of several trees. It multiplies the node counts of each
    /// tree by the weight of the tree, and returns the sums. `roots[c]` is the weight of the tree
    /// whose root has the blank on cell c.
    pub fn new(size: Size, roots: &[f64]) -> Self {
        let mut nodes = vec![0.0; NodeType::count(size)];
        for (cell, &root) in roots.iter().enumerate().take(size.cells()) {
            nodes[NodeType::root(cell).index()] = root;
        }
        Self { size, nodes }
    }
}

impl Iterator for TreeLevels {
    type Item = Vec<f64>;

    fn next(&mut self) -> Option<Vec<f64>> {
        let level = sum_by_cell(&self.nodes);
        self.nodes = next_level(self.size, &self.nodes);
        Some(level)
    }
}

fn sum_by_cell(nodes: &[f64]) -> Vec<f64> {
    nodes
        .chunks(NodeType::PER_CELL)
        .map(|of_cell| of_cell.iter().sum())
        .collect()
}

/// Returns the number of nodes of each type at the next depth.
fn next_level(size: Size, nodes: &[f64]) -> Vec<f64> {
    let mut next = vec![0.0; nodes.len()];
    for (index, count) in nodes.iter().enumerate() {
        for (_, child) in NodeType::from_index(index).children(size) {
            next[child.index()] += count;
        }
    }
    next
}

/// How fast the tree of moves grows, and how often the blank is on each cell deep in the tree.
#[derive(Debug, Clone, PartialEq)]
pub struct TreeGrowth {
    /// Asymptotic branching factor, for example 2.130 on 4x4, 2.368 on 5x5 and 1 on 2x2.
    pub branching: f64,
    /// For each cell, the share of the nodes deep in the tree that have the blank on this cell. The
    /// shares add up to 1.
    ///
    /// At any one depth, the blank is only on cells of one chequerboard colour. So the shares are
    /// computed over two consecutive depths, and the node counts of the deeper one are divided by
    /// `branching`.
    pub shares: Vec<f64>,
}

impl TreeGrowth {
    /// Number of steps of the power method. Convergence is slowest on 12x2, where it takes a few
    /// hundred steps.
    const STEPS: usize = 4000;

    /// Computes the growth of the tree on boards of this size.
    ///
    /// The method is the power method for the largest eigenvalue. It computes the node counts of
    /// the next depth again and again, until the proportions of the cells have converged. Growth is
    /// measured over two depths, because the blank alternates between the two chequerboard colours.
    pub fn new(size: Size) -> Self {
        let mut nodes = TreeLevels::new(size, &vec![1.0; size.cells()]).nodes;
        let mut branching = 1.0;
        for _ in 0..Self::STEPS {
            nodes = next_level(size, &nodes);
            let before = total(&nodes);
            nodes.iter_mut().for_each(|n| *n /= before);
            let after = next_level(size, &nodes);
            branching = total(&next_level(size, &after)).sqrt();
            nodes = after;
        }
        // The node counts have converged separately for the two chequerboard colours of the blank's
        // cell. Let x be the node counts at one depth, and Ax the counts at the next depth. Two
        // depths multiply x by b^2, where b is the branching factor. One depth therefore multiplies
        // the sum x + Ax/b by b, and in this sum both colours have the right proportion.
        let next = sum_by_cell(&next_level(size, &nodes));
        let both_colours: Vec<f64> = sum_by_cell(&nodes)
            .iter()
            .zip(&next)
            .map(|(x, y)| x + y / branching)
            .collect();
        let sum: f64 = both_colours.iter().sum();
        Self {
            branching,
            shares: both_colours.into_iter().map(|share| share / sum).collect(),
        }
    }
}

fn total(nodes: &[f64]) -> f64 {
    nodes.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(text: &str) -> Size {
        text.parse().unwrap()
    }

    #[test]
    fn branching_factors_equal_published_values() {
        // The branching factors are from Edelkamp & Korf 1998, table 2, and Korf, Reid & Edelkamp
        // 2001. The factor of the 8-puzzle is exactly the square root of 3.
        for (text, published) in [("3x3", 3f64.sqrt()), ("4x4", 2.130_395), ("5x5", 2.367_604)] {
            let found = TreeGrowth::new(size(text)).branching;
            assert!((found - published).abs() < 1e-6, "{text}: {found}");
        }
        assert_eq!(TreeGrowth::new(size("2x2")).branching, 1.0);
    }

    #[test]
    fn level_sizes_equal_the_worked_example() {
        let mut roots = [0.0; 9];
        roots[8] = 1.0;
        let levels: Vec<Vec<f64>> = TreeLevels::new(size("3x3"), &roots).take(3).collect();
        assert_eq!(levels[1], [0., 0., 0., 0., 0., 1., 0., 1., 0.]);
        assert_eq!(levels[2], [0., 0., 1., 0., 2., 0., 1., 0., 0.]);
    }
}
