//! Inputs from which a run begins: the files of `seeds`, and some of the project's own.

use std::path::{Path, PathBuf};
use std::{fs, io};

use fifteen_solver::pdb::zst;

/// Inputs, or the reason why they cannot be read.
pub type Samples = io::Result<Vec<Vec<u8>>>;

fn repository(name: &str) -> PathBuf {
    // Two folders down, both for `tests/fuzz` and for the package of the integration tests.
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(name)
}

/// The lines of a file, an input each.
fn lines_of(name: &str) -> Samples {
    Ok(fs::read_to_string(repository(name))?
        .lines()
        .map(|line| line.as_bytes().to_vec())
        .collect())
}

/// The files of a folder, in the order of their names.
fn files(folder: &str) -> Samples {
    let entries = fs::read_dir(repository(folder))?;
    let mut paths = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    paths.into_iter().map(fs::read).collect()
}

/// The files of a folder; none if there is no such folder.
fn of_folder(folder: &str) -> Samples {
    match files(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        found => found,
    }
}

/// The inputs for a target that earlier runs have found: none before the first run.
pub fn found(target: &str) -> Samples {
    of_folder(&format!("tests/fuzz/seeds/found/{target}"))
}

/// The words of a dictionary: one in quotes on each line, `\xAB` for a byte.
pub fn words(target: &str) -> Samples {
    let word = |line: &str| {
        let mut parts = line.strip_prefix('"')?.strip_suffix('"')?.split("\\x");
        let mut word = parts.next()?.as_bytes().to_vec();
        for part in parts {
            let (byte, rest) = part.split_at_checked(2)?;
            word.push(u8::from_str_radix(byte, 16).ok()?);
            word.extend_from_slice(rest.as_bytes());
        }
        Some(word)
    };
    let dictionary = fs::read_to_string(repository(&format!("tests/fuzz/words/{target}.dict")))?;
    dictionary
        .lines()
        .map(|line| word(line).ok_or_else(|| io::Error::other(line.to_owned())))
        .collect()
}

/// Boards as people have them.
pub fn written() -> Samples {
    let file = fs::read_to_string(repository("tests/boards-as-written.json"))?;
    let entries: Vec<serde_json::Value> = serde_json::from_str(&file)?;
    Ok(entries
        .iter()
        .filter_map(|entry| Some(entry["text"].as_str()?.as_bytes().to_vec()))
        .collect())
}

/// The inputs of `seeds` for a target: the lines of its file, or the files of its folder; none if it has neither.
pub fn seeds(target: &str) -> Samples {
    let name = format!("tests/fuzz/seeds/{target}");
    if repository(&format!("{name}.txt")).exists() {
        lines_of(&format!("{name}.txt"))
    } else {
        of_folder(&name)
    }
}

/// No more inputs than those of `seeds`.
pub fn none() -> Samples {
    Ok(Vec::new())
}

/// The shipped collections.
pub fn collections() -> Samples {
    files("crates/pdb/data/collections")
}

/// Each of the published block puzzles.
pub fn blocks() -> Samples {
    let published = fifteen_data::BLOCKS
        .split("\n## ")
        .skip(1)
        .map(|puzzle| format!("## {puzzle}").into_bytes());
    Ok(published.collect())
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
            table
                .chunks(frame)
                .try_for_each(|piece| zst::pack(piece, 3, &mut packed))?;
            all.push(packed);
        }
    }
    Ok(all)
}
