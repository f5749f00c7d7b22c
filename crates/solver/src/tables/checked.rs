//! Verifies the digests of tables that are opened for a search. A large file is verified only once,
//! because reading it takes longer than many searches.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::Duration;

use fifteen_pdb::Table;
use fifteen_pdb::file::FileError;

use super::TableError;
use super::locations::user_cache;

/// Maximum size, in bytes, of the entries of a mapped table that is verified every time it is
/// opened. Verifying tables of this size is fast enough. It takes 0.8 ms for the three tables of
/// the partition 6-6-3. Verifying the larger table of the tiles 9-15 takes 4 ms, half as long as
/// solving an easy board.
const SMALL: usize = 4_000_000;

/// Minimum age of a file that is remembered as verified. A younger file could change again without
/// a visible change of its modification time, because file systems round times.
const RECENT: Duration = Duration::from_secs(3);

/// Which tables are verified against their digests when they are opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Digests {
    /// Verify no tables, because they are not used for a search.
    Unchecked,
    /// Verify all tables, except large mapped files that were verified before and have not changed
    /// since.
    Once,
    /// Verify all tables every time.
    Always,
}

/// Checks that a table's entries match their digest.
///
/// If the table is a large mapped file, the check is recorded as an empty file in the user's cache
/// folder, so that it is not repeated.
///
/// # Errors
/// Returns [`TableError::Damaged`] if the entries do not match the digest.
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
        // If the record cannot be written, the table is verified again next time.
        let made = mark.parent().map(fs::create_dir_all);
        let _ = made.map(|_| fs::write(&mark, []));
    }
    Ok(())
}

/// Returns the path of the empty file that records a successful check, or `None` if the check
/// cannot be recorded. The file name is a hash of the table's path, metadata and digest.
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

/// Returns metadata that reveal that a file was replaced. On Unix, these are the device, the inode,
/// and the time of the last status change, which programs cannot set. On other systems, they are 0.
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
        // Returns the error from opening the table, or `None`, and the number of recorded checks.
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
        // A forged mark lets a damaged table pass verification, unless all tables are verified.
        let mark = mark(&files().open(&path).unwrap(), &path, Some(cache.clone())).unwrap();
        fs::write(mark, []).unwrap();
        assert!(open(Digests::Once).0.is_none() && open(Digests::Always).0.is_some());
    }
}
