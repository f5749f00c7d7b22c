//! The state space for goals that several boards satisfy. Such a goal has cells that accept any
//! tile, several tiles with the same number, or several blanks.
//!
//! Tiles with the same number are interchangeable, and so are all tiles that the goal does not
//! name. A state only records the *kind* of tile on each cell, so boards that differ only by
//! swapping tiles of one kind are the same state. With the goal `1 2 3 / * * * / * * *`, all tiles
//! from 4 to 8 have the kind "other" (`o`):
//!
//! ```text
//! 8 6 7      o o o
//! 2 5 4  ->  2 o o
//! 3 0 1      3 0 1
//! ```
//!
//! The 181,440 boards that can reach each other thus become only 9 * 8 * 7 * 6 = 3,024 states. The
//! search is A* with a variant of the Manhattan distance. For each cell whose tile the goal names,
//! the heuristic adds the distance to the nearest tile with this number.

use std::convert::Infallible;

use fifteen_puzzle::parity::{self, Unsolvable};
use fifteen_puzzle::{Board, GoalPattern, GridMove, GridPath, MAX_CHOICE_CELLS, Size, TileGrid};

use crate::algorithms::astar::{self, AstarOptions};
use crate::{Heuristic, Iteration, KeyedSpace, Limits, Outcome, StateSpace};

/// The kind of every tile whose number does not occur in the goal. Tiles of the same kind are
/// interchangeable.
const OTHER: u8 = 15;

/// Placeholder for array entries beyond the last cell of the board. It differs from every tile
/// number, from [`OTHER`] and from 0, which represents a blank.
const NO_CELL: u8 = u8::MAX;

/// The kind of tile on each cell: the tile's number if this number occurs in the goal, [`OTHER`] if
/// it does not, or 0 for a blank. Entries beyond the board are [`NO_CELL`].
type TileKinds = [u8; MAX_CHOICE_CELLS];

/// The state space for a goal that several boards satisfy. It also implements its own heuristic, a
/// variant of the Manhattan distance.
#[derive(Debug, Clone)]
pub struct ChoiceSpace {
    goal: GoalPattern,
}

impl ChoiceSpace {
    /// Creates the state space for a goal.
    pub fn new(goal: GoalPattern) -> Self {
        Self { goal }
    }

    /// Returns the goal.
    pub fn goal(&self) -> &GoalPattern {
        &self.goal
    }

    fn size(&self) -> Size {
        self.goal.size()
    }

    /// Converts a grid of tiles to a state.
    ///
    /// # Errors
    /// Returns an error if the grid and the goal differ in size, if the grid lacks a blank or a
    /// tile that the goal names, or if the goal is unreachable.
    pub fn state(&self, start: &TileGrid) -> Result<TileKinds, Unsolvable> {
        if start.size() != self.size() {
            return Err(Unsolvable::OtherSize {
                board: start.size(),
                goal: self.size(),
            });
        }
        for tile in 0..self.size().cells() as u8 {
            // Even if the goal names no blank, the grid needs one, because tiles can only move into
            // a blank.
            let asked = self.named(tile).max(usize::from(tile == 0));
            let there = start.tiles().iter().filter(|&&other| other == tile).count();
            if asked > there {
                return Err(Unsolvable::Lacking { tile, asked, there });
            }
        }
        let is_other = |tile: u8| tile != 0 && self.named(tile) == 0;
        let others = start.tiles().iter().filter(|&&tile| is_other(tile)).count();
        // Parity matters only if all tiles are distinguishable. Swapping two interchangeable tiles
        // or blanks changes the parity but not the state, so the goal is always reachable in that
        // case.
        if let Some(board) = start.board().filter(|_| others < 2) {
            self.check_parity(&board)?;
        }
        let mut kinds = [NO_CELL; MAX_CHOICE_CELLS];
        for (kind, &tile) in kinds.iter_mut().zip(start.tiles()) {
            *kind = if is_other(tile) { OTHER } else { tile };
        }
        Ok(kinds)
    }

    /// Returns how many cells of the goal require this tile.
    fn named(&self, tile: u8) -> usize {
        let is_named = |cell: &&Option<u8>| **cell == Some(tile);
        self.goal.cells().iter().filter(is_named).count()
    }

    /// Checks that the goal can be reached from a board without interchangeable tiles.
    ///
    /// If all tiles of a board are distinguishable, the goal names all of them except at most one.
    /// At most two cells of the goal are then open, for this tile and the blank. They can be filled
    /// in two ways, and the board needs to reach only one of the two goals.
    fn check_parity(&self, board: &Board) -> Result<(), Unsolvable> {
        let missing: Vec<u8> = board
            .tiles()
            .iter()
            .copied()
            .filter(|&tile| self.named(tile) == 0)
            .collect();
        let reversed: Vec<u8> = missing.iter().rev().copied().collect();
        self.check_filled(board, &reversed)
            .or_else(|_| self.check_filled(board, &missing))
    }

