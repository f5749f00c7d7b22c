//! Duplicate pruning among slides: a finite-state machine leaves out sequences of slides that lead where a kept
//! sequence leads (Taylor & Korf 1993).
//!
//! A sequence is forbidden if some other sequence, the kept one, leads from the same cell of the blank to the same
//! board and precedes it: it is shorter, or equally long and earlier in the order of moves. The first shortest solution
//! of a board contains no forbidden sequence: with the kept one instead, it would be shorter or come earlier. (If two
//! slides along the same line met where the kept sequence is put in, they would be one slide, and the solution
//! shorter.)
//!
//! Slides are named by the cells of the blank, so the edges of the board need no thought. The forbidden sequences are
//! found by breadth-first search from each cell of the blank, with all tiles told apart.

use std::collections::{HashSet, VecDeque};

use fifteen_puzzle::{Axis, Size};

use super::{Slide, SlideSpace};
use crate::space::StateSpace;
use crate::tiles::space::{TileState, key_of};

/// The result of a slide that completes a forbidden sequence.
pub(super) const FORBIDDEN: u32 = u32::MAX;
/// No transition yet.
const NONE: u32 = u32::MAX - 1;
/// The most sequences that are compared, and the most slides of one: 8 slides on 4x4.
const MOST_SEQUENCES: usize = 320_000;
const LONGEST: usize = 12;

/// A slide, and the machine's state after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TrackedSlide {
    pub(super) slide: Slide,
    pub(super) state: u32,
}

/// The machine: its state is the cell of the blank, the axis of the next slide, and the longest suffix of the slides
/// made that begins a forbidden sequence.
#[derive(Debug)]
pub(super) struct SlideAutomaton {
    /// By state, and the place of the blank in its line after the slide.
    next: Vec<u32>,
    /// Places of the longest line.
    stride: usize,
}

/// A sequence of slides from one cell of the blank that leads to a board first.
struct Sequence {
    end: TileState,
    last: Option<Slide>,
    /// The index of the sequence without its last slide.
    parent: usize,
    /// The machine's state after it, if a forbidden sequence begins with it.
    state: Option<u32>,
}

impl SlideAutomaton {
    /// The machine that forbids nothing but two slides in a row along the same line.
    pub(super) fn alternating(space: &SlideSpace) -> Self {
        Self::forbidding(space, 0)
    }

    /// The machine that forbids all duplicates among sequences short enough to be compared quickly.
    pub(super) fn new(space: &SlideSpace) -> Self {
        Self::forbidding(space, longest_compared(space.tiles.size()))
    }

    /// The machine that forbids all duplicates of up to `slides` slides.
    fn forbidding(space: &SlideSpace, slides: usize) -> Self {
        let size = space.tiles.size();
        let stride = size.width().max(size.height());
        let mut automaton = Self {
            next: vec![NONE; 2 * size.cells() * stride],
            stride,
        };
        (0..size.cells()).for_each(|cell| automaton.forbid(space, cell, slides));
        automaton.link(space);
        automaton
    }

    /// The state after no slides, before one along an axis.
    #[inline]
    pub(super) fn root(blank: usize, axis: Axis) -> u32 {
        (2 * blank + axis as usize) as u32
    }

    /// The states after slides along the next axis, by the blank's place in its line: one of them may be [`FORBIDDEN`].
    #[inline]
    pub(super) fn after(&self, state: u32) -> &[u32] {
        &self.next[state as usize * self.stride..][..self.stride]
    }

    fn transition(&mut self, state: u32, place: usize) -> &mut u32 {
        &mut self.next[state as usize * self.stride + place]
    }

    /// Adds the forbidden sequences of up to `slides` slides from a cell of the blank.
    fn forbid(&mut self, space: &SlideSpace, cell: usize, slides: usize) {
        let start = space.with_blank_on(cell);
        let mut seen = HashSet::from([key_of(&space.tiles, &start)]);
        let mut sequences = vec![Sequence {
            end: start,
            last: None,
            parent: 0,
            state: None,
        }];
        let mut layer = 0..1;
        for _ in 0..slides {
            for parent in layer.clone() {
                let Sequence { end, last, .. } = sequences[parent];
                for slide in space.moves(&end, last) {
                    let child = space.after(&end, slide);
                    if seen.insert(key_of(&space.tiles, &child)) {
                        sequences.push(Sequence {
                            end: child,
                            last: Some(slide),
                            parent,
                            state: None,
                        });
                    } else {
                        let state = self.state_after(space, &mut sequences, parent, slide.axis());
                        *self.transition(state, space.place(slide)) = FORBIDDEN;
                    }
                }
            }
            layer = layer.end..sequences.len();
        }
    }

    /// The state after a sequence, before a slide along `axis`. It is made where there is none.
    fn state_after(
        &mut self,
        space: &SlideSpace,
        sequences: &mut [Sequence],
        index: usize,
        axis: Axis,
    ) -> u32 {
        let Sequence {
            end,
            last,
            parent,
            state,
        } = sequences[index];
        let Some(last) = last else {
            return Self::root(end.blank(), axis);
        };
        state.unwrap_or_else(|| {
            let before = self.state_after(space, sequences, parent, last.axis());
            let state = (self.next.len() / self.stride) as u32;
            self.next.resize(self.next.len() + self.stride, NONE);
            *self.transition(before, space.place(last)) = state;
            sequences[index].state = Some(state);
            state
        })
    }

