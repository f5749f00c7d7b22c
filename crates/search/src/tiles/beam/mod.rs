//! Beam search (Lowerre 1976): a breadth-first search that keeps only the most promising nodes of
//! each layer.
//!
//! For example, a beam of width 2 expands at most two boards at each depth. If these boards have
//! five children with the estimates 9, 7, 7, 8 and 10, only the two children with the estimate 7
//! are expanded next. All other boards are forgotten, so a beam search may miss every solution. A
//! wider beam finds shorter solutions but takes more time.
//!
//! The search ends at the first layer that contains the goal. All nodes in this layer are generated
//! and counted. Threads expand separate chunks of a layer, but the order of the results does not
//! depend on the number of threads.

pub(in crate::tiles) mod selection;

use std::fmt;

use self::selection::{Candidate, SeenStates, select};
use crate::storage::Budget;
use crate::tiles::heuristics::Guide;
use crate::tiles::{Move, PADDED_CELLS, TileSpace, TileState};
use crate::{LimitKind, Limits, StateSpace};
use fifteen_resources::map_in_parallel;

/// Number of nodes in a *chunk*. Threads expand a layer chunk by chunk.
const CHUNK: usize = 1024;
/// Prefetch distance, in nodes. The table entries for a node are prefetched this many nodes early,
/// so that they are in the cache when the node is expanded.
const AHEAD: usize = 8;
/// Maximum width of a beam, in nodes. With this limit, the index of a node in its layer (30 bits)
/// and the direction of a move (2 bits) fit into a `u32`.
pub(crate) const MAX_WIDTH: usize = 1 << 30;

/// The width of a beam: the maximum number of nodes to keep in each layer, from 1 to 2^30.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BeamWidth(u32);

impl BeamWidth {
    /// The maximum width, 2^30 nodes.
    pub const MAX: Self = Self(MAX_WIDTH as u32);
    /// The default width, 1000 nodes.
    pub const DEFAULT: Self = Self(1000);

    /// Creates a width from a number of nodes. Returns `None` if it is 0 or exceeds
    /// [`MAX`](Self::MAX).
    pub fn new(nodes: u32) -> Option<Self> {
        (1..=Self::MAX.0).contains(&nodes).then_some(Self(nodes))
    }

    /// Returns the maximum number of nodes in a layer.
    pub fn nodes(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for BeamWidth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Maximum length of a solution found by beam search, in moves. A beam that has found no solution
/// after this many moves is unlikely to find one later.
pub const MOST_MOVES: u32 = 1000;

/// The parameters of one beam search, with the counters for its nodes and its memory.
pub(crate) struct BeamPass<'a> {
    pub(crate) space: &'a TileSpace,
    pub(crate) start: &'a TileState,
    /// Maximum number of nodes in a layer, at most [`MAX_WIDTH`].
    pub(crate) width: usize,
    /// Maximum length of a solution, in moves.
    pub(crate) most: u32,
    /// Maximum number of nodes to generate, not counting the root.
    pub(crate) nodes: u64,
    pub(crate) threads: usize,
    /// The limits of the whole search. A beam search itself checks only the time limit and the flag
    /// by which another thread cancels the search.
    pub(crate) limits: &'a Limits,
    pub(crate) budget: &'a mut Budget,
    pub(crate) counts: &'a mut BeamCounts,
}

/// The node counts of a beam search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct BeamCounts {
    /// Number of nodes generated, not counting the root.
    pub(crate) generated: u64,
    /// Number of nodes expanded, that is, nodes whose children were generated.
    pub(crate) expanded: u64,
}

/// A node of the current layer. `last` is the move that led to it, and `node` is what the heuristic
/// stores about it, such as the values of its table lookups.
struct BeamNode<N> {
    state: TileState,
    hash: u64,
    last: Option<Move>,
    node: N,
}

/// The result of expanding one chunk, which is a part of a layer.
struct Expansion {
    candidates: Vec<Candidate<Move>>,
    counts: BeamCounts,
    /// If a child is the goal, the index of its parent in the current layer, and the move from the
    /// parent.
    solution: Option<(u32, Move)>,
}

