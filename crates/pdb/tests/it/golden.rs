//! Tests that published tables of format version 1 can still be read, and that the bytes of new
//! tables do not change. If there is a new format version, its files are added, and the old files
//! stay. The digests of larger tables are in `data/digests.txt`.

use std::path::PathBuf;

use fifteen_pdb::{Table, TableKind};
use fifteen_resources::Threads;

use super::{built, go_on};

/// Files in the folder `golden`. They contain the tables of tiles 1-4 on a 3x3 board whose goal has
/// the blank last.
const GOLDEN: [(&str, TableKind); 2] = [
    ("v1_zero-aware.pdb", TableKind::ZeroAware),
    ("v1_additive.pdb", TableKind::Additive),
];

fn golden(name: &str) -> Vec<u8> {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "golden", name]
        .iter()
        .collect();
    std::fs::read(path).unwrap()
}

#[test]
fn published_tables_are_read_and_written_again_byte_for_byte() {
    for (name, kind) in GOLDEN {
        let bytes = golden(name);
        let table = Table::open(bytes.clone()).unwrap();
        assert_eq!(
            table.verify_deep(Threads::ONE, &mut go_on),
            Ok(()),
            "{name}"
        );
        let mut written = Vec::new();
        table.write(&mut written).unwrap();
        assert_eq!(written, bytes, "{name}");
        // Only the header field that names the generator may differ.
        let now = built(table.header().pattern(), kind, 2);
        assert_eq!(now.payload(), table.payload(), "{name}");
        assert_eq!(
            now.header().histogram(),
            table.header().histogram(),
            "{name}"
        );
    }
}
