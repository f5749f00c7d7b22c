//! The inputs with which a run begins: the files in the folder `seeds`, and files from other parts
//! of the project, such as the published block puzzles.

use std::path::{Path, PathBuf};
use std::{fs, io};

use fifteen_solver::pdb::zst;

/// Inputs for a target, or the error if they cannot be read.
pub type Samples = io::Result<Vec<Vec<u8>>>;

fn repository(name: &str) -> PathBuf {
    // This module is compiled in two packages: `tests/fuzz` and `crates/cli`, which contains the
    // integration tests. Both are two folders below the root of the repository.
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(name)
}

/// Returns the lines of a file. Each line is one input.
fn lines_of(name: &str) -> Samples {
    Ok(fs::read_to_string(repository(name))?
        .lines()
        .map(|line| line.as_bytes().to_vec())
        .collect())
}

/// Returns the contents of the files in a folder, in the order of the file names.
fn files(folder: &str) -> Samples {
    let entries = fs::read_dir(repository(folder))?;
    let mut paths = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    paths.into_iter().map(fs::read).collect()
}

/// Returns the contents of the files in a folder, or nothing if the folder does not exist.
fn of_folder(folder: &str) -> Samples {
    match files(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        found => found,
    }
}

/// Returns the inputs that earlier runs have found for a target, or nothing before the first run.
pub fn found(target: &str) -> Samples {
    of_folder(&format!("tests/fuzz/seeds/found/{target}"))
}

/// Returns the words of a target's dictionary, which libFuzzer inserts into inputs. Each line of
/// the file is a word in quotes, in which `\xAB` stands for a byte.
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

/// Returns boards in the forms in which people write them.
pub fn written() -> Samples {
    let file = fs::read_to_string(repository("tests/boards-as-written.json"))?;
    let entries: Vec<serde_json::Value> = serde_json::from_str(&file)?;
    Ok(entries
        .iter()
        .filter_map(|entry| Some(entry["text"].as_str()?.as_bytes().to_vec()))
        .collect())
}

/// Returns the inputs for a target in the folder `seeds`: the lines of the target's file, or the
/// files in its folder, or nothing if neither exists.
pub fn seeds(target: &str) -> Samples {
    let name = format!("tests/fuzz/seeds/{target}");
    if repository(&format!("{name}.txt")).exists() {
        lines_of(&format!("{name}.txt"))
    } else {
        of_folder(&name)
    }
}

/// Returns no inputs. For targets that need only the inputs in the folder `seeds`.
pub fn none() -> Samples {
    Ok(Vec::new())
}

/// Returns the collections of partitions that are part of the program.
pub fn collections() -> Samples {
    files("crates/pdb/data/collections")
}

/// Returns the published block puzzles. Each puzzle is one input.
pub fn blocks() -> Samples {
    let published = fifteen_data::BLOCKS
        .split("\n## ")
        .skip(1)
        .map(|puzzle| format!("## {puzzle}").into_bytes());
    Ok(published.collect())
}

/// Returns the golden tables of the crate `fifteen-pdb`, which are small tables for 3x3 boards.
pub fn tables() -> Samples {
    files("crates/pdb/tests/golden")
}

/// Returns the golden tables, compressed in one zstd frame and in several.
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