impl BeamPass<'_> {
    /// Runs the beam search and returns the moves of a solution. Returns `None` if it finds no
    /// solution, or if the heuristic cannot evaluate the start board.
    pub(in crate::tiles) fn run(
        self,
        heuristic: &impl Guide,
    ) -> Result<Option<Vec<Move>>, LimitKind> {
        let Self {
            space,
            start,
            width,
            most,
            nodes,
            threads,
            limits,
            budget,
            counts,
        } = self;
        // An error from the heuristic is not lost: the caller evaluates the start board as well,
        // and reports the error.
        let Ok(root) = heuristic.root(start) else {
            return Ok(None);
        };
        if space.is_goal(start) {
            return Ok(Some(Vec::new()));
        }
        let layers = BeamLayers {
            space,
            heuristic,
            numbers: numbers(PADDED_CELLS * PADDED_CELLS),
            most,
            nodes,
            threads,
            limits,
        };
        let root = BeamNode {
            state: *start,
            hash: 0,
            last: None,
            node: root,
        };
        let before = budget.used();
        let result = layers.search(root, width, budget, counts);
        // The search has freed all its memory by now, but has not returned all of it to the budget.
        // Return the rest here.
        budget.give((budget.used() - before) as usize);
        Ok(result?.map(|path| replayed(space, start, &path)))
    }
}

/// The settings of a beam search, which are the same for all its layers.
struct BeamLayers<'a, H> {
    space: &'a TileSpace,
    heuristic: &'a H,
    /// A random number for each pair of a tile and a cell. A state's hash is the XOR of the numbers
    /// of its tiles on their cells (Zobrist 1970). The start board simply gets the hash 0. This
    /// changes all hashes by the same constant, which makes no difference when hashes are compared.
    numbers: Vec<u64>,
    most: u32,
    nodes: u64,
    threads: usize,
    limits: &'a Limits,
}

