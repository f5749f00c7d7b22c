//! [`App`]: what handlers share, and the handlers of questions.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use fifteen_questions::{Engine, Event, Failure, Search, Solvers};
use fifteen_solver::resources::system_memory;
use futures_util::stream;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Semaphore, watch};
use tokio::task::spawn_blocking;

use crate::body::Body;
use crate::error::Error;
use crate::lane::{Lane, Place};
use crate::{Config, QUEUE, SHORT, SHORT_SEARCHES, policy};

/// Answers computed at a time outside the lanes, and questions read.
const COMPUTED: usize = 4;

/// A connection that was idle for this time gets an empty comment, which detects a client that is gone.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// The state that all handlers share.
pub(crate) struct App {
    engine: Engine,
    /// Turns of what is computed outside the lanes, which is quick: what takes time is done in a lane.
    computed: Arc<Semaphore>,
    short: Arc<Lane>,
    long: Arc<Lane>,
    /// True once the server is being shut down.
    closing: watch::Sender<bool>,
}

impl App {
    pub(crate) fn new(config: &Config) -> Self {
        let policy = policy(config);
        Self {
            engine: Engine::new(policy, Solvers::new(&config.tables)),
            computed: Arc::new(Semaphore::new(COMPUTED)),
            short: Lane::new(SHORT_SEARCHES),
            long: Lane::new(policy.searches),
            closing: watch::Sender::new(false),
        }
    }

    /// Ends all searches and answers no more.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Returns once the server is being shut down.
    pub(crate) fn closed(&self) -> impl Future<Output = ()> + use<> {
        let mut closing = self.closing.subscribe();
        async move { drop(closing.wait_for(|&closing| closing).await) }
    }

    /// Computes something on a thread that may take its time.
    async fn compute<R: Send + 'static>(
        self: Arc<Self>,
        work: impl FnOnce(&Engine) -> Result<R, Failure> + Send + 'static,
    ) -> Result<R, Failure> {
        let defect = |_| Failure::internal("the answer could not be computed");
        let turn = Arc::clone(&self.computed).acquire_owned().await;
        let computed = spawn_blocking(move || {
            let _turn = turn;
            work(&self.engine)
        });
        computed.await.map_err(defect)?
    }
}

/// Opens what the search needs and searches once the turn has come, until the search, its client or the server ends.
async fn search_in_turn(
    app: Arc<App>,
    mut search: Box<dyn Search>,
    place: Place,
    events: UnboundedSender<Result<Event, Failure>>,
) {
    let mut closed = pin!(app.closed());
    // A client that is gone needs no event.
    let send = |event| drop(events.send(Ok(event)));
    tokio::select! {
        biased;
        () = &mut closed => {
            return send(Event::error("the server was shut down before this was searched"));
        }
        () = events.closed() => return,
        () = place.turn(|ahead| send(Event::new("queued", &json!({ "ahead": ahead })))) => (),
    }
    let cancel = Arc::<AtomicBool>::default();
    let mut searching = spawn_blocking({
        let (events, cancel) = (events.clone(), Arc::clone(&cancel));
        let app = Arc::clone(&app);
        move || {
            let _place = place;
            let mut send = |event| drop(events.send(Ok(event)));
            send(Event::new("started", &json!({})));
            if let Err(failure) = search.run(&app.engine.solvers, None, &cancel, &mut send) {
                drop(events.send(Err(failure)));
            }
            drop(search);
            system_memory::return_freed();
        }
    });
    let ended = tokio::select! {
        ended = &mut searching => ended,
        () = events.closed() => {
            cancel.store(true, Ordering::Relaxed);
            searching.await
        }
        () = &mut closed => {
            send(Event::note("the server is being shut down, which ends the search"));
            cancel.store(true, Ordering::Relaxed);
            searching.await
        }
    };
    if ended.is_err() {
        send(Event::error(
            "the search failed; this is a defect of the program, please report it",
        ));
    }
}

/// Says which version answers, without a turn: this is how a client finds out whether the server is alive.
pub(crate) async fn version(State(app): State<Arc<App>>, uri: Uri) -> Result<Json<Value>, Error> {
    Ok(Json(app.engine.answer(uri.path(), "", b"")?))
}

/// Answers a question that takes no time.
pub(crate) async fn answer(
    State(app): State<Arc<App>>,
    uri: Uri,
    Body(body): Body,
) -> Result<Json<Value>, Error> {
    Ok(Json(
        app.compute(move |engine| {
            engine.answer(uri.path(), uri.query().unwrap_or_default(), &body)
        })
        .await?,
    ))
}

/// Answers a question that takes time with the events of its search, or with the last of them alone.
pub(crate) async fn search(
    State(app): State<Arc<App>>,
    uri: Uri,
    headers: HeaderMap,
    Body(body): Body,
) -> Result<Response, Error> {
    let read = move |engine: &Engine| engine.prepare(uri.path(), &body);
    let search = Arc::clone(&app).compute(read).await?;
    let lane = if search.time() <= SHORT {
        &app.short
    } else {
        &app.long
    };
    let place = lane.enter().ok_or_else(|| {
        let message =
            format!("the server is busy: {QUEUE} searches wait already; ask again in a moment");
        Error::new(StatusCode::SERVICE_UNAVAILABLE, message)
    })?;
    let (sender, mut events) = unbounded_channel();
    // Dropping the receiver ends the search.
    tokio::spawn(search_in_turn(app, search, place, sender));
    if wants_last_alone(&headers) {
        return last(events).await;
    }
    let sent = |event: Result<Event, Failure>| {
        let event = event.unwrap_or_else(|failure| Event::error(&failure.message));
        Ok::<_, Infallible>(sse::Event::default().event(event.name).data(event.data))
    };
    let events =
        stream::poll_fn(move |context| events.poll_recv(context).map(|event| event.map(sent)));
    Ok(Sse::new(events)
        .keep_alive(KeepAlive::new().interval(KEEP_ALIVE))
        .into_response())
}

/// True if the client wants only the final record instead of events.
fn wants_last_alone(headers: &HeaderMap) -> bool {
    let accepts = |kind: &str| {
        let values = headers
            .get_all(header::ACCEPT)
            .iter()
            .filter_map(|value| value.to_str().ok());
        values.into_iter().any(|value| value.contains(kind))
    };
    accepts("application/json") && !accepts("text/event-stream")
}

/// The response with the last event alone.
async fn last(mut events: UnboundedReceiver<Result<Event, Failure>>) -> Result<Response, Error> {
    let mut last = None;
    while let Some(event) = events.recv().await {
        let event = event?;
        // A note on the end of the server may come after the result.
        last = if event.name == "note" {
            last
        } else {
            Some(event)
        };
    }
    let event = last.ok_or_else(|| Failure::internal("the search ended without a result"))?;
    let status = if event.name == Event::ERROR {
        StatusCode::SERVICE_UNAVAILABLE
    } else {
        StatusCode::OK
    };
    Ok((
        status,
        [(header::CONTENT_TYPE, "application/json")],
        event.data,
    )
        .into_response())
}

/// Says how much there is to do.
pub(crate) async fn health(State(app): State<Arc<App>>) -> Json<Value> {
    let [short, long] = [&app.short, &app.long].map(|lane| lane.load());
    Json(json!({ "status": "ok", "searching": short.0 + long.0, "queued": short.1 + long.1 }))
}
