//! One depth-first search of a subtree in slides: the hot loop.

use fifteen_puzzle::{Axis, Direction, MAX_CELLS};

use super::Slide;
use super::duplicates::{PrunedSlides, SlideAutomaton, TrackedSlide};
use super::heuristic::{SlideNode, SlideTables, VIEWS, largest};
use crate::ida::descent::{
    Descend, DescentEnd, DescentLimits, DescentResult, Feed, Solutions, SubtreeRoot, one_by_one,
};
use crate::tiles::sequence_trie::FORBIDDEN;
use crate::{LimitKind, StateSpace};

/// Cells of the longest line: that of a board of 12x2 cells.
const MOST_PLACES: usize = MAX_CELLS / 2;

/// The descent with [`SlideTables`]. It reads the values of all children of a node at once, and prefetches those of the
/// next generation.
pub(super) struct SlideDescent;

impl<'s> Descend<PrunedSlides<'s>, SlideTables> for SlideDescent {
    fn descend_each(
        &self,
        space: &PrunedSlides<'s>,
        tables: &SlideTables,
        feed: &mut dyn Feed<PrunedSlides<'s>, SlideTables>,
    ) {
        one_by_one(feed, |root, limits, solutions| {
            Self::descend(space, tables, root, limits, solutions)
        });
    }
}

impl SlideDescent {
    fn descend<'s>(
        space: &PrunedSlides<'s>,
        tables: &SlideTables,
        root: &SubtreeRoot<PrunedSlides<'s>, SlideTables>,
        limits: DescentLimits,
        solutions: &mut Solutions<TrackedSlide>,
    ) -> DescentResult {
        if root.node.value == 0 && space.is_goal(&root.state) {
            solutions.add(root.path.iter().copied());
            return DescentResult {
                expanded: 0,
                generated: 0,
                end: DescentEnd::Solved,
                peak: 0,
            };
        }
        let DescentLimits {
            bound,
            before,
            check,
        } = limits;
        let (checkpoint, path) = (before, Vec::with_capacity(bound as usize));
        let mut search = Search {
            space,
            tables,
            root,
            check,
            solutions,
            checkpoint,
            generated: before,
            expanded: 0,
            least: u32::MAX,
            path,
            nodes: Vec::new(),
        };
        let left = bound - root.path.len() as u32;
        let end = match search.start(left) {
            Ok(()) => DescentEnd::Complete {
                next: search.least.saturating_add(bound),
            },
            Err(end) => end,
        };
        let (expanded, generated) = (search.expanded, search.generated - before);
        let peak = size_of::<TrackedSlide>() * search.path.capacity()
            + size_of::<Child>() * search.nodes.capacity();
        DescentResult {
            expanded,
            generated,
            end,
            peak: peak as u64,
        }
    }
}

/// A depth-first search.
struct Search<'a, 's> {
    space: &'a PrunedSlides<'s>,
    tables: &'a SlideTables,
    root: &'a SubtreeRoot<PrunedSlides<'s>, SlideTables>,
    check: &'a mut dyn FnMut(u64) -> Result<u64, LimitKind>,
    solutions: &'a mut Solutions<TrackedSlide>,
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

impl Search<'_, '_> {
    /// Searches below the root, with `left` slides to go. An error ends the search.
    fn start(&mut self, left: u32) -> Result<(), DescentEnd> {
        self.expanded += 1;
        let (node, blank, last) = (
            self.root.node,
            self.root.state.blank(),
            self.root.path.last(),
        );
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
    fn expand(&mut self, child: &Child, last: TrackedSlide, left: u32) -> Result<(), DescentEnd> {
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
    ) -> Result<(), DescentEnd> {
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
                    self.checkpoint = (self.check)(self.generated).map_err(DescentEnd::Limit)?;
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
                } else if self
                    .solutions
                    .add(self.root.path.iter().chain(&self.path).copied())
                {
                    return Err(DescentEnd::Solved);
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
        let mut state = self.root.state;
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
