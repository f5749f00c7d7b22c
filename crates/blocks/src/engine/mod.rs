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
mod prefetch;
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
