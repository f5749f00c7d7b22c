//! The plan of `pdb build`: the tables of the partitions, their cost, and the files that are there already.
//!
//! A [`Plan`] has a [`TableRequest`] for each table, which knows the file that serves as the table, or is in its way.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use fifteen_solver::pdb::{Header, Pattern, Requirements, distinct_patterns, file, requirements};
use fifteen_solver::tables::{self, TableFile, TableLocation};
use fifteen_solver::{Partition, TableKind};

use crate::terminal::{Ui, human};

/// All tables, each once, in the order of the partitions.
pub(super) struct Plan {
    pub folder: PathBuf,
    pub tables: Vec<TableRequest>,
    partitions: Vec<Partition>,
    kind: TableKind,
    packed: bool,
}

/// A table to be built.
pub(super) struct TableRequest {
    /// The canonical pattern.
    pub pattern: Pattern,
    pub kind: TableKind,
    pub path: PathBuf,
    pub needs: Requirements,
}

impl Plan {
    pub(super) fn new(
        partitions: Vec<Partition>,
        kind: TableKind,
        folder: PathBuf,
        packed: bool,
    ) -> Self {
        let request = |pattern: Pattern| {
            let ending = if packed { ".zst" } else { "" };
            let path = folder.join(file::file_name(&pattern, kind) + ending);
            let needs = requirements(&pattern, kind);
            TableRequest {
                pattern,
                kind,
                path,
                needs,
            }
        };
        let tables = distinct_patterns(&partitions)
            .into_iter()
            .map(request)
            .collect();
        Self {
            folder,
            tables,
            partitions,
            kind,
            packed,
        }
    }

    /// Announces the tables, their cost, what each partition saves, and what is there already.
    pub(super) fn announce(&self, existing: &[Option<PathBuf>], ui: &Ui) {
        let tables = human::plural(self.tables.len() as u64, "table", "tables");
        ui.say(format_args!(
            "{} {} {tables} in {}",
            self.tables.len(),
            self.kind,
            self.folder.display()
        ));
        let tiles = |t: &TableRequest| t.pattern.to_string();
        let width = self
            .tables
            .iter()
            .map(|t| tiles(t).len())
            .max()
            .unwrap_or(0)
            .max(5);
        let file = if self.packed { "unpacked" } else { "file" };
        ui.say(format_args!(
            "  {:<width$}  {:>15}  {file:>10}  {:>10}",
            "tiles", "entries", "memory"
        ));
        for table in &self.tables {
            let Requirements {
                entries,
                file_bytes,
                memory_bytes,
                ..
            } = table.needs;
            let (entries, file, memory) = (
                human::count(entries),
                human::bytes(file_bytes),
                human::bytes(memory_bytes),
            );
            ui.say(format_args!(
                "  {:<width$}  {entries:>15}  {file:>10}  {memory:>10}",
                tiles(table)
            ));
        }
        for partition in &self.partitions {
            let patterns = distinct_patterns([partition]);
            let of_partition = || {
                self.tables
                    .iter()
                    .filter(|t| patterns.iter().any(|p| t.pattern.serves(p)))
            };
            ui.say(format_args!(
                "{}: {} instead of {} (one byte a placement)",
                partition.name(),
                human::bytes(of_partition().map(|t| t.needs.file_bytes).sum()),
                human::bytes(of_partition().map(|t| t.needs.classic_bytes).sum())
            ));
        }
        let missing = || {
            self.tables
                .iter()
                .zip(existing)
                .filter(|(_, there)| there.is_none())
                .map(|(table, _)| table)
        };
        let memory = human::bytes(missing().map(|t| t.needs.memory_bytes).max().unwrap_or(0));
        let files = human::bytes(missing().map(|t| t.needs.file_bytes).sum());
        let there = existing.iter().flatten().count() as u64;
        if there == self.tables.len() as u64 {
            return ui.say("all of them are there already");
        }
        let less = if self.packed {
            ", which packing makes smaller"
        } else {
            ""
        };
        let there = if there == 0 {
            String::new()
        } else {
            format!(
                "; {} there already",
                human::counted(there, "table is", "tables are")
            )
        };
        ui.say(format_args!(
            "in all {files} of files{less}, and at most {memory} of memory while they are built{there}"
        ));
    }

    /// For each table the file that serves as it, if there is one. Refuses the whole plan if anything but its tables
    /// would be overwritten, or a folder, which cannot be. With `force` no file serves.
    pub(super) fn existing(&self, force: bool) -> Result<Vec<Option<PathBuf>>> {
        if let Some(table) = self.tables.iter().find(|t| t.path.is_dir()) {
            let path = table.path.display();
            bail!("{path} is in the way: it is a folder; move it, or name another with --out");
        }
        if force {
            return Ok(vec![None; self.tables.len()]);
        }
        let files = table_files(&self.folder);
        self.tables
            .iter()
            .map(|table| table.existing_among(&files))
            .collect()
    }
}

impl TableRequest {
    /// The file that serves as this table at this moment; an error if another file has its name.
    pub(super) fn existing_now(&self) -> Result<Option<PathBuf>> {
        self.existing_among(&self.path.parent().map(table_files).unwrap_or_default())
    }

    /// The file under the name of this table, or the table itself under another name among the files of the folder. A
    /// table's reflection serves as well.
    fn existing_among(&self, files: &[TableFile]) -> Result<Option<PathBuf>> {
        // Anything there counts, even a link to nothing.
        match self.path.symlink_metadata() {
            Ok(_) => (),
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                return Ok(self.under_another_name(files));
            }
            Err(e) => bail!("cannot look at {}: {e}", self.path.display()),
        }
        let what = match tables::files().read_header(&self.path) {
            Ok(header) if self.is_served_by(&header) => return Ok(Some(self.path.clone())),
            Ok(header) => {
                let pattern = header.pattern();
                format!(
                    "it is the {} table of the tiles {pattern} of a {} board",
                    header.kind(),
                    pattern.size()
                )
            }
            Err(file::FileError::Open { error, .. }) => error.to_string(),
            Err(error) => error.to_string(),
        };
        Err(anyhow!(
            "{} is in the way: {what}; --force overwrites it, --out names another folder",
            self.path.display()
        ))
    }

    fn is_served_by(&self, header: &Header) -> bool {
        header.kind() == self.kind && header.pattern().serves(&self.pattern)
    }

    /// A table is known by its header, so a file under another name serves too, if it has the requested form.
    fn under_another_name(&self, files: &[TableFile]) -> Option<PathBuf> {
        let packed = |path: &Path| path.extension().is_some_and(|e| e == "zst");
        let same =
            |t: &&TableFile| self.is_served_by(&t.header) && packed(&t.path) == packed(&self.path);
        files.iter().find(same).map(|t| t.path.clone())
    }
}

/// The tables in a folder; none if it cannot be read.
fn table_files(folder: &Path) -> Vec<TableFile> {
    TableLocation::given(&[folder.to_path_buf()])
        .scan()
        .map(|scan| scan.tables)
        .unwrap_or_default()
}
