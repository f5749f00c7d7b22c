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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(size: &str) -> Vec<String> {
        shipped_patterns(size.parse().unwrap()).iter().map(Pattern::to_string).collect()
    }

    #[test]
    fn named_partitions_defaults_fallbacks_and_collections() {
        assert_eq!(names("3x3"), ["1-8"]);
        let of_4x4 = names("4x4");
        assert_eq!(of_4x4.len(), 2 + 3 + 3 + 2, "7-8, 6-6-3, 5-5-5 and the other partition of 7-8x2: {of_4x4:?}");
        assert!(names("5x5").len() >= 16 + 5, "6-6-6-6x5 and the fallback");
        assert!(Size::all().all(|size| !shipped_patterns(size).is_empty()));
    }
}
