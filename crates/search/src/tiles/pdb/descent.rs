//! The hot path: one depth-first search of a subtree to a bound with tables.
//!
//! It visits the nodes that [`Stepwise`](crate::descent::Stepwise) visits with [`PdbHeuristic`](super::PdbHeuristic), its
//! slow twin, and counts them alike. It is faster because nodes are never made or copied: a move changes the places of one
//! tile's look-ups, which are swapped with those of its [`Slot`] (`children.rs`); the slot then holds what undoes the move.
//!
//! A tile that moves sideways passes no other: its rank stays, and the new entry lies near the old one. Of the board as it is
//! and the board reflected about a diagonal, every move is sideways in one and not in the other. So the look-ups in which it is
//! sideways (*near*) are read at once when a node is expanded. Only for a child that they do not prune are the others (*far*)
//! computed and their cache lines asked for; they are read when the child's turn comes.

use super::MOST_LOOKS;
use super::children::{Hand, Slot, TableDescent};
use super::reader::Place;
use super::slack::Slack;
use crate::deepening::End;
use crate::descent::{Descend, Descent, Extent, Found, Seed};
use crate::limits::LimitKind;
use crate::space::{Heuristic, StateSpace};
use crate::tiles::moves::Move;
use crate::tiles::space::TileState;

/// A node from which a search may begin.
pub(in crate::tiles) trait Places {
    /// Of each look-up; more may follow.
    fn places(&self) -> &[Place];

    /// The sums; more may follow.
    fn sums(&self) -> &[i16];
}

/// A node on the way from the root to the node in hand, and its children.
struct Frame<'t, M, const H: usize, const W: usize, const Z: bool> {
    slots: [Slot<'t, M, H, W, Z>; 4],
    kept: u8,
    /// The slot after the one that is being followed.
    next: u8,
    /// Children, those that have no slot too.
    children: u8,
    /// How many of them were counted.
    counted: u8,
}

/// Counts children, and looks at limits as often as [`Limits::check`](crate::Limits::check) asks for.
struct Counter<'a> {
    generated: u64,
    /// The count at which limits are looked at again.
    checkpoint: u64,
    check: &'a mut dyn FnMut(u64) -> Result<u64, LimitKind>,
}

impl Counter<'_> {
    #[inline(always)]
    fn add(&mut self, children: u8) -> Result<(), LimitKind> {
        let generated = self.generated + u64::from(children);
        if generated > self.checkpoint {
            self.look_at_limits(generated)?;
        }
        self.generated = generated;
        Ok(())
    }

    #[cold]
    fn look_at_limits(&mut self, generated: u64) -> Result<(), LimitKind> {
        while self.checkpoint < generated {
            self.generated = self.checkpoint;
            self.checkpoint = (self.check)(self.checkpoint)?;
        }
        Ok(())
    }
}

impl<'t, const H: usize, const W: usize, const Z: bool> TableDescent<'t, H, W, Z> {
    /// Puts the children of the node in hand that the near look-ups do not prune into its frame.
    #[inline(always)]
    fn expand<'s, S>(
        &'s self,
        space: &S,
        hand: &Hand,
        last: Option<S::Move>,
        slack: Slack<W>,
        frame: &mut Frame<'s, S::Move, H, W, Z>,
    ) where
        S: StateSpace<State = TileState, Move: Into<Move>>,
    {
        let (mut kept, mut children) = (0, 0);
        for m in space.moves(&hand.state, last) {
            let slot = &mut frame.slots[usize::from(kept) % 4];
            slot.m = m;
            slot.before = children;
            children += 1;
            kept += u8::from(self.prepare(slot, hand, slack));
        }
        (frame.kept, frame.next, frame.children, frame.counted) = (kept, 0, children, 0);
    }
}

