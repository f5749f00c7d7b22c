//! The search engine, which represents states as short keys, generates the moves of all
//! interchangeable pieces at once, and runs breadth-first searches on several threads.
//!
//! The modules build on each other in this order:
//!
//! | module | provides |
//! | --- | --- |
//! | [`words`] | [`Words`]: a set of cells or a key, as one or more machine words |
//! | [`layout`] | [`BlockLayout`]: the board, and the classes of interchangeable pieces |
//! | [`symmetry`] | [`BoardSymmetry`]: a reflection or rotation that maps the puzzle to itself |
//! | [`key`] | [`KeyCodec`]: converts states to keys and back |
//! | [`moves`] | [`MoveGenerator`]: the moves of a state, in each metric |
//! | [`last_move`] | [`LastMove`]: the last move, which makes some of the next moves redundant |
//! | [`goal`] | [`GoalTest`]: tests whether a key meets the goal |
//! | [`search_engine`] | [`SearchEngine`]: the interface that searches use |
//! | [`state_set`], [`filter`], [`shard`] | the keys that a search has found |
//! | [`layers`] | [`StateLayers`]: breadth-first search, layer by layer |
//!
//! [`BlockEngine`] combines the first seven modules. Its type parameters are the lengths of a set
//! of cells and of a key, in words. [`build_engine`] chooses the smallest lengths that are enough
//! for a puzzle.

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
pub(crate) use layers::{STATES_BETWEEN_CHECKS, StateLayers};
pub(crate) use layout::BlockLayout;
use moves::{MoveGenerator, MoveScratch};
pub(crate) use search_engine::{Neighbour, SearchEngine};
pub(crate) use symmetry::{BoardSymmetry, symmetries};
pub(crate) use words::Words;

use crate::{BlockMetric, BlockOptions, BlockSearchError, Puzzle};

/// Maximum number of views of a state. The views are the state itself and its images when the board
/// is reflected or rotated. A square board has up to seven such images.
const MAX_VIEWS: usize = 8;

/// Length of the longest key, in words. It has room for one bit per cell of the largest board,
/// which has [`MAX_CELLS`](crate::MAX_CELLS) cells.
///
/// This is enough if all pieces are interchangeable. If every piece is unique, it is enough for the
/// compact [codes](key::plan) of at least a dozen pieces.
const LONGEST_KEY: usize = 20;

/// The rules of a puzzle in one metric, compiled into lookup tables for searches. A set of cells
/// takes `M` machine words. A key, which represents a state, takes `K` words.
struct BlockEngine<const M: usize, const K: usize> {
    layout: BlockLayout,
    codec: KeyCodec<M, K>,
    moves: MoveGenerator<M>,
    goal: GoalTest<M, K>,
    /// What each piece contributes to the key of a state and to the keys of its mirror images. The
    /// index combines the class of the piece, its location, and the view: 0 for the state itself,
    /// or the number of a mirror image. A move changes a key by the XOR of two contributions.
    parts: Vec<Words<K>>,
    /// Number of views of a state. The views are the state itself and its images under the
    /// symmetries of the puzzle.
    views: usize,
    images: LastMoveImages,
}

impl<const M: usize, const K: usize> BlockEngine<M, K> {
    fn new(layout: BlockLayout, plan: &KeyPlan, metric: BlockMetric, symmetric: bool) -> Self {
        let symmetries = if symmetric {
            symmetries(&layout)
        } else {
            Vec::new()
        };
        let codec = KeyCodec::new(&layout, plan, &symmetries);
        BlockEngine {
            parts: piece_parts(&layout, &codec.weights, &symmetries),
            moves: MoveGenerator::new(&layout, metric),
            goal: GoalTest::new(&layout, plan, &codec),
            views: 1 + symmetries.len(),
            images: LastMoveImages::new(&layout, &symmetries),
            codec,
            layout,
        }
    }

