//! Looks up the value of a board in a table.
//!
//! The value of a board is a distance: the smallest number of moves of the table's tiles that takes
//! these tiles to their goal cells and the blank to its goal region. [`index`](crate::index)
//! explains how the entry of a board is found. This module reads the entry and computes the
//! distance from it:
//!
//! * An entry of an **additive** table is half of the difference between the distance and the
//!   Manhattan distance. So the distance is the Manhattan distance plus twice the entry.
//! * An entry of a **zero-aware** table is bit 1 of the distance. Bit 0 is the parity of the
//!   Manhattan distance, because every move changes both distances by one. Together, the two bits
//!   determine the distance modulo 4. The full distance is the length of a walk to the goal. In
//!   each step, some move decreases the distance by one, and the distance modulo 4 identifies such
//!   a move.
//!
//! For example, take tiles 1 and 2 on a 3x3 board:
//!
//! ```text
//! board      tiles 1 and 2     goal
//! 1 5 2      1 . 2             1 2 .
//! 3 4 6      . . .             . . .
//! 7 8 0      . . 0             . . 0
//! ```
//!
//! Tile 2 is one cell from its goal. So the Manhattan distance is 1, and so is bit 0 of the
//! distance. The entry is 0, so the distance modulo 4 is `01` in binary, which is 1. The walk tries
//! the moves of tiles 1 and 2 until it finds one with distance 0 modulo 4: tile 2 moves left. This
//! reaches the goal after one step, so the value is 1.
//!
//! A search does not need to walk. It knows the distance before a move, and each move of one of
//! these tiles changes the distance by exactly one. So a single entry is enough to tell whether the
//! distance increases or decreases (see [`entries::nearer`]).

use fifteen_puzzle::{Board, GoalMap, Size, Symmetry, parity};

use crate::index::rank::rank;
use crate::index::{BlankRegions, ZeroClasses, entries};
use crate::{Partition, Pattern, Remedy, Table, TableKind};

/// Error for a damaged table. Its entries contradict each other, or its header does not fit the
/// board size.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the table of {pattern} is damaged: it gives no distance of at most {largest}, its largest value"
)]
pub struct DamagedError {
    /// The table's tiles.
    pub pattern: String,
    /// Largest distance in the table, according to its header.
    pub largest: u32,
}

/// Reason why a table has no value for a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// The board and the table have different sizes.
    #[error("the board is {board}, but the table is for {table} boards")]
    OtherSize {
        /// Size of the board.
        board: Size,
        /// Size of the table's boards.
        table: Size,
    },
    /// The blank's goal cell differs from the one in the table, and no symmetry of the board maps
    /// one cell to the other.
    #[error(
        "the table is for goals with the blank on cell {table}, but the goal has it on cell {goal}"
    )]
    OtherGoal {
        /// Cell of the blank in the goal.
        goal: usize,
        /// Goal cell of the blank in the table.
        table: usize,
    },
    /// No sequence of moves leads from the board to the goal.
    #[error("the goal cannot be reached: two tiles seem to be swapped")]
    Unreachable,
    /// The cells are not a valid placement of the tiles: a cell is outside the board, a cell occurs
    /// twice, or the number of cells is wrong.
    #[error(
        "the cells {cells:?} and {blank} of the blank are no placement of the tiles {pattern} on a {size} board"
    )]
    Placement {
        /// The table's tiles.
        pattern: String,
        /// Size of the table's boards.
        size: Size,
        /// Cells of the tiles.
        cells: Vec<u8>,
        /// Cell of the blank.
        blank: usize,
    },
    /// No table contains the values of one of the partition's patterns.
    #[error("none of the tables belongs to the pattern {pattern} or its reflection")]
    MissingTable {
        /// The pattern's tiles.
        pattern: String,
    },
    /// The table is damaged.
    #[error(transparent)]
    Damaged(#[from] DamagedError),
}

impl DamagedError {
    /// Returns the action that resolves the error.
    pub fn remedy(&self) -> Remedy {
        Remedy::Verify
    }
}

impl Partition {
    /// Returns the sum of the values of all patterns, which is a lower bound on the number of moves
    /// from the board to the goal.
    ///
    /// The tables can be in any order. [`TableBuilder::build_partition`](crate::TableBuilder)
    /// builds them.
    ///
    /// Two patterns that are reflections of each other share a table. For one of them, the
    /// reflected board is looked up. A sum of [`Table::value`] over all tables would count a shared
    /// table only once.
    ///
    /// # Errors
    /// Returns [`ValueError::MissingTable`] if a pattern has no table, or another [`ValueError`] if
    /// the board has the wrong size or cannot reach the goal, or if a table is damaged.
    pub fn value(&self, tables: &[Table], board: &Board, goal: &Board) -> Result<u32, ValueError> {
        let mut sum = 0;
        for pattern in self.patterns() {
            let (canonical, _) = pattern.canonical();
            let table = tables
                .iter()
                .find(|table| table.header().pattern().serves(&canonical))
                .ok_or_else(|| ValueError::MissingTable {
                    pattern: pattern.to_string(),
                })?;
            sum += table.value_for_pattern(pattern, board, goal)?;
        }
        Ok(sum)
    }
}