    /// Completes the goal by placing the tiles in `missing` on its open cells, in order. Then
    /// checks that the board can reach the completed goal.
    fn check_filled(&self, board: &Board, missing: &[u8]) -> Result<(), Unsolvable> {
        let mut missing = missing.iter();
        let tiles: Vec<u8> = self
            .goal
            .cells()
            .iter()
            .filter_map(|&cell| cell.or_else(|| missing.next().copied()))
            .collect();
        // `state` has already checked that the grid has every tile that the goal names. The missing
        // tiles therefore fill the open cells exactly, and the completed goal is a valid board.
        Board::new(self.size(), &tiles).map_or(Ok(()), |filled| parity::check(board, &filled))
    }

    /// Finds a shortest solution by A*. Calls `progress` whenever the proven lower bound increases.
    ///
    /// # Errors
    /// Returns an error if the goal cannot be reached from `start`.
    pub fn search(
        &self,
        start: &TileGrid,
        limits: &Limits,
        progress: &mut dyn FnMut(&Iteration),
    ) -> Result<Outcome<GridPath>, Unsolvable> {
        let state = self.state(start)?;
        let options = AstarOptions::default();
        let Ok(outcome) = astar::search(self, self, &state, options, limits, progress);
        Ok(outcome.map_paths(|moves| {
            let mut path = GridPath::new(*start);
            for made in moves {
                let is_possible = path.push(made);
                debug_assert!(
                    is_possible,
                    "the search made a move that {start} does not allow"
                );
            }
            path
        }))
    }
}

impl StateSpace for ChoiceSpace {
    type State = TileKinds;
    type Move = GridMove;

    fn moves(&self, state: &TileKinds, last: Option<GridMove>) -> impl Iterator<Item = GridMove> {
        let blanks = (0..self.size().cells()).filter(|&cell| state[cell] == 0);
        blanks.flat_map(move |blank| {
            let tiles = self
                .size()
                .neighbours(blank)
                .filter(|&tile| state[tile] != 0);
            let moves = tiles.map(move |tile| GridMove {
                blank: blank as u8,
                tile: tile as u8,
            });
            moves.filter(move |m| {
                last.is_none_or(|last| (m.blank, m.tile) != (last.tile, last.blank))
            })
        })
    }

    fn apply(&self, state: &mut TileKinds, m: GridMove) {
        state.swap(m.blank.into(), m.tile.into());
    }

    fn undo(&self, state: &mut TileKinds, m: GridMove) {
        self.apply(state, m);
    }

    fn is_goal(&self, state: &TileKinds) -> bool {
        self.goal.matches(&state[..self.size().cells()])
    }

    /// Returns the parity of the solution length if the goal fixes the cells of all blanks. Each
    /// move takes a blank to a cell of the opposite colour of a chequerboard. The parity therefore
    /// follows from the colours of the blanks' cells on the board and in the goal.
    fn parity(&self, state: &TileKinds) -> Option<u32> {
        let size = self.size();
        let colours = |is_blank: &dyn Fn(usize) -> bool| {
            let cells = (0..size.cells()).filter(|&cell| is_blank(cell));
            cells.map(|cell| size.colour(cell)).collect::<Vec<_>>()
        };
        let here = colours(&|cell| state[cell] == 0);
        let there = colours(&|cell| self.goal.cells()[cell] == Some(0));
        let sum = here.iter().chain(&there).sum::<usize>();
        (here.len() == there.len()).then_some((sum % 2) as u32)
    }
}

impl KeyedSpace for ChoiceSpace {
    fn key_bytes(&self) -> usize {
        self.size().cells().div_ceil(2)
    }

    fn write_key(&self, state: &TileKinds, key: &mut [u8]) {
        for (byte, pair) in key.iter_mut().zip(state.chunks(2)) {
            *byte = pair[0] << 4 | pair[1] & 15;
        }
    }

    fn read_key(&self, key: &[u8]) -> TileKinds {
        let mut kinds = [NO_CELL; MAX_CHOICE_CELLS];
        for (cell, kind) in kinds.iter_mut().enumerate().take(self.size().cells()) {
            *kind = if cell % 2 == 0 {
                key[cell / 2] >> 4
            } else {
                key[cell / 2] & 15
            };
        }
        kinds
    }
}

impl Heuristic<ChoiceSpace> for ChoiceSpace {
    type Node = u32;
    type Error = Infallible;

    fn root(&self, state: &TileKinds) -> Result<u32, Infallible> {
        let size = self.size();
        let nearest = |cell: usize, tile: u8| {
            let there = (0..size.cells()).filter(|&other| state[other] == tile);
            there.map(|other| size.manhattan(cell, other) as u32).min()
        };
        let named = self.goal.cells().iter().enumerate();
        let distances =
            named.filter_map(|(cell, named)| nearest(cell, named.filter(|&tile| tile != 0)?));
        Ok(distances.sum())
    }

    fn value(&self, node: &u32) -> u32 {
        *node
    }

    fn child(&self, state: &TileKinds, _: &u32, m: GridMove, limit: u32) -> Result<u32, u32> {
        let Ok(value) = self.root(&self.after(state, m));
        if value > limit { Err(value) } else { Ok(value) }
    }
}
