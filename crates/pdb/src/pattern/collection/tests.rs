//! The shipped collections. Others, and what is wrong with them, are in `tables.transcript`.

use super::*;
use crate::distinct_patterns;

#[test]
fn shipped_collections_are_as_their_names_say() {
    assert_eq!(Collection::shipped().count(), TEXTS.len());
    let size = |text: &str| text.parse().unwrap();
    for (name, board, partitions, patterns) in [("7-8x2", "4x4", 2, 4), ("6-6-6-6x5", "5x5", 5, 16)] {
        let collection = Collection::named(name, size(board)).unwrap();
        assert_eq!((collection.name(), collection.kind()), (Some(name), TableKind::ZeroAware));
        let tables = distinct_patterns(collection.partitions()).len();
        assert_eq!((collection.partitions().len(), tables), (partitions, patterns));
        assert!(Collection::names(size(board)).eq([name]));
    }
    assert_eq!(Collection::named("7-8x2", size("5x5")), None);
    assert_eq!(Collection::named("nothing", size("4x4")), None);
    assert_eq!(Collection::names(size("3x3")).count(), 0);
}
