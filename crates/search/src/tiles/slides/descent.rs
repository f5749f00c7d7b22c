//! Depth-first search of one subtree in the multi-tile metric. This is the hot loop of IDA* with
//! [`SlideTables`].
//!
//! One table read gives the values of all children that slides along the same row or column
//! generate. A node therefore first determines which children are within the bound, and prefetches
//! the table entries that those children will read. Only then does it search below the children,
//! one after another. This way the memory accesses overlap.

use fifteen_puzzle::{Axis, Direction, MAX_CELLS};

use super::Slide;
use super::duplicates::{PrunedSlides, SlideAutomaton, TrackedSlide};
use super::heuristic::{MAX_VIEWS, SlideNode, SlideTables, largest};
use crate::StateSpace;
use crate::ida::subtree::{DescentEnd, SubtreeEngine, SubtreeQueue, SubtreeResult, SubtreeStart};
use crate::tiles::sequence_trie::FORBIDDEN;

/// Maximum number of cells in a row or column. The longest rows are those of 12x2 boards.
const MAX_LINE_CELLS: usize = MAX_CELLS / 2;

/// The engine of IDA* in the multi-tile metric. It searches subtrees depth first. A subtree is the
/// part of the search tree below one node.
pub(super) struct SlideDescent<'t> {
    pub(super) tables: &'t SlideTables,
}

impl<'s> SubtreeEngine<PrunedSlides<'s>, SlideNode> for SlideDescent<'_> {
    fn search_subtrees(
        &self,
        space: &PrunedSlides<'s>,
        queue: &mut dyn SubtreeQueue<PrunedSlides<'s>, SlideNode>,
    ) {
        while let Some(subtree) = queue.next() {
            let root = subtree.root.node;
            let start = subtree.start();
            let id = start.id;
            let result = self.search_subtree(space, start, root, queue);
            queue.done(id, result);
        }
    }
}

impl SlideDescent<'_> {
    /// Searches one subtree up to the bound. Returns the node counts and the reason why the search
    /// ended.
    fn search_subtree<'s>(
        &self,
        space: &PrunedSlides<'s>,
        mut start: SubtreeStart<PrunedSlides<'s>>,
        root: SlideNode,
        queue: &mut dyn SubtreeQueue<PrunedSlides<'s>, SlideNode>,
    ) -> SubtreeResult<TrackedSlide> {
        if root.value == 0 && space.is_goal(&start.state) {
            return SubtreeResult::of_solved_root(start.solutions);
        }
        let generated_before = start.generated_before;
        let bound = start.bound;
        let mut search = SlideSearch {
            space,
            tables: self.tables,
            start: &mut start,
            root,
            queue,
            checkpoint: generated_before,
            generated: generated_before,
            expanded: 0,
            smallest_excess: u32::MAX,
            path: Vec::with_capacity(bound as usize),
            stack: Vec::new(),
        };
        let end = match search.expand_root() {
            Ok(()) => DescentEnd::Complete {
                next: search.smallest_excess.saturating_add(bound),
            },
            Err(end) => end,
        };
        let peak = size_of::<TrackedSlide>() * search.path.capacity()
            + size_of::<SlideChild>() * search.stack.capacity();
        SubtreeResult {
            expanded: search.expanded,
            generated: search.generated - generated_before,
            end,
            peak: peak as u64,
            solutions: start.solutions,
        }
    }
}

/// A depth-first search in progress, which explores the part of the search tree below one node.
struct SlideSearch<'a, 's> {
    space: &'a PrunedSlides<'s>,
    tables: &'a SlideTables,
    start: &'a mut SubtreeStart<PrunedSlides<'s>>,
    /// The heuristic data of the node at which this search begins.
    root: SlideNode,
    queue: &'a mut dyn SubtreeQueue<PrunedSlides<'s>, SlideNode>,
    /// Value of `generated` at which the limits are checked next.
    checkpoint: u64,
    /// Number of nodes generated so far, including nodes generated before this search began.
    generated: u64,
    /// Number of nodes that this search has expanded.
    expanded: u64,
    /// The smallest amount by which a pruned child exceeds the bound, in slides, or `u32::MAX` if
    /// no child has been pruned. It determines the next bound.
    smallest_excess: u32,
    /// The slides from the node at which this search began to the current node.
    path: Vec<TrackedSlide>,
    /// A stack of children within the bound, for all nodes on the current path. A node pushes its
    /// children before it searches below them, and pops them afterwards.
    stack: Vec<SlideChild>,
}

