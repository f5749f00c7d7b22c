//! [`TableFinder`]: the tables of a partition or collection, or the strongest ones, from the first location that has
//! them.

use std::path::PathBuf;
use std::sync::Arc;

use fifteen_pdb::file::TableFiles;
use fifteen_pdb::{Collection, Partition, Pattern, TableKind};
use fifteen_puzzle::Board;

use super::choose;
use super::error::TableError;
use super::locations::{Origin, TableLocation, locations};
use super::remedy::build_command;
use super::required::RequiredTables;
use super::{OpenedTables, SharedTable, SkippedFile, TableFile, TableListing, TableStore};

/// Looks for the tables of one goal, in the paths given or where tables are looked for by default; checks their digests
/// if asked to.
pub(crate) struct TableFinder<'a> {
    pub(crate) goal: &'a Board,
    pub(crate) given: &'a [PathBuf],
    pub(crate) files: TableFiles,
    pub(crate) check: bool,
    pub(crate) store: Option<&'a TableStore>,
}

impl TableFinder<'_> {
    /// The tables of that partition and kind, from the first location that has them all.
    pub(crate) fn partition(
        &self,
        text: &str,
        kind: TableKind,
        skipped: &mut Vec<SkippedFile>,
    ) -> Result<OpenedTables, TableError> {
        self.all_of(RequiredTables::partition(text, kind, self.goal)?, skipped)
    }

    /// The tables of that collection, by name or file, from the first location that has them all.
    pub(crate) fn collection(
        &self,
        text: &str,
        kind: Option<TableKind>,
        skipped: &mut Vec<SkippedFile>,
    ) -> Result<OpenedTables, TableError> {
        self.all_of(RequiredTables::collection(text, kind, self.goal)?, skipped)
    }

    /// The required tables, from the first location that has them all.
    fn all_of(&self, required: RequiredTables, skipped: &mut Vec<SkippedFile>) -> Result<OpenedTables, TableError> {
        if let Some(tables) = self.stored(&required) {
            return Ok(OpenedTables { required, tables, location: None });
        }
        let locations = locations(self.given);
        let mut missing: Vec<&Pattern> = required.patterns.iter().collect();
        for location in &locations {
            let mut listing = location.scan()?;
            if let Some(tables) = self.complete(&required, &mut listing)? {
                skipped.extend(listing.skipped);
                return Ok(OpenedTables { required, tables, location: Some(location.clone()) });
            }
            missing = choose::serving(&required.patterns, required.kind, &listing.tables).err().unwrap_or_default();
            skipped.extend(listing.skipped);
        }
        let looked_in: Vec<_> = locations.iter().map(TableLocation::to_string).collect();
        Err(TableError::Missing {
            tiles: missing.iter().map(|pattern| name(pattern)).collect::<Vec<_>>().join(" and "),
            missing: missing.len(),
            kind: required.kind,
            size: self.goal.size(),
            looked_in: looked_in.join(" and ") + &skipped_files(skipped),
            remedy: required.remedy,
        })
    }

    /// The strongest tables for the goal, from the first location with tables that cover it: those of a shipped
    /// collection if all are there, otherwise the partition with the highest mean value. `None` if no location has any
    /// and none was given.
    pub(crate) fn strongest(&self, skipped: &mut Vec<SkippedFile>) -> Result<Option<OpenedTables>, TableError> {
        if let Some(stored) = self.strongest_stored()? {
            return Ok(Some(stored));
        }
        for location in locations(self.given) {
            let mut listing = location.scan()?;
            for (name, _) in Collection::shipped().filter(|&(_, size)| size == self.goal.size()) {
                let required = RequiredTables::collection(name, None, self.goal)?;
                if let Some(tables) = self.complete(&required, &mut listing)? {
                    skipped.extend(listing.skipped);
                    return Ok(Some(OpenedTables { required, tables, location: Some(location) }));
                }
            }
            // Each round leaves out a table that cannot be opened.
            for _ in 0..=listing.tables.len() {
                let Some((partition, kind)) = choose::strongest(self.goal, &listing.tables) else { break };
                let required = RequiredTables::one(partition, kind, self.goal);
                if let Some(tables) = self.complete(&required, &mut listing)? {
                    skipped.extend(listing.skipped);
                    return Ok(Some(OpenedTables { required, tables, location: Some(location) }));
                }
            }
            if location.origin == Origin::Given {
                return Err(self.none_fits(&listing));
            }
            skipped.extend(listing.skipped);
        }
        Ok(None)
    }

    /// The strongest tables in memory for the goal.
    fn strongest_stored(&self) -> Result<Option<OpenedTables>, TableError> {
        let Some(store) = self.store else { return Ok(None) };
        let collections = Collection::shipped().filter(|&(_, size)| size == self.goal.size());
        let collections = collections.map(|(name, _)| RequiredTables::collection(name, None, self.goal));
        let partition = choose::strongest(self.goal, &store.listing().0.tables);
        let partition =
            partition.map(|(partition, kind)| Ok(RequiredTables::one(self.as_built(partition), kind, self.goal)));
        for required in collections.chain(partition) {
            let required = required?;
            if let Some(tables) = self.stored(&required) {
                return Ok(Some(OpenedTables { required, tables, location: None }));
            }
        }
        Ok(None)
    }

    /// The partition as it is built in memory, if it is that one: its patterns are then in the same order, and so is
    /// its name.
    fn as_built(&self, partition: Partition) -> Partition {
        let same = |built: &Partition| {
            let patterns = built.patterns();
            patterns.len() == partition.patterns().len() && patterns.iter().all(|p| partition.patterns().contains(p))
        };
        Partition::in_memory_fallback(self.goal).filter(same).unwrap_or(partition)
    }

    /// The required tables, if all are in memory.
    fn stored(&self, required: &RequiredTables) -> Option<Vec<SharedTable>> {
        let (listing, tables) = self.store?.listing();
        let chosen = choose::serving(&required.patterns, required.kind, &listing.tables).ok()?;
        Some(chosen.into_iter().map(|i| Arc::clone(&tables[i])).collect())
    }

    /// Opens the required tables, if all are there and can be opened.
    fn complete(
        &self,
        required: &RequiredTables,
        listing: &mut TableListing,
    ) -> Result<Option<Vec<SharedTable>>, TableError> {
        while let Ok(chosen) = choose::serving(&required.patterns, required.kind, &listing.tables) {
            if let Some(tables) = self.open(listing, &chosen)? {
                return Ok(Some(tables));
            }
        }
        Ok(None)
    }

    /// Opens the chosen tables. `None` if one cannot be opened: it is then among the skipped files, and another choice
    /// may succeed. A file that the caller named must open.
    fn open(&self, listing: &mut TableListing, chosen: &[usize]) -> Result<Option<Vec<SharedTable>>, TableError> {
        let mut tables = Vec::with_capacity(chosen.len());
        for &i in chosen {
            let path = &listing.tables[i].path;
            let table = match self.files.open(path) {
                Ok(table) => table,
                Err(error) if self.given.contains(path) => return Err(error.into()),
                Err(error) => {
                    let TableFile { path, .. } = listing.tables.remove(i);
                    listing.skipped.push(SkippedFile::new(path, &error));
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

    /// Tells whether one location has all required tables, by their headers.
    pub(crate) fn has(&self, required: &RequiredTables) -> bool {
        let complete =
            |listing: TableListing| choose::serving(&required.patterns, required.kind, &listing.tables).is_ok();
        self.stored(required).is_some()
            || locations(self.given).iter().any(|location| location.scan().is_ok_and(complete))
    }

    fn none_fits(&self, listing: &TableListing) -> TableError {
        let found = &listing.tables;
        let describe = |t: &TableFile| {
            let (pattern, kind) = (t.header.pattern(), t.header.kind());
            let (path, size, blank) = (t.path.display(), pattern.size(), pattern.blank());
            format!("{path} has {pattern} of {size}, {kind}, with the goal's blank on cell {blank}")
        };
        let few: Vec<_> = found.iter().take(5).map(describe).collect();
        let mut text = if few.is_empty() { "there is no table".to_owned() } else { few.join("; ") };
        if found.len() > few.len() {
            text += &format!("; and {} more", found.len() - few.len());
        }
        if choose::cover_if_mixed(self.goal, found) {
            text += "; zero-aware and additive tables cannot be mixed";
        }
        TableError::NoneFits {
            size: self.goal.size(),
            goal: Box::new(*self.goal),
            found: text + &skipped_files(&listing.skipped),
            remedy: build_command(self.goal, None, TableKind::ZeroAware),
        }
    }
}

/// The skipped files, for an error that they may explain.
fn skipped_files(skipped: &[SkippedFile]) -> String {
    if skipped.is_empty() {
        return String::new();
    }
    let few: Vec<_> = skipped.iter().take(3).map(|s| format!("{}: {}", s.path.display(), s.reason)).collect();
    format!(" (skipped: {})", few.join("; "))
}

/// The tiles of a pattern, with the cell of the goal's blank unless it is a corner, as in most goals.
fn name(pattern: &Pattern) -> String {
    let blank = pattern.blank();
    let is_last = blank + 1 == pattern.size().cells();
    if is_last { pattern.to_string() } else { format!("{pattern} (with the goal's blank on cell {blank})") }
}
