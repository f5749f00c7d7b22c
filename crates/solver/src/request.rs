//! A request: everything that can be asked of a search, validated in one place.
//!
//! A front end fills in a [`Request`] from arguments, JSON or keywords, and [`Request::validated`] applies every rule
//! about what goes with what, within the front end's [`Policy`]. A [`RequestError`] names the [`Field`]s that it is about;
//! [`RequestError::spelled`] writes them as the front end's users know them.

use std::fmt;

use fifteen_puzzle::{Convention, Goal, MoveOrder, Size};
use fifteen_search::tiles::anytime::AnytimeOptions;
use fifteen_search::tiles::{Algorithm, Mode};

use crate::options::Options;
use crate::spec::HeuristicSpec;

/// Everything that can be asked of a search, for one board or for many.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The size of the boards, where it is known before they are read.
    pub size: Option<Size>,
    /// The goal.
    pub goal: Goal,
    /// The heuristic; by default the algorithm's own.
    pub heuristic: Option<HeuristicSpec>,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Depth-first search to the depths 0, 1, 2 and so on.
    pub deepening: bool,
    /// The order in which the blank's moves are tried; by default the algorithm's own.
    pub order: Option<MoveOrder>,
    /// Mode, number of solutions, and limits.
    pub search: Options,
    /// The meaning of the letters of moves in results.
    pub convention: Convention,
    /// List the iterations in results.
    pub stats: bool,
}

/// The most that a front end grants.
#[derive(Debug, Clone, Copy, Default)]
pub struct Policy {
    /// The most solutions, where all are asked for.
    pub most_solutions: Option<usize>,
    /// The deepest limit of a depth-first search, which must then be given.
    pub deepest_dfs: Option<u32>,
}

/// A field of a [`Request`] that an error may be about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// [`Options::all`].
    All,
    /// [`Options::finish_iteration`].
    FinishIteration,
    /// [`Request::deepening`].
    Deepening,
    /// [`Options::depth`].
    Depth,
    /// [`Options::mode`], asked to be fast.
    Mode,
    /// The number of threads.
    Threads,
    /// [`AnytimeOptions::within`].
    Within,
    /// [`AnytimeOptions::first`].
    First,
}

/// What was asked for in so many words, and did not come from a default.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked {
    /// The mode.
    pub mode: bool,
    /// The number of threads, for the search of one board.
    pub threads: bool,
}

/// Something that was asked for and that the search does not use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RequestNote {
    /// Fast mode, which only `ida` has.
    FastMode {
        /// The algorithm.
        algorithm: Algorithm,
    },
    /// Fast mode, which finds one solution only.
    FastModeForAll,
    /// Several threads, which only fast mode uses.
    Threads,
}

/// A request that no search can meet.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RequestError {
    /// A field that the algorithm does not have.
    OtherAlgorithm {
        /// The field.
        field: Field,
        /// The algorithm.
        algorithm: Algorithm,
    },
    /// A field that only fast mode of IDA* has, for one solution.
    FastModeOnly {
        /// The field.
        field: Field,
    },
    /// A percentage below 0, or none.
    Percentage {
        /// The number asked for.
        found: String,
    },
    /// The algorithm works with the Manhattan distance only.
    ManhattanOnly {
        /// The algorithm.
        algorithm: Algorithm,
        /// The heuristic asked for.
        heuristic: String,
    },
    /// A depth-first search that nothing ends.
    Endless {
        /// The size of the boards, if it is known.
        size: Option<Size>,
        /// The deepest limit that is granted.
        most: Option<u32>,
    },
    /// A depth-first search to a greater depth than is granted.
    TooDeep {
        /// The depth asked for.
        depth: u32,
        /// The deepest that is granted.
        most: u32,
    },
    /// More solutions than are granted.
    TooManySolutions {
        /// The number asked for.
        solutions: usize,
        /// The most that are granted.
        most: usize,
    },
}

