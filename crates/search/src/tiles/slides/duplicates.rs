//! Duplicate pruning for slides: skips sequences of slides that lead to the same board as another
//! sequence (Taylor & Korf 1993).
//!
//! Two sequences are duplicates if they start with the blank on the same cell and lead to the same
//! board. The *kept* sequence is the shorter one or, if both have the same length, the first one in
//! the order of moves. The other one is *forbidden*. The first of a board's shortest solutions
//! contains no forbidden sequence, because replacing it with the kept sequence would produce a
//! solution that is shorter or comes earlier. (If the replacement puts two slides along the same
//! line next to each other, one slide can replace both, and the solution becomes even shorter.)
//!
//! Unlike redundant sequences of single-tile moves (`tiles/pruning.rs`), redundant sequences of
//! slides depend on the cell where the blank starts. Each slide is identified by the position in
//! its row or column where the blank ends, so a sequence never crosses the edge of the board. For
//! each starting cell, a breadth-first search on boards with distinct tiles finds the forbidden
//! sequences of a few slides: each sequence that leads to a board already reached by an earlier
//! sequence.
//!
//! For example, every 2x2 board can be reached in two directions around the square. With the blank
//! on cell 0, the six slides right, down, left, up, right, down lead to the same board as the six
//! slides down, right, up, left, down, right, so one of these sequences is forbidden.

use std::collections::HashSet;

use fifteen_puzzle::{Axis, Size};
use fifteen_resources::prefetch;

use super::{Slide, SlideSpace};
use crate::space::StateSpace;
use crate::tiles::sequence_trie::{FORBIDDEN, SequenceTrie};
use crate::tiles::space::{TileState, key_of};

/// Maximum number of slide sequences that are compared to find duplicates, summed over all starting
/// cells of the blank. It limits the time for building the automaton. On a 4x4 board, it allows
/// sequences of up to 8 slides.
const MAX_SEQUENCES: usize = 320_000;

/// Maximum length of the slide sequences that are compared to find duplicates. It matters only on
/// small boards, because on larger boards [`MAX_SEQUENCES`] is the stricter limit.
const MAX_SLIDES: usize = 12;

/// A slide, and the state of the [`SlideAutomaton`] after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TrackedSlide {
    pub(super) slide: Slide,
    pub(super) state: u32,
}

/// A finite-state machine that recognises forbidden sequences of slides. It lets a search prune
/// duplicates without storing the boards that it has visited.
///
/// A state represents the cell of the blank, the axis of the next slide, and the longest suffix of
/// the path that is also a prefix of a forbidden sequence.
#[derive(Debug)]
pub(super) struct SlideAutomaton {
    /// The transition table, with `stride` entries for each state of the automaton. Entry `p` of a
    /// state is the next state after a slide that takes the blank to position `p` of its row or
    /// column.
    next: Vec<u32>,
    /// Number of transitions stored for each state of the automaton. It is the larger of the
    /// board's width and height, so that there is one for each position in a row or column.
    stride: usize,
}

/// A sequence of slides that is not a duplicate, because no earlier sequence leads to the same
/// board.
struct KeptSequence {
    /// The board at the end of the sequence.
    end: TileState,
    /// The last slide, or `None` if the sequence is empty.
    last: Option<Slide>,
    /// Index, in the list of kept sequences, of this sequence without its last slide.
    parent: usize,
}

impl SlideAutomaton {
    /// Creates the automaton for plain mode. It forbids only a slide along the same row or column
    /// as the previous slide, because one slide can replace both.
    pub(super) fn alternating(space: &SlideSpace) -> Self {
        Self::forbidding(space, 0)
    }

    /// Creates the automaton for fast mode. It forbids all redundant sequences, up to the longest
    /// length that can be compared quickly.
    pub(super) fn new(space: &SlideSpace) -> Self {
        Self::forbidding(space, longest_compared(space.tiles.size()))
    }

    /// Creates an automaton that forbids all redundant sequences of up to `slides` slides. A
    /// sequence is redundant if an earlier one leads to the same board.
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

    /// Returns the size of the transition table, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&self.next[..]) as u64
    }

    /// Returns the state of the automaton at the start of a path. The blank is on cell `blank`, and
    /// the first slide is along `axis`.
    #[inline]
    pub(super) fn root(blank: usize, axis: Axis) -> u32 {
        (2 * blank + axis as usize) as u32
    }

    /// Prefetches the transitions from a state of the automaton.
    #[inline]
    pub(super) fn prefetch(&self, state: u32) {
        prefetch(&self.next, state as usize * self.stride);
    }

    /// Returns the transitions from a state of the automaton. Item `p` is the next state after a
    /// slide that takes the blank to position `p` of its row or column. The item is [`FORBIDDEN`]
    /// if the slide completes a forbidden sequence.
    #[inline]
    pub(super) fn after(&self, state: u32) -> &[u32] {
        &self.next[state as usize * self.stride..][..self.stride]
    }
}

/// Adds forbidden sequences to `trie`: those of up to `slides` slides that start with the blank on
/// `cell`.
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

/// Returns the trie's state after the sequence `kept[index]`, and adds missing states on the way.
/// `axis` is the axis of the next slide. It matters only if the sequence is empty, because the
/// empty sequence has one state for each axis.
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

/// Returns the maximum length of the sequences to compare on boards of the given size, in slides.
/// [`MAX_SEQUENCES`] and [`MAX_SLIDES`] limit this length.
fn longest_compared(size: Size) -> usize {
    // Slides alternate between rows and columns, so the number of sequences of a given length
    // depends on the axis of the first slide.
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

/// The puzzle as IDA* searches it: a [`SlideSpace`] without the slides that an automaton forbids.
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

    /// Counts the sequences of each length, from 0 to `slides` moves. `keep` receives the board at
    /// the end of a sequence, and returns whether to count and extend the sequence.
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

    /// Checks that pruning leaves exactly one sequence of slides to each board.
    #[test]
    fn exactly_one_sequence_of_slides_reaches_each_board() {
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
