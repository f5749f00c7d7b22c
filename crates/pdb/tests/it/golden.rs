//! Format version 1 as it was published: the bytes of tables, and digests of larger ones, which no change of code may
//! change. A new format version adds files and digests; those of the old ones stay.

use std::path::PathBuf;

use fifteen_pdb::{Partition, Table, TableKind};
use fifteen_puzzle::{Goal, Size};

use super::{built, go_on};

/// The tables in `golden/`: 3x3, the blank last, tiles 1-4.
const GOLDEN: [(&str, TableKind); 2] =
    [("v1_zero-aware.pdb", TableKind::ZeroAware), ("v1_additive.pdb", TableKind::Additive)];

fn golden(name: &str) -> Vec<u8> {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "golden", name].iter().collect();
    std::fs::read(path).unwrap()
}

#[test]
fn published_tables_are_read_and_written_again_byte_for_byte() {
    for (name, kind) in GOLDEN {
        let bytes = golden(name);
        let table = Table::open(bytes.clone()).unwrap();
        assert_eq!(table.verify_deep(1, &mut go_on), Ok(()), "{name}");
        let mut written = Vec::new();
        table.write(&mut written).unwrap();
        assert_eq!(written, bytes, "{name}");
        // Only the generator may differ.
        let now = built(table.header().pattern(), kind, 2);
        assert_eq!(now.payload(), table.payload(), "{name}");
        assert_eq!(now.header().histogram(), table.header().histogram(), "{name}");
    }
}

#[test]
fn digests_of_published_entries() {
    let goal = Goal::Last.board(Size::new(4, 4).unwrap()).unwrap();
    for (kind, digests) in [(TableKind::ZeroAware, ZERO_AWARE), (TableKind::Additive, ADDITIVE)] {
        let partition = Partition::parse("6-6-3", &goal).unwrap();
        let found: Vec<_> = partition.patterns().iter().map(|p| built(p, kind, 2).header().digest_hex()).collect();
        assert_eq!(found, digests, "{kind}");
    }
}

const ZERO_AWARE: [&str; 3] = [
    "39d24175f0369e68c92f5bba5aeb38f775c19b092ebdecb32576eb7585b2c09f",
    "ec4cea96757072ff5a4f94424d1cbd8fa889c87fc01f00ede798a0a41cd3f46f",
    "e97051a0558a8c85f91921c61389577efdb9ea839a3dbdf4459f662a6db77d87",
];
const ADDITIVE: [&str; 3] = [
    "0ed19c35a7cdb76cf2e2b5b8dd9d80b48ace5cc0a31527a6b5d6dd2a71d16bf8",
    "304bd5f504550c2aab7a7f038dabbf7b8ea5759312687ee75aa8a40a70fff9d3",
    "94b25dfe71e3edf2a1447c10b2852789249bb1bf84365368bad4ce90b6787160",
];