    /// Gives each state the transitions that it lacks: those of its longest proper suffix (Aho & Corasick 1975).
    fn link(&mut self, space: &SlideSpace) {
        // The blank's cell and the next axis, and the suffix, of the states to do, short ones first.
        let cells = 0..space.tiles.size().cells();
        let roots =
            cells.flat_map(|cell| Axis::ALL.map(|axis| (Self::root(cell, axis), cell, axis, None)));
        let mut queue: VecDeque<(u32, usize, Axis, Option<u32>)> = roots.collect();
        while let Some((state, blank, axis, suffix)) = queue.pop_front() {
            for slide in space.slides(blank, &space.directions[axis.across() as usize]) {
                let (to, place) = (slide.to(), space.place(slide));
                let back = suffix.map_or(Self::root(to, axis.across()), |suffix| {
                    self.after(suffix)[place]
                });
                let next = self.transition(state, place);
                match *next {
                    FORBIDDEN => {}
                    NONE => *next = back,
                    _ if back == FORBIDDEN => *next = FORBIDDEN,
                    child => queue.push_back((child, to, axis.across(), Some(back))),
                }
            }
        }
    }
}

/// The length of the longest sequences that are compared.
fn longest_compared(size: Size) -> usize {
    // By the axis of the first slide.
    let branches = [size.width() - 1, size.height() - 1];
    let mut sequences = 0;
    let mut of_length = [1, 1];
    (0..LONGEST)
        .find(|slides| {
            of_length = [0, 1].map(|axis| of_length[axis] * branches[(axis + slides) % 2]);
            sequences += size.cells() * (of_length[0] + of_length[1]);
            sequences > MOST_SEQUENCES
        })
        .unwrap_or(LONGEST)
}

/// The puzzle as IDA* searches it: without slides that the machine forbids.
#[derive(Debug)]
pub(super) struct PrunedSlides<'a> {
    pub(super) space: &'a SlideSpace,
    pub(super) automaton: &'a SlideAutomaton,
}

impl StateSpace for PrunedSlides<'_> {
    type State = TileState;
    type Move = TrackedSlide;

    fn moves(
        &self,
        state: &TileState,
        last: Option<TrackedSlide>,
    ) -> impl Iterator<Item = TrackedSlide> {
        let slides = self.space.moves(state, last.map(|last| last.slide));
        slides.filter_map(move |slide| {
            let before = last.map_or(SlideAutomaton::root(slide.from(), slide.axis()), |last| {
                last.state
            });
            let state = self.automaton.after(before)[self.space.place(slide)];
            (state != FORBIDDEN).then_some(TrackedSlide { slide, state })
        })
    }

    fn apply(&self, state: &mut TileState, tracked: TrackedSlide) {
        self.space.apply(state, tracked.slide);
    }

    fn undo(&self, state: &mut TileState, tracked: TrackedSlide) {
        self.space.undo(state, tracked.slide);
    }

    fn is_goal(&self, state: &TileState) -> bool {
        self.space.is_goal(state)
    }

    fn parity(&self, state: &TileState) -> Option<u32> {
        self.space.parity(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fifteen_puzzle::{Goal, MoveOrder};

    /// The sequences of each length whose last board is to be kept.
    fn sequences<S: StateSpace<State = TileState>>(
        space: &S,
        start: TileState,
        slides: usize,
        mut keep: impl FnMut(TileState) -> bool,
    ) -> Vec<usize> {
        let mut layers = vec![vec![(start, None)]];
        for depth in 0..slides {
            let mut next = Vec::new();
            for (state, last) in &layers[depth] {
                for slide in space.moves(state, *last) {
                    let child = space.after(state, slide);
                    if keep(child) {
                        next.push((child, Some(slide)));
                    }
                }
            }
            layers.push(next);
        }
        layers.iter().map(Vec::len).collect()
    }

    #[test]
    fn one_sequence_is_left_for_each_board() {
        for (size, slides, order) in [
            ((2, 2), 8, "ULRD"),
            ((3, 2), 9, "DRLU"),
            ((3, 3), 8, "ULRD"),
            ((4, 4), 7, "LRUD"),
            ((5, 3), 7, "ULRD"),
        ] {
            let size = Size::new(size.0, size.1).unwrap();
            let order: MoveOrder = order.parse().unwrap();
            let space = SlideSpace::new(&Goal::Last.board(size).unwrap(), order);
            let automaton = SlideAutomaton::forbidding(&space, slides);
            let pruned = PrunedSlides {
                space: &space,
                automaton: &automaton,
            };
            for cell in 0..size.cells() {
                let start = space.with_blank_on(cell);
                assert_eq!(start.blank(), cell);
                let mut seen = HashSet::from([start]);
                let boards = sequences(&space, start, slides, |board| seen.insert(board));
                assert_eq!(
                    sequences(&pruned, start, slides, |_| true),
                    boards,
                    "{size}, blank on {cell}"
                );
            }
        }
    }
}
