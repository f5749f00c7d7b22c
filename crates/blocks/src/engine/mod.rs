//! The search engine: compact keys, moves of whole classes at once, layers split over shards and threads.
//!
//! [`layout`] divides the pieces of a puzzle into classes, [`key`] writes a state as a key, [`moves`] finds neighbours,
//! [`goal`] tests for the goal, and [`layers`] searches with all threads; its [`shard`]s keep the keys,
//! recognise new ones by a [`state_set`], and keep old layers as a [`filter`]. An [`BlockEngine`] is generic over the
//! number of [`Words`] of a set of cells and of a key; [`dispatch`] chooses them for a [`WithEngine`], which sees the
//! engine as a [`SearchEngine`] and is generic over the key only.

mod filter;
mod goal;
mod key;
mod last_move;
mod layers;
mod layout;
mod moves;
mod search_engine;
mod shard;
mod state_set;
mod symmetry;
mod words;

use goal::GoalTest;
use key::plan::{KeyPlan, WORD_BITS};
use key::{KeyCodec, piece_parts};
pub(crate) use last_move::LastMove;
use last_move::LastMoveImages;
pub(crate) use layers::{LIMIT_CHECK, StateLayers};
pub(crate) use layout::BlockLayout;
use moves::{MoveGenerator, MoveScratch};
pub(crate) use search_engine::{Neighbour, SearchEngine};
pub(crate) use symmetry::{BoardSymmetry, symmetries};
pub(crate) use words::Words;

use crate::{BlockOptions, BlockProgress, BlockSearchError, Puzzle};

/// The most symmetries of a board, the identity included: a key and its images.
const MAX_VIEWS: usize = 8;

/// The tables of a puzzle in a metric, for sets of cells of `M` words and keys of `K` words.
pub(crate) struct BlockEngine<const M: usize, const K: usize> {
    layout: BlockLayout,
    code: KeyCodec<M, K>,
    mover: MoveGenerator<M>,
    goal: GoalTest<M, K>,
    /// A piece's parts of the key and of its images, by class and anchor.
    parts: Vec<Words<K>>,
    views: usize,
    images: LastMoveImages,
}

impl<const M: usize, const K: usize> BlockEngine<M, K> {
    fn new(layout: BlockLayout, plan: &KeyPlan, options: &BlockOptions, symmetric: bool) -> Self {
        let symmetries = if symmetric {
            symmetries(&layout)
        } else {
            Vec::new()
        };
        let views = 1 + symmetries.len();
        let code = KeyCodec::new(&layout, plan, &symmetries);
        let parts = piece_parts(&layout, &code.weights, &symmetries);
        let mover = MoveGenerator::new(&layout, options.metric);
        let goal = GoalTest::new(&layout, plan, &code);
        let images = LastMoveImages::new(&layout, &symmetries);
        BlockEngine {
            layout,
            code,
            mover,
            goal,
            parts,
            views,
            images,
        }
    }

    /// Adds the neighbours of a state of a board with symmetries.
    fn expand_views(
        &self,
        key: Words<K>,
        last: LastMove,
        scratch: &mut MoveScratch<M>,
        neighbours: &mut [Vec<Neighbour<K>>],
    ) {
        let mut keys = [key; MAX_VIEWS];
        let keys = &mut keys[..self.views];
        keys[1..].copy_from_slice(&self.code.bases);
        let free = self.code.decode(key, &mut keys[1..], &mut scratch.anchors);
        let shares = neighbours.len();
        self.mover.generate(free, last, scratch, |slide| {
            let from = &self.parts[slide.from * keys.len()..][..keys.len()];
            let to = &self.parts[slide.to * keys.len()..][..keys.len()];
            let (mut least, mut view) = (keys[0] ^ from[0] ^ to[0], 0);
            for (v, ((&key, &from), &to)) in keys.iter().zip(from).zip(to).enumerate().skip(1) {
                let image = key ^ from ^ to;
                if image < least {
                    (least, view) = (image, v);
                }
            }
            let last = self.images.image(slide.to, slide.last, view);
            neighbours[least.share(shares)].push(Neighbour { key: least, last });
        });
    }
}

impl<const M: usize, const K: usize> SearchEngine<K> for BlockEngine<M, K> {
    fn layout(&self) -> &BlockLayout {
        &self.layout
    }

    fn encode(&self, anchors: &[Vec<usize>]) -> Words<K> {
        self.code.encode(anchors)
    }

    fn anchors(&self, keys: &[Words<K>], all: bool) -> Vec<Vec<usize>> {
        let mut anchors = self.mover.scratch().anchors;
        let mut found = vec![if all { !Words::ZERO } else { Words::ZERO }; anchors.len()];
        for &key in keys {
            self.code.decode(key, &mut [], &mut anchors);
            for (found, &now) in found.iter_mut().zip(&anchors) {
                *found = if all { *found & now } else { *found | now };
            }
        }
        found.into_iter().map(Words::cells).collect()
    }

    fn canonical(&self, key: Words<K>) -> Words<K> {
        let mut images = self.code.bases.clone();
        self.code
            .decode(key, &mut images, &mut self.mover.scratch().anchors);
        images.into_iter().fold(key, Words::min)
    }

