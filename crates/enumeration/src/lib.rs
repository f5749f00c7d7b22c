//! Counting the states at each depth of a whole board, breadth-first from the goal, in both metrics.
//!
//! An [`Enumeration`] counts by one of two [`Method`]s, with [`Options`] and limits, and returns [`Counts`]. *Planes*
//! have one or two bits for each state of the board, so they need the same memory from the first depth to the last: 30
//! MB for 4x3 and 5.5 GB for 7x2 in the single-tile metric, twice as much in the multi-tile metric. *Layers* hold the
//! last two layers only, in one to three bytes a state, and go as deep as memory allows. With both, counts depend on
//! neither the machine nor the number of threads. Only the size, the blank's cell in the goal and the metric matter:
//! other goals rename the tiles.
//!
//! ```
//! use std::ops::ControlFlow;
//! use fifteen_puzzle::{Goal, Metric, Size};
//! use fifteen_enumeration::{Enumeration, Options};
//!
//! let goal = Goal::Last.board(Size::new(3, 3)?)?;
//! let enumeration = Enumeration::new(&goal, Metric::MultiTile);
//! let counted = enumeration.count(&Options::default(), &mut |_| ControlFlow::Continue(()))?;
//! assert_eq!(counted.counts[..4], [1, 4, 8, 16]);
//! assert_eq!(counted.counts.len() - 1, 24);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board_layers;
mod engine;
mod geometry;
mod layers;
mod planes;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::ControlFlow;

use fifteen_puzzle::{Board, Metric};

pub use self::board_layers::BoardLayers;
use self::engine::Engine;
use self::geometry::Geometry;
use fifteen_search::{LimitKind, Limits, Status};

/// The largest planes, in bytes, that are chosen without a memory limit.
const DEFAULT_MEMORY: u64 = 1_000_000_000;

/// A board whose states are to be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Enumeration {
    geometry: Geometry,
    grain: u64,
}

/// A method of counting states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// On planes of bits, one for each state of the board.
    Planes,
    /// Layer by layer, the last two in memory.
    Layers,
}

/// Options and limits; the default counts all states on one thread.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Options {
    /// The method; by default planes if [`Limits::memory`] has room for them, else layers.
    pub method: Option<Method>,
    /// Threads to work with, at least one.
    pub threads: usize,
    /// [`Limits::nodes`] limits the number of states found, [`Limits::depth`] the depths counted, [`Limits::memory`]
    /// the bytes of planes or layers; each thread needs some megabytes more.
    pub limits: Limits,
}

/// An event during a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A depth is complete.
    Depth {
        /// The depth, from 0.
        depth: u32,
        /// Its states.
        states: u64,
    },
    /// A depth is in progress.
    Working {
        /// The depth.
        depth: u32,
        /// States found so far, those of all depths before included.
        states: u64,
        /// Bytes that planes or layers take.
        bytes: u64,
    },
}

/// Receives the events; `Break` stops the count with [`LimitKind::Interrupted`].
pub type OnEvent<'a> = &'a mut (dyn FnMut(Event) -> ControlFlow<()> + Send);

/// The states at each depth.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Number of states whose distance from the goal is the index; only complete depths.
    pub counts: Vec<u64>,
    /// [`Status::Exhausted`] if these are all states, else the limit.
    pub status: Status,
    /// The largest number of bytes of planes or layers.
    pub peak_bytes: u64,
    /// If memory was the limit, the bytes that the next depth needs: for planes exactly, for layers an estimate from
    /// below.
    pub needed_bytes: Option<u64>,
}

/// Nothing was counted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EnumerationError {
    /// The system refused the memory.
    #[error("{0}; set a memory limit below that, or free some memory")]
    OutOfMemory(#[from] fifteen_pdb::AllocationError),
    /// The threads could not be started.
    #[error(transparent)]
    Threads(#[from] fifteen_pdb::ThreadsError),
}

impl Enumeration {
    /// The states that can reach a goal, of which only the size and the blank's cell matter.
    pub fn new(goal: &Board, metric: Metric) -> Self {
        Self { geometry: Geometry::new(goal.size(), goal.blank(), metric), grain: layers::GRAIN }
    }

    /// Number of states: half of the orders of all tiles and the blank.
    pub fn states(&self) -> u128 {
        (3..=self.geometry.size.cells() as u128).product()
    }

    /// Bytes of planes at any depth; `u64::MAX` stands for more than that.
    pub fn planes_bytes(&self) -> u64 {
        planes::memory(self.geometry.wide())
    }

    /// The method for a memory limit in bytes; without one, planes take at most 1,000,000,000 bytes.
    pub fn method(&self, memory: Option<u64>) -> Method {
        if self.planes_bytes() <= memory.unwrap_or(DEFAULT_MEMORY) { Method::Planes } else { Method::Layers }
    }

    /// Counts depth by depth until all states are counted or a limit is met.
    ///
    /// # Errors
    /// If the system refuses memory or threads. Limits are no errors: see [`Counts::status`].
    pub fn count(&self, options: &Options, on: OnEvent<'_>) -> Result<Counts, EnumerationError> {
        let limits = &options.limits;
        let method = options.method.unwrap_or_else(|| self.method(limits.memory));
        let mut counts = Counts { counts: Vec::new(), status: Status::Exhausted, peak_bytes: 0, needed_bytes: None };
        let planes = self.planes_bytes();
        if method == Method::Planes && limits.memory.is_some_and(|memory| planes > memory) {
            counts.status = Status::Limit(LimitKind::Memory);
            counts.needed_bytes = Some(planes);
            return Ok(counts);
        }
        fifteen_pdb::thread_pool(options.threads)?.install(|| {
            let mut engine = match method {
                Method::Planes => planes::engine(self.geometry.wide())?,
                Method::Layers => layers::engine(self.geometry.for_layers(), limits.memory, self.grain),
            };
            if let Err(kind) = self.go(&mut *engine, limits, &mut counts, on) {
                counts.status = Status::Limit(kind);
                let foreseen = Some(engine.needed()).filter(|_| kind == LimitKind::Memory);
                counts.needed_bytes = foreseen.filter(|&needed| limits.memory.is_none_or(|memory| needed > memory));
            }
            Ok(counts)
        })
    }

    fn go(
        &self,
        engine: &mut dyn Engine,
        limits: &Limits,
        done: &mut Counts,
        on: OnEvent<'_>,
    ) -> Result<(), LimitKind> {
        limits.check(0)?;
        let (mut found, mut depth, mut states) = (1, 0, 1);
        while found > 0 {
            done.counts.push(found);
            go_on(on(Event::Depth { depth, states: found }))?;
            if u128::from(states) == self.states() {
                break;
            }
            depth += 1;
            if limits.forbids(depth) {
                return Err(LimitKind::Depth);
            }
            found = engine.deepen(&mut |found, bytes| {
                done.peak_bytes = done.peak_bytes.max(bytes);
                go_on(on(Event::Working { depth, states: states + found, bytes }))?;
                // The limit is on states found; there is at least the goal.
                limits.check(states + found - 1).map(|_| ())
            })?;
            states += found;
        }
        Ok(())
    }
}

fn go_on(answer: ControlFlow<()>) -> Result<(), LimitKind> {
    match answer {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(LimitKind::Interrupted),
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Planes => "planes",
            Self::Layers => "layers",
        })
    }
}
