//! [`RequiredTables`]: the tables that a heuristic needs. They are specified as a partition or a
//! collection.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use fifteen_pdb::{Collection, Partition, Pattern, PatternError, TableKind, distinct_patterns};
use fifteen_puzzle::{Board, Size};

use super::{TableError, TablesToBuild};
use crate::input;
use crate::record::plural;
use crate::spec::{HeuristicSpec, is_partition};

/// The tables that a heuristic needs for one goal. All of them are of the same kind.
pub(crate) struct RequiredTables {
    /// Name for results, such as `7-8` or `collection 7-8x2 (2 partitions, 4 tables)`. It does not
    /// contain the kind of the tables.
    pub(crate) name: String,
    pub(crate) kind: TableKind,
    /// The heuristic that a user can specify to select these tables. It also looks up the reflected
    /// board.
    pub(crate) spec: HeuristicSpec,
    pub(crate) partitions: Vec<Partition>,
    /// Patterns for which a table is needed. Patterns that are reflections of each other share a
    /// table, so only one of them is listed (see [`distinct_patterns`]).
    pub(crate) patterns: Vec<Pattern>,
    /// The request with which these tables can be built.
    pub(crate) to_build: TablesToBuild,
}

impl RequiredTables {
    /// Returns the tables of a partition or a collection. `sets` is a partition (see
    /// [`Partition::parse`]), or the name or file of a collection. The default `kind` for a
    /// partition is zero-aware. A collection specifies its own default.
    pub(crate) fn of(
        sets: &str,
        kind: Option<TableKind>,
        goal: &Board,
    ) -> Result<Self, TableError> {
        if is_partition(sets) {
            let (partition, kind) = (Partition::parse(sets, goal)?, kind.unwrap_or_default());
            return Ok(Self {
                to_build: TablesToBuild::of_partition(goal, Some(sets), kind),
                ..Self::one(partition, kind, goal)
            });
        }
        let collection = collection(sets, Some(goal.size()))?;
        let error = |error: PatternError| TableError::Sets(format!("{sets}: {error}"));
        let partitions = collection.for_goal(goal).map_err(error)?;
        let to_build = TablesToBuild::of_collection(goal, sets, &collection, kind);
        let spec = HeuristicSpec::Tables {
            sets: sets.to_owned(),
            kind,
            reflection: true,
        };
        let required = Self::new(
            spec,
            kind.unwrap_or(collection.kind()),
            partitions,
            to_build,
        );
        let of_file = || {
            Path::new(sets)
                .file_name()
                .map_or(sets.into(), |name| name.to_string_lossy())
        };
        let name = collection.name().map_or_else(of_file, Into::into);
        let count =
            |n: usize, one: &str, many: &str| format!("{n} {}", plural(n as u64, one, many));
        let partitions = count(required.partitions.len(), "partition", "partitions");
        let tables = count(required.patterns.len(), "table", "tables");
        Ok(Self {
            name: format!("collection {name} ({partitions}, {tables})"),
            ..required
        })
    }

    /// Returns the tables of a partition for one goal.
    pub(crate) fn one(partition: Partition, kind: TableKind, goal: &Board) -> Self {
        let named = Some(kind).filter(|kind| *kind != TableKind::default());
        let sets = partition.text(goal);
        let to_build = TablesToBuild::of_partition(goal, Some(&sets), kind);
        let spec = HeuristicSpec::Tables {
            sets,
            kind: named,
            reflection: true,
        };
        Self {
            name: partition.name(),
            ..Self::new(spec, kind, vec![partition], to_build)
        }
    }

    fn new(
        spec: HeuristicSpec,
        kind: TableKind,
        partitions: Vec<Partition>,
        to_build: TablesToBuild,
    ) -> Self {
        let patterns = distinct_patterns(&partitions);
        Self {
            name: String::new(),
            kind,
            spec,
            partitions,
            patterns,
            to_build,
        }
    }

    /// Returns the partition or collection (a list of partitions) as a user would specify it.
    /// Examples are the partition `7-8` and the collection `7-8x2`.
    pub(crate) fn sets(&self) -> &str {
        if let HeuristicSpec::Tables { sets, .. } = &self.spec {
            sets
        } else {
            &self.name
        }
    }
}

/// Returns the sets of tables that can be recommended for a goal, strongest first. They are the
/// built-in collections, the partitions with a name such as `7-8`, and the default partitions for
/// this goal ([`Partition::defaults`]).
pub(super) fn known_sets(goal: &Board) -> Vec<RequiredTables> {
    let size = goal.size();
    let named = Partition::names(size).filter_map(|name| Partition::parse(name, goal).ok());
    let partitions = named
        .chain(Partition::defaults(goal))
        .map(|partition| partition.text(goal));
    let mut sets: Vec<RequiredTables> = Vec::new();
    for text in Collection::names(size).map(str::to_owned).chain(partitions) {
        if sets.iter().all(|set| set.sets() != text) {
            sets.extend(RequiredTables::of(&text, None, goal));
        }
    }
    sets
}

/// Returns the built-in collection with the given name. If no collection has this name, reads one
/// from the file with this path. If `size` is given, the collection must be for boards of this
/// size.
///
/// # Errors
/// Returns [`TableError::Sets`] if no built-in collection has this name and the file is not a valid
/// collection, or if the collection is for a different size.
pub fn collection(text: &str, size: Option<Size>) -> Result<Collection, TableError> {
    let mut shipped = Collection::shipped()
        .filter(|s| s.0.eq_ignore_ascii_case(text))
        .collect::<Vec<_>>();
    shipped.sort_by_key(|s| Some(s.1) != size);
    let collection = match shipped.first() {
        Some(&(name, size)) => Collection::named(name, size),
        None => None,
    };
    let error = |error: PatternError| TableError::Sets(format!("{text}: {error}"));
    let collection = match collection {
        Some(collection) => collection,
        None => {
            let content = read(Path::new(text)).map_err(|error| {
                let known = crate::spec::shipped();
                TableError::Sets(format!(
                    "'{text}' is not a shipped collection (those are {known}), and cannot be read as a file: {error}"
                ))
            })?;
            Collection::parse(&content).map_err(error)?
        }
    };
    size.map_or(Ok(()), |size| collection.require_size(size))
        .map_err(error)?;
    Ok(collection)
}

/// Reads a text file. A file that is too large for a collection is an error.
fn read(path: &Path) -> io::Result<String> {
    // Check the file type before opening the file. Opening a named pipe would block until a program
    // opens it for writing.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    // The file can be in UTF-16, which needs up to two bytes per character and a byte order mark.
    let most = 2 * Collection::MOST_BYTES + 2;
    File::open(path)?
        .take(most as u64 + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() > most {
        return Err(io::Error::other(format!(
            "it is longer than {} bytes",
            Collection::MOST_BYTES
        )));
    }
    input::decode(&bytes).map_err(io::Error::other)
}
