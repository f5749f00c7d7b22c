//! The histogram of an additive payload, counted entry by entry.

use fifteen_puzzle::{Board, Goal, parity};
use rayon::prelude::*;

use crate::index::entries;
use crate::index::rank::{Arrangement, FACTORIAL, unrank};
use crate::pattern::{Manhattan, Pattern};

/// More than any distance that a payload may hold: of 12 tiles on 25 cells, and the largest excess.
const LEVELS: usize = 1024;

/// The number of entries of a payload with distance 0, 1, 2, ..., without the entries that cannot be reached.
pub(super) fn histogram(pattern: &Pattern, payload: &[u8], entry_bits: u32) -> Vec<u64> {
    let manhattan = Manhattan::new(pattern);
    let goal = Goal::with_blank(pattern.size(), pattern.blank());
    let sets = manhattan.occupied_sets();
    let count = |mut counts: Vec<u64>, rank: u32| {
        let tiles = unrank(rank, pattern.len());
        let is_reachable = |set: &usize| {
            goal.is_some_and(|goal| reachable(pattern, &goal, &tiles, manhattan.cells(*set)))
        };
        for set in (0..sets).filter(is_reachable) {
            let excess = entries::excess(
                payload,
                entry_bits,
                entries::index(rank, sets as u32, set as u32),
            );
            counts[(manhattan.of(&tiles, set) + excess) as usize % LEVELS] += 1;
        }
        counts
    };
    let none = || vec![0; LEVELS];
    let add = |a: Vec<u64>, b: Vec<u64>| a.iter().zip(b).map(|(a, b)| a + b).collect();
    (0..FACTORIAL[pattern.len()])
        .into_par_iter()
        .fold(none, count)
        .reduce(none, add)
}

/// True if the goal is reached from a placement with the blank on some free cell. Parity can forbid it only where at
/// most one tile is outside the pattern.
fn reachable(pattern: &Pattern, goal: &Board, arrangement: &Arrangement, cells: &[u8]) -> bool {
    let all = pattern.size().cells();
    if !pattern.leaves_out_at_most_one_tile() {
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
