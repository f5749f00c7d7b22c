//! Facts about the server: its health, its version, and the values that a request may have.

use axum::Json;
use axum::extract::State;
use fifteen_solver::Algorithm;
use fifteen_solver::blocks::BlockMetric;
use fifteen_solver::record::SCHEMA;
use serde_json::{Value, json};

use super::App;

pub(crate) async fn health(State(App(app)): State<App>) -> Json<Value> {
    let load = app.queue.load();
    Json(json!({ "status": "ok", "searching": load.searching, "queued": load.queued }))
}

pub(crate) async fn version() -> Json<Value> {
    Json(json!({ "version": env!("CARGO_PKG_VERSION"), "schema": SCHEMA }))
}

pub(crate) async fn options(State(App(app)): State<App>) -> Json<Value> {
    Json(json!({
        "heuristics": app.heuristics,
        "algorithms": Algorithm::ALL.map(Algorithm::name),
        "metrics": BlockMetric::ALL.map(BlockMetric::name),
        "limits": app.limits,
    }))
}
