//! The handlers, a file for each kind of request: they read it, validate it, and leave the rest to the crate
//! [`fifteen_solver`].

pub(crate) mod bench;
pub(crate) mod blocks;
pub(crate) mod board;
pub(crate) mod facts;
pub(crate) mod solve;

use std::sync::Arc;
use std::time::Duration;

use axum::response::Response;
use fifteen_solver::{Field, Request};

use crate::error::Error;
use crate::limits::{Config, Limits, POLICY};
use crate::queue::{Queue, Work};
use crate::solvers::{self, Solvers};

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
        let limits = Limits::new(config);
        let queue = Queue::start(limits.searches, limits.queue)?;
        Ok(Self { queue, solvers: Solvers::new(config), limits, heuristics: solvers::available(config) })
    }

    /// The time of a search: `seconds` if that is within the limit, by default the limit.
    pub(crate) fn time(&self, seconds: Option<f64>) -> Result<Duration, Error> {
        let most = Duration::try_from_secs_f64(self.limits.seconds).unwrap_or(Duration::MAX);
        let Some(seconds) = seconds else { return Ok(most) };
        let time = Duration::try_from_secs_f64(seconds)
            .map_err(|_| Error::refused(format!("{seconds} is not a number of seconds; write one from 0 up")))?;
        if time > most {
            return Err(Error::refused(format!(
                "'seconds' is {seconds}, more than this server gives to a search: at most {}",
                self.limits.seconds
            )));
        }
        Ok(time)
    }
}

/// Adds work to the queue and answers with its events, or with the last of them alone.
pub(crate) async fn answer(app: &Shared, work: impl Work + 'static, final_only: bool) -> Result<Response, Error> {
    let events = app.queue.submit(Box::new(work))?;
    if final_only { events.last().await } else { Ok(events.stream()) }
}

/// Parses a word such as `4x4` or `ida`.
pub(crate) fn word<T: std::str::FromStr<Err: ToString>>(text: &str) -> Result<T, Error> {
    text.parse().map_err(Error::refused)
}

/// Parses a word, if there is one.
pub(crate) fn maybe<T: std::str::FromStr<Err: ToString>>(text: Option<&str>) -> Result<Option<T>, Error> {
    text.map(word).transpose()
}

/// Validates a request within the server's policy; errors name its fields as the JSON does.
pub(crate) fn validated(request: Request) -> Result<Request, Error> {
    request.validated(&POLICY).map_err(|error| Error::refused(error.spelled(json_field)))
}

fn json_field(field: Field) -> &'static str {
    match field {
        Field::All => "'all'",
        Field::FinishIteration => "'finish_iteration'",
        Field::Deepening => "'deepening'",
        Field::Depth => "'depth'",
        Field::Mode => "'mode'",
        Field::Threads => "'threads'",
        Field::Within => "'within'",
        Field::First => "'first'",
    }
}
