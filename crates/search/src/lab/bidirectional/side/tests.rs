//! One direction alone, until nothing is open, and where it meets the other.

use std::convert::Infallible;

use fifteen_puzzle::{Goal, MoveOrder, Size};

use super::super::nbs::NearOptimal;
use super::*;
use crate::algorithms::bfs;
use crate::limits::Limits;
use crate::space::StateSpace;
use crate::tiles::{Move, TileSpace, TileState};

/// Any value for each board.
struct Values {
    space: TileSpace,
    of: fn(&TileState) -> u32,
}

impl Heuristic<TileSpace> for Values {
    type Node = u32;
    type Pending = ();
    type Error = Infallible;

    fn root(&self, state: &TileState) -> Result<u32, Infallible> {
        Ok((self.of)(state))
    }

    fn value(&self, node: &u32) -> u32 {
        *node
    }

    fn prepare(&self, _: &TileState, _: &u32, _: Move, _: u32) {}

    fn child(&self, state: &TileState, _: &u32, m: Move, (): (), limit: u32) -> Result<u32, u32> {
        let mut child = *state;
        self.space.apply(&mut child, m);
        let value = (self.of)(&child);
        if value > limit { Err(value) } else { Ok(value) }
    }
}

fn zero(_: &TileState) -> u32 {
    0
}

/// Far from consistent.
fn odd(state: &TileState) -> u32 {
    (0..8).map(|cell| cell * cell * state.tile(cell)).sum::<usize>() as u32 % 7
}

type Reached = (Side<TileSpace, Values, Values>, Option<Meeting>, u64);

/// Expands open states, those of the least depth + value first, until there are none or `most` were expanded.
fn reached(
    space: &TileSpace,
    start: &TileState,
    of: fn(&TileState) -> u32,
    other: Option<&Reached>,
    most: u64,
) -> Reached {
    let [own, opposite] = [of, zero].map(|of| Values { space: space.clone(), of });
    let (limits, rule) = (Limits::default(), NearOptimal::default());
    let mut ignored = |_: &_| ();
    let mut run = Run::new(&limits, None, 0, &mut ignored);
    let (mut side, nothing, mut best) = (Side::new(space), Side::new(space), None);
    let expansion = Expansion { own: &own, opposite: &opposite };
    expansion.begin(&mut side, space, start, (of(start), 0), &rule, &mut run).unwrap();
    while !side.open.is_empty() && run.expanded < most {
        let (other, bucket) = (other.map_or(&nothing, |other| &other.0), side.open.first());
        expansion.expand(&mut side, other, bucket, space, &rule, &mut run, &mut best).unwrap();
    }
    (side, best, run.expanded)
}

fn space_of(width: usize, height: usize) -> TileSpace {
    TileSpace::new(&Goal::Last.board(Size::new(width, height).unwrap()).unwrap(), MoveOrder::ULRD)
}

#[test]
fn a_state_that_is_closed_is_not_counted_as_open() {
    let space = space_of(3, 2);
    for (of, again) in [(zero as fn(&_) -> _, false), (odd, true)] {
        let (mut side, _, expanded) = reached(&space, space.solved(), of, None, u64::MAX);
        assert_eq!(expanded > 360, again, "{expanded}");
        assert_eq!(side.open, OpenCounts::default());
        assert!(again || side.lists.first().is_none());
        // Each of the 360 boards was reached by a shortest path.
        let mut key = vec![0; space.key_bytes()];
        for number in 0..360 {
            let state = space.read_key(side.seen.get(number).unwrap());
            space.write_key(&state, &mut key);
            let shortest = bfs::search(&space, &state, &Limits::default(), &mut |_| ());
            assert_eq!(side.depth_of(&key), shortest.length, "{state:?}");
            assert_eq!(side.path(&space, &key).len() as u32, side.depth_of(&key).unwrap());
        }
    }
}

#[test]
fn nothing_is_open_where_no_root_can_be_reached() {
    let space = space_of(3, 2);
    let (side, _, expanded) = reached(&space, space.solved(), |_| u32::MAX, None, u64::MAX);
    assert_eq!((side.open, expanded), (OpenCounts::default(), 0));
    // Of the boards of 2x2, three have the blank on the first cell: the way around ends before them.
    let space = space_of(2, 2);
    let dead = |state: &TileState| if state.blank() == 0 { u32::MAX } else { 0 };
    let (side, _, expanded) = reached(&space, space.solved(), dead, None, u64::MAX);
    assert_eq!((side.open, expanded), (OpenCounts::default(), 3));
}

/// Half of the way around the boards of 2x2, both directions meet the other search at the same length.
#[test]
fn the_first_of_equal_meetings_is_kept() {
    let space = space_of(2, 2);
    let all = reached(&space, space.solved(), zero, None, u64::MAX);
    let (mut opposite, mut last) = (*space.solved(), None);
    for _ in 0..6 {
        last = space.moves(&opposite, last).next();
        space.apply(&mut opposite, last.unwrap());
    }
    let best = reached(&space, &opposite, zero, Some(&all), 1).1.unwrap();
    let mut first = opposite;
    space.apply(&mut first, space.moves(&opposite, None).next().unwrap());
    assert_eq!((best.length, space.read_key(&best.key)), (6, first));
}
