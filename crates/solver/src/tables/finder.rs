//! Finds the tables for a search in several locations. [`TableFinder`] looks for the tables of a
//! partition or collection, or for the strongest tables. [`from_files`] opens exactly the given
//! files.

use std::path::PathBuf;
use std::sync::Arc;

use fifteen_pdb::file::TableFiles;
use fifteen_pdb::{Collection, Header, Partition, Pattern, TableKind};
use fifteen_puzzle::Board;

use crate::MissingTables;

use super::{
    Digests, FoundTable, OpenedTables, Origin, RequiredTables, SharedTable, SkippedFile,
    TableError, TableLocation, TableStore, TablesToBuild, checked, choose, locations,
};

/// Maximum number of cells of a board for which the Manhattan distance is used if no tables are
/// found. A search then solves even the hardest 3x3 board in 0.6 ms, expanding 10,200 nodes.
/// Building a table would take longer.
const SMALL: usize = 9;

/// Finds tables for one goal. It looks first in memory (`store`), then in the `given` paths. If no
/// paths are given, it looks in the default locations instead.
pub(crate) struct TableFinder<'a> {
    pub(crate) goal: &'a Board,
    pub(crate) given: &'a [PathBuf],
    pub(crate) files: TableFiles,
    pub(crate) digests: Digests,
    pub(crate) store: Option<&'a TableStore>,
    /// Files that look like tables but cannot be used. They come from all locations searched so
    /// far.
    pub(crate) skipped: Vec<SkippedFile>,
}

/// The heuristic for a search for which the caller has not specified one.
pub(crate) enum DefaultHeuristic {
    /// The strongest tables that were found.
    Tables(Box<OpenedTables>),
    /// No tables were found that fit the goal, so the tables of this partition are built in memory.
    InMemory(Partition),
    /// No tables were found that fit the goal, and the board is small enough for the Manhattan
    /// distance.
    Manhattan,
}

