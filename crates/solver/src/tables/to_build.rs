//! [`TablesToBuild`]: a request to build tables. Users make such requests, and error messages
//! recommend them.

use std::path::{Path, PathBuf};

use fifteen_pdb::{Collection, Partition, TableKind};
use fifteen_puzzle::{Board, Goal, Size, Symmetry};

/// A request to build tables. A field that is `None` or empty has its default value.
///
/// A request that an error recommends sets only the fields that differ from their defaults, so a
/// front end can print these fields as options.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TablesToBuild {
    /// Size of the boards. The default is the size of the collection or of the goal. A goal that is
    /// only a name, such as `spiral`, has the default size 4x4.
    pub size: Option<Size>,
    /// Goal for which the tables are built. The default is the goal of the collection. Without a
    /// collection, it is the goal with the tiles in order and the blank last.
    pub goal: Option<Goal>,
    /// Partitions, each specified by its name or by its lists of tiles. The default is
    /// [`Partition::defaults`].
    pub partitions: Vec<String>,
    /// Collection, specified by its name or its file. It cannot be combined with `partitions`.
    pub collection: Option<String>,
    /// Kind of the tables. The default is the kind of the collection. Without a collection, it is
    /// zero-aware.
    pub kind: Option<TableKind>,
    /// Folder in which the files are saved. The default is
    /// [`default_folder`](super::default_folder).
    pub folder: Option<PathBuf>,
}

impl TablesToBuild {
    /// Creates a request for the tables of a partition. If `partition` is `None`, the request is
    /// for the default partitions.
    pub(crate) fn of_partition(goal: &Board, partition: Option<&str>, kind: TableKind) -> Self {
        let size = goal.size();
        let last = Goal::Last.board(size).unwrap_or(*goal);
        let is_spelled_out =
            partition.is_some_and(|text| Partition::names(size).all(|name| name != text));
        // In lists of tiles, the tiles have their numbers in the goal, so the request must contain
        // the goal. Partitions with a name depend only on the cell of the blank.
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

    /// Creates a request for the tables of a collection. `text` is the name or file of the
    /// collection, and `kind` is the kind for which the user asked.
    pub(super) fn of_collection(
        goal: &Board,
        text: &str,
        collection: &Collection,
        kind: Option<TableKind>,
    ) -> Self {
        // Omit the goal if a symmetry of the board maps its blank to the blank of the collection's
        // goal. Both goals then share their tables.
        let needs_goal = built_corner(goal) != built_corner(collection.goal());
        Self {
            goal: needs_goal.then_some(Goal::Board(*goal)),
            collection: Some(text.to_owned()),
            kind: kind.filter(|kind| *kind != collection.kind()),
            ..Self::default()
        }
    }

    /// Sets the folder in which the tables are saved, so that a later search with the same files
    /// and folders finds them. It is the first of the given folders, or else the folder of the
    /// first file.
    pub(crate) fn in_folder_of(self, given: &[PathBuf]) -> Self {
        Self {
            folder: folder_of(given),
            ..self
        }
    }
}

/// Returns the folder for new tables, so that a search in the given files and folders finds them.
/// It is the first folder, or else the folder of the first file. Returns `None` if `given` is
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

/// Returns the blank's cell in the goal for which the tables are built. It is symmetric to the
/// blank's cell in `goal`. For example, it is the last cell if the blank of `goal` is in any
/// corner.
fn built_corner(goal: &Board) -> usize {
    Symmetry::representative(goal.size(), goal.blank())
}
