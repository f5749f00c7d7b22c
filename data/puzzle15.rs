//! Published boards of the 15-puzzle, the node counts of searches that solve them, and histograms
//! of 4x4 pattern databases.

use fifteen_puzzle::{Board, Goal, GoalMap, Size, notation};

use super::{Histogram, histogram, numbers, rows};

const KORF100: &str = include_str!("korf100.txt");
const EXPECTED: &str = include_str!("korf100_expected.txt");
const HARDEST17: &str = include_str!("hardest17_goal_blank_last.txt");
const HARDEST16_MULTI_TILE: &str = include_str!("hardest16_mtm.txt");
const HISTOGRAMS: &str = include_str!("pdb15_histograms.txt");

/// One of the 100 random boards in table 1 of Korf 1985, which are the usual benchmark for the
/// 15-puzzle. In the goal, the blank is on the first cell.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct KorfBoard {
    /// Number of the board in Korf's table, from 1 to 100.
    pub number: u32,
    /// The start board.
    pub board: Board,
    /// Length of a shortest solution, in single-tile moves.
    pub length: u32,
    /// Manhattan distance from the board to the goal.
    pub manhattan: u32,
    /// Number of nodes that IDA* generates with Manhattan distance as its heuristic, as printed by
    /// Korf.
    pub published: u64,
    /// Number of nodes that an independent implementation of this search generated. For three
    /// boards it differs from the number that Korf printed.
    pub generated: u64,
    /// Number of nodes that the independent implementation expanded.
    pub expanded: u64,
}

/// The node counts of plain IDA* on one of Korf's 100 boards with one partition of the tiles, as
/// counted by an independent program. In the goal, the blank is on the first cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct KorfCounts {
    /// Number of the board in Korf's table, from 1 to 100.
    pub number: u32,
    /// Name of the partition of the tiles into patterns, `6-6-3` or `7-8`.
    pub partition: &'static str,
    /// Whether the tables are zero-aware, which means that their distances take the position of the
    /// blank into account. False for additive tables.
    pub zero_aware: bool,
    /// Whether the heuristic also looked up the reflected board, and used the larger of the two
    /// values.
    pub reflection: bool,
    /// The heuristic value of the start board.
    pub h0: u32,
    /// Number of nodes that the search generated, including the root.
    pub generated: u64,
    /// Number of nodes that the search expanded.
    pub expanded: u64,
}

/// Returns Korf's 100 benchmark boards of the 15-puzzle, in the order of his table.
pub fn korf100() -> Vec<KorfBoard> {
    let row = |line: &str| {
        let (columns, board) = line.split_once(':')?;
        let columns = numbers(columns)?;
        let &[number, length, manhattan, published, generated, expanded] = columns.as_slice()
        else {
            return None;
        };
        let board = notation::parse(board, Size::square(16)).ok()?;
        let (number, length, manhattan) = (number as u32, length as u32, manhattan as u32);
        Some(KorfBoard {
            number,
            board,
            length,
            manhattan,
            published,
            generated,
            expanded,
        })
    };
    rows(KORF100).filter_map(row).collect()
}

/// Returns the expected node counts for Korf's 100 boards. There are eight entries for each board:
/// with the partitions 6-6-3 and 7-8, additive and zero-aware, without and with reflection, in this
/// order.
pub fn korf100_expected() -> Vec<KorfCounts> {
    let row = |line: &str| {
        let columns = numbers(line)?;
        let number = *columns.first()? as u32;
        let triples = columns.get(2..)?.chunks_exact(3).enumerate();
        Some(
            triples
                .map(move |(i, counts)| KorfCounts {
                    number,
                    partition: if i < 4 { "6-6-3" } else { "7-8" },
                    zero_aware: i % 4 >= 2,
                    reflection: i % 2 == 1,
                    h0: counts[0] as u32,
                    generated: counts[1],
                    expanded: counts[2],
                })
                .collect::<Vec<_>>(),
        )
    };
    rows(EXPECTED).filter_map(row).flatten().collect()
}

/// Returns the 17 boards of the 15-puzzle that are 80 moves away from a goal. No 4x4 board is
/// farther away.
///
/// The goal's blank must be in a corner. For any other goal the result is empty. The data file
/// lists the boards for one corner, which are rotated and renumbered for the other corners.
pub fn hardest17(goal: Goal) -> Vec<Board> {
    let [last, goal] = [Goal::Last, goal].map(|goal| goal.board(Size::FIFTEEN).ok());
    let map = last
        .zip(goal)
        .and_then(|(last, goal)| GoalMap::between(&last, &goal));
    let row = |line| {
        map.as_ref()?
            .board(&notation::parse(line, Size::square(16)).ok()?)
    };
    rows(HARDEST17).filter_map(row).collect()
}

/// Returns the 16 boards of the 15-puzzle that are 43 multi-tile moves away from the goal, in which
/// the blank is on the last cell. No 4x4 board is farther away.
pub fn hardest16_multi_tile() -> Vec<Board> {
    rows(HARDEST16_MULTI_TILE)
        .filter_map(|line| notation::parse(line, Size::square(16)).ok())
        .collect()
}

/// Returns the published histograms of 4x4 pattern databases.
pub fn histograms() -> Vec<Histogram> {
    rows(HISTOGRAMS)
        .filter_map(|line| histogram(Size::square(16)?, line))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read() {
        let korf = korf100();
        assert!(korf.iter().map(|b| b.number).eq(1..=100));
        assert_eq!(korf.iter().map(|b| b.length).sum::<u32>(), 5305);
        let differ: Vec<u32> = korf
            .iter()
            .filter(|b| b.published != b.generated)
            .map(|b| b.number)
            .collect();
        assert_eq!(differ, [22, 88, 89]);
        let histograms = histograms();
        assert_eq!(histograms.len(), rows(HISTOGRAMS).count());
        assert!(
            histograms
                .iter()
                .all(|h| h.counts.iter().sum::<u64>() == h.entries)
        );
    }

    #[test]
    fn the_expected_counts_are_in_the_order_of_their_columns() {
        let expected = korf100_expected();
        assert_eq!(expected.len(), 800);
        assert!(
            expected
                .chunks(8)
                .zip(1..)
                .all(|(board, number)| board.iter().all(|c| c.number == number))
        );
        let first = KorfCounts {
            number: 1,
            partition: "7-8",
            zero_aware: true,
            reflection: false,
            h0: 51,
            generated: 10_074,
            expanded: 4_830,
        };
        assert_eq!(expected[6], first);
    }

    #[test]
    fn the_hardest_boards_are_the_same_for_both_goals() {
        let [first, last] = [Goal::First, Goal::Last].map(hardest17);
        assert_eq!(
            (first.len(), last.len(), hardest17(Goal::Spiral).len()),
            (17, 17, 0)
        );
        // A reflection preserves distances, so it maps each of the hardest boards to one of the
        // hardest boards.
        let slides = hardest16_multi_tile();
        let reflection = GoalMap::reflection(&Goal::Last.board(slides[0].size()).unwrap()).unwrap();
        assert_eq!(slides.len(), 16);
        assert!(
            slides
                .iter()
                .all(|board| slides.contains(&reflection.board(board).unwrap()))
        );
        // The other file has the same boards, rotated by 180 degrees and with the tiles renumbered.
        let file = rows(include_str!("hardest17_goal_blank_first.txt"));
        assert!(
            file.map(|line| notation::parse(line, Size::square(16)).unwrap())
                .eq(first)
        );
    }
}
