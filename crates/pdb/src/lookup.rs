//! Looks up the value of a board in a table.
//!
//! The value of a board is the distance of the placement of the table's tiles: the least number of
//! moves of these tiles that takes them to their goal cells and the blank into its goal region.
//! [`index`](crate::index) explains which entry belongs to a board. This module reads the entry and
//! works out the distance:
//!
//! * An entry of an **additive** table holds half of the difference between the distance and the
//!   Manhattan distance. So the distance is the Manhattan distance plus twice the entry.
//! * An entry of a **zero-aware** table is a single bit: bit 1 of the distance in binary (the one
//!   that counts twos). Bit 0 is the parity of the Manhattan distance, because every move changes
//!   both by one. Together they give the distance modulo 4. The rest follows from a walk to the
//!   goal: as long as the placement is not the goal, one of its moves leads to a placement whose
//!   distance is smaller by one, and the distance modulo 4 shows which. The distance is the number
//!   of steps of that walk.
//!
//! For example, take the tiles 1 and 2 on a 3x3 board:
//!
//! ```text
//! board      tiles 1 and 2     goal
//! 1 5 2      1 . 2             1 2 .
//! 3 4 6      . . .             . . .
//! 7 8 0      . . 0             . . 0
//! ```
//!
//! Tile 2 is one cell from its goal, so the Manhattan distance is 1 and bit 0 of the distance is 1.
//! The distance is also 1, in binary `01`, so the entry is 0 and the distance modulo 4 is 1. The
//! walk tries the moves of tiles 1 and 2 to neighbouring cells until it finds one with distance 0
//! modulo 4: tile 2 moves left. That placement is the goal, so the value is 1.
//!
//! A search reads one entry per board instead of walking: it knows the distance before a move, and
//! a move of one of these tiles changes it by exactly one, up or down (see [`entries::nearer`]).

use fifteen_puzzle::{Board, Goal, GoalMap, Size, parity};

use crate::index::rank::rank;
use crate::index::{BlankRegions, ZeroClasses, entries};
use crate::{Pattern, Remedy, Table, TableKind};

/// The table is damaged: some entries contradict others, or the header does not fit the board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the table of {pattern} is damaged: it gives no distance of at most {largest}, its largest value"
)]
pub struct DamagedError {
    /// The table's tiles.
    pub pattern: String,
    /// The largest distance in the table, from its header.
    pub largest: u32,
}

/// The reason why a table gives no value for a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// The board differs in size from the boards of the table.
    #[error("the board is {board}, but the table is for {table} boards")]
    OtherSize {
        /// The size of the board.
        board: Size,
        /// The size of the table's boards.
        table: Size,
    },
    /// No symmetry carries the goal's blank to the cell for which the table was built.
    #[error(
        "the table is for goals with the blank on cell {table}, but the goal has it on cell {goal}"
    )]
    OtherGoal {
        /// The blank's cell in the goal.
        goal: usize,
        /// The blank's goal cell in the table.
        table: usize,
    },
    /// The tiles cannot reach their goal cells from this board.
    #[error("the goal cannot be reached: two tiles seem to be swapped")]
    Unreachable,
    /// The cells do not describe a placement: one is not on the board or occurs twice, or their
    /// number is wrong.
    #[error(
        "the cells {cells:?} and {blank} of the blank are no placement of the tiles {pattern} on a {size} board"
    )]
    Placement {
        /// The table's tiles.
        pattern: String,
        /// The size of the table's boards.
        size: Size,
        /// The cells of the tiles.
        cells: Vec<u8>,
        /// The cell of the blank.
        blank: usize,
    },
    /// The table is damaged.
    #[error(transparent)]
    Damaged(#[from] DamagedError),
}

impl DamagedError {
    /// Returns what a user can do about the error.
    pub fn remedy(&self) -> Remedy {
        Remedy::Verify
    }
}

impl Table {
    /// Returns the value of a board: a lower bound on the number of moves that its solution needs.
    ///
    /// The board's tiles are numbered for the goal with the tiles in order and the blank on the
    /// table's goal cell, which is the last cell for a table of the usual goals.
    /// [`value_for_goal`](Self::value_for_goal) is for other goals.
    ///
    /// The first call numbers the zero classes of the board, which takes a moment and at most 84
    /// MB.
    ///
    /// # Errors
    /// Returns [`ValueError`] if the board has another size, if its tiles cannot reach the goal, or
    /// if the table is damaged.
    ///
    /// ```
    /// use fifteen_pdb::{Partition, TableBuilder};
    /// use fifteen_puzzle::{Goal, notation};
    ///
    /// let board = notation::parse("1 5 2 / 3 4 6 / 7 8 0", None)?;
    /// let goal = Goal::Last.board(board.size())?;
    /// let pattern = Partition::one_pattern("1,2", &goal)?;
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
        if pattern.leaves_out_at_most_one_tile()
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

