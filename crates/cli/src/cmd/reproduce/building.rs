//! Tables built on the spot, so that what is checked does not depend on what is there.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use fifteen_solver::pdb::{self, BuildError, Built, Pattern, file};
use fifteen_solver::{Goal, HeuristicSpec, Size, Solver, TableKind};

use super::Scope;
use super::check::Checks;
use crate::exit::Failure;
use crate::terminal::interrupt;

/// A table built now, with a bar; none after Ctrl-C, or if it is not done by `end`.
pub(super) fn table(
    pattern: &Pattern,
    kind: TableKind,
    end: Option<Instant>,
    scope: &Scope,
    checks: &Checks,
) -> Result<Option<Built>, Failure> {
    let bar = checks.ui.bar(format_args!("tiles {pattern}"), None).with_message("entries");
    let built = pdb::build(pattern, kind, scope.threads, &mut |progress: pdb::Progress| {
        bar.set_length(progress.total);
        bar.set_position(progress.entries);
        let late = end.is_some_and(|end| Instant::now() > end);
        if late || interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    match built {
        Ok(built) => Ok(Some(built)),
        Err(BuildError::Interrupted) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The tables of a partition in a temporary folder, which goes when they are no longer needed.
pub(super) struct Tables {
    folder: PathBuf,
    kind: TableKind,
}

impl Tables {
    /// None so far.
    pub(super) fn new(kind: TableKind) -> Result<Self, Failure> {
        let folder = std::env::temp_dir().join(format!("fifteen-reproduce-{}", std::process::id()));
        file::prepare_folder(&folder)?;
        Ok(Self { folder, kind })
    }

    pub(super) fn add(&self, built: &Built) -> Result<(), Failure> {
        Ok(file::save(built, &self.folder.join(file::file_name(built.header().pattern(), self.kind)))?)
    }

    /// A solver with the tables of a partition, looked up for the reflected board too.
    pub(super) fn solver(&self, partition: &str, size: Size, goal: Goal) -> Result<Solver, Failure> {
        let heuristic = HeuristicSpec::Partition { partition: partition.to_owned(), kind: self.kind, reflection: true };
        Ok(Solver::builder().goal(goal).heuristic(heuristic).tables(&self.folder).open(size)?)
    }
}

impl Drop for Tables {
    fn drop(&mut self) {
        // What cannot be removed is left to the system, as all else in its temporary folder.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
