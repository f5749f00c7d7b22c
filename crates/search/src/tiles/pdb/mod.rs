//! Pattern databases as heuristics, and the fast search with them.
//!
//! A pattern database (a *table*) stores the distance to the goal for every placement of a few
//! tiles. These tiles are its *pattern*. If disjoint patterns cover all tiles, the sum of their
//! distances is a lower bound on the moves that a board needs. [`PdbTables`] holds the tables for
//! one or more such partitions. A *lookup* reads one table for the board as it is, or for its
//! reflection. The heuristic value of a board is the maximum over several sums of lookups.
//!
//! A search updates each lookup incrementally. A table entry is addressed by the occupied cells of
//! the pattern (the *occupied set*), by the order of its tiles on these cells (the *rank*), and by
//! the region that contains the blank. A move changes two cells of the occupied set. It changes the
//! rank only if the tile passes other tiles, of which there are at most three on a 4x4 board. One
//! exclusive or and one addition therefore give a child's occupied set and rank.
//!
//! For example, with the tables of 1-4 and 5-8 on this 3x3 board:
//!
//! ```text
//! 1 2 3    Pattern 5-8 occupies the cells 4, 5, 6 and 8, and the blank is on cell 7. The move of
//! 4 5 6    tile 8 to the left changes the occupied set to {4, 5, 6, 7}. Tile 8 passes no others,
//! 7 0 8    so the rank stays the same. The new table entry shows that the distance falls to 0.
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | `lookups`, `orientation`, `table_moves` | what each move changes, computed in advance |
//! | `reader`, `classes` | a pattern in one word, and reading its table entry |
//! | `heuristic` | the heuristic for A* and other algorithms, which evaluates one child at a time |
//! | `kernel`, `frame`, `words`, `slack` | the work of IDA* at each node |
//! | `kernel_descent` | concurrent searches of several subtrees, which hide memory latency |
//! | `values`, `root_lookup` | evaluation from scratch, for roots or for many boards |

mod classes;
mod frame;
mod heuristic;
mod kernel;
mod kernel_descent;
mod lookups;
mod orientation;
mod reader;
mod root_lookup;
mod slack;
mod table_moves;
mod values;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, OnceLock};

use fifteen_pdb::index::ZeroClasses;
use fifteen_pdb::{
    BuildError, Header, Partition, Pattern, PatternError, Remedy, Table, TableBuilder, TableKind,
    UpperBits, ValueError,
};
use fifteen_puzzle::parity::Unsolvable;
use fifteen_puzzle::{Board, MoveOrder, Size, Symmetry};
use fifteen_resources::Threads;

use classes::SmallClasses;
pub(in crate::tiles) use heuristic::{PdbHeuristic, PdbNode};
pub(in crate::tiles) use kernel::Kernel;
use lookups::{Lookup, LookupPlan};
use orientation::Orientation;
pub(in crate::tiles) use reader::PatternWord;
use root_lookup::RootLookup;
use table_moves::{MoveTable, TableMove, moves_of_tiles};
pub(in crate::tiles) use words::Word;

use crate::tiles::MOVES;
use crate::tiles::TileSpace;
use crate::tiles::heuristics::Manhattan;
use fifteen_resources::map_in_parallel;

/// A heuristic based on pattern databases, for boards with the same goal. Each partition of the
/// tiles yields a sum of distances, and the largest sum is the heuristic value.
#[derive(Debug)]
pub struct PdbTables {
    /// The space of boards that can reach the goal.
    space: TileSpace,
    tables: Vec<NumberedTable>,
    plan: LookupPlan,
    moves: MoveTable,
    /// All moves of tiles, for following paths to the goal. Cells are numbered as in the tables.
    moves_of_tiles: Box<[TableMove; MOVES]>,
    manhattan: Manhattan,
    /// For each lookup, the data for evaluating a board from scratch. The root of a search needs
    /// it, because there is no parent whose value could be updated.
    roots: Vec<RootLookup>,
    reflected: bool,
    /// Total number of boards announced in calls of [`PdbTables::prepare`] so far. [`UpperBits`]
    /// are built only if this number is large, because otherwise building them takes longer than it
    /// saves.
    boards_asked: AtomicU64,
    /// Lock that a thread holds while it builds [`UpperBits`]. Other threads wait for the result
    /// instead of doing the same work.
    building: Mutex<()>,
}

