//! [`Event`] and [`Events`]: what answers a question that takes time.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;

/// An event of a search.
#[derive(Debug)]
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

    /// The event that replaces a result.
    pub fn error(message: &str) -> Self {
        Self { name: Self::ERROR, data: serde_json::json!({ "error": message }).to_string() }
    }
}

/// The events of one run of a search, held back as long as it may have to start again.
pub struct HeldEvents<'a> {
    to: &'a mut dyn FnMut(Event),
    cancel: Arc<AtomicBool>,
    held: Option<Vec<Event>>,
}

impl<'a> HeldEvents<'a> {
    /// The way to `to`, for a search that `cancel` ends; with `hold`, events wait until they are released.
    pub fn new(to: &'a mut dyn FnMut(Event), cancel: Arc<AtomicBool>, hold: bool) -> Self {
        Self { to, cancel, held: hold.then(Vec::new) }
    }

    /// Sends the events that were held back.
    pub fn release(&mut self) {
        self.held.take().into_iter().flatten().for_each(|event| (self.to)(event));
    }
}

impl Events for HeldEvents<'_> {
    fn send(&mut self, event: Event) {
        match &mut self.held {
            Some(held) => held.push(event),
            None => (self.to)(event),
        }
    }

    fn send_at_once(&mut self, event: Event) {
        (self.to)(event);
    }

    fn cancel_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancel)
    }
}

/// The way of events to the one who asked.
pub trait Events {
    /// Sends an event, unless the search has to start again.
    fn send(&mut self, event: Event);

    /// Sends an event that stays true if the search has to start again.
    fn send_at_once(&mut self, event: Event);

    /// The flag that ends the search.
    fn cancel_flag(&self) -> Arc<AtomicBool>;
}
