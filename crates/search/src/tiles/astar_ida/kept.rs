//! The states that A* keeps: packed, each with the last move of the shortest path found to it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU16, Ordering};

use fifteen_puzzle::Direction;

use crate::limits::LimitKind;
use crate::storage::state_table::StateTable;
use crate::storage::{Budget, List};
use crate::tiles::moves::DIRECTIONS;
use crate::tiles::space::Key;

/// The bound of a state that is not searched any more.
const NEVER: u16 = u16::MAX;
/// Links that are allocated at a time.
const LINKS: usize = 1024;
/// Bytes that the children of one state take at most, without the slots of the table.
const EXPANSION: u64 = 1 << 16;

/// Last move, depth, and the bound with which the subtree is to be searched next.
struct Link {
    parent: u32,
    /// Depth * 4 + the direction of the last move.
    step: u16,
    /// [`NEVER`] once A* has expanded the state, or nothing is left below it.
    bound: AtomicU16,
}

/// The states that A* has seen. Those that it has not expanded are open; when it ends they become the roots.
pub(super) struct KeptStates {
    numbers: StateTable,
    links: List<Link, LINKS>,
    /// By depth + value, then by value. Entries whose state has another bound by now are stale.
    open: BTreeMap<(u32, u32), List<u32>>,
    /// Roots of the subtrees that IDA* searches, once A* has ended: those of the least value first.
    roots: List<u32, LINKS>,
    budget: Budget,
}

impl KeptStates {
    /// The start alone, with that bound and value; its key and all others have `width` bytes.
    pub(super) fn new(start: Key, width: usize, bound: u32, value: u32, memory: u64) -> Result<Self, LimitKind> {
        let mut kept = Self {
            numbers: StateTable::new(width),
            links: List::default(),
            open: BTreeMap::new(),
            roots: List::default(),
            budget: Budget::new(Some(memory)),
        };
        kept.add(start, Link::new(0, 0, Direction::Up, bound)?)?;
        kept.push(0, bound, value)?;
        Ok(kept)
    }

    /// The largest number of bytes in use at a time.
    pub(super) fn peak(&self) -> u64 {
        self.budget.peak()
    }

    /// True if there is no room for the children of another state.
    pub(super) fn is_full(&self) -> bool {
        self.budget.left() < EXPANSION + self.numbers.growth(4) || self.numbers.len() as u64 + 4 > u64::from(u32::MAX)
    }

    /// The least bound of the open states.
    pub(super) fn least(&mut self) -> Option<u32> {
        while let Some(list) = self.open.first_entry() {
            if list.get().len() > 0 {
                return Some(list.key().0);
            }
            list.remove();
        }
        None
    }

    /// Takes the next open state with at most that bound: of the least bound one of the least value, the last found.
    pub(super) fn take(&mut self, bound: u32) -> Option<u32> {
        while self.least()? <= bound {
            let mut list = self.open.first_entry()?;
            let (bound, _) = *list.key();
            if let Some(number) = list.get_mut().pop(&mut self.budget)
                && self.bound(number) == bound
            {
                self.set_bound(number, u32::MAX);
                return Some(number);
            }
        }
        None
    }

    /// Keeps a child that A* has generated, unless a path to it is known that is as short. `bound` is depth + value.
    pub(super) fn reach(
        &mut self,
        child: Key,
        parent: u32,
        depth: u32,
        last: Direction,
        bound: u32,
    ) -> Result<(), LimitKind> {
        let link = Link::new(parent, depth, last, bound)?;
        let number = match self.numbers.find(&child.to_le_bytes()[..self.numbers.width()]) {
            Some(number) if self.depth(number) <= depth => return Ok(()),
            Some(number) => {
                if let Some(known) = self.links.get_mut(number as usize) {
                    *known = link;
                }
                number
            }
            None => self.add(child, link)?,
        };
        self.push(number, bound, bound - depth)
    }

    /// True if A* has reached a state on a path of at most that length.
    pub(super) fn has_reached(&self, state: &Key, depth: u32) -> bool {
        self.numbers
            .find(&state.to_le_bytes()[..self.numbers.width()])
            .is_some_and(|number| self.depth(number) <= depth)
    }

    /// Prefetches what [`has_reached`](Self::has_reached) and [`reach`](Self::reach) read first.
    pub(super) fn prefetch(&self, state: &Key) {
        self.numbers.prefetch(&state.to_le_bytes()[..self.numbers.width()]);
    }

    /// Ends A*: makes roots of the open states, and of the one that was taken last.
    pub(super) fn end_astar(&mut self, taken: u32, bound: u32, value: u32) -> Result<(), LimitKind> {
        self.set_bound(taken, bound);
        self.push(taken, bound, value)?;
        let mut lists: Vec<_> = std::mem::take(&mut self.open).into_iter().collect();
        lists.sort_by_key(|&((bound, value), _)| (value, bound));
        for ((bound, _), mut list) in lists {
            while let Some(number) = list.pop(&mut self.budget) {
                if self.bound(number) == bound {
                    self.roots.push(number, &mut self.budget)?;
                }
            }
        }
        Ok(())
    }

    /// Number of roots.
    pub(super) fn roots(&self) -> usize {
        self.roots.len()
    }

    /// The root with an index.
    pub(super) fn root(&self, index: usize) -> Option<u32> {
        self.roots.get(index).copied()
    }