/// A table, the numbering that locates its entries, and optional data that speeds up lookups.
#[derive(Debug)]
struct NumberedTable {
    table: Arc<Table>,
    classes: Arc<ZeroClasses>,
    /// A more compact form of the numbering `classes`, or `None` on boards of more than 16 cells.
    small_classes: Option<Arc<SmallClasses>>,
    /// For each entry of a zero-aware table, the distance divided by 4, rounded down. The table
    /// itself determines distances only modulo 4. Building these numbers takes longer than building
    /// the table, so they are built only before a very large number of boards is evaluated.
    upper_bits: OnceLock<UpperBits>,
}

/// Maximum number of sums in a heuristic, including sums for the reflected board. Search nodes have
/// room for this many sums.
pub const MAX_SUMS: usize = 16;

/// Maximum number of lookups in a heuristic. A lookup reads one table, either for the board as it
/// is or for its reflection. A lookup that several sums share counts only once.
pub const MAX_LOOKUPS: usize = 64;

/// Reason why tables cannot be used as a heuristic.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PdbError {
    /// The patterns do not cover each tile exactly once.
    #[error(transparent)]
    Partition(#[from] PatternError),
    /// A table could not be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A table is for a different board size, or for a different goal cell of the blank.
    #[error(
        "the table of the tiles {tiles} is for {table} boards and does not serve this {goal} goal with the blank on cell \
         {blank}"
    )]
    OtherBoard {
        /// The table's tiles.
        tiles: Pattern,
        /// The board size of the table.
        table: Size,
        /// The size of the goal.
        goal: Size,
        /// The goal cell of the blank.
        blank: usize,
    },
    /// No table covers the tiles of a pattern.
    #[error("there is no table of the tiles {tiles}")]
    Missing {
        /// The pattern's tiles.
        tiles: Pattern,
    },
    /// The heuristic has no sums, or too many sums or tables.
    #[error(
        "the maximum can be taken of 1 to {MAX_SUMS} sums of {MAX_LOOKUPS} tables, reflected ones counted too, not of \
         {sums} sums of {tables}"
    )]
    Count {
        /// Number of sums.
        sums: usize,
        /// Number of tables. A table that is also used for the reflected board counts twice.
        tables: usize,
    },
    /// A table's header contains a wrong number of rows, so the table is damaged.
    #[error(
        "the table of the tiles {tiles} is damaged: it has {found} rows where the board has {expected}"
    )]
    Rows {
        /// The table's tiles.
        tiles: Pattern,
        /// Number of rows in the header.
        found: u64,
        /// Number of rows that a table of this pattern must have.
        expected: u32,
    },
}

impl PdbError {
    /// Returns advice on how to fix the error, or `None` if there is nothing to add to the error
    /// message.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Missing { .. } => Some(Remedy::Build),
            Self::Rows { .. } => Some(Remedy::BuildAgain),
            Self::Partition(_) | Self::Build(_) | Self::OtherBoard { .. } | Self::Count { .. } => {
                None
            }
        }
    }
}

impl PdbTables {
    /// Builds the tables of a partition in memory. The tables are zero-aware, which means that they
    /// take the position of the blank into account. The heuristic also looks up the reflected
    /// board.
    ///
    /// `partition` lists the tiles of each pattern, for example `1-4/5-8`, or is a name such as
    /// `7-8`.
    ///
    /// ```
    /// use fifteen_puzzle::{Goal, notation};
    /// use fifteen_search::Threads;
    /// use fifteen_search::tiles::PdbTables;
    ///
    /// let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None)?;
    /// let goal = Goal::Last.board(board.size())?;
    /// let tables = PdbTables::build(&goal, "1-4/5-8", Threads::All)?;
    /// assert_eq!(tables.value(&board)?, 29);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`PdbError::Partition`] if `partition` is not a partition of this board's tiles, and
    /// [`PdbError::Build`] if memory allocation or starting a thread fails.
    pub fn build(goal: &Board, partition: &str, threads: Threads) -> Result<Self, PdbError> {
        let partition = Partition::parse(partition, goal)?;
        let mut builder = TableBuilder::new().threads(threads);
        let tables = builder.build_partition(&partition)?;
        let tables = tables.into_iter().map(Arc::new).collect();
        Self::collection(goal, tables, &[partition], true)
    }

