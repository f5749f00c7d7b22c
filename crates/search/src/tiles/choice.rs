//! Goals that leave a choice: any tile on some cells, tiles that repeat, several blanks. A space for graph search.
//!
//! Tiles of one kind are interchangeable: those of one number, and all those that the goal does not name.

use std::convert::Infallible;

use fifteen_puzzle::parity::{self, Unsolvable};
use fifteen_puzzle::{ANY, Board, Direction, MOST_CHOICE_CELLS, MoveOrder, Path, Size};

use crate::algorithms::astar::{self, Weight};
use crate::{Heuristic, Iteration, KeyedSpace, Options, Outcome, StateSpace};

/// The kind of the tiles that the goal does not name.
const OTHER: u8 = 15;

/// The kind on each cell: the number of a tile that the goal names, 0 for a blank, or [`OTHER`].
type Kinds = [u8; MOST_CHOICE_CELLS];

/// A move of a blank to the cell of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChoiceMove {
    blank: u8,
    tile: u8,
}

/// The boards from which a goal that leaves a choice can be reached.
///
/// As a heuristic, it is the Manhattan distance: the sum, over the cells for which the goal names a tile, of the distance
/// of the nearest one.
#[derive(Debug, Clone)]
pub struct ChoiceSpace {
    goal: Board,
}

impl ChoiceSpace {
    /// The space of a goal; `None` if it has more than [`MOST_CHOICE_CELLS`] cells.
    pub fn new(goal: &Board) -> Option<Self> {
        (goal.size().cells() <= MOST_CHOICE_CELLS).then_some(Self { goal: *goal })
    }

    fn size(&self) -> Size {
        self.goal.size()
    }

    /// A board as a state.
    ///
    /// # Errors
    /// If the board has another size, lacks a tile of the goal or a blank, or cannot reach the goal.
    pub fn state(&self, board: &Board) -> Result<Kinds, Unsolvable> {
        let (size, tiles, goal) = (self.size(), board.tiles(), self.goal.tiles());
        if board.size() != size {
            return Err(Unsolvable::OtherSize {
                board: board.size(),
                goal: size,
            });
        }
        let count = |tiles: &[u8], tile| tiles.iter().filter(|&&other| other == tile).count();
        for tile in 0..size.cells() as u8 {
            let (asked, there) = (
                count(goal, tile).max(usize::from(tile == 0)),
                count(tiles, tile),
            );
            if asked > there {
                return Err(Unsolvable::Lacking { tile, asked, there });
            }
        }
        let is_other = |tile: u8| tile != 0 && count(goal, tile) == 0;
        let others = tiles.iter().filter(|&&tile| is_other(tile)).count();
        // Two tiles of a kind, or two blanks, make up for a wrong parity.
        if others < 2 && Board::new(size, tiles).is_ok() {
            self.check_parity(board)?;
        }
        let mut kinds = [ANY; MOST_CHOICE_CELLS];
        for (kind, &tile) in kinds.iter_mut().zip(tiles) {
            *kind = if is_other(tile) { OTHER } else { tile };
        }
        Ok(kinds)
    }

    /// Checks that a board whose tiles differ reaches the goal in one of the two ways to fill the cells for any tile.
    fn check_parity(&self, board: &Board) -> Result<(), Unsolvable> {
        let missing: Vec<u8> = board
            .tiles()
            .iter()
            .copied()
            .filter(|tile| !self.goal.tiles().contains(tile))
            .collect();
        let check = |mut missing: Vec<u8>| {
            let fill = |&tile: &u8| {
                if tile == ANY {
                    missing.pop().unwrap_or(ANY)
                } else {
                    tile
                }
            };
            let tiles: Vec<u8> = self.goal.tiles().iter().map(fill).collect();
            let filled = Board::new(self.size(), &tiles).map_err(|_| Unsolvable::Choice)?;
            parity::check(board, &filled)
        };
        check(missing.clone()).or_else(|_| check(missing.into_iter().rev().collect()))
    }

