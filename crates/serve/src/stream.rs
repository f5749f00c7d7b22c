//! The events of a search, on their way from its thread to the client.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::http::{StatusCode, header};
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use fifteen_questions::Event;
use futures_core::Stream;
use serde_json::Value;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use crate::connections::Answering;
use crate::error::Error;

/// A connection that was idle for this time gets an empty comment, which detects a client that is gone.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// The sending end of a channel of events. A search has few events, so the channel is unbounded.
#[derive(Clone)]
pub(crate) struct EventSender {
    channel: UnboundedSender<Event>,
    cancel: Arc<AtomicBool>,
}

/// The receiving end of a channel of events. Dropping it ends the search.
pub(crate) struct EventReceiver {
    channel: UnboundedReceiver<Event>,
    cancel: Arc<AtomicBool>,
    /// The search may still be refused: by an error before it starts.
    on_trial: bool,
    /// Events that were received before it was certain that the search is not refused.
    first: VecDeque<Event>,
    /// The connection of the client, noted as having a search in work.
    answering: Option<Answering>,
    gone: Box<dyn Fn() + Send + Sync>,
}

/// Both ends of a channel; `gone` is called when the receiver is dropped.
pub(crate) fn channel(on_trial: bool, gone: impl Fn() + Send + Sync + 'static) -> (EventSender, EventReceiver) {
    let (sender, channel) = mpsc::unbounded_channel();
    let cancel = Arc::new(AtomicBool::new(false));
    let events = EventSender { channel: sender, cancel: Arc::clone(&cancel) };
    (events, EventReceiver { channel, cancel, on_trial, first: VecDeque::new(), answering: None, gone: Box::new(gone) })
}

impl EventSender {
    pub(crate) fn send(&self, event: Event) {
        // A client that is gone needs no event.
        let _ = self.channel.send(event);
    }

    /// Sends an error as the last event.
    pub(crate) fn fail(&self, message: &str) {
        self.send(Event::error(message));
    }

    /// True if the receiver was dropped.
    pub(crate) fn cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// The flag that ends the search.
    pub(crate) fn cancel_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancel)
    }
}

impl EventReceiver {
    /// The response with the events as they come.
    pub(crate) fn stream(self) -> Response {
        Sse::new(self).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response()
    }

    /// The same channel, once it is certain that the search is not refused.
    ///
    /// # Errors
    /// If the search is refused.
    pub(crate) async fn accepted(mut self, answering: Answering) -> Result<Self, Error> {
        self.answering = Some(answering);
        while self.on_trial {
            let Some(event) = self.channel.recv().await else { break };
            if event.name == Event::ERROR {
                let data: Value = serde_json::from_str(&event.data).unwrap_or_default();
                return Err(Error::busy(data["error"].as_str().unwrap_or_default()));
            }
            // What comes before the start holds whether the search goes on or not.
            self.on_trial = event.name != "started";
            self.first.push_back(event);
        }
        Ok(self)
    }

    /// The response with the last event alone.
    ///
    /// # Errors
    /// If there was no event.
    pub(crate) async fn last(mut self) -> Result<Response, Error> {
        let mut last = self.first.pop_back();
        while let Some(event) = self.channel.recv().await {
            // A note on the end of the server may come after the result.
            last = if event.name == "note" { last } else { Some(event) };
        }
        let Some(event) = last else { return Err(Error::internal("the search ended without a result")) };
        let status = if event.name == Event::ERROR { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
        Ok((status, [(header::CONTENT_TYPE, "application/json")], event.data).into_response())
    }
}

impl Drop for EventReceiver {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        (self.gone)();
    }
}

impl Stream for EventReceiver {
    type Item = Result<sse::Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let first = self.first.pop_front();
        let event = first.map_or_else(|| self.channel.poll_recv(context), |first| Poll::Ready(Some(first)));
        event.map(|event| event.map(|event| Ok(sse::Event::default().event(event.name).data(event.data))))
    }
}