    /// The length of the shortest path found to a state.
    pub(super) fn depth(&self, number: u32) -> u32 {
        self.links.get(number as usize).map_or(u32::MAX, |link| u32::from(link.step >> 2))
    }

    /// The state before a state, and the move that leads from there to it.
    pub(super) fn step(&self, number: u32) -> Option<(u32, Direction)> {
        let link = self.links.get(number as usize)?;
        Some((link.parent, DIRECTIONS[usize::from(link.step % 4)]))
    }

    /// The bound with which a state is to be searched next: no solution through it is shorter.
    pub(super) fn bound(&self, number: u32) -> u32 {
        let bound = self.links.get(number as usize).map_or(NEVER, |link| link.bound.load(Ordering::Relaxed));
        if bound == NEVER { u32::MAX } else { u32::from(bound) }
    }

    /// Raises the bound of a state; `u32::MAX`: it is not searched again.
    pub(super) fn set_bound(&self, number: u32, bound: u32) {
        if let Some(link) = self.links.get(number as usize) {
            link.bound.store(u16::try_from(bound).unwrap_or(NEVER), Ordering::Relaxed);
        }
    }

    fn add(&mut self, state: Key, link: Link) -> Result<u32, LimitKind> {
        self.links.push(link, &mut self.budget)?;
        self.numbers.insert(&state.to_le_bytes()[..self.numbers.width()], &mut self.budget)
    }

    fn push(&mut self, number: u32, bound: u32, value: u32) -> Result<(), LimitKind> {
        self.open.entry((bound, value)).or_default().push(number, &mut self.budget)
    }
}

impl Link {
    /// The link of a state. No board needs 16,384 moves: a path of that length is taken for a lack of memory.
    fn new(parent: u32, depth: u32, last: Direction, bound: u32) -> Result<Self, LimitKind> {
        let step = u16::try_from(depth << 2 | last as u32).map_err(|_| LimitKind::Memory)?;
        let bound = u16::try_from(bound).ok().filter(|&bound| bound < NEVER).ok_or(LimitKind::Memory)?;
        Ok(Self { parent, step, bound: AtomicU16::new(bound) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(memory: u64) -> KeptStates {
        KeptStates::new(5, 8, 10, 10, memory).unwrap()
    }

    #[test]
    fn states_are_taken_by_their_bound_and_their_value() {
        let mut kept = new(1 << 24);
        assert_eq!((kept.least(), kept.take(9), kept.take(10), kept.bound(0)), (Some(10), None, Some(0), u32::MAX));
        let mut reach = |child, parent, depth, bound| kept.reach(child, parent, depth, Direction::Left, bound).unwrap();
        // Numbers 1 to 4; the values are 11, 9, 9 and 6.
        reach(6, 0, 1, 12);
        reach(7, 0, 1, 10);
        reach(8, 0, 1, 10);
        reach(9, 1, 4, 10);
        // Neither a longer path nor one as long counts; a shorter one does.
        reach(7, 4, 5, 14);
        reach(8, 3, 1, 16);
        reach(9, 2, 2, 12);
        assert_eq!((kept.depth(1), kept.depth(4), kept.step(4)), (1, 2, Some((2, Direction::Left))));
        let reached =
            [(6, 0), (6, 1), (6, 2), (9, 1), (9, 2), (10, 9)].map(|(key, depth)| kept.has_reached(&key, depth));
        assert_eq!(reached, [false, true, true, false, true, false]);
        assert_eq!([kept.take(11), kept.take(11), kept.take(11), kept.least()], [Some(3), Some(2), None, Some(12)]);
        assert_eq!([kept.take(12), kept.take(12), kept.take(99)], [Some(4), Some(1), None]);
        kept.set_bound(1, 20);
        assert_eq!((kept.bound(1), kept.bound(2), kept.bound(77)), (20, u32::MAX, u32::MAX));
    }

    #[test]
    fn open_states_and_the_last_one_become_roots_the_least_values_first() {
        let mut kept = new(1 << 24);
        assert_eq!(kept.take(10), Some(0));
        for (child, depth, bound) in [(6, 1, 12), (7, 1, 10), (8, 3, 12), (9, 4, 10)] {
            kept.reach(child, 0, depth, Direction::Up, bound).unwrap();
        }
        assert_eq!(kept.take(10), Some(4));
        kept.end_astar(4, 10, 6).unwrap();
        assert_eq!(kept.roots(), 4);
        let roots: Vec<_> = (0..5).map(|index| kept.root(index)).collect();
        assert_eq!(roots, [Some(4), Some(2), Some(3), Some(1), None]);
        assert_eq!([1, 2, 3, 4].map(|number| kept.bound(number)), [12, 10, 12, 10]);
    }

    #[test]
    fn it_is_full_when_the_children_of_a_state_may_not_fit() {
        let with = |memory, states: u128| {
            let mut kept = new(memory);
            (1..states).for_each(|child| kept.reach(child + 5, 0, 1, Direction::Up, 10).unwrap());
            kept
        };
        // Four more states make the table grow from 1024 slots of 5 bytes to 2048.
        for (states, growth) in [(1, 0), (760, 0), (764, 1024 * 5)] {
            let used = with(1 << 24, states).peak();
            let full = |memory| with(memory, states).is_full();
            assert!(used > 5 * 1024 && !full(used + EXPANSION + growth) && full(used + EXPANSION + growth - 1));
        }
    }
}