impl<H: Guide> BeamLayers<'_, H> {
    /// Searches layer by layer, until a child is the goal. Returns the [`packed`] moves of the
    /// solution, from the last one to the first. Returns `None` if a layer is empty or the maximum
    /// length is reached.
    fn search(
        &self,
        root: BeamNode<H::Node>,
        width: usize,
        budget: &mut Budget,
        counts: &mut BeamCounts,
    ) -> Result<Option<Vec<u32>>, LimitKind> {
        let mut layer = vec![vec![root]];
        let mut history: Vec<Vec<u32>> = Vec::new();
        let (mut before, mut current) = (SeenStates::default(), SeenStates::default());
        for depth in 1..=self.most {
            let expansions = self.expand(
                &layer,
                self.most - depth,
                budget,
                self.nodes - counts.generated,
            )?;
            for expansion in &expansions {
                counts.generated += expansion.counts.generated;
                counts.expanded += expansion.counts.expanded;
            }
            if let Some((parent, m)) = expansions.iter().find_map(|expansion| expansion.solution) {
                return Ok(Some(path_back(&history, parent, m)));
            }
            if counts.generated == self.nodes {
                return Err(LimitKind::Nodes);
            }
            let chunks: Vec<_> = expansions
                .into_iter()
                .map(|expansion| expansion.candidates)
                .collect();
            let (kept, seen) = select(&chunks, width, &before, self.threads, budget)?;
            budget.give(candidate_bytes(&layer));
            drop(chunks);
            if kept.is_empty() {
                break;
            }
            budget.take(kept.len() * (size_of::<u32>() + size_of::<Candidate<Move>>()))?;
            history.push(
                kept.iter()
                    .map(|candidate| packed(candidate.parent, candidate.m))
                    .collect(),
            );
            let nodes = kept.len();
            budget.take(layer_bytes::<H::Node>(nodes))?;
            let next = self.materialise(&layer, &kept)?;
            budget.give(
                layer_bytes::<H::Node>(layer.iter().map(Vec::len).sum())
                    + nodes * size_of::<Candidate<Move>>(),
            );
            layer = next;
            budget.give(before.bytes());
            before = std::mem::replace(&mut current, seen);
        }
        Ok(None)
    }

    /// Generates the children of all nodes in a layer, but at most `quota` children. Drops children
    /// whose heuristic value exceeds `left`, because their solutions would exceed the maximum
    /// length.
    fn expand(
        &self,
        layer: &[Vec<BeamNode<H::Node>>],
        left: u32,
        budget: &mut Budget,
        mut quota: u64,
    ) -> Result<Vec<Expansion>, LimitKind> {
        budget.take(candidate_bytes(layer))?;
        let expand = |chunk: usize, quota: u64| {
            self.limits.check_interruption()?;
            Ok(self.expand_chunk(&layer[chunk], chunk * CHUNK, left, quota))
        };
        let most = ((MOST_CHILDREN + 1) * CHUNK * layer.len()) as u64;
        if quota > most {
            let expand = |chunk| expand(chunk, u64::MAX);
            return map_in_parallel(
                if layer.len() > 3 { self.threads } else { 1 },
                layer.len(),
                &expand,
            )
            .into_iter()
            .collect();
        }
        // The node limit may be reached in this layer, so expand its chunks one by one. The search
        // then ends exactly at the limit, at the same node for any number of threads.
        let mut expansions = Vec::with_capacity(layer.len());
        for chunk in 0..layer.len() {
            let expansion = expand(chunk, quota)?;
            quota -= expansion.counts.generated;
            expansions.push(expansion);
        }
        Ok(expansions)
    }

    fn expand_chunk(
        &self,
        nodes: &[BeamNode<H::Node>],
        first: usize,
        left: u32,
        quota: u64,
    ) -> Expansion {
        let mut candidates = Vec::with_capacity(MOST_CHILDREN * nodes.len() + 1);
        let (mut counts, mut solution) = (BeamCounts::default(), None);
        let sums = self.heuristic.sums();
        self.heuristic
            .expect(&mut nodes.iter().map(|node| (node.state, node.last)));
        for (
            index,
            (
                BeamNode {
                    state,
                    hash,
                    last,
                    node,
                },
                parent,
            ),
        ) in nodes.iter().zip(first as u32..).enumerate()
        {
            if let Some(later) = nodes.get(index + AHEAD) {
                self.space.moves(&later.state, later.last).for_each(|m| {
                    self.heuristic.prefetch(&later.state, &later.node, m);
                });
            }
            if counts.generated == quota {
                break;
            }
            counts.expanded += 1;
            for m in self.space.moves(state, *last) {
                if counts.generated == quota {
                    break;
                }
                counts.generated += 1;
                let Ok((value, total)) = self.heuristic.child_sums(state, node, m, left) else {
                    continue;
                };
                // A heuristic can have several sums of table distances. `value` is the largest sum,
                // and `total` adds up all sums. In the estimate, both have the same weight: the
                // largest sum is the most reliable, and the others distinguish boards with the same
                // `value`. For example, the sums 40 and 36 give an estimate of 76 + 2 * 40 = 156.
                let estimate = total + sums * value;
                if value == 0 && solution.is_none() {
                    solution = self
                        .space
                        .is_goal(&self.space.after(state, m))
                        .then_some((parent, m));
                }
                let tile = state.tile(m.to()) * PADDED_CELLS;
                let hash = hash ^ self.numbers[tile + m.to()] ^ self.numbers[tile + m.from()];
                candidates.push(Candidate {
                    hash,
                    parent,
                    estimate: estimate.min(u16::MAX.into()) as u16,
                    m,
                });
            }
        }
        Expansion {
            candidates,
            counts,
            solution,
        }
    }

    /// Creates the nodes of the next layer from the selected children. A child that is not selected
    /// never becomes a node, only a smaller [`Candidate`].
    fn materialise(
        &self,
        layer: &[Vec<BeamNode<H::Node>>],
        kept: &[Candidate<Move>],
    ) -> Result<Vec<Vec<BeamNode<H::Node>>>, LimitKind> {
        let count = kept.len().div_ceil(CHUNK);
        let nodes = |chunk: usize| -> Result<Vec<_>, LimitKind> {
            self.limits.check_interruption()?;
            let kept = &kept[chunk * CHUNK..kept.len().min((chunk + 1) * CHUNK)];
            let mut nodes = Vec::with_capacity(kept.len());
            for (index, candidate) in kept.iter().enumerate() {
                if let Some(later) = kept.get(index + AHEAD) {
                    let parent = parent_of(layer, later);
                    self.heuristic
                        .prefetch(&parent.state, &parent.node, later.m);
                }
                nodes.extend(self.node(layer, candidate));
            }
            Ok(nodes)
        };
        map_in_parallel(if count > 3 { self.threads } else { 1 }, count, &nodes)
            .into_iter()
            .collect()
    }

    fn node(
        &self,
        layer: &[Vec<BeamNode<H::Node>>],
        candidate: &Candidate<Move>,
    ) -> Option<BeamNode<H::Node>> {
        let (parent, &Candidate { hash, m, .. }) = (parent_of(layer, candidate), candidate);
        let node = self
            .heuristic
            .child(&parent.state, &parent.node, m, u32::MAX)
            .ok()?;
        let state = self.space.after(&parent.state, m);
        Some(BeamNode {
            state,
            hash,
            last: Some(m),
            node,
        })
    }
}

fn parent_of<'l, N>(layer: &'l [Vec<BeamNode<N>>], candidate: &Candidate<Move>) -> &'l BeamNode<N> {
    &layer[candidate.parent as usize / CHUNK][candidate.parent as usize % CHUNK]
}

/// Maximum number of children of a node other than the root. The move that undoes the last move is
/// never tried. The root has no last move, so it can have four children.
const MOST_CHILDREN: usize = 3;

