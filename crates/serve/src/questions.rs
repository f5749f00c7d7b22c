//! The handlers: they carry questions to the crate [`fifteen_questions`], and its answers back.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use fifteen_questions::{Failure, Limits, Question, blocks, board, facts, read};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::body::{FinalOnly, Gzip, JsonBody, QueryParameters};
use crate::compress::gzip;
use crate::connections::Connection;
use crate::error::Error;
use crate::limits::{COMPUTED, Config, limits};
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
    /// Turns of answers that are computed outside the queue.
    computed: Semaphore,
}

impl Shared {
    pub(crate) fn new(config: &Config) -> std::io::Result<Self> {
        let limits = limits(config);
        let queue = Queue::start(limits.searches, limits.queue)?;
        let solvers = Solvers::new(config);
        let heuristics = solvers.available();
        Ok(Self { queue, solvers, limits, heuristics, computed: Semaphore::new(COMPUTED) })
    }

    /// Computes an answer on a thread of its own, a few at a time: what one client asks for delays no other's requests.
    async fn compute(
        &self,
        Gzip(compress): Gzip,
        answer: impl FnOnce() -> Result<Value, Failure> + Send + 'static,
    ) -> Result<Response, Error> {
        let _turn = self.computed.acquire().await.map_err(|_| Error::internal("no more answers are given"))?;
        let answer = spawn_blocking(move || {
            let text = answer()?.to_string();
            let packed = if compress { gzip(text.as_bytes()) } else { None };
            Ok::<_, Failure>((text, packed))
        });
        let (text, packed) = answer.await.map_err(|_| Error::internal("the answer could not be computed"))??;
        let kind = [(header::CONTENT_TYPE, "application/json"), (header::VARY, "accept-encoding")];
        Ok(match packed {
            Some(packed) => (kind, [(header::CONTENT_ENCODING, "gzip")], packed).into_response(),
            None => (kind, text).into_response(),
        })
    }
}

/// Puts a question into the queue, and answers with its events, or with the last of them alone.
pub(crate) async fn ask<Q: Question>(
    State(App(app)): State<App>,
    Extension(connection): Extension<Arc<Connection>>,
    FinalOnly(final_only): FinalOnly,
    JsonBody(question): JsonBody<Q>,
) -> Result<Response, Error> {
    let answering = connection.answer();
    let prepared = question.prepare(&app.limits)?;
    let mut opened = Vec::new();
    for (request, size) in &prepared.solvers {
        opened.push(app.solvers.get(request.clone(), *size).await?);
    }
    let events = app.queue.submit(prepared.work(opened))?.accepted(answering).await?;
    if final_only { events.last().await } else { Ok(events.stream()) }
}

pub(crate) async fn check(
    State(App(app)): State<App>,
    gzip: Gzip,
    JsonBody(check): JsonBody<board::Check>,
) -> Result<Response, Error> {
    app.compute(gzip, move || check.answer()).await
}

pub(crate) async fn read(
    State(App(app)): State<App>,
    gzip: Gzip,
    JsonBody(read): JsonBody<read::Read>,
) -> Result<Response, Error> {
    app.compute(gzip, move || read.answer()).await
}

pub(crate) async fn check_blocks(
    State(App(app)): State<App>,
    gzip: Gzip,
    JsonBody(check): JsonBody<blocks::Check>,
) -> Result<Response, Error> {
    app.compute(gzip, move || check.answer()).await
}

pub(crate) async fn levels(State(App(app)): State<App>, gzip: Gzip) -> Result<Response, Error> {
    app.compute(gzip, blocks::levels).await
}

pub(crate) async fn random(
    State(App(app)): State<App>,
    gzip: Gzip,
    QueryParameters(random): QueryParameters<board::Random>,
) -> Result<Response, Error> {
    app.compute(gzip, move || random.answer()).await
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
