//! Facts: the version, and the values that a question may have.

use fifteen_blocks::BlockMetric;
use fifteen_solver::record::SCHEMA;
use fifteen_solver::{Algorithm, Metric};
use serde_json::{Value, json};

use crate::policy::Policy;

/// The version of the program, and of its records.
pub(crate) fn version() -> Value {
    json!({ "version": env!("CARGO_PKG_VERSION"), "schema": SCHEMA })
}

/// The values that a question may have; `heuristics` are those that can be used at once.
pub(crate) fn options(heuristics: &[String], policy: &Policy) -> Value {
    let uninformed: Vec<&str> = Algorithm::ALL.iter().filter(|a| !a.takes_heuristic()).map(|a| a.name()).collect();
    json!({
        "heuristics": heuristics,
        "algorithms": Algorithm::ALL.map(Algorithm::name),
        "metrics": BlockMetric::ALL.map(BlockMetric::name),
        "limits": policy.describe(),
        "uninformed": uninformed,
        "tile_metrics": Metric::ALL.map(|metric| metric.to_string()),
    })
}
