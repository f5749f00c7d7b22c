//! State spaces: how many boards lie at each depth.

use fifteen_puzzle::{Metric, Size};

use super::{numbers, rows};

const GODS_NUMBERS: &str = include_str!("gods_numbers.txt");
const DEPTHS: [(&str, Metric, &str); 20] = [
    ("3x2", Metric::SingleTile, include_str!("dist_3x2_stm.txt")),
    ("3x2", Metric::MultiTile, include_str!("dist_3x2_mtm.txt")),
    ("4x2", Metric::SingleTile, include_str!("dist_4x2_stm.txt")),
    ("4x2", Metric::MultiTile, include_str!("dist_4x2_mtm.txt")),
    ("3x3", Metric::SingleTile, include_str!("dist_3x3_stm.txt")),
    ("3x3", Metric::MultiTile, include_str!("dist_3x3_mtm.txt")),
    ("5x2", Metric::SingleTile, include_str!("dist_5x2_stm.txt")),
    ("5x2", Metric::MultiTile, include_str!("dist_5x2_mtm.txt")),
    ("4x3", Metric::SingleTile, include_str!("dist_4x3_stm.txt")),
    ("4x3", Metric::MultiTile, include_str!("dist_4x3_mtm.txt")),
    ("6x2", Metric::SingleTile, include_str!("dist_6x2_stm.txt")),
    ("6x2", Metric::MultiTile, include_str!("dist_6x2_mtm.txt")),
    ("7x2", Metric::SingleTile, include_str!("dist_7x2_stm.txt")),
    ("7x2", Metric::MultiTile, include_str!("dist_7x2_mtm.txt")),
    ("5x3", Metric::SingleTile, include_str!("dist_5x3_stm.txt")),
    ("5x3", Metric::MultiTile, include_str!("dist_5x3_mtm.txt")),
    ("4x4", Metric::SingleTile, include_str!("dist_4x4_stm.txt")),
    ("4x4", Metric::MultiTile, include_str!("dist_4x4_mtm.txt")),
    ("8x2", Metric::SingleTile, include_str!("dist_8x2_stm.txt")),
    ("8x2", Metric::MultiTile, include_str!("dist_8x2_mtm.txt")),
];

/// How many states of a board lie at each distance from a goal with the blank in a corner.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DepthCounts {
    /// The size of the board.
    pub size: Size,
    /// What counts as one move.
    pub metric: Metric,
    /// States at each distance.
    pub counts: Vec<u64>,
}

/// The states that are farthest from a goal with the blank in a corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LargestDepth {
    /// The size of the board.
    pub size: Size,
    /// What counts as one move.
    pub metric: Metric,
    /// Their distance.
    pub depth: u32,
    /// How many there are.
    pub states: u64,
}

/// The states of boards at each depth in both metrics, the smaller boards first.
pub fn depth_counts() -> Vec<DepthCounts> {
    let board = |(size, metric, text): (&str, Metric, &'static str)| {
        let counts = rows(text).filter_map(|line| numbers(line)?.get(1).copied()).collect();
        Some(DepthCounts { size: size.parse().ok()?, metric, counts })
    };
    DEPTHS.into_iter().filter_map(board).collect()
}

/// The largest depths of boards of up to 16 cells in both metrics, the smaller boards first.
pub fn largest_depths() -> Vec<LargestDepth> {
    let row = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let &[_, width, height, metric, depth, states, ..] = fields.as_slice() else { return None };
        let metric = if metric == "mtm" { Metric::MultiTile } else { Metric::SingleTile };
        let size = Size::new(width.parse().ok()?, height.parse().ok()?).ok()?;
        Some(LargestDepth { size, metric, depth: depth.parse().ok()?, states: states.parse().ok()? })
    };
    rows(GODS_NUMBERS).filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read() {
        let depths = depth_counts();
        assert_eq!(depths.len(), 20);
        let largest = largest_depths();
        assert_eq!(largest.len(), rows(GODS_NUMBERS).count());
        for board in depths {
            let most = largest.iter().find(|l| (l.size, l.metric) == (board.size, board.metric)).unwrap();
            let all: u64 = (3..=board.size.cells() as u64).product();
            assert_eq!(board.counts.iter().sum::<u64>(), all);
            assert_eq!((board.counts.len() as u32 - 1, board.counts.last()), (most.depth, Some(&most.states)));
        }
    }
}
