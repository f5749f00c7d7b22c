//! The iteration that a job and its units name: made from a solver, checked against one, and opened again elsewhere.

use std::sync::Arc;

use fifteen_puzzle::{Board, Goal, MoveOrder, Size};
use fifteen_search::StateSpace;
use fifteen_search::tiles::Mode;

use crate::WorkError;
use crate::data::{SCHEMA, Search, TableDigest, field};
use fifteen_solver::HeuristicSpec;
use fifteen_solver::{Solver, SolverBuilder, SolverCache};

/// No bound is larger: no board of up to 25 cells needs so many moves.
const LARGEST_BOUND: u32 = 1000;

impl Search {
    /// The iteration of a solver with that bound.
    pub(crate) fn new(
        solver: &Solver,
        board: &Board,
        mode: Mode,
        finish_iteration: bool,
        bound: u32,
    ) -> Result<Self, WorkError> {
        Ok(Self {
            schema: SCHEMA,
            size: board.size().to_string(),
            board: board.tiles().to_vec(),
            goal: solver.goal().tiles().to_vec(),
            order: solver.order().to_string(),
            mode: mode.name().to_owned(),
            finish_iteration,
            heuristic: solver.heuristic_spec().ok_or(WorkError::InMemory)?.to_string(),
            tables: digests(solver),
            bound,
        })
    }

    /// The board.
    ///
    /// # Errors
    /// [`WorkError::Field`].
    pub fn start(&self) -> Result<Board, WorkError> {
        board_of(self, &self.board, "board")
    }

    /// The mode; its threads are of no importance.
    pub(crate) fn mode(&self) -> Result<Mode, WorkError> {
        self.mode.parse().map_err(|e| field("mode", e))
    }

    /// Opens the solver that this search needs; `builder` says where its tables are.
    ///
    /// # Errors
    /// If a field is wrong, the tables cannot be found, or they are others.
    pub fn open(&self, builder: &SolverBuilder) -> Result<Solver, WorkError> {
        let (builder, size) = self.builder(builder)?;
        let solver = builder.open(size)?;
        self.check_solver(&solver)?;
        Ok(solver)
    }

    /// As [`Search::open`], with a solver from the cache if it is there.
    ///
    /// # Errors
    /// Those of [`Search::open`].
    pub fn open_in(&self, cache: &SolverCache, builder: &SolverBuilder) -> Result<Arc<Solver>, WorkError> {
        let (builder, size) = self.builder(builder)?;
        let solver = cache.open(&builder, size, |_| ())?;
        self.check_solver(&solver)?;
        Ok(solver)
    }

    /// The builder with this search's goal, order and heuristic, and the size of its boards.
    fn builder(&self, builder: &SolverBuilder) -> Result<(SolverBuilder, Size), WorkError> {
        if self.schema != SCHEMA {
            return Err(WorkError::Schema { found: self.schema });
        }
        let goal = board_of(self, &self.goal, "goal")?;
        let order: MoveOrder = self.order.parse().map_err(|e| field("order", e))?;
        let heuristic: HeuristicSpec = self.heuristic.parse().map_err(|e| field("heuristic", e))?;
        Ok((builder.clone().goal(Goal::Board(goal)).order(order).heuristic(heuristic), goal.size()))
    }

    /// Whether a solver makes this very search.
    pub(crate) fn check_solver(&self, solver: &Solver) -> Result<(), WorkError> {
        let found = digests(solver);
        if let Some((mine, other)) = self.tables.iter().zip(&found).find(|(mine, other)| mine != other) {
            return Err(WorkError::OtherTable { expected: Box::new(mine.clone()), found: Box::new(other.clone()) });
        }
        let spec = solver.heuristic_spec().map(ToString::to_string);
        let same = [
            ("goal", format!("{:?}", self.goal), format!("{:?}", solver.goal().tiles())),
            ("size", self.size.clone(), solver.goal().size().to_string()),
            ("order", self.order.clone(), solver.order().to_string()),
            ("heuristic", self.heuristic.clone(), spec.unwrap_or_default()),
            ("number of tables", self.tables.len().to_string(), found.len().to_string()),
            ("algorithm", "ida".to_owned(), solver.algorithm().to_string()),
        ];
        match same.into_iter().find(|(_, mine, other)| mine != other) {
            Some((what, expected, found)) => Err(WorkError::OtherSolver { what, expected, found }),
            None => Ok(()),
        }
    }

    /// The bound, if the board's solutions may be as long as that.
    pub(crate) fn checked_bound(&self, solver: &Solver) -> Result<u32, WorkError> {
        let space = solver.space();
        let state = space.state(&self.start()?).map_err(|e| field("board", e))?;
        let fits = space.parity(&state).is_none_or(|parity| parity == self.bound % 2);
        if fits && self.bound <= LARGEST_BOUND {
            return Ok(self.bound);
        }
        Err(field("bound", format_args!("no shortest solution of the board has {} moves", self.bound)))
    }
}

/// One of the boards of a search.
pub(crate) fn board_of(search: &Search, tiles: &[u8], name: &'static str) -> Result<Board, WorkError> {
    let size: Size = search.size.parse().map_err(|e| field("size", e))?;
    Board::new(size, tiles).map_err(|e| field(name, e))
}

/// The tables of a solver.
fn digests(solver: &Solver) -> Vec<TableDigest> {
    let digest = |table: &fifteen_pdb::Table<_>| TableDigest {
        table: format!("{} {}", table.header().pattern(), table.header().kind()),
        digest: table.header().digest_hex(),
    };
    solver.tile_heuristic().tables().into_iter().map(digest).collect()
}
