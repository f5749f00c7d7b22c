//! Estimates the number of nodes in an iteration of IDA* before the iteration is searched.
//!
//! The method is stratified sampling (Chen 1992), which Lelis, Zilles & Holte (2013) applied to
//! IDA*. A *probe* descends the search tree level by level. It divides the nodes of a level into
//! *strata* of similar nodes, and keeps one random node of each stratum. The weight of this node is
//! the number of nodes that it represents. Only kept nodes are expanded.
//!
//! For example, if two nodes of weights 3 and 1 fall into the same stratum, the first is kept with
//! probability 3/4, and the kept node gets the weight 4. The sum of all weights is an unbiased
//! estimate of the number of nodes, however the strata are chosen. It is accurate if the nodes of a
//! stratum have subtrees of similar sizes.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::atomic::{AtomicBool, Ordering};

use fastrand::Rng;

use super::pruning::{PrunedHeuristic, PrunedSpace};
use super::{HeuristicError, Move, OneIteration, TileSpace, TileState, WithHeuristic};
use crate::{Heuristic, StateSpace};

/// Minimum number of nodes that an estimate generates, which takes about 30 ms. An estimate
/// generates fewer nodes only if a single descent covers the whole search tree.
const LEAST_WORK: u64 = 60_000;
/// After generating this many nodes, an estimate starts no further descent of the search tree. This
/// limits the time for large iterations to about half a second.
const MOST_WORK: u64 = 1_000_000;
/// An estimate generates one node for about a thousand nodes of the iteration. It must be quick
/// compared with the search, even though each of its nodes takes several times as long.
const NODES_PER_SAMPLE: f64 = 1000.0;

/// The estimated size of an iteration of IDA* that is searched completely. The estimate is the same
/// on every machine, because it uses a fixed random seed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IterationEstimate {
    /// Estimated number of expanded nodes.
    pub expanded: f64,
    /// Estimated number of generated nodes, excluding the root.
    pub generated: f64,
    /// Standard error of `generated`. After only a few probes, the standard error is itself a rough
    /// estimate.
    pub error: f64,
}

impl OneIteration<'_> {
    /// Estimates the number of nodes in this iteration. The estimate takes up to about half a
    /// second. Returns `None` if `cancel` is set before the estimate is complete.
    ///
    /// # Errors
    /// Returns the heuristic's error if it cannot evaluate the start board.
    pub fn estimate(
        &self,
        cancel: &AtomicBool,
    ) -> Result<Option<IterationEstimate>, HeuristicError> {
        let heuristic = self.heuristic.for_search(false);
        let task = EstimateTask {
            iteration: self,
            cancel,
        };
        heuristic.checked(task.with(heuristic.any()))
    }
}

struct EstimateTask<'a> {
    iteration: &'a OneIteration<'a>,
    cancel: &'a AtomicBool,
}

impl WithHeuristic for EstimateTask<'_> {
    type Output = Result<Option<IterationEstimate>, HeuristicError>;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(
        self,
        heuristic: &H,
    ) -> Self::Output {
        let OneIteration {
            space, mode, start, ..
        } = *self.iteration;
        let (space, heuristic) = (&PrunedSpace::new(space, mode), &PrunedHeuristic(heuristic));
        let root = heuristic
            .root(start)
            .map_err(Into::<HeuristicError>::into)?;
        let mut random = Rng::with_seed(1);
        let (mut probes, mut work) = (0.0, 0);
        let (mut expanded, mut generated, mut squares) = (0.0, 0.0, 0.0);
        // Stop after a number of nodes instead of a time, so that the estimate is reproducible.
        while let Some(probe) = self.probe(space, heuristic, root.clone(), &mut random) {
            probes += 1.0;
            work += probe.work;
            expanded += probe.expanded;
            generated += probe.generated;
            squares += probe.generated * probe.generated;
            let mean = generated / probes;
            let enough = ((mean / NODES_PER_SAMPLE) as u64).clamp(LEAST_WORK, MOST_WORK);
            // If the probe never had to choose one of several similar nodes, it has visited the
            // whole tree, and its counts are exact.
            if work >= enough || probe.work as f64 >= probe.generated {
                let variance = (squares / probes - mean * mean).max(0.0);
                let error = (variance / (probes - 1.0).max(1.0)).sqrt();
                return Ok(Some(IterationEstimate {
                    expanded: expanded / probes,
                    generated: mean,
                    error,
                }));
            }
        }
        Ok(None)
    }
}

impl EstimateTask<'_> {
    /// Descends the search tree once. On each level, it keeps one random node from each group of
    /// similar nodes. `node` is the heuristic's node of the start board. Returns `None` if the
    /// estimate is cancelled.
    fn probe<S, H>(
        &self,
        space: &S,
        heuristic: &H,
        node: H::Node,
        random: &mut Rng,
    ) -> Option<Probe>
    where
        S: StateSpace<State = TileState, Move: Into<Move>>,
        H: Heuristic<S>,
    {
        let OneIteration { start, bound, .. } = *self.iteration;
        let mut probe = Probe::default();
        // Nodes are boxed because they can be large, and a `BTreeMap` often moves its values in
        // memory.
        let mut level = BTreeMap::new();
        if heuristic.value(&node) <= bound {
            level.insert(
                (0, 0),
                Box::new(Representative {
                    state: *start,
                    node,
                    last: None,
                    weight: 1.0,
                }),
            );
        }
        for left in (0..bound).rev() {
            if self.cancel.load(Ordering::Relaxed) {
                return None;
            }
            let mut next: BTreeMap<(u32, usize), Box<Representative<_, _>>> = BTreeMap::new();
            for Representative {
                state,
                node,
                last,
                weight,
            } in level.into_values().map(|kept| *kept)
            {
                if heuristic.value(&node) == 0 && space.is_goal(&state) {
                    continue;
                }
                probe.expanded += weight;
                for m in space.moves(&state, last) {
                    probe.work += 1;
                    probe.generated += weight;
                    let Ok(child) = heuristic.child(&state, &node, m, left) else {
                        continue;
                    };
                    // Two nodes are similar if they have the same last move and the same number of
                    // spare moves, which are the moves left minus the heuristic value. The same
                    // last move implies the same cell of the blank.
                    let stratum = (left - heuristic.value(&child), m.into().index());
                    let kept = |weight| Representative {
                        state: space.after(&state, m),
                        node: child,
                        last: Some(m),
                        weight,
                    };
                    match next.entry(stratum) {
                        Entry::Vacant(place) => _ = place.insert(Box::new(kept(weight))),
                        Entry::Occupied(mut before) => {
                            let before = before.get_mut();
                            let total = before.weight + weight;
                            if random.f64() * total < weight {
                                **before = kept(total);
                            } else {
                                before.weight = total;
                            }
                        }
                    }
                }
            }
            level = next;
        }
        Some(probe)
    }
}

/// Node counts from one probe, which is a random descent of the tree. Each node is weighted by the
/// number of nodes that it represents.
#[derive(Default)]
struct Probe {
    expanded: f64,
    generated: f64,
    /// Number of nodes that the probe itself generated, without weights.
    work: u64,
}

/// The node that represents a group of similar nodes in a random probe of the search tree.
struct Representative<M, N> {
    state: TileState,
    node: N,
    last: Option<M>,
    /// Number of nodes that this node represents. The probe keeps only one node of each group of
    /// similar nodes, and the kept node represents all of them.
    weight: f64,
}
