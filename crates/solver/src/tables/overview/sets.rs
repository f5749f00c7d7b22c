//! The sets of tables that have a name or are built by default.

use fifteen_pdb::{Collection, Partition, TableKind};
use fifteen_puzzle::Board;

use crate::tables::remedy::{build_collection_command, build_command};

/// A set of tables that has a name or is built by default.
pub(super) struct BuildSet {
    pub name: String,
    pub kind: TableKind,
    pub partitions: Vec<Partition>,
    pub command: String,
}

/// The sets of tables for a goal, the strongest first: shipped collections, named partitions, the default ones.
pub(super) fn sets(goal: &Board) -> Vec<BuildSet> {
    let size = goal.size();
    let mut sets = Vec::new();
    for collection in Collection::names(size).filter_map(|name| Collection::named(name, size)) {
        let Ok(partitions) = collection.for_goal(goal) else { continue };
        let name = collection.name().unwrap_or_default().to_owned();
        let command = build_collection_command(&name, &collection, None, goal);
        sets.push(BuildSet { name, kind: collection.kind(), partitions, command });
    }
    let named = Partition::names(size).filter_map(|name| Partition::parse(name, goal).ok());
    for partition in named.chain(Partition::defaults(goal)) {
        let text = partition.text(goal);
        if sets.iter().all(|set| set.partitions != [partition.clone()]) {
            let command = build_command(goal, Some(&text), TableKind::ZeroAware);
            sets.push(BuildSet { name: text, kind: TableKind::ZeroAware, partitions: vec![partition], command });
        }
    }
    sets
}
