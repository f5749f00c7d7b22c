//! The patterns of all partitions and collections that come with the crate.

use fifteen_puzzle::{Goal, Size};

use super::{Collection, Partition, Pattern, distinct_patterns};

/// The patterns of the named partitions, the defaults, the in-memory fallback and the shipped collections for boards of
/// that size, with the blank last. Each is a table that a build of one of them makes.
///
/// A pattern and its reflection are both listed if different builds make them.
pub fn shipped_patterns(size: Size) -> Vec<Pattern> {
    let Ok(goal) = Goal::Last.board(size) else { return Vec::new() };
    let named = Partition::names(size).filter_map(|name| Partition::parse(name, &goal).ok());
    let partitions = named.chain(Partition::defaults(&goal)).chain(Partition::in_memory_fallback(&goal));
    let collections = Collection::names(size).filter_map(|name| Collection::named(name, size)?.for_goal(&goal).ok());
    let mut patterns: Vec<Pattern> = Vec::new();
    for build in partitions.map(|partition| vec![partition]).chain(collections) {
        for pattern in distinct_patterns(&build) {
            if !patterns.contains(&pattern) {
                patterns.push(pattern);
            }
        }
    }
    patterns
}
