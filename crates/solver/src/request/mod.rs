//! A request: everything that can be asked of a search, validated in one place.
//!
//! A front end fills in a [`Request`] from arguments, JSON or keywords, and [`Request::validated`] applies every rule
//! about what goes with what. A [`RequestError`] names the [`Field`]s that it is
//! about; [`RequestError::spelled`] writes them as the front end's users know them.

mod error;

use fifteen_puzzle::{Convention, Metric};
use fifteen_search::tiles::anytime::AnytimeOptions;
use fifteen_search::tiles::{Algorithm, Mode};

pub use self::error::{RequestError, RequestNote};
use crate::solver::Setup;
use fifteen_search::Options;

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
    /// [`Setup::deepening`].
    Deepening,
    /// [`Limits::depth`](fifteen_search::Limits::depth).
    Depth,
    /// [`Options::mode`], asked to be fast.
    Mode,
    /// The number of threads.
    Threads,
    /// [`AnytimeOptions::within`].
    Within,
    /// [`AnytimeOptions::first`].
    First,
    /// [`Setup::algorithm`].
    Algorithm,
    /// [`Setup::heuristic`].
    Heuristic,
}

/// The choices that were written out, and did not come from a default.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked {
    /// The mode.
    pub mode: bool,
    /// The number of threads, for the search of one board.
    pub threads: bool,
}

impl Request {
    /// The request as it is searched: the algorithm with its deepening, and the mode that goes with the algorithm.
    ///
    /// # Errors
    /// The first rule that the request breaks.
    pub fn validated(self) -> Result<Self, RequestError> {
        let algorithm = self.setup.resolved_algorithm()?;
        let Options { all, finish_iteration, .. } = self.search;
        for (given, field) in [(all.is_some(), Field::All), (finish_iteration, Field::FinishIteration)] {
            if given && !matches!(algorithm, Algorithm::Ida | Algorithm::IdaWrongWay) {
                return Err(RequestError::OtherAlgorithm { field, algorithm });
            }
        }
        if algorithm == (Algorithm::Dfs { deepening: false }) && self.search.limits.depth.is_none() {
            return Err(RequestError::Endless);
        }
        let has_modes = algorithm == Algorithm::Ida && all.is_none();
        let mode = if has_modes { self.search.mode } else { Mode::Plain };
        let anytime = self.anytime(mode)?;
        let (setup, search) = (Setup { algorithm, ..self.setup }, Options { mode, anytime, ..self.search });
        Ok(Self { setup, search, ..self })
    }

    /// The search for good solutions, where the mode has it.
    fn anytime(&self, mode: Mode) -> Result<Option<AnytimeOptions>, RequestError> {
        let Some(anytime) = self.search.anytime else { return Ok(None) };
        let in_single_tile = self.setup.metric == Metric::SingleTile;
        let has_anytime = in_single_tile
            && self.setup.algorithm == Algorithm::Ida
            && mode != Mode::Plain
            && !self.search.finish_iteration;
        for (given, field) in [(anytime.within.is_some(), Field::Within), (anytime.first, Field::First)] {
            if given && !in_single_tile {
                return Err(RequestError::SingleTileOnly { field });
            }
            if given && !has_anytime {
                return Err(RequestError::FastModeOnly { field });
            }
        }
        if let Some(percent) = anytime.within.filter(|percent| percent.is_nan() || *percent < 0.0) {
            return Err(RequestError::Percentage { found: percent.to_string() });
        }
        Ok(has_anytime.then_some(anytime))
    }

    /// Notes on what was asked for and is not used, before the request is validated.
    pub fn notes(&self, asked: &Asked) -> Vec<RequestNote> {
        let fast = self.search.mode != Mode::Plain;
        let has_modes = self.setup.algorithm == Algorithm::Ida;
        let mode = match (fast && asked.mode, has_modes, self.search.all) {
            (true, false, _) => Some(RequestNote::FastMode { algorithm: self.setup.algorithm }),
            (true, true, Some(_)) => Some(RequestNote::FastModeForAll),
            _ => None,
        };
        let in_fast_mode = fast && has_modes && self.search.all.is_none();
        mode.into_iter().chain((asked.threads && !in_fast_mode).then_some(RequestNote::Threads)).collect()
    }
}

#[cfg(test)]
mod tests;
