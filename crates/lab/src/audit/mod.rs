//! Audits of scramblers: tests of the hypothesis that boards are uniformly random among the solvable ones.
//!
//! [`audit`] makes one [`AuditTest`] for each property of the boards. Each has a p-value: the probability that
//! uniformly random boards deviate from what is expected at least as much. With several tests, one of them deviates by
//! chance more often than one test alone; so a test fails by its *adjusted* p-value (Holm 1979). If boards are
//! uniformly random, the probability that any test fails at level 0.01 is at most about 0.01.

mod probability;

use fifteen_data::{DepthCounts, depth_counts};
use fifteen_puzzle::{Board, Metric, parity};
use serde::Serialize;

use self::probability::{chi_squared_tail, two_sided_normal_tail};

/// The smallest number of boards for which the distributions of the statistics are near enough to their limits.
pub const FEWEST_BOARDS: usize = 50;
/// The fewest boards that are expected in a class of a chi-squared test; smaller classes are joined.
const FEWEST_IN_CLASS: f64 = 5.0;

/// A property of boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Property {
    /// All boards can reach the goal.
    Solvable,
    /// The tile on each cell.
    Tiles,
    /// The cell of the blank.
    Blank,
    /// The parity of the number of single moves.
    Parity,
    /// The mean of the lengths.
    Mean,
    /// The distribution of the lengths.
    Lengths,
}

/// The test of a property.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AuditTest {
    /// The property.
    pub test: Property,
    /// The metric of the lengths, as a word.
    pub metric: Option<String>,
    /// Number of boards.
    pub boards: usize,
    /// Chi-squared, or for a mean its distance from the expected one in standard errors.
    pub statistic: f64,
    /// Degrees of freedom of chi-squared.
    pub freedom: Option<usize>,
    /// A number that was found: a mean, boards that cannot be solved, or that need an odd number of moves.
    pub observed: Option<f64>,
    /// The number that is expected.
    pub expected: Option<f64>,
    /// The probability of a deviation at least as large.
    pub p: f64,
    /// The p-value, adjusted for the number of tests.
    pub adjusted: f64,
}

/// Tests boards that are to be solved with `goal`. For each metric: the lengths of the boards that can be solved, if
/// known.
///
/// Lengths are compared with the published numbers of boards of each length; without them, or with the goal's blank in
/// no corner, they are left out.
pub fn audit(goal: &Board, boards: &[Board], lengths: &[(Metric, Vec<u32>)]) -> Vec<AuditTest> {
    let solvable: Vec<Board> = boards.iter().copied().filter(|board| parity::check(board, goal).is_ok()).collect();
    let mut tests = Vec::new();
    let unsolvable = boards.len() - solvable.len();
    if unsolvable > 0 {
        let counted = AuditTest { observed: Some(unsolvable as f64), expected: Some(0.0), ..AuditTest::NONE };
        tests.push(AuditTest { test: Property::Solvable, boards: boards.len(), p: 0.0, ..counted });
    }
    tests.extend([tiles(boards), blanks(boards), odd_lengths(goal, boards)]);
    for (metric, lengths) in lengths {
        if let Some(counts) = published(goal, *metric) {
            tests.extend(of_lengths(*metric, &counts.counts, lengths));
        }
    }
    adjust(&mut tests);
    tests
}

/// The published numbers of boards of each length.
pub fn published(goal: &Board, metric: Metric) -> Option<DepthCounts> {
    let (row, column) = goal.size().row_column(goal.blank());
    let in_corner = (row == 0 || row + 1 == goal.size().height()) && (column == 0 || column + 1 == goal.size().width());
    let turned = |size: fifteen_puzzle::Size| (size.height(), size.width());
    let is_of_size = |counts: &DepthCounts| counts.size == goal.size() || turned(counts.size) == sides(goal);
    depth_counts().into_iter().find(|counts| in_corner && counts.metric == metric && is_of_size(counts))
}

fn sides(goal: &Board) -> (usize, usize) {
    (goal.size().width(), goal.size().height())
}

impl AuditTest {
    const NONE: Self = Self {
        test: Property::Tiles,
        metric: None,
        boards: 0,
        statistic: 0.0,
        freedom: None,
        observed: None,
        expected: None,
        p: 1.0,
        adjusted: 1.0,
    };

    fn chi_squared(test: Property, boards: usize, statistic: f64, freedom: usize) -> Self {
        let p = chi_squared_tail(statistic, freedom);
        Self { test, boards, statistic, freedom: Some(freedom), p, ..Self::NONE }
    }

    /// True if the boards deviate by more than chance explains at this level.
    pub fn fails(&self, level: f64) -> bool {
        self.adjusted < level
    }
}

