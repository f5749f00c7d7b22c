//! [`Pages`]: the memory pages of tables, and the moment at which large ones are worth their copy.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use fifteen_pdb::Table;
use fifteen_pdb::file::TableBytes;
use fifteen_pdb::system_memory;

use super::heuristic::LoadedHeuristic;

/// Tables from this length on are copied: a large page.
const LEAST: usize = 2 << 20;
/// The copy may take this part of the memory that is available.
const PART: u64 = 4;
/// Searches that have taken a second for each of these bytes, mostly go on until the copy has paid.
const BYTES_A_SECOND: u64 = 100_000_000;

/// The memory pages of mapped tables. Large ones take a copy of the tables in memory, and on Linux alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pages {
    /// `auto`: those of the files at first. Searches that take longer than a second for each 100 MB of tables have
    /// these copied by another thread while they go on, if they fit into a quarter of the memory that is available.
    Auto,
    /// `file`: always those of the files.
    #[default]
    File,
    /// `huge`: large pages before the first search.
    Huge,
}

/// No choice of pages has that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected auto, file or huge, found '{found}'")]
pub struct PagesError {
    found: String,
}

impl fmt::Display for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::File => "file",
            Self::Huge => "huge",
        })
    }
}

impl FromStr for Pages {
    type Err = PagesError;

    fn from_str(text: &str) -> Result<Self, PagesError> {
        let all = [Self::Auto, Self::File, Self::Huge];
        let found = || PagesError { found: text.chars().take(40).collect() };
        all.into_iter().find(|pages| pages.to_string().eq_ignore_ascii_case(text)).ok_or_else(found)
    }
}

/// The pages of a solver's tables, and the time of its searches.
#[derive(Debug, Default)]
pub(super) struct TablePages {
    choice: Pages,
    /// The time of searches from which on a copy is worthwhile.
    worthwhile: Duration,
    /// Microseconds of searches that are over.
    searched: AtomicU64,
    /// A copy was made, or is being made.
    asked: AtomicBool,
    /// Bytes in large pages.
    large: AtomicU64,
}

impl TablePages {
    /// The pages of the tables of a heuristic; copies them at once if that was chosen.
    pub(super) fn new(choice: Pages, heuristic: &LoadedHeuristic) -> Self {
        let bytes: u64 = large_tables(heuristic).iter().map(|table| table.storage().as_ref().len() as u64).sum();
        let worthwhile = Duration::from_secs_f64(bytes as f64 / BYTES_A_SECOND as f64);
        let choice = if bytes == 0 { Pages::File } else { choice };
        let pages = Self { choice, worthwhile, ..Self::default() };
        if choice == Pages::Huge {
            pages.large.store(copy(heuristic), Ordering::Relaxed);
        }
        pages
    }

    /// Bytes of tables in large pages.
    pub(super) fn large(&self) -> u64 {
        self.large.load(Ordering::Relaxed)
    }

    /// Takes note of a search that is over.
    pub(super) fn searched(&self, time: Duration) {
        self.searched.fetch_add(time.as_micros() as u64, Ordering::Relaxed);
    }

    /// Has the tables copied, by another thread, if this search and those before it have taken long enough. `search`:
    /// the time of this search.
    pub(super) fn check(self: &Arc<Self>, heuristic: &Arc<LoadedHeuristic>, search: Duration) {
        let all = search + Duration::from_micros(self.searched.load(Ordering::Relaxed));
        if self.choice != Pages::Auto || all < self.worthwhile || self.asked.swap(true, Ordering::Relaxed) {
            return;
        }
        let (pages, heuristic) = (Arc::clone(self), Arc::clone(heuristic));
        // Without a thread, the pages stay as they are.
        let _ = thread::Builder::new().spawn(move || pages.large.store(copy(&heuristic), Ordering::Relaxed));
    }
}

/// The mapped tables of a heuristic that fill large pages, each once.
fn large_tables(heuristic: &LoadedHeuristic) -> Vec<&Table<TableBytes>> {
    let mut tables = heuristic.heuristic.tables();
    tables.retain(|table| matches!(table.storage(), TableBytes::Mapped(_)) && table.storage().as_ref().len() >= LEAST);
    tables.sort_by_key(|table| std::ptr::from_ref(*table).addr());
    tables.dedup_by_key(|table| std::ptr::from_ref(*table).addr());
    tables
}

/// Copies the tables of a heuristic into large pages: the number of bytes.
fn copy(heuristic: &LoadedHeuristic) -> u64 {
    let tables = large_tables(heuristic);
    let length = |table: &&Table<TableBytes>| table.storage().as_ref().len() as u64;
    let bytes: u64 = tables.iter().map(length).sum();
    if system_memory::available().is_none_or(|available| available / PART < bytes) {
        return 0;
    }
    tables.iter().filter(|table| table.storage().use_large_pages().is_ok()).map(length).sum()
}
