//! Tables on disk: finding them by what their headers say, never by name, and choosing those that serve a goal.

mod choose;
mod given;
mod places;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use fifteen_pdb::file::{self, Bytes, FileError};
use fifteen_pdb::{Header, Kind, Partition, PartitionError, Pattern, Table, VerifyError};
use fifteen_puzzle::{Board, Goal, Size, Symmetry};

pub(crate) use given::of_files;
pub use places::{FOLDER_VARIABLE, Origin, Place, checkout, default_folder, places};

/// A table, mapped or in memory, shared by all who search with it.
pub type SharedTable = Arc<Table<Bytes>>;

/// A table whose header was read.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Found {
    /// Its file.
    pub path: PathBuf,
    /// What it says of itself.
    pub header: Header,
}

/// A file in a searched folder that looks like a table by its name but cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skipped {
    /// The file.
    pub path: PathBuf,
    /// Why it is of no use.
    pub reason: String,
}

/// What one place holds.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Scan {
    /// The tables.
    pub tables: Vec<Found>,
    /// The files passed over.
    pub skipped: Vec<Skipped>,
}

/// Why the tables asked for cannot be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// A file that was named, or chosen by its header, cannot be opened.
    #[error(transparent)]
    File(#[from] FileError),
    /// A folder cannot be read.
    #[error("cannot read the folder {}: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The text is no partition of the board.
    #[error(transparent)]
    Partition(#[from] PartitionError),
    /// A table of the partition is not there.
    #[error("no {kind} table of the tiles {tiles} of a {size} board in {looked_in}; build it with: {remedy}")]
    Missing {
        /// The tiles, in the labels of the standard goal.
        tiles: String,
        /// The kind of the table.
        kind: Kind,
        /// The board's size.
        size: Size,
        /// The places searched.
        looked_in: String,
        /// The command that builds it.
        remedy: String,
    },
    /// The tables that were named do not cover the tiles of this goal.
    #[error(
        "the tables given do not cover the tiles of a {size} board with the goal {goal}: {found}; \
         give more tables, or build some with: {remedy}"
    )]
    NoneFits {
        /// The board's size.
        size: Size,
        /// The goal.
        goal: Box<Board>,
        /// The tables there are, or that there is none.
        found: String,
        /// A command that builds tables which fit.
        remedy: String,
    },
    /// Tables that belong to different boards, or are of different kinds.
    #[error("{} is {first_is}, but {} is {other_is}; name tables of one board and kind", first.display(), other.display())]
    Mixed {
        /// The first file.
        first: PathBuf,
        /// What it holds.
        first_is: String,
        /// A file that does not go with it.
        other: PathBuf,
        /// What that one holds.
        other_is: String,
    },
    /// The tables that were named leave out tiles, or have some in common.
    #[error("the tables named are no partition of the {} tiles of a {size} board: {}; name tables that have each tile once",
        size.cells() - 1, given::tiles_missing_or_shared(missing, shared))]
    NoPartition {
        /// The board's size.
        size: Size,
        /// Tiles in none of them, in the labels of the standard goal.
        missing: Vec<u8>,
        /// Tiles in more than one.
        shared: Vec<u8>,
    },
    /// A table's payload is not what its header says.
    #[error("{}: {source}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: VerifyError,
    },
}

/// The tables of a partition for one goal, in the order of its patterns.
pub(crate) struct Tables {
    pub(crate) partition: Partition,
    pub(crate) kind: Kind,
    pub(crate) tables: Vec<SharedTable>,
}

/// Where to look, and whether to read each table whole to check its digest.
pub(crate) struct Lookup<'a> {
    pub(crate) goal: &'a Board,
    pub(crate) given: &'a [PathBuf],
    pub(crate) check: bool,
}

