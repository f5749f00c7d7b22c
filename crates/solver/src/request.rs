//! A request: everything that can be asked of a search, validated in one place.
//!
//! A front end fills in a [`Request`] from arguments, JSON or keywords, and [`Request::validated`] applies every rule
//! about what goes with what. A [`RequestError`] names the [`Field`]s that it is about;
//! [`RequestError::spelled`] writes them as the front end's users know them.

use std::fmt;
use std::time::Duration;

use fifteen_puzzle::{Convention, Goal, Metric};
use fifteen_search::tiles::{Algorithm, AnytimeEnd, AnytimeOptions, Mode, Percent, TileIda};
use fifteen_search::{Find, Instant, Limits, Threads};

use crate::solver::Setup;

/// Everything that can be asked of a search, for one board or for many.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Goal, metric, heuristic and algorithm, and where tables are looked for. [`Request::validated`] gives the two
    /// kinds of IDA* the options in `ida`.
    pub setup: Setup,
    /// What is asked of IDA*.
    pub ida: IdaRequest,
    /// The limits of each search, except its time.
    pub limits: Limits,
    /// Maximum time of each search, counted from its start.
    pub time: Option<Duration>,
    /// The meaning of the letters of moves in results.
    pub convention: Convention,
    /// List the iterations in results.
    pub stats: bool,
}

/// What a person may ask of IDA*, in any combination: [`Request::validated`] refuses those that make no sense.
#[derive(Debug, Clone, Default)]
pub struct IdaRequest {
    /// The mode. A search for all solutions is plain.
    pub mode: Mode,
    /// The threads of a search in fast mode.
    pub threads: Threads,
    /// Finds all shortest solutions, and keeps at most this many.
    pub all: Option<usize>,
    /// Searches the last iteration to its end.
    pub finish_iteration: bool,
    /// Looks for good solutions before the proof, where the mode can do that.
    pub anytime: bool,
    /// Ends an anytime search with a solution that is at most this percentage longer than the proven bound.
    pub within: Option<f64>,
    /// Ends an anytime search with its first solution.
    pub first: bool,
}

/// A field of a [`Request`] that an error may be about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// [`IdaRequest::all`].
    All,
    /// [`IdaRequest::finish_iteration`].
    FinishIteration,
    /// [`Limits::depth`](fifteen_search::Limits::depth).
    Depth,
    /// [`IdaRequest::within`].
    Within,
    /// [`IdaRequest::first`].
    First,
    /// [`Setup::algorithm`].
    Algorithm,
    /// [`Setup::heuristic`].
    Heuristic,
}

fifteen_puzzle::named!(
    Field, "field":
    All = "all", FinishIteration = "finish_iteration", Depth = "depth", Within = "within", First = "first",
    Algorithm = "algorithm", Heuristic = "heuristic"
);

/// A request that no search can meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestError {
    /// The message, with the names of fields in angle brackets.
    message: String,
}

impl RequestError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
        }
    }

    /// A field that only some algorithms have.
    pub(crate) fn is_for(field: Field, takers: &str, algorithm: Algorithm) -> Self {
        Self::new(format!("<{field}> is for {takers}, not for {algorithm}"))
    }

    /// Refuses fields that are given, with a goal that leaves a choice.
    pub(crate) fn no_choice(fields: &[(bool, Field)]) -> Result<(), Self> {
        let refused = fields.iter().find(|(is_given, _)| *is_given);
        refused.map_or(Ok(()), |(_, field)| {
            let what = "a goal that leaves a choice is reached by astar with a distance of its own";
            Err(Self::new(format!("{what}; leave out <{field}>")))
        })
    }

    /// A field that only searches in the single-tile metric have.
    pub(crate) fn single_tile_only(field: Field) -> Self {
        Self::new(format!(
            "<{field}> is for the single-tile metric; multi-tile solutions come from ida with tables of its own"
        ))
    }

    /// The message, with fields as `spell` writes them.
    pub fn spelled<S: AsRef<str>>(&self, spell: impl Fn(Field) -> S) -> String {
        let spelled =
            |text: String, field: Field| text.replace(&format!("<{field}>"), spell(field).as_ref());
        Field::ALL.into_iter().fold(self.message.clone(), spelled)
    }
}

/// The message, with the names of the fields in this crate.
impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelled(Field::name))
    }
}

