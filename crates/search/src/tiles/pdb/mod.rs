//! Pattern databases as heuristics, and the fast search with them.
//!
//! A pattern database holds the distance of every placement of some tiles, the pattern. The sum
//! over disjoint patterns that cover all tiles is a lower bound on the moves of a board.
//! [`PdbTables`] holds the tables of one or more such partitions. Its [`Lookups`] say which tables
//! are read in which [`Orientation`], as the board is or reflected, and which lookups are added up.
//! The value of a board is the largest of these sums.
//!
//! A search does not compute ranks from scratch. A move changes few things: one tile moves between
//! two cells, and passes up to three others. So a child's pattern is the parent's pattern after an
//! addition to its rank and an exclusive or with two cells, and a single entry gives its distance.
//! For example, with the tables of 1-4 and 5-8 on this 3x3 board:
//!
//! ```text
//! 1 2 3    Pattern 5-8 occupies the cells 4, 5, 6 and 8, and the blank is on cell 7. The move of
//! 4 5 6    tile 8 to the left changes the occupied set to {4, 5, 6, 7}. The rank stays, because tile
//! 7 0 8    8 passes no other. The entry of the new placement says that the distance falls to 0.
//! ```
//!
//! | module | holds |
//! | --- | --- |
//! | `lookups`, `orientation`, `table_moves` | what a move changes, computed when tables are opened |
//! | `reader` | a pattern in one word, and reading its entry |
//! | `heuristic` | the heuristic that evaluates one child at a time, for A* and other algorithms |
//! | `kernel`, `frame`, `words`, `slack` | the work at a node of IDA* |
//! | `descent` | searches of several subtrees that hide the latency of memory |
//! | `values`, `root_lookup` | values from scratch: the root of a search, or many boards at once |

mod classes;
mod descent;
mod frame;
mod heuristic;
mod kernel;
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
use fifteen_puzzle::{Board, Goal, MoveOrder, Size, Symmetry};
use fifteen_resources::Threads;

use classes::SmallClasses;
pub(in crate::tiles) use heuristic::{PdbHeuristic, PdbNode};
pub(in crate::tiles) use kernel::Kernel;
use lookups::{Lookup, Lookups};
use orientation::Orientation;
pub(in crate::tiles) use reader::PatternWord;
use root_lookup::RootLookup;
use table_moves::{MoveTable, TableMove, moves_of_tiles};
pub(in crate::tiles) use words::Word;

use crate::tiles::MOVES;
use crate::tiles::TileSpace;
use crate::tiles::heuristics::Manhattan;
use fifteen_resources::map_in_parallel;

/// The pattern databases of one partition of the tiles or several, as a heuristic for boards of one
/// goal.
#[derive(Debug)]
pub struct PdbTables {
    /// The boards that can reach the goal.
    space: TileSpace,
    tables: Vec<NumberedTable>,
    lookups: Lookups,
    moves: MoveTable,
    /// The moves of tiles on the cells of the tables, for paths to the goal.
    moves_of_tiles: Box<[TableMove; MOVES]>,
    manhattan: Manhattan,
    /// For each lookup, what is needed to look a board up from scratch, such as the root of a
    /// search.
    roots: Vec<RootLookup>,
    reflected: bool,
    /// Number of boards for whose values [`PdbTables::prepare`] was called.
    boards_asked: AtomicU64,
    /// Locked while upper bits are built, so that no two threads build them for the same table.
    building: Mutex<()>,
}

/// A table with the numbering of its rows, and what speeds up values of many boards.
#[derive(Debug)]
struct NumberedTable {
    table: Arc<Table>,
    classes: Arc<ZeroClasses>,
    /// The same numbering in a smaller form, for boards of up to 16 cells.
    small_classes: Option<Arc<SmallClasses>>,
    /// The upper bits of all distances, for values of very many boards.
    upper_bits: OnceLock<UpperBits>,
}

/// Maximum number of sums, including the reflected ones.
pub const MAX_SUMS: usize = 16;

/// Maximum number of different lookups in all sums.
pub const MAX_LOOKUPS: usize = 64;

/// Tables cannot be used as a heuristic.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PdbError {
    /// The tables or the partition do not cover each tile once.
    #[error(transparent)]
    Partition(#[from] PatternError),
    /// A table could not be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A table is for boards of another size, or for another goal cell of the blank.
    #[error(
        "the table of the tiles {tiles} is for {table} boards and does not serve this {goal} goal with the blank on cell \
         {blank}"
    )]
    OtherBoard {
        /// The table's tiles.
        tiles: Pattern,
        /// The size of the table's boards.
        table: Size,
        /// The size of the goal.
        goal: Size,
        /// The blank's cell in the goal.
        blank: usize,
    },
    /// No table has the tiles of a pattern.
    #[error("there is no table of the tiles {tiles}")]
    Missing {
        /// The pattern's tiles.
        tiles: Pattern,
    },
    /// There are no sums, or too many sums or tables.
    #[error(
        "the maximum can be taken of 1 to {MAX_SUMS} sums of {MAX_LOOKUPS} tables, reflected ones counted too, not of \
         {sums} sums of {tables}"
    )]
    Count {
        /// Number of sums.
        sums: usize,
        /// Number of tables, where a table that is also used for the reflected board counts twice.
        tables: usize,
    },
    /// The header of a table has another number of rows than the board.
    #[error(
        "the table of the tiles {tiles} is damaged: it has {found} rows where the board has {expected}"
    )]
    Rows {
        /// The table's tiles.
        tiles: Pattern,
        /// The number in the header.
        found: u64,
        /// The number that the board has.
        expected: u32,
    },
}