impl TableFinder<'_> {
    /// Returns the locations to search, in order. `None` stands for the tables in memory.
    fn places(&self) -> Vec<Option<TableLocation>> {
        self.store
            .map(|_| None)
            .into_iter()
            .chain(locations(self.given).into_iter().map(Some))
            .collect()
    }

    /// Returns the tables in one location. `None` stands for the tables in memory.
    fn scan(&mut self, place: Option<&TableLocation>) -> Result<Vec<FoundTable>, TableError> {
        let Some(location) = place else {
            return Ok(self
                .store
                .iter()
                .flat_map(|store| store.tables())
                .map(FoundTable::Stored)
                .collect());
        };
        let listing = location.scan()?;
        self.skipped.extend(listing.skipped);
        Ok(listing
            .tables
            .into_iter()
            .map(|file| FoundTable::File(Box::new(file)))
            .collect())
    }

    /// Checks that one location has all required tables. Only the headers of the tables are read.
    ///
    /// # Errors
    /// Returns [`TableError::Missing`] if no location has all of them. Returns another
    /// [`TableError`] if a file or folder that the caller specified cannot be read.
    pub(crate) fn check(&mut self, required: &RequiredTables) -> Result<(), TableError> {
        let (places, mut missing) = (self.places(), required.patterns.clone());
        for place in &places {
            let found = self.scan(place.as_ref())?;
            match choose::serving(&required.patterns, required.kind, &found) {
                Ok(_) => return Ok(()),
                Err(absent) => missing = absent.into_iter().cloned().collect(),
            }
        }
        Err(self.missing(required, &missing, &places))
    }

    /// Opens the required tables from the first location that has all of them.
    pub(crate) fn find(&mut self, required: RequiredTables) -> Result<OpenedTables, TableError> {
        let (places, mut missing) = (self.places(), required.patterns.clone());
        for place in &places {
            let mut found = self.scan(place.as_ref())?;
            if let Some(tables) = self.complete(&required, &mut found)? {
                return Ok(OpenedTables {
                    required,
                    tables,
                    location: place.clone(),
                });
            }
            let absent = choose::serving(&required.patterns, required.kind, &found).err();
            missing = absent.into_iter().flatten().cloned().collect();
        }
        Err(self.missing(&required, &missing, &places))
    }

    /// Creates the error that lists the missing tables and the locations searched.
    fn missing(
        &self,
        required: &RequiredTables,
        missing: &[Pattern],
        places: &[Option<TableLocation>],
    ) -> TableError {
        let looked_in: Vec<_> = places
            .iter()
            .flatten()
            .map(TableLocation::to_string)
            .collect();
        TableError::Missing {
            tiles: missing.iter().map(name).collect::<Vec<_>>().join(" and "),
            kind: required.kind,
            size: self.goal.size(),
            looked_in: looked_in.join(" and ") + &self.skipped_files(),
            to_build: Box::new(required.to_build.clone().in_folder_of(self.given)),
        }
    }

    /// Opens the strongest tables from the first location with tables that cover all tiles. A
    /// complete shipped collection is preferred to any single partition. Returns `None` if no
    /// default location has enough tables.
    pub(crate) fn strongest(&mut self) -> Result<Option<OpenedTables>, TableError> {
        for location in self.places() {
            let mut found = self.scan(location.as_ref())?;
            for name in Collection::names(self.goal.size()) {
                let required = RequiredTables::of(name, None, self.goal)?;
                if let Some(tables) = self.complete(&required, &mut found)? {
                    return Ok(Some(OpenedTables {
                        required,
                        tables,
                        location,
                    }));
                }
            }
            // If a table cannot be opened, `open` removes it from `found`, and the next round tries
            // the other tables.
            for _ in 0..=found.len() {
                let Some((partition, kind)) = choose::strongest(self.goal, &found) else {
                    break;
                };
                let partition = if location.is_none() {
                    self.as_built(partition)
                } else {
                    partition
                };
                let required = RequiredTables::one(partition, kind, self.goal);
                if let Some(tables) = self.complete(&required, &mut found)? {
                    return Ok(Some(OpenedTables {
                        required,
                        tables,
                        location,
                    }));
                }
            }
            if location.is_some_and(|location| location.origin == Origin::Given) {
                return Err(self.none_fits(&found));
            }
        }
        Ok(None)
    }

    /// Chooses the heuristic for a search for which the caller has not specified one. It is an
    /// error if tables that the caller specified do not fit, unless
    /// [`MissingTables::BuildFallback`] allows building other tables in memory.
    pub(crate) fn default_heuristic(
        &mut self,
        missing: MissingTables,
    ) -> Result<DefaultHeuristic, TableError> {
        match self.strongest() {
            Ok(Some(tables)) => return Ok(DefaultHeuristic::Tables(Box::new(tables))),
            Err(TableError::NoneFits { .. }) if missing == MissingTables::BuildFallback => (),
            found => {
                found?;
            }
        }
        // `in_memory_fallback` returns a partition for every board with more than `SMALL` cells.
        let fallback = (self.goal.size().cells() > SMALL)
            .then(|| Partition::in_memory_fallback(self.goal))
            .flatten();
        Ok(fallback.map_or(DefaultHeuristic::Manhattan, DefaultHeuristic::InMemory))
    }

    /// Returns the fallback partition if it has the same patterns as `partition`. Otherwise,
    /// returns `partition`. Results therefore show the same name, whether the tables of the
    /// fallback partition are found or built in memory.
    fn as_built(&self, partition: Partition) -> Partition {
        let same = |built: &Partition| {
            let patterns = built.patterns();
            patterns.len() == partition.patterns().len()
                && patterns.iter().all(|p| partition.patterns().contains(p))
        };
        Partition::in_memory_fallback(self.goal)
            .filter(same)
            .unwrap_or(partition)
    }

    /// Opens the required tables if all of them were found. If a table cannot be opened, other
    /// copies of it are tried.
    fn complete(
        &mut self,
        required: &RequiredTables,
        found: &mut Vec<FoundTable>,
    ) -> Result<Option<Vec<SharedTable>>, TableError> {
        while let Ok(chosen) = choose::serving(&required.patterns, required.kind, found) {
            if let Some(tables) = self.open(found, &chosen)? {
                return Ok(Some(tables));
            }
        }
        Ok(None)
    }

    /// Opens the chosen tables. If a file cannot be opened, removes it from `found` and returns
    /// `None`, so that the caller can choose again. A file that the caller specified causes an
    /// error instead.
    fn open(
        &mut self,
        found: &mut Vec<FoundTable>,
        chosen: &[usize],
    ) -> Result<Option<Vec<SharedTable>>, TableError> {
        let mut tables = Vec::with_capacity(chosen.len());
        for &i in chosen {
            let path = match &found[i] {
                FoundTable::Stored(table) => {
                    tables.push(Arc::clone(table));
                    continue;
                }
                FoundTable::File(file) => &file.path,
            };
            let table = match self.files.open(path) {
                Ok(table) => table,
                Err(error) if self.given.contains(path) => return Err(error.into()),
                Err(error) => {
                    self.skipped
                        .push(SkippedFile::new(path.clone(), &error.into()));
                    found.remove(i);
                    return Ok(None);
                }
            };
            checked::require_sound(&table, path, self.digests)?;
            tables.push(Arc::new(table));
        }
        Ok(Some(tables))
    }

    fn none_fits(&self, found: &[FoundTable]) -> TableError {
        let describe = |table: &FoundTable| {
            let FoundTable::File(file) = table else {
                return None;
            };
            let (pattern, kind) = (file.header.pattern(), file.header.kind());
            let (path, size, blank) = (file.path.display(), pattern.size(), pattern.blank());
            Some(format!(
                "{path} has {pattern} of {size}, {kind}, with the goal's blank on cell {blank}"
            ))
        };
        let few: Vec<_> = found.iter().filter_map(describe).take(5).collect();
        let mut text = if few.is_empty() {
            "there is no table".to_owned()
        } else {
            few.join("; ")
        };
        if found.len() > few.len() {
            text += &format!("; and {} more", found.len() - few.len());
        }
        // Name files that cannot be used first, because they are the most likely cause of the
        // error.
        let skipped: String = self
            .few_skipped()
            .map(|file| format!("{} cannot be used: {}; ", file.path.display(), file.reason))
            .collect();
        if choose::cover_if_mixed(self.goal, found) {
            text += "; zero-aware and additive tables cannot be mixed";
        }
        TableError::NoneFits {
            size: self.goal.size(),
            goal: Box::new(*self.goal),
            found: skipped + &text,
            to_build: Box::new(
                TablesToBuild::of_partition(self.goal, None, TableKind::ZeroAware)
                    .in_folder_of(self.given),
            ),
        }
    }

    /// Returns the first few skipped files. More would make error messages too long.
    fn few_skipped(&self) -> impl Iterator<Item = &SkippedFile> {
        self.skipped.iter().take(3)
    }

    /// Describes the skipped files for an error message, because they can be the cause of the
    /// error.
    fn skipped_files(&self) -> String {
        let few: Vec<_> = self
            .few_skipped()
            .map(|file| format!("{}: {}", file.path.display(), file.reason))
            .collect();
        if few.is_empty() {
            String::new()
        } else {
            format!(" (skipped: {})", few.join("; "))
        }
    }
}