/// A child whose lower bound does not exceed the search bound. The table entries for the child's
/// own children have already been prefetched.
#[derive(Clone, Copy)]
struct SlideChild {
    node: SlideNode,
    /// For each view, the rank of this child's colour sequence. It locates the table entries for
    /// the child's own children. A view is a colouring of the board itself or of the reflected
    /// board.
    view_ranks: [u32; MAX_VIEWS],
}

/// A node whose children are being generated. The slides to these children all go along the same
/// axis, either the row or the column of the blank.
#[derive(Clone, Copy)]
struct SlideParent<'n> {
    child: &'n SlideChild,
    /// The cell of the blank.
    blank: usize,
    /// The current state of the [`SlideAutomaton`], a finite-state machine that identifies
    /// redundant slides.
    state: u32,
    /// Number of slides left until the bound is reached.
    left: u32,
}

/// One step of the blank to the next position in its row or column. A slide consists of one or more
/// steps.
#[derive(Clone, Copy)]
struct LineStep {
    from: usize,
    to: usize,
}

impl SlideSearch<'_, '_> {
    /// Expands the node at which this search begins, and searches below it. Returns an error if the
    /// search ends early.
    fn expand_root(&mut self) -> Result<(), DescentEnd> {
        self.expanded += 1;
        let left = self.start.bound - self.start.depth;
        let node = self.root;
        let blank = self.start.state.blank();
        let last = self.start.last;
        let last_axis = last.map(|last| last.slide.axis());
        let directions = self.space.space.directions(last_axis);
        // The first slide of a solution can go along either axis, and the order of moves can mix
        // both axes. So each direction is expanded separately.
        let count = if last.is_some() { directions.len() } else { 1 };
        for directions in directions.chunks(count) {
            let axis = directions[0].axis();
            let state = last.map_or(SlideAutomaton::root(blank, axis), |last| last.state);
            let (line, _) = self.tables.orders[axis as usize].line_position(blank);
            let view_ranks = self.tables.prefetch_children(&node, axis, line);
            let parent = SlideParent {
                child: &SlideChild { node, view_ranks },
                blank,
                state,
                left,
            };
            self.expand_along(directions, parent)?;
        }
        Ok(())
    }

    /// Expands a child, generated by the slide `last`, and searches below it. `left` is the number
    /// of slides left until the bound is reached.
    fn expand(
        &mut self,
        child: &SlideChild,
        last: TrackedSlide,
        left: u32,
    ) -> Result<(), DescentEnd> {
        self.expanded += 1;
        let directions = self.space.space.directions(Some(last.slide.axis()));
        let parent = SlideParent {
            child,
            blank: last.slide.to(),
            state: last.state,
            left,
        };
        self.expand_along(directions, parent)
    }

