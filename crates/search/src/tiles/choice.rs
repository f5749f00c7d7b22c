//! The search space of goals that leave a choice: any tile on some cells, tiles that repeat,
//! several blanks.
//!
//! Two tiles with the same number are interchangeable, and so are all tiles that the goal does not
//! name. A state only says which *kind* of tile lies on each cell, so boards that differ in nothing
//! else are one state. With the goal `1 2 3 / * * * / * * *`, every tile from 4 to 8 is of the kind
//! "other" (`o`):
//!
//! ```text
//! 8 6 7      o o o
//! 2 5 4  ->  2 o o
//! 3 0 1      3 0 1
//! ```
//!
//! So the 181,440 boards that can reach each other are only 9 * 8 * 7 * 6 = 3,024 states. The
//! search is A* with a Manhattan distance: the sum, over all cells for which the goal names a tile,
//! of the distance to the nearest such tile.

use std::convert::Infallible;

use fifteen_puzzle::parity::{self, Unsolvable};
use fifteen_puzzle::{Board, GoalPattern, GridMove, GridPath, MAX_CHOICE_CELLS, Size, TileGrid};

use crate::algorithms::astar::{self, AstarOptions};
use crate::{Heuristic, Iteration, KeyedSpace, Limits, Outcome, StateSpace};

/// The kind of the tiles that the goal does not name.
const OTHER: u8 = 15;

/// The kind after the last cell of a board.
const NO_CELL: u8 = u8::MAX;

/// The kind on each cell: the number of a tile that the goal names, 0 for a blank, or [`OTHER`].
type TileKinds = [u8; MAX_CHOICE_CELLS];

/// The grids from which a goal that leaves a choice can be reached, and their Manhattan distance as
/// a heuristic.
#[derive(Debug, Clone)]
pub struct ChoiceSpace {
    goal: GoalPattern,
}

impl ChoiceSpace {
    /// The space of a goal.
    pub fn new(goal: GoalPattern) -> Self {
        Self { goal }
    }

    /// The goal.
    pub fn goal(&self) -> &GoalPattern {
        &self.goal
    }

    fn size(&self) -> Size {
        self.goal.size()
    }

    /// The state of a grid.
    ///
    /// # Errors
    /// Returns an error if the grid has another size than the goal, lacks a blank or a tile that
    /// the goal names, or cannot reach the goal.
    pub fn state(&self, start: &TileGrid) -> Result<TileKinds, Unsolvable> {
        if start.size() != self.size() {
            return Err(Unsolvable::OtherSize {
                board: start.size(),
                goal: self.size(),
            });
        }
        for tile in 0..self.size().cells() as u8 {
            // Without a blank there is no move, whatever the goal names.
            let asked = self.named(tile).max(usize::from(tile == 0));
            let there = start.tiles().iter().filter(|&&other| other == tile).count();
            if asked > there {
                return Err(Unsolvable::Lacking { tile, asked, there });
            }
        }
        let is_other = |tile: u8| tile != 0 && self.named(tile) == 0;
        let others = start.tiles().iter().filter(|&&tile| is_other(tile)).count();
        // With two tiles of the same kind, or two blanks, every arrangement can be reached, because
        // swapping these two changes the parity and nothing else.
        if let Some(board) = start.board().filter(|_| others < 2) {
            self.check_parity(&board)?;
        }
        let mut kinds = [NO_CELL; MAX_CHOICE_CELLS];
        for (kind, &tile) in kinds.iter_mut().zip(start.tiles()) {
            *kind = if is_other(tile) { OTHER } else { tile };
        }
        Ok(kinds)
    }

    /// The number of cells for which the goal names a tile.
    fn named(&self, tile: u8) -> usize {
        let is_named = |cell: &&Option<u8>| **cell == Some(tile);
        self.goal.cells().iter().filter(is_named).count()
    }

    /// Checks the parity of a board on which no two tiles are interchangeable. Then at most two
    /// cells of the goal accept any tile, because at most the blank and one tile are not named.
    /// These cells can be filled in two ways, and the board can be solved if it can reach one of
    /// the two resulting boards.
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

    /// Checks that a board can reach the goal with its open cells filled, in order, with these
    /// tiles.
    fn check_filled(&self, board: &Board, missing: &[u8]) -> Result<(), Unsolvable> {
        let mut missing = missing.iter();
        let tiles: Vec<u8> = self
            .goal
            .cells()
            .iter()
            .filter_map(|&cell| cell.or_else(|| missing.next().copied()))
            .collect();
        // `state` has checked that the goal names no tile more often than the board has it. So
        // there are as many open cells as missing tiles, and the filled goal is always a board.
        Board::new(self.size(), &tiles).map_or(Ok(()), |filled| parity::check(board, &filled))
    }

    /// Finds a shortest solution by A*. `progress` is called whenever the proven bound grows.
    ///
    /// # Errors
    /// Returns the errors of [`state`](Self::state).
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

    /// Every move changes the colour of the cell of one blank on a chequerboard. So the parity of
    /// the distance is known if the goal names the cells of all blanks.
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
