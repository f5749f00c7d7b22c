//! Access to the files of tables.

use fifteen_pdb::file::TableFiles;

/// Access to the files of tables: they are mapped.
///
/// Nobody may change a table in place or cut it while it is in use. Replacing it by another file is safe.
pub fn files() -> TableFiles {
    // SAFETY: this program never changes a table in place: `fifteen_pdb::file` writes another file and renames it. That
    // no other program changes or cuts a table in use is the contract with users, stated above, in `docs/TABLES.md` and
    // in docs/RELIABILITY.md.
    unsafe { TableFiles::mapped() }
}
