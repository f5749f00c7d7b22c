//! The search engine: compact keys, moves of whole classes at once, layers split over tables and threads.
//!
//! From the puzzle, [`layout`] makes classes of pieces, [`plan`] decides how a state becomes a key, [`code`] has the
//! tables for that, [`moves`] finds neighbours, and [`layers`] searches. It is generic over the mask of cells and the
//! key, each one or more machine words; [`dispatch`] chooses them.

mod code;
mod columns;
mod goal;
pub(crate) mod layers;
pub(crate) mod layout;
pub(crate) mod moves;
mod part;
mod plan;
mod symmetry;
mod table;
pub(crate) mod words;

use code::Code;
use goal::GoalTest;
use layout::Layout;
use moves::Mover;
use plan::{Plan, WORD_BITS};
use words::{Key, Mask, Wide};

use crate::error::SolveError;
use crate::metric::Metric;
use crate::puzzle::Position;

/// The tables of a puzzle in a metric.
pub(crate) struct Engine<M, K> {
    pub(crate) layout: Layout,
    pub(crate) code: Code<M, K>,
    pub(crate) mover: Mover<M, K>,
    pub(crate) goal: GoalTest<M, K>,
}

impl<M: Mask, K: Key> Engine<M, K> {
    fn new(layout: Layout, plan: &Plan, metric: Metric, symmetric: bool) -> Self {
        let symmetries = if symmetric { symmetry::symmetries(&layout) } else { Vec::new() };
        let code = Code::new(&layout, plan, &symmetries);
        let mover = Mover::new(&layout, &code, &symmetries, metric);
        let goal = GoalTest::new(&layout, plan, &code);
        Engine { layout, code, mover, goal }
    }

    /// The key of the start.
    pub(crate) fn start(&self) -> K {
        self.code.encode(&self.layout.classes.iter().map(|c| c.start.clone()).collect::<Vec<_>>())
    }

    /// Whether a state solves the puzzle.
    pub(crate) fn is_goal(&self, key: K) -> bool {
        self.goal.is_met(&self.code, key)
    }

    /// A state as a position; equal pieces are named in the order of their cells.
    pub(crate) fn position(&self, key: K) -> Position {
        let mut scratch = self.mover.scratch();
        self.code.decode(key, &mut scratch.anchors);
        self.layout.position(&scratch.anchors.into_iter().map(|m| m.cells().collect()).collect::<Vec<_>>())
    }
}

/// Work that is done with an engine of any words.
pub(crate) trait Job {
    type Output;
    fn run<M: Mask, K: Key>(self, engine: &Engine<M, K>) -> Self::Output;
}

/// Makes the engine with the shortest words that hold the puzzle, and does the job with it.
pub(crate) fn dispatch<J: Job>(
    layout: Layout,
    metric: Metric,
    symmetric: bool,
    job: J,
) -> Result<J::Output, SolveError> {
    let plan = Plan::new(&layout);
    macro_rules! run {
        ($mask:ty, $key:ty) => {
            Ok(job.run(&Engine::<$mask, $key>::new(layout, &plan, metric, symmetric)))
        };
    }
    match (layout.floor.len(), plan.words) {
        (..=64, 1) => run!(u64, u64),
        (..=64, 2) => run!(u64, Wide<2>),
        (..=128, 1) => run!(u128, u64),
        (..=128, 2) => run!(u128, Wide<2>),
        (..=128, 3..=4) => run!(u128, Wide<4>),
        (..=256, ..=2) => run!(Wide<4>, Wide<2>),
        (..=256, 3..=16) => run!(Wide<4>, Wide<16>),
        (..=1024, ..=16) => run!(Wide<16>, Wide<16>),
        (cells, words) => Err(SolveError::TooLarge { cells, bits: words * WORD_BITS }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::layers::Layers;
    use crate::format;
    use crate::options::Options;
    use crate::puzzle::Puzzle;

    /// Goals of several equal pieces, by shape and symmetric ones too, and codes for many sets.
    const MORE: &str = "
## Four single cells, two of them in the goal
goal: by-shape
start     goal
.aabcc    ......
.abbcd    ......
efkkmd    ......
ghkkmn    ......
..llnn    e.ll.f

## Symmetric, all pieces told by the four empty cells
goal: by-shape
start     goal
abcd.     ..a..
e.f.g     ...b.
hiijk     .....
lmn.o     .....

## Symmetric, named
start     goal
a.bccd    ..ff..
e.ffgh    ......
ijffkl    ..ff..
";

    /// By layer: states, and those that solve the puzzle.
    fn census(puzzle: &Puzzle, limit: usize, metric: Metric, symmetric: bool, depth: u32) -> Vec<(u64, usize)> {
        let layout = Layout::new(puzzle, true);
        let plan = Plan::within(&layout, limit);
        assert_eq!(plan.words, 1, "{}", puzzle.name());
        let engine = Engine::<u64, u64>::new(layout, &plan, metric, symmetric);
        let options = Options { threads: 1, ..Options::new(metric) };
        let start = engine.code.canonical(engine.start());
        assert_eq!(engine.position(engine.start()), engine.layout.position(&starts(&engine.layout)));
        let mut layers = Layers::new(&engine, &options, false, &[start]);
        let mut counts = vec![(1, usize::from(engine.is_goal(start)))];
        while layers.layers <= depth {
            match layers.grow(&mut |_| ()).unwrap() {
                0 => break,
                states => counts.push((states, layers.filter(|key| engine.is_goal(key)).len())),
            }
        }
        counts
    }

    fn starts(layout: &Layout) -> Vec<Vec<usize>> {
        layout.classes.iter().map(|c| c.start.clone()).collect()
    }

    /// Planes, codes and the empty cells are three ways to write the same states.
    #[test]
    fn keys_of_every_kind_agree() {
        let data = include_str!("../../../../data/blocks.txt");
        let entries = [data, MORE].into_iter().flat_map(|text| format::parse(text).unwrap());
        let mut told = 0;
        for puzzle in entries.filter_map(|e| e.puzzle.ok()).filter(|p| p.name() != "Project Euler 766 hard") {
            let layout = Layout::new(&puzzle, true);
            told += usize::from(Plan::within(&layout, 0).fields.iter().any(|f| f.empties));
            for (metric, symmetric) in Metric::ALL.into_iter().zip([true, false, true]) {
                let depth = if layout.classes.len() > 5 && layout.width > 5 { 12 } else { 40 };
                let [normal, short] = [WORD_BITS, 0].map(|limit| census(&puzzle, limit, metric, symmetric, depth));
                assert_eq!(normal, short, "{} {metric}", puzzle.name());
            }
        }
        assert!(told > 40, "{told} puzzles are told by their empty cells");
    }
}