    /// Returns the value of a board for a goal. The table must be that of a pattern of this goal.
    ///
    /// # Errors
    /// Returns [`ValueError`] for the same reasons as [`value`](Self::value), or if the goal does
    /// not fit the table.
    pub fn value_for_goal(&self, board: &Board, goal: &Board) -> Result<u32, ValueError> {
        let pattern = self.header().pattern();
        let other_size = |board: Size| ValueError::OtherSize {
            board,
            table: pattern.size(),
        };
        if goal.size() != pattern.size() {
            return Err(other_size(goal.size()));
        }
        // The symmetry that carries the goal to the one that the table is for also carries a board
        // to one that needs as many moves.
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

    /// Returns the goal of the boards that [`value`](Self::value) accepts: the tiles in order, and
    /// the blank on the table's goal cell.
    fn goal(&self) -> Option<Board> {
        let pattern = self.header().pattern();
        Goal::with_blank(pattern.size(), pattern.blank())
    }

    /// Returns the distance of a placement: `cells[i]` is the cell of the i-th tile of the table's
    /// pattern, and `blank` the cell of the blank.
    ///
    /// # Errors
    /// Returns [`ValueError::Placement`] unless the cells are different cells of the board, one for
    /// each tile, and [`ValueError::Damaged`] if the entries lead to no distance that the header
    /// allows.
    pub fn distance(&self, cells: &[u8], blank: usize) -> Result<u32, ValueError> {
        self.check_placement(cells, blank)?;
        let (header, classes) = (self.header(), self.zero_classes());
        if header.classes() != classes.rows(header.kind()).into() {
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

    /// Counts the moves on a shortest path from a placement to the goal, which the distances modulo
    /// 4 reveal (see the module documentation).
    fn walk_to_goal(&self, start: Placement, classes: &ZeroClasses) -> Result<u32, DamagedError> {
        let pattern = self.header().pattern();
        let modulo_4 = |placement: &Placement| {
            let entry = self.entry_of(placement, classes);
            (entries::bit(self.payload(), entry) << 1) | (manhattan(pattern, &placement.cells) % 2)
        };
        let goal = self.entry_of(&Placement::goal(pattern), classes);
        let mut placement = start;
        for steps in 0..=self.header().largest() {
            // All placements with the blank in one region share an entry, so the exact cell of the
            // blank does not matter.
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

    /// Returns the number of the entry that a placement belongs to.
    fn entry_of(&self, placement: &Placement, classes: &ZeroClasses) -> u64 {
        // Indices of the tiles, sorted by the cells on which they stand.
        let mut order: Vec<u8> = (0..placement.cells.len() as u8).collect();
        order.sort_unstable_by_key(|&tile| placement.cells[usize::from(tile)]);
        let kind = self.header().kind();
        let class = classes.row(kind, placement.occupied(), placement.blank);
        entries::index(rank(&order), classes.rows(kind), class)
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

/// A position of the pattern's tiles and the blank: the cell of each tile, in the order of the
/// pattern, and the cell of the blank.
#[derive(Debug, Clone)]
struct Placement {
    cells: Vec<u8>,
    blank: usize,
}

impl Placement {
    /// Returns the placement of the tiles and the blank in the goal.
    fn goal(pattern: &Pattern) -> Self {
        Self {
            cells: pattern.cells().to_vec(),
            blank: pattern.blank(),
        }
    }

    /// Returns the mask of the cells that the tiles occupy.
    fn occupied(&self) -> u32 {
        self.cells.iter().fold(0, |mask, &cell| mask | 1 << cell)
    }

    /// Returns the placements that are one move of a pattern tile away. The blank may first go to
    /// any cell of its region, because moves of other tiles are not counted.
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

/// Returns the Manhattan distance of the pattern's tiles: the sum of their distances from their
/// goal cells.
fn manhattan(pattern: &Pattern, cells: &[u8]) -> u32 {
    cells
        .iter()
        .zip(pattern.cells())
        .map(|(&cell, &goal)| pattern.size().manhattan(cell.into(), goal.into()) as u32)
        .sum()
}
