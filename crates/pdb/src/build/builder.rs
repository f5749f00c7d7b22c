//! [`TableBuilder`], the entry point for building tables.

use std::ops::ControlFlow;

use fifteen_resources::{Threads, run_in_pool};
use rayon::prelude::*;

use super::{BuildError, BuildProgress, OnProgress, build_additive, build_zero_aware};
use crate::{Partition, Pattern, Table, TableKind, distinct_patterns};

/// Builds tables in memory.
///
/// By default, tables are zero-aware and all cores work on them. A table never depends on the
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
    /// Returns a builder of zero-aware tables on all cores.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the kind of the tables, which is zero-aware by default.
    #[must_use]
    pub fn kind(mut self, kind: TableKind) -> Self {
        self.kind = kind;
        self
    }

    /// Sets the number of threads, which is by default the number of cores.
    #[must_use]
    pub fn threads(mut self, threads: Threads) -> Self {
        self.threads = threads;
        self
    }

    /// Sets a function that is called with the progress several times for each level of the search.
    ///
    /// If it returns `Break`, the build stops and returns [`BuildError::Interrupted`].
    #[must_use]
    pub fn on_progress(
        mut self,
        on_progress: impl FnMut(BuildProgress) -> ControlFlow<()> + Send + 'a,
    ) -> Self {
        self.on_progress = Some(Box::new(on_progress));
        self
    }

    /// Builds the table that serves a pattern: the table of its [canonical](Pattern::canonical)
    /// pattern.
    ///
    /// [`requirements`](crate::requirements) says how much memory that takes.
    ///
    /// # Errors
    /// Returns [`BuildError`] if the system refuses memory or threads, if `on_progress` stops the
    /// build, or if the distances are too large for the file format.
    pub fn build(&mut self, pattern: &Pattern) -> Result<Table, BuildError> {
        let kind = self.kind;
        let mut keep_going = |_| ControlFlow::Continue(());
        let on_progress: OnProgress<'_> = match &mut self.on_progress {
            Some(on_progress) => on_progress,
            None => &mut keep_going,
        };
        run_in_pool(self.threads, || build_table(pattern, kind, on_progress))?
    }

    /// Builds the tables that a partition needs, one after the other. Two patterns that are
    /// reflections of each other share a table.
    ///
    /// # Errors
    /// Returns [`BuildError`] for the same reasons as [`build`](Self::build).
    pub fn build_partition(&mut self, partition: &Partition) -> Result<Vec<Table>, BuildError> {
        distinct_patterns([partition])
            .iter()
            .map(|pattern| self.build(pattern))
            .collect()
    }

    /// Builds several small tables at the same time, because a small table does not keep all
    /// threads busy. Progress is not reported.
    ///
    /// The memory of all these builds is needed at once.
    ///
    /// # Errors
    /// Returns [`BuildError`] for the same reasons as [`build`](Self::build).
    pub fn build_together(&self, patterns: &[Pattern]) -> Result<Vec<Table>, BuildError> {
        let kind = self.kind;
        run_in_pool(self.threads, || {
            patterns
                .par_iter()
                .map(|pattern| build_table(pattern, kind, &mut |_| ControlFlow::Continue(())))
                .collect()
        })?
    }
}

/// Builds a table on the threads of the current thread pool.
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
