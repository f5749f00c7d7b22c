//! [`Policy`]: the most that may be asked.

use std::time::Duration;

use fifteen_solver::puzzle::MAX_CELLS;
use fifteen_solver::{Limits, Request};
use serde_json::{Value, json};

use crate::parse::Failure;

/// Boards of one comparison.
pub(crate) const BOARDS: usize = 20;
/// Heuristics of one comparison.
pub(crate) const HEURISTICS: usize = 8;
/// Boards of one request for random ones.
pub(crate) const RANDOM: usize = 1000;
/// Solutions given where all are asked for.
const SOLUTIONS: usize = 1000;
/// The largest limit of depth: a depth-first search may find solutions that long.
const DEPTH: usize = 1000;
/// Cells of a block puzzle's box.
pub(crate) const BLOCK_CELLS: usize = 400;
/// Heuristics that are kept open; the least recently used one makes room.
pub(crate) const SOLVERS: usize = 16;
/// The most bytes of a heuristic that is built without tables, such as the walking distance.
pub(crate) const BUILT_BYTES: u64 = 64 << 20;
/// Maximum size of the tables of all heuristics that are kept open, in bytes; tables that are mapped from files do not
/// count.
pub(crate) const SOLVER_BYTES: u64 = 256 << 20;
/// The most bytes of the tables of the multi-tile metric while they are built: those of 4x4 take 107 MB, the largest,
/// those of 2x12, 171 MB.
pub(crate) const SLIDE_BYTES: u64 = 170 << 20;
/// Maximum size of all tables of the multi-tile metric, in bytes: those that are kept, and those that are being built.
pub(crate) const SLIDE_TABLES_BYTES: u64 = 2 * SLIDE_BYTES;

/// A limit of memory, for a search or for building tables.
pub(crate) fn of_memory(bytes: u64) -> Limits {
    Limits {
        memory: Some(bytes),
        ..Limits::default()
    }
}

/// The most that may be asked, beside the constants above.
#[derive(Debug, Clone, Copy)]
pub struct Policy {
    /// Seconds of a search.
    pub seconds: f64,
    /// Bytes of nodes and states of one search.
    pub memory_bytes: u64,
    /// Searches at a time.
    pub searches: usize,
    /// Questions that may wait.
    pub queue: usize,
    /// Bytes of a question.
    pub body_bytes: usize,
}

impl Policy {
    /// All limits, as those who ask see them.
    pub(crate) fn describe(&self) -> Value {
        json!({
            "seconds": self.seconds,
            "memory_bytes": self.memory_bytes,
            "cells": MAX_CELLS,
            "searches": self.searches,
            "queue": self.queue,
            "boards": BOARDS,
            "heuristics": HEURISTICS,
            "solutions": SOLUTIONS,
            "random": RANDOM,
            "block_cells": BLOCK_CELLS,
            "body_bytes": self.body_bytes,
        })
    }

    /// Validates a request, and refuses more solutions, or a larger depth, than a search may have here.
    /// Errors name the fields as the JSON does.
    pub(crate) fn validated(request: Request) -> Result<Request, Failure> {
        let request = request
            .validated()
            .map_err(|error| Failure::refused(error.spelled(|field| format!("'{field}'"))))?;
        let depth = request.limits.depth.map(|depth| depth as usize);
        for (name, asked, most) in [("all", request.ida.all, SOLUTIONS), ("depth", depth, DEPTH)] {
            if let Some(asked) = asked.filter(|&asked| asked > most) {
                return Err(Failure::refused(format!(
                    "'{name}' is {asked}, more than a search may have here: at most {most}"
                )));
            }
        }
        Ok(request)
    }

    /// The time of a search: `seconds` if that is within the limit, by default the limit.
    pub(crate) fn time(&self, seconds: Option<f64>) -> Result<Duration, Failure> {
        let most = Duration::try_from_secs_f64(self.seconds).unwrap_or(Duration::MAX);
        let Some(seconds) = seconds else {
            return Ok(most);
        };
        let time = Duration::try_from_secs_f64(seconds).map_err(|_| {
            Failure::refused(format!(
                "'seconds' is {}; expected a number from 0 to {}",
                json!(seconds),
                self.seconds
            ))
        })?;
        if time > most {
            return Err(Failure::refused(format!(
                "'seconds' is {}, more than a search may take here: at most {}",
                json!(seconds),
                self.seconds
            )));
        }
        Ok(time)
    }
}
