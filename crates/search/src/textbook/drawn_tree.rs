//! State-space trees for drawing: all move sequences up to a depth, annotated with the order in
//! which an algorithm generates and expands the nodes.
//!
//! Nodes are numbered level by level, starting at 1. Siblings are numbered in the order in which
//! moves are tried. For example, if the root has three children, their numbers are 2 to 4, and the
//! first child of node 2 has number 5. Goals have no children. The whole tree is built first. Then
//! an algorithm from [`tree_search`](super::tree_search) is replayed on it. Drawing is left to
//! other crates.

use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;

use crate::storage::Budget;
use crate::{LimitKind, Limits, StateSpace};

/// A node of a [`Tree`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node<S, M> {
    /// The number of this node. Nodes are numbered level by level, starting at 1.
    pub number: usize,
    /// The number of the parent, or `None` for the root.
    pub parent: Option<usize>,
    /// The move from the parent to this node, or `None` for the root.
    pub by: Option<M>,
    /// Number of moves from the root to this node.
    pub depth: u32,
    /// The state of this node. Several nodes can have the same state.
    pub state: S,
    /// Whether the state is a goal.
    pub goal: bool,
    /// The numbers of the children. The range is empty for goals and on the last level of the tree.
    pub children: Range<usize>,
    /// Position of this node in the order of generation: 1 for the root, 2 for the next node, and
    /// so on. `None` if the algorithm did not generate this node.
    pub generated: Option<u64>,
    /// Position of this node in the order of expansion: 1 for the first expanded node, and so on.
    /// `None` if the algorithm did not expand this node. Textbooks call expanded nodes E-nodes.
    pub expanded: Option<u64>,
    /// Depth + heuristic value. `None` if the algorithm uses no heuristic or did not generate this
    /// node.
    pub cost: Option<u32>,
    /// Whether this node is on the path from the root to the goal that the algorithm found,
    /// including both ends.
    pub on_answer_path: bool,
}

/// A tree of all move sequences up to a depth, annotated with the work of a search algorithm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree<S, M> {
    /// The nodes, sorted by number: node `n` has index `n - 1`.
    pub nodes: Vec<Node<S, M>>,
    /// Number of nodes that the algorithm generated, including the root.
    pub generated: u64,
    /// Number of nodes that the algorithm expanded.
    pub expanded: u64,
    depth: u32,
}

/// The [`Tree`] type for a state space.
pub type TreeOf<S> = Tree<<S as StateSpace>::State, <S as StateSpace>::Move>;

/// Builds the tree down to `depth`, and marks the nodes that a breadth-first or depth-first search
/// generates and expands. The marked nodes are those that
/// [`breadth_first`](super::tree_search::breadth_first) or
/// [`depth_first`](super::tree_search::depth_first) would visit.
///
/// # Errors
/// Returns the limit if the tree has more nodes than [`Limits::nodes`] or [`Limits::memory`]
/// allows, or if the build exceeds the time limit.
pub fn uninformed<S: StateSpace>(
    space: &S,
    start: &S::State,
    depth: u32,
    is_breadth_first: bool,
    limits: &Limits,
) -> Result<TreeOf<S>, LimitKind> {
    let mut tree = TreeOf::<S>::new(space, start, depth, limits)?;
    let mut live = VecDeque::from([0]);
    while let Some(index) = live.pop_front() {
        tree.generate(index);
        if tree.nodes[index].goal {
            // Breadth-first search tests a node for the goal when it expands the node. By then, all
            // nodes in the queue have been generated, so mark them as generated too.
            live.into_iter()
                .filter(|_| is_breadth_first)
                .for_each(|index| _ = tree.generate(index));
            tree.mark_answer(index);
            break;
        }
        let children = tree.expand(index);
        if is_breadth_first {
            live.extend(children);
        } else {
            children.rev().for_each(|child| live.push_front(child));
        }
    }
    Ok(tree)
}

