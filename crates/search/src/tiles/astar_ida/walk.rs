//! A walk over the tree of kept states: the current state and its heuristic's node, carried along from move to move.
//!
//! Kept states have no node of the heuristic, which may take a kilobyte. A walk makes it again, move by move from the
//! last state that the paths to the old and the new state share. States that follow each other are mostly close to
//! each other in the tree.

use fifteen_puzzle::Direction;

use super::kept::KeptStates;
use crate::ida::IdaOptions;
use crate::ida::descent::{Descend, DescentLimits, DescentResult, Solutions, SubtreeRoot};
use crate::space::{Heuristic, StateSpace};
use crate::tiles::moves::Move;
use crate::tiles::space::{Key, TileState, key_of};

/// A child of the current state.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) direction: Direction,
    pub(super) key: Key,
    /// Its value; if that is above the limit, a number above the limit that is at most the value.
    pub(super) value: u32,
}

/// Children of a state, at most four.
pub(super) struct Children {
    list: [Child; 4],
    count: usize,
}

impl Children {
    pub(super) fn as_slice(&self) -> &[Child] {
        &self.list[..self.count]
    }
}

/// A current state, with a heuristic and a descent that are known when the code is compiled.
pub(super) trait Position {
    /// True if the current state is the goal.
    fn is_goal(&self) -> bool;

    /// The heuristic's value of the current state.
    fn value(&self) -> u32;

    /// Number of moves from the start.
    fn depth(&self) -> u32;

    /// The moves from the start.
    fn path(&self) -> Vec<Move>;

    /// The children of the current state, with values up to `limit`.
    fn children(&self, limit: u32) -> Children;

    /// Makes a move; false if there is none in that direction, or it leads to a state from which there is no solution.
    /// With `forget`, moves made so far forbid none but the one that takes this one back.
    fn down(&mut self, direction: Direction, forget: bool) -> bool;

    /// Takes the last move back.
    fn up(&mut self);

    /// Searches the subtree below the current state.
    fn descend(&self, limits: DescentLimits, solutions: &mut Solutions<Move>) -> DescentResult;
}

/// [`Position`] in a space, with a heuristic and a descent.
pub(super) struct TilePosition<'a, S: StateSpace, H: Heuristic<S>, D> {
    pub(super) space: &'a S,
    pub(super) heuristic: &'a H,
    pub(super) descent: &'a D,
    pub(super) current: SubtreeRoot<S, H>,
    /// The nodes on the path to the current state.
    pub(super) before: Vec<H::Node>,
}

impl<S, H, D> Position for TilePosition<'_, S, H, D>
where
    S: StateSpace<State = TileState, Move: Into<Move> + From<Move>>,
    H: Heuristic<S>,
    D: Descend<S, H>,
{
    fn is_goal(&self) -> bool {
        self.value() == 0 && self.space.is_goal(&self.current.state)
    }

    fn value(&self) -> u32 {
        self.heuristic.value(&self.current.node)
    }

    fn depth(&self) -> u32 {
        self.current.path.len() as u32
    }

    fn path(&self) -> Vec<Move> {
        self.current.path.iter().map(|&m| m.into()).collect()
    }

    fn children(&self, limit: u32) -> Children {
        let SubtreeRoot { state, node, path } = &self.current;
        let last = path.last().copied();
        self.space.moves(state, last).for_each(|m| self.heuristic.prefetch(state, node, m));
        let none = Child { direction: Direction::Up, key: 0, value: 0 };
        let mut children = Children { list: [none; 4], count: 0 };
        for (m, child) in self.space.moves(state, last).zip(&mut children.list) {
            let mut moved = *state;
            self.space.apply(&mut moved, m);
            let value = self.heuristic.child_estimate(state, node, m, limit).map_or_else(|above| above, |(v, _)| v);
            *child = Child { direction: m.into().direction(), key: key_of(self.space, &moved), value };
            children.count += 1;
        }
        children
    }

    fn down(&mut self, direction: Direction, forget: bool) -> bool {
        let SubtreeRoot { state, node, path } = &mut self.current;
        let Some(m) = self.space.moves(state, path.last().copied()).find(|&m| m.into().direction() == direction) else {
            return false;
        };
        let limit = u32::MAX - 1;
        let pending = self.heuristic.prepare(state, node, m, limit);
        let Ok(child) = self.heuristic.child(state, node, m, pending, limit) else { return false };
        self.before.push(std::mem::replace(node, child));
        self.space.apply(state, m);
        path.push(if forget { S::Move::from(m.into()) } else { m });
        true
    }

    fn up(&mut self) {
        if let (Some(m), Some(node)) = (self.current.path.pop(), self.before.pop()) {
            self.space.undo(&mut self.current.state, m);
            self.current.node = node;
        }
    }

    fn descend(&self, limits: DescentLimits, solutions: &mut Solutions<Move>) -> DescentResult {
        let mut found = Solutions::new(&IdaOptions::default());
        let result = self.descent.descend(self.space, self.heuristic, &self.current, limits, &mut found);
        for moves in found.kept {
            solutions.add(moves.into_iter().map(Into::into));
        }
        result
    }
}

/// A walk from kept state to kept state.
pub(super) struct Walk<'a> {
    pub(super) position: Box<dyn Position + 'a>,
    /// The numbers of the states on the path, the start and the current one among them.
    numbers: Vec<u32>,
    /// The numbers that lead from the path to the next state, the last first.
    ahead: Vec<u32>,
}

impl<'a> Walk<'a> {
    /// A walk that begins with the start.
    pub(super) fn new(position: Box<dyn Position + 'a>) -> Self {
        Self { position, numbers: vec![0], ahead: Vec::new() }
    }

    /// Goes to a kept state; false if its path cannot be made again, so tables were changed during the search.
    pub(super) fn go_to(&mut self, kept: &KeptStates, number: u32) -> bool {
        let (mut shared, mut ahead) = (number, std::mem::take(&mut self.ahead));
        ahead.clear();
        while self.numbers.get(kept.depth(shared) as usize) != Some(&shared) {
            ahead.push(shared);
            let Some((parent, _)) = kept.step(shared) else { return false };
            shared = parent;
        }
        while self.numbers.last() != Some(&shared) {
            self.numbers.pop();
            self.position.up();
        }
        for &number in ahead.iter().rev() {
            let Some((_, direction)) = kept.step(number) else { return false };
            if !self.position.down(direction, true) {
                return false;
            }
            self.numbers.push(number);
        }
        self.ahead = ahead;
        true
    }
}
