//! Builds tables and saves them as files. All front ends use [`BuildPlan`].
//!
//! A plan lists the tables for a [`TablesToBuild`] request, their costs, and the files that already
//! exist. [`BuildPlan::prepare`] checks that enough memory is available, and [`BuildPlan::build`]
//! builds one table. A table that differs from its published version is never saved, because its
//! entries must be wrong.

use std::io;
use std::path::{Path, PathBuf};

use fifteen_pdb::file::{self, FileError};
use fifteen_pdb::{
    Header, OnProgress, Partition, Pattern, Requirements, Table, TableBuilder, TableKind,
    build_memory, distinct_patterns, requirements,
};
use fifteen_resources::Threads;

use super::build_error::{TableBuildError, require_build_memory};
use super::published::is_published;
use super::{TableError, TableFile, TableLocation, TablesToBuild, collection, default_folder};

/// Options for building tables and writing their files.
#[derive(Debug, Clone, Copy)]
pub struct BuildOptions {
    /// Threads that build the tables.
    pub threads: Threads,
    /// Zstandard compression level of the files, or `None` for uncompressed files.
    pub zstd: Option<i32>,
    /// Whether to rebuild tables that already exist, and to overwrite other files that have the
    /// name of a table.
    pub force: bool,
}

/// The tables to build for a request, without duplicates, and the files in which to save them.
#[derive(Debug)]
pub struct BuildPlan {
    /// Folder in which the files are saved.
    pub folder: PathBuf,
    /// Kind of all tables, zero-aware or additive.
    pub kind: TableKind,
    /// Partitions whose tables are built.
    pub partitions: Vec<Partition>,
    /// Tables, in the same order as the partitions that need them.
    pub tables: Vec<PlannedTable>,
    options: BuildOptions,
}

/// A table that a [`BuildPlan`] contains.
#[derive(Debug)]
pub struct PlannedTable {
    /// Tiles of the table.
    pub pattern: Pattern,
    /// Kind of the table.
    pub kind: TableKind,
    /// Path of the file in which the table is saved. The file has the default name.
    pub path: PathBuf,
    /// Cost of building the table. The memory estimate assumes the number of threads in the plan's
    /// options.
    pub requirements: Requirements,
    /// The file that already contained this table when the plan was made, or `None` if there was no
    /// such file. The file can have any name, because tables are identified by their headers.
    pub existing: Option<PathBuf>,
}

/// A table whose file is complete.
#[derive(Debug)]
pub struct CompleteTable {
    /// Path of the file.
    pub path: PathBuf,
    /// How the file came to exist.
    pub origin: TableOrigin,
}

/// How a complete table was obtained.
#[derive(Debug)]
pub enum TableOrigin {
    /// The table already existed when the plan was made.
    Existing,
    /// Another process built the table after the plan was made.
    OtherProcess,
    /// This plan built the table.
    Built {
        /// Header of the table.
        header: Box<Header>,
        /// Whether this table is in the list of published tables. If so, its digest equals the
        /// published one.
        published: bool,
    },
}

/// Builds a table in memory. Returns an error if the table was published and its digest differs
/// from the published one.
pub(crate) fn build_checked(
    pattern: &Pattern,
    kind: TableKind,
    threads: Threads,
    on_progress: OnProgress<'_>,
) -> Result<Table, TableBuildError> {
    let table = TableBuilder::new()
        .kind(kind)
        .threads(threads)
        .on_progress(on_progress)
        .build(pattern)?;
    is_published(table.header())?;
    Ok(table)
}

impl BuildPlan {
    /// Creates a plan, and finds the tables that already exist.
    ///
    /// # Errors
    /// Returns [`TableBuildError`] if the partition or collection does not exist, if no folder is
    /// known, or if a file other than the planned table would be overwritten.
    pub fn new(to_build: &TablesToBuild, options: BuildOptions) -> Result<Self, TableBuildError> {
        let (partitions, kind) = partitions(to_build)?;
        let folder = to_build.folder.clone().or_else(default_folder);
        let folder = folder.ok_or(TableBuildError::NoFolder)?;
        let ending = if options.zstd.is_some() { ".zst" } else { "" };
        let table = |pattern: Pattern| PlannedTable {
            path: folder.join(file::file_name(&pattern, kind) + ending),
            requirements: Requirements {
                memory_bytes: build_memory(&pattern, kind, options.threads),
                ..requirements(&pattern, kind)
            },
            pattern,
            kind,
            existing: None,
        };
        let mut tables: Vec<PlannedTable> = distinct_patterns(&partitions)
            .into_iter()
            .map(table)
            .collect();
        if let Some(table) = tables.iter().find(|table| table.path.is_dir()) {
            return Err(TableBuildError::InTheWay {
                path: table.path.clone(),
                found: "it is a folder".to_owned(),
                is_folder: true,
            });
        }
        if !options.force {
            let files = table_files(&folder);
            for table in &mut tables {
                table.existing = table.find_among(&files)?;
            }
        }
        Ok(Self {
            folder,
            kind,
            partitions,
            tables,
            options,
        })
    }

