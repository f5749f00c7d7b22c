//! [`Side`]: one direction of a bidirectional search. It stores and expands the states reached from
//! one of the two roots.

use std::collections::BTreeMap;

use super::open::{Bucket, OpenCounts};
use super::rules::Rule;
use super::{Inconsistent, Meeting};
use crate::algorithms::reached::Reached;
use crate::algorithms::run::Run;
use crate::storage::List;
use crate::{Heuristic, KeyedSpace, LimitKind};

/// One direction of a bidirectional search: the states reached from its root, and the heuristics.
pub(super) struct Side<'a, S: KeyedSpace, H: Heuristic<S>, O: Heuristic<S>> {
    space: &'a S,
    /// This search's heuristic: a lower bound on the distance from a state to the root of the
    /// opposite search, which this search tries to reach.
    own: &'a H,
    /// The opposite search's heuristic: a lower bound on the distance from a state to the root of
    /// this search, which the opposite search tries to reach.
    opposite: &'a O,
    pub(super) open: OpenCounts,
    /// Number of states expanded by this search.
    pub(super) expanded: u64,
    reached: Reached<'a, S>,
    /// For each reached state, twice its depth, plus 1 if the state has already been expanded. One
    /// integer for both facts saves memory.
    depths: List<u32>,
    /// The open states, grouped by depth and priority. An entry is outdated, and is skipped, if its
    /// state has been expanded or has been reached by a shorter path since the entry was added.
    lists: BTreeMap<Bucket, EntryList<H::Node, O::Node>>,
}

/// An open state. `number` is its index among the reached states. `own` holds the data of this
/// search's heuristic for the state, and `opposite` holds the data of the opposite search's
/// heuristic.
struct Entry<N, O> {
    number: u32,
    own: N,
    opposite: O,
}

/// A list that allocates memory for 16 entries at a time. Allocating more would waste memory,
/// because most searches have many short lists, and an entry can take hundreds of bytes.
type EntryList<N, O> = List<Entry<N, O>, 16>;

impl<'a, S: KeyedSpace, H: Heuristic<S>, O: Heuristic<S>> Side<'a, S, H, O> {
    pub(super) fn new(space: &'a S, own: &'a H, opposite: &'a O) -> Self {
        Self {
            space,
            own,
            opposite,
            open: OpenCounts::default(),
            expanded: 0,
            reached: Reached::new(space),
            depths: List::default(),
            lists: BTreeMap::new(),
        }
    }

    /// Takes an open state out of a bucket, which is a group of open states, and marks it as
    /// expanded. Returns `None` if all entries of the bucket are outdated.
    fn take(&mut self, bucket: Bucket, run: &mut Run<'_>) -> Option<Entry<H::Node, O::Node>> {
        let list = self.lists.get_mut(&bucket)?;
        let taken = loop {
            let entry = list.pop(&mut run.budget)?;
            if let Some(depth) = self.depths.get_mut(entry.number as usize)
                && *depth == bucket.depth * 2
            {
                *depth += 1;
                break entry;
            }
        };
        if list.len() == 0 {
            self.lists.remove(&bucket);
        }
        Some(taken)
    }

    /// Returns the moves from the root of this search to a state.
    pub(super) fn path(&self, state: &S::State) -> Vec<S::Move> {
        self.reached.path(state.clone())
    }

    /// Returns the moves from a state to the root of this search. They undo the moves of
    /// [`path`](Self::path) in reverse order.
    pub(super) fn way_back(&self, from: &S::State) -> Vec<S::Move> {
        let space = self.space;
        let mut state = from.clone();
        let back = |&m: &S::Move| {
            let here = state.clone();
            space.undo(&mut state, m);
            space
                .moves(&here, None)
                .find(|&back| space.after(&here, back) == state)
        };
        self.path(from).iter().rev().filter_map(back).collect()
    }

