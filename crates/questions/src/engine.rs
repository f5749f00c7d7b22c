//! [`Engine`] answers the requests of the API. A request that takes time becomes a [`Search`],
//! which sends [`Event`]s to the client.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fifteen_blocks::BlockMetric;
use fifteen_solver::record::SCHEMA;
use fifteen_solver::{Algorithm, HeuristicSpec, Metric};
use serde::Serialize;
use serde_json::{Value, json};

use crate::parse::{json_body, parameters};
use crate::{Failure, Policy, Solvers, bench, blocks, board, solve};

/// The HTTP method of an API path, and the method of [`Engine`] that handles the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RouteKind {
    /// A GET request. [`Engine::answer`] returns the answer.
    Get,
    /// A POST request with a body. [`Engine::answer`] returns the answer.
    Post,
    /// A POST request with a body. [`Engine::prepare`] returns a search.
    Search,
}

/// The paths of the API.
pub const ROUTES: &[(&str, RouteKind)] = &[
    ("/version", RouteKind::Get),
    ("/api/options", RouteKind::Get),
    ("/api/random", RouteKind::Get),
    ("/api/check", RouteKind::Post),
    ("/api/read", RouteKind::Post),
    ("/api/solve", RouteKind::Search),
    ("/api/blocks", RouteKind::Search),
    ("/api/blocks/levels", RouteKind::Get),
    ("/api/blocks/check", RouteKind::Post),
    ("/api/blocks/count", RouteKind::Post),
    ("/api/bench", RouteKind::Search),
];

/// Answers API requests and prepares searches. Requests can come from an HTTP server or from
/// JavaScript.
pub struct Engine {
    pub(crate) policy: Policy,
    /// Cache of solvers, shared by all searches.
    pub solvers: Solvers,
}

impl Engine {
    /// Creates an engine that accepts requests within the limits of `policy`.
    pub fn new(policy: Policy, solvers: Solvers) -> Self {
        Self { policy, solvers }
    }

    /// Answers a request that needs no search. `query` is the part of the URL after `?`.
    ///
    /// # Errors
    /// Returns an error if the path is unknown, or if the request cannot be parsed or answered.
    pub fn answer(&self, path: &str, query: &str, body: &[u8]) -> Result<Value, Failure> {
        match path {
            "/version" => Ok(json!({ "version": env!("CARGO_PKG_VERSION"), "schema": SCHEMA })),
            "/api/options" => Ok(self.options()),
            "/api/random" => parameters::<board::Random>(query)?.answer(),
            "/api/check" => json_body::<board::Check>(body)?.answer(),
            "/api/read" => json_body::<board::Read>(body)?.answer(),
            "/api/blocks/levels" => blocks::levels(),
            "/api/blocks/count" => json_body::<blocks::Count>(body)?.answer(),
            "/api/blocks/check" => json_body::<blocks::BlockCheck>(body)?.answer(),
            _ => Err(unknown()),
        }
    }

    /// Parses and validates a request that needs a search. This method is quick, because it reads
    /// and builds no tables: the search does that when it [runs](Search::run).
    ///
    /// # Errors
    /// Returns an error if the path is unknown, if the request cannot be parsed or exceeds the
    /// limits in `policy`, or if it needs tables that are missing.
    pub fn prepare(&self, path: &str, body: &[u8]) -> Result<Box<dyn Search>, Failure> {
        match path {
            "/api/solve" => json_body::<solve::SolveQuestion>(body)?.prepare(self),
            "/api/blocks" => json_body::<blocks::BlockQuestion>(body)?.prepare(&self.policy),
            "/api/bench" => json_body::<bench::BenchQuestion>(body)?.prepare(self),
            _ => Err(unknown()),
        }
    }

    /// Returns what clients can choose, such as heuristics and algorithms, and the limits of the
    /// [`Policy`]. Lists only heuristics that can be used immediately: those that need no tables,
    /// and those whose tables exist or are quick to build.
    fn options(&self) -> Value {
        let heuristics = self.solvers.available();
        let names: Vec<_> = heuristics.iter().map(ToString::to_string).collect();
        let algorithms =
            Algorithm::ALL.map(|algorithm| (algorithm.name().to_owned(), algorithm.about()));
        let lines = names
            .iter()
            .cloned()
            .zip(heuristics.iter().map(HeuristicSpec::about))
            .chain(algorithms);
        let uninformed: Vec<&str> = Algorithm::ALL
            .iter()
            .filter(|a| !a.takes_heuristic())
            .map(|a| a.name())
            .collect();
        json!({
            "heuristics": names,
            "algorithms": Algorithm::ALL.map(Algorithm::name),
            "about": lines.collect::<BTreeMap<_, _>>(),
            "metrics": BlockMetric::ALL.map(BlockMetric::name),
            "limits": self.policy.describe(),
            "uninformed": uninformed,
            "tile_metrics": Metric::ALL.map(|metric| metric.to_string()),
        })
    }
}

fn unknown() -> Failure {
    Failure::bad("there is nothing at this address")
}

/// A validated request that needs a search.
pub trait Search: Send {
    /// Returns the time limit of the search.
    fn time(&self) -> Duration;

    /// Opens the solver before the search runs. The caller can then save the tables that were
    /// built. If this method is not called, [`run`](Self::run) opens the solver.
    ///
    /// # Errors
    /// Returns an error if the solver cannot be opened, for example because a table is damaged.
    fn open(&mut self, _: &Solvers) -> Result<(), Failure> {
        Ok(())
    }

    /// Runs the search from the beginning, and sends its events. Solvers that are not open yet are
    /// opened first.
    ///
    /// `slice` limits the time of this run, excluding the time to open solvers. Returns false if
    /// `slice` was too short. The caller can then try again with a longer slice. Setting `cancel`
    /// stops the run.
    ///
    /// # Errors
    /// Returns an error if a solver cannot be opened, for example because a table is damaged.
    fn run(
        &mut self,
        solvers: &Solvers,
        slice: Option<Duration>,
        cancel: &Arc<AtomicBool>,
        send: &mut dyn FnMut(Event),
    ) -> Result<bool, Failure>;
}

/// A message from a search to its client.
#[derive(Debug, Clone)]
pub struct Event {
    /// Name of the event, such as `iteration` or `result`.
    pub name: &'static str,
    /// Data of the event, as JSON.
    pub data: String,
}

impl Event {
    /// Name of the event that a failed search sends instead of its result.
    pub const ERROR: &'static str = "error";

    /// Creates an event from serialisable data, or an error event if the data cannot be serialised.
    pub fn new(name: &'static str, data: &impl Serialize) -> Self {
        match serde_json::to_string(data) {
            Ok(data) => Self { name, data },
            Err(error) => Self::error(&error.to_string()),
        }
    }

    /// Creates an event with a message for the user.
    pub fn note(text: &str) -> Self {
        Self {
            name: "note",
            data: json!({ "text": text }).to_string(),
        }
    }

    /// Creates the event that a failed search sends instead of its result.
    pub fn error(message: &str) -> Self {
        Self {
            name: Self::ERROR,
            data: json!({ "error": message }).to_string(),
        }
    }
}
