//! The look-ups of the children of the node in hand: what [`descent`](super::descent) does at every node.

use super::MOST_LOOKS;
use super::frame::FrameMoves;
use super::reader::{Place, Reader};
use super::slack::{Lanes, Slack};
use super::view::View;
use crate::tiles::manhattan::Manhattan;
use crate::tiles::moves::Move;
use crate::tiles::space::{CELLS, TileState};

/// The tables, for depth-first searches of boards with one goal: see [`descent`](super::descent). `H`: the most look-ups that a move changes in each frame; `W`: words of
/// a [`Slack`]; `Z`: the tables are zero-aware.
pub(in crate::tiles) struct TableDescent<'t, const H: usize, const W: usize, const Z: bool> {
    /// By frame and tile.
    touches: Box<[[Touches<'t, H, W, Z>; CELLS]; 2]>,
    moves: &'t FrameMoves,
    manhattan: &'t Manhattan,
    /// How many there are.
    pub(super) sums: usize,
}

/// The look-ups that a tile's moves change in one frame.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Touches<'t, const H: usize, const W: usize, const Z: bool> {
    touches: [Touch<'t, W, Z>; H],
    count: usize,
}

impl<'t, const H: usize, const W: usize, const Z: bool> Touches<'t, H, W, Z> {
    /// One after the other by number. The number is below `H`, so that for a single one there is no loop.
    #[inline(always)]
    fn get(&self, k: usize) -> Option<&Touch<'t, W, Z>> {
        (k < self.count).then(|| &self.touches[k])
    }
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

/// A child that the near look-ups do not prune.
#[derive(Clone, Copy)]
pub(super) struct Slot<'t, M, const H: usize, const W: usize, const Z: bool> {
    pub(super) m: M,
    /// How many children come before it.
    pub(super) before: u8,
    near_touches: &'t Touches<'t, H, W, Z>,
    far_touches: &'t Touches<'t, H, W, Z>,
    near: [Place; H],
    far: [Place; H],
    /// The entries of the far look-ups.
    entries: [u64; H],
    /// After the near look-ups.
    pub(super) slack: Slack<W>,
}

/// The node in hand.
pub(super) struct Hand {
    pub(super) state: TileState,
    pub(super) places: [Place; MOST_LOOKS],
}

impl<'t, const H: usize, const W: usize, const Z: bool> TableDescent<'t, H, W, Z> {
    /// With tables whose look-ups fit into `H` and `W`.
    pub(in crate::tiles) fn new(View { shape, tables }: &View<'t>) -> Self {
        let all = &shape.looks;
        let touch = |tile: usize, k: usize| {
            let touch = &all.touches[tile][k];
            let in_sum = |s: usize| all.sums.get(s).is_some_and(|sum| sum.contains(&touch.look));
            Touch {
                reader: Reader::new(tables[all.looks[touch.look].table]),
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
        Self { touches, moves: &shape.moves, manhattan: &shape.manhattan, sums: all.sums.len() }
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

    /// Reads the near look-ups of a child, and finds the entries of the far ones; false if it is pruned.
    #[inline(always)]
    pub(super) fn prepare<'s, M: Copy + Into<Move>>(
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
            let Some(touch) = touches.get(k) else { break };
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
            let Some(touch) = touches.get(k) else { break };
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
    pub(super) fn settle<M: Copy + Into<Move>>(
        &self,
        slot: &mut Slot<'_, M, H, W, Z>,
        state: &TileState,
    ) -> Option<Slack<W>> {
        let mut slack = slot.slack;
        for k in 0..H {
            let Some(touch) = slot.far_touches.get(k) else { break };
            let m: Move = slot.m.into();
            let change = self.change(state.tile(m.to()) as u8, m);
            let drop = touch.reader.read(slot.entries[k], change, &mut slot.far[k]);
            slack = slack.after(&touch.lanes, drop)?;
        }
        Some(slack)
    }

    /// Exchanges the places of a child's look-ups for those in hand: makes its move, or takes it back.
    #[inline(always)]
    pub(super) fn swap<M>(&self, slot: &mut Slot<'_, M, H, W, Z>, places: &mut [Place; MOST_LOOKS]) {
        for (touches, own) in [(slot.near_touches, &mut slot.near), (slot.far_touches, &mut slot.far)] {
            for (k, own) in own.iter_mut().enumerate() {
                let Some(touch) = touches.get(k) else { break };
                std::mem::swap(own, &mut places[usize::from(touch.look) % MOST_LOOKS]);
            }
        }
    }
}

impl<'t, M: Copy, const H: usize, const W: usize, const Z: bool> Slot<'t, M, H, W, Z> {
    /// A slot without a child; any move fills it.
    pub(super) fn new(m: M, tables: &'t TableDescent<'t, H, W, Z>) -> Self {
        let (place, slack) = ([Place::default(); H], Slack::new(0, &[]));
        let (near_touches, far_touches) = (tables.touches(0, 0), tables.touches(0, 0));
        Self { m, before: 0, near_touches, far_touches, near: place, far: place, entries: [0; H], slack }
    }
}
