//! [`TableBuilder`], the entry point for building tables.

use std::ops::ControlFlow;

use fifteen_resources::{Threads, run_in_pool};
use rayon::prelude::*;

use super::{BuildError, BuildProgress, OnProgress, build_additive, build_zero_aware};
use crate::{Partition, Pattern, Table, TableKind, distinct_patterns};

/// Builds pattern databases in memory.
///
/// By default, tables are zero-aware and builds use all cores. The result does not depend on the
/// number of threads or on the machine.
///
/// ```
/// use fifteen_pdb::{Partition, TableBuilder, TableKind};
/// use fifteen_puzzle::{Goal, Size};
///
/// let goal = Goal::Last.board(Size::new(3, 3)?)?;
/// let partition = Partition::parse("1-4/5-8", &goal)?;
/// let tables = TableBuilder::new().kind(TableKind::Additive).build_partition(&partition)?;
/// assert_eq!(tables.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct TableBuilder<'a> {
    kind: TableKind,
    threads: Threads,
    on_progress: Option<Box<dyn FnMut(BuildProgress) -> ControlFlow<()> + Send + 'a>>,
}

impl<'a> TableBuilder<'a> {
    /// Creates a builder with the default settings: zero-aware tables, built on all cores.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the kind of the tables. The default is [zero-aware](TableKind::ZeroAware).
    #[must_use]
    pub fn kind(mut self, kind: TableKind) -> Self {
        self.kind = kind;
        self
    }

    /// Sets the number of threads. The default is the number of cores.
    #[must_use]
    pub fn threads(mut self, threads: Threads) -> Self {
        self.threads = threads;
        self
    }

    /// Sets a callback that receives the progress several times per level of the breadth-first
    /// search.
    ///
    /// If the callback returns `Break`, the build stops and returns [`BuildError::Interrupted`].
    #[must_use]
    pub fn on_progress(
        mut self,
        on_progress: impl FnMut(BuildProgress) -> ControlFlow<()> + Send + 'a,
    ) -> Self {
        self.on_progress = Some(Box::new(on_progress));
        self
    }

    /// Builds the table for a pattern. The table is for the [canonical](Pattern::canonical) form of
    /// the pattern, which is its image under a symmetry of the board.
    ///
    /// [`requirements`](crate::requirements) estimates the memory that the build needs.
    ///
    /// # Errors
    /// Returns [`BuildError`] if memory allocation fails, threads cannot be started, `on_progress`
    /// stops the build, or a distance is too large for the file format.
    pub fn build(&mut self, pattern: &Pattern) -> Result<Table, BuildError> {
        let kind = self.kind;
        let mut keep_going = |_| ControlFlow::Continue(());
        let on_progress: OnProgress<'_> = match &mut self.on_progress {
            Some(on_progress) => on_progress,
            None => &mut keep_going,
        };
        run_in_pool(self.threads, || build_table(pattern, kind, on_progress))?
    }

    /// Builds the tables for all patterns of a partition. Patterns that are reflections of each
    /// other share a table.
    ///
    /// # Errors
    /// Returns [`BuildError`] if memory allocation fails, threads cannot be started, `on_progress`
    /// stops the build, or a distance is too large for the file format.
    pub fn build_partition(&mut self, partition: &Partition) -> Result<Vec<Table>, BuildError> {
        distinct_patterns([partition])
            .iter()
            .map(|pattern| self.build(pattern))
            .collect()
    }

    /// Builds several tables in parallel. This is faster for small tables, because the build of a
    /// single small table cannot keep all threads busy. Progress is not reported.
    ///
    /// Each build calls `keep_going` several times per level of its breadth-first search, and stops
    /// if the result is `Break`.
    ///
    /// All builds run at the same time, so their memory requirements add up.
    ///
    /// # Errors
    /// Returns [`BuildError`] if memory allocation fails, threads cannot be started, `keep_going`
    /// stops the build, or a distance is too large for the file format.
    pub fn build_together(
        &self,
        patterns: &[Pattern],
        keep_going: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Result<Vec<Table>, BuildError> {
        let kind = self.kind;
        run_in_pool(self.threads, || {
            patterns
                .par_iter()
                .map(|pattern| build_table(pattern, kind, &mut |_| keep_going()))
                .collect()
        })?
    }
}

/// Builds a table with the threads of the current Rayon pool.
fn build_table(
    pattern: &Pattern,
    kind: TableKind,
    on_progress: OnProgress<'_>,
) -> Result<Table, BuildError> {
    let (canonical, _) = pattern.canonical();
    match kind {
        TableKind::ZeroAware => build_zero_aware(canonical, on_progress),
        TableKind::Additive => build_additive(canonical, on_progress),
    }
}
