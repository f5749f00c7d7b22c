//! [`Policy`]: limits on what requests can ask for.

use std::time::Duration;

use fifteen_solver::puzzle::MAX_CELLS;
use fifteen_solver::{Limits, Request};
use serde_json::{Value, json};

use crate::parse::Failure;

/// Maximum number of boards in a comparison.
pub(crate) const BOARDS: usize = 20;
/// Maximum number of heuristics in a comparison.
pub(crate) const HEURISTICS: usize = 8;
/// Maximum number of random boards per request.
pub(crate) const RANDOM: usize = 1000;
/// Maximum number of solutions that a request can ask for.
const SOLUTIONS: usize = 1000;
/// Maximum depth limit that a request can set. It also limits the length of solutions, because a
/// depth-first search can return solutions as long as its depth limit.
const DEPTH: usize = 1000;
/// Maximum area of a sliding-block puzzle's bounding rectangle, in cells.
pub(crate) const BLOCK_CELLS: usize = 400;
/// Maximum number of solvers in the cache. The least recently used solver is evicted first.
pub(crate) const SOLVERS: usize = 16;
/// Maximum memory, in bytes, for building a heuristic that has no table files, such as the walking
/// distance.
pub(crate) const BUILT_BYTES: u64 = 64 << 20;
/// Maximum size of the tables of all cached solvers, in bytes. Memory-mapped tables do not count.
pub(crate) const SOLVER_BYTES: u64 = 256 << 20;
/// Maximum memory for building the tables of the multi-tile metric, in bytes. The 4x4 puzzle needs
/// 107 MB. The largest supported size, 2x12, needs 171 MB.
pub(crate) const SLIDE_BYTES: u64 = 170 << 20;
/// Maximum size of all tables of the multi-tile metric, in bytes, including tables that are being
/// built.
pub(crate) const SLIDE_TABLES_BYTES: u64 = 2 * SLIDE_BYTES;

/// Returns limits that contain only a memory limit, in bytes.
pub(crate) fn of_memory(bytes: u64) -> Limits {
    Limits {
        memory: Some(bytes),
        ..Limits::default()
    }
}

/// Limits on requests, which each server or page chooses for itself. The constants in this module
/// are further limits, which are the same everywhere.
#[derive(Debug, Clone, Copy)]
pub struct Policy {
    /// Maximum duration of a search, in seconds.
    pub time_limit: f64,
    /// Maximum memory for the nodes and states of one search, in bytes.
    pub memory_bytes: u64,
    /// Maximum number of searches that run at the same time.
    pub searches: usize,
    /// Maximum number of searches that wait in a queue.
    pub queue: usize,
    /// Maximum size of a request body, in bytes.
    pub body_bytes: usize,
}

impl Policy {
    /// Returns all limits as JSON, for clients.
    pub(crate) fn describe(&self) -> Value {
        json!({
            "time_limit": self.time_limit,
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

    /// Validates a solver request. Requests that ask for too many solutions or set too large a
    /// depth limit are rejected. Error messages name the fields of the JSON request.
    pub(crate) fn validated(request: Request) -> Result<Request, Failure> {
        let request = request
            .validated()
            .map_err(|error| Failure::refused(error.spelled(|field| format!("'{field}'"))))?;
        let depth = request.limits.depth.map(|depth| depth as usize);
        for (name, asked, most) in [
            ("all", request.ida.all, SOLUTIONS),
            ("depth_limit", depth, DEPTH),
        ] {
            if let Some(asked) = asked.filter(|&asked| asked > most) {
                return Err(Failure::refused(format!(
                    "'{name}' is {asked}, more than a search may have here: at most {most}"
                )));
            }
        }
        Ok(request)
    }

    /// Returns the time limit of a search: `seconds` if it is given, or the maximum otherwise.
    ///
    /// # Errors
    /// Returns an error if `seconds` is negative or exceeds the maximum.
    pub(crate) fn time(&self, seconds: Option<f64>) -> Result<Duration, Failure> {
        let most = Duration::try_from_secs_f64(self.time_limit).unwrap_or(Duration::MAX);
        let Some(seconds) = seconds else {
            return Ok(most);
        };
        let time = Duration::try_from_secs_f64(seconds).map_err(|_| {
            Failure::refused(format!(
                "'time_limit' is {}; expected a number of seconds from 0 to {}",
                json!(seconds),
                self.time_limit
            ))
        })?;
        if time > most {
            return Err(Failure::refused(format!(
                "'time_limit' is {}, more seconds than a search may take here: at most {}",
                json!(seconds),
                self.time_limit
            )));
        }
        Ok(time)
    }
}
