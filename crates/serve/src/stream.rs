//! The events of a piece of work, on their way from a thread that searches to the client.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::http::{StatusCode, header};
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::Serialize;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use crate::error::Error;
use crate::queue::{Queue, Work};

/// A connection on which nothing was sent for so long gets an empty comment, so that a client that is gone is noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// What is told of a piece of work.
#[derive(Debug)]
struct Event {
    name: &'static str,
    /// JSON.
    data: String,
}

/// The name of the event that says why there is no result.
const ERROR: &str = "error";

/// Where the events go. A piece of work has few, so none has to wait for the client to read those before.
pub(crate) struct Events {
    channel: UnboundedSender<Event>,
    cancel: Arc<AtomicBool>,
}

/// Where the events come from. When it is dropped the work ends.
pub(crate) struct Reception {
    channel: UnboundedReceiver<Event>,
    cancel: Arc<AtomicBool>,
    gone: Box<dyn Fn() + Send + Sync>,
}

/// Both ends; `gone` is called when nobody waits for the events any more.
pub(crate) fn channel(gone: impl Fn() + Send + Sync + 'static) -> (Events, Reception) {
    let (sender, channel) = mpsc::unbounded_channel();
    let cancel = Arc::new(AtomicBool::new(false));
    let events = Events { channel: sender, cancel: Arc::clone(&cancel) };
    (events, Reception { channel, cancel, gone: Box::new(gone) })
}

impl Events {
    pub(crate) fn send(&self, name: &'static str, data: impl Serialize) {
        self.pass(event(name, &data));
    }

    /// Ends in an error.
    pub(crate) fn fail(&self, message: &str) {
        self.send(ERROR, serde_json::json!({ "error": message }));
    }

    fn pass(&self, event: Event) {
        // Whoever does not listen any more needs no event.
        let _ = self.channel.send(event);
    }

    /// Whether nobody waits for the result any more.
    pub(crate) fn cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// The flag that ends the search.
    pub(crate) fn cancel_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancel)
    }
}

/// The records can be written as JSON, all of them; if one could not, the client is told.
fn event(name: &'static str, data: &impl Serialize) -> Event {
    match serde_json::to_string(data) {
        Ok(data) => Event { name, data },
        Err(error) => Event { name: ERROR, data: serde_json::json!({ "error": error.to_string() }).to_string() },
    }
}

/// Where a piece of work puts its events: held back as long as it may have to begin anew.
pub(crate) struct Outbox<'a> {
    events: &'a Events,
    held: Option<Vec<Event>>,
}

impl<'a> Outbox<'a> {
    pub(crate) fn new(events: &'a Events, hold: bool) -> Self {
        Self { events, held: hold.then(Vec::new) }
    }

    pub(crate) fn send(&mut self, name: &'static str, data: impl Serialize) {
        let event = event(name, &data);
        match &mut self.held {
            Some(held) => held.push(event),
            None => self.events.pass(event),
        }
    }

    /// Sends what was held back.
    pub(crate) fn release(&mut self) {
        self.held.take().into_iter().flatten().for_each(|event| self.events.pass(event));
    }

    /// The flag that ends the search.
    pub(crate) fn cancel_flag(&self) -> Arc<AtomicBool> {
        self.events.cancel_flag()
    }
}

impl Drop for Reception {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        (self.gone)();
    }
}

impl Stream for Reception {
    type Item = Result<sse::Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let event = self.channel.poll_recv(context);
        event.map(|event| event.map(|event| Ok(sse::Event::default().event(event.name).data(event.data))))
    }
}

/// Lets some work wait for its turn and answers with its events, or with the last of them alone.
pub(crate) async fn answer(queue: &Queue, work: Box<dyn Work>, final_only: bool) -> Result<Response, Error> {
    let mut reception = queue.submit(work)?;
    if !final_only {
        let keep_alive = KeepAlive::new().interval(KEEP_ALIVE);
        return Ok(Sse::new(reception).keep_alive(keep_alive).into_response());
    }
    let mut last = None;
    while let Some(event) = reception.channel.recv().await {
        last = Some(event);
    }
    let Some(event) = last else { return Err(Error::internal("the search ended without a result")) };
    let status = if event.name == ERROR { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    Ok((status, [(header::CONTENT_TYPE, "application/json")], event.data).into_response())
}