impl Lookup<'_> {
    /// The tables of that partition and kind, from the first place that has them all.
    pub(crate) fn partition(&self, text: &str, kind: Kind, skipped: &mut Vec<Skipped>) -> Result<Tables, TableError> {
        let partition = Partition::parse(text, self.goal)?;
        let places = places(self.given);
        let mut missing = partition.patterns().first();
        for place in &places {
            let mut scan = place.scan()?;
            loop {
                let chosen = match choose::of_partition(&partition, kind, &scan.tables) {
                    Ok(chosen) => chosen,
                    Err(pattern) => {
                        missing = Some(pattern);
                        break;
                    }
                };
                if let Some(tables) = self.open(&mut scan, &chosen)? {
                    skipped.extend(scan.skipped);
                    return Ok(Tables { partition, kind, tables });
                }
            }
            skipped.extend(scan.skipped);
        }
        let looked_in: Vec<_> = places.iter().map(Place::to_string).collect();
        Err(TableError::Missing {
            tiles: missing.map(Pattern::to_string).unwrap_or_default(),
            kind,
            size: self.goal.size(),
            looked_in: looked_in.join(" and ") + &passed_over(skipped),
            remedy: build_command(self.goal, Some(text), kind),
        })
    }

    /// The strongest tables for the goal in the first place that has any which cover it; `None` where no place has and
    /// none was given.
    pub(crate) fn strongest(&self, skipped: &mut Vec<Skipped>) -> Result<Option<Tables>, TableError> {
        for place in places(self.given) {
            let mut scan = place.scan()?;
            while let Some((partition, kind)) = choose::strongest(self.goal, &scan.tables)
                && let Ok(chosen) = choose::of_partition(&partition, kind, &scan.tables)
            {
                if let Some(tables) = self.open(&mut scan, &chosen)? {
                    skipped.extend(scan.skipped);
                    return Ok(Some(Tables { partition, kind, tables }));
                }
            }
            if place.origin == Origin::Given {
                return Err(self.none_fits(&scan));
            }
            skipped.extend(scan.skipped);
        }
        Ok(None)
    }

    /// Opens the chosen tables. `None` if one cannot be opened: then it is among those passed over, and a choice from
    /// the others may do. One that was named must open.
    fn open(&self, scan: &mut Scan, chosen: &[usize]) -> Result<Option<Vec<SharedTable>>, TableError> {
        let mut tables = Vec::with_capacity(chosen.len());
        for &i in chosen {
            let path = &scan.tables[i].path;
            let table = match file::open(path) {
                Ok(table) => table,
                Err(error) if self.given.contains(path) => return Err(error.into()),
                Err(error) => {
                    let Found { path, .. } = scan.tables.remove(i);
                    scan.skipped.push(Skipped { path, reason: error.to_string() });
                    return Ok(None);
                }
            };
            if self.check {
                table.verify().map_err(|source| TableError::Damaged { path: path.clone(), source })?;
            }
            tables.push(Arc::new(table));
        }
        Ok(Some(tables))
    }

    fn none_fits(&self, scan: &Scan) -> TableError {
        let found = &scan.tables;
        let describe = |t: &Found| {
            let (pattern, kind) = (t.header.pattern(), t.header.kind());
            let (path, size, blank) = (t.path.display(), pattern.size(), pattern.blank());
            format!("{path} has {pattern} of {size}, {kind}, with the goal's blank on cell {blank}")
        };
        let few: Vec<_> = found.iter().take(5).map(describe).collect();
        let mut text = if few.is_empty() { "there is no table there".to_owned() } else { few.join("; ") };
        if found.len() > few.len() {
            text += &format!("; and {} more", found.len() - few.len());
        }
        if choose::cover_if_mixed(self.goal, found) {
            text += "; zero-aware and additive tables cannot be mixed";
        }
        TableError::NoneFits {
            size: self.goal.size(),
            goal: Box::new(*self.goal),
            found: text + &passed_over(&scan.skipped),
            remedy: build_command(self.goal, None, Kind::ZeroAware),
        }
    }
}

/// The files passed over, for an error that they may explain.
fn passed_over(skipped: &[Skipped]) -> String {
    if skipped.is_empty() {
        return String::new();
    }
    let few: Vec<_> = skipped.iter().take(3).map(|s| format!("{}: {}", s.path.display(), s.reason)).collect();
    format!(" (passed over: {})", few.join("; "))
}

/// The command that builds the tables of a partition (or, without one, of the strongest named partition) for a goal.
pub fn build_command(goal: &Board, partition: Option<&str>, kind: Kind) -> String {
    let size = goal.size();
    let in_checkout = std::env::current_dir().ok().and_then(|here| checkout(&here)).is_some();
    let mut command = if in_checkout { "cargo xtask build-pdb" } else { "fifteen pdb build" }.to_owned();
    if size.to_string() != "4x4" {
        command += &format!(" --size {size}");
    }
    let last = Goal::Last.board(size).map_or(0, |last| last.blank());
    let name = partition.or_else(|| Partition::names(size).next()).unwrap_or("TILES/TILES/...");
    let is_name = Partition::names(size).any(|n| n == name);
    // Spelled-out tiles are in the labels of the goal; tables for a named partition depend on the blank's cell only.
    let relabelled = !is_name && Goal::Last.board(size).ok().as_ref() != Some(goal);
    if Symmetry::representative(size, goal.blank()) != last || relabelled {
        command += &format!(" --goal '{goal}'");
    }
    // Without options the strongest partition of 4x4 boards is among those built.
    if partition.is_some() || size.to_string() != "4x4" {
        command += &format!(" --partition {name}");
    }
    if kind == Kind::Additive {
        command += " --kind additive";
    }
    command
}
