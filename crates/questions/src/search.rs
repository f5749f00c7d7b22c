//! [`Search`] and [`Event`]: a question that takes time, and what answers it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;
use serde_json::json;

use crate::parse::Failure;
use crate::solvers::Solvers;

/// A search that answers a question.
pub trait Search: Send {
    /// The longest time that it may take.
    fn time(&self) -> Duration;

    /// Searches from the beginning, for no longer than `slice` if one is given, and sends events. `cancel` ends it.
    /// False if the slice was not enough.
    fn run(&mut self, slice: Option<Duration>, cancel: &Arc<AtomicBool>, send: &mut dyn FnMut(Event)) -> bool;
}

/// A question that was read and validated: opens the solvers that its search needs.
pub type Prepared = Box<dyn FnOnce(&Solvers) -> Result<Box<dyn Search>, Failure> + Send>;

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
        Self { name: "note", data: json!({ "text": text }).to_string() }
    }

    /// The event that replaces a result.
    pub fn error(message: &str) -> Self {
        Self { name: Self::ERROR, data: json!({ "error": message }).to_string() }
    }
}
