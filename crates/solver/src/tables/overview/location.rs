//! The locations of tables, and what is found there.

use std::fs;
use std::path::PathBuf;

use fifteen_pdb::Pattern;
use fifteen_puzzle::Goal;
use serde::Serialize;

use crate::tables::locations::{Origin, TableLocation, all_locations};
use crate::tables::required::{RequiredTables, known_sets};
use crate::tables::{SkippedFile, TableError, TableFile};

/// A folder or file in which tables are looked for.
#[derive(Debug, Clone, Serialize)]
pub struct LocationOverview {
    /// The path.
    pub path: PathBuf,
    /// The reason why it is a location.
    pub reason: &'static str,
    /// True if searches look there; false if a location before it excludes it.
    pub searched: bool,
    /// True if there is something at the path.
    pub exists: bool,
    /// The tables.
    pub tables: Vec<TableOverview>,
    /// Files that look like tables but cannot be used.
    pub skipped: Vec<SkippedFile>,
}

/// A table on disk.
#[derive(Debug, Clone, Serialize)]
pub struct TableOverview {
    /// The path.
    pub path: PathBuf,
    /// The board's size, as in `4x4`.
    pub size: String,
    /// The kind.
    pub kind: String,
    /// The tiles, in the labels of the standard goal.
    pub tiles: String,
    /// The cell of the goal's blank.
    pub blank: usize,
    /// The goals that the table serves, in words.
    pub goals: String,
    /// Bytes of the file.
    pub bytes: u64,
    /// True for the compressed form.
    pub packed: bool,
    /// The mean value.
    pub mean: f64,
    /// The partitions and collections with a name that use the table.
    pub partitions: Vec<String>,
}

/// The content of every location, in the order in which searches look there.
///
/// # Errors
/// If a file or folder that the caller named cannot be read.
pub fn location_overviews(given: &[PathBuf]) -> Result<Vec<LocationOverview>, TableError> {
    let mut overviews = Vec::new();
    for (location, searched) in all_locations(given) {
        for path in &location.paths {
            let one = TableLocation { origin: location.origin, paths: vec![path.clone()] };
            let listing = one.scan()?;
            overviews.push(LocationOverview {
                path: path.clone(),
                reason: location.origin.reason(),
                searched,
                exists: path.exists(),
                tables: listing.tables.iter().map(TableOverview::of).collect(),
                skipped: listing.skipped,
            });
        }
    }
    Ok(overviews)
}

impl Origin {
    /// The reason why such a location is searched, in words.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Given => "named on the command line",
            Self::Environment => "named by FIFTEEN_PDB_DIR",
            Self::Checkout => "data/pdb of the checkout around the current folder",
            Self::UserData => "the user's data folder",
        }
    }
}

impl TableOverview {
    fn of(table: &TableFile) -> Self {
        let (header, pattern) = (&table.header, table.header.pattern());
        let size = pattern.size();
        let corner = [0, size.width() - 1, size.cells() - size.width(), size.cells() - 1].contains(&pattern.blank());
        let goals = if corner { "blank in a corner".to_owned() } else { format!("blank on cell {}", pattern.blank()) };
        Self {
            path: table.path.clone(),
            size: size.to_string(),
            kind: header.kind().to_string(),
            tiles: pattern.to_string(),
            blank: pattern.blank(),
            goals,
            bytes: fs::metadata(&table.path).map_or(0, |metadata| metadata.len()),
            packed: table.is_packed(),
            mean: header.mean(),
            partitions: partitions_with(pattern),
        }
    }
}

/// The partitions and collections of the pattern's board that a table of the pattern serves.
fn partitions_with(pattern: &Pattern) -> Vec<String> {
    let Some(goal) = Goal::with_blank(pattern.size(), pattern.blank()) else { return Vec::new() };
    let serves = |set: &&RequiredTables| set.patterns.iter().any(|p| pattern.serves(p));
    known_sets(&goal).iter().filter(serves).map(|set| set.sets().to_owned()).collect()
}
