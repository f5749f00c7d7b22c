//! Tests that damaged tables are detected. Every truncation and every changed byte of small tables
//! must be rejected when the table is opened, be found by `verify`, or not affect the table. No
//! damage may cause a panic.

use std::fs;

use fifteen_pdb::file::TableFiles;
use fifteen_pdb::format::layout::PAGE;
use fifteen_pdb::{OpenTableError, Table, TableKind, zst};

use super::{forge, pattern};

/// Size of the header of these tables, in bytes.
const HEADER: usize = PAGE as usize;

/// A table file in one of the file forms, and the uncompressed table that it contains.
struct Sample {
    name: String,
    bytes: Vec<u8>,
    table: Vec<u8>,
}

fn samples() -> Vec<Sample> {
    // The first pattern can reach all of its placements, but the second one only half of them.
    let patterns = [
        pattern(3, 3, 8, &[0, 4, 7]),
        pattern(3, 2, 5, &[0, 1, 2, 3, 4]),
    ];
    let mut samples = Vec::new();
    for pattern in patterns {
        let additive = forge::file(&pattern, TableKind::Additive);
        let wide = forge::widened(&additive);
        let zero_aware = forge::file(&pattern, TableKind::ZeroAware);
        for (kind, table) in [
            ("zero-aware", zero_aware),
            ("additive, 4 bits", additive),
            ("additive, 8 bits", wide),
        ] {
            let forms = [
                ("plain", table.clone()),
                ("packed", forge::packed(&table, table.len(), 1)),
                // The first frame contains exactly the header.
                (
                    "packed in three frames",
                    forge::packed(&table, HEADER, (table.len() - HEADER).div_ceil(2)),
                ),
            ];
            let sample = |(form, bytes)| Sample {
                name: format!("{pattern:?} {kind} {form}"),
                bytes,
                table: table.clone(),
            };
            samples.extend(forms.map(sample));
        }
    }
    samples
}

fn opened(bytes: &[u8]) -> Result<Table, OpenTableError> {
    let bytes = if zst::is_packed(bytes) {
        zst::unpack(bytes)?
    } else {
        bytes.to_vec()
    };
    Table::open(bytes)
}

/// Changes every byte of every sample, one at a time, to each of the values that `values` returns
/// for it. Checks that every change is detected or harmless.
fn change_every_byte(values: fn(u8) -> Vec<u8>) {
    for Sample { name, bytes, table } in samples() {
        assert!(
            opened(&bytes).is_ok_and(|table| table.verify().is_ok()),
            "{name} is sound"
        );
        // Only a compressed file can contain bytes that do not affect the table.
        let is_packed = zst::is_packed(&bytes);
        let mut changed = bytes.clone();
        for (at, &before) in bytes.iter().enumerate() {
            for value in values(before).into_iter().filter(|&value| value != before) {
                changed[at] = value;
                if let Some(unpacked) = opened(&changed).ok().filter(|table| table.verify().is_ok())
                {
                    let mut written = Vec::new();
                    unpacked.write(&mut written).unwrap();
                    let harmless = is_packed && written == table;
                    assert!(
                        harmless,
                        "{name}: byte {at} changed from {before} to {value} gets through"
                    );
                }
            }
            changed[at] = before;
        }
    }
}

#[test]
fn every_changed_byte_is_found_or_harmless() {
    change_every_byte(|byte| vec![byte ^ 1, byte ^ 0x80, 0, 0xff, byte.wrapping_add(1)]);
}

/// To run this test:
/// `cargo test --release -p fifteen-pdb --test it -- --ignored --nocapture every_value`
#[test]
#[ignore = "takes minutes: all 255 changes of every byte"]
fn every_value_of_every_byte_is_found_or_harmless() {
    change_every_byte(|_| (0..=255).collect());
}

/// A decompression bomb is a small file that unpacks to many frames of zeros. Unpacking must stop
/// at its first frame, which is larger than 4 MiB or does not start with the header of a table.
#[test]
fn a_decompression_bomb_is_refused_before_it_is_unpacked() {
    for (len, words) in [
        (zst::FRAME + 1, "more than 4 MiB"),
        (zst::FRAME, "not a pattern database"),
    ] {
        let zeros = zstd::bulk::compress(&vec![0; len], 19)
            .unwrap()
            .repeat(1000);
        assert!(zst::unpack(&zeros).unwrap_err().to_string().contains(words));
    }
}

#[test]
fn every_truncated_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    // SAFETY: no table is open when its file is changed.
    let both = [TableFiles::in_memory(), unsafe { TableFiles::mapped() }];
    let refused = || {
        both.iter()
            .all(|files| files.open(&path).is_err() && files.read_header(&path).is_err())
    };
    for sample in samples() {
        fs::write(&path, &sample.bytes).unwrap();
        assert!(
            both.iter().all(|files| files.open(&path).is_ok()),
            "{}",
            sample.name
        );
        for len in (0..sample.bytes.len()).rev() {
            fs::OpenOptions::new()
                .write(true)
                .open(&path)
                .unwrap()
                .set_len(len as u64)
                .unwrap();
            assert!(refused(), "{} cut to {len}", sample.name);
        }
        for more in [&b"\0"[..], b"and more", &sample.bytes] {
            fs::write(&path, [&sample.bytes, more].concat()).unwrap();
            assert!(refused(), "{} and more", sample.name);
        }
    }
}
