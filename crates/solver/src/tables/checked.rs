//! Tables that are opened for a search: their digests are checked, those of large files once for each file.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::Duration;

use fifteen_pdb::Table;
use fifteen_pdb::file::FileError;

use super::TableError;
use super::locations::user_cache;

/// The most bytes of entries that are read at every opening of a mapped table: those of 6-6-3 take 0.8 ms, but those of
/// 9-15 would take 4 ms of the 8 ms in which an easy board is solved.
const SMALL: usize = 4_000_000;

/// A file changed so recently may change again at what its file system calls the same time, so it is not remembered.
const RECENT: Duration = Duration::from_secs(3);

/// The tables whose digests are checked when they are opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Digests {
    /// None: nothing is searched with them.
    Unchecked,
    /// All but those that are large, mapped, and were checked before in the same state.
    Once,
    /// All.
    Always,
}

/// Refuses a table whose entries do not match their digest.
///
/// For a large mapped table that was checked, the cache folder of the user has an empty file named after it.
///
/// # Errors
/// [`TableError::Damaged`].
pub(super) fn require_sound(
    table: &Table,
    path: &Path,
    digests: Digests,
) -> Result<(), TableError> {
    let is_large = table.is_mapped() && table.payload().len() > SMALL;
    let mark = if is_large {
        mark(table, path, user_cache())
    } else {
        None
    };
    require_marked(table, path, digests, mark)
}

fn require_marked(
    table: &Table,
    path: &Path,
    digests: Digests,
    mark: Option<PathBuf>,
) -> Result<(), TableError> {
    let is_marked = || mark.as_ref().is_some_and(|mark| mark.is_file());
    if digests == Digests::Unchecked || digests == Digests::Once && is_marked() {
        return Ok(());
    }
    table.verify_digest().map_err(|error| {
        TableError::Damaged(FileError::Entries {
            path: path.to_owned(),
            error,
        })
    })?;
    if let Some(mark) = mark {
        // Without a folder that can be written to, the table is checked once more the next time.
        let made = mark.parent().map(fs::create_dir_all);
        let _ = made.map(|_| fs::write(&mark, []));
    }
    Ok(())
}

/// The file that stands for a checked table: its name is a digest of the table's path, state and digest. `None` where
/// nothing can be remembered.
fn mark(table: &Table, path: &Path, cache: Option<PathBuf>) -> Option<PathBuf> {
    let metadata = fs::metadata(path).ok()?;
    let changed = metadata.modified().ok()?;
    let is_recent = changed.elapsed().map_or(true, |age| age < RECENT);
    if is_recent {
        return None;
    }
    let state = (
        path.canonicalize().ok()?,
        metadata.len(),
        changed,
        of_system(&metadata),
        table.header().digest(),
    );
    Some(
        cache?.join("checked").join(
            blake3::hash(format!("{state:?}").as_bytes())
                .to_hex()
                .as_str(),
        ),
    )
}

/// Further marks of a file, by which one that took its place is told: on Unix its device, number, and the time of any
/// change, which no program can set.
fn of_system(metadata: &Metadata) -> [u64; 4] {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let time = [metadata.ctime(), metadata.ctime_nsec()].map(|time| time as u64);
        [metadata.dev(), metadata.ino(), time[0], time[1]]
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        [0; 4]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::files;
    use fifteen_pdb::{TableBuilder, shipped_patterns};
    use std::time::SystemTime;

    #[test]
    fn a_file_is_checked_once_and_again_when_it_has_changed() {
        let folder = tempfile::tempdir().unwrap();
        let (path, cache) = (folder.path().join("table.pdb"), folder.path().join("cache"));
        let pattern = &shipped_patterns("3x2".parse().unwrap())[0];
        let table = TableBuilder::new().build(pattern).unwrap();
        fifteen_pdb::file::save(&table, &path, None).unwrap();
        let sound = fs::read(&path).unwrap();
        let damaged: Vec<u8> = sound
            .iter()
            .enumerate()
            .map(|(at, byte)| byte ^ u8::from(at + 1 == sound.len()))
            .collect();
        let age = |seconds| {
            let file = fs::File::options().write(true).open(&path).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(seconds))
                .unwrap();
        };
        // The error of opening the table, and the number of files that are remembered.
        let open = |digests| {
            let table = files().open(&path).unwrap();
            let mark = mark(&table, &path, Some(cache.clone()));
            let error = require_marked(&table, &path, digests, mark)
                .err()
                .map(|error| error.to_string());
            (
                error,
                fs::read_dir(cache.join("checked")).map_or(0, Iterator::count),
            )
        };
        assert_eq!(
            open(Digests::Once),
            (None, 0),
            "the file is too new to be remembered"
        );
        age(60);
        assert_eq!(
            [open(Digests::Once), open(Digests::Once)],
            [(None, 1), (None, 1)]
        );
        fs::write(&path, &damaged).unwrap();
        age(50);
        let (error, marks) = open(Digests::Once);
        assert!(
            error
                .unwrap()
                .contains("table.pdb: the table's entries are damaged")
                && marks == 1
        );
        // A file in the state of one that was remembered is taken for it, unless all are to be checked.
        let mark = mark(&files().open(&path).unwrap(), &path, Some(cache.clone())).unwrap();
        fs::write(mark, []).unwrap();
        assert!(open(Digests::Once).0.is_none() && open(Digests::Always).0.is_some());
    }
}
