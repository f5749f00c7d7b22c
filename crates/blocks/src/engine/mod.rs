//! The search engine: compact keys, moves of whole classes at once, layers split over shards and threads.
//!
//! [`layout`] divides the pieces of a puzzle into classes, [`key`] writes a state as a key, [`moves`] finds neighbours,
//! [`goal`] tests for the goal, and [`layers`] searches; its [`shard`]s keep the keys, recognise new ones by a
//! [`state_set`], and keep old layers as a [`filter`]. An [`Engine`] is generic over the mask of cells and the key, each one or more machine words
//! ([`words`]); [`dispatch`] chooses them for a [`WithEngine`].

mod filter;
mod goal;
mod key;
pub(crate) mod layers;
pub(crate) mod layout;
pub(crate) mod moves;
mod shard;
mod state_set;
pub(crate) mod symmetry;
pub(crate) mod words;

use goal::GoalTest;
use key::codec::KeyCodec;
use key::plan::{KeyPlan, WORD_BITS};
use layout::Layout;
use moves::MoveGenerator;
use words::{Key, Mask, Wide};

use crate::error::SolveError;
use crate::metric::BlockMetric;
use crate::puzzle::Position;

/// The tables of a puzzle in a metric.
pub(crate) struct Engine<M, K> {
    pub(crate) layout: Layout,
    pub(crate) code: KeyCodec<M, K>,
    pub(crate) mover: MoveGenerator<M, K>,
    pub(crate) goal: GoalTest<M, K>,
}

impl<M: Mask, K: Key> Engine<M, K> {
    fn new(layout: Layout, plan: &KeyPlan, metric: BlockMetric, symmetric: bool) -> Self {
        let symmetries = if symmetric { symmetry::symmetries(&layout) } else { Vec::new() };
        let code = KeyCodec::new(&layout, plan, &symmetries);
        let mover = MoveGenerator::new(&layout, &code, &symmetries, metric);
        let goal = GoalTest::new(&layout, plan, &code);
        Engine { layout, code, mover, goal }
    }

    /// The key of the start.
    pub(crate) fn start(&self) -> K {
        self.code.encode(&self.layout.classes.iter().map(|c| c.start.clone()).collect::<Vec<_>>())
    }

    /// Returns true if a state meets the goal.
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

/// The words of the longest key: enough for a plane of [`MAX_CELLS`](crate::MAX_CELLS) cells and a dozen single pieces.
pub(crate) const LONGEST: usize = 20;

/// Work with an engine of any words.
pub(crate) trait WithEngine {
    type Output;
    fn run<M: Mask, K: Key>(self, engine: &Engine<M, K>) -> Self::Output;
}

/// Makes the engine with the shortest words that hold the puzzle, and runs the work with it.
///
/// # Errors
/// [`SolveError::TooLarge`] if the puzzle fits no words.
pub(crate) fn dispatch<W: WithEngine>(
    layout: Layout,
    metric: BlockMetric,
    symmetric: bool,
    work: W,
) -> Result<W::Output, SolveError> {
    let plan = KeyPlan::new(&layout);
    macro_rules! run {
        ($mask:ty, $key:ty) => {
            Ok(work.run(&Engine::<$mask, $key>::new(layout, &plan, metric, symmetric)))
        };
    }
    match (layout.floor.len(), plan.words) {
        (..=64, 1) => run!(u64, u64),
        (..=64, 2) => run!(u64, Wide<2>),
        (..=128, 1) => run!(u128, u64),
        (..=128, 2) => run!(u128, Wide<2>),
        (..=256, ..=4) => run!(Wide<4>, Wide<4>),
        (..=1024, ..=LONGEST) => run!(Wide<16>, Wide<LONGEST>),
        (cells, words) => Err(SolveError::TooLarge { cells, bits: words * WORD_BITS, most: LONGEST * WORD_BITS }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::layers::Layers;
    use crate::format;
    use crate::options::BlockOptions;
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

## Symmetric, with a complement class
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

    /// The number of states and of goal states, by layer.
    fn layer_counts(
        puzzle: &Puzzle,
        limit: usize,
        metric: BlockMetric,
        symmetric: bool,
        depth: u32,
    ) -> Vec<(u64, usize)> {
        let layout = Layout::new(puzzle, true);
        let plan = KeyPlan::within(&layout, limit);
        assert_eq!(plan.words, 1, "{}", puzzle.name());
        let engine = Engine::<u64, u64>::new(layout, &plan, metric, symmetric);
        let options = BlockOptions { threads: 1, ..BlockOptions::new(metric) };
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

    /// Planes, codes and complement classes write the same states.
    #[test]
    fn keys_of_every_kind_agree() {
        let data = include_str!("../../../../data/blocks.txt");
        let entries = [data, MORE].into_iter().flat_map(|text| format::parse(text).unwrap());
        let mut complements = 0;
        for puzzle in entries.filter_map(|e| e.puzzle.ok()).filter(|p| p.name() != "Project Euler 766 hard") {
            let layout = Layout::new(&puzzle, true);
            complements += usize::from(KeyPlan::within(&layout, 0).fields.iter().any(|f| f.complement));
            for (metric, symmetric) in BlockMetric::ALL.into_iter().zip([true, false, true]) {
                let depth = if layout.classes.len() > 5 && layout.width > 5 { 12 } else { 40 };
                let [normal, short] =
                    [WORD_BITS, 0].map(|limit| layer_counts(&puzzle, limit, metric, symmetric, depth));
                assert_eq!(normal, short, "{} {metric}", puzzle.name());
            }
        }
        assert!(complements > 40, "{complements} puzzles have a complement class");
    }
}
