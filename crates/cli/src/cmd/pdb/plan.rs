//! What `pdb build` is going to do: the tables of the partitions, what they take, and what stands in their place.

use std::path::{Path, PathBuf};

use fifteen_solver::pdb::{Pattern, Requirements, distinct_patterns, file, requirements};
use fifteen_solver::tables::{self, TableFile, TableLocation};
use fifteen_solver::{Partition, TableKind};

use super::occupied;
use super::pack::packed_name;
use crate::exit::Failure;
use crate::terminal::human;
use crate::terminal::ui::Ui;

/// All tables, each once, in the order of the partitions.
pub(super) struct Plan {
    pub folder: PathBuf,
    pub tables: Vec<Table>,
    partitions: Vec<Partition>,
    kind: TableKind,
}

/// A table to be.
pub(super) struct Table {
    /// The canonical pattern.
    pub pattern: Pattern,
    pub kind: TableKind,
    pub path: PathBuf,
    pub needs: Requirements,
}

/// What stands where a table is to go.
pub(super) enum There {
    Nothing,
    /// This very table or its reflection, which serves as well, perhaps under another name in the same folder.
    Same(PathBuf),
    /// Anything else, and what it is.
    Other(String),
}

impl Plan {
    pub(super) fn new(partitions: Vec<Partition>, kind: TableKind, folder: PathBuf, packed: bool) -> Self {
        let table = |pattern: Pattern| {
            let plain = folder.join(file::file_name(&pattern, kind));
            let path = if packed { packed_name(&plain) } else { plain };
            let needs = requirements(&pattern, kind);
            Table { pattern, kind, path, needs }
        };
        let tables = distinct_patterns(&partitions).into_iter().map(table).collect();
        Self { folder, tables, partitions, kind }
    }

    /// Says what is to be built, what it takes, and what it saves.
    pub(super) fn announce(&self, ui: &Ui) {
        let tables = human::plural(self.tables.len() as u64, "table", "tables");
        ui.say(format_args!("{} {} {tables} in {}", self.tables.len(), self.kind, self.folder.display()));
        let tiles = |t: &Table| t.pattern.to_string();
        let width = self.tables.iter().map(|t| tiles(t).len()).max().unwrap_or(0).max(5);
        ui.say(format_args!("  {:<width$}  {:>15}  {:>10}  {:>10}", "tiles", "entries", "file", "memory"));
        for table in &self.tables {
            let Requirements { entries, file_bytes, memory_bytes, .. } = table.needs;
            let (entries, file, memory) = (human::count(entries), human::bytes(file_bytes), human::bytes(memory_bytes));
            ui.say(format_args!("  {:<width$}  {entries:>15}  {file:>10}  {memory:>10}", tiles(table)));
        }
        for partition in &self.partitions {
            let (ours, classic) = self.bytes(std::slice::from_ref(partition));
            let name = partition.name();
            ui.say(format_args!(
                "{name}: {} instead of {} (one byte a placement)",
                human::bytes(ours),
                human::bytes(classic)
            ));
        }
        let memory = self.tables.iter().map(|t| t.needs.memory_bytes).max().unwrap_or(0);
        let (file, memory) = (human::bytes(self.bytes(&self.partitions).0), human::bytes(memory));
        ui.say(format_args!("in all {file} of files, and at most {memory} of memory while they are built"));
    }

    /// Bytes of the tables that some of the partitions need, each table once; and in the classic form.
    fn bytes(&self, partitions: &[Partition]) -> (u64, u64) {
        let needs = || distinct_patterns(partitions).into_iter().map(|p| requirements(&p, self.kind));
        (needs().map(|n| n.file_bytes).sum(), needs().map(|n| n.classic_bytes).sum())
    }

    /// Memory for the largest of the tables that are to be built; `None` if none is.
    pub(super) fn memory(&self, force: bool) -> Option<u64> {
        let missing = self.tables.iter().filter(|t| force || !matches!(t.there(), Ok(There::Same(_))));
        missing.map(|t| t.needs.memory_bytes).max()
    }

    /// Refuses the whole plan if anything but tables of it would be overwritten, or a folder, which cannot be.
    pub(super) fn refuse_others(&self, force: bool) -> Result<(), Failure> {
        if let Some(table) = self.tables.iter().find(|t| t.path.is_dir()) {
            let path = table.path.display();
            return Err(Failure::new(format!(
                "{path} is in the way: it is a folder; move it, or name another with --out"
            )));
        }
        if force {
            return Ok(());
        }
        self.tables.iter().try_for_each(|table| table.refuse(&table.there()?))
    }
}

impl Table {
    pub(super) fn refuse(&self, there: &There) -> Result<(), Failure> {
        let There::Other(what) = there else { return Ok(()) };
        Err(Failure::new(format!(
            "{} is in the way: {what}; --force overwrites it, --out names another folder",
            self.path.display()
        )))
    }

    /// What stands under the name of this table, or the table itself under another name beside it.
    pub(super) fn there(&self) -> Result<There, Failure> {
        if !occupied(&self.path)? {
            return Ok(self.elsewhere().map_or(There::Nothing, There::Same));
        }
        Ok(match tables::files().read_header(&self.path) {
            Ok(header) if self.serves(&header) => There::Same(self.path.clone()),
            Ok(header) => There::Other(format!(
                "it is the {} table of the tiles {} of a {} board",
                header.kind(),
                header.pattern(),
                header.pattern().size()
            )),
            Err(file::FileError::Open { source, .. }) => There::Other(source.to_string()),
            Err(error) => There::Other(error.to_string()),
        })
    }

    fn serves(&self, header: &fifteen_solver::pdb::Header) -> bool {
        header.kind() == self.kind && header.pattern().serves(&self.pattern)
    }

    /// Tables are known by their headers, so one under another name will do, if it has the form asked for.
    fn elsewhere(&self) -> Option<PathBuf> {
        let folder = self.path.parent()?.to_path_buf();
        let scan = TableLocation::given(&[folder]).scan().ok()?;
        let packed = |path: &Path| path.extension().is_some_and(|e| e == "zst");
        let same = |t: &&TableFile| self.serves(&t.header) && packed(&t.path) == packed(&self.path);
        scan.tables.iter().find(same).map(|t| t.path.clone())
    }
}
