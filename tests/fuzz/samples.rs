//! Inputs from which a run begins: the files of `seeds`, and some of the project's own.

use std::path::{Path, PathBuf};
use std::{fs, io};

use fifteen_solver::pdb::zst;

/// Inputs, or the reason why they cannot be read.
pub type Samples = io::Result<Vec<Vec<u8>>>;

fn repository(name: &str) -> PathBuf {
    // Two folders down, both for `tests/fuzz` and for the package of the integration tests.
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// The lines of a file, an input each.
fn lines(name: &str) -> Samples {
    Ok(fs::read_to_string(repository(name))?.lines().map(|line| line.as_bytes().to_vec()).collect())
}

/// The files of a folder, in the order of their names.
fn files(folder: &str) -> Samples {
    let entries = fs::read_dir(repository(folder))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    paths.into_iter().map(fs::read).collect()
}

/// Boards.
pub fn boards() -> Samples {
    lines("tests/fuzz/seeds/boards.txt")
}

/// Values of options.
pub fn options() -> Samples {
    lines("tests/fuzz/seeds/options.txt")
}

/// Collections, the shipped ones first.
pub fn collections() -> Samples {
    Ok([files("crates/pdb/data/collections")?, files("tests/fuzz/seeds/collections")?].concat())
}

/// Odd block puzzles, and each of the published ones.
pub fn blocks() -> Samples {
    let published = fifteen_data::BLOCKS.split("\n## ").skip(1).map(|puzzle| format!("## {puzzle}").into_bytes());
    Ok(files("tests/fuzz/seeds/blocks")?.into_iter().chain(published).collect())
}

/// The golden tables of 3x3 boards.
pub fn tables() -> Samples {
    files("crates/pdb/tests/golden")
}

/// The golden tables packed, in one frame and in several.
pub fn packed() -> Samples {
    let mut all = Vec::new();
    for table in tables()? {
        for frame in [1000, table.len()] {
            let mut packed = Vec::new();
            table.chunks(frame).try_for_each(|piece| zst::pack(&[piece], 3, &mut packed))?;
            all.push(packed);
        }
    }
    Ok(all)
}
