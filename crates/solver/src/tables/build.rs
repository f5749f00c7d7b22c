//! Builds tables into files, for every front end: [`BuildPlan`].
//!
//! A plan is made from [`TablesToBuild`] and says which tables there are to build, what they cost, and which of them
//! exist already. [`BuildPlan::prepare`] then compares the memory that the build needs with the memory that is
//! available, and [`BuildPlan::build`] builds one table after the other. A table is saved only if it is the published
//! one, or none of its kind and tiles is published.

use std::io;
use std::path::{Path, PathBuf};

use fifteen_pdb::file::{self, FileError};
use fifteen_pdb::{
    BuildError, Header, OnProgress, Partition, Pattern, Requirements, Table, TableBuilder,
    TableKind, build_memory, distinct_patterns, requirements,
};
use fifteen_puzzle::ParseError;
use fifteen_resources::Threads;

use super::published::{DifferentFromPublished, is_published};
use super::{TableError, TableFile, TableLocation, TablesToBuild, collection, default_folder};
use crate::Remedy;

/// How tables are built and written.
#[derive(Debug, Clone, Copy)]
pub struct BuildOptions {
    /// The threads that build.
    pub threads: Threads,
    /// The level of compression of the files, or `None` for files that are not compressed.
    pub zstd: Option<i32>,
    /// Builds tables even if they exist, and overwrites any file that has the name of a table.
    pub force: bool,
}

/// The tables of partitions or of a collection, each once, with their files.
#[derive(Debug)]
pub struct BuildPlan {
    /// The folder of the files.
    pub folder: PathBuf,
    /// The kind of all tables.
    pub kind: TableKind,
    /// The partitions whose tables are built.
    pub partitions: Vec<Partition>,
    /// The tables, in the order of the partitions.
    pub tables: Vec<PlannedTable>,
    options: BuildOptions,
}

/// A table of a plan.
#[derive(Debug)]
pub struct PlannedTable {
    /// The pattern.
    pub pattern: Pattern,
    /// The kind.
    pub kind: TableKind,
    /// The file under the usual name of the table.
    pub path: PathBuf,
    /// What the table costs. The memory is that of a build with the threads of the plan.
    pub requirements: Requirements,
    /// The file that was found to hold this table when the plan was made. It may have another name, since a table is
    /// known by its header.
    pub existing: Option<PathBuf>,
}

/// A table that is complete in its file.
#[derive(Debug)]
pub struct CompleteTable {
    /// The file.
    pub path: PathBuf,
    /// Where it comes from.
    pub origin: TableOrigin,
}

/// Where a complete table comes from.
#[derive(Debug)]
pub enum TableOrigin {
    /// It existed when the plan was made.
    Existing,
    /// Another process built it after the plan was made.
    OtherProcess,
    /// It was built now.
    Built {
        /// The header.
        header: Box<Header>,
        /// True for a published table, false if the table is not among the published ones.
        published: bool,
    },
}

/// The reason why tables are not built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableBuildError {
    /// The goal is a board of another size, or leaves a choice.
    #[error(transparent)]
    Goal(#[from] ParseError),
    /// There is no such partition or collection.
    #[error(transparent)]
    Tables(#[from] TableError),
    /// No folder was named, and the system has none for the user's data.
    #[error("no folder for the tables is known")]
    NoFolder,
    /// Something that is not the table has the table's name.
    #[error("{} is in the way: {found}", path.display())]
    InTheWay {
        /// The path.
        path: PathBuf,
        /// What it is.
        found: String,
        /// True for a folder, which is never overwritten.
        is_folder: bool,
    },
    /// The path of a table cannot be looked at.
    #[error("cannot look at {}: {error}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// There is not enough memory.
    #[error(
        "building these tables {0}; close other programs, or choose a partition of smaller patterns"
    )]
    Memory(MemoryShortage),
    /// The table that was built differs from the published one.
    #[error(
        "{0}; it was built just now, so the memory of this machine or this program is faulty; nothing was written"
    )]
    Different(#[from] DifferentFromPublished),
    /// The build failed or was interrupted.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The folder or the file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}

impl TableBuildError {
    /// Returns what a user can do about the error, unless its message says that already.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Tables(error) => error.remedy(),
            Self::File(error) => error.remedy().map(Remedy::TableFile),
            Self::NoFolder => Some(Remedy::NameFolder),
            Self::InTheWay { is_folder, .. } => Some(if *is_folder {
                Remedy::BuildElsewhere
            } else {
                Remedy::OverwriteOrBuildElsewhere
            }),
            _ => None,
        }
    }
}

/// A build that needs more memory than is available.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "needs {} of memory, but only {} are available",
    megabytes(needed.div_ceil(1_000_000)),
    megabytes(available / 1_000_000)
)]
pub struct MemoryShortage {
    /// Bytes that the build needs at most.
    pub needed: u64,
    /// Bytes that are available.
    pub available: u64,
}

