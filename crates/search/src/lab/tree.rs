//! State-space trees: every sequence of moves up to a depth, with the work of an algorithm recorded in it.
//!
//! Nodes are numbered from 1, level by level, each node's children in the order of moves: as breadth-first search
//! over the whole tree generates them. A node's edge is labelled by its last move. Goals have no children. Other
//! crates draw trees.

use std::ops::Range;

use crate::lab::observer::Observer;
use crate::lab::{bfs_tree, branch_and_bound, dfs};
use crate::limits::{LimitKind, Limits};
use crate::outcome::Outcome;
use crate::space::{Heuristic, StateSpace};
use crate::storage::Budget;

/// A node of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node<S, M> {
    /// Its number, from 1.
    pub number: usize,
    /// The parent's number; none for the root.
    pub parent: Option<usize>,
    /// The move that leads here: the edge's label.
    pub by: Option<M>,
    /// Number of moves from the root.
    pub depth: u32,
    /// The state.
    pub state: S,
    /// True for a goal.
    pub goal: bool,
    /// The numbers of the children: empty at the tree's depth, and for goals.
    pub children: Range<usize>,
    /// Its number in the order in which the algorithm generated nodes, the root being 1; none if it did not.
    pub generated: Option<u64>,
    /// Its number in the order in which nodes were expanded (E-nodes), from 1; none if it was not.
    pub expanded: Option<u64>,
    /// Depth + value, where the algorithm takes a heuristic and the node was generated.
    pub cost: Option<u32>,
    /// True on the path to the answer, the root and the answer included.
    pub on_answer_path: bool,
}

/// The tree of a space to a depth, with the work of an algorithm recorded in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree<S, M> {
    /// The nodes by number, which is one more than the index.
    pub nodes: Vec<Node<S, M>>,
    /// The outcome of the algorithm, which stopped at [`LimitKind::Depth`] if it was about to leave the tree.
    pub outcome: Outcome<Vec<M>>,
}

/// The tree of a space.
pub type TreeOf<S> = Tree<<S as StateSpace>::State, <S as StateSpace>::Move>;

impl<S, M> Tree<S, M> {
    /// The E-nodes in the order in which they were expanded.
    pub fn e_nodes(&self) -> Vec<&Node<S, M>> {
        let mut nodes: Vec<_> = self.nodes.iter().filter(|node| node.expanded.is_some()).collect();
        nodes.sort_by_key(|node| node.expanded);
        nodes
    }

    /// The nodes from the root to the answer, both included; empty without an answer.
    pub fn answer_path(&self) -> impl Iterator<Item = &Node<S, M>> {
        self.nodes.iter().filter(|node| node.on_answer_path)
    }

    /// The answer.
    pub fn answer(&self) -> Option<&Node<S, M>> {
        self.answer_path().last()
    }
}

/// The tree cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TreeError<E> {
    /// It is too large, or takes too long.
    #[error("the tree to that depth is beyond the limits; ask for a smaller depth")]
    Limit(LimitKind),
    /// The heuristic has no value for the start.
    #[error(transparent)]
    Heuristic(E),
}

/// The tree to a depth, searched breadth first ([`bfs_tree`]).
///
/// # Errors
/// The limit, if the tree has more nodes than [`Limits::nodes`] or [`Limits::memory`] allow, or takes too long.
pub fn breadth_first<S: StateSpace>(
    space: &S,
    start: &S::State,
    depth: u32,
    limits: &Limits,
) -> Result<TreeOf<S>, LimitKind> {
    let mut recorder = Recorder::new(space, start, depth, limits)?;
    let limits = Limits { depth: Some(depth), ..limits.clone() };
    let outcome = bfs_tree::observed(space, start, &limits, &mut recorder, &mut |_| ());
    Ok(recorder.tree(outcome))
}

/// The tree to a depth, searched depth first to that depth ([`dfs`]).
///
/// # Errors
/// As for [`breadth_first`].
pub fn depth_first<S: StateSpace>(
    space: &S,
    start: &S::State,
    depth: u32,
    limits: &Limits,
) -> Result<TreeOf<S>, LimitKind> {
    let mut recorder = Recorder::new(space, start, depth, limits)?;
    let limits = Limits { depth: Some(depth), ..limits.clone() };
    let outcome = dfs::observed(space, start, &limits, &mut recorder, &mut |_| ());
    Ok(recorder.tree(outcome))
}

