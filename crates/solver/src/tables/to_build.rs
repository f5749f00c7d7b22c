//! [`TablesToBuild`]: a request to build tables. Users make such requests, and errors recommend
//! them.

use std::path::{Path, PathBuf};

use fifteen_pdb::{Collection, Partition, TableKind};
use fifteen_puzzle::{Board, Goal, Size, Symmetry};

/// A request to build tables. A field that is `None` or empty stands for its default.
///
/// In a request that an error recommends, fields with default values are not set. A front end
/// therefore only needs to print the remaining fields as options.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TablesToBuild {
    /// Size of the board. The default is the size of the collection or goal, or 4x4 for a named
    /// goal.
    pub size: Option<Size>,
    /// Goal of the tables. The default is the collection's goal, or else the tiles in order with
    /// the blank last.
    pub goal: Option<Goal>,
    /// Partitions, specified by their names or lists of tiles. The default is
    /// [`Partition::defaults`].
    pub partitions: Vec<String>,
    /// Collection, specified by its name or file. A collection cannot be combined with
    /// `partitions`.
    pub collection: Option<String>,
    /// Kind of the tables. The default is the collection's kind, or else zero-aware.
    pub kind: Option<TableKind>,
    /// Folder in which files are saved. The default is [`default_folder`](super::default_folder).
    pub folder: Option<PathBuf>,
}

impl TablesToBuild {
    /// Creates a request for the tables of a partition, or of the default partitions if `partition`
    /// is `None`.
    pub(crate) fn of_partition(goal: &Board, partition: Option<&str>, kind: TableKind) -> Self {
        let size = goal.size();
        let last = Goal::Last.board(size).unwrap_or(*goal);
        let is_spelled_out =
            partition.is_some_and(|text| Partition::names(size).all(|name| name != text));
        // Lists of tiles use the goal's tile numbers, so the goal is needed to interpret them.
        // Named and default partitions depend only on the blank's cell.
        let needs_goal =
            is_spelled_out && last != *goal || built_corner(goal) != built_corner(&last);
        Self {
            size: (size != Goal::Last.size(None)).then_some(size),
            goal: needs_goal.then_some(Goal::Board(*goal)),
            partitions: partition.map(str::to_owned).into_iter().collect(),
            kind: (kind != TableKind::default()).then_some(kind),
            ..Self::default()
        }
    }

    /// Creates a request for the tables of a collection. `text` is the collection's name or file,
    /// and `kind` is the kind that the user asked for.
    pub(super) fn of_collection(
        goal: &Board,
        text: &str,
        collection: &Collection,
        kind: Option<TableKind>,
    ) -> Self {
        // A goal with the blank in a corner uses the same tables as the collection's own goal, so
        // the request does not need to name it.
        let needs_goal = built_corner(goal) != built_corner(collection.goal());
        Self {
            goal: needs_goal.then_some(Goal::Board(*goal)),
            collection: Some(text.to_owned()),
            kind: kind.filter(|kind| *kind != collection.kind()),
            ..Self::default()
        }
    }

    /// Sets the folder so that a search with the given files and folders will find the tables
    /// there: the first of the given folders, or else the folder of the first file.
    pub(crate) fn in_folder_of(self, given: &[PathBuf]) -> Self {
        Self {
            folder: folder_of(given),
            ..self
        }
    }
}

/// Returns the folder for new tables, given the files and folders that a search should use. The
/// result is the first folder, or else the folder of the first file. Returns `None` if `given` is
/// empty.
fn folder_of(given: &[PathBuf]) -> Option<PathBuf> {
    let folder = given.iter().find(|path| !path.is_file()).cloned();
    let of_file = || {
        let folder = given.first()?.parent()?;
        let is_here = folder.as_os_str().is_empty();
        Some(if is_here { Path::new(".") } else { folder }.to_path_buf())
    };
    folder.or_else(of_file)
}

/// Returns the cell of the blank in the goal for which table files are built. All corners share one
/// cell, because symmetries of the board map them to each other.
fn built_corner(goal: &Board) -> usize {
    Symmetry::representative(goal.size(), goal.blank())
}
