//! One depth-first search of a subtree in slides: the hot loop.

use fifteen_puzzle::{Axis, Direction, MAX_CELLS};

use super::Slide;
use super::duplicates::{PrunedSlides, SlideAutomaton, TrackedSlide};
use super::heuristic::{SlideNode, SlideTables, VIEWS, largest};
use crate::StateSpace;
use crate::ida::subtree::{SearchEnd, SubtreeEngine, SubtreeQueue, SubtreeResult, SubtreeStart};
use crate::tiles::sequence_trie::FORBIDDEN;

/// Cells of the longest line: that of a board of 12x2 cells.
const MOST_PLACES: usize = MAX_CELLS / 2;

/// The descent with [`SlideTables`]. It reads the values of all children of a node at once, and prefetches those of the
/// next generation.
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
            least: u32::MAX,
            path: Vec::with_capacity(bound as usize),
            nodes: Vec::new(),
        };
        let end = match search.expand_root() {
            Ok(()) => SearchEnd::Complete {
                next: search.least.saturating_add(bound),
            },
            Err(end) => end,
        };
        let peak = size_of::<TrackedSlide>() * search.path.capacity()
            + size_of::<Child>() * search.nodes.capacity();
        SubtreeResult {
            expanded: search.expanded,
            generated: search.generated - generated_before,
            end,
            peak: peak as u64,
            solutions: start.solutions,
        }
    }
}

/// A depth-first search.
struct SlideSearch<'a, 's> {
    space: &'a PrunedSlides<'s>,
    tables: &'a SlideTables,
    start: &'a mut SubtreeStart<PrunedSlides<'s>>,
    /// The node of the root.
    root: SlideNode,
    queue: &'a mut dyn SubtreeQueue<PrunedSlides<'s>, SlideNode>,
    /// The count of generated nodes at which limits are checked again.
    checkpoint: u64,
    generated: u64,
    expanded: u64,
    /// The smallest excess over the bound.
    least: u32,
    /// The slides from the root.
    path: Vec<TrackedSlide>,
    /// The children of the nodes on the path that are within the bound.
    nodes: Vec<Child>,
}

/// A node on the stack.
#[derive(Clone, Copy)]
struct Child {
    node: SlideNode,
    /// [`SlideTables::prefetched`], for its own children.
    groups: [u32; VIEWS],
}

impl SlideSearch<'_, '_> {
    /// Searches below the root. An error ends the search.
    fn expand_root(&mut self) -> Result<(), SearchEnd> {
        self.expanded += 1;
        let left = self.start.bound - self.start.depth;
        let node = self.root;
        let blank = self.start.state.blank();
        let last = self.start.last;
        let directions = self
            .space
            .space
            .directions(last.map(|last| last.slide.axis()));
        let count = if last.is_some() { directions.len() } else { 1 };
        for directions in directions.chunks(count) {
            let axis = directions[0].axis();
            let state = last.map_or(SlideAutomaton::root(blank, axis), |last| last.state);
            let (line, _) = self.tables.orders[axis as usize].line_place(blank);
            let groups = self.tables.prefetched(&node, axis, line);
            self.along(directions, &Child { node, groups }, (blank, state), left)?;
        }
        Ok(())
    }

    /// Searches below a node, with `left` slides to go.
    fn expand(&mut self, child: &Child, last: TrackedSlide, left: u32) -> Result<(), SearchEnd> {
        self.expanded += 1;
        let directions = self.space.space.directions(Some(last.slide.axis()));
        self.along(directions, child, (last.slide.to(), last.state), left)
    }

    /// The children by slides in directions of one axis.
    fn along(
        &mut self,
        directions: &[Direction],
        Child { node, groups }: &Child,
        (blank, state): (usize, u32),
        left: u32,
    ) -> Result<(), SearchEnd> {
        let axis = directions[0].axis();
        let order = self.tables.orders[axis as usize];
        let (line, place) = order.line_place(blank);
        let groups = self.tables.groups(groups, axis, line);
        let states = self.space.automaton.after(state);
        // A slide that need not be made has no value within any bound.
        let mut values = [u32::MAX; MOST_PLACES];
        for (place, value) in values.iter_mut().enumerate().take(order.length) {
            if states[place] != FORBIDDEN {
                *value = largest(&groups, place);
            }
        }
        let first = self.nodes.len();
        for &direction in directions {
            self.prepare(
                node,
                places(direction, place, order.length),
                &values,
                (axis, line, left),
            );
        }
        let mut next = first;
        for &direction in directions {
            for (_, to) in places(direction, place, order.length) {
                if states[to] == FORBIDDEN {
                    continue;
                }
                if self.generated == self.checkpoint {
                    let checkpoint = self.queue.check(self.start.id, self.generated);
                    self.checkpoint = checkpoint.map_err(SearchEnd::Limit)?;
                }
                self.generated += 1;
                let value = values[to];
                if value >= left {
                    self.least = self.least.min(value + 1 - left);
                    continue;
                }
                let child = self.nodes[next];
                next += 1;
                let (to, state) = (order.cell(line, to), states[to]);
                let tracked = TrackedSlide {
                    slide: Slide {
                        from: blank as u8,
                        to: to as u8,
                        direction,
                    },
                    state,
                };
                self.path.push(tracked);
                if left > 1 {
                    // Not the goal, or the solution would be shorter than the bound.
                    self.expand(&child, tracked, left - 1)?;
                } else if !self.is_solved() {
                    // The tables take it for the goal.
                    self.least = 1;
                } else if self.start.solutions.add(self.path.iter().copied()) {
                    return Err(SearchEnd::Solved);
                }
                self.path.pop();
            }
        }
        self.nodes.truncate(first);
        Ok(())
    }

    /// Puts the children within the bound on the stack, and prefetches what they need to be expanded.
    fn prepare(
        &mut self,
        node: &SlideNode,
        places: impl Iterator<Item = (usize, usize)> + Clone,
        values: &[u32; MOST_PLACES],
        (axis, line, left): (Axis, usize, u32),
    ) {
        let order = self.tables.orders[axis as usize];
        let within = places
            .clone()
            .zip(1..)
            .filter(|&((_, to), _)| values[to] < left);
        let steps = within.last().map_or(0, |(_, steps)| steps);
        let mut child = *node;
        for (from, to) in places.take(steps) {
            let to_cell = order.cell(line, to);
            self.tables
                .step(&mut child, axis, order.cell(line, from), to_cell);
            child.value = values[to];
            if child.value < left {
                let across = axis.across();
                let (line, _) = self.tables.orders[across as usize].line_place(to_cell);
                let groups = self.tables.prefetched(&child, across, line);
                self.nodes.push(Child {
                    node: child,
                    groups,
                });
            }
        }
    }

    /// True if the path leads to the goal; the tables do not tell all tiles apart.
    fn is_solved(&self) -> bool {
        let mut state = self.start.state;
        self.path
            .iter()
            .for_each(|&tracked| self.space.apply(&mut state, tracked));
        self.space.is_goal(&state)
    }
}

/// The places of a line to which the blank may slide in a direction, short slides first, each after the one before.
#[inline]
fn places(
    direction: Direction,
    place: usize,
    length: usize,
) -> impl Iterator<Item = (usize, usize)> + Clone {
    let (forward, steps) = match direction {
        Direction::Right | Direction::Down => (true, length - 1 - place),
        Direction::Left | Direction::Up => (false, place),
    };
    let at = move |steps| {
        if forward {
            place + steps
        } else {
            place - steps
        }
    };
    (0..steps).map(move |steps| (at(steps), at(steps + 1)))
}