impl Table {
    /// Returns the value of a board, which is a lower bound on the number of moves to solve it.
    ///
    /// The tiles of the goal must be in ascending order, with the blank on the table's goal cell.
    /// The table's goal cell is usually the last cell. For other goals, use
    /// [`value_for_goal`](Self::value_for_goal).
    ///
    /// The first call numbers the zero classes, which takes up to 84 MB of memory. A zero class
    /// specifies which cells the tiles occupy and which region of free cells contains the blank.
    ///
    /// # Errors
    /// Returns [`ValueError`] if the board has the wrong size or cannot reach the goal, or if the
    /// table is damaged.
    ///
    /// ```
    /// use fifteen_pdb::{Pattern, TableBuilder};
    /// use fifteen_puzzle::{Goal, notation};
    ///
    /// let board = notation::parse("1 5 2 / 3 4 6 / 7 8 0", None)?;
    /// let goal = Goal::Last.board(board.size())?;
    /// let pattern = Pattern::parse("1,2", &goal)?;
    /// let table = TableBuilder::new().build(&pattern)?;
    /// assert_eq!(table.value(&board)?, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value(&self, board: &Board) -> Result<u32, ValueError> {
        let pattern = self.header().pattern();
        if board.size() != pattern.size() {
            return Err(ValueError::OtherSize {
                board: board.size(),
                table: pattern.size(),
            });
        }
        if pattern.has_unreachable_placements()
            && self
                .goal()
                .is_some_and(|goal| parity::check(board, &goal).is_err())
        {
            return Err(ValueError::Unreachable);
        }
        let cells_of_tiles = board.cells_of_tiles();
        let cells: Vec<u8> = pattern
            .labels()
            .into_iter()
            .map(|tile| cells_of_tiles[usize::from(tile)])
            .collect();
        self.distance(&cells, board.blank())
    }

    /// Returns the value of a board for a given goal. The goal can number the tiles in any order.
    /// Its blank must be on the table's goal cell for the blank, or on a cell that a symmetry of
    /// the board maps to that cell.
    ///
    /// # Errors
    /// Returns [`ValueError`] if the board or the goal has the wrong size, the goal does not match
    /// the table, the board cannot reach the goal, or the table is damaged.
    pub fn value_for_goal(&self, board: &Board, goal: &Board) -> Result<u32, ValueError> {
        let pattern = self.header().pattern();
        let other_size = |board: Size| ValueError::OtherSize {
            board,
            table: pattern.size(),
        };
        if goal.size() != pattern.size() {
            return Err(other_size(goal.size()));
        }
        // `map` takes the goal to the table's goal, and takes the board to a board with the same
        // value.
        let map = self
            .goal()
            .and_then(|own| GoalMap::between(goal, &own))
            .ok_or(ValueError::OtherGoal {
                goal: goal.blank(),
                table: pattern.blank(),
            })?;
        let image = map.board(board).ok_or_else(|| other_size(board.size()))?;
        self.value(&image)
    }

    /// Returns the value of a board for `pattern`, which is either the table's own pattern or its
    /// reflection. For the reflection, the reflected board is looked up.
    fn value_for_pattern(
        &self,
        pattern: &Pattern,
        board: &Board,
        goal: &Board,
    ) -> Result<u32, ValueError> {
        let own = self.header().pattern();
        let is_own = Symmetry::carrying(own.size(), goal.blank(), own.blank())
            .is_some_and(|symmetry| pattern.image(symmetry) == *own);
        // Some goals stay the same if the board is reflected and the tiles are renumbered. For
        // example, if the blank's goal is a corner of a square board, this reflection is about the
        // diagonal through that corner. The reflected board needs the same number of moves to reach
        // the goal.
        match GoalMap::reflection(goal).filter(|_| !is_own) {
            Some(reflection) => {
                let reflected = reflection.board(board).ok_or(ValueError::OtherSize {
                    board: board.size(),
                    table: own.size(),
                })?;
                self.value_for_goal(&reflected, goal)
            }
            None => self.value_for_goal(board, goal),
        }
    }

    /// Returns the goal that [`value`](Self::value) assumes. It has the tiles in ascending order
    /// and the blank on the table's goal cell.
    fn goal(&self) -> Option<Board> {
        let pattern = self.header().pattern();
        Board::ascending(pattern.size(), pattern.blank())
    }

    /// Returns the distance of a placement of the tiles from the goal. `cells[i]` is the cell of
    /// the i-th tile of the table's pattern, and `blank` is the cell of the blank.
    ///
    /// # Errors
    /// Returns [`ValueError::Placement`] if `cells` and `blank` are not distinct cells of the
    /// board, one per tile and one for the blank. Returns [`ValueError::Damaged`] if the entries do
    /// not lead to a valid distance.
    pub fn distance(&self, cells: &[u8], blank: usize) -> Result<u32, ValueError> {
        self.check_placement(cells, blank)?;
        let (header, classes) = (self.header(), self.zero_classes());
        if header.rows() != classes.rows(header.kind()).into() {
            return Err(self.damaged().into());
        }
        let placement = Placement {
            cells: cells.to_vec(),
            blank,
        };
        let distance = match header.kind() {
            TableKind::ZeroAware => self.walk_to_goal(placement, classes)?,
            TableKind::Additive => {
                let entry = self.entry_of(&placement, classes);
                manhattan(header.pattern(), cells)
                    + entries::excess(self.payload(), header.entry_bits(), entry)
            }
        };
        if distance > header.largest() {
            return Err(self.damaged().into());
        }
        Ok(distance)
    }

    /// Returns the length of a shortest path from `start` to the goal, by walking along this path.
    ///
    /// An entry determines its distance modulo 4. The distances of neighbours differ by 1, so a
    /// neighbour is nearer to the goal if its distance modulo 4 is one less. For example, 3 is one
    /// less than 0 modulo 4.
    fn walk_to_goal(&self, start: Placement, classes: &ZeroClasses) -> Result<u32, DamagedError> {
        let pattern = self.header().pattern();
        let modulo_4 = |placement: &Placement| {
            let entry = self.entry_of(placement, classes);
            (entries::bit(self.payload(), entry) << 1) | (manhattan(pattern, &placement.cells) % 2)
        };
        let goal = self.entry_of(&Placement::goal(pattern), classes);
        let mut placement = start;
        for steps in 0..=self.header().largest() {
            // Compare entries instead of cells, because the blank does not need to be on its goal
            // cell. All cells of the region that contains this goal cell have the same entry.
            if self.entry_of(&placement, classes) == goal {
                return Ok(steps);
            }
            let nearer = modulo_4(&placement).wrapping_sub(1) % 4;
            placement = placement
                .moves(pattern.size())
                .into_iter()
                .find(|next| modulo_4(next) == nearer)
                .ok_or_else(|| self.damaged())?;
        }
        Err(self.damaged())
    }

    /// Returns the index of the table entry for a placement of the tiles and the blank.
    fn entry_of(&self, placement: &Placement, classes: &ZeroClasses) -> u64 {
        // The pattern's tiles in the order of their current cells. Each tile is represented by its
        // index in the pattern.
        let mut order: Vec<u8> = (0..placement.cells.len() as u8).collect();
        order.sort_unstable_by_key(|&tile| placement.cells[usize::from(tile)]);
        let kind = self.header().kind();
        let row = classes.row(kind, placement.occupied(), placement.blank);
        entries::index(rank(&order), classes.rows(kind), row)
    }

    fn check_placement(&self, cells: &[u8], blank: usize) -> Result<(), ValueError> {
        let pattern = self.header().pattern();
        let on_board = |cell: usize| cell < pattern.size().cells();
        let mut taken = vec![false; pattern.size().cells()];
        let is_free = |cell: usize| on_board(cell) && !std::mem::replace(&mut taken[cell], true);
        let mut all = cells.iter().map(|&cell| usize::from(cell)).chain([blank]);
        if cells.len() == pattern.len() && all.all(is_free) {
            return Ok(());
        }
        Err(ValueError::Placement {
            pattern: pattern.to_string(),
            size: pattern.size(),
            cells: cells.to_vec(),
            blank,
        })
    }

    fn damaged(&self) -> DamagedError {
        DamagedError {
            pattern: self.header().pattern().to_string(),
            largest: self.header().largest(),
        }
    }
}

