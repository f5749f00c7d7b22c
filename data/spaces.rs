//! Published sizes of search spaces: how many boards there are at each distance from the goal, and
//! how large that distance can be.

use fifteen_puzzle::{Board, Metric, Size};

use super::{numbers, rows};

const GODS_NUMBERS: &str = include_str!("gods_numbers.txt");

/// Lists, for each size, the contents of the files `dist_WxH_stm.txt` (single-tile metric) and
/// `dist_WxH_mtm.txt` (multi-tile metric), with the size and the metric.
macro_rules! distributions {
    ($($size:literal)*) => {
        [$(
            ($size, Metric::SingleTile, include_str!(concat!("dist_", $size, "_stm.txt"))),
            ($size, Metric::MultiTile, include_str!(concat!("dist_", $size, "_mtm.txt"))),
        )*]
    };
}

const DEPTHS: [(&str, Metric, &str); 20] =
    distributions!("3x2" "4x2" "3x3" "5x2" "4x3" "6x2" "7x2" "5x3" "4x4" "8x2");

/// The number of boards at each distance from a goal whose blank is in a corner.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DepthCounts {
    /// Size of the boards.
    pub size: Size,
    /// The metric in which distances are measured.
    pub metric: Metric,
    /// Number of boards at distance 0, 1, 2 and so on.
    pub counts: Vec<u64>,
}

impl DepthCounts {
    /// Returns the numbers of boards at each distance from `goal`.
    ///
    /// All goals with the blank in a corner have the same numbers, because rotating a board and
    /// renumbering its tiles preserves distances. Returns `None` if the goal's blank is not in a
    /// corner, or if no numbers are published for the size.
    pub fn for_goal(goal: &Board, metric: Metric) -> Option<Self> {
        let is_of_goal =
            |counts: &Self| counts.metric == metric && sides(counts.size) == sides(goal.size());
        depth_counts()
            .into_iter()
            .find(is_of_goal)
            .filter(|_| moves_to_corner(goal) == 0)
    }
}

/// The largest distance of any board from a goal whose blank is in a corner, known as God's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LargestDepth {
    /// Size of the boards.
    pub size: Size,
    /// The metric in which distances are measured.
    pub metric: Metric,
    /// The largest distance of any board from the goal, in moves of this metric.
    pub depth: u32,
    /// Number of boards at the largest distance.
    pub states: u64,
}

/// Returns the published numbers of boards at each distance, in both metrics, smallest boards
/// first.
pub fn depth_counts() -> Vec<DepthCounts> {
    let board = |(size, metric, text): (&str, Metric, &'static str)| {
        let counts = rows(text)
            .filter_map(|line| numbers(line)?.get(1).copied())
            .collect();
        Some(DepthCounts {
            size: size.parse().ok()?,
            metric,
            counts,
        })
    };
    DEPTHS.into_iter().filter_map(board).collect()
}

/// Returns the largest distances on boards of up to 16 cells, in both metrics, smallest boards
/// first.
pub fn largest_depths() -> Vec<LargestDepth> {
    let row = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let &[_, width, height, metric, depth, states, ..] = fields.as_slice() else {
            return None;
        };
        let metric = if metric == "mtm" {
            Metric::MultiTile
        } else {
            Metric::SingleTile
        };
        let size = Size::new(width.parse().ok()?, height.parse().ok()?).ok()?;
        Some(LargestDepth {
            size,
            metric,
            depth: depth.parse().ok()?,
            states: states.parse().ok()?,
        })
    };
    rows(GODS_NUMBERS).filter_map(row).collect()
}

/// Returns a number of single-tile moves that suffices to solve every board from which `goal` can
/// be reached.
///
/// The result is the smallest such number on boards of up to 16 cells if the goal's blank is in a
/// corner, and otherwise an upper bound.
pub fn enough_moves(goal: &Board) -> u32 {
    // A solution can first reach the board that has the blank in the nearest corner, and then move
    // the blank to its goal cell.
    enough_from_corner(sides(goal.size())) + moves_to_corner(goal)
}

fn enough_from_corner(size: [usize; 2]) -> u32 {
    let is_of_size = |largest: &LargestDepth| {
        largest.metric == Metric::SingleTile && sides(largest.size) == size
    };
    match (largest_depths().into_iter().find(is_of_size), size) {
        (Some(largest), _) => largest.depth,
        // An upper bound by Whitmore (2018), for which `gods_numbers.txt` cites the source.
        (None, [5, 5]) => 205,
        // Upper bound for all other sizes: solve an outer column one tile at a time. The blank
        // moves to the tile and carries it along, which takes at most six moves for each cell, and
        // a few more for the last tile of the column. What remains is a board that is one column
        // narrower.
        (None, [short, long]) => {
            let moves_per_tile = 7 * (short + long) + 40;
            enough_from_corner([short.min(long - 1), short.max(long - 1)])
                + (short * moves_per_tile) as u32
        }
    }
}

/// Returns the length of the shorter side and that of the longer side, in cells.
fn sides(size: Size) -> [usize; 2] {
    [
        size.width().min(size.height()),
        size.width().max(size.height()),
    ]
}

/// Returns the number of moves that take the goal's blank to the nearest corner.
fn moves_to_corner(goal: &Board) -> u32 {
    let (row, column) = goal.size().row_column(goal.blank());
    let to_edge = |at: usize, side: usize| at.min(side - 1 - at) as u32;
    to_edge(row, goal.size().height()) + to_edge(column, goal.size().width())
}

#[cfg(test)]
mod tests {
    use super::*;
    use fifteen_puzzle::Goal;

    #[test]
    fn figures_of_a_goal_depend_on_its_size_and_blank() {
        let goal = |size: &str, goal: Goal| goal.board(size.parse().unwrap()).unwrap();
        let counts = |board: &Board| {
            DepthCounts::for_goal(board, Metric::SingleTile).map(|found| found.counts.len())
        };
        assert_eq!(
            [goal("3x4", Goal::First), goal("3x3", Goal::Last)].map(|goal| counts(&goal)),
            [Some(54), Some(32)]
        );
        assert_eq!(
            [goal("3x3", Goal::Spiral), goal("5x5", Goal::Last)].map(|goal| counts(&goal)),
            [None, None]
        );
        let enough = |size, name| enough_moves(&goal(size, name));
        assert_eq!(
            [
                enough("4x4", Goal::Last),
                enough("2x8", Goal::First),
                enough("5x5", Goal::Last)
            ],
            [80, 140, 205]
        );
        assert_eq!(
            [enough("3x3", Goal::Spiral), enough("5x5", Goal::Spiral)],
            [33, 209]
        );
        assert!(
            [enough("5x4", Goal::Last), enough("2x12", Goal::Last)]
                .iter()
                .all(|moves| (200..2000).contains(moves))
        );
    }

    #[test]
    fn every_row_is_read() {
        let depths = depth_counts();
        assert_eq!(depths.len(), 20);
        let largest = largest_depths();
        assert_eq!(largest.len(), rows(GODS_NUMBERS).count());
        for board in depths {
            let most = largest
                .iter()
                .find(|l| (l.size, l.metric) == (board.size, board.metric))
                .unwrap();
            let all: u64 = (3..=board.size.cells() as u64).product();
            assert_eq!(board.counts.iter().sum::<u64>(), all);
            assert_eq!(
                (board.counts.len() as u32 - 1, board.counts.last()),
                (most.depth, Some(&most.states))
            );
        }
    }
}