impl Request {
    /// The algorithm with its deepening, if the heuristic goes with it.
    ///
    /// # Errors
    /// [`RequestError::OtherAlgorithm`] and [`RequestError::ManhattanOnly`].
    pub fn resolved_algorithm(&self) -> Result<Algorithm, RequestError> {
        let algorithm = match self.algorithm {
            Algorithm::Dfs { deepening } => Algorithm::Dfs { deepening: deepening || self.deepening },
            algorithm if self.deepening => {
                return Err(RequestError::OtherAlgorithm { field: Field::Deepening, algorithm });
            }
            algorithm => algorithm,
        };
        if let Some(heuristic) = &self.heuristic {
            require_manhattan(algorithm, &heuristic.to_string())?;
        }
        Ok(algorithm)
    }

    /// The request as it is searched: the algorithm with its deepening, and the mode that goes with the algorithm.
    ///
    /// # Errors
    /// The first rule that the request breaks.
    pub fn validated(self, policy: &Policy) -> Result<Self, RequestError> {
        let algorithm = self.resolved_algorithm()?;
        let Options { all, finish_iteration, .. } = self.search;
        for (given, field) in [(all.is_some(), Field::All), (finish_iteration, Field::FinishIteration)] {
            if given && !matches!(algorithm, Algorithm::Ida | Algorithm::IdaWrongWay) {
                return Err(RequestError::OtherAlgorithm { field, algorithm });
            }
        }
        if let (Some(solutions), Some(most)) = (all, policy.most_solutions)
            && solutions > most
        {
            return Err(RequestError::TooManySolutions { solutions, most });
        }
        if algorithm == (Algorithm::Dfs { deepening: false }) {
            self.require_an_end(policy.deepest_dfs)?;
        }
        let has_modes = algorithm == Algorithm::Ida && all.is_none();
        let mode = if has_modes { self.search.mode } else { Mode::Plain };
        let anytime = self.anytime(mode)?;
        Ok(Self { algorithm, search: Options { mode, anytime, ..self.search }, ..self })
    }

    /// The search for good solutions, where the mode has it.
    fn anytime(&self, mode: Mode) -> Result<Option<AnytimeOptions>, RequestError> {
        let Some(anytime) = self.search.anytime else { return Ok(None) };
        let has_anytime = mode != Mode::Plain && !self.search.finish_iteration;
        for (given, field) in [(anytime.within.is_some(), Field::Within), (anytime.first, Field::First)] {
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
        let is_ida = self.algorithm == Algorithm::Ida;
        let mode = match (fast && asked.mode, is_ida, self.search.all) {
            (true, false, _) => Some(RequestNote::FastMode { algorithm: self.algorithm }),
            (true, true, Some(_)) => Some(RequestNote::FastModeForAll),
            _ => None,
        };
        let in_fast_mode = fast && is_ida && self.search.all.is_none();
        mode.into_iter().chain((asked.threads && !in_fast_mode).then_some(RequestNote::Threads)).collect()
    }

    /// A depth-first search without a limit follows its first moves for ever.
    fn require_an_end(&self, most: Option<u32>) -> Result<(), RequestError> {
        let Options { nodes, time, depth, .. } = self.search;
        match (depth, most) {
            (Some(depth), Some(most)) if depth > most => Err(RequestError::TooDeep { depth, most }),
            (None, Some(_)) => Err(RequestError::Endless { size: self.size, most }),
            (None, None) if nodes.is_none() && time.is_none() => Err(RequestError::Endless { size: self.size, most }),
            _ => Ok(()),
        }
    }
}

/// The name of the only heuristic of [`Algorithm::IdaWrongWay`].
pub(crate) const MANHATTAN: &str = "manhattan";

/// Refuses any other heuristic for an algorithm that works with the Manhattan distance only.
///
/// # Errors
/// [`RequestError::ManhattanOnly`].
pub(crate) fn require_manhattan(algorithm: Algorithm, heuristic: &str) -> Result<(), RequestError> {
    if algorithm != Algorithm::IdaWrongWay || heuristic == MANHATTAN {
        return Ok(());
    }
    Err(RequestError::ManhattanOnly { algorithm, heuristic: heuristic.to_string() })
}

impl RequestNote {
    /// The message, with fields as `spell` writes them.
    pub fn spelled(&self, spell: impl Fn(Field) -> &'static str) -> String {
        let (mode, threads, all) = (spell(Field::Mode), spell(Field::Threads), spell(Field::All));
        match self {
            Self::FastMode { algorithm } => format!("{algorithm} has no fast mode; {mode} is not used"),
            Self::FastModeForAll => format!("fast mode finds one solution, so {all} is searched in plain mode"),
            Self::Threads => format!("only fast mode of ida uses several threads for a board; {threads} is not used"),
        }
    }
}

impl RequestError {
    /// The message, with fields as `spell` writes them.
    pub fn spelled(&self, spell: impl Fn(Field) -> &'static str) -> String {
        match self {
            Self::OtherAlgorithm { field, algorithm } => {
                let takers = if *field == Field::Deepening { "dfs" } else { "ida and ida-wrong-way" };
                format!("{} is for {takers}, not for {algorithm}", spell(*field))
            }
            Self::FastModeOnly { field } => format!(
                "{} is for fast mode of ida, without {} and {}",
                spell(*field),
                spell(Field::All),
                spell(Field::FinishIteration)
            ),
            Self::Percentage { found } => {
                format!("{} takes a percentage of 0 or more, such as 5, but found {found}", spell(Field::Within))
            }
            Self::ManhattanOnly { algorithm, heuristic } => format!(
                "{algorithm} is Manhattan only, but the heuristic asked for is {heuristic}; leave it out, or take ida"
            ),
            Self::Endless { size, most } => {
                let (depth, deepening) = (spell(Field::Depth), spell(Field::Deepening));
                let hint = match most {
                    Some(most) => format!(", at most {most},"),
                    None => size.and_then(enough).unwrap_or_default(),
                };
                format!("dfs follows its first moves for ever without a limit; give {depth}{hint} or {deepening}")
            }
            Self::TooDeep { depth, most } => {
                format!("a depth of {depth} is more than dfs is granted here; ask for at most {most}")
            }
            Self::TooManySolutions { solutions, most } => {
                format!("{solutions} solutions are more than are granted; ask for at most {most}")
            }
        }
    }
}

/// The depth that is enough for every board of a size with a usual goal.
fn enough(size: Size) -> Option<String> {
    let known = [("2x2", 6), ("3x2", 21), ("2x3", 21), ("3x3", 31), ("4x4", 80)];
    let (size, depth) = known.into_iter().find(|(name, _)| *name == size.to_string())?;
    Some(format!(" (no {size} board with its goal's blank in a corner needs more than {depth})"))
}

/// The message, with the names of the fields in this crate.
impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelled(|field| match field {
            Field::All => "all",
            Field::FinishIteration => "finish_iteration",
            Field::Deepening => "deepening",
            Field::Depth => "depth",
            Field::Mode => "mode",
            Field::Threads => "threads",
            Field::Within => "within",
            Field::First => "first",
        }))
    }
}

