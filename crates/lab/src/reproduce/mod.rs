//! Published figures computed again, each beside the published one.
//!
//! A [`Scope`] says how much is computed. [`reproduce`] runs through all figures and reports an [`Event`] at a time:
//! the progress of work that takes long, and a [`Check`] for each figure, with its [`Verdict`]. Nothing is read but the
//! published data: tables are built on the spot.

mod boards;
mod check;
mod fresh_tables;
mod korf;
mod puzzle24;
mod session;
mod spaces;
mod tables;

use std::error::Error;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fifteen_search::Instant;

pub use self::check::{Check, Verdict};
use self::session::{Result, Session};

/// The figures that are computed, and with what.
#[derive(Debug, Clone)]
pub struct Scope {
    /// Compute the figures that take minutes and gigabytes too.
    pub full: bool,
    /// The time for counting the nodes of Korf's boards; none for no limit.
    pub time_limit: Option<Duration>,
    /// The number of threads.
    pub threads: usize,
    /// The computation ends in an error soon after another thread sets this flag.
    pub cancel: Arc<AtomicBool>,
}

/// An event of a computation.
#[derive(Debug)]
pub enum Event<'a> {
    /// The progress of work that takes time.
    Working {
        /// The work, in a few words.
        task: &'a str,
        /// The unit of the numbers.
        unit: &'static str,
        /// The number done.
        done: u64,
        /// The final number, if it is known.
        total: Option<u64>,
    },
    /// A figure was compared, or left out.
    Checked(Check),
}

/// An early end of the computation.
#[derive(Debug, thiserror::Error)]
pub enum ReproduceError {
    /// The flag was set, or the receiver of the events asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// A figure cannot be computed: there is too little memory.
    #[error(transparent)]
    Failed(Box<dyn Error + Send + Sync>),
}

/// Computes the published figures. `report` receives the events; where it breaks, the computation ends.
///
/// # Errors
/// If the computation is interrupted, or a figure cannot be computed.
pub fn reproduce(
    scope: &Scope,
    report: &mut (dyn FnMut(Event<'_>) -> ControlFlow<()> + Send),
) -> Result<(), ReproduceError> {
    all_figures(&mut Session { scope, report }).map_err(|error| match error.downcast() {
        Ok(own) => *own,
        Err(error) => ReproduceError::Failed(error),
    })
}

fn all_figures(session: &mut Session) -> Result {
    spaces::trees(session)?;
    tables::sizes_and_histograms(session)?;
    spaces::depths(session)?;
    boards::lengths(session)?;
    let end = session.scope.time_limit.map(|limit| Instant::now() + limit);
    puzzle24::counts(session, end)?;
    korf::counts(session, end)
}