    /// Returns the tables that did not exist when the plan was made.
    pub fn missing(&self) -> impl Iterator<Item = &PlannedTable> {
        self.tables.iter().filter(|table| table.existing.is_none())
    }

    /// Checks that there is enough memory to build the missing tables, and creates the folder.
    /// `available` is the available memory in bytes, or `None` if it is unknown.
    ///
    /// If no table is missing, the folder does not need to be writable.
    ///
    /// # Errors
    /// Returns [`TableBuildError`] if there is not enough memory, or if the folder cannot be
    /// created or written to.
    pub fn prepare(&self, available: Option<u64>) -> Result<(), TableBuildError> {
        let mut missing = self
            .missing()
            .map(|table| (&table.pattern, table.kind))
            .peekable();
        if missing.peek().is_none() {
            file::remove_litter(&self.folder);
            return Ok(());
        }
        require_build_memory(missing, self.options.threads, available)
            .map_err(TableBuildError::Memory)?;
        file::prepare_folder(&self.folder)?;
        Ok(())
    }

    /// Builds and saves one table of this plan, unless it already exists.
    ///
    /// # Errors
    /// Returns [`TableBuildError`] if the build fails, if `on_progress` stops it, if the table
    /// differs from the published one, or if the file cannot be written.
    pub fn build(
        &self,
        table: &PlannedTable,
        on_progress: OnProgress<'_>,
    ) -> Result<CompleteTable, TableBuildError> {
        let complete = |path: PathBuf, origin: TableOrigin| Ok(CompleteTable { path, origin });
        if let Some(path) = &table.existing {
            return complete(path.clone(), TableOrigin::Existing);
        }
        if let Some(path) = self.built_by_other_process(table)? {
            return complete(path, TableOrigin::OtherProcess);
        }
        let threads = self.options.threads;
        let built = build_checked(&table.pattern, table.kind, threads, on_progress)?;
        // If another process has saved this table during the build, keep its file, because searches
        // may already have mapped it.
        if let Some(path) = self.built_by_other_process(table)? {
            return complete(path, TableOrigin::OtherProcess);
        }
        file::save(&built, &table.path, self.options.zstd)?;
        let header = Box::new(built.header().clone());
        let published = is_published(&header)?;
        complete(table.path.clone(), TableOrigin::Built { header, published })
    }

    /// Returns the file of a table if another process has built the table since the plan was made.
    fn built_by_other_process(
        &self,
        table: &PlannedTable,
    ) -> Result<Option<PathBuf>, TableBuildError> {
        if self.options.force {
            return Ok(None);
        }
        table.find_among(&table_files(&self.folder))
    }
}

impl PlannedTable {
    /// Finds the file with this table or its reflection. The file can have the default name or any
    /// other name. Returns an error if the default name is taken by a folder or by a different
    /// file.
    fn find_among(&self, files: &[TableFile]) -> Result<Option<PathBuf>, TableBuildError> {
        // `symlink_metadata` also finds broken symbolic links, which must not be overwritten
        // either.
        match self.path.symlink_metadata() {
            Ok(_) => (),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(self.under_another_name(files));
            }
            Err(error) => {
                return Err(TableBuildError::Unreadable {
                    path: self.path.clone(),
                    error,
                });
            }
        }
        let found = match super::files().read_header(&self.path) {
            Ok(header) if self.is_served_by(&header) => return Ok(Some(self.path.clone())),
            Ok(header) => {
                let pattern = header.pattern();
                format!(
                    "it is the {} table of the tiles {pattern} of a {} board",
                    header.kind(),
                    pattern.size()
                )
            }
            Err(FileError::Open { error, .. }) => error.to_string(),
            Err(error) => error.to_string(),
        };
        Err(TableBuildError::InTheWay {
            path: self.path.clone(),
            found,
            is_folder: false,
        })
    }

    fn is_served_by(&self, header: &Header) -> bool {
        header.kind() == self.kind && header.pattern().serves(&self.pattern)
    }

    /// Finds a file with this table under a different name. Compressed files count only if the plan
    /// asks for compressed files, and uncompressed files only if it does not.
    fn under_another_name(&self, files: &[TableFile]) -> Option<PathBuf> {
        let is_packed = |path: &Path| path.extension().is_some_and(|ending| ending == "zst");
        let same = |file: &&TableFile| {
            self.is_served_by(&file.header) && is_packed(&file.path) == is_packed(&self.path)
        };
        files.iter().find(same).map(|file| file.path.clone())
    }
}

