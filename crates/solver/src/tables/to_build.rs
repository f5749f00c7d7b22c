//! [`TablesToBuild`]: which tables to build for which goal, as a user asks for them and as an error advises them.

use std::path::{Path, PathBuf};

use fifteen_pdb::{Collection, Partition, TableKind};
use fifteen_puzzle::{Board, Goal, Size, Symmetry};

/// Tables to build. Every field that is `None` or empty has a default.
///
/// An error that advises to build tables leaves out what is the default, so that a front end can print the other fields
/// as options, one by one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TablesToBuild {
    /// The size of the board. The default is the collection's or the goal's, and 4x4 for a named goal.
    pub size: Option<Size>,
    /// The goal. The default is the collection's, otherwise the tiles in order and the blank last.
    pub goal: Option<Goal>,
    /// The partitions, each by its name or its tiles. The default is the size's own partitions, see
    /// [`Partition::defaults`].
    pub partitions: Vec<String>,
    /// A collection by its name or its file, which excludes partitions.
    pub collection: Option<String>,
    /// The kind. The default is the collection's, otherwise zero-aware.
    pub kind: Option<TableKind>,
    /// The folder for the files. The default is [`default_folder`](super::default_folder).
    pub folder: Option<PathBuf>,
}

impl TablesToBuild {
    /// The tables of a partition for a goal, or those of the default partitions.
    pub(crate) fn of_partition(goal: &Board, partition: Option<&str>, kind: TableKind) -> Self {
        let size = goal.size();
        let last = Goal::Last.board(size).unwrap_or(*goal);
        let is_spelled_out =
            partition.is_some_and(|text| Partition::names(size).all(|name| name != text));
        // The tiles of a partition that is spelled out are labels of the goal. The tables of named and default partitions
        // depend only on the blank's cell.
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

    /// The tables of a collection for a goal. `text` is the collection's name or file, and `kind` the kind that was asked
    /// for.
    pub(super) fn of_collection(
        goal: &Board,
        text: &str,
        collection: &Collection,
        kind: Option<TableKind>,
    ) -> Self {
        // The tables depend on the blank's cell, not on labels.
        let needs_goal = built_corner(goal) != built_corner(collection.goal());
        Self {
            goal: needs_goal.then_some(Goal::Board(*goal)),
            collection: Some(text.to_owned()),
            kind: kind.filter(|kind| *kind != collection.kind()),
            ..Self::default()
        }
    }

    /// These tables, built where a user who named these files and folders looks for them.
    pub(crate) fn in_folder_of(self, given: &[PathBuf]) -> Self {
        Self {
            folder: folder_of(given),
            ..self
        }
    }
}

/// The folder into which tables are built for a user who named these files and folders: the first folder, otherwise the
/// folder of the first file. `None` if nothing was named.
fn folder_of(given: &[PathBuf]) -> Option<PathBuf> {
    let folder = given.iter().find(|path| !path.is_file()).cloned();
    let of_file = || {
        let folder = given.first()?.parent()?;
        let is_here = folder.as_os_str().is_empty();
        Some(if is_here { Path::new(".") } else { folder }.to_path_buf())
    };
    folder.or_else(of_file)
}

/// The cell of the blank for which the tables of a goal are built: one corner stands for all.
fn built_corner(goal: &Board) -> usize {
    Symmetry::representative(goal.size(), goal.blank())
}
