//! [`Engine`]: the questions by their addresses. [`Search`] and [`Event`]: a question that takes time, and what answers
//! it.

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

/// Answers questions.
pub struct Engine {
    pub(crate) policy: Policy,
    /// The solvers that the searches need, which they open when they run.
    pub solvers: Solvers,
}

impl Engine {
    /// An engine that grants what the policy says.
    pub fn new(policy: Policy, solvers: Solvers) -> Self {
        Self { policy, solvers }
    }

    /// Answers a question that takes no time. `query` is what follows `?` in the address.
    ///
    /// # Errors
    /// If the question cannot be read or answered, or there is none at that address.
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

    /// Reads a question that takes time, and checks that it can be answered. This is quick: no table is read or built
    /// before the search [runs](Search::run).
    ///
    /// # Errors
    /// If the question cannot be read, asks for more than the policy grants or for tables that are missing, or there is
    /// none at that address.
    pub fn prepare(&self, path: &str, body: &[u8]) -> Result<Box<dyn Search>, Failure> {
        match path {
            "/api/solve" => json_body::<solve::SolveQuestion>(body)?.prepare(self),
            "/api/blocks" => json_body::<blocks::BlockQuestion>(body)?.prepare(&self.policy),
            "/api/bench" => json_body::<bench::BenchQuestion>(body)?.prepare(self),
            _ => Err(unknown()),
        }
    }

    /// The values that a question may have, `about` some of them a line each; the heuristics are those that can be used
    /// at once.
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

/// A search that answers a question.
pub trait Search: Send {
    /// The longest time that it may take.
    fn time(&self) -> Duration;

    /// Opens the solver that the search needs, for a caller that keeps the tables built for it. Otherwise
    /// [`run`](Self::run) opens it.
    ///
    /// # Errors
    /// If the solver cannot be opened, for a reason that [`Engine::prepare`] has not found without reading tables.
    fn open(&mut self, _: &Solvers) -> Result<(), Failure> {
        Ok(())
    }

    /// Opens the solvers that the search needs, unless they are open. Then searches from the beginning, for no longer
    /// than `slice` if one is given, and sends events. `cancel` ends both. The time of opening counts as time of the
    /// search, but not as time of the slice. Returns false if the slice was not enough.
    ///
    /// # Errors
    /// If a solver cannot be opened, for a reason that [`Engine::prepare`] has not found without reading tables.
    fn run(
        &mut self,
        solvers: &Solvers,
        slice: Option<Duration>,
        cancel: &Arc<AtomicBool>,
        send: &mut dyn FnMut(Event),
    ) -> Result<bool, Failure>;
}

/// An event of a search.
#[derive(Debug, Clone)]
pub struct Event {
    /// The name.
    pub name: &'static str,
    /// JSON.
    pub data: String,
}

impl Event {
    /// The name of the event that replaces a result.
    pub const ERROR: &'static str = "error";

    /// An event with its data as JSON. All records can be written as JSON; if one could not, it is an error event.
    pub fn new(name: &'static str, data: &impl Serialize) -> Self {
        match serde_json::to_string(data) {
            Ok(data) => Self { name, data },
            Err(error) => Self::error(&error.to_string()),
        }
    }

    /// Something worth knowing.
    pub fn note(text: &str) -> Self {
        Self {
            name: "note",
            data: json!({ "text": text }).to_string(),
        }
    }

    /// The event that replaces a result.
    pub fn error(message: &str) -> Self {
        Self {
            name: Self::ERROR,
            data: json!({ "error": message }).to_string(),
        }
    }
}
