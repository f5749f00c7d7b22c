//! [`TableStore`]: tables in memory, for programs that have no files.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::SharedTable;

/// Tables in memory, which are found before those of files. Tables that a solver has to build in memory are kept here.
#[derive(Debug, Default)]
pub struct TableStore {
    tables: Mutex<Vec<SharedTable>>,
}

impl TableStore {
    /// Adds a table; its entries are not verified.
    pub fn add(&self, table: SharedTable) {
        self.lock().push(table);
    }

    /// The tables, in the order in which they came.
    pub fn tables(&self) -> Vec<SharedTable> {
        self.lock().clone()
    }

    /// A panic cannot leave the list half-changed.
    fn lock(&self) -> MutexGuard<'_, Vec<SharedTable>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
