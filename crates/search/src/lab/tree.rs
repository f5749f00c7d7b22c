//! State-space trees to draw: every sequence of moves up to a depth, with the work of an algorithm recorded in it.
//!
//! Nodes are numbered from 1, level by level, and the children of a node in the order of moves. For example, if the root
//! has three children, they have the numbers 2 to 4, and the first child of node 2 has the number 5. Goals have no
//! children. The whole tree is built first; an algorithm of [`trees`](super::trees) then walks through it and numbers the
//! nodes that it generates and expands. Other crates draw the trees.

use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;

use crate::storage::Budget;
use crate::{LimitKind, Limits, StateSpace};

/// A node of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node<S, M> {
    /// Its number, from 1.
    pub number: usize,
    /// The number of the parent, or `None` for the root.
    pub parent: Option<usize>,
    /// The move that leads from the parent to this node, or `None` for the root.
    pub by: Option<M>,
    /// Number of moves from the root.
    pub depth: u32,
    /// The state.
    pub state: S,
    /// True for a goal.
    pub goal: bool,
    /// The numbers of the children. The range is empty at the depth of the tree and for goals.
    pub children: Range<usize>,
    /// The position of this node in the order in which the algorithm generated nodes, starting with 1 for the root, or
    /// `None` if it did not generate this node.
    pub generated: Option<u64>,
    /// The position of this node in the order in which nodes were expanded, starting with 1, or `None` if it was not
    /// expanded. Textbooks call expanded nodes E-nodes.
    pub expanded: Option<u64>,
    /// Depth + value, if the algorithm takes a heuristic and generated the node.
    pub cost: Option<u32>,
    /// True for the nodes on the path from the root to the answer, including both.
    pub on_answer_path: bool,
}

/// The tree of a space to a depth, with the work of an algorithm recorded in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree<S, M> {
    /// The nodes in the order of their numbers: node n has the index n - 1.
    pub nodes: Vec<Node<S, M>>,
    /// Number of nodes that the algorithm generated, including the root.
    pub generated: u64,
    /// Number of nodes that the algorithm expanded.
    pub expanded: u64,
    depth: u32,
}

/// The tree of a space.
pub type TreeOf<S> = Tree<<S as StateSpace>::State, <S as StateSpace>::Move>;

/// Builds the tree to a depth and records a breadth-first or depth-first search to that depth:
/// [`trees::breadth_first`](super::trees::breadth_first) and [`trees::depth_first`](super::trees::depth_first).
///
/// # Errors
/// Returns the limit if the tree has more nodes than [`Limits::nodes`] or [`Limits::memory`] allow, or takes too long.
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
            // In a breadth-first search, the nodes in the queue were generated before the goal was expanded.
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

/// Builds the tree to a depth and records a search by depth + value, until the next node to expand has that depth:
/// [`trees::branch_and_bound`](super::trees::branch_and_bound).
///
/// # Errors
/// Returns the limit under the same conditions as [`uninformed`].
pub fn least_cost<S: StateSpace>(
    space: &S,
    value: impl Fn(&S::State) -> u32,
    start: &S::State,
    depth: u32,
    limits: &Limits,
) -> Result<TreeOf<S>, LimitKind> {
    let mut tree = TreeOf::<S>::new(space, start, depth, limits)?;
    // The live nodes: cost, position in the order of generation, and index. Among equal costs, the first generated node
    // is expanded first.
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
    /// Builds the whole tree, before the algorithm begins.
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

    /// Marks a node as generated.
    fn generate(&mut self, index: usize) -> &mut Node<S, M> {
        self.generated += 1;
        self.nodes[index].generated = Some(self.generated);
        &mut self.nodes[index]
    }

    /// Marks a node as expanded and returns the indices of its children. Nodes at the depth of the tree are not expanded.
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

    /// Marks the path to the answer.
    fn mark_answer(&mut self, index: usize) {
        let mut at = Some(index);
        while let Some(index) = at {
            self.nodes[index].on_answer_path = true;
            at = self.nodes[index].parent.map(|number| number - 1);
        }
    }
}

impl<S, M> Tree<S, M> {
    /// The expanded nodes, in the order in which they were expanded.
    pub fn e_nodes(&self) -> Vec<&Node<S, M>> {
        let mut nodes: Vec<_> = self
            .nodes
            .iter()
            .filter(|node| node.expanded.is_some())
            .collect();
        nodes.sort_by_key(|node| node.expanded);
        nodes
    }

    /// The nodes from the root to the answer, including both. Empty if no answer was found.
    pub fn answer_path(&self) -> impl Iterator<Item = &Node<S, M>> {
        self.nodes.iter().filter(|node| node.on_answer_path)
    }

    /// The goal that the algorithm found, if any.
    pub fn answer(&self) -> Option<&Node<S, M>> {
        self.answer_path().last()
    }
}