impl std::error::Error for RequestError {}

impl Request {
    /// The request as it is searched: the algorithm has its options.
    ///
    /// # Errors
    /// The first rule that the request breaks.
    pub fn validated(mut self) -> Result<Self, RequestError> {
        self.setup.checked()?;
        let IdaRequest {
            all,
            finish_iteration,
            within,
            first,
            ..
        } = self.ida;
        if let Goal::Choice(_) = self.setup.goal {
            RequestError::no_choice(&[
                (all.is_some(), Field::All),
                (finish_iteration, Field::FinishIteration),
                (within.is_some(), Field::Within),
                (first, Field::First),
            ])?;
            self.setup.algorithm = Algorithm::Astar;
        }
        let algorithm = self.setup.algorithm;
        for (given, field) in [
            (all.is_some(), Field::All),
            (finish_iteration, Field::FinishIteration),
        ] {
            if given && !algorithm.is_ida() {
                return Err(RequestError::is_for(
                    field,
                    "ida and ida-wrong-way",
                    algorithm,
                ));
            }
        }
        if algorithm == Algorithm::Dfs && self.limits.depth.is_none() {
            return Err(RequestError::new(
                "dfs follows its first moves for ever without a limit; give <depth>, or take iddfs",
            ));
        }
        let end = self.anytime_end()?;
        self.setup.algorithm = match algorithm {
            Algorithm::Ida(_) => Algorithm::Ida(self.ida.search(end)),
            Algorithm::IdaWrongWay { .. } => Algorithm::IdaWrongWay {
                find: self.ida.find(),
            },
            other => other,
        };
        Ok(self)
    }

    /// The limits of a search that begins now.
    pub fn limits_from_now(&self) -> Limits {
        // A time whose end the clock cannot represent is no limit.
        let end = self.time.and_then(|time| Instant::now().checked_add(time));
        Limits {
            deadline: [self.limits.deadline, end].into_iter().flatten().min(),
            ..self.limits.clone()
        }
    }

    /// The end of the anytime search, or `None` if the request has no such search.
    fn anytime_end(&self) -> Result<Option<AnytimeEnd>, RequestError> {
        let IdaRequest {
            mode,
            all,
            finish_iteration,
            anytime,
            within,
            first,
            ..
        } = self.ida;
        let in_single_tile = self.setup.metric == Metric::SingleTile;
        let has_anytime = in_single_tile
            && self.setup.algorithm.ida().is_some()
            && mode == Mode::Fast
            && all.is_none()
            && !finish_iteration;
        for (given, field) in [(within.is_some(), Field::Within), (first, Field::First)] {
            if given && !in_single_tile {
                return Err(RequestError::single_tile_only(field));
            }
            if given && !has_anytime {
                return Err(RequestError::new(format!(
                    "<{field}> is for fast mode of ida, without <all> and <finish_iteration>"
                )));
            }
        }
        let percent = |percent: f64| {
            Percent::new(percent).ok_or_else(|| {
                RequestError::new(format!(
                    "<within> takes a percentage of 0 or more, such as 5, but found {percent}"
                ))
            })
        };
        let within = within.map(percent).transpose()?;
        let end = match within {
            // The first solution ends the search, so that a percentage makes no difference.
            _ if first => AnytimeEnd::FirstSolution,
            Some(percent) => AnytimeEnd::Within(percent),
            None => AnytimeEnd::Proof,
        };
        let is_wanted = has_anytime && (anytime || end != AnytimeEnd::Proof);
        Ok(is_wanted.then_some(end))
    }
}

impl IdaRequest {
    /// The solutions to look for.
    fn find(&self) -> Find {
        match self.all {
            Some(keep) => Find::All { keep },
            None if self.finish_iteration => Find::FirstAndFinishIteration,
            None => Find::First,
        }
    }

    /// The search that is asked for: an anytime search if it has an end.
    fn search(&self, end: Option<AnytimeEnd>) -> TileIda {
        let threads = self.threads;
        match (end, self.mode, self.all) {
            (Some(end), ..) => TileIda::Anytime(AnytimeOptions { threads, end }),
            (None, Mode::Fast, None) => TileIda::Fast {
                threads,
                finish_iteration: self.finish_iteration,
                pause: None,
            },
            (None, ..) => TileIda::Plain {
                find: self.find(),
                pause: None,
            },
        }
    }
}
