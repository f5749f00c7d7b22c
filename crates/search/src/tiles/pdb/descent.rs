//! The hot path: one depth-first search of a subtree to a bound with tables.
//!
//! It visits the nodes that [`descend`](crate::descent::descend) visits with [`PdbHeuristic`](super::PdbHeuristic), its
//! slow twin, and counts them alike. It is faster because nodes are never made or copied: a move changes the places of one
//! tile's look-ups, which are swapped with those of its [`Slot`]; the slot then holds what undoes the move.
//!
//! A tile that moves sideways passes no other: its rank stays, and the new entry lies near the old one. Of the board as it is
//! and the board reflected about a diagonal, every move is sideways in one and not in the other. So the look-ups in which it is
//! sideways (*near*) are read at once when a node is expanded. Only for a child that they do not prune are the others (*far*)
//! computed and their cache lines asked for; they are read when the child's turn comes.

use super::frame::FrameMoves;
use super::reader::{Place, Reader};
use super::slack::{Lanes, Slack};
use super::{MOST_LOOKS, PdbTables};
use crate::deepening::End;
use crate::descent::{Descend, Descent, Extent, Found, Seed};
use crate::limits::LimitKind;
use crate::space::{Heuristic, StateSpace};
use crate::tiles::manhattan::Manhattan;
use crate::tiles::moves::Move;
use crate::tiles::space::{CELLS, TileState};

/// The tables, for searches of boards with one goal. `H`: the most look-ups that a move changes in each frame; `W`: words of
/// a [`Slack`]; `Z`: the tables are zero-aware.
pub(in crate::tiles) struct TableDescent<'t, const H: usize, const W: usize, const Z: bool> {
    /// By frame and tile.
    touches: Box<[[Touches<'t, H, W, Z>; CELLS]; 2]>,
    moves: &'t FrameMoves,
    manhattan: &'t Manhattan,
    /// How many there are.
    sums: usize,
}

/// The look-ups that a tile's moves change in one frame.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Touches<'t, const H: usize, const W: usize, const Z: bool> {
    touches: [Touch<'t, W, Z>; H],
    count: usize,
}

/// A tile's part in a look-up.
#[derive(Clone, Copy)]
struct Touch<'t, const W: usize, const Z: bool> {
    reader: Reader<'t, Z>,
    /// By tile: what passing it adds to the rank.
    gains: &'t [i32; CELLS],
    lanes: Lanes<W>,
    look: u8,
}

/// A node from which a search may begin.
pub(in crate::tiles) trait Places {
    /// Of each look-up; more may follow.
    fn places(&self) -> &[Place];

    /// The sums; more may follow.
    fn sums(&self) -> &[i16];
}

/// A child that the near look-ups do not prune.
#[derive(Clone, Copy)]
struct Slot<'t, M, const H: usize, const W: usize, const Z: bool> {
    m: M,
    /// How many children come before it.
    before: u8,
    near_touches: &'t Touches<'t, H, W, Z>,
    far_touches: &'t Touches<'t, H, W, Z>,
    near: [Place; H],
    far: [Place; H],
    /// The entries of the far look-ups.
    entries: [u64; H],
    /// After the near look-ups.
    slack: Slack<W>,
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

/// The node in hand.
struct Hand {
    state: TileState,
    places: [Place; MOST_LOOKS],
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
    /// With tables whose look-ups fit into `H` and `W`.
    pub(in crate::tiles) fn new<D: AsRef<[u8]>>(tables: &'t PdbTables<D>) -> Self {
        let all = &tables.looks;
        let touch = |tile: usize, k: usize| {
            let touch = &all.touches[tile][k];
            let (table, rows) = &tables.tables[all.looks[touch.look].table];
            let in_sum = |s: usize| all.sums.get(s).is_some_and(|sum| sum.contains(&touch.look));
            Touch {
                reader: Reader::new(table, rows),
                gains: &touch.gains,
                lanes: Lanes::new(in_sum),
                look: touch.look as u8,
            }
        };
        // The goal's blank cell has no tile; any tile's look-ups fill its place, and whatever is not used.
        let any = all.touches.iter().position(|touches| !touches.is_empty()).unwrap_or(0);
        let touches = |frame: usize, tile: usize| {
            let mut touches = Touches { touches: [touch(any, 0); H], count: 0 };
            let own = all.touches.get(tile).into_iter().flatten().enumerate();
            for (k, _) in own.filter(|(_, touch)| touch.frame == frame) {
                touches.touches[touches.count] = touch(tile, k);
                touches.count += 1;
            }
            touches
        };
        let touches = Box::new(std::array::from_fn(|frame| std::array::from_fn(|tile| touches(frame, tile))));
        Self { touches, moves: &tables.moves, manhattan: &tables.manhattan, sums: tables.sums() }
    }

