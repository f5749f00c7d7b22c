//! Computes the histogram of an additive table from its entries. The verification compares it with
//! the histogram in the header.

use fifteen_puzzle::{Board, parity};
use fifteen_resources::AllocationError;
use rayon::prelude::*;

use crate::index::entries;
use crate::index::rank::{Arrangement, FACTORIAL, unrank};
use crate::pattern::{ManhattanDistances, Pattern};

/// Length of a histogram. Every distance in an additive table is smaller than this: the Manhattan
/// distances of 12 tiles add up to at most 12 * 12 = 144 (on a 12x2 board), and an 8-bit entry adds
/// at most 2 * 255 = 510.
const LEVELS: usize = 1024;

/// Returns the histogram of a payload, in which item `d` is the number of reachable entries with
/// distance `d`.
pub(super) fn histogram(
    pattern: &Pattern,
    payload: &[u8],
    entry_bits: u32,
) -> Result<Vec<u64>, AllocationError> {
    let manhattan = ManhattanDistances::new(pattern)?;
    let goal = Board::ascending(pattern.size(), pattern.blank());
    let sets = manhattan.occupied_sets();
    let count_rank = |mut counts: Vec<u64>, rank: u32| {
        let tiles = unrank(rank, pattern.len());
        for set in 0..sets {
            let is_reachable =
                goal.is_some_and(|goal| is_reachable(pattern, &goal, &tiles, manhattan.cells(set)));
            if is_reachable {
                let entry = entries::index(rank, sets as u32, set as u32);
                let excess = entries::excess(payload, entry_bits, entry);
                counts[(manhattan.of(&tiles, set) + excess) as usize % LEVELS] += 1;
            }
        }
        counts
    };
    let add = |mut sums: Vec<u64>, counts: Vec<u64>| {
        for (sum, count) in sums.iter_mut().zip(counts) {
            *sum += count;
        }
        sums
    };
    Ok((0..FACTORIAL[pattern.len()])
        .into_par_iter()
        .fold(|| vec![0; LEVELS], count_rank)
        .reduce(|| vec![0; LEVELS], add))
}

/// Returns whether a placement of the pattern's tiles can reach the goal if the blank starts on a
/// suitable free cell.
///
/// If at least two tiles are outside the pattern, swapping two of them corrects the parity, so
/// every placement can reach the goal.
fn is_reachable(pattern: &Pattern, goal: &Board, arrangement: &Arrangement, cells: &[u8]) -> bool {
    let all = pattern.size().cells();
    if !pattern.has_unreachable_placements() {
        return true;
    }
    let label = |goal_cell: u8| goal.tiles()[usize::from(goal_cell)];
    let outside =
        (0..all as u8).find(|c| !pattern.cells().contains(c) && usize::from(*c) != pattern.blank());
    (0..all as u8)
        .filter(|cell| !cells.contains(cell))
        .any(|blank| {
            let mut tiles = vec![outside.map_or(0, label); all];
            let placed = cells.iter().zip(arrangement);
            placed.for_each(|(&cell, &t)| {
                tiles[usize::from(cell)] = label(pattern.cells()[usize::from(t)])
            });
            tiles[usize::from(blank)] = 0;
            Board::new(pattern.size(), &tiles)
                .is_ok_and(|board| parity::check(&board, goal).is_ok())
        })
}
