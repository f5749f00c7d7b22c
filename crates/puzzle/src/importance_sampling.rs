//! Importance-sampled boards from a seed: nearer to the goal than random ones, with weights that make means unbiased.

use chacha20::rand_core::Rng;

use crate::random::{self, generator};
use crate::{Board, MAX_CELLS};

/// Annealing steps from the random board to the drawn one. A power of two, so that the root of that order is taken by
/// square roots, which are the same on every machine.
const STEPS: usize = 64;

/// Changes proposed in each step. Fewer make the weights scatter more, more take longer for each board.
const TRIES: usize = 32;

/// Boards drawn with a probability of about `base^-m`, m being the Manhattan distance, and the weights that undo it.
///
/// They serve means that depend mostly on boards near the goal, of which [`RandomBoards`](crate::RandomBoards) draws too few. For any
/// function f, the mean of weight times f(board) over these boards tends to the mean of f over all boards that can
/// reach the goal.
///
/// The method is annealed importance sampling (R. M. Neal, Statistics and Computing 11, 2001). A random board is
/// changed in 64 steps. Step k draws three cells 32 times and proposes to rotate their tiles: from the first cell to
/// the second, from there to the third, from there to the first. A proposal that does not increase m is accepted, any
/// other with the probability `base^(-k change/64)`. The weight is `base^m` of the last board, times `base^(-m/64)` of
/// the board before each step. The blank stays on its cell.
///
/// A draw depends on the goal, the seed, the base and its number alone, so draws can be made in any order. Draw i takes
/// stream i + 1 of the seed's generator (see [`RandomBoards`](crate::RandomBoards), which takes stream 0): first the numbers of the random
/// board, then for each proposal the three cells, each as an index among the n tiles' cells not drawn yet, and one
/// number more if m grows. An index is `output n >> 32`; outputs whose product with n leaves less than 2^32 mod n are
/// rejected.
#[derive(Debug, Clone)]
pub struct ImportanceSampledBoards {
    goal: Board,
    seed: u64,
    base: f64,
    /// base^(-n/64).
    powers: Vec<f64>,
    /// The distance of a tile on a cell from its goal cell.
    distance: Vec<[i32; MAX_CELLS]>,
}

impl ImportanceSampledBoards {
    /// The boards of a goal and a seed; `base` is at least 1. With base 1 they are random boards of weight 1.
    pub fn new(goal: Board, seed: u64, base: f64) -> Self {
        let size = goal.size();
        let root = (0..STEPS.ilog2()).fold(base.max(1.0), |root, _| root.sqrt());
        // Each of the three tiles moves by less than width + height.
        let farthest = 3 * (size.width() + size.height()) * STEPS;
        let powers = std::iter::successors(Some(1.0), |power| Some(power / root))
            .take(farthest)
            .collect();
        let goal_cells = goal.cells_of_tiles();
        let of_tile = |cell: usize, tile: usize| match tile {
            0 => 0,
            _ => size.manhattan(cell, usize::from(goal_cells[tile])) as i32,
        };
        let of_cell = |cell| {
            let mut tiles = [0; MAX_CELLS];
            tiles
                .iter_mut()
                .enumerate()
                .take(size.cells())
                .for_each(|(tile, d)| *d = of_tile(cell, tile));
            tiles
        };
        Self {
            goal,
            seed,
            base: base.max(1.0),
            powers,
            distance: (0..size.cells()).map(of_cell).collect(),
        }
    }

