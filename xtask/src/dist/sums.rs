//! `SHA256SUMS`, in the form that `sha256sum --check` reads.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::Result;

const NAME: &str = "SHA256SUMS";

/// The SHA-256 of a file in hexadecimal.
pub(super) fn of(file: &Path) -> Result<String> {
    let content = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Removes the files that an earlier run listed: those of another version would be listed again.
pub(super) fn remove_listed(folder: &Path) -> Result<()> {
    let list = folder.join(NAME);
    if !list.exists() {
        return Ok(());
    }
    for line in fs::read_to_string(&list)?.lines() {
        let name = line.split_once("  ").map_or(line, |(_, name)| name);
        let file = folder.join(name);
        // A list that names another folder is not ours.
        if !name.contains(['/', '\\']) && file.is_file() {
            fs::remove_file(file)?;
        }
    }
    Ok(fs::remove_file(list)?)
}

/// Writes the sums of all files of a folder, sorted by name.
pub(super) fn write(folder: &Path) -> Result<()> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_file() && name != NAME {
            files.push((name, entry.path()));
        }
    }
    files.sort();
    let mut text = String::new();
    for (name, path) in files {
        writeln!(text, "{}  {name}", of(&path)?)?;
    }
    Ok(fs::write(folder.join(NAME), text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_an_earlier_run_are_removed_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("dist");
        fs::create_dir(&inner).unwrap();
        for name in ["fifteen-1.deb", "notes", "../outside"] {
            fs::write(inner.join(name), "").unwrap();
        }
        fs::write(inner.join(NAME), "00  fifteen-1.deb\n00  ../outside\n").unwrap();
        remove_listed(&inner).unwrap();
        remove_listed(&inner).unwrap();
        let exists = |name: &str| inner.join(name).exists();
        assert_eq!(["fifteen-1.deb", NAME, "notes", "../outside"].map(exists), [false, false, true, true]);
    }

    #[test]
    fn sums_are_those_of_sha256sum() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("b"), "abc").unwrap();
        fs::write(folder.path().join("a"), "").unwrap();
        for _ in 0..2 {
            write(folder.path()).unwrap();
            assert_eq!(
                fs::read_to_string(folder.path().join(NAME)).unwrap(),
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n\
                 ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b\n"
            );
        }
    }
}
