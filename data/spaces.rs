//! State spaces: the numbers of boards at each depth.

use fifteen_puzzle::{Metric, Size};

use super::{numbers, rows};

const GODS_NUMBERS: &str = include_str!("gods_numbers.txt");

/// The rows of `dist_WxH_stm.txt` and `dist_WxH_mtm.txt` for each size.
macro_rules! distributions {
    ($($size:literal)*) => {
        [$(
            ($size, Metric::SingleTile, include_str!(concat!("dist_", $size, "_stm.txt"))),
            ($size, Metric::MultiTile, include_str!(concat!("dist_", $size, "_mtm.txt"))),
        )*]
    };
}

const DEPTHS: [(&str, Metric, &str); 20] = distributions!("3x2" "4x2" "3x3" "5x2" "4x3" "6x2" "7x2" "5x3" "4x4" "8x2");

/// The numbers of states at each distance from a goal with the blank in a corner.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DepthCounts {
    /// The size of the board.
    pub size: Size,
    /// The unit in which moves are counted.
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
    /// The unit in which moves are counted.
    pub metric: Metric,
    /// Distance of these states from the goal.
    pub depth: u32,
    /// Number of these states.
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