    /// Draw number `index`: a board and its weight.
    pub fn draw(&self, index: u64) -> (Board, f64) {
        let mut generator = generator(self.seed, index.wrapping_add(1));
        let start = random::draw(&self.goal, &mut generator);
        let mut next = || generator.next_u32();
        let cells: Vec<usize> = (0..start.size().cells())
            .filter(|&cell| cell != start.blank())
            .collect();
        let mut tiles = start.tiles().to_vec();
        let mut distance: i32 = cells.iter().map(|&cell| self.of(cell, tiles[cell])).sum();
        // The weight's exponent to the base, in 64ths: an integer, so it is exact.
        let mut exponent = 0;
        for step in 1..=STEPS {
            exponent -= distance;
            for _ in 0..TRIES {
                let three = three(&mut next, &cells);
                let change = self.change(&tiles, three);
                if change <= 0 || self.accepts(next(), step, change) {
                    let [a, b, c] = three;
                    (tiles[a], tiles[b], tiles[c]) = (tiles[c], tiles[a], tiles[b]);
                    distance += change;
                }
            }
        }
        exponent += distance * STEPS as i32;
        // The tiles are a permutation of those of a board.
        (
            Board::new(start.size(), &tiles).unwrap_or(start),
            self.power(exponent),
        )
    }

    fn of(&self, cell: usize, tile: u8) -> i32 {
        self.distance[cell][usize::from(tile)]
    }

    /// The change of the Manhattan distance if the tiles of three cells rotate, from each cell to the next.
    fn change(&self, tiles: &[u8], [a, b, c]: [usize; 3]) -> i32 {
        let moved = |from: usize, to: usize| self.of(to, tiles[from]) - self.of(from, tiles[from]);
        moved(a, b) + moved(b, c) + moved(c, a)
    }

    /// Accepts an increase of the distance with the probability base^(-change step/64).
    fn accepts(&self, drawn: u32, step: usize, change: i32) -> bool {
        let probability = self
            .powers
            .get(change as usize * step)
            .copied()
            .unwrap_or(0.0);
        f64::from(drawn) < probability * 4_294_967_296.0
    }

    /// base^(exponent/64).
    fn power(&self, exponent: i32) -> f64 {
        let whole = (0..exponent.div_euclid(STEPS as i32).unsigned_abs())
            .fold(1.0, |power, _| power * self.base);
        let whole = if exponent < 0 { 1.0 / whole } else { whole };
        whole / self.powers[exponent.rem_euclid(STEPS as i32) as usize]
    }
}

/// Three different cells, each triple equally likely.
fn three(next: &mut impl FnMut() -> u32, cells: &[usize]) -> [usize; 3] {
    let n = cells.len() as u32;
    let first = scaled(next, n);
    let mut second = scaled(next, n - 1);
    second += usize::from(second >= first);
    let mut third = scaled(next, n - 2);
    third += usize::from(third >= first.min(second));
    third += usize::from(third >= first.max(second));
    [cells[first], cells[second], cells[third]]
}

/// A number below `n`, each equally likely, without a division (D. Lemire, Fast random integer generation in an
/// interval, ACM Transactions on Modeling and Computer Simulation 29, 2019).
fn scaled(next: &mut impl FnMut() -> u32, n: u32) -> usize {
    loop {
        let product = u64::from(next()) * u64::from(n);
        let rest = product as u32;
        if rest >= n || rest >= n.wrapping_neg() % n {
            return (product >> 32) as usize;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goal, Size};

    fn boards(size: &str, seed: u64, base: f64) -> ImportanceSampledBoards {
        let size: Size = size.parse().unwrap();
        ImportanceSampledBoards::new(Goal::Last.board(size).unwrap(), seed, base)
    }

    /// Golden, computed by a separate program from the description above: the draws of a published seed never change.
    #[test]
    fn a_seed_gives_the_same_draws_in_every_version() {
        let golden = [
            (
                "4x4",
                1,
                2.13,
                0,
                "1 3 8 0 / 6 5 7 4 / 9 2 12 10 / 13 11 15 14",
                3.053_377_160_534_903e-5,
            ),
            (
                "5x5",
                7,
                2.368,
                1_000_000,
                "2 3 17 9 8 / 7 1 10 14 6 / 12 16 13 4 5 / 11 15 18 0 24 / 21 22 23 19 20",
                1.124_972_558_696_207e-5,
            ),
        ];
        for (size, seed, base, index, board, weight) in golden {
            let drawn = boards(size, seed, base).draw(index);
            assert_eq!(drawn.0.to_string(), board);
            assert!((drawn.1 / weight - 1.0f64).abs() < 1e-12, "{}", drawn.1);
        }
    }
}
