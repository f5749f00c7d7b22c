//! The commands that build missing tables.

use fifteen_pdb::{Collection, Partition, TableKind};
use fifteen_puzzle::{Board, Goal, Symmetry};

use super::locations::checkout;

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
pub(super) fn build_collection_command(
    text: &str,
    collection: &Collection,
    kind: Option<TableKind>,
    goal: &Board,
) -> String {
    let quote = if text.contains(char::is_whitespace) { "'" } else { "" };
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
    let in_checkout = std::env::current_dir().ok().and_then(|here| checkout(&here)).is_some();
    if in_checkout { "cargo xtask build-pdb" } else { "fifteen pdb build" }
}
