//! Random boards near the goal, with weights for estimating averages over all boards.
//!
//! Most boards that a search visits are much nearer to the goal than a random board, so a heuristic
//! matters most near the goal. The 15-puzzle has about 10^13 solvable boards, and a uniform sample
//! practically never contains one near the goal. Importance sampling draws boards near the goal far
//! more often, and assigns each board a weight that compensates for the higher frequency. Weighted
//! means over the drawn boards then estimate means over all boards.
//!
//! The method is annealed importance sampling (R. M. Neal, Statistics and Computing 11, 2001). It
//! starts from a random board and repeatedly proposes to rotate the tiles on three cells. A
//! rotation is an even permutation and leaves the blank in place, so the board remains solvable:
//!
//! ```text
//! 1 5 3               1 2 3
//! 4 6 2   rotate ->   4 5 6     Manhattan distance 4 -> 0
//! 7 8 _               7 8 _
//! ```
//!
//! A proposal that does not increase the Manhattan distance is always accepted. Any other proposal
//! is accepted with a probability that shrinks from step to step.

use chacha20::rand_core::Rng;

use crate::random::{self, generator};
use crate::{Board, MAX_CELLS};

/// Number of annealing steps per board.
///
/// It is a power of two, so that `base^(1/64)` can be computed by repeated square roots. Square
/// roots are correctly rounded, so the result is the same on every machine.
const STEPS: usize = 64;

/// Number of proposals in each annealing step. A proposal is to rotate the tiles on three cells.
/// Fewer proposals would make the weights vary more, and more proposals would take longer.
const TRIES: usize = 32;

/// A sequence of weighted random boards, in which boards near the goal are more likely. The
/// probability of a board with Manhattan distance m is roughly proportional to `base^-m`.
///
/// The weight of each board compensates for its probability. For any function f of boards, the mean
/// of weight times f(board) over the drawn boards converges to the mean of f over all boards that
/// can reach the goal.
///
/// Each draw changes a uniformly random board in 64 steps. Step k chooses three cells 32 times, and
/// each time proposes to rotate their tiles: from the first cell to the second, from the second to
/// the third, and from the third to the first. A proposal that does not increase m is accepted. Any
/// other proposal is accepted with probability `base^(-k change/64)`, where `change` is the
/// increase of m. The weight is the product of `base^m` for the final board and `base^(-m/64)` for
/// the board before each step.
///
/// A draw depends only on the goal, the seed, the base and the index of the draw, so draws can be
/// made in any order or in parallel. Draw i takes its random outputs from stream i + 1 of the
/// seed's generator (stream 0 is used by [`RandomBoards`](crate::RandomBoards)). The first outputs
/// determine the random board. Each proposal then takes one output for each of the three cells, and
/// another output if m would increase. A cell is chosen from the n cells that hold a tile and that
/// the same proposal has not chosen yet. Its index among these cells is `output * n >> 32`. Outputs
/// are rejected if the lower half of this product is less than 2^32 mod n, so that all indices are
/// equally likely.
#[derive(Debug, Clone)]
pub struct ImportanceSampledBoards {
    goal: Board,
    seed: u64,
    base: f64,
    /// Powers of `base`: entry n is `base^(-n/64)`. They give the acceptance probabilities of
    /// proposals and the weights of boards.
    powers: Vec<f64>,
    /// Manhattan distances: `distance[c][t]` is the distance from cell c to the goal cell of tile
    /// t.
    distance: Vec<[i32; MAX_CELLS]>,
}

