//! [`RequiredTables`]: the tables that a heuristic asks for, of a partition or of a collection, and how to build them.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use fifteen_pdb::{Collection, Partition, Pattern, PatternError, TableKind, distinct_patterns};
use fifteen_puzzle::{Board, Size};

use super::{TableError, TablesToBuild};
use crate::input;
use crate::record::plural;
use crate::spec::{HeuristicSpec, is_partition};

/// Tables of one kind for one goal.
pub(crate) struct RequiredTables {
    /// The name in results, without the kind: `7-8`, `collection 7-8x2 (2 partitions, 4 tables)`.
    pub(crate) name: String,
    pub(crate) kind: TableKind,
    /// The text that asks for them, with reflection.
    pub(crate) spec: HeuristicSpec,
    pub(crate) partitions: Vec<Partition>,
    /// The distinct patterns; a table serves its pattern and the reflection. See [`distinct_patterns`].
    pub(crate) patterns: Vec<Pattern>,
    /// How to build them.
    pub(crate) to_build: TablesToBuild,
}

impl RequiredTables {
    /// The tables of a partition, written as for [`Partition::parse`], or of a collection, by its name or file; without
    /// a kind, zero-aware ones or those of the collection's kind.
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

    /// The tables of a partition for that goal.
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

    /// The partition or collection as a person asks for it: `7-8`, `7-8x2`.
    pub(crate) fn sets(&self) -> &str {
        if let HeuristicSpec::Tables { sets, .. } = &self.spec {
            sets
        } else {
            &self.name
        }
    }
}

/// The sets of tables for a goal that have a name or are built by default, the strongest first: shipped collections,
/// named partitions, the default ones.
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

/// The shipped collection of that name, otherwise the one in the file of that name. Where a size is given, the
/// collection must be for that size.
///
/// # Errors
/// [`TableError::Sets`].
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

/// The content of a text file, of at most the length that a collection may have.
fn read(path: &Path) -> io::Result<String> {
    // Before it is opened: opening a pipe would wait for its writer.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    // UTF-16 takes twice the bytes.
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
