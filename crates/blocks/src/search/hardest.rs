//! The hardest arrangements of a set of pieces for a goal.

use fifteen_search::{LimitKind, Limits};

use super::states::{HardestStarts, farthest};
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
    dispatch(puzzle, options, false, Hardest { options, progress })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::shape::Axis;
    use crate::puzzle::{Cell, Position};
    use crate::{BlockMetric, format, solve};

    const SMALL: [&str; 3] = [
        "## dominoes\nstart goal\nAAB   ...\nC.B   ...\nC..   .AA\n",
        "## locked\npieces: rush-hour\nstart goal\nA.BB  ....\nA.C.  ....\nDDC.  ..DD\n",
        "## gate\ngate: - for A\nstart goal\nAB-.  ....\nCC..  ...A\n",
    ];

    /// The puzzle with its pieces in all places of the board; those that are locked stay on their lines.
    fn arrangements(puzzle: &Puzzle) -> Vec<Puzzle> {
        let width = puzzle.width();
        let mut found: Vec<(Vec<u16>, Vec<usize>)> = vec![Default::default()];
        for (number, piece) in puzzle.pieces().iter().enumerate() {
            let start = puzzle.start().anchor(number);
            let on_its_line = |cell: &usize| match piece.axis {
                Some(Axis::Horizontal) => cell / width == start / width,
                Some(Axis::Vertical) => cell % width == start % width,
                None => true,
            };
            let placed = |(anchors, taken): &(Vec<u16>, Vec<usize>), cell: usize| {
                let covered = puzzle.fits(&piece.shape, cell)?;
                let is_free = |cell: &usize| !taken.contains(cell) && puzzle.admits(number, *cell);
                let anchors = [&anchors[..], &[cell as u16]].concat();
                covered.iter().all(is_free).then(|| (anchors, [&taken[..], &covered].concat()))
            };
            let cells = || (0..puzzle.cells().len()).filter(|&c| puzzle.cells()[c] == Cell::Floor).filter(on_its_line);
            found = found.iter().flat_map(|before| cells().filter_map(|cell| placed(before, cell))).collect();
        }
        found.into_iter().map(|(anchors, _)| puzzle.starting_from(&Position { anchors })).collect()
    }

    #[test]
    fn the_hardest_of_all_arrangements() {
        for (text, metric) in SMALL.into_iter().flat_map(|text| BlockMetric::ALL.map(|metric| (text, metric))) {
            let puzzle = format::parse(text).unwrap().remove(0).puzzle.unwrap();
            let options = BlockOptions { threads: 1, interchangeable: false, ..BlockOptions::new(metric) };
            let length = |puzzle: &Puzzle| solve(puzzle, &options, &mut |_| ()).unwrap().length;
            let lengths: Vec<Option<u32>> = arrangements(&puzzle).iter().map(length).collect();
            let hardest = lengths.iter().max().copied().flatten();
            let found = hardest_arrangements(&puzzle, &options, &mut |_| ()).unwrap().unwrap().unwrap();
            assert_eq!(Some(found.distance), hardest, "{text}{metric}");
            assert_eq!(found.count as usize, lengths.iter().filter(|&&length| length == hardest).count());
            assert!(found.positions.iter().all(|position| length(&puzzle.starting_from(position)) == hardest));
            assert!(lengths.len() > 3 && !found.positions.is_empty(), "{} of {text}", lengths.len());
        }
    }
}
