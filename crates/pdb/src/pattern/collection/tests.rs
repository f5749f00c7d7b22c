//! Collections as texts. What is wrong with others is in `tables.transcript`.

use super::*;

#[test]
fn shipped_collections_are_as_their_names_say() {
    assert_eq!(Collection::shipped().count(), TEXTS.len());
    let size = |text: &str| text.parse().unwrap();
    for (name, board, partitions, patterns) in [("7-8x2", "4x4", 2, 4), ("6-6-6-6x5", "5x5", 5, 16)] {
        let collection = Collection::named(name, size(board)).unwrap();
        assert_eq!((collection.name(), collection.kind()), (Some(name), TableKind::ZeroAware));
        assert_eq!((collection.partitions().len(), collection.patterns().len()), (partitions, patterns));
        assert!(Collection::names(size(board)).eq([name]));
        assert_eq!(Collection::parse(&collection.to_string()), Ok(collection));
    }
    assert_eq!(Collection::named("7-8x2", size("5x5")), None);
    assert_eq!(Collection::named("nothing", size("4x4")), None);
    assert_eq!(Collection::names(size("3x3")).count(), 0);
}

#[test]
fn every_form_of_a_line_is_read() {
    let text = "\u{feff}# two of them\r\n\r\n  name: my own # a name\r\nkind : additive\r\nsize: 3x3\r\ngoal: first\r\n\
        1-3/4-8 # rows\r\n  8,7,4-6 / 1,2,3\t\r\n1,4,7/2,3,5,6,8";
    let error = Collection::parse(text).unwrap_err().to_string();
    assert!(error.starts_with("line 8, column 3: this is the partition of line 7 again"), "{error}");
    let collection = Collection::parse(&text.replace("8,7,4-6 / 1,2,3", "")).unwrap();
    assert_eq!((collection.name(), collection.kind()), (Some("my own"), TableKind::Additive));
    assert_eq!(collection.goal().to_string(), "0 1 2 / 3 4 5 / 6 7 8");
    assert_eq!(
        collection.to_string(),
        "name: my own\nsize: 3x3\ngoal: first\nkind: additive\n1-3/4-8\n1,4,7/2,3,5,6,8\n"
    );
    let named = Collection::parse("size: 4x4\ngoal: 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0\n7-8\n6-6-3").unwrap();
    assert_eq!(named.to_string().lines().last(), Some("6-6-3"));
    assert_eq!(named.name(), None);
}
