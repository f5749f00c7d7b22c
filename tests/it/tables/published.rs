//! Compares tables and figures with the published ones. Rebuilt tables must have the published
//! digests, and changed tables must not. `reproduce.transcript` tests the figures that can be
//! computed quickly.

use std::fs;

use fifteen_pdb::format::layout::{METADATA_AT, PAYLOAD_OFFSET_AT, renew_digests};
use fifteen_pdb::{TableKind, shipped_patterns};
use fifteen_puzzle::Size;
use serde_json::Value;

use crate::support::{Sandbox, stderr, stdout};

const TABLE: &str = "tables/3x3_zero-aware_1-8.pdb";

#[test]
fn published_digests_cover_exactly_the_shipped_tables() {
    let digests: Vec<_> = fifteen_data::table_digests().collect();
    let listed = digests
        .iter()
        .map(|row| format!("{} {} {}", row.size, row.kind, row.tiles));
    let kinds = [TableKind::ZeroAware, TableKind::Additive];
    let shipped = Size::all().flat_map(|size| {
        let tables = shipped_patterns(size)
            .into_iter()
            .flat_map(|pattern| kinds.map(|kind| (kind, pattern.clone())));
        tables
            .map(move |(kind, pattern)| format!("{size} {kind} {pattern}"))
            .collect::<Vec<_>>()
    });
    assert!(
        listed.eq(shipped),
        "`cargo xtask digests` writes the list again"
    );
    for row in digests {
        let is_digest =
            |text: &str| text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
        assert!(
            is_digest(row.payload) && is_digest(row.histogram),
            "{row:?}"
        );
    }
}

/// Changes a table and gives it digests that match its contents. Such a table is consistent, so
/// only the comparison with the published digests reveals the change.
fn assert_told(change: impl Fn(&mut [u8]), what: &str) {
    let sandbox = Sandbox::new();
    sandbox.output(&["pdb", "build", "--size", "3x3", "--out", "tables"]);
    let mut table = fs::read(sandbox.path(TABLE)).unwrap();
    change(&mut table);
    renew_digests(&mut table).unwrap();
    sandbox.write(TABLE, table);
    let record = stdout(&sandbox.run(&["pdb", "verify", "--json", TABLE]).code(2));
    let record: Value = serde_json::from_str(&record).unwrap();
    assert_eq!(
        (&record["ok"], &record["published"]),
        (&false.into(), &false.into()),
        "{record}"
    );
    let told = stderr(&sandbox.run(&["pdb", "verify", TABLE]).code(2));
    let expected = format!(
        "not the published zero-aware table of the tiles 1-8 of 3x3 boards: the digest of its {what}"
    );
    assert!(told.contains(&expected), "{told}");
}

/// Swaps the first bit that is 1 with the first 0 after it. The number of 1 bits stays the same.
fn swap_entries(table: &mut [u8]) {
    let payload = u64::from_le_bytes(table[PAYLOAD_OFFSET_AT..][..8].try_into().unwrap()) as usize;
    let bit = |i: usize| table[payload + i / 8] >> (i % 8) & 1;
    let one = (0..).find(|&i| bit(i) == 1).unwrap();
    let zero = (one..).find(|&i| bit(i) == 0).unwrap();
    for i in [one, zero] {
        table[payload + i / 8] ^= 1 << (i % 8);
    }
}

/// Moves one entry in the histogram from distance 10 to distance 14. Entries at either distance are
/// stored as the bit 1, so the histogram still agrees with the number of 1 bits in the payload.
fn change_histogram(table: &mut [u8]) {
    // The fields before it are the width, the height and the blank, the list of tiles, the kind,
    // the order and the number of bits, three numbers, and the length of the histogram.
    let histogram = METADATA_AT + 3 + (8 + 8) + 3 + 3 * 8 + 8;
    for (distance, change) in [(10, u64::MAX), (14, 1)] {
        let number = &mut table[histogram + 8 * distance..][..8];
        let count = u64::from_le_bytes(number.try_into().unwrap());
        number.copy_from_slice(&count.wrapping_add(change).to_le_bytes());
    }
}

#[test]
fn changed_tables_with_matching_digests_differ_from_the_published_ones() {
    assert_told(swap_entries, "entries");
    assert_told(change_histogram, "histogram");
}

#[test]
#[ignore = "takes many minutes, and 2 GB of memory"]
fn every_reproduced_figure_equals_the_published_one() {
    for figure in Sandbox::new()
        .output(&["lab", "reproduce", "--json", "--full"])
        .lines()
    {
        let figure: Value = serde_json::from_str(figure).unwrap();
        let is_left_out = figure["verdict"] == "left-out" && figure["group"] == "largest depths";
        assert!(
            is_left_out
                || figure["verdict"] == "exception"
                || figure["published"] == figure["ours"],
            "{figure}"
        );
    }
}
