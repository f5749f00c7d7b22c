//! The API request `solve`. It finds shortest solutions of a board, and can report longer ones
//! while the search is still running.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fifteen_solver::puzzle::TileGrid;
use fifteen_solver::record::BoardRecord;
use fifteen_solver::search::Instant;
use fifteen_solver::{
    IdaRequest, LimitKind, Limits, Mode, Request, SearchEvent, Setup, Size, Status, Threads, Within,
};
use serde::Deserialize;
use serde_json::json;

use crate::board::{BoardText, goal};
use crate::parse::maybe;
use crate::solvers::{OpenedSolver, OpeningFailure, advised};
use crate::{Engine, Event, Failure, Policy, Search, Solvers};

/// Request to solve a board.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveQuestion {
    board: BoardText,
    size: Option<String>,
    goal: Option<String>,
    heuristic: Option<String>,
    algorithm: Option<String>,
    mode: Option<String>,
    finish_iteration: Option<bool>,
    all: Option<usize>,
    stats: Option<bool>,
    /// Whether the letters in the results name the directions in which tiles move, or those in
    /// which the blank moves.
    letters: Option<String>,
    /// Time limit of the search, in seconds.
    time_limit: Option<f64>,
    node_limit: Option<u64>,
    depth_limit: Option<u32>,
    within: Option<WithinText>,
    /// Unit in which moves are counted, such as `multi-tile`.
    metric: Option<String>,
}

/// How good a solution must be for the search to stop. A percentage such as `5` or `"5%"` says how
/// far the length of the solution may be above the proven lower bound. The text `"any"` accepts any
/// solution.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a percentage, or the text \"any\"")]
enum WithinText {
    Percent(f64),
    Text(String),
}

impl WithinText {
    fn read(self) -> Result<Within, Failure> {
        match self {
            Self::Percent(percent) => Ok(Within::Percent(percent)),
            Self::Text(text) => text
                .parse()
                .map_err(|error| Failure::refused(format!("'within' is '{text}'; {error}"))),
        }
    }
}

/// A request to solve a board, validated and ready to run.
struct BoardSearch {
    start: TileGrid,
    /// The solver, or `None` if it has not been opened yet.
    opened: Option<OpenedSolver>,
    limits: SliceLimits,
    /// Length of the shortest solution that has been reported. Each run searches from the
    /// beginning, but reports only solutions that are shorter than this.
    best: Option<usize>,
}

impl SolveQuestion {
    pub(crate) fn prepare(self, engine: &Engine) -> Result<Box<dyn Search>, Failure> {
        let policy = &engine.policy;
        let time = policy.time(self.time_limit)?;
        let size = maybe::<Size>(self.size.as_deref())?;
        let goal = goal(self.goal.as_deref(), size)?;
        let size = size.or(goal.own_size());
        let start = self.board.read_start(size, goal)?;
        let request = Policy::validated(Request {
            setup: Setup {
                goal,
                metric: maybe(self.metric.as_deref())?.unwrap_or_default(),
                heuristic: maybe(self.heuristic.as_deref())?,
                algorithm: maybe(self.algorithm.as_deref())?.unwrap_or_default(),
                ..Setup::default()
            },
            ida: IdaRequest {
                mode: maybe(self.mode.as_deref())?.unwrap_or(Mode::Fast),
                // The server has other clients too, so each search uses only one thread.
                threads: Threads::ONE,
                all: self.all,
                finish_iteration: self.finish_iteration.unwrap_or(false),
                anytime: true,
                within: self.within.map(WithinText::read).transpose()?,
            },
            limits: Limits {
                nodes: self.node_limit,
                depth: self.depth_limit,
                memory: Some(policy.memory_bytes),
                ..Limits::default()
            },
            time: Some(time),
            convention: maybe(self.letters.as_deref())?.unwrap_or_default(),
            stats: self.stats.unwrap_or(false),
        })?;
        let limits = SliceLimits { request, time };
        engine.solvers.check(&limits.request, start.size())?;
        Ok(Box::new(BoardSearch {
            start,
            opened: None,
            limits,
            best: None,
        }))
    }
}

