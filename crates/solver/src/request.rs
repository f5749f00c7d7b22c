//! All settings of a search, which are validated in one place.
//!
//! A front end fills in a [`Request`] from arguments, JSON or keywords, and [`Request::validated`]
//! rejects settings that contradict each other. A [`RequestError`] mentions [`Field`]s, for which
//! each front end has its own names. [`RequestError::spelled`] inserts these names into the
//! message.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use fifteen_puzzle::{Convention, Goal, MAX_CELLS, Metric};
use fifteen_search::tiles::{Algorithm, AnytimeEnd, AnytimeOptions, Mode, Percent, TileIda};
use fifteen_search::{Find, Instant, Limits, Threads};

use crate::solver::Setup;

/// The settings of a search, for one board or for many.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The goal, metric, heuristic, algorithm and table folders. The options in [`Request::ida`]
    /// are copied into the algorithm by [`Request::validated`].
    pub setup: Setup,
    /// Options for IDA*.
    pub ida: IdaRequest,
    /// Limits for each search, except the time limit (see [`Request::time`]).
    pub limits: Limits,
    /// Maximum time for each search, measured from its start, or `None` for no limit.
    pub time: Option<Duration>,
    /// Whether move letters in results give the direction of the tile or of the blank.
    pub convention: Convention,
    /// Whether results list the iterations of the search.
    pub stats: bool,
}

/// The options for IDA* that a user has entered. [`Request::validated`] rejects contradictory
/// combinations.
#[derive(Debug, Clone, Default)]
pub struct IdaRequest {
    /// Mode of IDA*. Ignored if all solutions are requested, because only plain mode can find them.
    pub mode: Mode,
    /// Number of threads for a search in fast mode.
    pub threads: Threads,
    /// If set, the search finds all shortest solutions, and keeps at most this many of them.
    pub all: Option<usize>,
    /// Whether to search the last iteration completely, even after a solution is found.
    pub finish_iteration: bool,
    /// Whether to report solutions before one is proven shortest. Ignored if the mode does not
    /// support it.
    pub anytime: bool,
    /// If set, the search stops as soon as it has a solution that is good enough.
    pub within: Option<Within>,
}

/// How good a solution must be for an anytime search to stop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Within {
    /// Any solution is good enough, so the search stops at its first solution.
    Any,
    /// The solution is at most this percentage longer than the proven lower bound.
    Percent(f64),
}

/// Parses `any`, or a percentage such as `5`, `2.5` or `5%`.
impl FromStr for Within {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("any") {
            return Ok(Self::Any);
        }
        let number = text.strip_suffix('%').unwrap_or(text).trim_end();
        match number.parse::<f64>() {
            Ok(percent) if Percent::new(percent).is_some() => Ok(Self::Percent(percent)),
            _ => Err("expected a percentage of 0 or more, such as 5 or 2.5%, or 'any'".to_owned()),
        }
    }
}

/// A field of a [`Request`] that an error message can refer to. Each front end replaces it with its
/// own name for the setting, such as `--depth-limit` (see [`RequestError`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// The field [`IdaRequest::all`].
    All,
    /// The field [`IdaRequest::finish_iteration`].
    FinishIteration,
    /// The field [`Limits::depth`](fifteen_search::Limits::depth).
    DepthLimit,
    /// The field [`IdaRequest::within`].
    Within,
    /// The field [`Setup::algorithm`].
    Algorithm,
    /// The field [`Setup::heuristic`].
    Heuristic,
    /// The field `Setup::order`.
    Order,
}

fifteen_puzzle::named!(
    Field, "field":
    All = "all", FinishIteration = "finish_iteration", DepthLimit = "depth_limit", Within = "within",
    Algorithm = "algorithm", Heuristic = "heuristic", Order = "order"
);

/// Error for a [`Request`] whose settings contradict each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestError {
    /// The error message. Placeholders in angle brackets stand for field names.
    message: String,
}

impl RequestError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
        }
    }

    /// Creates the error for a field that `algorithm` does not support. `takers` describes the
    /// algorithms that support the field.
    pub(crate) fn is_for(field: Field, takers: &str, algorithm: Algorithm) -> Self {
        Self::new(format!("<{field}> is for {takers}, not for {algorithm}"))
    }

    /// Returns an error if any of the fields is set, because searches for a goal pattern do not
    /// support them. The flag before each field says whether the field is set.
    pub(crate) fn no_choice(fields: &[(bool, Field)]) -> Result<(), Self> {
        let refused = fields.iter().find(|(is_given, _)| *is_given);
        refused.map_or(Ok(()), |(_, field)| {
            let what = "a goal that leaves a choice is reached by astar with a distance of its own";
            Err(Self::new(format!("{what}; leave out <{field}>")))
        })
    }

    /// Creates the error for a field that the multi-tile metric does not support.
    pub(crate) fn single_tile_only(field: Field) -> Self {
        Self::new(format!(
            "<{field}> is for the single-tile metric; multi-tile solutions come from ida with tables of its own"
        ))
    }

    /// Returns the message with the field names of a front end. `spell` provides the name of each
    /// field.
    pub fn spelled<S: AsRef<str>>(&self, spell: impl Fn(Field) -> S) -> String {
        let spelled =
            |text: String, field: Field| text.replace(&format!("<{field}>"), spell(field).as_ref());
        Field::ALL.into_iter().fold(self.message.clone(), spelled)
    }
}

/// Formats the message with the field names of this crate.
impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelled(Field::name))
    }
}

