//! Published boards of the 24-puzzle, the node counts of searches that solve them, and histograms
//! of 5x5 pattern databases.

use fifteen_puzzle::{Board, Size, notation};

use super::{Histogram, histogram, numbers, rows};

const KORF24: &str = include_str!("korf24_50.txt");
const HISTOGRAMS: &str = include_str!("pdb24_6tile_histograms.txt");

/// One of the 50 random boards of Korf & Felner 2002, which are the usual benchmark for the
/// 24-puzzle. The first ten are from Korf & Taylor 1996. In the goal, the blank is on the first
/// cell.
///
/// The nodes were counted in IDA* with pattern databases of six tiles each, in which the reflected
/// board is looked up as well. The search tries the blank's moves in the order up, left, right,
/// down and stops at the first solution.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Korf24Board {
    /// Number of the board in the table of Korf & Felner, from 1 to 50.
    pub number: u32,
    /// The start board.
    pub board: Board,
    /// Length of a shortest solution, in single-tile moves.
    pub length: u32,
    /// Manhattan distance from the board to the goal.
    pub manhattan: u32,
    /// Number of nodes generated with the additive partition 6-6-6-6, not counting the root (Korf &
    /// Felner 2002).
    pub generated: u64,
    /// Number of nodes expanded with the additive partition 6-6-6-6 (Clausecker & Reinefeld 2019).
    pub expanded_additive: u64,
    /// Number of nodes expanded with the zero-aware partition 6-6-6-6 (Clausecker & Reinefeld
    /// 2019).
    pub expanded_zero_aware: u64,
    /// Number of nodes expanded with a heuristic that takes the maximum over a small collection of
    /// zero-aware partitions and their reflections (Clausecker & Reinefeld 2019).
    pub expanded_collection: u64,
}

/// Returns Korf's 50 benchmark boards of the 24-puzzle, in the order of the published table.
pub fn korf24() -> Vec<Korf24Board> {
    let row = |line: &str| {
        let (columns, board) = line.split_once(':')?;
        let columns = numbers(columns)?;
        let &[
            number,
            length,
            manhattan,
            generated,
            _,
            _,
            _,
            _,
            _,
            additive,
            zero_aware,
            _,
            _,
            _,
            small,
        ] = columns.as_slice()
        else {
            return None;
        };
        Some(Korf24Board {
            number: number as u32,
            board: notation::parse(board, Size::square(25)).ok()?,
            length: length as u32,
            manhattan: manhattan as u32,
            generated,
            expanded_additive: additive,
            expanded_zero_aware: zero_aware,
            expanded_collection: small,
        })
    };
    rows(KORF24).filter_map(row).collect()
}

/// Returns the histograms of the four tables of Korf & Felner's partition 6-6-6-6, both additive
/// and zero-aware. In the goal, the blank is on the first cell.
pub fn histograms24() -> Vec<Histogram> {
    // The second source gives only the largest distance in each table, so it does not confirm the
    // counts.
    let row = |line| {
        Some(Histogram {
            confirmed: false,
            ..histogram(Size::square(25)?, line)?
        })
    };
    rows(HISTOGRAMS).filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fifteen_puzzle::{Goal, parity};

    #[test]
    fn every_row_is_read() {
        let boards = korf24();
        assert!(boards.iter().map(|b| b.number).eq(1..=50));
        assert_eq!(boards.iter().map(|b| b.length).sum::<u32>(), 5039);
        let goal = Goal::First.board(boards[0].board.size()).unwrap();
        assert!(
            boards.iter().all(
                |b| parity::check(&b.board, &goal).is_ok() && (b.length - b.manhattan) % 2 == 0
            )
        );
        let counts = |b: &Korf24Board| {
            [
                b.generated,
                b.expanded_additive,
                b.expanded_zero_aware,
                b.expanded_collection,
            ]
        };
        assert_eq!(
            counts(&boards[37]),
            [38_173_507, 17_828_584, 13_407_785, 3_450_832]
        );
        // The papers give the means of these two columns as 1.16e11 and 2.36e10.
        let mean = |column: usize| boards.iter().map(|b| counts(b)[column]).sum::<u64>() / 50;
        assert_eq!([mean(2) / 1_000_000_000, mean(3) / 100_000_000], [116, 236]);
    }

    #[test]
    fn histograms_are_complete() {
        let histograms = histograms24();
        assert_eq!((histograms.len(), rows(HISTOGRAMS).count()), (8, 8));
        assert!(
            histograms
                .iter()
                .all(|h| h.tiles.len() == 6 && h.counts.iter().sum::<u64>() == h.entries)
        );
    }
}
