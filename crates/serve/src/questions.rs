//! The handlers: they carry questions to the crate [`fifteen_questions`], and its answers back.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use fifteen_questions::{Limits, Question, blocks, board, facts};
use serde_json::{Value, json};

use crate::body::{FinalOnly, JsonBody, QueryParameters};
use crate::error::Error;
use crate::limits::{Config, limits};
use crate::queue::Queue;
use crate::solvers::Solvers;

/// The state that all handlers share.
#[derive(Clone)]
pub(crate) struct App(pub Arc<Shared>);

pub(crate) struct Shared {
    pub queue: Queue,
    pub solvers: Solvers,
    pub limits: Limits,
    /// The names of heuristics that can be used at once.
    pub heuristics: Vec<String>,
}

impl Shared {
    pub(crate) fn new(config: &Config) -> std::io::Result<Self> {
        let limits = limits(config);
        let queue = Queue::start(limits.searches, limits.queue)?;
        let solvers = Solvers::new(config);
        let heuristics = solvers.available();
        Ok(Self { queue, solvers, limits, heuristics })
    }
}

/// Puts a question into the queue, and answers with its events, or with the last of them alone.
pub(crate) async fn ask<Q: Question>(
    State(App(app)): State<App>,
    FinalOnly(final_only): FinalOnly,
    JsonBody(question): JsonBody<Q>,
) -> Result<Response, Error> {
    let prepared = question.prepare(&app.limits)?;
    let mut opened = Vec::new();
    for (request, size) in &prepared.solvers {
        opened.push(app.solvers.get(request.clone(), *size).await?);
    }
    let events = app.queue.submit(prepared.work(opened))?;
    if final_only { events.last().await } else { Ok(events.stream()) }
}

pub(crate) async fn check(JsonBody(check): JsonBody<board::Check>) -> Result<Json<Value>, Error> {
    Ok(Json(check.answer()?))
}

pub(crate) async fn check_blocks(JsonBody(check): JsonBody<blocks::Check>) -> Result<Json<Value>, Error> {
    Ok(Json(check.answer()?))
}

pub(crate) async fn random(QueryParameters(random): QueryParameters<board::Random>) -> Result<Json<Value>, Error> {
    Ok(Json(random.answer()?))
}

pub(crate) async fn health(State(App(app)): State<App>) -> Json<Value> {
    let load = app.queue.load();
    Json(json!({ "status": "ok", "searching": load.searching, "queued": load.queued }))
}

pub(crate) async fn version() -> Json<Value> {
    Json(facts::version())
}

pub(crate) async fn options(State(App(app)): State<App>) -> Json<Value> {
    Json(facts::options(&app.heuristics, &app.limits))
}