    /// The look-ups that the moves of a tile change in a frame.
    #[inline(always)]
    fn touches(&self, frame: u8, tile: u8) -> &Touches<'t, H, W, Z> {
        &self.touches[usize::from(frame) % 2][usize::from(tile) % CELLS]
    }

    /// How a move changes the Manhattan distance of its tile, where it matters.
    #[inline(always)]
    fn change(&self, tile: u8, m: Move) -> i8 {
        if Z { 0 } else { self.manhattan.change(tile.into(), m) }
    }

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

    /// Reads the near look-ups of a child, and finds the entries of the far ones; false if it is pruned.
    #[inline(always)]
    fn prepare<'s, M: Copy + Into<Move>>(
        &'s self,
        slot: &mut Slot<'s, M, H, W, Z>,
        hand: &Hand,
        slack: Slack<W>,
    ) -> bool {
        let m: Move = slot.m.into();
        let moves = self.moves.of(m);
        let tile = hand.state.tile(m.to()) as u8;
        let near = moves[0].near;
        let moved = &moves[usize::from(near) % 2];
        let mut slack = slack;
        let touches = self.touches(near, tile);
        slot.near_touches = touches;
        for k in 0..H {
            if k == touches.count {
                break;
            }
            let touch = &touches.touches[k];
            let mut place = hand.places[usize::from(touch.look) % MOST_LOOKS];
            // A reflection about no diagonal: both ways, the tile passes others.
            if moved.passes() {
                place.rank = place.rank.wrapping_add_signed(moved.gain(touch.gains, hand.state.cells()));
            }
            place.map ^= moved.cells;
            let entry = touch.reader.index(&place, moved.blank);
            let drop = touch.reader.read(entry, self.change(tile, m), &mut place);
            match slack.after(&touch.lanes, drop) {
                Some(after) => slack = after,
                None => return false,
            }
            slot.near[k] = place;
        }
        slot.slack = slack;
        let far = 1 - near;
        let moved = &moves[usize::from(far) % 2];
        let touches = self.touches(far, tile);
        slot.far_touches = touches;
        for k in 0..H {
            if k == touches.count {
                break;
            }
            let touch = &touches.touches[k];
            let mut place = hand.places[usize::from(touch.look) % MOST_LOOKS];
            place.rank = place.rank.wrapping_add_signed(moved.gain(touch.gains, hand.state.cells()));
            place.map ^= moved.cells;
            let entry = touch.reader.index(&place, moved.blank);
            touch.reader.prefetch(entry);
            slot.far[k] = place;
            slot.entries[k] = entry;
        }
        true
    }

    /// Reads the far look-ups of a child; its slack, or `None` if it is pruned.
    #[inline(always)]
    fn settle<M: Copy + Into<Move>>(&self, slot: &mut Slot<'_, M, H, W, Z>, state: &TileState) -> Option<Slack<W>> {
        let mut slack = slot.slack;
        for k in 0..H {
            if k == slot.far_touches.count {
                break;
            }
            let touch = &slot.far_touches.touches[k];
            let m: Move = slot.m.into();
            let change = self.change(state.tile(m.to()) as u8, m);
            let drop = touch.reader.read(slot.entries[k], change, &mut slot.far[k]);
            slack = slack.after(&touch.lanes, drop)?;
        }
        Some(slack)
    }

    /// Exchanges the places of a child's look-ups for those in hand: makes its move, or takes it back.
    #[inline(always)]
    fn swap<M>(&self, slot: &mut Slot<'_, M, H, W, Z>, places: &mut [Place; MOST_LOOKS]) {
        for (touches, own) in [(slot.near_touches, &mut slot.near), (slot.far_touches, &mut slot.far)] {
            for k in 0..H {
                if k == touches.count {
                    break;
                }
                std::mem::swap(&mut own[k], &mut places[usize::from(touches.touches[k].look) % MOST_LOOKS]);
            }
        }
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
                way.push(Frame::new(any, self.touches(0, 0)));
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
    /// With no children; any move and any look-ups fill the slots.
    fn new(m: M, touches: &'t Touches<'t, H, W, Z>) -> Self {
        let (place, slack) = ([Place::default(); H], Slack::new(0, &[]));
        let (near_touches, far_touches) = (touches, touches);
        let slot = Slot { m, before: 0, near_touches, far_touches, near: place, far: place, entries: [0; H], slack };
        Self { slots: [slot; 4], kept: 0, next: 0, children: 0, counted: 0 }
    }
}
