//! The ways in which the pieces of a puzzle fit on its board: estimated, or listed.

use fifteen_search::Limits;

use crate::engine::SearchEngine;
use crate::engine::layout::{Class, Layout};
use crate::engine::words::Key;
use crate::options::StopReason;
use crate::puzzle::Puzzle;

/// Steps of the list of arrangements between two checks of the limits: a step tries all places of a piece.
const LIMIT_CHECK: u64 = 1 << 12;

/// The most work of an estimate: cells looked at.
const MOST_WORK: usize = 200_000_000;

/// An estimate of the number of arrangements, equal pieces not told apart: a bound on the states that can be reached,
/// which are mostly fewer.
///
/// Each sample places one piece after the other on a random free place, and counts the product of the numbers of free
/// places (Knuth 1975). The mean over all samples is the number of arrangements.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Arrangements {
    /// The mean.
    pub number: f64,
    /// Its standard error.
    pub error: f64,
}

impl Arrangements {
    /// The estimate from some samples, from fewer if each takes long; the same for the same seed. A limit of time and a
    /// flag end it with the samples that are there, one at least.
    pub fn estimate(puzzle: &Puzzle, samples: u32, seed: u64, limits: &Limits) -> Self {
        let layout = Layout::new(puzzle, true);
        let mut random = fastrand::Rng::with_seed(seed);
        // Large pieces first: few samples end without room.
        let mut classes: Vec<&Class> = layout.classes.iter().collect();
        classes.sort_by_key(|class| (std::cmp::Reverse(class.offsets.len()), class.anchors.len()));
        let work: usize = classes.iter().map(|c| c.pieces.len() * c.anchors.len() * c.offsets.len()).sum();
        let samples = samples.min((MOST_WORK / work.max(1)) as u32).max(1);
        let (mut sum, mut squares, mut n) = (0.0, 0.0, 0.0);
        while n < f64::from(samples) && (n == 0.0 || limits.check(0).is_ok()) {
            let value = sample(&layout, &classes, &mut random);
            sum += value;
            squares += value * value;
            n += 1.0;
        }
        let (mean, variance) = (sum / n, (squares / n - (sum / n).powi(2)).max(0.0));
        Arrangements { number: mean, error: (variance / n).sqrt() }
    }
}

fn sample(layout: &Layout, classes: &[&Class], random: &mut fastrand::Rng) -> f64 {
    let mut taken = vec![false; layout.floor.len()];
    let mut weight = 1.0;
    for class in classes {
        for already in 0..class.pieces.len() {
            let free: Vec<usize> =
                class.anchors.iter().copied().filter(|&a| layout.covered(class, a).all(|cell| !taken[cell])).collect();
            let Some(&anchor) = random.choice(&free) else { return 0.0 };
            layout.covered(class, anchor).for_each(|cell| taken[cell] = true);
            // The order in which equal pieces are placed does not matter.
            weight *= free.len() as f64 / (already + 1) as f64;
        }
    }
    weight
}

/// The keys of all arrangements that meet the goal.
///
/// # Errors
/// [`StopReason::Memory`] if there are more than `most`, and the reason of any other limit.
pub(super) fn goal_keys<K: Key>(
    engine: &dyn SearchEngine<K>,
    limits: &Limits,
    most: usize,
) -> Result<Vec<K>, StopReason> {
    let layout = engine.layout();
    let mut keys = Vec::new();
    let mut add = |chosen: &[Vec<usize>]| {
        keys.extend(Some(engine.encode(chosen)).filter(|&key| engine.is_goal(key)));
        if keys.len() > most { Err(StopReason::Memory) } else { Ok(()) }
    };
    let (taken, chosen) = (vec![false; layout.floor.len()], vec![Vec::new(); layout.classes.len()]);
    ArrangementList { layout, limits, taken, chosen, steps: 0, add: &mut add }.place(0, 0)?;
    Ok(keys)
}

/// Takes the anchors of each class in an arrangement.
type AddArrangement<'a> = &'a mut dyn FnMut(&[Vec<usize>]) -> Result<(), StopReason>;

/// Arrangements while they are listed.
struct ArrangementList<'a> {
    layout: &'a Layout,
    limits: &'a Limits,
    taken: Vec<bool>,
    /// The anchors of each class.
    chosen: Vec<Vec<usize>>,
    /// Number of calls of [`place`](Self::place).
    steps: u64,
    /// Called with the anchors of each arrangement.
    add: AddArrangement<'a>,
}

impl ArrangementList<'_> {
    /// Places the pieces of a class from one of its anchors on, and of all later classes.
    fn place(&mut self, class: usize, first: usize) -> Result<(), StopReason> {
        self.steps += 1;
        if self.steps.is_multiple_of(LIMIT_CHECK) {
            self.limits.check(0)?;
        }
        let layout = self.layout;
        let Some(c) = layout.classes.get(class) else { return (self.add)(&self.chosen) };
        if self.chosen[class].len() == c.pieces.len() {
            return self.place(class + 1, 0);
        }
        // Pieces that all have a place in the goal stand nowhere else.
        let mut terms = layout.goal.iter().flatten();
        let fixed = terms.find(|term| term.classes == [class] && term.anchors.len() == c.pieces.len());
        let places = fixed.map_or(&c.anchors, |term| &term.anchors);
        for (index, &anchor) in places.iter().enumerate().skip(first) {
            let cells: Vec<usize> = layout.covered(c, anchor).collect();
            if cells.iter().any(|&cell| self.taken[cell]) {
                continue;
            }
            cells.iter().for_each(|&cell| self.taken[cell] = true);
            self.chosen[class].push(anchor);
            let placed = self.place(class, index + 1);
            self.chosen[class].pop();
            cells.iter().for_each(|&cell| self.taken[cell] = false);
            placed?;
        }
        Ok(())
    }
}
