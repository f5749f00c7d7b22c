//! Archives whose bytes depend on nothing but names and contents.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::{Compression, GzBuilder};
use zip::write::SimpleFileOptions;

use crate::Result;

/// A path in an archive, with `/`, and the file that is packed under it.
type Entry = (String, PathBuf);

/// All files below a folder, sorted, under a name for the folder.
pub(super) fn below(folder: &Path, name: &str) -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let inner = format!("{name}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            entries.extend(below(&entry.path(), &inner)?);
        } else {
            entries.push((inner, entry.path()));
        }
    }
    entries.sort();
    Ok(entries)
}

/// Writes a `.zip` or a `.tar.gz`, of which all files have the same owner and the same time.
pub(super) fn pack(out: &Path, mut entries: Vec<Entry>) -> Result<()> {
    entries.sort();
    let file = File::create(out)?;
    if out.extension().is_some_and(|ending| ending == "zip") {
        let mut zip = zip::ZipWriter::new(file);
        // 1980-01-01, the first time that there is.
        let options = SimpleFileOptions::default().last_modified_time(zip::DateTime::default());
        for (name, file) in entries {
            let mode = if name.ends_with(".exe") { 0o755 } else { 0o644 };
            zip.start_file(name, options.unix_permissions(mode).compression_level(Some(9)))?;
            zip.write_all(&fs::read(file)?)?;
        }
        zip.finish()?;
    } else {
        let mut tar = tar::Builder::new(GzBuilder::new().mtime(0).write(file, Compression::best()));
        tar.mode(tar::HeaderMode::Deterministic);
        for (name, file) in entries {
            tar.append_path_with_name(file, name)?;
        }
        tar.into_inner()?.finish()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_depend_on_names_and_contents_alone() {
        let folder = tempfile::tempdir().unwrap();
        for ending in ["zip", "tar.gz"] {
            let packed = [(1, "solve"), (2, "solve"), (3, "serve")].map(|(number, content)| {
                let inner = folder.path().join(format!("{number}.{ending}"));
                fs::create_dir_all(inner.join("man")).unwrap();
                for name in if number == 1 { ["b", "man/a"] } else { ["man/a", "b"] } {
                    fs::write(inner.join(name), content).unwrap();
                    let time = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000 * number);
                    File::options().write(true).open(inner.join(name)).unwrap().set_modified(time).unwrap();
                }
                let out = folder.path().join(format!("out.{ending}"));
                pack(&out, below(&inner, "fifteen-1").unwrap()).unwrap();
                fs::read(out).unwrap()
            });
            assert_eq!(packed[0], packed[1], "{ending}");
            assert_ne!(packed[0], packed[2], "{ending}");
        }
    }
}
