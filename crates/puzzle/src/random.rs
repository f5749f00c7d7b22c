//! Random boards and random numbers that are determined by a seed.
//!
//! The output is specified exactly, and is tested against values computed by an independent
//! program. A published seed therefore produces the same boards in every version and on every
//! machine.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use crate::{Board, parity};

/// An endless sequence of random boards that can reach a goal. All solvable boards are equally
/// likely.
///
/// Random 32-bit outputs come from ChaCha with 8 rounds (Bernstein 2008). Its key is the seed as 8
/// little-endian bytes, followed by 24 zero bytes. Each board is a Fisher–Yates shuffle of the
/// numbers `0..cells`, from the last cell to the first. For each n from the number of cells down to
/// 2, cell n - 1 is swapped with the cell at a random index below n. The index is the next output
/// modulo n. Outputs at or above the largest 32-bit multiple of n are rejected, so that all indices
/// are equally likely. If the resulting board cannot reach the goal, its first two tiles are
/// swapped, which makes the goal reachable.
#[derive(Debug)]
pub struct RandomBoards {
    goal: Board,
    generator: ChaCha8Rng,
}

impl RandomBoards {
    /// Creates the sequence of random boards for a seed. All boards can reach `goal`.
    pub fn new(goal: Board, seed: u64) -> Self {
        Self {
            goal,
            generator: generator(seed, 0),
        }
    }
}

impl Iterator for RandomBoards {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        Some(draw(&self.goal, &mut self.generator))
    }
}

/// Draws a random board that can reach `goal`.
pub(crate) fn draw(goal: &Board, generator: &mut ChaCha8Rng) -> Board {
    let mut tiles: Vec<u8> = (0..goal.size().cells() as u8).collect();
    for last in (1..tiles.len()).rev() {
        let other = below(last as u32 + 1, || generator.next_u32());
        tiles.swap(last, other);
    }
    // The shuffled tiles are a permutation, so `new` never fails here.
    let board = |tiles: &[u8]| Board::new(goal.size(), tiles).unwrap_or(*goal);
    let drawn = board(&tiles);
    if parity::check(&drawn, goal).is_ok() {
        return drawn;
    }
    let mut not_blank = (0..tiles.len()).filter(|&c| tiles[c] != 0);
    if let (Some(a), Some(b)) = (not_blank.next(), not_blank.next()) {
        tiles.swap(a, b);
    }
    board(&tiles)
}

/// Random integers determined by a seed, for random choices such as a sample of boards.
///
/// The integers come from the last of ChaCha's 2^64 independent streams, so they are independent of
/// the boards that [`RandomBoards`] draws with the same seed. Each integer combines two 32-bit
/// outputs, the lower half first.
#[derive(Debug)]
pub struct RandomNumbers(ChaCha8Rng);

impl RandomNumbers {
    /// Creates the sequence of random integers for a seed.
    pub fn new(seed: u64) -> Self {
        Self(generator(seed, u64::MAX))
    }

    /// Returns a random number below `n`, or 0 if `n` is 0. All results are equally likely.
    pub fn below(&mut self, n: u64) -> u64 {
        let limit = u64::MAX - u64::MAX.checked_rem(n).unwrap_or(0);
        loop {
            let output = self.0.next_u64();
            if output < limit {
                return output.checked_rem(n).unwrap_or(0);
            }
        }
    }
}

/// Creates the random number generator for one of the 2^64 independent streams of a seed.
pub(crate) fn generator(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut generator = ChaCha8Rng::from_seed(key);
    generator.set_stream(stream);
    generator
}

/// Returns a random number below `n`. All results are equally likely if `next` returns uniformly
/// random 32-bit numbers.
fn below(n: u32, mut next: impl FnMut() -> u32) -> usize {
    let limit = u32::MAX - u32::MAX % n;
    loop {
        let output = next();
        if output < limit {
            return (output % n) as usize;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goal, Size};

    fn goal(w: usize, h: usize) -> Board {
        Goal::Last.board(Size::new(w, h).unwrap()).unwrap()
    }

    /// Checks that a seed gives the same boards in every version. The expected boards come from an
    /// independent program that follows the description of [`RandomBoards`].
    #[test]
    fn a_seed_gives_the_same_boards_in_every_version() {
        let drawn = |g, seed| {
            RandomBoards::new(g, seed)
                .take(2)
                .map(|b| b.to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(drawn(goal(4, 4), 1), GOLDEN[0]);
        assert_eq!(drawn(goal(3, 3), 20_261_121), GOLDEN[1]);
        assert_eq!(drawn(goal(5, 5), u64::MAX), GOLDEN[2]);
    }

    const GOLDEN: [[&str; 2]; 3] = [
        [
            "3 5 6 7 / 12 9 4 13 / 11 14 0 2 / 1 10 8 15",
            "12 4 7 11 / 2 6 15 10 / 9 0 5 1 / 3 14 13 8",
        ],
        ["1 2 3 / 7 4 0 / 6 5 8", "2 0 5 / 1 7 4 / 6 8 3"],
        [
            "7 15 21 3 9 / 4 2 10 20 12 / 23 8 6 14 11 / 16 0 13 5 22 / 1 19 24 17 18",
            "10 11 12 1 4 / 9 5 3 18 24 / 13 21 2 15 22 / 0 14 16 8 6 / 17 20 19 23 7",
        ],
    ];
}