    /// Generates the children of a node and searches below each child within the bound. All
    /// `directions` belong to the same axis.
    fn expand_along(
        &mut self,
        directions: &[Direction],
        parent: SlideParent<'_>,
    ) -> Result<(), DescentEnd> {
        let SlideParent {
            child,
            blank,
            state,
            left,
        } = parent;
        let axis = directions[0].axis();
        let order = self.tables.orders[axis as usize];
        let (line, position) = order.line_position(blank);
        let distances = self.tables.read_children(&child.view_ranks, axis, line);
        let states = self.space.automaton.after(state);
        // Slides that the automaton forbids keep the value `u32::MAX`, which exceeds every bound,
        // so they are never searched.
        let mut values = [u32::MAX; MAX_LINE_CELLS];
        for (to, value) in values.iter_mut().enumerate().take(order.length) {
            if states[to] != FORBIDDEN {
                *value = largest(&distances, to);
            }
        }
        let first = self.stack.len();
        for &direction in directions {
            let steps = steps_in_line(direction, position, order.length);
            self.push_children(&child.node, axis, line, steps, &values, left);
        }
        let mut next = first;
        for &direction in directions {
            for step in steps_in_line(direction, position, order.length) {
                let state = states[step.to];
                if state == FORBIDDEN {
                    continue;
                }
                if self.generated == self.checkpoint {
                    let checkpoint = self.queue.check(self.start.id, self.generated);
                    self.checkpoint = checkpoint.map_err(DescentEnd::Limit)?;
                }
                self.generated += 1;
                let value = values[step.to];
                if value >= left {
                    self.smallest_excess = self.smallest_excess.min(value + 1 - left);
                    continue;
                }
                let child = self.stack[next];
                next += 1;
                let slide = Slide {
                    from: blank as u8,
                    to: order.cell(line, step.to) as u8,
                    direction,
                };
                let tracked = TrackedSlide { slide, state };
                self.path.push(tracked);
                if left > 1 {
                    // The goal test is skipped here. No solution is shorter than the bound, and
                    // this child is reached before the bound, so it cannot be the goal.
                    self.expand(&child, tracked, left - 1)?;
                } else if !self.is_solved() {
                    // The value is 0 because the colours match the goal, but tiles of the same
                    // colour are swapped. A solution through this child needs at least one slide
                    // more than the bound allows.
                    self.smallest_excess = 1;
                } else if self.start.solutions.add(self.path.iter().copied()) {
                    return Err(DescentEnd::Solved);
                }
                self.path.pop();
            }
        }
        self.stack.truncate(first);
        Ok(())
    }

    /// Pushes the children in one direction that are within the bound onto the stack, and
    /// prefetches the table entries for their own children.
    fn push_children(
        &mut self,
        node: &SlideNode,
        axis: Axis,
        line: usize,
        steps: impl Iterator<Item = LineStep> + Clone,
        values: &[u32; MAX_LINE_CELLS],
        left: u32,
    ) {
        let order = self.tables.orders[axis as usize];
        // Update the colour sequences only up to the last child within the bound.
        let within = steps
            .clone()
            .zip(1..)
            .filter(|(step, _)| values[step.to] < left);
        let needed = within.last().map_or(0, |(_, number)| number);
        let mut child = *node;
        for step in steps.take(needed) {
            let to_cell = order.cell(line, step.to);
            self.tables
                .step(&mut child, axis, order.cell(line, step.from), to_cell);
            child.value = values[step.to];
            if child.value < left {
                let across = axis.across();
                let (line, _) = self.tables.orders[across as usize].line_position(to_cell);
                let view_ranks = self.tables.prefetch_children(&child, across, line);
                self.stack.push(SlideChild {
                    node: child,
                    view_ranks,
                });
            }
        }
    }

    /// Returns whether the current path leads to the goal. The function applies all slides to the
    /// board, because the tables do not distinguish tiles of the same colour.
    fn is_solved(&self) -> bool {
        let mut state = self.start.state;
        for &tracked in &self.path {
            self.space.apply(&mut state, tracked);
        }
        self.space.is_goal(&state)
    }
}

/// Returns the single steps that move the blank from a position to the end of its row or column.
/// Every slide in this direction consists of the first one or more steps.
#[inline]
fn steps_in_line(
    direction: Direction,
    position: usize,
    length: usize,
) -> impl Iterator<Item = LineStep> + Clone {
    let is_forward = matches!(direction, Direction::Right | Direction::Down);
    let count = if is_forward {
        length - 1 - position
    } else {
        position
    };
    let after = move |steps| {
        if is_forward {
            position + steps
        } else {
            position - steps
        }
    };
    (0..count).map(move |steps| LineStep {
        from: after(steps),
        to: after(steps + 1),
    })
}
