//! [`RequiredTables`]: the tables that a heuristic asks for, of a partition or of a collection, and the commands that
//! build them.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use fifteen_pdb::{Collection, Partition, Pattern, PatternError, TableKind, distinct_patterns};
use fifteen_puzzle::{Board, Goal, Size, Symmetry};

use super::{TableError, checkout};
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
    /// The command that builds them.
    pub(crate) remedy: String,
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
            let remedy = build_command(goal, Some(sets), kind);
            return Ok(Self {
                remedy,
                ..Self::one(partition, kind, goal)
            });
        }
        let collection = collection(sets, Some(goal.size()))?;
        let error = |error: PatternError| TableError::Sets(format!("{sets}: {error}"));
        let partitions = collection.for_goal(goal).map_err(error)?;
        let remedy = build_collection_command(sets, &collection, kind, goal);
        let spec = HeuristicSpec::Tables {
            sets: sets.to_owned(),
            kind,
            reflection: true,
        };
        let required = Self::new(spec, kind.unwrap_or(collection.kind()), partitions);
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
            remedy,
            ..required
        })
    }

    /// The tables of a partition for that goal, without a remedy for those that are missing.
    pub(crate) fn one(partition: Partition, kind: TableKind, goal: &Board) -> Self {
        let named = Some(kind).filter(|kind| *kind != TableKind::default());
        let spec = HeuristicSpec::Tables {
            sets: partition.text(goal),
            kind: named,
            reflection: true,
        };
        Self {
            name: partition.name(),
            ..Self::new(spec, kind, vec![partition])
        }
    }

    fn new(spec: HeuristicSpec, kind: TableKind, partitions: Vec<Partition>) -> Self {
        let patterns = distinct_patterns(&partitions);
        Self {
            name: String::new(),
            kind,
            spec,
            partitions,
            patterns,
            remedy: String::new(),
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

/// The command that builds the tables of a partition (or, without one, of the default partitions) for a goal.
pub(crate) fn build_command(goal: &Board, partition: Option<&str>, kind: TableKind) -> String {
    let size = goal.size();
    let mut command = build().to_owned();
    if size.to_string() != "4x4" {
        command += &format!(" --size {size}");
    }
    let last = Goal::Last.board(size).unwrap_or(*goal);
    let spelled_out = partition.is_some_and(|text| Partition::names(size).all(|name| name != text));
    // Spelled-out tiles are in the labels of the goal; tables for other partitions depend on the blank's cell only.
    if (spelled_out && last != *goal) || corner(goal) != corner(&last) {
        command += &format!(" --goal '{goal}'");
    }
    if let Some(partition) = partition {
        command += &format!(" --partition {partition}");
    }
    if kind == TableKind::Additive {
        command += " --kind additive";
    }
    command
}

/// The command that builds the tables of a collection, given by name or file, for a goal; by default of the
/// collection's kind.
fn build_collection_command(
    text: &str,
    collection: &Collection,
    kind: Option<TableKind>,
    goal: &Board,
) -> String {
    let quote = if text.contains(char::is_whitespace) {
        "'"
    } else {
        ""
    };
    let mut command = format!("{} --collection {quote}{text}{quote}", build());
    // The tables depend on the blank's cell only, not on labels.
    if corner(goal) != corner(collection.goal()) {
        command += &format!(" --goal '{goal}'");
    }
    if let Some(kind) = kind.filter(|kind| *kind != collection.kind()) {
        command += &format!(" --kind {kind}");
    }
    command
}

/// The cell of the blank for which the tables of a goal are built.
fn corner(goal: &Board) -> usize {
    Symmetry::representative(goal.size(), goal.blank())
}

fn build() -> &'static str {
    let in_checkout = std::env::current_dir()
        .ok()
        .and_then(|here| checkout(&here))
        .is_some();
    if in_checkout {
        "cargo xtask build-pdb"
    } else {
        "fifteen pdb build"
    }
}
