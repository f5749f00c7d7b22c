//! Random boards near the goal, with weights that make means over them unbiased.
//!
//! A heuristic is judged by its values on the boards that a search visits, most of which are much
//! nearer to the goal than a random board. Of 10^13 boards of the 15-puzzle, so few are near the
//! goal that random drawing never finds them. Importance sampling draws near boards much more often
//! and gives each the weight by which it was drawn too often, so that weighted means over the drawn
//! boards estimate means over all boards.
//!
//! The method is annealed importance sampling (R. M. Neal, Statistics and Computing 11, 2001). It
//! starts from a random board and proposes to rotate the tiles of three cells again and again. Such
//! a rotation is an even permutation and leaves the blank where it is, so the board can still be
//! solved:
//!
//! ```text
//! 1 5 3               1 2 3
//! 4 6 2   rotate ->   4 5 6     Manhattan distance 4 -> 0
//! 7 8 _               7 8 _
//! ```
//!
//! Proposals that shorten the Manhattan distance are accepted always, others with a probability
//! that shrinks from step to step.

use chacha20::rand_core::Rng;

use crate::random::{self, generator};
use crate::{Board, MAX_CELLS};

/// Number of annealing steps from the random board to the drawn one.
///
/// It is a power of two, so that the 64th root of the base can be computed by repeated square
/// roots, which give the same bits on every machine.
const STEPS: usize = 64;

/// Number of rotations proposed in each step. With fewer the weights scatter more, and more take
/// longer.
const TRIES: usize = 32;

/// Boards that are drawn with a probability of about `base^-m`, where m is the Manhattan distance,
/// and the weights that undo this.
///
/// For any function f, the mean of weight times f(board) over these boards tends to the mean of f
/// over all boards that can reach the goal.
///
/// A random board is changed in 64 steps. Step k draws three cells 32 times and proposes to rotate
/// their tiles: from the first cell to the second, from the second to the third, from the third to
/// the first. A proposal that does not increase m is accepted, and any other with probability
/// `base^(-k change/64)`. The weight is `base^m` of the last board, times `base^(-m/64)` of the
/// board before each step.
///
/// A draw depends only on the goal, the seed, the base and its index, so draws can be made in any
/// order. Draw i takes its random outputs from stream i + 1 of the seed's generator (stream 0 is
/// that of [`RandomBoards`](crate::RandomBoards)): first the outputs for the random board, then for
/// each proposal one for each of the three cells, and one more if m would grow. A cell is an index
/// among the n cells with a tile that this proposal has not drawn yet. An index is `output * n >>
/// 32`, and outputs are rejected if the lower half of this product is less than 2^32 mod n, so that
/// all indices are equally likely.
#[derive(Debug, Clone)]
pub struct ImportanceSampledBoards {
    goal: Board,
    seed: u64,
    base: f64,
    /// Entry n is `base^(-n/64)`.
    powers: Vec<f64>,
    /// The distance of tile t on cell c from its goal cell is `distance[c][t]`.
    distance: Vec<[i32; MAX_CELLS]>,
}

impl ImportanceSampledBoards {
    /// The boards of a goal and a seed. With a `base` of 1 or less they are random boards of weight
    /// 1.
    pub fn new(goal: Board, seed: u64, base: f64) -> Self {
        let size = goal.size();
        let root = (0..STEPS.ilog2()).fold(base.max(1.0), |root, _| root.sqrt());
        // A rotation moves three tiles, each by less than width + height, and its change is
        // multiplied by up to 64.
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

    /// The board with that index, and its weight.
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
        // The weight is base^(exponent/64). The exponent is an integer, so the sum is exact.
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
        // The tiles are still a permutation, so `new` never fails.
        (
            Board::new(start.size(), &tiles).unwrap_or(start),
            self.power(exponent),
        )
    }

    /// The distance of a tile on that cell from its goal cell.
    fn tile_distance(&self, cell: usize, tile: u8) -> i32 {
        self.distance[cell][usize::from(tile)]
    }

    /// The change of the Manhattan distance if the tiles of three cells rotate, each to the next
    /// cell.
    fn change(&self, tiles: &[u8], [a, b, c]: [usize; 3]) -> i32 {
        let moved = |from: usize, to: usize| {
            self.tile_distance(to, tiles[from]) - self.tile_distance(from, tiles[from])
        };
        moved(a, b) + moved(b, c) + moved(c, a)
    }

    /// Decides by a random output whether to accept an increase of the distance, which has
    /// probability `base^(-change * step/64)`.
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

/// Draws three different cells. All ordered triples are equally likely.
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

/// A random number below `n`. All numbers are equally likely.
///
/// The method needs no division in nearly all cases (D. Lemire, Fast random integer generation in
/// an interval, ACM Transactions on Modeling and Computer Simulation 29, 2019).
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

    /// The expected draws were computed from the description above by another program.
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