/// The cells of the pattern's tiles and of the blank. The tiles are in the order of the pattern.
#[derive(Debug, Clone)]
struct Placement {
    cells: Vec<u8>,
    blank: usize,
}

impl Placement {
    /// Returns the placement in which a pattern's tiles and the blank are on their goal cells.
    fn goal(pattern: &Pattern) -> Self {
        Self {
            cells: pattern.cells().to_vec(),
            blank: pattern.blank(),
        }
    }

    /// Returns the bit mask of the cells that the tiles occupy.
    fn occupied(&self) -> u32 {
        self.cells.iter().fold(0, |mask, &cell| mask | 1 << cell)
    }

    /// Returns the placements after every possible move of one of the pattern's tiles. Before the
    /// move, the blank can go to any cell of its region at no cost, because moves of other tiles
    /// are not counted.
    fn moves(&self, size: Size) -> Vec<Self> {
        let region = BlankRegions::new(size).at(self.occupied(), self.blank);
        let mut moves = Vec::new();
        for (tile, &from) in self.cells.iter().enumerate() {
            for to in size.neighbours(from.into()) {
                if region >> to & 1 == 1 {
                    let mut cells = self.cells.clone();
                    cells[tile] = to as u8;
                    moves.push(Self {
                        cells,
                        blank: from.into(),
                    });
                }
            }
        }
        moves
    }
}

/// Returns the sum of the tiles' Manhattan distances to their goal cells.
fn manhattan(pattern: &Pattern, cells: &[u8]) -> u32 {
    cells
        .iter()
        .zip(pattern.cells())
        .map(|(&cell, &goal)| pattern.size().manhattan(cell.into(), goal.into()) as u32)
        .sum()
}
