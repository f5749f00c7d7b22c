//! Converts between solvers and [`SearchSpec`]s. A specification describes one iteration of a
//! solver's search, so that another machine can open the same solver.

use super::{DistributedError, JOB_SCHEMA, SearchSpec, TableDigest};
use crate::json::excerpt;
use crate::record::counted;
use crate::tables::TablesToBuild;
use crate::{HeuristicSpec, Setup, Solver, TableKind};
use fifteen_puzzle::{Board, Goal, Metric, MoveOrder, Size};
use fifteen_search::tiles::Mode;

/// Maximum accepted bound, in moves. Larger values must be wrong, because no board of up to 25
/// cells needs so many moves.
pub(crate) const LARGEST_BOUND: u32 = 1000;

/// A setting in which two searches differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingDifference {
    /// Name of the setting, for an error message.
    pub setting: &'static str,
    /// Value of the setting in the search on which [`SearchSpec::difference`] was called.
    pub own: String,
    /// Value of the setting in the other search.
    pub other: String,
}

impl SearchSpec {
    /// Creates the specification of one iteration of a solver's search.
    pub(crate) fn new(
        solver: &Solver,
        board: &Board,
        mode: Mode,
        finish_iteration: bool,
        bound: u32,
    ) -> Result<Self, DistributedError> {
        if solver.metric() == Metric::MultiTile {
            return Err(DistributedError::invalid(
                "only searches in the single-tile metric are cut into units",
            ));
        }
        if solver.algorithm().ida().is_none() {
            return Err(DistributedError::Invalid(format!(
                "only ida is cut into units, not {}",
                solver.algorithm()
            )));
        }
        let unnamed = || {
            match solver.tile_heuristic().has_function() {
            true => DistributedError::Invalid(
                "the heuristic is a function, which other machines do not have; name one, such as manhattan or 7-8"
                    .into(),
            ),
            false => DistributedError::TablesInMemory(TablesToBuild::of_partition(solver.goal(), None, TableKind::default())),
        }
        };
        let heuristic = without_file(solver.heuristic_spec().ok_or_else(unnamed)?)?.to_string();
        let tables = solver.tile_heuristic().tables();
        Ok(Self {
            schema: JOB_SCHEMA,
            size: board.size().to_string(),
            board: board.tiles().to_vec(),
            goal: solver.goal().tiles().to_vec(),
            order: solver.order().to_string(),
            mode: mode.name().to_owned(),
            finish_iteration,
            heuristic,
            tables: tables
                .into_iter()
                .map(|table| TableDigest::of(table.header()))
                .collect(),
            bound,
        })
    }

    /// Returns the start board.
    ///
    /// # Errors
    /// Returns an error if the size or the tiles are invalid.
    pub fn start_board(&self) -> Result<Board, DistributedError> {
        self.with_size(&self.board, "board")
    }

    /// Returns the goal board.
    ///
    /// # Errors
    /// Returns an error if the size or the tiles are invalid.
    pub fn goal_board(&self) -> Result<Board, DistributedError> {
        self.with_size(&self.goal, "goal")
    }

    fn with_size(&self, tiles: &[u8], name: &'static str) -> Result<Board, DistributedError> {
        let size: Size = self
            .size
            .parse()
            .map_err(|e| DistributedError::field("size", e))?;
        Board::new(size, tiles).map_err(|e| DistributedError::field(name, e))
    }

    /// Parses the mode of IDA*.
    ///
    /// # Errors
    /// Returns an error if the field is not the name of a mode.
    pub fn mode(&self) -> Result<Mode, DistributedError> {
        self.mode
            .parse()
            .map_err(|e| DistributedError::field("mode", e))
    }

    /// Parses the order in which the search tries the moves of the blank.
    ///
    /// # Errors
    /// Returns an error if the field `order` is not a valid move order.
    pub fn move_order(&self) -> Result<MoveOrder, DistributedError> {
        self.order
            .parse()
            .map_err(|e| DistributedError::field("order", e))
    }

