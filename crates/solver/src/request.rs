//! A request: everything that can be asked of a search, validated in one place.
//!
//! A front end fills in a [`Request`] from arguments, JSON or keywords, and [`Request::validated`] applies every rule
//! about what goes with what. A [`RequestError`] names the [`Field`]s that it is about;
//! [`RequestError::spelled`] writes them as the front end's users know them.

use std::fmt;

use fifteen_puzzle::{Convention, Goal, Metric};
use fifteen_search::Options;
use fifteen_search::tiles::anytime::AnytimeOptions;
use fifteen_search::tiles::{Algorithm, Mode};

use crate::solver::Setup;

/// Everything that can be asked of a search, for one board or for many.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Goal, metric, heuristic and algorithm, and where tables are looked for.
    pub setup: Setup,
    /// Mode, number of solutions, and limits.
    pub search: Options,
    /// The meaning of the letters of moves in results.
    pub convention: Convention,
    /// List the iterations in results.
    pub stats: bool,
}

/// A field of a [`Request`] that an error may be about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// [`Options::all`].
    All,
    /// [`Options::finish_iteration`].
    FinishIteration,
    /// [`Limits::depth`](fifteen_search::Limits::depth).
    Depth,
    /// [`AnytimeOptions::within`].
    Within,
    /// [`AnytimeOptions::first`].
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
    /// The request as it is searched, with the mode that goes with the algorithm.
    ///
    /// # Errors
    /// The first rule that the request breaks.
    pub fn validated(mut self) -> Result<Self, RequestError> {
        self.setup.checked()?;
        if let Goal::Choice(_) = self.setup.goal {
            let Options {
                all,
                finish_iteration,
                anytime,
                ..
            } = self.search;
            let AnytimeOptions { within, first } = anytime.unwrap_or_default();
            let fields = [
                (all.is_some(), Field::All),
                (finish_iteration, Field::FinishIteration),
            ];
            RequestError::no_choice(&[
                fields[0],
                fields[1],
                (within.is_some(), Field::Within),
                (first, Field::First),
            ])?;
            self.setup.algorithm = Algorithm::Astar;
        }
        let algorithm = self.setup.algorithm;
        let Options {
            all,
            finish_iteration,
            ..
        } = self.search;
        for (given, field) in [
            (all.is_some(), Field::All),
            (finish_iteration, Field::FinishIteration),
        ] {
            if given && !matches!(algorithm, Algorithm::Ida | Algorithm::IdaWrongWay) {
                return Err(RequestError::is_for(
                    field,
                    "ida and ida-wrong-way",
                    algorithm,
                ));
            }
        }
        if algorithm == Algorithm::Dfs && self.search.limits.depth.is_none() {
            return Err(RequestError::new(
                "dfs follows its first moves for ever without a limit; give <depth>, or take iddfs",
            ));
        }
        let has_modes = algorithm == Algorithm::Ida && all.is_none();
        let mode = if has_modes {
            self.search.mode
        } else {
            Mode::Plain
        };
        let anytime = self.anytime(mode)?;
        Ok(Self {
            search: Options {
                mode,
                anytime,
                ..self.search
            },
            ..self
        })
    }

    /// The search for good solutions, where the mode has it.
    fn anytime(&self, mode: Mode) -> Result<Option<AnytimeOptions>, RequestError> {
        let Some(anytime) = self.search.anytime else {
            return Ok(None);
        };
        let in_single_tile = self.setup.metric == Metric::SingleTile;
        let has_anytime = in_single_tile
            && self.setup.algorithm == Algorithm::Ida
            && mode != Mode::Plain
            && !self.search.finish_iteration;
        for (given, field) in [
            (anytime.within.is_some(), Field::Within),
            (anytime.first, Field::First),
        ] {
            if given && !in_single_tile {
                return Err(RequestError::single_tile_only(field));
            }
            if given && !has_anytime {
                return Err(RequestError::new(format!(
                    "<{field}> is for fast mode of ida, without <all> and <finish_iteration>"
                )));
            }
        }
        if let Some(percent) = anytime
            .within
            .filter(|percent| percent.is_nan() || *percent < 0.0)
        {
            return Err(RequestError::new(format!(
                "<within> takes a percentage of 0 or more, such as 5, but found {percent}"
            )));
        }
        Ok(has_anytime.then_some(anytime))
    }
}
