//! Tables on disk: finding them by what their headers say, never by name, and choosing those that serve a goal.

mod choose;
mod error;
mod given;
mod places;
mod remedy;
mod wanted;

use std::path::PathBuf;
use std::sync::Arc;

use fifteen_pdb::file::{TableBytes, TableFiles};
use fifteen_pdb::{Collection, Header, Pattern, Table, TableKind};
use fifteen_puzzle::Board;

pub use error::TableError;
pub use remedy::build_command;
pub(crate) use wanted::{Wanted, names_collection};
pub use wanted::{collection, shipped};

pub(crate) use given::of_files;
pub use places::{FOLDER_VARIABLE, Origin, Place, checkout, default_folder, places};

/// Access to the files of tables: they are mapped.
///
/// Nobody may change a table in place or cut it while it is in use. Replacing it by another file is safe.
pub fn files() -> TableFiles {
    // SAFETY: this program never changes a table in place: `fifteen_pdb::file` writes another file and renames it. That
    // no other program changes or cuts a table in use is the contract with users, stated above, in the README and in
    // docs/RELIABILITY.md.
    unsafe { TableFiles::mapped() }
}

/// A table, mapped or in memory, shared by all who search with it.
pub type SharedTable = Arc<Table<TableBytes>>;

/// A table whose header was read.
#[derive(Debug, Clone)]
pub struct Found {
    /// Its file.
    pub path: PathBuf,
    /// What it says of itself.
    pub header: Header,
}

/// A file in a searched folder that looks like a table by its name but cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// The tables for one goal, as they were wanted.
pub(crate) struct Tables {
    pub(crate) wanted: Wanted,
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
    pub(crate) fn partition(
        &self,
        text: &str,
        kind: TableKind,
        skipped: &mut Vec<Skipped>,
    ) -> Result<Tables, TableError> {
        self.all_of(Wanted::partition(text, kind, self.goal)?, skipped)
    }

    /// The tables of that collection, by name or file, from the first place that has them all.
    pub(crate) fn collection(
        &self,
        text: &str,
        kind: Option<TableKind>,
        skipped: &mut Vec<Skipped>,
    ) -> Result<Tables, TableError> {
        self.all_of(Wanted::collection(text, kind, self.goal)?, skipped)
    }

    fn all_of(&self, wanted: Wanted, skipped: &mut Vec<Skipped>) -> Result<Tables, TableError> {
        let places = places(self.given);
        let mut missing: Vec<&Pattern> = wanted.needed.iter().collect();
        for place in &places {
            let mut scan = place.scan()?;
            if let Some(tables) = self.complete(&wanted, &mut scan)? {
                skipped.extend(scan.skipped);
                return Ok(Tables { wanted, tables });
            }
            missing = choose::serving(&wanted.needed, wanted.kind, &scan.tables).err().unwrap_or_default();
            skipped.extend(scan.skipped);
        }
        let looked_in: Vec<_> = places.iter().map(Place::to_string).collect();
        Err(TableError::Missing {
            tiles: missing.first().map(ToString::to_string).unwrap_or_default(),
            missing: missing.len(),
            kind: wanted.kind,
            size: self.goal.size(),
            looked_in: looked_in.join(" and ") + &passed_over(skipped),
            remedy: wanted.remedy,
        })
    }

    /// The strongest tables for the goal in the first place that has any which cover it: those of a shipped collection if all
    /// are there, else the partition with the highest mean value. `None` where no place has any and none was given.
    pub(crate) fn strongest(&self, skipped: &mut Vec<Skipped>) -> Result<Option<Tables>, TableError> {
        for place in places(self.given) {
            let mut scan = place.scan()?;
            for (name, _) in Collection::shipped().filter(|&(_, size)| size == self.goal.size()) {
                let wanted = Wanted::collection(name, None, self.goal)?;
                if let Some(tables) = self.complete(&wanted, &mut scan)? {
                    skipped.extend(scan.skipped);
                    return Ok(Some(Tables { wanted, tables }));
                }
            }
            // Each time round, a table that cannot be opened is left out.
            for _ in 0..=scan.tables.len() {
                let Some((partition, kind)) = choose::strongest(self.goal, &scan.tables) else { break };
                let wanted = Wanted::one(partition, kind, self.goal);
                if let Some(tables) = self.complete(&wanted, &mut scan)? {
                    skipped.extend(scan.skipped);
                    return Ok(Some(Tables { wanted, tables }));
                }
            }
            if place.origin == Origin::Given {
                return Err(self.none_fits(&scan));
            }
            skipped.extend(scan.skipped);
        }
        Ok(None)
    }

    /// Opens all tables that are wanted, if they are there and can be.
    fn complete(&self, wanted: &Wanted, scan: &mut Scan) -> Result<Option<Vec<SharedTable>>, TableError> {
        while let Ok(chosen) = choose::serving(&wanted.needed, wanted.kind, &scan.tables) {
            if let Some(tables) = self.open(scan, &chosen)? {
                return Ok(Some(tables));
            }
        }
        Ok(None)
    }

    /// Opens the chosen tables. `None` if one cannot be opened: then it is among those passed over, and a choice from
    /// the others may do. One that was named must open.
    fn open(&self, scan: &mut Scan, chosen: &[usize]) -> Result<Option<Vec<SharedTable>>, TableError> {
        let mut tables = Vec::with_capacity(chosen.len());
        for &i in chosen {
            let path = &scan.tables[i].path;
            let table = match files().open(path) {
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
            remedy: build_command(self.goal, None, TableKind::ZeroAware),
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
