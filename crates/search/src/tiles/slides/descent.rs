//! Depth-first search of subtrees in the multi-tile metric. This is the hot loop of IDA* with
//! [`SlideTables`].
//!
//! One table read yields the values of all children that slides along the same row or column
//! generate. The tables take hundreds of megabytes, so waiting for memory would take longer than
//! all other work. Each search of a subtree therefore works in *turns*. A turn has two parts:
//!
//! 1. Read the table entries of the current node, which contain the values of its children.
//!    Prefetch the entries of all children within the bound.
//! 2. Go to the next child within the bound, which becomes the current node.
//!
//! Meanwhile, the searches of other subtrees take their turns. By the next turn, the entries have
//! arrived in the cache.

use fifteen_puzzle::Direction;

use super::Slide;
use super::duplicates::{PrunedSlides, SlideAutomaton, TrackedSlide};
use super::heuristic::{MAX_VIEWS, SlideNode, SlideTables, largest};
use crate::ida::subtree::{
    DescentEnd, DescentResult, Subtree, SubtreeEngine, SubtreeLimits, SubtreeQueue,
};
use crate::tiles::sequence_trie::FORBIDDEN;
use crate::{LimitKind, StateSpace};

/// Number of subtrees between which a thread alternates, so that it can search the other subtrees
/// while it waits for the memory accesses of one. Eight are slightly faster than four.
const CONCURRENT: usize = 8;

/// The engine of IDA* in the multi-tile metric. It searches the subtrees into which an iteration is
/// divided, several at a time and each of them depth first.
pub(super) struct SlideDescent<'t> {
    pub(super) tables: &'t SlideTables,
}

impl<'s> SubtreeEngine<PrunedSlides<'s>, SlideNode> for SlideDescent<'_> {
    fn concurrent_subtrees(&self) -> usize {
        CONCURRENT
    }

    fn search_subtrees(
        &self,
        space: &PrunedSlides<'s>,
        limits: &SubtreeLimits<'_>,
        queue: &mut SubtreeQueue<'_, PrunedSlides<'s>, SlideNode>,
    ) {
        let mut searches = Vec::new();
        loop {
            while searches.len() < CONCURRENT
                && let Some(search) = self.begin(space, limits, queue)
            {
                searches.push(search);
            }
            if searches.is_empty() {
                return;
            }
            let (position, end) = 'turns: loop {
                for (position, search) in searches.iter_mut().enumerate() {
                    if let Some(end) = search.turn(self.tables, space) {
                        break 'turns (position, end);
                    }
                }
            };
            let search = searches.swap_remove(position);
            queue.done(search.index, search.finish(end));
        }
    }
}

impl SlideDescent<'_> {
    /// Starts the search of the next subtree in the queue. Returns `None` if the queue is currently
    /// empty. Subtrees whose root is the goal need no search and are reported immediately.
    fn begin<'s, 'l>(
        &self,
        space: &PrunedSlides<'s>,
        limits: &'l SubtreeLimits<'l>,
        queue: &mut SubtreeQueue<'_, PrunedSlides<'s>, SlideNode>,
    ) -> Option<SlideSearch<'s, 'l>> {
        loop {
            let (index, subtree) = queue.next()?;
            if subtree.node.value == 0 && space.is_goal(&subtree.state) {
                let result = DescentResult::of_solved_root(subtree.solutions);
                queue.done(index, result);
                continue;
            }
            return Some(SlideSearch::new(self.tables, space, limits, index, subtree));
        }
    }
}

/// A depth-first search of one subtree. A call of [`turn`](Self::turn) expands one node, so that a
/// thread can alternate between several such searches.
struct SlideSearch<'s, 'l> {
    /// Index of the subtree in the queue.
    index: usize,
    limits: &'l SubtreeLimits<'l>,
    subtree: Subtree<PrunedSlides<'s>, SlideNode>,
    /// The directions in which slides from the root have not been searched yet.
    root_directions: &'s [Direction],
    /// The node that the next call of [`turn`](Self::turn) expands.
    current: ExpandableNode<'s>,
    /// The slides from the root to the current node.
    path: Vec<TrackedSlide>,
    /// The nodes from the root to the parent of the current node.
    frames: Vec<SlideFrame>,
    /// The children of all nodes in `frames`, except for children beyond the bound.
    children: Vec<SlideChild>,
    expanded: u64,
    /// Number of nodes generated so far, including nodes generated before this search began.
    generated: u64,
    /// Value of `generated` at which the limits are checked next.
    checkpoint: u64,
    /// The smallest amount by which a pruned child exceeds the bound, in slides, or `u32::MAX` if
    /// no child has been pruned. It determines the next bound.
    smallest_excess: u32,
}

