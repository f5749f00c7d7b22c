//! Table files: their two forms, and how they are read.

use std::fs;

use fifteen_pdb::file::{self, FileError, TableFiles};
use fifteen_pdb::{TableKind, zst};

use super::{built, pattern};

#[test]
fn both_forms_are_read_mapped_and_in_memory() {
    let table = built(&pattern(3, 3, 8, &[0, 4, 7]), TableKind::ZeroAware, 1);
    let folder = tempfile::tempdir().unwrap();
    let (plain, packed) = (folder.path().join("plain.pdb"), folder.path().join("packed.pdb.zst"));
    file::save(&table, &plain, None).unwrap();
    file::save(&table, &packed, Some(3)).unwrap();
    assert!(!file::is_packed(&plain).unwrap() && file::is_packed(&packed).unwrap());
    assert!(matches!(file::is_packed(&folder.path().join("none")), Err(FileError::Io { .. })));
    // SAFETY: nobody knows the names of these files but this test, which does not change them.
    for (files, mapped) in [(unsafe { TableFiles::mapped() }, true), (TableFiles::in_memory(), false)] {
        for (path, in_place) in [(&plain, mapped), (&packed, false)] {
            let opened = files.open_verified(path).unwrap();
            assert_eq!((opened.header(), opened.payload()), (table.header(), table.payload()));
            assert_eq!(&files.read_header(path).unwrap(), table.header());
            assert_eq!(opened.is_mapped(), in_place, "{}", path.display());
        }
    }
    let unpacked = zstd::decode_all(fs::File::open(&packed).unwrap()).unwrap();
    assert_eq!(unpacked, fs::read(&plain).unwrap(), "as zstd -d does");
}

#[test]
fn a_bomb_is_refused_before_it_unpacks() {
    let bomb = zstd::bulk::compress(&vec![0; zst::FRAME + 1], 19).unwrap();
    let refused = |bytes: &[u8], words: &str| zst::unpack(bytes).unwrap_err().to_string().contains(words);
    assert!(refused(&bomb, "more than 4 MiB"));
    // Many frames of zeros: the first is no table, so nothing more is unpacked.
    let zeros = zstd::bulk::compress(&vec![0; zst::FRAME], 19).unwrap().repeat(1000);
    assert!(refused(&zeros, "not a pattern database"));
}