impl PdbError {
    /// Returns what a user can do about the error, unless its message says that already.
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
    /// Builds the zero-aware tables of a partition in memory. The board is also looked up
    /// reflected.
    ///
    /// `partition` names the tiles of each pattern, as in `1-4/5-8`, or is a name such as `7-8`.
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
    /// Returns [`PdbError::Partition`] if there is no such partition of the board, and
    /// [`PdbError::Build`] if the system refuses memory or threads.
    pub fn build(goal: &Board, partition: &str, threads: Threads) -> Result<Self, PdbError> {
        let partition = Partition::parse(partition, goal)?;
        let mut builder = TableBuilder::new().threads(threads);
        let tables = builder.build_partition(&partition)?;
        let tables = tables.into_iter().map(Arc::new).collect();
        Self::collection(goal, tables, &[partition], true)
    }

    /// The tables of one partition, for boards with this goal.
    ///
    /// With `reflection`, the board is also looked up reflected, if a reflection of the board keeps
    /// the goal's blank in its cell.
    ///
    /// # Errors
    /// Returns [`PdbError`] if a table is for another board, or if the patterns are no partition.
    pub fn new(goal: &Board, tables: Vec<Arc<Table>>, reflection: bool) -> Result<Self, PdbError> {
        let patterns: Vec<Pattern> = tables
            .iter()
            .map(|t| t.header().pattern().clone())
            .collect();
        // A table is built for one goal cell of the blank, and names its tiles for that goal.
        let of_tables = patterns
            .first()
            .and_then(|pattern| Goal::with_blank(pattern.size(), pattern.blank()));
        let partition = Partition::of_patterns(patterns, &of_tables.unwrap_or(*goal));
        Self::collection(goal, tables, &[partition?], reflection)
    }

    /// The tables of several partitions. The value of a board is the largest sum of a partition
    /// and, with `reflection`, of the reflected board (Holte et al. 2006).
    ///
    /// One table serves a pattern and its reflection. A lookup that several sums share is made only
    /// once, and so is a sum that occurs twice.
    ///
    /// # Errors
    /// Returns [`PdbError`] if a table is for another board, if one is missing, or if there are no
    /// sums or more than [`MAX_SUMS`] and [`MAX_LOOKUPS`] allow.
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
        // Reflecting a board before it is carried to the tables is the same as reflecting it after
        // that, about the diagonal through the tables' blank.
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
        let lookups = Lookups::new(
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
            roots: lookups.lookups.iter().map(root).collect(),
            tables,
            lookups,
            moves: MoveTable::new(size, &orientations),
            moves_of_tiles: moves_of_tiles(size),
            manhattan: Manhattan::new(size),
            reflected: reflection && mirror.is_some(),
            boards_asked: AtomicU64::new(0),
            building: Mutex::new(()),
        })
    }

    /// Returns the goal board.
    pub fn goal(&self) -> &Board {
        self.space.goal()
    }

    /// Returns the value of a board: a lower bound on the number of moves that its solution needs.
    ///
    /// # Errors
    /// Returns [`ValueError`] if the board has another size than the goal or cannot reach it, or if
    /// a table is damaged.
    pub fn value(&self, board: &Board) -> Result<u32, ValueError> {
        let state = self.space.state(board).map_err(|reason| match reason {
            Unsolvable::OtherSize { board, goal } => ValueError::OtherSize { board, table: goal },
            _ => ValueError::Unreachable,
        })?;
        let values = self.values(&[state]);
        Ok(values.map_err(|(_, error)| error)?[0])
    }

    /// Returns whether boards are also looked up reflected.
    pub fn reflects(&self) -> bool {
        self.reflected
    }

    /// Number of sums, of which the value is the maximum: 2 for one partition with its reflection.
    pub fn sums(&self) -> usize {
        self.lookups.sums.len()
    }

    /// Number of different lookups in the sums: so many entries are read for a board.
    pub fn lookups(&self) -> usize {
        self.lookups.lookups.len()
    }

    /// Returns whether every move changes exactly one lookup in each orientation, and passes no
    /// other tile in one of the two. This holds for one partition with its reflection about a
    /// diagonal.
    pub(in crate::tiles) fn is_one_each_way(&self) -> bool {
        self.lookups.is_one_each_way() && self.moves.has_near_orientations
    }

    /// Returns whether all tables are zero-aware. Then no move changes a sum by more than 1.
    pub fn is_zero_aware(&self) -> bool {
        self.tables()
            .all(|table| table.header().kind() == TableKind::ZeroAware)
    }

    /// Returns the tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter().map(|numbered| &*numbered.table)
    }
}

/// Numbers the rows of tables. Tables of the same number of tiles share a numbering, and threads
/// make the numberings at the same time.
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

/// Checks the number of rows in a header, because a program that writes a valid digest may still
/// have counted wrongly. Without this check, an index might lie outside the table.
fn check_rows(header: &Header, classes: &ZeroClasses) -> Result<(), PdbError> {
    let expected = classes.rows(header.kind());
    if header.classes() == u64::from(expected) {
        return Ok(());
    }
    Err(PdbError::Rows {
        tiles: header.pattern().clone(),
        found: header.classes(),
        expected,
    })
}