/// A node whose table entries have been prefetched. These entries contain the values of the node's
/// children.
struct ExpandableNode<'s> {
    node: SlideNode,
    /// For each view of the board, the index of its table entry. A view is the board or its
    /// reflection, in which all tiles of the same colour look alike. Reading the colours cell by
    /// cell gives a sequence, and the index is the rank of this sequence among all possible ones.
    view_ranks: [u32; MAX_VIEWS],
    /// The cell of the blank.
    blank: usize,
    /// The current state of the [`SlideAutomaton`], a finite-state machine that identifies
    /// redundant slides.
    state: u32,
    /// The directions of the slides to the children. All of them are along the same axis, because
    /// one table entry contains the values of all these children.
    directions: &'s [Direction],
}

/// A node on the path to the current node, and which of its children have been searched. The
/// children of all such nodes share one list, [`SlideSearch::children`].
struct SlideFrame {
    /// Index of this node's first child in [`SlideSearch::children`].
    first: usize,
    /// Index of the child whose subtree is searched next. It is past the last item if no child is
    /// left.
    next: usize,
    /// Number of this node's children that have been counted as generated so far.
    generated: u8,
    /// Number of all children of this node, including those beyond the bound.
    count: u8,
}

/// A child within the bound. The table entries for its own children have already been prefetched.
#[derive(Clone, Copy)]
struct SlideChild {
    node: SlideNode,
    /// The indices of the table entries for this child's own children, as in
    /// [`ExpandableNode::view_ranks`].
    view_ranks: [u32; MAX_VIEWS],
    /// The slide that generates this child.
    slide: TrackedSlide,
    /// Number of the parent's children that an ordinary depth-first search has generated when it
    /// reaches this child. The number includes this child and siblings beyond the bound. With it,
    /// node counts are the same as in such a search, even though all children are evaluated
    /// together.
    generated: u8,
}

impl<'s, 'l> SlideSearch<'s, 'l> {
    fn new(
        tables: &SlideTables,
        space: &PrunedSlides<'s>,
        limits: &'l SubtreeLimits<'l>,
        index: usize,
        subtree: Subtree<PrunedSlides<'s>, SlideNode>,
    ) -> Self {
        let last_axis = subtree.last.map(|last| last.slide.axis());
        let mut root_directions = space.space.directions(last_axis);
        let current = expand_root(tables, &subtree, &mut root_directions);
        let generated = subtree.generated_before;
        Self {
            index,
            limits,
            root_directions,
            current: current.expect("the blank can slide in some direction"),
            path: Vec::with_capacity((subtree.bound - subtree.depth) as usize),
            frames: Vec::new(),
            children: Vec::new(),
            expanded: 1,
            generated,
            checkpoint: generated,
            smallest_excess: u32::MAX,
            subtree,
        }
    }

    /// Expands the current node, and goes to the next node within the bound. The thread then
    /// continues with a different search. Returns how the search ended, or `None` if it continues.
    fn turn(&mut self, tables: &SlideTables, space: &PrunedSlides<'s>) -> Option<DescentEnd> {
        self.expand(tables, space);
        loop {
            let Some(frame) = self.frames.last_mut() else {
                let next = expand_root(tables, &self.subtree, &mut self.root_directions);
                let Some(next) = next else {
                    return Some(DescentEnd::Complete {
                        next: self.smallest_excess.saturating_add(self.subtree.bound),
                    });
                };
                self.current = next;
                return None;
            };
            let child = self.children.get(frame.next).copied();
            let generated = child.map_or(frame.count, |child| child.generated);
            self.generated += u64::from(generated - frame.generated);
            frame.generated = generated;
            frame.next += 1;
            if child.is_none() {
                self.children.truncate(frame.first);
                self.frames.pop();
                self.path.pop();
            }
            if self.generated > self.checkpoint
                && let Err(kind) = self.check_limits()
            {
                return Some(DescentEnd::Limit(kind));
            }
            let Some(child) = child else {
                continue;
            };
            self.path.push(child.slide);
            // Smaller bounds have been searched already, so every solution has exactly as many
            // slides as the bound allows. A node with slides left is therefore not the goal.
            if self.left() > 0 {
                self.expanded += 1;
                self.current = ExpandableNode {
                    node: child.node,
                    view_ranks: child.view_ranks,
                    blank: child.slide.slide.to(),
                    state: child.slide.state,
                    directions: space.space.directions(Some(child.slide.slide.axis())),
                };
                return None;
            }
            if !self.is_solved(space) {
                // The value is 0 because the colours match the goal, but this is not the goal:
                // tiles of the same colour are in each other's places. A solution through this
                // child has at least one slide more than the bound allows.
                self.smallest_excess = 1;
            } else if self.subtree.solutions.add(self.path.iter().copied()) {
                return Some(DescentEnd::Solved);
            }
            self.path.pop();
        }
    }