    /// Creates a heuristic from the tables of one partition, for boards with this goal.
    ///
    /// If `reflection` is true, the heuristic also looks up the reflected board. This has no effect
    /// if no reflection of the board keeps the goal cell of the blank in place.
    ///
    /// # Errors
    /// Returns [`PdbError`] if a table is for a different board, or if the patterns do not form a
    /// partition.
    pub fn new(goal: &Board, tables: Vec<Arc<Table>>, reflection: bool) -> Result<Self, PdbError> {
        let patterns: Vec<Pattern> = tables
            .iter()
            .map(|t| t.header().pattern().clone())
            .collect();
        // The patterns refer to the tables' own goal. This is an ascending board, whose blank can
        // be on another cell than the blank of `goal`.
        let of_tables = patterns
            .first()
            .and_then(|pattern| Board::ascending(pattern.size(), pattern.blank()));
        let partition = Partition::of_patterns(patterns, &of_tables.unwrap_or(*goal));
        Self::collection(goal, tables, &[partition?], reflection)
    }

    /// Creates a heuristic from the tables of several partitions. The heuristic value of a board is
    /// the maximum over the partitions' sums and, with `reflection`, over the sums for the
    /// reflected board (Holte et al. 2006).
    ///
    /// A table also serves the reflection of its pattern. Duplicate lookups and duplicate sums are
    /// merged.
    ///
    /// # Errors
    /// Returns [`PdbError`] if a table is for a different board, if a table is missing, or if the
    /// number of sums or lookups is 0 or exceeds [`MAX_SUMS`] or [`MAX_LOOKUPS`].
    pub fn collection(
        goal: &Board,
        tables: Vec<Arc<Table>>,
        partitions: &[Partition],
        reflection: bool,
    ) -> Result<Self, PdbError> {
        let (size, blank) = (goal.size(), goal.blank());
        let representative = Symmetry::representative(size, blank);
        let patterns: Vec<&Pattern> = tables.iter().map(|t| t.header().pattern()).collect();
        if let Some(&other) = patterns
            .iter()
            .find(|p| p.size() != size || p.blank() != representative)
        {
            return Err(PdbError::OtherBoard {
                tiles: other.clone(),
                table: other.size(),
                goal: size,
                blank,
            });
        }
        // Boards are first mapped to the tables' goal, and then reflected about the diagonal
        // through the tables' blank cell. The opposite order would have the same result.
        let mirror = Symmetry::keeping(size, representative);
        let regular = Symmetry::carrying(size, blank, representative).unwrap_or(Symmetry::IDENTITY);
        let carried = [
            Some(regular),
            mirror.map(|mirror| regular.then(size, mirror)),
        ];
        let orientations: Vec<Orientation> = carried
            .into_iter()
            .flatten()
            .map(|s| Orientation::new(size, s))
            .collect();
        let plan = LookupPlan::new(
            size,
            &patterns,
            partitions,
            &orientations,
            mirror,
            reflection,
        )?;
        let tables = numbered(size, tables)?;
        let root = |lookup: &Lookup| {
            RootLookup::new(
                size,
                &orientations[lookup.orientation],
                tables[lookup.table].table.header().pattern(),
            )
        };
        Ok(Self {
            space: TileSpace::new(goal, MoveOrder::ULRD),
            roots: plan.lookups.iter().map(root).collect(),
            tables,
            plan,
            moves: MoveTable::new(size, &orientations),
            moves_of_tiles: moves_of_tiles(size),
            manhattan: Manhattan::new(size),
            reflected: reflection && mirror.is_some(),
            boards_asked: AtomicU64::new(0),
            building: Mutex::new(()),
        })
    }

