//! The tree of moves: all sequences of moves in which no move undoes the previous one.
//!
//! The children of a node depend only on its [`NodeType`]: the blank's cell and the last move. So
//! numbers that are the same for all nodes of a type, such as the number of nodes in a subtree, can
//! be computed for each type instead of each node (Edelkamp & Korf, The Branching Factor of Regular
//! Search Spaces, AAAI 1998).
//!
//! For example, take a node of a 3x3 board whose blank has just moved from a corner to an edge. It
//! has two children, one with the blank in the other corner and one with the blank in the middle,
//! for every arrangement of the tiles.

use fifteen_puzzle::{Direction, Size};

/// Type of a node in the tree of moves: the blank's cell and the last move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NodeType {
    cell: usize,
    /// Index of the last move's direction in [`Direction::ALL`], or [`NO_MOVE`] at the root of the
    /// tree.
    last: usize,
}

/// Index used instead of a direction at the root of the tree, where no move has been made.
const NO_MOVE: usize = Direction::ALL.len();

impl NodeType {
    /// Number of node types for each cell of the blank: one for each direction of the last move,
    /// and one for the root.
    pub(crate) const PER_CELL: usize = NO_MOVE + 1;

    /// Returns the number of node types on boards of the given size.
    pub(crate) fn count(size: Size) -> usize {
        size.cells() * Self::PER_CELL
    }

    /// Returns the type of a root node whose blank is on `cell`.
    pub(crate) fn root(cell: usize) -> Self {
        Self {
            cell,
            last: NO_MOVE,
        }
    }

    /// Returns the index of this node type. Types with the blank on the same cell are adjacent.
    pub(crate) fn index(self) -> usize {
        self.cell * Self::PER_CELL + self.last
    }

    /// Returns the type with this index.
    pub(crate) fn from_index(index: usize) -> Self {
        Self {
            cell: index / Self::PER_CELL,
            last: index % Self::PER_CELL,
        }
    }

    /// Returns all moves except the one that would undo the last move. Each move is returned with
    /// the type of the child to which it leads.
    pub(crate) fn children(self, size: Size) -> impl Iterator<Item = (Direction, Self)> {
        let back = Direction::ALL.get(self.last).map(|last| last.opposite());
        (0..)
            .zip(Direction::ALL)
            .filter(move |&(_, direction)| Some(direction) != back)
            .filter_map(move |(last, direction)| {
                let cell = size.step(self.cell, direction)?;
                Some((direction, Self { cell, last }))
            })
    }
}