    fn add_goals(&self, keys: &[Words<K>], found: &mut Vec<Words<K>>) {
        for &key in keys {
            if self.goal.is_met(&self.code, key) {
                found.push(key);
            }
        }
    }

    fn expand(&self, keys: &[Words<K>], lasts: &[LastMove], neighbours: &mut [Vec<Neighbour<K>>]) {
        let mut scratch = self.mover.scratch();
        let shares = neighbours.len();
        for (&key, &last) in keys.iter().zip(lasts) {
            if self.views == 1 {
                let free = self.code.decode(key, &mut [], &mut scratch.anchors);
                self.mover.generate(free, last, &mut scratch, |slide| {
                    let key = key ^ self.parts[slide.from] ^ self.parts[slide.to];
                    neighbours[key.share(shares)].push(Neighbour {
                        key,
                        last: slide.last,
                    });
                });
            } else {
                self.expand_views(key, last, &mut scratch, neighbours);
            }
        }
    }
}

/// The words of the longest key: enough for a plane of [`MAX_CELLS`](crate::MAX_CELLS) cells and a dozen single pieces.
pub(crate) const LONGEST: usize = 20;

/// A search: a puzzle, what to find, and whom to tell on the way.
pub(crate) struct Request<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) options: &'a BlockOptions,
    pub(crate) progress: &'a mut dyn FnMut(&BlockProgress),
}

/// A kind of search with an engine of any words.
pub(crate) trait WithEngine {
    type Output;
    fn run<const K: usize>(engine: &dyn SearchEngine<K>, request: Request<'_>) -> Self::Output;
}

/// Makes the engine with the shortest words that hold the puzzle, if any do, and searches with it.
pub(crate) fn dispatch<W: WithEngine>(
    request: Request<'_>,
    symmetric: bool,
) -> Result<W::Output, BlockSearchError> {
    let layout = BlockLayout::new(request.puzzle, request.options.interchangeable);
    let plan = KeyPlan::new(&layout);
    macro_rules! run {
        ($mask:tt, $key:tt) => {
            Ok(W::run(
                &BlockEngine::<$mask, $key>::new(layout, &plan, request.options, symmetric),
                request,
            ))
        };
    }
    match (layout.floor.len(), plan.words) {
        (..=64, 1) => run!(1, 1),
        (..=64, 2) => run!(1, 2),
        (..=64, ..=4) => run!(1, 4),
        (..=128, 1) => run!(2, 1),
        (..=128, 2) => run!(2, 2),
        (..=256, ..=4) => run!(4, 4),
        (..=1024, ..=LONGEST) => run!(16, LONGEST),
        (cells, words) => Err(BlockSearchError::TooLarge {
            cells,
            bits: words * WORD_BITS,
            most: LONGEST * WORD_BITS,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::layers::StateLayers;
    use crate::format;
    use crate::metric::BlockMetric;
    use fifteen_resources::Threads;

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
        let layout = BlockLayout::new(puzzle, true);
        let plan = KeyPlan::within(&layout, limit);
        assert_eq!(plan.words, 1, "{}", puzzle.name());
        let options = BlockOptions {
            threads: Threads::ONE,
            ..BlockOptions::new(metric)
        };
        let engine = BlockEngine::<1, 1>::new(layout, &plan, &options, symmetric);
        let engine: &dyn SearchEngine<1> = &engine;
        let start = engine.canonical(engine.start());
        assert_eq!(
            engine.position(engine.start()),
            engine.layout().position(&engine.layout().start())
        );
        let mut layers = StateLayers::new(engine, &options, false, &[start]);
        let mut counts = vec![(1, usize::from(engine.is_goal(start)))];
        while layers.layers <= depth {
            match layers.grow(&mut |_| ()).unwrap() {
                0 => break,
                states => counts.push((states, layers.goals().len())),
            }
        }
        counts
    }

    /// Planes, codes and complement classes write the same states.
    #[test]
    fn keys_of_every_kind_agree() {
        let data = include_str!("../../../../data/blocks.txt");
        let entries = [data, MORE]
            .into_iter()
            .flat_map(|text| format::parse(text).unwrap());
        let mut complements = 0;
        for puzzle in entries
            .filter_map(|e| e.puzzle.ok())
            .filter(|p| p.name() != "Project Euler 766 hard")
        {
            let layout = BlockLayout::new(&puzzle, true);
            complements += usize::from(
                KeyPlan::within(&layout, 0)
                    .fields
                    .iter()
                    .any(|f| f.complement),
            );
            for (metric, symmetric) in BlockMetric::ALL.into_iter().zip([true, false, true]) {
                let depth = if layout.classes.len() > 5 && layout.width > 5 {
                    12
                } else {
                    40
                };
                let [normal, short] = [WORD_BITS, 0]
                    .map(|limit| layer_counts(&puzzle, limit, metric, symmetric, depth));
                assert_eq!(normal, short, "{} {metric}", puzzle.name());
            }
        }
        assert!(
            complements > 40,
            "{complements} puzzles have a complement class"
        );
    }
}
