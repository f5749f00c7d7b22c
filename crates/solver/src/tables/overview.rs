//! An overview for users. It shows the tables in each location, the heuristic that a search would
//! use and the reason for this choice, and the tables that could be built.
//!
//! [`location_overviews`] describes the locations, and [`GoalOverview`] describes the heuristic for
//! one goal. Both can be serialised as JSON.

use std::fs;
use std::path::PathBuf;

use fifteen_pdb::{Pattern, TableKind, requirements};
use fifteen_puzzle::{Board, Goal, Size};
use fifteen_resources::Threads;
use serde::Serialize;

use super::locations::{KnownLocation, Origin, TableLocation, all_locations, locations};
use super::required::{RequiredTables, known_sets};
use super::{
    DefaultHeuristic, Digests, FoundTable, SkippedFile, TableError, TableFile, TableFinder,
    TablesToBuild, choose, files,
};
use crate::MissingTables;
use crate::spec::is_partition;

/// A folder or file that can contain tables, and the tables found there.
#[derive(Debug, Clone, Serialize)]
pub struct LocationOverview {
    /// Path of the folder or file.
    pub path: PathBuf,
    /// Why searches look for tables at this path, in words.
    pub reason: &'static str,
    /// Whether searches look for tables here. False if an earlier location takes precedence.
    pub searched: bool,
    /// Whether the path exists.
    pub exists: bool,
    /// Tables in the location.
    pub tables: Vec<TableOverview>,
    /// Files that have the names of tables but cannot be used.
    pub skipped: Vec<SkippedFile>,
}

/// Description of a table on disk.
#[derive(Debug, Clone, Serialize)]
pub struct TableOverview {
    /// Path of the file.
    pub path: PathBuf,
    /// Size of the board, such as `4x4`.
    pub size: String,
    /// Kind of the table.
    pub kind: String,
    /// Tiles of the table, with their numbers in the standard goal.
    pub tiles: String,
    /// Cell of the blank in the goal.
    pub blank: usize,
    /// The goals for which the table can be used, in words.
    pub goals: String,
    /// Size of the file, in bytes.
    pub bytes: u64,
    /// Whether the file is compressed.
    pub packed: bool,
    /// Mean of all distances in the table. The higher it is, the more nodes a search prunes.
    pub mean: f64,
    /// Names of the partitions and collections that use the table.
    pub partitions: Vec<String>,
}

/// Returns the contents of all locations, in the order in which they are searched.
///
/// # Errors
/// Returns [`TableError`] if a file or folder that the caller specified cannot be read.
pub fn location_overviews(given: &[PathBuf]) -> Result<Vec<LocationOverview>, TableError> {
    let mut overviews = Vec::new();
    for KnownLocation {
        location,
        is_searched,
    } in all_locations(given)
    {
        for path in &location.paths {
            let one = TableLocation {
                origin: location.origin,
                paths: vec![path.clone()],
            };
            let listing = one.scan()?;
            overviews.push(LocationOverview {
                path: path.clone(),
                reason: location.origin.reason(),
                searched: is_searched,
                exists: path.exists(),
                tables: listing.tables.iter().map(TableOverview::of).collect(),
                skipped: listing.skipped,
            });
        }
    }
    Ok(overviews)
}

impl Origin {
    /// Returns a description of this reason for users.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Given => "named by the caller",
            Self::Environment => "named by FIFTEEN_PDB_DIR",
            Self::UserData => "the user's data folder",
        }
    }
}