/// Writes megabytes with commas between groups of three digits: `22,170 MB`.
fn megabytes(megabytes: u64) -> String {
    let digits = megabytes.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text + " MB"
}

/// Checks that building the tables of these patterns, one after the other, fits into the available memory, in bytes.
/// `None` stands for a system that does not report it, where nothing is refused.
///
/// # Errors
/// Returns the shortage if it does not fit.
pub fn require_build_memory<'a>(
    patterns: impl IntoIterator<Item = (&'a Pattern, TableKind)>,
    threads: Threads,
    available: Option<u64>,
) -> Result<(), MemoryShortage> {
    let needed = patterns
        .into_iter()
        .map(|(pattern, kind)| build_memory(pattern, kind, threads))
        .max()
        .unwrap_or(0);
    match available {
        Some(available) if available < needed => Err(MemoryShortage { needed, available }),
        _ => Ok(()),
    }
}

/// Builds a table in memory and compares it with the published one. Returns it with true if it is published, and false
/// if it is not among the published tables.
pub(crate) fn build_checked(
    pattern: &Pattern,
    kind: TableKind,
    threads: Threads,
    on_progress: OnProgress<'_>,
) -> Result<(Table, bool), TableBuildError> {
    let table = TableBuilder::new()
        .kind(kind)
        .threads(threads)
        .on_progress(on_progress)
        .build(pattern)?;
    require_published_if_listed(table)
}

/// Returns a table that was built with true if it is published, and with false if the published tables have none of its
/// kind and pattern.
fn require_published_if_listed(table: Table) -> Result<(Table, bool), TableBuildError> {
    let published = is_published(table.header())?;
    Ok((table, published))
}

impl BuildPlan {
    /// Makes a plan, and finds the tables that exist already.
    ///
    /// # Errors
    /// If there is no such partition or collection, or anything but the tables themselves would be overwritten.
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

    /// The tables that did not exist when the plan was made.
    pub fn missing(&self) -> impl Iterator<Item = &PlannedTable> {
        self.tables.iter().filter(|table| table.existing.is_none())
    }

    /// Compares the memory that the missing tables need with the available memory in bytes, and prepares the folder.
    ///
    /// A folder that cannot be written to is accepted if no table is missing.
    ///
    /// # Errors
    /// If there is not enough memory, or the folder cannot be written to.
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

    /// Builds and saves a table of this plan, unless it exists.
    ///
    /// # Errors
    /// If the build fails, if `on_progress` stops it, if the table differs from the published one, or if it cannot be
    /// written.
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
        let (built, published) = build_checked(&table.pattern, table.kind, threads, on_progress)?;
        // A table of another process is equally good, and may be mapped by searches already.
        if let Some(path) = self.built_by_other_process(table)? {
            return complete(path, TableOrigin::OtherProcess);
        }
        file::save(&built, &table.path, self.options.zstd)?;
        let header = Box::new(built.header().clone());
        complete(table.path.clone(), TableOrigin::Built { header, published })
    }

    /// The file of a table that another process has built since the plan was made.
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
    /// The file under the name of this table, or the table itself under another name among the files of the folder. A
    /// table's reflection serves as well.
    fn find_among(&self, files: &[TableFile]) -> Result<Option<PathBuf>, TableBuildError> {
        // Anything there counts, even a link to nothing.
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

    /// A table is known by its header, so a file under another name serves too, if it has the requested form.
    fn under_another_name(&self, files: &[TableFile]) -> Option<PathBuf> {
        let is_packed = |path: &Path| path.extension().is_some_and(|ending| ending == "zst");
        let same = |file: &&TableFile| {
            self.is_served_by(&file.header) && is_packed(&file.path) == is_packed(&self.path)
        };
        files.iter().find(same).map(|file| file.path.clone())
    }
}

/// The partitions to build, and the kind of their tables.
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

/// The tables in a folder; none if it cannot be read.
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
        assert_eq!(megabytes(1_022_170), "1,022,170 MB");
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
        // One wrong entry, as a fault of the memory could cause it, and digests that fit it.
        bytes[usize::try_from(u64::from_le_bytes(offset)).unwrap()] ^= 1;
        renew_digests(&mut bytes).unwrap();
        let wrong = folder.path().join("wrong.pdb");
        fs::write(&wrong, bytes).unwrap();
        let wrong = super::super::files().open(&wrong).unwrap();
        let error = require_published_if_listed(wrong).unwrap_err();
        assert!(
            matches!(error, TableBuildError::Different(_))
                && error.to_string().contains("the digest of its entries is"),
            "{error}"
        );
    }

    #[test]
    fn what_an_error_advises_is_what_is_built() {
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
