//! Duplicate pruning for slides: leaves out sequences of slides that lead where another sequence
//! leads, too (Taylor & Korf 1993).
//!
//! A sequence is *forbidden* if another one, which is *kept*, leads from the same cell of the blank
//! to the same board and precedes it: the kept sequence is shorter, or equally long and earlier in
//! the order of moves. The first shortest solution of a board contains no forbidden sequence,
//! because the kept sequence in its place would make a solution that is shorter or comes earlier.
//! (Where two slides along the same line met, they could be joined into one, and the solution would
//! be shorter still.)
//!
//! In contrast to the sequences of single moves (`tiles/pruning.rs`), these depend on the cell where
//! the blank starts. Slides are named by the cells of the blank, so a sequence never crosses the
//! edge of the board. For each starting cell a breadth-first search, in which all tiles differ,
//! finds the forbidden sequences of a few slides: every sequence that leads to a board which an
//! earlier one has reached.
//!
//! For example, on a 2x2 board every board is reached in both directions around the square. With
//! the blank on cell 0, the six slides right, down, left, up, right, down lead to the same board as
//! the six slides down, right, up, left, down, right, so one of the two is forbidden.

use std::collections::HashSet;

use fifteen_puzzle::{Axis, Size};

use super::{Slide, SlideSpace};
use crate::space::StateSpace;
use crate::tiles::sequence_trie::{FORBIDDEN, SequenceTrie};
use crate::tiles::space::{TileState, key_of};

/// Maximum number of sequences that are compared. It allows sequences of 8 slides on 4x4.
const MAX_SEQUENCES: usize = 320_000;

/// Maximum number of slides of the sequences that are compared.
const MAX_SLIDES: usize = 12;

/// A slide, and the state of the automaton after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TrackedSlide {
    pub(super) slide: Slide,
    pub(super) state: u32,
}

/// A finite-state machine that recognises forbidden sequences of slides.
///
/// Its state stands for the cell of the blank, the axis of the next slide, and the longest suffix of
/// the slides made that begins a forbidden sequence.
#[derive(Debug)]
pub(super) struct SlideAutomaton {
    /// The transitions of each state: the next state for each position in its line to which the blank
    /// may slide.
    next: Vec<u32>,
    /// Number of transitions of a state: cells of the longest line.
    stride: usize,
}

/// A sequence of slides that is the first one to lead to a board.
struct KeptSequence {
    end: TileState,
    last: Option<Slide>,
    /// The index of the sequence without its last slide.
    parent: usize,
}

impl SlideAutomaton {
    /// The automaton that forbids only two slides in a row along the same line.
    pub(super) fn alternating(space: &SlideSpace) -> Self {
        Self::forbidding(space, 0)
    }

    /// The automaton that forbids all duplicates among sequences that are short enough to be compared
    /// quickly.
    pub(super) fn new(space: &SlideSpace) -> Self {
        Self::forbidding(space, longest_compared(space.tiles.size()))
    }

    /// The automaton that forbids all duplicates of up to `slides` slides.
    fn forbidding(space: &SlideSpace, slides: usize) -> Self {
        let size = space.tiles.size();
        let stride = size.width().max(size.height());
        let mut trie = SequenceTrie::new(2 * size.cells(), stride);
        for cell in 0..size.cells() {
            forbid_duplicates(&mut trie, space, cell, slides);
        }
        let next = trie.link(|root, position| {
            let (blank, axis) = (root as usize / 2, Axis::ALL[root as usize % 2]);
            let to = space.cell_in_line(blank, axis, position)?;
            (to != blank).then_some(Self::root(to, axis.across()))
        });
        Self { next, stride }
    }

    /// The state before the first slide, which is one along an axis.
    #[inline]
    pub(super) fn root(blank: usize, axis: Axis) -> u32 {
        (2 * blank + axis as usize) as u32
    }

    /// The next states for slides along the next axis, indexed by the position in its line to which
    /// the blank slides. The state of a slide that completes a forbidden sequence is [`FORBIDDEN`].
    #[inline]
    pub(super) fn after(&self, state: u32) -> &[u32] {
        &self.next[state as usize * self.stride..][..self.stride]
    }
}

/// Adds the forbidden sequences of up to `slides` slides that begin with the blank on a cell.
fn forbid_duplicates(trie: &mut SequenceTrie, space: &SlideSpace, cell: usize, slides: usize) {
    let start = space.with_blank_on(cell);
    let mut seen = HashSet::from([key_of(&space.tiles, &start)]);
    let mut kept = vec![KeptSequence {
        end: start,
        last: None,
        parent: 0,
    }];
    let mut layer = 0..1;
    for _ in 0..slides {
        for parent in layer.clone() {
            let KeptSequence { end, last, .. } = kept[parent];
            for slide in space.moves(&end, last) {
                let child = space.after(&end, slide);
                if seen.insert(key_of(&space.tiles, &child)) {
                    kept.push(KeptSequence {
                        end: child,
                        last: Some(slide),
                        parent,
                    });
                } else {
                    let state = state_after(trie, space, &kept, parent, slide.axis());
                    trie.forbid(state, space.position_in_line(slide));
                }
            }
        }
        layer = layer.end..kept.len();
    }
}

/// The state after a kept sequence, before a slide along `axis`.
fn state_after(
    trie: &mut SequenceTrie,
    space: &SlideSpace,
    kept: &[KeptSequence],
    index: usize,
    axis: Axis,
) -> u32 {
    let sequence = &kept[index];
    match sequence.last {
        None => SlideAutomaton::root(sequence.end.blank(), axis),
        Some(last) => {
            let before = state_after(trie, space, kept, sequence.parent, last.axis());
            trie.child(before, space.position_in_line(last))
        }
    }
}

/// The length of the longest sequences that are compared on a board.
fn longest_compared(size: Size) -> usize {
    // Slides along the two axes alternate. Sequences are counted by the axis of their first slide.
    let branches = [size.width() - 1, size.height() - 1];
    let mut sequences = 0;
    let mut of_length = [1, 1];
    for slides in 0..MAX_SLIDES {
        for (axis, count) in of_length.iter_mut().enumerate() {
            *count *= branches[(axis + slides) % 2];
            sequences += size.cells() * *count;
        }
        if sequences > MAX_SEQUENCES {
            return slides;
        }
    }
    MAX_SLIDES
}

/// The puzzle as IDA* searches it, without the slides that an automaton forbids.
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
            let state = self.automaton.after(before)[self.space.position_in_line(slide)];
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

    /// The number of sequences of each length, if only those are continued that end in a board for
    /// which `keep` is true.
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