impl TableOverview {
    fn of(table: &TableFile) -> Self {
        let (header, pattern) = (&table.header, table.header.pattern());
        let size = pattern.size();
        let corner = [
            0,
            size.width() - 1,
            size.cells() - size.width(),
            size.cells() - 1,
        ]
        .contains(&pattern.blank());
        let goals = if corner {
            "blank in a corner".to_owned()
        } else {
            format!("blank on cell {}", pattern.blank())
        };
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

/// Returns the names of the partitions and collections for which the table of `pattern` can be
/// used.
fn partitions_with(pattern: &Pattern) -> Vec<String> {
    let Some(goal) = Board::ascending(pattern.size(), pattern.blank()) else {
        return Vec::new();
    };
    let serves = |set: &&RequiredTables| set.patterns.iter().any(|p| pattern.serves(p));
    known_sets(&goal)
        .iter()
        .filter(serves)
        .map(|set| set.sets().to_owned())
        .collect()
}

/// The heuristic that a search for a goal would use, and other tables that could be built for this
/// goal.
#[derive(Debug, Clone, Serialize)]
pub struct GoalOverview {
    /// Size of the board, such as `4x4`.
    pub size: String,
    /// The goal, as a string.
    pub goal: String,
    /// Heuristic used by default.
    pub heuristic: String,
    /// Reason why this heuristic was chosen.
    pub reason: String,
    /// Location of the heuristic's tables, or `None` if it does not read table files.
    pub location: Option<String>,
    /// Mean number of nodes that a search with this heuristic generates, or `None` if it was not
    /// measured.
    pub nodes: Option<u64>,
    /// Partitions and collections whose tables can be built, strongest first. Not serialised here,
    /// because each front end adds its own command for building them.
    #[serde(skip)]
    pub candidates: Vec<BuildCandidate>,
}

/// A partition or collection whose tables can be built.
#[derive(Debug, Clone, Serialize)]
pub struct BuildCandidate {
    /// Name of the partition or collection. A partition without a name is listed by its tiles.
    pub name: String,
    /// Kind of the tables.
    pub kind: String,
    /// Total number of tables, including those that already exist.
    pub tables: usize,
    /// Tiles of each table that was not found in any location.
    pub missing: Vec<String>,
    /// Total size of the missing files, in bytes.
    pub file_bytes: u64,
    /// Peak memory for building the missing tables, in bytes.
    pub memory_bytes: u64,
    /// Estimated time to build the missing tables on all cores of this machine, in seconds.
    pub seconds: f64,
    /// Whether a single table covers all tiles, so that its values are exact distances.
    pub exact: bool,
    /// Mean number of nodes that a search with these tables generates, or `None` if it was not
    /// measured.
    pub nodes: Option<u64>,
    /// The boards on which the number of nodes was measured, in words, or `None` if it was not
    /// measured.
    pub boards: Option<&'static str>,
    /// A request to build the missing tables, or `None` if all tables exist. Not serialised here,
    /// because each front end shows users how to make this request in its own way.
    #[serde(skip)]
    pub to_build: Option<TablesToBuild>,
}

impl GoalOverview {
    /// Creates the overview for a goal and a board size. Tables are looked up in the given paths,
    /// or in the default locations if no path is given.
    ///
    /// # Errors
    /// Returns [`OpenError`](crate::OpenError) if the goal does not fit the board size, or if a
    /// file or folder that the caller specified cannot be read.
    pub fn new(goal: Goal, size: Size, given: &[PathBuf]) -> Result<Self, crate::OpenError> {
        let board = goal.board(size)?;
        let mut finder = TableFinder {
            goal: &board,
            given,
            files: files(),
            digests: Digests::Unchecked,
            store: None,
            skipped: Vec::new(),
        };
        let default = finder.default_heuristic(MissingTables::BuildFallback)?;
        let default = DefaultDescription::new(&default, &board);
        let mut listed = Vec::new();
        for location in locations(given) {
            listed.extend(
                location
                    .scan()?
                    .tables
                    .into_iter()
                    .map(|file| FoundTable::File(Box::new(file))),
            );
        }
        Ok(Self {
            size: size.to_string(),
            goal: goal.to_string(),
            heuristic: default.heuristic,
            reason: default.reason.to_owned(),
            location: default.location,
            nodes: measured(size, &default.name).map(|measured| measured.nodes),
            candidates: known_sets(&board)
                .into_iter()
                .map(|set| candidate(set, size, &listed, given))
                .collect(),
        })
    }
}

/// A description in words of the default heuristic for a goal.
struct DefaultDescription {
    /// The name of the heuristic with the kind of its tables, such as `7-8 zero-aware`.
    heuristic: String,
    /// The name of the heuristic without the kind, such as `7-8`.
    name: String,
    /// Reason for the choice.
    reason: &'static str,
    /// Location of the tables, or `None` if the heuristic does not read table files.
    location: Option<String>,
}

impl DefaultDescription {
    fn new(default: &DefaultHeuristic, goal: &Board) -> Self {
        match default {
            DefaultHeuristic::Tables(tables) => {
                let required = &tables.required;
                let (name, reason) = match is_partition(required.sets()) {
                    true => (
                        &*required.name,
                        "it has the highest mean value of the partitions whose tables were found",
                    ),
                    false => (
                        required.sets(),
                        "every table of this collection was found, and collections go before partitions",
                    ),
                };
                Self {
                    heuristic: format!("{} {}", required.name, required.kind),
                    name: name.to_owned(),
                    reason,
                    location: tables.location.as_ref().map(ToString::to_string),
                }
            }
            DefaultHeuristic::InMemory(partition) => {
                let name = partition.text(goal);
                Self {
                    heuristic: format!("{name} {}", TableKind::ZeroAware),
                    name,
                    reason: "no tables for this goal were found, so it is built in memory on every run",
                    location: None,
                }
            }
            DefaultHeuristic::Manhattan => Self {
                heuristic: "manhattan".to_owned(),
                name: "manhattan".to_owned(),
                reason: "no tables for this goal were found, and the board is so small that it needs none",
                location: None,
            },
        }
    }
}

/// Describes a set of tables that can be built. The description contains the cost of building its
/// missing tables, and the measured number of nodes.
fn candidate(
    set: RequiredTables,
    size: Size,
    found: &[FoundTable],
    given: &[PathBuf],
) -> BuildCandidate {
    let patterns = &set.patterns;
    let missing = choose::serving(patterns, set.kind, found)
        .err()
        .unwrap_or_default();
    let needs: Vec<_> = missing
        .iter()
        .map(|pattern| requirements(pattern, set.kind))
        .collect();
    let threads = Threads::All.count();
    let measured = measured(size, set.sets());
    BuildCandidate {
        kind: set.kind.to_string(),
        tables: patterns.len(),
        missing: missing.iter().map(|pattern| pattern.to_string()).collect(),
        file_bytes: needs.iter().map(|needs| needs.file_bytes).sum(),
        memory_bytes: needs
            .iter()
            .map(|needs| needs.memory_bytes)
            .max()
            .unwrap_or(0),
        seconds: needs.iter().map(|needs| needs.seconds(threads)).sum(),
        exact: patterns
            .iter()
            .any(|pattern| pattern.len() == size.cells() - 1),
        nodes: measured.map(|measured| measured.nodes),
        boards: measured.map(|measured| measured.boards),
        name: set.sets().to_owned(),
        to_build: (!missing.is_empty()).then(|| set.to_build.in_folder_of(given)),
    }
}

/// Measured node counts. Each line contains a board size, a heuristic, a mean number of nodes and a
/// description of the boards.
const NODES: &str = include_str!("nodes.txt");

/// A measured number of nodes.
#[derive(Clone, Copy)]
struct MeasuredNodes {
    /// Mean number of nodes that a search generates.
    nodes: u64,
    /// The boards on which the number was measured, in words.
    boards: &'static str,
}

/// Returns the measured number of nodes for a heuristic, or `None` if it was not measured.
fn measured(size: Size, name: &str) -> Option<MeasuredNodes> {
    let line = |line: &'static str| {
        let mut words = line.splitn(4, ' ');
        let matches = words.next()? == size.to_string() && words.next()? == name;
        let mut measured = || {
            Some(MeasuredNodes {
                nodes: words.next()?.parse().ok()?,
                boards: words.next()?,
            })
        };
        matches.then(&mut measured)?
    };
    NODES.lines().find_map(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::HeuristicSpec;

    #[test]
    fn every_measurement_is_of_a_known_heuristic() {
        for line in NODES.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&str> = line.splitn(4, ' ').collect();
            let size: Size = words[0].parse().unwrap();
            assert!(measured(size, words[1]).is_some(), "{line}");
            let known = known_sets(&Goal::Last.board(size).unwrap())
                .iter()
                .any(|set| set.sets() == words[1]);
            assert!(
                known
                    || words[1]
                        .parse::<HeuristicSpec>()
                        .is_ok_and(|spec| !spec.needs_tables()),
                "{line}"
            );
        }
    }

    #[test]
    fn every_size_has_tables_that_can_be_built() {
        for size in Size::all() {
            for goal in Goal::NAMED {
                let sets = known_sets(&goal.board(size).unwrap());
                assert!(
                    !sets.is_empty()
                        && sets.iter().all(|set| {
                            set.to_build.collection.is_some() || !set.to_build.partitions.is_empty()
                        }),
                    "{size}"
                );
            }
        }
    }
}
