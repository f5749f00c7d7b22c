//! One direction of a bidirectional search: the states that it has reached, and the expansion of one of them.

use std::collections::BTreeMap;

use super::open::{Bucket, OpenCounts};
use super::{Meeting, Rule};
use crate::algorithms::bfs;
use crate::algorithms::run::Run;
use crate::limits::LimitKind;
use crate::space::{Heuristic, KeyedSpace};
use crate::storage::List;
use crate::storage::state_table::StateTable;

/// The states that one direction has reached, and its heuristics.
pub(super) struct Side<'a, S: KeyedSpace, H: Heuristic<S>, O: Heuristic<S>> {
    space: &'a S,
    /// A lower bound of the distance to the other root.
    own: &'a H,
    /// A lower bound of the distance to the own root.
    opposite: &'a O,
    pub(super) open: OpenCounts,
    seen: StateTable,
    /// The last move to each state but the first.
    moves: List<S::Move>,
    /// Twice the length of the shortest path found to each state, and 1 if the state is closed.
    depths: List<u32>,
    /// The open states. An entry whose state was closed or reached by a shorter path since is stale.
    lists: BTreeMap<Bucket, EntryList<H::Node, O::Node>>,
}

/// An open state: its number, and the nodes of both heuristics.
struct Entry<N, O> {
    number: u32,
    own: N,
    opposite: O,
}

/// In small pieces: with tables an entry has hundreds of bytes, and most searches have many short lists.
type EntryList<N, O> = List<Entry<N, O>, 16>;

impl<'a, S: KeyedSpace, H: Heuristic<S>, O: Heuristic<S>> Side<'a, S, H, O> {
    pub(super) fn new(space: &'a S, own: &'a H, opposite: &'a O) -> Self {
        Self {
            space,
            own,
            opposite,
            open: OpenCounts::default(),
            seen: StateTable::new(space.key_bytes()),
            moves: List::default(),
            depths: List::default(),
            lists: BTreeMap::new(),
        }
    }

    /// The length of the shortest path found to a state.
    fn depth_of(&self, key: &[u8]) -> Option<u32> {
        self.depths.get(self.seen.find(key)? as usize).map(|depth| depth / 2)
    }

    /// Takes an open state from a bucket, and closes it.
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

    /// The moves from this direction's root to a state.
    pub(super) fn path(&self, key: &[u8]) -> Vec<S::Move> {
        bfs::path(self.space, &self.seen, &self.moves, self.space.read_key(key))
    }

    /// The moves from a state to this direction's root.
    pub(super) fn way_back(&self, key: &[u8]) -> Vec<S::Move> {
        let space = self.space;
        let mut state = space.read_key(key);
        let back = |&m: &S::Move| {
            let here = state.clone();
            space.undo(&mut state, m);
            let leads_back = |&back: &S::Move| {
                let mut to = here.clone();
                space.apply(&mut to, back);
                to == state
            };
            space.moves(&here, None).find(leads_back)
        };
        self.path(key).iter().rev().filter_map(back).collect()
    }

    /// Adds the root.
    pub(super) fn begin(
        &mut self,
        root: &S::State,
        (own, opposite): (H::Node, O::Node),
        rule: &dyn Rule,
        run: &mut Run<'_>,
    ) -> Result<(), LimitKind> {
        let space = self.space;
        let mut key = vec![0; space.key_bytes()];
        space.write_key(root, &mut key);
        let value = self.own.value(&own);
        if value < u32::MAX {
            let number = self.seen.insert(&key, &mut run.budget)?;
            self.depths.push(0, &mut run.budget)?;
            let bucket = Bucket { key: rule.key(0, value, self.opposite.value(&opposite)), depth: 0 };
            self.open.add(bucket, value);
            self.lists.entry(bucket).or_default().push(Entry { number, own, opposite }, &mut run.budget)?;
        }
        Ok(())
    }

    /// Expands a state of a bucket. True if a move changes a value by more than 1 and the rule relies on that.
    pub(super) fn expand(
        &mut self,
        other: &Side<'_, S, O, H>,
        bucket: Bucket,
        rule: &dyn Rule,
        run: &mut Run<'_>,
        best: &mut Option<Meeting>,
    ) -> Result<bool, LimitKind> {
        const MOST: u32 = u32::MAX - 1;
        let space = self.space;
        let Some(Entry { number, own, opposite }) = self.take(bucket, run) else { return Ok(false) };
        let values = (self.own.value(&own), self.opposite.value(&opposite));
        self.open.remove(bucket, bucket.depth.saturating_add(values.0));
        let Some(state) = self.seen.get(number).map(|key| space.read_key(key)) else { return Ok(false) };
        let last = number.checked_sub(1).and_then(|before| self.moves.get(before as usize)).copied();
        let depth = bucket.depth + 1;
        let mut key = vec![0; space.key_bytes()];
        run.expanded += 1;
        for m in space.moves(&state, last) {
            run.generate()?;
            let mut child = state.clone();
            space.apply(&mut child, m);
            space.write_key(&child, &mut key);
            let known = self.seen.find(&key);
            let before = known.and_then(|known| self.depths.get(known as usize)).copied();
            if before.is_some_and(|before| before / 2 <= depth) {
                continue;
            }
            let own = self.own.child(&state, &own, m, MOST);
            let opposite = self.opposite.child(&state, &opposite, m, MOST);
            // A state from which a root cannot be reached.
            let (Ok(own), Ok(opposite)) = (own, opposite) else { continue };
            let child_values = (self.own.value(&own), self.opposite.value(&opposite));
            if rule.needs_consistency()
                && (values.0.abs_diff(child_values.0) > 1 || values.1.abs_diff(child_values.1) > 1)
            {
                return Ok(true);
            }
            let place = |depth| Bucket { key: rule.key(depth, child_values.0, child_values.1), depth };
            let number = match known {
                Some(known) => {
                    let before = before.unwrap_or(u32::MAX);
                    if before % 2 == 0 {
                        self.open.remove(place(before / 2), (before / 2).saturating_add(child_values.0));
                    }
                    self.shorten(known, m, depth);
                    known
                }
                None => {
                    self.moves.push(m, &mut run.budget)?;
                    self.depths.push(depth * 2, &mut run.budget)?;
                    self.seen.insert(&key, &mut run.budget)?
                }
            };
            self.open.add(place(depth), depth.saturating_add(child_values.0));
            let entry = Entry { number, own, opposite };
            self.lists.entry(place(depth)).or_default().push(entry, &mut run.budget)?;
            if let Some(length) = other.depth_of(&key).map(|rest| depth + rest)
                && best.as_ref().is_none_or(|best| length < best.length)
            {
                *best = Some(Meeting { length, key: key.clone() });
            }
        }
        Ok(false)
    }

    /// Records a shorter path to a state, which is open from now on.
    fn shorten(&mut self, number: u32, m: S::Move, depth: u32) {
        if let Some(known) = self.depths.get_mut(number as usize) {
            *known = depth * 2;
        }
        // The root has depth 0, which is never shortened: every other state has a last move.
        if let Some(last) = number.checked_sub(1).and_then(|before| self.moves.get_mut(before as usize)) {
            *last = m;
        }
    }
}
