//! Dual lookups (Felner, Zahavi, Schaeffer & Holte 2005): additive tables that are read for the dual of a board.
//!
//! Tiles and cells change roles in the *dual* of a board. If a tile with the goal cell `t` stands on the cell `c`, the
//! tile with the goal cell `c` stands on the cell `t` of the dual. A path from the board to the goal, walked back,
//! leads from the dual to its own goal: the one with the blank on the cell where the board has it. So both are equally
//! far from their goals, and a lower bound of one distance is a lower bound of the other.
//!
//! A search meets the blank on every cell, so it needs tables for goals with the blank on every cell. A symmetry
//! carries most of them to others: on a square of four columns three classes are left, a corner, a cell of an edge and
//! an inner cell. A move changes the dual in many cells, so values are always looked up from scratch, and a move may
//! change them by any number.

use fifteen_pdb::{DamagedError, TableKind};
use fifteen_puzzle::{Board, Goal, Size, Symmetry};

use crate::space::Heuristic;
use crate::tiles::cells::CELLS;
use crate::tiles::moves::Move;
use crate::tiles::pdb::{PdbError, PdbTables};
use crate::tiles::space::{TileSpace, TileState};

/// The tables of dual lookups, for boards of one goal.
#[derive(Debug)]
pub struct DualTables {
    goal_blank: usize,
    /// One for each class of cells.
    classes: Vec<PdbTables>,
    /// By cell of a board's blank.
    orientations: Vec<DualOrientation>,
}

/// The tables for duals of boards with the blank on one cell.
#[derive(Debug, Clone, Copy)]
struct DualOrientation {
    /// Their index.
    class: usize,
    /// By cell: the cell to which a symmetry carries it, so that the blank comes to the cell of the tables.
    cells: [u8; CELLS],
}

impl DualTables {
    /// The goals whose tables are needed: one for each class of cells that symmetries carry to each other, with the
    /// blank on [`Symmetry::representative`], the last cell first.
    pub fn goals(size: Size) -> Vec<Board> {
        let is_representative = |&cell: &usize| Symmetry::representative(size, cell) == cell;
        let cells = (0..size.cells()).rev().filter(is_representative);
        cells.filter_map(|cell| Goal::with_blank(size, cell)).collect()
    }

    /// The heuristic for a goal, with the tables of all [`goals`](Self::goals), in their order.
    ///
    /// # Errors
    /// [`PdbError::NotAdditive`], and [`PdbError::DualGoals`] if the tables are not those of the goals.
    pub fn new(goal: &Board, classes: Vec<PdbTables>) -> Result<Self, PdbError> {
        let size = goal.size();
        let goals = Self::goals(size);
        if !classes.iter().map(PdbTables::goal).eq(goals.iter().map(|goal| (size, goal.blank()))) {
            return Err(PdbError::DualGoals { size, expected: goals.iter().map(Board::blank).collect() });
        }
        let kinds = classes.iter().flat_map(PdbTables::tables).map(|table| table.header().kind());
        if kinds.into_iter().any(|kind| kind != TableKind::Additive) {
            return Err(PdbError::NotAdditive);
        }
        let orientation = |blank: usize| {
            let representative = Symmetry::representative(size, blank);
            // There is a symmetry that carries a cell to its representative, and the representative has tables.
            let symmetry = Symmetry::carrying(size, blank, representative).unwrap_or(Symmetry::IDENTITY);
            let class = goals.iter().position(|goal| goal.blank() == representative).unwrap_or(0);
            let mut cells = [0; CELLS];
            (0..size.cells()).for_each(|cell| cells[cell] = symmetry.apply(size, cell) as u8);
            DualOrientation { class, cells }
        };
        let orientations = (0..size.cells()).map(orientation).collect();
        Ok(Self { goal_blank: goal.blank(), classes, orientations })
    }

    /// The tables of each class of cells.
    pub fn classes(&self) -> &[PdbTables] {
        &self.classes
    }

    /// The value of each board.
    pub(super) fn values(&self, states: &[TileState]) -> Result<Vec<u32>, (usize, DamagedError)> {
        let mut values = vec![0; states.len()];
        let view = DualLookups(self);
        let duals: Vec<(usize, TileState)> = states.iter().map(|state| view.dual(state)).collect();
        for (class, tables) in self.classes.iter().enumerate() {
            let (boards, duals): (Vec<usize>, Vec<TileState>) = duals
                .iter()
                .enumerate()
                .filter(|(_, dual)| dual.0 == class)
                .map(|(board, dual)| (board, dual.1))
                .unzip();
            let found = tables.values(&duals).map_err(|(dual, error)| (boards[dual], error))?;
            boards.into_iter().zip(found).for_each(|(board, value)| values[board] = value);
        }
        Ok(values)
    }
}

/// [`DualTables`] in a search.
#[derive(Debug, Clone)]
pub(crate) struct DualLookups<'t>(pub(in crate::tiles) &'t DualTables);

impl DualLookups<'_> {
    /// The dual of a state, carried to the tables of its class, and the index of the class.
    #[inline]
    fn dual(&self, state: &TileState) -> (usize, TileState) {
        let DualOrientation { class, cells } = &self.0.orientations[state.blank()];
        (*class, state.dual(self.0.goal_blank, cells))
    }

    /// The value of the state after a move. One copy of its code is enough for all searches.
    #[inline(never)]
    fn value_after(&self, state: &TileState, m: Move) -> u32 {
        let mut child = *state;
        child.make(m);
        let (class, dual) = self.dual(&child);
        // Damage shows at the root, or when the digest is checked. Here, as in other searches, the value counts.
        self.0.classes[class].unchecked_additive_value(&dual)
    }
}

impl Heuristic<TileSpace> for DualLookups<'_> {
    type Node = u32;
    type Pending = ();
    type Error = DamagedError;

    fn root(&self, state: &TileState) -> Result<u32, DamagedError> {
        let (class, dual) = self.dual(state);
        self.0.classes[class].additive_value(&dual)
    }

    fn value(&self, node: &u32) -> u32 {
        *node
    }

    fn prepare(&self, _: &TileState, _: &u32, _: Move, _: u32) {}

    fn child(&self, state: &TileState, _: &u32, m: Move, (): (), limit: u32) -> Result<u32, u32> {
        let value = self.value_after(state, m);
        if value <= limit { Ok(value) } else { Err(value) }
    }
}
