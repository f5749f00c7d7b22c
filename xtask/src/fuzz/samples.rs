//! What is mutated: the files of `xtask/corpus` and some of the project's own.

use std::error::Error;
use std::fs;
use std::path::Path;

use fifteen_solver::pdb::zst;

use crate::paths::root;

pub(super) type Samples = Result<Vec<Vec<u8>>, Box<dyn Error>>;

fn corpus(name: &str) -> std::path::PathBuf {
    root().join("xtask/corpus").join(name)
}

/// The lines of a file: an input each.
fn lines(path: &Path) -> Samples {
    Ok(fs::read_to_string(path)?.lines().map(|line| line.as_bytes().to_vec()).collect())
}

/// The files of a folder, in the order of their names.
fn files(folder: &Path) -> Samples {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, std::io::Error>>()?;
    paths.sort();
    Ok(paths.into_iter().map(fs::read).collect::<Result<_, _>>()?)
}

pub(super) fn boards() -> Samples {
    lines(&corpus("boards.txt"))
}

pub(super) fn options() -> Samples {
    lines(&corpus("options.txt"))
}

pub(super) fn collections() -> Samples {
    let mut all = files(&root().join("crates/pdb/data/collections"))?;
    all.extend(files(&corpus("collections"))?);
    Ok(all)
}

/// Odd cases of our own, and each puzzle of `data/blocks.txt`.
pub(super) fn blocks() -> Samples {
    let mut all = files(&corpus("blocks"))?;
    let text = fs::read_to_string(root().join("data/blocks.txt"))?;
    all.extend(text.split("\n## ").skip(1).map(|puzzle| format!("## {puzzle}").into_bytes()));
    Ok(all)
}

/// The published tables of 3x3.
pub(super) fn tables() -> Samples {
    files(&root().join("crates/pdb/tests/golden"))
}

/// The same in the shipped form, in one frame and in several.
pub(super) fn packed() -> Samples {
    let mut all = Vec::new();
    for table in tables()? {
        for frame in [1000, table.len()] {
            let mut packed = Vec::new();
            for piece in table.chunks(frame) {
                zst::pack(&[piece], 3, &mut packed)?;
            }
            all.push(packed);
        }
    }
    Ok(all)
}
