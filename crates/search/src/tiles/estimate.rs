//! Estimates the number of nodes in an iteration of IDA* before it is searched.
//!
//! The method is stratified sampling (Chen 1992), which Lelis, Zilles & Holte (2013) applied to
//! IDA*. A *probe* goes through the search tree level by level. It divides the nodes of a level
//! into *strata* of similar nodes and keeps one random node of each stratum. The kept node has a
//! weight, which is the number of nodes that it stands for. Only kept nodes are expanded. For
//! example, if two nodes of weights 3 and 1 fall into the same stratum, the first is kept with
//! probability 3/4, and the kept one gets the weight 4. The sum of all weights is an unbiased
//! estimate of the number of nodes, whatever the strata. It is accurate if the nodes of a stratum
//! have subtrees of similar sizes.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::atomic::{AtomicBool, Ordering};

use fastrand::Rng;

use super::pruning::{PrunedHeuristic, PrunedSpace};
use super::{HeuristicError, Move, OneIteration, TileSpace, TileState, WithHeuristic};
use crate::{Heuristic, StateSpace};

/// Minimum number of nodes that all probes of an estimate generate together. They take about 30 ms.
const LEAST_WORK: u64 = 60_000;
/// Number of nodes after which no further probe begins, however large the iteration is.
const MOST_WORK: u64 = 1_000_000;
/// Number of nodes in the iteration for each node that the probes generate, so that the estimate is
/// quick compared with the search. A node of a probe takes several times as long as a node of the
/// search.
const NODES_PER_SAMPLE: f64 = 1000.0;

/// The estimated size of an iteration that is searched completely. It is the same on every machine,
/// because the probes always use the same random numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IterationEstimate {
    /// Estimated number of nodes expanded.
    pub expanded: f64,
    /// Estimated number of nodes generated, not counting the root.
    pub generated: f64,
    /// Standard error of `generated`. If there were few probes, it is itself only a rough estimate.
    pub error: f64,
}

impl OneIteration<'_> {
    /// Estimates the number of nodes in this iteration. This takes from some hundredths of a second
    /// to about half a second. Returns `None` if `cancel` was set before the end.
    ///
    /// # Errors
    /// Returns the heuristic's error if it cannot evaluate the start.
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
        // The number of probes depends only on the nodes that they find, not on the time, so the
        // estimate is reproducible.
        while let Some(probe) = self.probe(space, heuristic, root.clone(), &mut random) {
            probes += 1.0;
            work += probe.work;
            expanded += probe.expanded;
            generated += probe.generated;
            squares += probe.generated * probe.generated;
            let mean = generated / probes;
            let enough = ((mean / NODES_PER_SAMPLE) as u64).clamp(LEAST_WORK, MOST_WORK);
            // If no two nodes shared a stratum, the probe counted the whole tree, and its result is
            // exact.
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
    /// Goes through the levels of the search tree once, starting with the root's `node`. Returns
    /// `None` if the estimate was cancelled.
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
        // Nodes are boxed because they may be large, and a `BTreeMap` moves its values around.
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
                    // The nodes of a stratum have the same slack, which is the number of moves left
                    // minus the value, and the same last move, so that the blank is on the same
                    // cell.
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

/// The weighted node counts of one probe.
#[derive(Default)]
struct Probe {
    expanded: f64,
    generated: f64,
    /// Number of nodes that the probe itself generated, not weighted.
    work: u64,
}

/// The node that was kept of a stratum.
struct Representative<M, N> {
    state: TileState,
    node: N,
    last: Option<M>,
    /// The number of nodes that this node stands for.
    weight: f64,
}