/// The blank and each tile on each cell. Each board has each of them once, so the deviations are not independent: of
/// the usual sum, (k - 1) / k is chi-squared with (k - 1)^2 degrees of freedom for k cells.
fn tiles(boards: &[Board]) -> AuditTest {
    let cells = boards.first().map_or(2, |board| board.size().cells());
    let mut counts = vec![0_u64; cells * cells];
    for board in boards {
        for (cell, &tile) in board.tiles().iter().enumerate() {
            counts[cell * cells + usize::from(tile)] += 1;
        }
    }
    let expected = vec![boards.len() as f64 / cells as f64; counts.len()];
    let statistic = pearson(&counts, &expected) * (cells - 1) as f64 / cells as f64;
    AuditTest::chi_squared(Property::Tiles, boards.len(), statistic, (cells - 1) * (cells - 1))
}

fn blanks(boards: &[Board]) -> AuditTest {
    let cells = boards.first().map_or(2, |board| board.size().cells());
    let mut counts = vec![0; cells];
    boards.iter().for_each(|board| counts[board.blank()] += 1);
    let expected = vec![boards.len() as f64 / cells as f64; cells];
    AuditTest::chi_squared(Property::Blank, boards.len(), pearson(&counts, &expected), cells - 1)
}

/// Boards that need an odd number of single moves: those with the blank on a cell of the other colour than in the goal.
fn odd_lengths(goal: &Board, boards: &[Board]) -> AuditTest {
    let size = goal.size();
    let is_odd = |cell: usize| size.colour(cell) != size.colour(goal.blank());
    let odd_cells = (0..size.cells()).filter(|&cell| is_odd(cell)).count();
    let odd = boards.iter().filter(|board| is_odd(board.blank())).count();
    let expected = (boards.len() * odd_cells) as f64 / size.cells() as f64;
    let (counts, all) = ([odd, boards.len() - odd].map(|count| count as u64), boards.len() as f64);
    let test = AuditTest::chi_squared(Property::Parity, boards.len(), pearson(&counts, &[expected, all - expected]), 1);
    AuditTest { observed: Some(odd as f64), expected: Some(expected), ..test }
}

/// The mean of the lengths, and their distribution.
fn of_lengths(metric: Metric, published: &[u64], lengths: &[u32]) -> Vec<AuditTest> {
    if lengths.is_empty() {
        return Vec::new();
    }
    let boards = lengths.len() as f64;
    let states = published.iter().sum::<u64>() as f64;
    let moment = |power: i32| {
        let terms = published.iter().enumerate().map(|(length, &count)| (length as f64).powi(power) * count as f64);
        terms.sum::<f64>() / states
    };
    let (expected, deviation) = (moment(1), (moment(2) - moment(1).powi(2)).sqrt());
    let observed = lengths.iter().map(|&length| f64::from(length)).sum::<f64>() / boards;
    let statistic = (observed - expected) / (deviation / boards.sqrt());
    let of_metric = AuditTest { metric: Some(metric.to_string()), boards: lengths.len(), ..AuditTest::NONE };
    let mean = AuditTest {
        test: Property::Mean,
        statistic,
        observed: Some(observed),
        expected: Some(expected),
        p: two_sided_normal_tail(statistic),
        ..of_metric.clone()
    };
    let (counts, classes) = in_classes(published, lengths);
    let mut tests = vec![mean];
    if classes.len() > 1 {
        let test =
            AuditTest::chi_squared(Property::Lengths, lengths.len(), pearson(&counts, &classes), classes.len() - 1);
        tests.push(AuditTest { metric: of_metric.metric, ..test });
    }
    tests
}

/// The numbers of boards found and expected in classes of consecutive lengths, of which each is expected to have
/// enough.
fn in_classes(published: &[u64], lengths: &[u32]) -> (Vec<u64>, Vec<f64>) {
    let states = published.iter().sum::<u64>() as f64;
    let (mut counts, mut classes) = (vec![0], vec![0.0]);
    let mut left = lengths.len() as f64;
    for (length, &states_of_length) in published.iter().enumerate() {
        let last = classes.len() - 1;
        let expected = lengths.len() as f64 * states_of_length as f64 / states;
        left -= expected;
        classes[last] += expected;
        counts[last] += lengths.iter().filter(|&&found| found as usize == length).count() as u64;
        if classes[last] >= FEWEST_IN_CLASS && left >= FEWEST_IN_CLASS {
            counts.push(0);
            classes.push(0.0);
        }
    }
    (counts, classes)
}

/// The sum of the squared deviations, each divided by the number expected.
fn pearson(counts: &[u64], expected: &[f64]) -> f64 {
    counts.iter().zip(expected).map(|(&count, expected)| (count as f64 - expected).powi(2) / expected).sum()
}

/// Adjusts the p-values for the number of tests, by the method of Holm.
fn adjust(tests: &mut [AuditTest]) {
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by(|&a, &b| tests[a].p.total_cmp(&tests[b].p));
    let mut least = 0.0_f64;
    for (rank, &test) in order.iter().enumerate() {
        least = least.max(tests[test].p * (tests.len() - rank) as f64).min(1.0);
        tests[test].adjusted = least;
    }
}

#[cfg(test)]
mod tests;