/// Returns the requested partitions and the kind of their tables.
fn partitions(to_build: &TablesToBuild) -> Result<(Vec<Partition>, TableKind), TableBuildError> {
    let Some(name) = &to_build.collection else {
        let goal = to_build.goal.unwrap_or_default();
        let goal = goal.board(goal.size(to_build.size))?;
        let partitions = if to_build.partitions.is_empty() {
            Partition::defaults(&goal)
        } else {
            let parsed = to_build
                .partitions
                .iter()
                .map(|text| Partition::parse(text, &goal));
            parsed.collect::<Result<_, _>>().map_err(TableError::from)?
        };
        return Ok((partitions, to_build.kind.unwrap_or_default()));
    };
    let collection = collection(name, to_build.size)?;
    let goal = match to_build.goal {
        Some(goal) => goal.board(collection.size())?,
        None => *collection.goal(),
    };
    let partitions = collection.for_goal(&goal).map_err(TableError::from)?;
    Ok((partitions, to_build.kind.unwrap_or(collection.kind())))
}

/// Returns the tables in a folder, or an empty list if the folder cannot be read.
fn table_files(folder: &Path) -> Vec<TableFile> {
    TableLocation::given(&[folder.to_path_buf()])
        .scan()
        .map(|listing| listing.tables)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::ops::ControlFlow;

    use fifteen_pdb::format::layout::{PAYLOAD_OFFSET_AT, renew_digests};
    use fifteen_puzzle::Goal;

    use crate::Remedy;

    const OPTIONS: BuildOptions = BuildOptions {
        threads: Threads::All,
        zstd: None,
        force: false,
    };

    fn whole_board(folder: &Path) -> TablesToBuild {
        TablesToBuild {
            size: Some("3x3".parse().unwrap()),
            folder: Some(folder.to_path_buf()),
            ..TablesToBuild::default()
        }
    }

    #[test]
    fn a_build_that_does_not_fit_into_memory_is_not_begun() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("tables");
        let plan = BuildPlan::new(&whole_board(&folder), OPTIONS).unwrap();
        let table = &plan.tables[0];
        let needed = build_memory(&table.pattern, table.kind, OPTIONS.threads);
        let error = plan.prepare(Some(needed - 1)).unwrap_err();
        assert!(
            matches!(error, TableBuildError::Memory(shortage) if shortage.needed == needed),
            "{error}"
        );
        assert!(
            error.to_string().contains("close other programs"),
            "{error}"
        );
        assert!(!folder.exists());
        plan.prepare(Some(needed)).unwrap();
        plan.prepare(None).unwrap();
        plan.build(table, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        let again = BuildPlan::new(&whole_board(&folder), OPTIONS).unwrap();
        assert_eq!(again.missing().count(), 0);
        again.prepare(Some(0)).unwrap();
    }

    #[test]
    fn a_table_unlike_the_published_one_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let plan = BuildPlan::new(&whole_board(folder.path()), OPTIONS).unwrap();
        let table = &plan.tables[0];
        plan.build(table, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        let mut bytes = fs::read(&table.path).unwrap();
        let offset = bytes[PAYLOAD_OFFSET_AT..][..8].try_into().unwrap();
        // Simulate a memory fault: one entry is wrong, but the digests match the wrong entry.
        bytes[usize::try_from(u64::from_le_bytes(offset)).unwrap()] ^= 1;
        renew_digests(&mut bytes).unwrap();
        let wrong = folder.path().join("wrong.pdb");
        fs::write(&wrong, bytes).unwrap();
        let wrong = super::super::files().open(&wrong).unwrap();
        let error = is_published(wrong.header()).unwrap_err();
        assert!(
            error.to_string().contains("the digest of its entries is"),
            "{error}"
        );
    }

    #[test]
    fn the_advice_in_an_error_builds_the_missing_tables() {
        let folder = tempfile::tempdir().unwrap();
        let given = [folder.path().to_path_buf()];
        let setup = crate::Setup {
            tables: given.to_vec(),
            heuristic: Some("1-4/5-8:additive".parse().unwrap()),
            goal: Goal::parse("1 2 3 / 4 5 6 / 7 0 8", None).unwrap(),
            ..crate::Setup::default()
        };
        let size = "3x3".parse().unwrap();
        let error = setup.open(size).err().unwrap();
        let Some(Remedy::BuildTables(to_build)) = error.remedy() else {
            panic!("{error}");
        };
        let plan = BuildPlan::new(&to_build, OPTIONS).unwrap();
        for table in plan.missing() {
            plan.build(table, &mut |_| ControlFlow::Continue(()))
                .unwrap();
        }
        setup.open(size).unwrap();
    }
}