/// Describes a pattern by its tiles, and by the blank's cell in the goal unless it is the last
/// cell.
fn name(pattern: &Pattern) -> String {
    let blank = pattern.blank();
    let is_last = blank + 1 == pattern.size().cells();
    if is_last {
        pattern.to_string()
    } else {
        format!("{pattern} (with the goal's blank on cell {blank})")
    }
}

/// Opens the tables in the given files and verifies their entries. The tables must form a
/// partition. The result includes the goal for which the tables were built, with its tiles in
/// order.
pub(crate) fn from_files(
    access: TableFiles,
    files: &[PathBuf],
) -> Result<(Board, OpenedTables), TableError> {
    let opened = files
        .iter()
        .map(|path| Ok((path, access.open_verified(path)?)));
    let tables = opened.collect::<Result<Vec<_>, TableError>>()?;
    let Some((first, header)) = tables.first().map(|(path, table)| (*path, table.header())) else {
        return Err(TableError::Files(
            "a heuristic needs at least one table; give its files".to_owned(),
        ));
    };
    let of = |header: &Header| {
        (
            header.pattern().size(),
            header.pattern().blank(),
            header.kind(),
        )
    };
    if let Some((other, table)) = tables
        .iter()
        .find(|(_, table)| of(table.header()) != of(header))
    {
        return Err(TableError::Files(format!(
            "{} is {}, but {} is {}; give tables of one board and kind",
            first.display(),
            describe(header),
            other.display(),
            describe(table.header())
        )));
    }
    let (size, blank, kind) = of(header);
    let patterns: Vec<Pattern> = tables
        .iter()
        .map(|(_, table)| table.header().pattern().clone())
        .collect();
    // This error is not expected, because the blank of a valid header is on the board.
    let no_goal = || TableError::Files(format!("a {size} board has no cell {blank} for the blank"));
    let goal = Board::ascending(size, blank).ok_or_else(no_goal)?;
    let no_partition = |error| {
        TableError::Files(format!(
            "the tables given make no partition of a {size} board: {error}"
        ))
    };
    let partition = Partition::of_patterns(patterns, &goal).map_err(no_partition)?;
    let required = RequiredTables::one(partition, kind, &goal);
    let tables = tables
        .into_iter()
        .map(|(_, table)| Arc::new(table))
        .collect();
    Ok((
        goal,
        OpenedTables {
            required,
            tables,
            location: None,
        },
    ))
}

fn describe(header: &Header) -> String {
    let pattern = header.pattern();
    let kind = match header.kind() {
        TableKind::ZeroAware => "a zero-aware",
        TableKind::Additive => "an additive",
    };
    format!(
        "{kind} table for {} boards with the goal's blank on cell {}",
        pattern.size(),
        pattern.blank()
    )
}