    /// Finds a shortest solution by A*; `progress` is called whenever the proven bound grows.
    ///
    /// # Errors
    /// Those of [`state`](Self::state).
    pub fn search(
        &self,
        board: &Board,
        options: &Options,
        progress: &mut dyn FnMut(&Iteration),
    ) -> Result<Outcome<Path>, Unsolvable> {
        let (start, limits) = (self.state(board)?, options.begun().limits);
        let Ok(outcome) = astar::search(self, self, &start, (Weight::ONE, 1), &limits, progress);
        let has_several = start.iter().filter(|&&kind| kind == 0).count() > 1;
        Ok(outcome.map_paths(|moves| {
            let moves = moves.into_iter().map(|m| (self.direction(m), m.tile));
            if has_several {
                Path::of_several_blanks(moves)
            } else {
                Path::new(moves.map(|(blank, _)| blank).collect())
            }
        }))
    }

    fn direction(&self, m: ChoiceMove) -> Direction {
        let leads = |&direction: &Direction| {
            self.size().step(m.blank.into(), direction) == Some(m.tile.into())
        };
        // The cells of a move are beside each other.
        MoveOrder::ULRD
            .directions()
            .into_iter()
            .find(leads)
            .unwrap_or(Direction::Up)
    }
}

impl StateSpace for ChoiceSpace {
    type State = Kinds;
    type Move = ChoiceMove;

    fn moves(&self, state: &Kinds, last: Option<ChoiceMove>) -> impl Iterator<Item = ChoiceMove> {
        let blanks = (0..self.size().cells()).filter(|&cell| state[cell] == 0);
        blanks.flat_map(move |blank| {
            let tiles = self
                .size()
                .neighbours(blank)
                .filter(|&tile| state[tile] != 0);
            let moves = tiles.map(move |tile| ChoiceMove {
                blank: blank as u8,
                tile: tile as u8,
            });
            moves.filter(move |m| {
                last.is_none_or(|last| (m.blank, m.tile) != (last.tile, last.blank))
            })
        })
    }

    fn apply(&self, state: &mut Kinds, m: ChoiceMove) {
        state.swap(m.blank.into(), m.tile.into());
    }

    fn undo(&self, state: &mut Kinds, m: ChoiceMove) {
        self.apply(state, m);
    }

    fn is_goal(&self, state: &Kinds) -> bool {
        self.goal
            .tiles()
            .iter()
            .zip(state)
            .all(|(&goal, &kind)| goal == ANY || goal == kind)
    }

    /// Every move changes the colour of a blank's cell: known where the goal names the cells of all blanks.
    fn parity(&self, state: &Kinds) -> Option<u32> {
        let blanks = |tiles: &[u8]| {
            let cells = (0..tiles.len()).filter(|&cell| tiles[cell] == 0);
            cells.fold((0, 0), |(count, colours), cell| {
                (count + 1, colours + self.size().colour(cell))
            })
        };
        let ((here, from), (there, to)) = (blanks(state), blanks(self.goal.tiles()));
        (here == there).then_some(((from + to) % 2) as u32)
    }
}

impl KeyedSpace for ChoiceSpace {
    fn key_bytes(&self) -> usize {
        self.size().cells().div_ceil(2)
    }

    fn write_key(&self, state: &Kinds, key: &mut [u8]) {
        for (byte, pair) in key.iter_mut().zip(state.chunks(2)) {
            *byte = pair[0] << 4 | pair[1] & 15;
        }
    }

    fn read_key(&self, key: &[u8]) -> Kinds {
        let mut kinds = [ANY; MOST_CHOICE_CELLS];
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

    fn root(&self, state: &Kinds) -> Result<u32, Infallible> {
        let cells = || 0..self.size().cells();
        let nearest = |(cell, &tile): (usize, &u8)| {
            let there = cells().filter(|&other| state[other] == tile);
            there
                .map(|other| self.size().manhattan(cell, other) as u32)
                .min()
        };
        let named = self
            .goal
            .tiles()
            .iter()
            .enumerate()
            .filter(|&(_, &tile)| tile != 0 && tile != ANY);
        Ok(named.filter_map(nearest).sum())
    }

    fn value(&self, node: &u32) -> u32 {
        *node
    }

    fn child(&self, state: &Kinds, _: &u32, m: ChoiceMove, limit: u32) -> Result<u32, u32> {
        let Ok(value) = self.root(&self.after(state, m));
        if value > limit { Err(value) } else { Ok(value) }
    }
}