impl std::error::Error for RequestError {}

impl Setup {
    /// Checks that the goal, heuristic, metric and algorithm can be combined.
    ///
    /// # Errors
    /// Returns [`RequestError`] for the first conflict.
    pub fn checked(&self) -> Result<(), RequestError> {
        let (algorithm, name) = (self.algorithm, self.heuristic_name());
        if let Goal::Choice(_) = self.goal {
            let is_astar = matches!(algorithm, Algorithm::Ida(_) | Algorithm::Astar);
            RequestError::no_choice(&[
                (!is_astar, Field::Algorithm),
                (name.is_some(), Field::Heuristic),
                (self.order.is_some(), Field::Order),
            ])?;
            if self.metric == Metric::MultiTile {
                return Err(RequestError::new(
                    "a goal that leaves a choice is for the single-tile metric",
                ));
            }
        }
        let given = [
            (algorithm.ida().is_none(), Field::Algorithm),
            (name.is_some(), Field::Heuristic),
        ];
        if let Some(&(_, field)) = given
            .iter()
            .find(|(given, _)| *given && self.metric == Metric::MultiTile)
        {
            return Err(RequestError::single_tile_only(field));
        }
        match (algorithm.own_heuristic(), name) {
            (Some(own), Some(heuristic)) if heuristic != own.name() => {
                let message = format!(
                    "{algorithm} works with {own} only; leave {heuristic} out, or take ida"
                );
                Err(RequestError::new(message))
            }
            _ => Ok(()),
        }
    }
}

impl Request {
    /// Validates the request, and copies the options in [`Request::ida`] into the algorithm.
    ///
    /// # Errors
    /// Returns [`RequestError`] for the first setting that is invalid or contradicts another.
    pub fn validated(mut self) -> Result<Self, RequestError> {
        self.setup.checked()?;
        let IdaRequest {
            all,
            finish_iteration,
            within,
            ..
        } = self.ida;
        if let Goal::Choice(_) = self.setup.goal {
            RequestError::no_choice(&[
                (all.is_some(), Field::All),
                (finish_iteration, Field::FinishIteration),
                (within.is_some(), Field::Within),
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
                "dfs follows its first moves for ever without a limit; give <depth_limit>, or take iddfs",
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

    /// Checks that boards of more than 25 cells can be searched with this request. The solutions of
    /// such a search are not always shortest. The request must come from
    /// [`validated`](Self::validated).
    ///
    /// # Errors
    /// Returns [`RequestError`] for the first setting that the search does not support.
    pub fn validate_large(&self) -> Result<(), RequestError> {
        if self.ida.within.is_none() {
            return Err(RequestError::new(format!(
                "shortest solutions are for at most {MAX_CELLS} cells; <within> any finds a solution for more"
            )));
        }
        for (given, field) in [
            (self.setup.heuristic.is_some(), Field::Heuristic),
            (self.setup.order.is_some(), Field::Order),
        ] {
            if given {
                return Err(RequestError::new(format!(
                    "<{field}> is for boards of at most {MAX_CELLS} cells; leave it out"
                )));
            }
        }
        match self.setup.goal {
            Goal::Last | Goal::First => Ok(()),
            _ => Err(RequestError::new(format!(
                "a board of more than {MAX_CELLS} cells has the goals last and first"
            ))),
        }
    }

    /// Returns the limits for a search that starts now.
    pub fn limits_from_now(&self) -> Limits {
        // A deadline that is too late for the clock to represent means no time limit.
        let end = self.time.and_then(|time| Instant::now().checked_add(time));
        Limits {
            deadline: [self.limits.deadline, end].into_iter().flatten().min(),
            ..self.limits.clone()
        }
    }

    /// Returns the condition that ends the requested anytime search, or `None` if no such
    /// search is requested. An anytime search reports solutions before one is proven shortest.
    fn anytime_end(&self) -> Result<Option<AnytimeEnd>, RequestError> {
        let IdaRequest {
            mode,
            all,
            finish_iteration,
            anytime,
            within,
            ..
        } = self.ida;
        let in_single_tile = self.setup.metric == Metric::SingleTile;
        let has_anytime = in_single_tile
            && self.setup.algorithm.ida().is_some()
            && mode == Mode::Fast
            && all.is_none()
            && !finish_iteration;
        if within.is_some() && !in_single_tile {
            return Err(RequestError::single_tile_only(Field::Within));
        }
        if within.is_some() && !has_anytime {
            return Err(RequestError::new(
                "<within> is for fast mode of ida, without <all> and <finish_iteration>",
            ));
        }
        let end = match within {
            Some(Within::Any) => AnytimeEnd::FirstSolution,
            Some(Within::Percent(percent)) => AnytimeEnd::Within(Percent::new(percent).ok_or_else(
                || {
                    RequestError::new(format!(
                        "<within> takes a percentage of 0 or more, such as 5, or 'any', but found {percent}"
                    ))
                },
            )?),
            None => AnytimeEnd::Proof,
        };
        let is_wanted = has_anytime && (anytime || end != AnytimeEnd::Proof);
        Ok(is_wanted.then_some(end))
    }
}

impl IdaRequest {
    /// Returns which solutions to look for.
    fn find(&self) -> Find {
        match self.all {
            Some(keep) => Find::All { keep },
            None if self.finish_iteration => Find::FirstAndFinishIteration,
            None => Find::First,
        }
    }

    /// Returns the requested kind of IDA*. If `end` is given, this is an anytime search, which
    /// reports solutions before one is proven shortest.
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