    /// Adds the root of this search. `own` holds the data of this search's heuristic for the root,
    /// and `opposite` holds the data of the opposite search's heuristic for the root.
    pub(super) fn begin(
        &mut self,
        root: &S::State,
        (own, opposite): (H::Node, O::Node),
        rule: &Rule,
        run: &mut Run<'_>,
    ) -> Result<(), LimitKind> {
        let value = self.own.value(&own);
        if value < u32::MAX {
            let number = self.reached.begin(root, &mut run.budget)?;
            self.depths.push(0, &mut run.budget)?;
            let bucket = Bucket {
                key: rule.key(0, value, self.opposite.value(&opposite)),
                depth: 0,
            };
            self.open.add(bucket, value);
            self.lists.entry(bucket).or_default().push(
                Entry {
                    number,
                    own,
                    opposite,
                },
                &mut run.budget,
            )?;
        }
        Ok(())
    }

    /// Expands one state from a bucket, which is a group of open states. If the `other` search has
    /// already reached a child, the child completes a solution. Updates `best` if this solution is
    /// shorter. Returns [`Inconsistent`] if a heuristic breaks an assumption of the algorithm.
    pub(super) fn expand(
        &mut self,
        other: &Side<'_, S, O, H>,
        bucket: Bucket,
        rule: &Rule,
        run: &mut Run<'_>,
        best: &mut Option<Meeting<S::State>>,
    ) -> Result<Option<Inconsistent>, LimitKind> {
        const MOST: u32 = u32::MAX - 1;
        let space = self.space;
        let Some(Entry {
            number,
            own,
            opposite,
        }) = self.take(bucket, run)
        else {
            return Ok(Some(Inconsistent::Contradiction));
        };
        let values = (self.own.value(&own), self.opposite.value(&opposite));
        let cost = bucket.depth.saturating_add(values.0);
        if !self.open.remove(bucket, cost) {
            return Ok(Some(Inconsistent::Contradiction));
        }
        let Some(state) = self.reached.state(number) else {
            return Ok(None);
        };
        let depth = bucket.depth + 1;
        run.expanded += 1;
        self.expanded += 1;
        for m in space.moves(&state, self.reached.last_move(number)) {
            run.generate()?;
            let child = space.after(&state, m);
            let known = self.reached.find(&child);
            let before = known
                .and_then(|known| self.depths.get(known as usize))
                .copied();
            if before.is_some_and(|before| before / 2 <= depth) {
                continue;
            }
            let own = self.own.child(&state, &own, m, MOST);
            let opposite = self.opposite.child(&state, &opposite, m, MOST);
            // A heuristic says that the start state or the goal cannot be reached from this child,
            // so no solution passes through it.
            let (Ok(own), Ok(opposite)) = (own, opposite) else {
                continue;
            };
            let child_values = (self.own.value(&own), self.opposite.value(&opposite));
            if rule.needs_consistency()
                && (values.0.abs_diff(child_values.0) > 1 || values.1.abs_diff(child_values.1) > 1)
            {
                return Ok(Some(Inconsistent::LargeStep));
            }
            let bucket_at = |depth| Bucket {
                key: rule.key(depth, child_values.0, child_values.1),
                depth,
            };
            let number = match known {
                Some(known) => {
                    let before = before.unwrap_or(u32::MAX);
                    let cost_before = (before / 2).saturating_add(child_values.0);
                    if before % 2 == 0 && !self.open.remove(bucket_at(before / 2), cost_before) {
                        return Ok(Some(Inconsistent::Contradiction));
                    }
                    if let Some(depths) = self.depths.get_mut(known as usize) {
                        *depths = depth * 2;
                    }
                    self.reached.shorten(known, m);
                    known
                }
                None => {
                    self.depths.push(depth * 2, &mut run.budget)?;
                    self.reached.add(m, &mut run.budget)?
                }
            };
            self.open
                .add(bucket_at(depth), depth.saturating_add(child_values.0));
            let entry = Entry {
                number,
                own,
                opposite,
            };
            self.lists
                .entry(bucket_at(depth))
                .or_default()
                .push(entry, &mut run.budget)?;
            let rest = other
                .reached
                .find_as(&self.reached)
                .and_then(|number| other.depths.get(number as usize));
            if let Some(length) = rest.map(|rest| depth + rest / 2)
                && best.as_ref().is_none_or(|best| length < best.length)
            {
                *best = Some(Meeting {
                    length,
                    state: child,
                });
            }
        }
        Ok(None)
    }
}