/// Builds the tree down to `depth`, and marks the nodes that branch and bound generates and
/// expands. See [`branch_and_bound`](super::tree_search::branch_and_bound) for the algorithm. It
/// stops when the next node to expand is on the last level, because the tree lacks this node's
/// children.
///
/// # Errors
/// Returns the limit if the tree has more nodes than [`Limits::nodes`] or [`Limits::memory`]
/// allows, or if the build exceeds the time limit.
pub fn least_cost<S: StateSpace>(
    space: &S,
    value: impl Fn(&S::State) -> u32,
    start: &S::State,
    depth: u32,
    limits: &Limits,
) -> Result<TreeOf<S>, LimitKind> {
    let mut tree = TreeOf::<S>::new(space, start, depth, limits)?;
    // The generated nodes that are not yet expanded. Each is a tuple of the node's cost, its
    // position in the order of generation, and its index. The smallest tuple is expanded next. If
    // several nodes have the smallest cost, this is the node generated first.
    let mut live = BTreeSet::new();
    let mut made = 0..1;
    loop {
        for index in made {
            let node = tree.generate(index);
            let cost = value(&node.state).saturating_add(node.depth);
            node.cost = Some(cost);
            if node.goal {
                tree.mark_answer(index);
                return Ok(tree);
            }
            live.insert((cost, tree.generated, index));
        }
        match live.pop_first() {
            Some((_, _, index)) if tree.nodes[index].depth < depth => made = tree.expand(index),
            _ => return Ok(tree),
        }
    }
}

impl<S: Clone, M: Copy> Tree<S, M> {
    /// Builds the whole tree. The fields in which an algorithm records its work, such as the costs
    /// of the nodes, are not set yet.
    fn new<P>(space: &P, start: &S, depth: u32, limits: &Limits) -> Result<Self, LimitKind>
    where
        P: StateSpace<State = S, Move = M>,
    {
        let mut budget = Budget::new(limits.memory);
        let mut checkpoint = limits.check(0)?;
        let node = |number, parent, by, depth, state: S| Node {
            number,
            parent,
            by,
            depth,
            goal: space.is_goal(&state),
            state,
            children: 0..0,
            generated: None,
            expanded: None,
            cost: None,
            on_answer_path: false,
        };
        let mut nodes = vec![node(1, None, None, 0, start.clone())];
        let mut next = 0;
        while next < nodes.len() && nodes[next].depth < depth {
            if !nodes[next].goal {
                let Node {
                    number, by, depth, ..
                } = nodes[next];
                let parent = nodes[next].state.clone();
                let first = nodes.len() + 1;
                for m in space.moves(&parent, by) {
                    if nodes.len() as u64 >= checkpoint {
                        checkpoint = limits.check(nodes.len() as u64)?;
                    }
                    budget.take(size_of::<Node<S, M>>())?;
                    let state = space.after(&parent, m);
                    nodes.push(node(
                        nodes.len() + 1,
                        Some(number),
                        Some(m),
                        depth + 1,
                        state,
                    ));
                }
                nodes[next].children = first..nodes.len() + 1;
            }
            next += 1;
        }
        Ok(Self {
            nodes,
            generated: 0,
            expanded: 0,
            depth,
        })
    }

    /// Marks a node as generated and returns it.
    fn generate(&mut self, index: usize) -> &mut Node<S, M> {
        self.generated += 1;
        self.nodes[index].generated = Some(self.generated);
        &mut self.nodes[index]
    }

    /// Marks a node as expanded and returns the indices of its children. Does nothing for a node on
    /// the last level of the tree.
    fn expand(&mut self, index: usize) -> Range<usize> {
        let Self {
            nodes,
            expanded,
            depth,
            ..
        } = self;
        let node = &mut nodes[index];
        if node.depth == *depth {
            return 0..0;
        }
        *expanded += 1;
        node.expanded = Some(*expanded);
        node.children.start - 1..node.children.end - 1
    }

    /// Marks the path from the root to the goal with the given index.
    fn mark_answer(&mut self, index: usize) {
        let mut at = Some(index);
        while let Some(index) = at {
            self.nodes[index].on_answer_path = true;
            at = self.nodes[index].parent.map(|number| number - 1);
        }
    }
}

impl<S, M> Tree<S, M> {
    /// Returns the expanded nodes, which textbooks call E-nodes, in the order of expansion.
    pub fn e_nodes(&self) -> Vec<&Node<S, M>> {
        let mut nodes: Vec<_> = self
            .nodes
            .iter()
            .filter(|node| node.expanded.is_some())
            .collect();
        nodes.sort_by_key(|node| node.expanded);
        nodes
    }

    /// Returns the nodes on the path from the root to the goal, including both ends. Returns an
    /// empty iterator if no goal was found.
    pub fn answer_path(&self) -> impl Iterator<Item = &Node<S, M>> {
        self.nodes.iter().filter(|node| node.on_answer_path)
    }

    /// Returns the goal that the algorithm found, or `None` if it found no goal.
    pub fn answer(&self) -> Option<&Node<S, M>> {
        self.answer_path().last()
    }
}
