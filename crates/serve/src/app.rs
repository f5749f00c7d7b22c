//! Request handlers of the API, and [`App`], the state that they share.

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
use crate::search_queue::{QueuePlace, SearchQueue};
use crate::{Config, MAX_QUEUED, SHORT, SHORT_SEARCHES, policy};

/// Maximum number of requests that are parsed or answered at the same time. Running searches do not
/// count, because they have their own queues.
const COMPUTED: usize = 4;

/// Interval at which an idle event stream sends an empty comment. Sending fails if the client has
/// disconnected, and the server then stops the search.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// State that all request handlers share.
pub(crate) struct App {
    engine: Engine,
    /// Time limit for receiving the head of a request. Receiving the body has the same limit.
    pub request_time: Duration,
    /// Permits for quick tasks, such as parsing a request. Running a search needs no permit: the
    /// queues `short` and `long` limit the number of searches.
    computed: Arc<Semaphore>,
    short: Arc<SearchQueue>,
    long: Arc<SearchQueue>,
    /// A flag that becomes true when the server starts to shut down.
    closing: watch::Sender<bool>,
}

impl App {
    pub(crate) fn new(config: &Config) -> Self {
        let policy = policy(config);
        Self {
            engine: Engine::new(policy, Solvers::new(&config.tables)),
            request_time: config.request_time,
            computed: Arc::new(Semaphore::new(COMPUTED)),
            short: SearchQueue::new(SHORT_SEARCHES),
            long: SearchQueue::new(policy.searches),
            closing: watch::Sender::new(false),
        }
    }

    /// Starts the shutdown: stops all searches, and prevents waiting searches from starting.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Returns a future that completes when the server starts to shut down.
    pub(crate) fn closed(&self) -> impl Future<Output = ()> + use<> {
        let mut closing = self.closing.subscribe();
        async move { drop(closing.wait_for(|&closing| closing).await) }
    }

    /// Runs `work` on a separate thread, so that it does not delay other connections.
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

/// Waits for the search's turn in its queue, then runs the search. Stops early if the client
/// disconnects or the server shuts down.
async fn search_in_turn(
    app: Arc<App>,
    mut search: Box<dyn Search>,
    place: QueuePlace,
    events: UnboundedSender<Result<Event, Failure>>,
) {
    let mut closed = pin!(app.closed());
    // Ignore errors: sending fails only if the client has disconnected.
    let send = |event| drop(events.send(Ok(event)));
    tokio::select! {
        biased;
        () = &mut closed => {
            return send(Event::error("the server was shut down before this was searched"));
        }
        () = events.closed() => return,
        () = place.wait_for_turn(|ahead| {
            send(Event::new("queued", &json!({ "ahead": ahead })));
        }) => (),
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

/// Returns the version of the program. This handler never waits for other requests, so clients can
/// use it to check that the server is running.
pub(crate) async fn version(State(app): State<Arc<App>>, uri: Uri) -> Result<Json<Value>, Error> {
    Ok(Json(app.engine.answer(uri.path(), "", b"")?))
}

/// Answers a request that needs no search.
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

/// Starts the search that a request describes. Responds with a stream of events, or with only the
/// final result if the client accepts JSON but not event streams.
pub(crate) async fn search(
    State(app): State<Arc<App>>,
    uri: Uri,
    headers: HeaderMap,
    Body(body): Body,
) -> Result<Response, Error> {
    let read = move |engine: &Engine| engine.prepare(uri.path(), &body);
    let search = Arc::clone(&app).compute(read).await?;
    let queue = if search.time() <= SHORT {
        &app.short
    } else {
        &app.long
    };
    let place = queue.enter().ok_or_else(|| {
        let message = format!(
            "the server is busy: {MAX_QUEUED} searches wait already; ask again in a moment"
        );
        Error::new(StatusCode::SERVICE_UNAVAILABLE, message)
    })?;
    let (sender, mut events) = unbounded_channel();
    // If the client disconnects, the receiver is dropped, which stops the search.
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

/// Returns whether the client wants only the final result instead of a stream of events.
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

/// Waits for the end of a search, and responds with its result or error.
async fn last(mut events: UnboundedReceiver<Result<Event, Failure>>) -> Result<Response, Error> {
    let mut last = None;
    while let Some(event) = events.recv().await {
        let event = event?;
        // Skip notes. The result is not always the last event, because a note that the server is
        // shutting down can follow it.
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

/// Returns how many searches are running and how many are waiting in the queues.
pub(crate) async fn health(State(app): State<Arc<App>>) -> Json<Value> {
    let [short, long] = [&app.short, &app.long].map(|queue| queue.load());
    let searching = short.running + long.running;
    let queued = short.waiting + long.waiting;
    Json(json!({ "status": "ok", "searching": searching, "queued": queued }))
}
