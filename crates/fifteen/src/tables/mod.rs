//! Tables on disk: finding them by what their headers say, never by name, and choosing those that serve a goal.

mod choose;
mod places;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use fifteen_pdb::file::{self, Bytes, FileError};
use fifteen_pdb::{Header, Kind, Partition, PartitionError, Pattern, Table, VerifyError};
use fifteen_puzzle::{Board, Goal, Size, Symmetry};

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
            let scan = place.scan()?;
            skipped.extend(scan.skipped);
            match choose::of_partition(&partition, kind, &scan.tables) {
                Ok(chosen) => {
                    let tables = self.open(&scan.tables, &chosen)?;
                    return Ok(Tables { partition, kind, tables });
                }
                Err(pattern) => missing = Some(pattern),
            }
        }
        let looked_in: Vec<_> = places.iter().map(Place::to_string).collect();
        Err(TableError::Missing {
            tiles: missing.map(Pattern::to_string).unwrap_or_default(),
            kind,
            size: self.goal.size(),
            looked_in: looked_in.join(" and "),
            remedy: build_command(self.goal, Some(text), kind),
        })
    }

    /// The strongest tables for the goal in the first place that has any which cover it; `None` where no place has and
    /// none was given.
    pub(crate) fn strongest(&self, skipped: &mut Vec<Skipped>) -> Result<Option<Tables>, TableError> {
        for place in places(self.given) {
            let scan = place.scan()?;
            skipped.extend(scan.skipped);
            if let Some((partition, kind)) = choose::strongest(self.goal, &scan.tables)
                && let Ok(chosen) = choose::of_partition(&partition, kind, &scan.tables)
            {
                let tables = self.open(&scan.tables, &chosen)?;
                return Ok(Some(Tables { partition, kind, tables }));
            }
            if place.origin == Origin::Given {
                return Err(self.none_fits(&scan.tables));
            }
        }
        Ok(None)
    }

    fn open(&self, found: &[Found], chosen: &[usize]) -> Result<Vec<SharedTable>, TableError> {
        let open = |&i: &usize| {
            let path = &found[i].path;
            let table = file::open(path)?;
            if self.check {
                table.verify().map_err(|source| TableError::Damaged { path: path.clone(), source })?;
            }
            Ok(Arc::new(table))
        };
        chosen.iter().map(open).collect()
    }

    fn none_fits(&self, found: &[Found]) -> TableError {
        let describe = |t: &Found| {
            let pattern = t.header.pattern();
            format!("{} has {} of {}", t.path.display(), pattern, pattern.size())
        };
        let few: Vec<_> = found.iter().take(5).map(describe).collect();
        let rest =
            if found.len() > few.len() { format!(" and {} more", found.len() - few.len()) } else { String::new() };
        TableError::NoneFits {
            size: self.goal.size(),
            goal: Box::new(*self.goal),
            found: if few.is_empty() { "there is no table there".to_owned() } else { few.join(", ") + &rest },
            remedy: build_command(self.goal, None, Kind::ZeroAware),
        }
    }
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