/// Returns the maximum memory that is needed to expand a layer and to select the next one, in
/// bytes.
fn candidate_bytes<N>(layer: &[Vec<BeamNode<N>>]) -> usize {
    let nodes: usize = layer.iter().map(Vec::len).sum();
    // Each chunk has room for one extra child, because the root can have four. For each child, the
    // selection also stores a byte and a pair of numbers.
    (MOST_CHILDREN * nodes + layer.len())
        * (size_of::<Candidate<Move>>() + 1 + size_of::<(u64, u32)>())
}

fn layer_bytes<N>(nodes: usize) -> usize {
    nodes * size_of::<BeamNode<N>>()
}

/// Returns `count` pseudorandom numbers that are the same in every run (SplitMix64: Steele, Lea &
/// Flood 2014).
pub(in crate::tiles) fn numbers(count: usize) -> Vec<u64> {
    let number = |i: u64| {
        let mut x = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ x >> 31
    };
    (0..count as u64).map(number).collect()
}

fn packed(parent: u32, m: Move) -> u32 {
    parent << 2 | m.direction() as u32
}

/// Follows parent links back to the start board, to reconstruct a solution whose last move is `m`.
/// `parent` is the index of this move's node in the last layer. Returns the packed moves, from the
/// last one to the first.
fn path_back(history: &[Vec<u32>], parent: u32, m: Move) -> Vec<u32> {
    let mut path = vec![packed(parent, m)];
    for layer in history.iter().rev() {
        path.push(layer[(path[path.len() - 1] >> 2) as usize]);
    }
    path
}

/// Unpacks the moves of a path by replaying them from the start board. `path` lists the packed
/// moves from the last one to the first.
fn replayed(space: &TileSpace, start: &TileState, path: &[u32]) -> Vec<Move> {
    let mut state = *start;
    let moves = path.iter().rev().filter_map(|packed| {
        let m = space
            .moves(&state, None)
            .find(|m| m.direction() as u32 == packed & 3)?;
        space.apply(&mut state, m);
        Some(m)
    });
    moves.collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use fifteen_pdb::{Partition, TableBuilder, TableKind, distinct_patterns};
    use fifteen_puzzle::{Board, Goal, MoveOrder, RandomBoards, Size};

    use super::*;
    use crate::tiles::AnyHeuristic;
    use crate::tiles::pdb::{MAX_LOOKUPS, PdbHeuristic, PdbTables};

    const PARTITIONS: [&str; 2] = ["1/2/3/4/5/6/7/8", "1,2/3,4/5,6/7,8"];

    fn tables(goal: &Board, partitions: &[&str], kind: TableKind) -> PdbTables {
        let partitions: Vec<_> = partitions
            .iter()
            .map(|text| Partition::parse(text, goal).unwrap())
            .collect();
        let table = |pattern| Arc::new(TableBuilder::new().kind(kind).build(pattern).unwrap());
        let tables = distinct_patterns(&partitions).iter().map(table).collect();
        PdbTables::collection(goal, tables, &partitions, true).unwrap()
    }

    /// Checks that `child_sums` returns the same value as creating the child's node and evaluating
    /// it.
    #[test]
    fn child_sums_equal_those_of_the_nodes() {
        fn check(goal: &Board, guide: &impl Guide) {
            let space = TileSpace::new(goal, MoveOrder::ULRD);
            for board in RandomBoards::new(*goal, 6).take(10).chain([*goal]) {
                let state = space.state(&board).unwrap();
                let Ok(node) = guide.root(&state) else {
                    panic!("{board} has a value")
                };
                for m in space.moves(&state, None) {
                    let Ok(child) = guide.child(&state, &node, m, u32::MAX) else {
                        panic!("{board} has children")
                    };
                    let sums = |limit| guide.child_sums(&state, &node, m, limit);
                    let (value, total) = sums(u32::MAX).unwrap();
                    assert!(
                        value == guide.value(&child)
                            && (value..=guide.sums() * value).contains(&total),
                        "{board}"
                    );
                    assert_eq!(sums(value), Ok((value, total)));
                    assert!(
                        value == 0 || sums(value - 1).is_err_and(|above| above <= value),
                        "{board}"
                    );
                }
            }
        }
        let goal = Goal::Last.board(Size::new(3, 3).unwrap()).unwrap();
        let manhattan = AnyHeuristic::manhattan(&TileSpace::new(&goal, MoveOrder::ULRD));
        for kind in [TableKind::ZeroAware, TableKind::Additive] {
            let tables = tables(&goal, &PARTITIONS, kind);
            let tables = AnyHeuristic::from(tables);
            let sums = Arc::clone(tables.tables().unwrap());
            check(&goal, &PdbHeuristic::<MAX_LOOKUPS>::new(sums));
            check(
                &goal,
                &AnyHeuristic::Max([manhattan.clone(), tables].into()),
            );
        }
    }
}