/// Computes the limits of each run of a search, given the solver request and the time limit of the
/// search.
struct SliceLimits {
    request: Request,
    time: Duration,
}

impl SliceLimits {
    /// Returns the limits of a run that starts now.
    fn limits(&self, cancel: &Arc<AtomicBool>) -> Limits {
        Limits {
            cancel: Some(Arc::clone(cancel)),
            ..self.request.limits_from_now()
        }
    }

    /// Returns `limits`, but with the end of `slice` as the deadline if that comes first.
    fn cut_limits(&self, limits: &Limits, slice: Option<Duration>) -> Limits {
        let end = self
            .cut(slice)
            .and_then(|slice| Instant::now().checked_add(slice));
        Limits {
            deadline: [limits.deadline, end].into_iter().flatten().min(),
            ..limits.clone()
        }
    }

    /// Returns `slice` if it is shorter than the search's time limit, or `None` otherwise.
    fn cut(&self, slice: Option<Duration>) -> Option<Duration> {
        slice.filter(|&slice| slice < self.time)
    }
}

impl BoardSearch {
    /// Returns the solver, opening it on the first call.
    fn opened(
        &mut self,
        solvers: &Solvers,
        limits: &Limits,
    ) -> Result<OpenedSolver, OpeningFailure> {
        if let Some(opened) = &self.opened {
            return Ok(opened.clone());
        }
        let opened = solvers.open(&self.limits.request, self.start.size(), limits)?;
        Ok(self.opened.insert(opened).clone())
    }
}

impl Search for BoardSearch {
    fn time(&self) -> Duration {
        self.limits.time
    }

    fn open(&mut self, solvers: &Solvers) -> Result<(), Failure> {
        match self.opened(solvers, &self.limits.request.limits_from_now()) {
            Err(OpeningFailure::Failed(failure)) => Err(failure),
            // If the time ran out, do not return an error: the next run reports that the search
            // reached its time limit.
            Ok(_) | Err(OpeningFailure::Stopped(_)) => Ok(()),
        }
    }

    fn run(
        &mut self,
        solvers: &Solvers,
        slice: Option<Duration>,
        cancel: &Arc<AtomicBool>,
        send: &mut dyn FnMut(Event),
    ) -> Result<bool, Failure> {
        let limits = self.limits.limits(cancel);
        let OpenedSolver { solver, notes, .. } = match self.opened(solvers, &limits) {
            Ok(opened) => opened,
            Err(OpeningFailure::Stopped(error)) => {
                let record = BoardRecord::unopened(1, self.start, &error, &self.limits.request);
                send(Event::new("result", &record));
                return Ok(true);
            }
            Err(OpeningFailure::Failed(failure)) => return Err(failure),
        };
        notes.iter().for_each(|note| send(Event::note(note)));
        let limits = self.limits.cut_limits(&limits, slice);
        let (best, convention) = (&mut self.best, self.limits.request.convention);
        let on_event = &mut |event| match event {
            SearchEvent::Iteration(iteration) => send(Event::new("iteration", &iteration)),
            SearchEvent::Solution { path, bound } if best.is_none_or(|best| path.len() < best) => {
                let solution = json!({ "upper": path.len(), "bound": bound, "moves": path.letters(convention) });
                send(Event::new("solution", &solution));
                *best = Some(path.len());
            }
            _ => (),
        };
        let result = solver.solve_with_events(&self.start, &limits, on_event);
        if self.limits.cut(slice).is_some()
            && result
                .as_ref()
                .is_ok_and(|found| found.status == Status::Limit(LimitKind::Time))
        {
            return Ok(false);
        }
        let record = BoardRecord::of_goal(1, self.start, &solver, result, &self.limits.request)
            .with_advice(advised);
        send(Event::new("result", &record));
        Ok(true)
    }
}
