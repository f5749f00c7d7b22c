//! Archives whose bytes depend on nothing but names, contents and one time.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use flate2::{Compression, GzBuilder};
use zip::write::SimpleFileOptions;

use crate::Result;

/// A file and its path in an archive.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    /// With `/`.
    name: String,
    file: PathBuf,
}

impl Entry {
    pub(super) fn new(name: impl Into<String>, file: impl Into<PathBuf>) -> Self {
        Self { name: name.into(), file: file.into() }
    }

    /// All files below a folder, under a name for the folder.
    pub(super) fn below(folder: &Path, name: &str) -> Result<Vec<Self>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let inner = format!("{name}/{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                entries.extend(Self::below(&entry.path(), &inner)?);
            } else {
                entries.push(Self::new(inner, entry.path()));
            }
        }
        Ok(entries)
    }

    /// The permissions: programs and scripts can be run.
    fn mode(&self) -> Result<u32> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let executable = fs::metadata(&self.file)?.permissions().mode() & 0o100 != 0;
            Ok(if executable { 0o755 } else { 0o644 })
        }
        #[cfg(not(unix))]
        Ok(if self.name.ends_with(".exe") { 0o755 } else { 0o644 })
    }
}

fn sorted(entries: &[Entry]) -> Vec<&Entry> {
    let mut sorted: Vec<_> = entries.iter().collect();
    sorted.sort();
    sorted
}

/// Writes a `.tar.gz`; all files belong to root and are from `epoch`.
pub(super) fn tar_gz(out: &Path, entries: &[Entry], epoch: u64) -> Result<()> {
    let gz = GzBuilder::new().mtime(0).write(BufWriter::new(File::create(out)?), Compression::best());
    let mut tar = tar::Builder::new(gz);
    for entry in sorted(entries) {
        let content = fs::read(&entry.file).map_err(|error| format!("{}: {error}", entry.file.display()))?;
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(entry.mode()?);
        header.set_mtime(epoch);
        header.set_uid(0);
        header.set_gid(0);
        tar.append_data(&mut header, &entry.name, &*content)?;
    }
    Ok(tar.into_inner()?.finish()?.flush()?)
}

/// Writes a `.zip`; all files are from `epoch`.
pub(super) fn zip(out: &Path, entries: &[Entry], epoch: u64) -> Result<()> {
    let time = jiff::Timestamp::from_second(epoch.try_into()?)?.to_zoned(jiff::tz::TimeZone::UTC);
    let part = |value: i8| u8::try_from(value);
    let time = zip::DateTime::from_date_and_time(
        u16::try_from(time.year())?,
        part(time.month())?,
        part(time.day())?,
        part(time.hour())?,
        part(time.minute())?,
        part(time.second())?,
    )?;
    let mut zip = zip::ZipWriter::new(BufWriter::new(File::create(out)?));
    for entry in sorted(entries) {
        let options = SimpleFileOptions::default().last_modified_time(time).unix_permissions(entry.mode()?);
        zip.start_file(&*entry.name, options.compression_level(Some(9)))?;
        zip.write_all(&fs::read(&entry.file).map_err(|error| format!("{}: {error}", entry.file.display()))?)?;
    }
    Ok(zip.finish()?.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same files in two folders, of different times and owners' permissions: the same bytes; another content:
    /// others.
    #[test]
    fn archives_depend_on_names_and_contents_alone() {
        let folder = tempfile::tempdir().unwrap();
        let mut results = Vec::new();
        for (number, content) in [(1, "solve"), (2, "solve"), (3, "serve")] {
            let inner = folder.path().join(number.to_string());
            fs::create_dir_all(inner.join("man")).unwrap();
            // In another order each time.
            for name in if number == 1 { ["b", "man/a"] } else { ["man/a", "b"] } {
                fs::write(inner.join(name), content).unwrap();
                let time = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000 * number);
                File::options().write(true).open(inner.join(name)).unwrap().set_modified(time).unwrap();
            }
            let mut entries = Entry::below(&inner, "fifteen-1").unwrap();
            if number == 2 {
                entries.reverse();
            }
            let out = folder.path().join("out");
            tar_gz(&out, &entries, 1_700_000_000).unwrap();
            let tar = fs::read(&out).unwrap();
            zip(&out, &entries, 1_700_000_000).unwrap();
            results.push((tar, fs::read(&out).unwrap()));
        }
        assert_eq!(results[0], results[1]);
        assert_ne!(results[0].0, results[2].0);
        assert_ne!(results[0].1, results[2].1);
        let mut read = tar::Archive::new(flate2::read::GzDecoder::new(&*results[0].0));
        let read = read.entries().unwrap().map(|entry| {
            let entry = entry.unwrap();
            (
                entry.path().unwrap().display().to_string(),
                entry.header().mtime().unwrap(),
                entry.header().uid().unwrap(),
            )
        });
        let expected = ["fifteen-1/b", "fifteen-1/man/a"].map(|name| (name.to_owned(), 1_700_000_000, 0));
        assert_eq!(read.collect::<Vec<_>>(), expected);
    }
}