    /// Appends the neighbours of a state, for a puzzle with symmetries.
    ///
    /// A move changes the state's own key and the keys of its mirror images, each by two XORs. The
    /// smallest of the new keys represents the neighbour, so that all its mirror images count as
    /// one state.
    fn expand_views(
        &self,
        key: Words<K>,
        last: LastMove,
        scratch: &mut MoveScratch<M>,
        neighbours: &mut [Vec<Neighbour<K>>],
    ) {
        let mut keys = [key; MAX_VIEWS];
        let keys = &mut keys[..self.views];
        keys[1..].copy_from_slice(&self.codec.bases);
        let free = self.codec.decode(key, &mut keys[1..], &mut scratch.anchors);
        let shards = neighbours.len();
        self.moves.generate(free, last, scratch, |slide| {
            let from = &self.parts[slide.from * keys.len()..][..keys.len()];
            let to = &self.parts[slide.to * keys.len()..][..keys.len()];
            let (mut smallest, mut view) = (keys[0] ^ from[0] ^ to[0], 0);
            for (v, ((&key, &from), &to)) in keys.iter().zip(from).zip(to).enumerate().skip(1) {
                let image = key ^ from ^ to;
                if image < smallest {
                    (smallest, view) = (image, v);
                }
            }
            let last = self.images.image(slide.to, slide.last, view);
            neighbours[smallest.shard(shards)].push(Neighbour {
                key: smallest,
                last,
            });
        });
    }
}

impl<const M: usize, const K: usize> SearchEngine<K> for BlockEngine<M, K> {
    fn layout(&self) -> &BlockLayout {
        &self.layout
    }

    fn encode(&self, anchors: &[Vec<usize>]) -> Words<K> {
        self.codec.encode(anchors)
    }

    fn anchors_in_all(&self, keys: &[Words<K>]) -> Vec<Vec<usize>> {
        let mut anchors = self.moves.scratch().anchors;
        let mut found = vec![!Words::ZERO; anchors.len()];
        for &key in keys {
            self.codec.decode(key, &mut [], &mut anchors);
            for (found, &taken) in found.iter_mut().zip(&anchors) {
                *found &= taken;
            }
        }
        found.into_iter().map(Words::cells).collect()
    }

    fn anchors_in_any(&self, keys: &[Words<K>]) -> Vec<Vec<usize>> {
        let mut anchors = self.moves.scratch().anchors;
        let mut found = vec![Words::ZERO; anchors.len()];
        for &key in keys {
            self.codec.decode(key, &mut [], &mut anchors);
            for (found, &taken) in found.iter_mut().zip(&anchors) {
                *found |= taken;
            }
        }
        found.into_iter().map(Words::cells).collect()
    }

    fn canonical(&self, key: Words<K>) -> Words<K> {
        let mut images = self.codec.bases.clone();
        let mut anchors = self.moves.scratch().anchors;
        self.codec.decode(key, &mut images, &mut anchors);
        images.into_iter().fold(key, Words::min)
    }

    fn each_goal(&self, keys: &[Words<K>], found: &mut dyn FnMut(Words<K>)) {
        for &key in keys {
            if self.goal.is_met(&self.codec, key) {
                found(key);
            }
        }
    }

    fn expand(&self, keys: &[Words<K>], lasts: &[LastMove], neighbours: &mut [Vec<Neighbour<K>>]) {
        let mut scratch = self.moves.scratch();
        let shards = neighbours.len();
        for (&key, &last) in keys.iter().zip(lasts) {
            if self.views > 1 {
                self.expand_views(key, last, &mut scratch, neighbours);
                continue;
            }
            let free = self.codec.decode(key, &mut [], &mut scratch.anchors);
            self.moves.generate(free, last, &mut scratch, |slide| {
                let key = key ^ self.parts[slide.from] ^ self.parts[slide.to];
                neighbours[key.shard(shards)].push(Neighbour {
                    key,
                    last: slide.last,
                });
            });
        }
    }
}