    /// Reads the values of the current node's children, and prefetches the table entries of the
    /// children within the bound.
    fn expand(&mut self, tables: &SlideTables, space: &PrunedSlides<'s>) {
        let ExpandableNode {
            node,
            view_ranks,
            blank,
            state,
            directions,
        } = self.current;
        let left = self.left();
        let axis = directions[0].axis();
        let across = axis.across();
        let [order, order_across] = [axis, across].map(|axis| tables.orders[axis as usize]);
        let (line, position) = order.line_position(blank);
        let distances = tables.read_children(&view_ranks, axis, line);
        let states = space.automaton.after(state);
        let first = self.children.len();
        let mut count = 0;
        for &direction in directions {
            let mut moved = node;
            // The position of the blank in `moved`.
            let mut at = position;
            for to in positions_in_line(direction, position, order.length) {
                if states[to] == FORBIDDEN {
                    continue;
                }
                count += 1;
                let value = largest(&distances, to);
                if value >= left {
                    self.smallest_excess = self.smallest_excess.min(value + 1 - left);
                    continue;
                }
                while at != to {
                    let next = if at < to { at + 1 } else { at - 1 };
                    tables.step(
                        &mut moved,
                        axis,
                        order.cell(line, at),
                        order.cell(line, next),
                    );
                    at = next;
                }
                moved.value = value;
                space.automaton.prefetch(states[to]);
                let to_cell = order.cell(line, to);
                let (line_across, _) = order_across.line_position(to_cell);
                self.children.push(SlideChild {
                    node: moved,
                    view_ranks: tables.prefetch_children(&moved, across, line_across),
                    slide: TrackedSlide {
                        slide: Slide {
                            from: blank as u8,
                            to: to_cell as u8,
                            direction,
                        },
                        state: states[to],
                    },
                    generated: count,
                });
            }
        }
        self.frames.push(SlideFrame {
            first,
            next: first,
            generated: 0,
            count,
        });
    }

    /// Returns the number of slides that the bound still allows after the current path.
    fn left(&self) -> u32 {
        self.subtree.bound - self.subtree.depth - self.path.len() as u32
    }

    /// Checks the limits once for each checkpoint that `generated` has passed since the last call.
    /// If a limit is reached, the result counts only the nodes up to that checkpoint, so that it is
    /// the same on every machine.
    #[cold]
    fn check_limits(&mut self) -> Result<(), LimitKind> {
        let generated = self.generated;
        while self.checkpoint < generated {
            self.generated = self.checkpoint;
            self.checkpoint = self.limits.check(self.index, self.checkpoint)?;
        }
        self.generated = generated;
        Ok(())
    }

    /// Returns whether the current path leads to the goal. The goal has to be recognised on the
    /// board itself, because the tables do not distinguish tiles of the same colour.
    fn is_solved(&self, space: &PrunedSlides<'s>) -> bool {
        let mut state = self.subtree.state;
        for &tracked in &self.path {
            space.apply(&mut state, tracked);
        }
        space.is_goal(&state)
    }

    /// Returns the node counts and the solutions of a search that has ended.
    fn finish(self, end: DescentEnd) -> DescentResult<TrackedSlide> {
        let peak = size_of::<TrackedSlide>() * self.path.capacity()
            + size_of::<SlideFrame>() * self.frames.capacity()
            + size_of::<SlideChild>() * self.children.capacity();
        DescentResult {
            expanded: self.expanded,
            generated: self.generated - self.subtree.generated_before,
            end,
            peak: peak as u64,
            solutions: self.subtree.solutions,
        }
    }
}

/// Takes the next directions from `directions`, prefetches the table entries for slides from the
/// root in these directions, and returns the root as a node to expand. Returns `None` if no
/// direction is left.
///
/// The first slide of a solution can go along either axis, and the order of moves can mix both
/// axes. The root of the whole search therefore takes one direction at a time. All other roots have
/// only slides along one axis, and take all their directions at once.
fn expand_root<'s>(
    tables: &SlideTables,
    subtree: &Subtree<PrunedSlides<'s>, SlideNode>,
    directions: &mut &'s [Direction],
) -> Option<ExpandableNode<'s>> {
    let count = if subtree.last.is_some() {
        directions.len()
    } else {
        1
    };
    let (now, later) = directions.split_at_checked(count)?;
    let axis = now.first()?.axis();
    *directions = later;
    let blank = subtree.state.blank();
    let (line, _) = tables.orders[axis as usize].line_position(blank);
    Some(ExpandableNode {
        node: subtree.node,
        view_ranks: tables.prefetch_children(&subtree.node, axis, line),
        blank,
        state: subtree
            .last
            .map_or(SlideAutomaton::root(blank, axis), |last| last.state),
        directions: now,
    })
}

/// Returns the positions in a row or column to which the blank can slide in a direction, the
/// nearest first.
#[inline]
fn positions_in_line(
    direction: Direction,
    position: usize,
    length: usize,
) -> impl Iterator<Item = usize> {
    let is_forward = matches!(direction, Direction::Right | Direction::Down);
    let count = if is_forward {
        length - 1 - position
    } else {
        position
    };
    (1..=count).map(move |steps| {
        if is_forward {
            position + steps
        } else {
            position - steps
        }
    })
}
