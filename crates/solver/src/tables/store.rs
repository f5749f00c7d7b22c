//! [`TableStore`]: tables in memory, for programs that have no files.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fifteen_pdb::file::{TableBytes, file_name};
use fifteen_pdb::{OpenError, Table};

use super::{SharedTable, TableFile, TableListing};

/// Tables in memory, which are found before those of files. Tables that a solver has to build in memory are kept here.
#[derive(Debug, Default)]
pub struct TableStore {
    tables: Mutex<Vec<SharedTable>>,
}

impl TableStore {
    /// Adds the table that a file would hold, given its bytes; the entries are not verified.
    ///
    /// # Errors
    /// If the bytes are no table.
    pub fn add(&self, bytes: Vec<u8>) -> Result<SharedTable, OpenError> {
        let table = Arc::new(Table::open(TableBytes::Owned(bytes))?);
        self.insert(Arc::clone(&table));
        Ok(table)
    }

    /// The tables, in the order in which they came.
    pub fn tables(&self) -> Vec<SharedTable> {
        self.lock().clone()
    }

    pub(crate) fn insert(&self, table: SharedTable) {
        self.lock().push(table);
    }

    /// The tables as a folder would list them, and the tables themselves in the same order.
    pub(super) fn listing(&self) -> (TableListing, Vec<SharedTable>) {
        let tables = self.tables();
        let file = |table: &SharedTable| {
            let header = table.header().clone();
            TableFile { path: PathBuf::from(file_name(header.pattern(), header.kind())), header }
        };
        (TableListing { tables: tables.iter().map(file).collect(), ..TableListing::default() }, tables)
    }

    /// A panic cannot leave the list half-changed.
    fn lock(&self) -> MutexGuard<'_, Vec<SharedTable>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