impl ImportanceSampledBoards {
    /// Creates the sequence of boards for a goal and a seed. A larger `base` makes boards near the
    /// goal more likely. If `base` is at most 1, all boards are equally likely and have weight 1.
    pub fn new(goal: Board, seed: u64, base: f64) -> Self {
        let size = goal.size();
        let root = (0..STEPS.ilog2()).fold(base.max(1.0), |root, _| root.sqrt());
        // Length of `powers`. An index is a change in distance, multiplied by the number of the
        // annealing step (at most 64). A rotation moves three tiles, each by fewer than width +
        // height cells.
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

    /// Draws the board with the given index, and returns it with its weight.
    pub fn draw(&self, index: u64) -> (Board, f64) {
        let mut generator = generator(self.seed, index.wrapping_add(1));
        let start = random::draw(&self.goal, &mut generator);
        let mut next = || generator.next_u32();
        let cells: Vec<usize> = (0..start.size().cells())
            .filter(|&cell| cell != start.blank())
            .collect();
        let mut tiles = start.tiles().to_vec();
        let mut distance: i32 = cells
            .iter()
            .map(|&cell| self.tile_distance(cell, tiles[cell]))
            .sum();
        // The weight is base^(exponent/64). The exponent is an integer, so adding to it causes no
        // rounding errors.
        let mut exponent = 0;
        for step in 1..=STEPS {
            exponent -= distance;
            for _ in 0..TRIES {
                let three = draw_three(&mut next, &cells);
                let change = self.change(&tiles, three);
                if change <= 0 || self.accepts(next(), step, change) {
                    let [a, b, c] = three;
                    (tiles[a], tiles[b], tiles[c]) = (tiles[c], tiles[a], tiles[b]);
                    distance += change;
                }
            }
        }
        exponent += distance * STEPS as i32;
        // Rotations keep the tiles a permutation, so `new` never fails here.
        (
            Board::new(start.size(), &tiles).unwrap_or(start),
            self.power(exponent),
        )
    }

    /// Returns the Manhattan distance from `cell` to the goal cell of `tile`.
    fn tile_distance(&self, cell: usize, tile: u8) -> i32 {
        self.distance[cell][usize::from(tile)]
    }

    /// Returns the change in the Manhattan distance if three tiles rotate: the tile on cell a moves
    /// to b, the tile on b to c, and the tile on c to a.
    fn change(&self, tiles: &[u8], [a, b, c]: [usize; 3]) -> i32 {
        let moved = |from: usize, to: usize| {
            self.tile_distance(to, tiles[from]) - self.tile_distance(from, tiles[from])
        };
        moved(a, b) + moved(b, c) + moved(c, a)
    }

    /// Returns whether to accept a rotation that increases the Manhattan distance by `change`. It
    /// is accepted with probability `base^(-change * step/64)`, and `drawn` is the random 32-bit
    /// number that decides.
    fn accepts(&self, drawn: u32, step: usize, change: i32) -> bool {
        let probability = self
            .powers
            .get(change as usize * step)
            .copied()
            .unwrap_or(0.0);
        f64::from(drawn) < probability * 4_294_967_296.0
    }

    /// Computes `base^(exponent/64)`.
    fn power(&self, exponent: i32) -> f64 {
        let whole = (0..exponent.div_euclid(STEPS as i32).unsigned_abs())
            .fold(1.0, |power, _| power * self.base);
        let whole = if exponent < 0 { 1.0 / whole } else { whole };
        whole / self.powers[exponent.rem_euclid(STEPS as i32) as usize]
    }
}

/// Draws three distinct cells. All ordered triples are equally likely.
fn draw_three(next: &mut impl FnMut() -> u32, cells: &[usize]) -> [usize; 3] {
    let n = cells.len() as u32;
    let first = draw_below(next, n);
    let mut second = draw_below(next, n - 1);
    second += usize::from(second >= first);
    let mut third = draw_below(next, n - 2);
    third += usize::from(third >= first.min(second));
    third += usize::from(third >= first.max(second));
    [cells[first], cells[second], cells[third]]
}

/// Returns a random number below `n`. All results are equally likely if `next` returns uniformly
/// random 32-bit numbers.
///
/// In nearly all cases, this algorithm needs no division (D. Lemire, Fast random integer generation
/// in an interval, ACM Transactions on Modeling and Computer Simulation 29, 2019).
fn draw_below(next: &mut impl FnMut() -> u32, n: u32) -> usize {
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

    /// Checks that a seed gives the same draws in every version. The expected draws come from an
    /// independent program that follows the description of [`ImportanceSampledBoards`].
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
