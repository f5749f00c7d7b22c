//! An overview of tables: what each location has, what a search would use and why, and what could be built.
//!
//! [`location_overviews`] answers the first question, [`GoalOverview`] the others for one goal. The types are plain
//! data that serialise themselves.

use std::fs;
use std::path::PathBuf;

use fifteen_pdb::{Pattern, TableKind, requirements};
use fifteen_puzzle::{Board, Goal, Size};
use serde::Serialize;

use super::locations::{Origin, TableLocation, all_locations, locations};
use super::required::{RequiredTables, known_sets};
use super::{
    DefaultHeuristic, Digests, FoundTable, SkippedFile, TableError, TableFile, TableFinder,
    TablesToBuild, choose, files,
};
use crate::batch::threads_or_all;
use crate::spec::is_partition;

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
            let one = TableLocation {
                origin: location.origin,
                paths: vec![path.clone()],
            };
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

/// The partitions and collections of the pattern's board that a table of the pattern serves.
fn partitions_with(pattern: &Pattern) -> Vec<String> {
    let Some(goal) = Goal::with_blank(pattern.size(), pattern.blank()) else {
        return Vec::new();
    };
    let serves = |set: &&RequiredTables| set.patterns.iter().any(|p| pattern.serves(p));
    known_sets(&goal)
        .iter()
        .filter(serves)
        .map(|set| set.sets().to_owned())
        .collect()
}

/// The heuristic that a search for a goal would use, and the tables that could be built for it.
#[derive(Debug, Clone, Serialize)]
pub struct GoalOverview {
    /// The board's size.
    pub size: String,
    /// The goal.
    pub goal: String,
    /// The heuristic that is used if none is named.
    pub heuristic: String,
    /// The reason for the choice.
    pub reason: String,
    /// The location of its tables; none if it reads none.
    pub location: Option<String>,
    /// Nodes that a search generates on average, if they have been measured.
    pub nodes: Option<u64>,
    /// The partitions and collections that can be built, the strongest last. A front end serialises them with its
    /// command or call that builds each.
    #[serde(skip)]
    pub candidates: Vec<BuildCandidate>,
}

/// A partition or collection that can be built.
#[derive(Debug, Clone, Serialize)]
pub struct BuildCandidate {
    /// The name, or the tiles.
    pub name: String,
    /// The kind of its tables.
    pub kind: String,
    /// Number of its tables.
    pub tables: usize,
    /// The tiles of the tables that are missing in every location.
    pub missing: Vec<String>,
    /// Bytes of the missing files.
    pub file_bytes: u64,
    /// The most memory while they are built.
    pub memory_bytes: u64,
    /// Seconds of building them on this machine's cores, roughly.
    pub seconds: f64,
    /// True if the whole board is in one table, whose values are exact distances.
    pub exact: bool,
    /// Nodes that a search generates on average, if they have been measured.
    pub nodes: Option<u64>,
    /// The boards of that measurement, in words.
    pub boards: Option<&'static str>,
    /// The missing tables, or `None` if none is missing. A front end adds the command or call that builds them.
    #[serde(skip)]
    pub to_build: Option<TablesToBuild>,
}

impl GoalOverview {
    /// The overview for boards of that size, with the tables in the paths given or in the default locations.
    ///
    /// # Errors
    /// [`TableError`](crate::tables::TableError): tables that were named cannot be read.
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
        let default = finder.default_heuristic(true)?;
        let (heuristic, reason, location, name) = described(&default, &board);
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
            heuristic,
            reason,
            location,
            nodes: measured(size, &name).map(|(nodes, _)| nodes),
            candidates: known_sets(&board)
                .into_iter()
                .map(|set| candidate(set, size, &listed, given))
                .collect(),
        })
    }
}

/// The heuristic in words, the reason for it, the location of its tables, and its name.
fn described(default: &DefaultHeuristic, goal: &Board) -> (String, String, Option<String>, String) {
    match default {
        DefaultHeuristic::Tables(tables) => {
            let required = &tables.required;
            let place = tables.location.as_ref().map(ToString::to_string);
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
            (
                format!("{} {}", required.name, required.kind),
                reason.to_owned(),
                place,
                name.to_owned(),
            )
        }
        DefaultHeuristic::InMemory(partition) => {
            let name = partition.text(goal);
            let reason =
                "no tables for this goal were found, so it is built in memory on every run"
                    .to_owned();
            (
                format!("{name} {}", TableKind::ZeroAware),
                reason,
                None,
                name,
            )
        }
        DefaultHeuristic::Manhattan => {
            let reason =
                "no tables for this goal were found, and the board is so small that it needs none"
                    .to_owned();
            ("manhattan".to_owned(), reason, None, "manhattan".to_owned())
        }
    }
}

/// The cost of what is missing of a set, and what it brings.
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
    let threads = threads_or_all(0);
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
        nodes: measured.map(|(nodes, _)| nodes),
        boards: measured.map(|(_, boards)| boards),
        name: set.sets().to_owned(),
        to_build: (!missing.is_empty()).then(|| set.to_build.in_folder_of(given)),
    }
}

/// Nodes of searches, by size and heuristic.
const NODES: &str = include_str!("nodes.txt");

/// The nodes of a search with that heuristic, and the boards of the measurement.
fn measured(size: Size, name: &str) -> Option<(u64, &'static str)> {
    let line = |line: &'static str| {
        let mut words = line.splitn(4, ' ');
        let matches = words.next()? == size.to_string() && words.next()? == name;
        matches.then(|| Some((words.next()?.parse().ok()?, words.next()?)))?
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