impl<S, N, const H: usize, const W: usize, const Z: bool> Descend<S, N> for TableDescent<'_, H, W, Z>
where
    S: StateSpace<State = TileState, Move: Into<Move>>,
    N: Heuristic<S, Node: Places>,
{
    fn descend(&self, space: &S, _: &N, root: &Seed<S, N>, extent: Extent, found: &mut Found<S::Move>) -> Descent {
        let Extent { bound, before, check } = extent;
        let sums = &root.node.sums()[..self.sums];
        if sums.iter().all(|&sum| sum == 0) && space.is_goal(&root.state) {
            found.note(root.path.iter().copied());
            return Descent { expanded: 0, generated: 0, end: End::Solved, peak: 0 };
        }
        let mut hand = Hand { state: root.state, places: [Place::default(); MOST_LOOKS] };
        hand.places.iter_mut().zip(root.node.places()).for_each(|(place, root)| *place = *root);
        let mut counter = Counter { generated: before, checkpoint: before, check };
        let mut left = bound - root.path.len() as u32; // how many moves the bound leaves below the node in hand
        let mut slack = Slack::new(left, sums);
        let mut last = root.path.last().copied();
        let mut way: Vec<Frame<S::Move, H, W, Z>> = Vec::new();
        let mut depth = 0; // of the node in hand below the root: its frame in the way
        let mut expanded = 0;
        // To fill slots with; every cell of a board has a move.
        let Some(any) = space.moves(&hand.state, None).next() else {
            return Descent { expanded: 0, generated: 0, end: End::Complete { next: u32::MAX }, peak: 0 };
        };
        let mut complete = true; // whether nothing was above the bound
        let end = 'search: loop {
            expanded += 1;
            if depth == way.len() {
                way.push(Frame::new(any, self));
            }
            self.expand(space, &hand, last, slack, &mut way[depth]);
            complete &= way[depth].kept == way[depth].children;
            // Until a child is kept.
            (last, slack) = loop {
                let frame = &mut way[depth];
                if frame.next == frame.kept {
                    if let Err(kind) = counter.add(frame.children - frame.counted) {
                        break 'search End::Limit(kind);
                    }
                    if depth == 0 {
                        break 'search End::Complete { next: if complete { u32::MAX } else { bound + 2 } };
                    }
                    depth -= 1;
                    let parent = &mut way[depth];
                    let slot = &mut parent.slots[usize::from(parent.next - 1) % 4];
                    space.undo(&mut hand.state, slot.m);
                    self.swap(slot, &mut hand.places);
                    left += 1;
                    continue;
                }
                let slot = &mut frame.slots[usize::from(frame.next) % 4];
                frame.next += 1;
                if let Err(kind) = counter.add(slot.before + 1 - frame.counted) {
                    break 'search End::Limit(kind);
                }
                frame.counted = slot.before + 1;
                // Only damaged tables let a node be expanded with no move left.
                let Some(slack) = self.settle(slot, &hand.state).filter(|_| left > 0) else {
                    complete = false;
                    continue;
                };
                let m = slot.m;
                if left - 1 == 2 * slack.first() {
                    space.apply(&mut hand.state, m);
                    if space.is_goal(&hand.state) {
                        let below = way[..=depth].iter().map(|f| f.slots[usize::from(f.next - 1) % 4].m);
                        if found.note(root.path.iter().copied().chain(below)) {
                            break 'search End::Solved;
                        }
                        space.undo(&mut hand.state, m);
                        continue;
                    }
                    space.undo(&mut hand.state, m);
                }
                self.swap(slot, &mut hand.places);
                space.apply(&mut hand.state, m);
                left -= 1;
                depth += 1;
                break (Some(m), slack);
            };
        };
        let peak = size_of::<Frame<S::Move, H, W, Z>>() * way.capacity();
        Descent { expanded, generated: counter.generated - before, end, peak: peak as u64 }
    }
}

impl<'t, M: Copy, const H: usize, const W: usize, const Z: bool> Frame<'t, M, H, W, Z> {
    /// With no children; any move fills the slots.
    fn new(m: M, tables: &'t TableDescent<'t, H, W, Z>) -> Self {
        Self { slots: [Slot::new(m, tables); 4], kept: 0, next: 0, children: 0, counted: 0 }
    }
}