/// The tree to a depth, searched by [`branch_and_bound`] until the next E-node would lie at that depth.
///
/// # Errors
/// As for [`breadth_first`], and those of the heuristic.
pub fn least_cost<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    depth: u32,
    limits: &Limits,
) -> Result<TreeOf<S>, TreeError<H::Error>> {
    let mut recorder = Recorder::new(space, start, depth, limits).map_err(TreeError::Limit)?;
    let limits = Limits { depth: None, ..limits.clone() };
    let outcome = branch_and_bound::observed(space, heuristic, start, &limits, &mut recorder, &mut |_| ())
        .map_err(TreeError::Heuristic)?;
    recorder.nodes[0].cost = Some(outcome.h0);
    Ok(recorder.tree(outcome))
}

/// Records the work of an algorithm.
struct Recorder<S: StateSpace> {
    nodes: Vec<Node<S::State, S::Move>>,
    depth: u32,
    /// The index of each node that was generated, in that order.
    generated: Vec<usize>,
    expanded: u64,
}

impl<S: StateSpace> Recorder<S> {
    /// The whole tree, before the algorithm begins.
    fn new(space: &S, start: &S::State, depth: u32, limits: &Limits) -> Result<Self, LimitKind> {
        let mut budget = Budget::new(limits.memory);
        let mut checkpoint = limits.check(0)?;
        let mut nodes: Vec<Node<S::State, S::Move>> = vec![Node {
            number: 1,
            parent: None,
            by: None,
            depth: 0,
            state: start.clone(),
            goal: space.is_goal(start),
            children: 0..0,
            generated: Some(1),
            expanded: None,
            cost: None,
            on_answer_path: false,
        }];
        let mut next = 0;
        while next < nodes.len() && nodes[next].depth < depth {
            if !nodes[next].goal {
                let Node { number, by, depth, .. } = nodes[next];
                let parent = nodes[next].state.clone();
                let first = nodes.len() + 1;
                for m in space.moves(&parent, by) {
                    if nodes.len() as u64 >= checkpoint {
                        checkpoint = limits.check(nodes.len() as u64)?;
                    }
                    budget.take(size_of::<Node<S::State, S::Move>>())?;
                    let mut state = parent.clone();
                    space.apply(&mut state, m);
                    nodes.push(Node {
                        number: nodes.len() + 1,
                        parent: Some(number),
                        by: Some(m),
                        depth: depth + 1,
                        goal: space.is_goal(&state),
                        state,
                        children: 0..0,
                        generated: None,
                        expanded: None,
                        cost: None,
                        on_answer_path: false,
                    });
                }
                nodes[next].children = first..nodes.len() + 1;
            }
            next += 1;
        }
        Ok(Self { nodes, depth, generated: vec![0], expanded: 0 })
    }

    /// The index of the child to which a move leads.
    fn child(&self, parent: usize, m: S::Move) -> Option<usize> {
        self.nodes[parent].children.clone().map(|number| number - 1).find(|&child| self.nodes[child].by == Some(m))
    }

    /// Marks the answer.
    fn tree(mut self, outcome: Outcome<Vec<S::Move>>) -> TreeOf<S> {
        if let Some(moves) = &outcome.moves {
            let mut at = Some(0);
            let mut moves = moves.iter();
            while let Some(node) = at {
                self.nodes[node].on_answer_path = true;
                at = moves.next().and_then(|&m| self.child(node, m));
            }
        }
        Tree { nodes: self.nodes, outcome }
    }
}

impl<S: StateSpace> Observer<S::Move> for Recorder<S> {
    fn generated(&mut self, parent: u64, m: S::Move, cost: Option<u32>) {
        let parent = self.generated[parent as usize];
        // Every child that a search makes above the tree's depth is in the tree.
        let child = self.child(parent, m).unwrap_or(parent);
        self.generated.push(child);
        self.nodes[child].generated = Some(self.generated.len() as u64);
        self.nodes[child].cost = cost;
    }

    fn expanded(&mut self, node: u64) {
        self.expanded += 1;
        let node = self.generated[node as usize];
        self.nodes[node].expanded = Some(self.expanded);
    }

    fn stops_at(&self, depth: u32) -> bool {
        depth >= self.depth
    }
}
