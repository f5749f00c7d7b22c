//! What a client may ask: a file for each kind of question. Handlers read a request, check it, and leave the rest to the crate
//! `fifteen`.

pub(crate) mod bench;
pub(crate) mod blocks;
pub(crate) mod board;
pub(crate) mod facts;
pub(crate) mod solve;

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;

use crate::error::Error;
use crate::limits::{Config, Limits};
use crate::queue::Queue;
use crate::solvers::{self, Solvers};

/// What all handlers share.
#[derive(Clone)]
pub(crate) struct App(pub Arc<Shared>);

pub(crate) struct Shared {
    pub queue: Queue,
    pub solvers: Solvers,
    pub limits: Limits,
    /// The names of heuristics that can be had at once.
    pub heuristics: Vec<String>,
}

impl Shared {
    pub(crate) fn new(config: &Config) -> std::io::Result<Self> {
        let limits = Limits::new(config);
        let queue = Queue::start(limits.searches, limits.queue)?;
        Ok(Self { queue, solvers: Solvers::new(config), limits, heuristics: solvers::available(config) })
    }

    /// The time that a search may take, of what was asked for and what is allowed.
    pub(crate) fn time(&self, seconds: Option<f64>) -> Result<Duration, Error> {
        let most = Duration::try_from_secs_f64(self.limits.seconds).unwrap_or(Duration::MAX);
        let Some(seconds) = seconds else { return Ok(most) };
        let time = Duration::try_from_secs_f64(seconds)
            .map_err(|_| Error::refused(format!("{seconds} is no number of seconds; write one from 0 up")))?;
        if time > most {
            return Err(Error::refused(format!(
                "{seconds} seconds are more than this server gives to a search: at most {}",
                self.limits.seconds
            )));
        }
        Ok(time)
    }
}

/// A word that the crate `fifteen` can read, such as `4x4` or `ida`.
pub(crate) fn word<T: std::str::FromStr<Err: ToString>>(text: &str) -> Result<T, Error> {
    text.parse().map_err(Error::refused)
}

/// The same, if there is one.
pub(crate) fn maybe<T: std::str::FromStr<Err: ToString>>(text: Option<&str>) -> Result<Option<T>, Error> {
    text.map(word).transpose()
}

/// How IDA* searches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ModeName {
    Plain,
    #[default]
    Fast,
}