    /// Opens a solver for this search. `setup` determines where to look for the tables.
    ///
    /// # Errors
    /// Returns an error if a field is invalid, if the tables cannot be opened, or if their digests
    /// differ from those in the search.
    pub fn open(&self, setup: &Setup) -> Result<Solver, DistributedError> {
        check_schema(self.schema)?;
        let goal = self.goal_board()?;
        let order = Some(self.move_order()?);
        let heuristic = Some(self.heuristic_spec()?);
        let setup = Setup {
            goal: Goal::Board(goal),
            order,
            heuristic,
            ..setup.clone()
        };
        let solver = setup.open(goal.size())?;
        self.check_solver(&solver)?;
        Ok(solver)
    }

    /// Parses the heuristic.
    ///
    /// # Errors
    /// Returns an error if the heuristic is invalid or reads a file.
    pub fn heuristic_spec(&self) -> Result<HeuristicSpec, DistributedError> {
        let heuristic: HeuristicSpec = self
            .heuristic
            .parse()
            .map_err(|e| DistributedError::field("heuristic", e))?;
        without_file(&heuristic)?;
        Ok(heuristic)
    }

    /// Compares two searches, ignoring their bounds. Returns the first setting that differs.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<SettingDifference> {
        let parts = |search: &Self| {
            [
                ("board", spaced(&search.board)),
                ("size", search.size.clone()),
                ("goal", spaced(&search.goal)),
                ("mode", search.mode.clone()),
                ("order of moves", search.order.clone()),
                (
                    "value of finish_iteration",
                    search.finish_iteration.to_string(),
                ),
                ("heuristic", search.heuristic.clone()),
                (
                    "set of tables",
                    search
                        .tables
                        .iter()
                        .map(|t| t.digest.as_str())
                        .collect::<Vec<_>>()
                        .join(" "),
                ),
            ]
        };
        let mut pairs = parts(self).into_iter().zip(parts(other));
        pairs
            .find(|(own, other)| own != other)
            .map(|((setting, own), (_, other))| SettingDifference {
                setting,
                own,
                other,
            })
    }

    /// Returns the bound of the next iteration.
    pub(crate) fn next_bound(&self) -> Result<u32, DistributedError> {
        // In the single-tile metric, every move changes the parity of the distance, so all solution
        // lengths have the same parity.
        if self.bound <= LARGEST_BOUND {
            Ok(self.bound + 2)
        } else {
            Err(self.no_such_bound())
        }
    }

    /// Creates the error for a bound that no iteration of this search can have.
    pub(crate) fn no_such_bound(&self) -> DistributedError {
        let moves = counted(self.bound.into(), "move", "moves");
        DistributedError::field(
            "bound",
            format_args!("no shortest solution of the board has {moves}"),
        )
    }
}

/// Rejects a heuristic that reads a collection (a list of partitions) from a file. Other machines
/// do not have the file, and a job from another machine must not cause this machine to read files.
fn without_file(heuristic: &HeuristicSpec) -> Result<&HeuristicSpec, DistributedError> {
    match heuristic.file() {
        Some(file) => Err(DistributedError::Invalid(format!(
            "the heuristic is in a file ({}), which other machines do not have; name its partitions instead, joined by '+', \
             as in 1-8/9-15+1-7/8-15",
            excerpt(file)
        ))),
        None => Ok(heuristic),
    }
}

/// Returns an error if a line has a different version of the format.
pub(crate) fn check_schema(found: u32) -> Result<(), DistributedError> {
    if found == JOB_SCHEMA {
        return Ok(());
    }
    Err(DistributedError::Invalid(format!(
        "this was written with version {found} of the format, but this program reads version {JOB_SCHEMA}; use the same program \
         everywhere"
    )))
}

/// Formats tiles with spaces between them.
fn spaced(tiles: &[u8]) -> String {
    tiles
        .iter()
        .map(u8::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}