/// A search engine for keys of any supported length. The search is compiled separately for each
/// length.
pub(crate) enum AnyEngine {
    OneWord(Box<dyn SearchEngine<1>>),
    TwoWords(Box<dyn SearchEngine<2>>),
    FourWords(Box<dyn SearchEngine<4>>),
    Longest(Box<dyn SearchEngine<LONGEST_KEY>>),
}

/// Builds the search engine for a puzzle. The engine uses the shortest keys, and the shortest sets
/// of cells, that are long enough for the puzzle.
///
/// If `symmetric` is set, a state and its mirror images count as one state.
///
/// # Errors
/// Returns [`BlockSearchError::TooLarge`] if a state does not fit into the longest key.
pub(crate) fn build_engine(
    puzzle: &Puzzle,
    options: &BlockOptions,
    symmetric: bool,
) -> Result<AnyEngine, BlockSearchError> {
    fn boxed<const M: usize, const K: usize>(
        layout: BlockLayout,
        plan: &KeyPlan,
        metric: BlockMetric,
        symmetric: bool,
    ) -> Box<dyn SearchEngine<K>> {
        Box::new(BlockEngine::<M, K>::new(layout, plan, metric, symmetric))
    }

    let layout = BlockLayout::new(puzzle, options.interchangeable);
    let plan = KeyPlan::new(&layout);
    let metric = options.metric;
    match (layout.floor.len(), plan.words) {
        (..=64, 1) => Ok(AnyEngine::OneWord(boxed::<1, 1>(
            layout, &plan, metric, symmetric,
        ))),
        (..=64, 2) => Ok(AnyEngine::TwoWords(boxed::<1, 2>(
            layout, &plan, metric, symmetric,
        ))),
        (..=64, ..=4) => Ok(AnyEngine::FourWords(boxed::<1, 4>(
            layout, &plan, metric, symmetric,
        ))),
        (..=128, 1) => Ok(AnyEngine::OneWord(boxed::<2, 1>(
            layout, &plan, metric, symmetric,
        ))),
        (..=128, 2) => Ok(AnyEngine::TwoWords(boxed::<2, 2>(
            layout, &plan, metric, symmetric,
        ))),
        (..=256, ..=4) => Ok(AnyEngine::FourWords(boxed::<4, 4>(
            layout, &plan, metric, symmetric,
        ))),
        (..=1024, ..=LONGEST_KEY) => Ok(AnyEngine::Longest(boxed::<16, LONGEST_KEY>(
            layout, &plan, metric, symmetric,
        ))),
        (cells, words) => Err(BlockSearchError::TooLarge {
            cells,
            bits: words * WORD_BITS,
            most: LONGEST_KEY * WORD_BITS,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format;
    use fifteen_resources::Threads;

    /// Puzzles for which keys are unusual: several interchangeable pieces in the goal, goals by
    /// shape, symmetric puzzles, and keys that represent many sets of places.
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

    /// Returns the number of states and the number of goal states in each layer of a search.
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
        let engine = BlockEngine::<1, 1>::new(layout, &plan, metric, symmetric);
        let engine: &dyn SearchEngine<1> = &engine;
        let start = engine.canonical(engine.start());
        assert_eq!(
            engine.position(engine.start()),
            engine.layout().position(&engine.layout().start())
        );
        let mut layers = StateLayers::new(engine, &options, false, vec![start]);
        let mut counts = vec![(1, usize::from(engine.is_goal(start)))];
        while layers.layers <= depth {
            match layers.grow(&mut |_| ()).unwrap() {
                0 => break,
                states => counts.push((states, layers.goals(0).unwrap().len())),
            }
        }
        counts
    }

    /// Checks that a search finds the same number of states in each layer with different kinds of
    /// keys: the usual ones, which are fast to decode, and the shortest possible ones.
    #[test]
    fn all_kinds_of_keys_find_the_same_states() {
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