    /// Returns the goal board, to which all distances are measured.
    pub fn goal(&self) -> &Board {
        self.space.goal()
    }

    /// Returns the heuristic value of a board, which is a lower bound on the number of moves to the
    /// goal.
    ///
    /// # Errors
    /// Returns [`ValueError`] if the board differs in size from the goal or cannot reach it, or if
    /// a table is damaged.
    pub fn value(&self, board: &Board) -> Result<u32, ValueError> {
        let state = self.space.state(board).map_err(|reason| match reason {
            Unsolvable::OtherSize { board, goal } => ValueError::OtherSize { board, table: goal },
            _ => ValueError::Unreachable,
        })?;
        let values = self.values(&[state]);
        Ok(values.map_err(|(_, error)| error)?[0])
    }

    /// Returns whether the heuristic also looks up the reflected board.
    pub fn reflects(&self) -> bool {
        self.reflected
    }

    /// Returns the number of sums of distances. The largest sum is the heuristic value. For
    /// example, one partition usually yields two sums: one for the board and one for its
    /// reflection.
    pub fn sums(&self) -> usize {
        self.plan.sums.len()
    }

    /// Returns the number of distinct lookups. A lookup finds the distance of one pattern, on the
    /// board or on its reflection.
    pub fn lookup_count(&self) -> usize {
        self.plan.lookups.len()
    }

    /// Returns whether every move has two properties, on which a faster search relies. First, the
    /// move changes exactly two lookups: one for the board and one for the reflected board. Second,
    /// the tile moves within its row on one of these two boards, so it passes no other tile there.
    ///
    /// Every move has both properties if the heuristic uses a single partition, and looks up both
    /// the board and its reflection about a diagonal.
    pub(in crate::tiles) fn is_one_each_way(&self) -> bool {
        self.plan.is_one_each_way() && self.moves.has_near_orientations
    }

    /// Returns whether all tables are zero-aware. If they are, no move changes a sum by more than
    /// 1.
    pub fn is_zero_aware(&self) -> bool {
        self.tables()
            .all(|table| table.header().kind() == TableKind::ZeroAware)
    }

    /// Returns an iterator over the tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter().map(|numbered| &*numbered.table)
    }
}

/// Adds to each table the numbering that locates its entries. Tables with the same number of tiles
/// share a numbering, and different numberings are computed in parallel.
fn numbered(size: Size, tables: Vec<Arc<Table>>) -> Result<Vec<NumberedTable>, PdbError> {
    let tiles_of = |table: &Table| table.header().pattern().len();
    let tiles: BTreeSet<usize> = tables.iter().map(|table| tiles_of(table)).collect();
    let tiles: Vec<usize> = tiles.into_iter().collect();
    let numbering = |k: usize| {
        let classes = ZeroClasses::new(size, tiles[k]);
        let small = SmallClasses::new(size, tiles[k], &classes).map(Arc::new);
        (Arc::new(classes), small)
    };
    let numberings = map_in_parallel(tiles.len(), tiles.len(), &numbering);
    let numberings: BTreeMap<usize, _> = tiles.into_iter().zip(numberings).collect();
    let numbered = |table: Arc<Table>| {
        let (classes, small_classes) = numberings[&tiles_of(&table)].clone();
        check_rows(table.header(), &classes)?;
        Ok(NumberedTable {
            table,
            classes,
            small_classes,
            upper_bits: OnceLock::new(),
        })
    };
    tables.into_iter().map(numbered).collect()
}

/// Checks the number of rows in a table's header. With a wrong number, the search would read
/// outside the table. The file's digest does not prevent this if a faulty program wrote the file.
fn check_rows(header: &Header, classes: &ZeroClasses) -> Result<(), PdbError> {
    let expected = classes.rows(header.kind());
    if header.rows() == u64::from(expected) {
        return Ok(());
    }
    Err(PdbError::Rows {
        tiles: header.pattern().clone(),
        found: header.rows(),
        expected,
    })
}
