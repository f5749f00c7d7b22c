//! The depth-first search of a subtree of the search tree in the multi-tile metric. This is the hot
//! loop of IDA* with [`SlideTables`].
//!
//! One read of a table gives the values of all children that slides along a line (a row or a
//! column) generate. Therefore a node first decides which of its children are within the bound, and
//! prefetches the table entries that those children will read. Only then does it search below them,
//! one after another, so that the memory accesses overlap.

use fifteen_puzzle::{Axis, Direction, MAX_CELLS};

use super::Slide;
use super::duplicates::{PrunedSlides, SlideAutomaton, TrackedSlide};
use super::heuristic::{MAX_VIEWS, SlideNode, SlideTables, largest};
use crate::StateSpace;
use crate::ida::subtree::{DescentEnd, SubtreeEngine, SubtreeQueue, SubtreeResult, SubtreeStart};
use crate::tiles::sequence_trie::FORBIDDEN;

/// Maximum number of cells of a line (a row or a column): the widest board has 12 columns and 2
/// rows.
const MAX_LINE_CELLS: usize = MAX_CELLS / 2;

/// The engine with which IDA* searches subtrees in the multi-tile metric.
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
    /// Searches one subtree within the bound, and returns its node counts and why the search ended.
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

/// State of the depth-first search of one subtree.
struct SlideSearch<'a, 's> {
    space: &'a PrunedSlides<'s>,
    tables: &'a SlideTables,
    start: &'a mut SubtreeStart<PrunedSlides<'s>>,
    /// The table keys and the value of the subtree's root.
    root: SlideNode,
    queue: &'a mut dyn SubtreeQueue<PrunedSlides<'s>, SlideNode>,
    /// Number of generated nodes at which the limits are checked next.
    checkpoint: u64,
    /// Number of nodes that the search has generated, including those generated before this
    /// subtree.
    generated: u64,
    /// Number of nodes that were expanded in this subtree.
    expanded: u64,
    /// The smallest number of slides by which a pruned child exceeded the bound, or `u32::MAX`
    /// before the first one. The bound plus this number is a candidate for the next bound.
    smallest_excess: u32,
    /// The slides from the subtree's root to the current node.
    path: Vec<TrackedSlide>,
    /// The children within the bound of each node on the current path. A node pushes its children
    /// before it searches below them, and pops them afterwards.
    stack: Vec<SlideChild>,
}

/// A child within the bound. The table entries that give the values of its own children have been
/// prefetched.
#[derive(Clone, Copy)]
struct SlideChild {
    node: SlideNode,
    /// For each view, the rank of this child's colour sequence, which
    /// [`SlideTables::prefetch_children`] returned. It says where the values of the child's own
    /// children are stored.
    view_ranks: [u32; MAX_VIEWS],
}

/// A node that is being expanded by slides along one axis.
#[derive(Clone, Copy)]
struct SlideParent<'n> {
    child: &'n SlideChild,
    /// The cell of the blank in this node.
    blank: usize,
    /// The state of the [`SlideAutomaton`], which says which slides are redundant here.
    state: u32,
    /// Number of slides that a solution within the bound may still have below this node.
    left: u32,
}

/// A move of the blank to the neighbouring position of its line (row or column). A slide consists
/// of one or more of these steps.
#[derive(Clone, Copy)]
struct LineStep {
    from: usize,
    to: usize,
}

impl SlideSearch<'_, '_> {
    /// Expands the root of the subtree and searches below it. An error says why the search ended
    /// early.
    fn expand_root(&mut self) -> Result<(), DescentEnd> {
        self.expanded += 1;
        let left = self.start.bound - self.start.depth;
        let node = self.root;
        let blank = self.start.state.blank();
        let last = self.start.last;
        let last_axis = last.map(|last| last.slide.axis());
        let directions = self.space.space.directions(last_axis);
        // The first slide of a solution may go along either axis, and the order of moves may mix
        // the directions of both axes. So each direction is expanded separately.
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

    /// Expands a child and searches below it, where a solution within the bound has at most `left`
    /// more slides. `last` is the slide that generated the child.
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

    /// Generates the children of a node by slides in `directions`, which all belong to one axis,
    /// and searches below each child that is within the bound.
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
        // Forbidden slides keep the value `u32::MAX`, which is above every bound.
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
                    // No goal test is needed here: slides are left within the bound, and no
                    // solution is shorter than the bound.
                    self.expand(&child, tracked, left - 1)?;
                } else if !self.is_solved() {
                    // The value is 0 because the colours match the goal, but tiles of the same
                    // colour are exchanged. So a solution through this child needs at least one
                    // slide more than the bound allows.
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
        // The keys need to be updated only as far as the last child within the bound.
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

    /// Returns whether the current path leads to the goal. The tables cannot decide this, because
    /// they do not distinguish tiles of the same colour.
    fn is_solved(&self) -> bool {
        let mut state = self.start.state;
        for &tracked in &self.path {
            self.space.apply(&mut state, tracked);
        }
        self.space.is_goal(&state)
    }
}

/// Returns the single steps of the blank from a position to the end of its line (row or column) in
/// a direction. Every slide in this direction consists of the first one or more of these steps.
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
