//! The heuristic that a search for a goal would use, and what could be built for it.

use std::path::PathBuf;

use fifteen_pdb::{TableKind, requirements};
use fifteen_puzzle::{Board, Goal, Size};
use serde::Serialize;

use crate::batch::threads_or_all;
use crate::spec::is_partition;
use crate::tables::required::{RequiredTables, known_sets};
use crate::tables::{DefaultHeuristic, FoundTable, TableFinder, choose, files, locations};

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
    /// The partitions and collections that can be built, the strongest last.
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
    /// The command that builds the missing tables; none if all are there.
    pub command: Option<String>,
}

impl GoalOverview {
    /// The overview for boards of that size, with the tables in the paths given or in the default locations.
    ///
    /// # Errors
    /// [`TableError`](crate::tables::TableError): tables that were named cannot be read.
    pub fn new(goal: Goal, size: Size, given: &[PathBuf]) -> Result<Self, crate::OpenError> {
        let board = goal.board(size)?;
        let mut finder =
            TableFinder { goal: &board, given, files: files(), check: false, store: None, skipped: Vec::new() };
        let default = finder.default_heuristic(true)?;
        let (heuristic, reason, location, name) = described(&default, &board);
        let mut listed = Vec::new();
        for location in locations(given) {
            listed.extend(location.scan()?.tables.into_iter().map(|file| FoundTable::File(Box::new(file))));
        }
        Ok(Self {
            size: size.to_string(),
            goal: goal.to_string(),
            heuristic,
            reason,
            location,
            nodes: measured(size, &name).map(|(nodes, _)| nodes),
            candidates: known_sets(&board).into_iter().map(|set| candidate(set, size, &listed)).collect(),
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
                true => (&*required.name, "it has the highest mean value of the partitions whose tables were found"),
                false => {
                    (required.sets(), "every table of this collection was found, and collections go before partitions")
                }
            };
            (format!("{} {}", required.name, required.kind), reason.to_owned(), place, name.to_owned())
        }
        DefaultHeuristic::InMemory(partition) => {
            let name = partition.text(goal);
            let reason = "no tables for this goal were found, so it is built in memory on every run".to_owned();
            (format!("{name} {}", TableKind::ZeroAware), reason, None, name)
        }
        DefaultHeuristic::Manhattan => {
            let reason = "no tables for this goal were found, and the board is so small that it needs none".to_owned();
            ("manhattan".to_owned(), reason, None, "manhattan".to_owned())
        }
    }
}

/// The cost of what is missing of a set, and what it brings.
fn candidate(set: RequiredTables, size: Size, found: &[FoundTable]) -> BuildCandidate {
    let patterns = &set.patterns;
    let missing = choose::serving(patterns, set.kind, found).err().unwrap_or_default();
    let needs: Vec<_> = missing.iter().map(|pattern| requirements(pattern, set.kind)).collect();
    let threads = threads_or_all(0);
    let measured = measured(size, set.sets());
    BuildCandidate {
        kind: set.kind.to_string(),
        tables: patterns.len(),
        missing: missing.iter().map(|pattern| pattern.to_string()).collect(),
        file_bytes: needs.iter().map(|needs| needs.file_bytes).sum(),
        memory_bytes: needs.iter().map(|needs| needs.memory_bytes).max().unwrap_or(0),
        seconds: needs.iter().map(|needs| needs.seconds(threads)).sum(),
        exact: patterns.iter().any(|pattern| pattern.len() == size.cells() - 1),
        nodes: measured.map(|(nodes, _)| nodes),
        boards: measured.map(|(_, boards)| boards),
        name: set.sets().to_owned(),
        command: (!missing.is_empty()).then_some(set.remedy),
    }
}

/// Nodes of searches, by size and heuristic.
pub(super) const NODES: &str = include_str!("../nodes.txt");

/// The nodes of a search with that heuristic, and the boards of the measurement.
pub(super) fn measured(size: Size, name: &str) -> Option<(u64, &'static str)> {
    let line = |line: &'static str| {
        let mut words = line.splitn(4, ' ');
        let matches = words.next()? == size.to_string() && words.next()? == name;
        matches.then(|| Some((words.next()?.parse().ok()?, words.next()?)))?
    };
    NODES.lines().find_map(line)
}
