//! The hardest arrangements of a set of pieces for a goal.

use fifteen_search::{LimitKind, Limits};

use super::states::{HardestStarts, farthest};
use crate::engine::layout::Layout;
use crate::engine::words::Key;
use crate::engine::{SearchEngine, WithEngine, dispatch};
use crate::error::SolveError;
use crate::options::{BlockOptions, Progress};
use crate::puzzle::Puzzle;

/// Steps of the list of arrangements between two checks of the limits: a step tries all places of a piece.
const LIMIT_CHECK: u64 = 1 << 12;

/// The hardest of all arrangements of a puzzle's pieces from which its goal can be reached, those that cannot be
/// reached from its start included.
///
/// The outer error is that of [`solve`](crate::solve()), the inner one the reason of a stop.
/// [`BlockOptions::symmetries`] has no effect.
///
/// # Errors
/// [`SolveError::NoGoal`] for a puzzle without a goal, [`SolveError::TooLarge`] if the states fit no key.
pub fn hardest_arrangements(
    puzzle: &Puzzle,
    options: &BlockOptions,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Result<Option<HardestStarts>, LimitKind>, SolveError> {
    if puzzle.goal().is_none() {
        return Err(SolveError::NoGoal);
    }
    let layout = Layout::new(puzzle, options.interchangeable);
    dispatch(layout, options, false, Hardest { options, progress })
}

struct Hardest<'a> {
    options: &'a BlockOptions,
    progress: &'a mut dyn FnMut(&Progress),
}

impl WithEngine for Hardest<'_> {
    type Output = Result<Option<HardestStarts>, LimitKind>;

    fn run<K: Key>(self, engine: &dyn SearchEngine<K>) -> Self::Output {
        // The keys of the goals, and about five times as much for their set.
        let most = self.options.limits.memory.map_or(usize::MAX, |bytes| bytes as usize / (6 * size_of::<K>()));
        let layout = engine.layout();
        let (taken, chosen) = (vec![false; layout.floor.len()], vec![Vec::new(); layout.classes.len()]);
        let limits = &self.options.limits;
        let mut arrangements = Arrangements { engine, limits, most, taken, chosen, steps: 0, keys: Vec::new() };
        arrangements.place(0, 0)?;
        let goals = arrangements.keys;
        if goals.is_empty() {
            return Ok(None);
        }
        farthest(engine, goals, self.options, self.progress, &mut 0).map(Some)
    }
}

/// Arrangements while they are listed, those that meet the goal.
struct Arrangements<'a, K> {
    engine: &'a dyn SearchEngine<K>,
    limits: &'a Limits,
    /// The most keys; more end in [`LimitKind::Memory`].
    most: usize,
    taken: Vec<bool>,
    /// The anchors of each class.
    chosen: Vec<Vec<usize>>,
    /// Number of calls of [`place`](Self::place).
    steps: u64,
    /// The keys of those that meet the goal.
    keys: Vec<K>,
}

impl<K: Key> Arrangements<'_, K> {
    /// Places the pieces of a class from one of its anchors on, and of all later classes.
    fn place(&mut self, class: usize, first: usize) -> Result<(), LimitKind> {
        self.steps += 1;
        if self.steps.is_multiple_of(LIMIT_CHECK) {
            self.limits.check(0)?;
        }
        let layout = self.engine.layout();
        let Some(c) = layout.classes.get(class) else {
            let key = self.engine.encode(&self.chosen);
            self.keys.extend(Some(key).filter(|&key| self.engine.is_goal(key)));
            return if self.keys.len() > self.most { Err(LimitKind::Memory) } else { Ok(()) };
        };
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