impl std::error::Error for RequestError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message of the error, or the algorithm and the mode as they are searched.
    fn outcome(policy: &Policy, change: impl Fn(&mut Request)) -> Result<(Algorithm, Mode), String> {
        let mut request = Request::default();
        request.search.mode = Mode::Fast { threads: 2 };
        change(&mut request);
        request.validated(policy).map(|r| (r.algorithm, r.search.mode)).map_err(|e| e.to_string())
    }

    #[test]
    fn fields_go_with_their_algorithms() {
        let any = Policy::default();
        let fast = Mode::Fast { threads: 2 };
        assert_eq!(outcome(&any, |_| ()), Ok((Algorithm::Ida, fast)));
        assert_eq!(outcome(&any, |r| r.search.all = Some(1)), Ok((Algorithm::Ida, Mode::Plain)));
        for algorithm in Algorithm::ALL.into_iter().skip(1) {
            let limited = |r: &mut Request| (r.algorithm, r.search.depth) = (algorithm, Some(5));
            assert_eq!(outcome(&any, limited), Ok((algorithm, Mode::Plain)));
            let all = outcome(&any, |r| {
                limited(r);
                r.search.all = Some(1);
            });
            assert_eq!(all.is_ok(), algorithm == Algorithm::IdaWrongWay, "{all:?}");
            let finished = outcome(&any, |r| {
                limited(r);
                r.search.finish_iteration = true;
            });
            assert_eq!(finished.is_ok(), algorithm == Algorithm::IdaWrongWay, "{finished:?}");
            let deepening = outcome(&any, |r| (r.algorithm, r.deepening) = (algorithm, true));
            let dfs = algorithm.name() == "dfs";
            assert_eq!(deepening.ok(), dfs.then_some((Algorithm::Dfs { deepening: true }, Mode::Plain)));
        }
        let error = outcome(&any, |r| r.deepening = true).unwrap_err();
        assert_eq!(error, "deepening is for dfs, not for ida");
        let error = outcome(&any, |r| (r.algorithm, r.heuristic) = (Algorithm::IdaWrongWay, "zero".parse().ok()));
        assert!(error.unwrap_err().contains("Manhattan only"));
    }

    #[test]
    fn what_is_not_used_gets_a_note() {
        let notes = |asked: Asked, change: fn(&mut Request)| {
            let mut request = Request::default();
            request.search.mode = Mode::Fast { threads: 2 };
            change(&mut request);
            request.notes(&asked)
        };
        let (none, both) = (Asked::default(), Asked { mode: true, threads: true });
        let astar = |r: &mut Request| r.algorithm = Algorithm::Astar;
        assert_eq!(notes(none, astar), []);
        let expected = [RequestNote::FastMode { algorithm: Algorithm::Astar }, RequestNote::Threads];
        assert_eq!(notes(both, astar), expected);
        assert_eq!(notes(both, |_| ()), []);
        assert_eq!(notes(both, |r| r.search.all = Some(1)), [RequestNote::FastModeForAll, RequestNote::Threads]);
        assert_eq!(notes(both, |r| r.search.mode = Mode::Plain), [RequestNote::Threads]);
    }

    #[test]
    fn good_solutions_are_for_fast_mode() {
        let any = Policy::default();
        let asked = |within, first| Some(AnytimeOptions { within, first });
        let validated = |change: &dyn Fn(&mut Request)| {
            let mut request = Request::default();
            request.search.mode = Mode::Fast { threads: 2 };
            change(&mut request);
            request.validated(&any).map(|r| r.search.anytime).map_err(|e| e.to_string())
        };
        let within = asked(Some(5.0), false);
        assert_eq!(validated(&|r| r.search.anytime = within), Ok(within));
        // By default good solutions are looked for where that is possible.
        let default = asked(None, false);
        assert_eq!(validated(&|r| (r.search.anytime, r.search.mode) = (default, Mode::Plain)), Ok(None));
        assert_eq!(validated(&|r| (r.search.anytime, r.search.all) = (default, Some(1))), Ok(None));
        let plain = validated(&|r| (r.search.anytime, r.search.mode) = (within, Mode::Plain));
        assert!(plain.unwrap_err().starts_with("within is for fast mode of ida"));
        let astar = validated(&|r| (r.search.anytime, r.algorithm) = (asked(None, true), Algorithm::Astar));
        assert!(astar.unwrap_err().starts_with("first is for fast mode of ida"));
        for percent in [-1.0, f64::NAN] {
            let error = validated(&|r| r.search.anytime = asked(Some(percent), false)).unwrap_err();
            assert!(error.contains("a percentage of 0 or more"), "{error}");
        }
    }

    #[test]
    fn a_depth_first_search_must_end_and_keep_to_the_policy() {
        let policy = Policy { most_solutions: Some(10), deepest_dfs: Some(100) };
        let dfs = |depth: Option<u32>, nodes: Option<u64>| {
            move |r: &mut Request| {
                (r.algorithm, r.size) = (Algorithm::Dfs { deepening: false }, "3x3".parse().ok());
                (r.search.depth, r.search.nodes) = (depth, nodes);
            }
        };
        let error = outcome(&Policy::default(), dfs(None, None)).unwrap_err();
        assert!(error.contains("no 3x3 board") && error.contains("more than 31"), "{error}");
        assert!(outcome(&Policy::default(), dfs(None, Some(1))).is_ok());
        assert!(outcome(&Policy::default(), dfs(Some(1000), None)).is_ok());
        assert!(outcome(&policy, dfs(None, Some(1))).unwrap_err().contains("at most 100"));
        assert!(outcome(&policy, dfs(Some(101), None)).unwrap_err().contains("at most 100"));
        assert!(outcome(&policy, dfs(Some(100), None)).is_ok());
        assert!(outcome(&policy, |r| r.search.all = Some(10)).is_ok());
        assert!(outcome(&policy, |r| r.search.all = Some(11)).unwrap_err().contains("at most 10"));
    }
}
