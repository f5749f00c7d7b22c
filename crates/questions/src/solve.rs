//! `solve`: shortest solutions of a board, and good ones before they are proven.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fifteen_solver::record::BoardRecord;
use fifteen_solver::{
    AnytimeOptions, Board, LimitKind, Limits, Mode, Options, Request, SearchEvent, Setup, Status,
};
use serde::Deserialize;
use serde_json::json;

use crate::board::{BoardText, board_and_goal};
use crate::parse::maybe;
use crate::solvers::{Opened, advised};
use crate::{Event, Failure, Policy, Prepared, Search, Solvers};

/// A board to be solved, and how.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Query {
    board: BoardText,
    size: Option<String>,
    goal: Option<String>,
    heuristic: Option<String>,
    algorithm: Option<String>,
    mode: Option<String>,
    all: Option<usize>,
    stats: Option<bool>,
    moves: Option<String>,
    seconds: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    /// A percentage: end as soon as the best solution is at most so much longer than the proven bound.
    within: Option<f64>,
    /// End with the first solution.
    first: Option<bool>,
    /// The unit in which moves are counted.
    metric: Option<String>,
}

/// A board to be searched.
struct Solve {
    board: Board,
    opened: Opened,
    request: Request,
    time: Duration,
    /// The moves of the shortest solution that any run has found.
    best: Option<usize>,
}

impl Query {
    pub(crate) fn prepare(self, policy: &Policy) -> Result<Prepared, Failure> {
        let time = policy.time(self.seconds)?;
        let (board, goal) =
            board_and_goal(&self.board, self.size.as_deref(), self.goal.as_deref())?;
        let request = Policy::validated(Request {
            setup: Setup {
                goal,
                metric: maybe(self.metric.as_deref())?.unwrap_or_default(),
                heuristic: maybe(self.heuristic.as_deref())?,
                algorithm: maybe(self.algorithm.as_deref())?.unwrap_or_default(),
                ..Setup::default()
            },
            search: Options {
                // On one thread, since other clients may want to search too.
                mode: maybe(self.mode.as_deref())?.unwrap_or(Mode::Fast { threads: 1 }),
                all: self.all,
                anytime: Some(AnytimeOptions {
                    within: self.within,
                    first: self.first.unwrap_or(false),
                }),
                limits: Limits {
                    nodes: self.nodes,
                    depth: self.depth,
                    memory: Some(policy.memory_bytes),
                    ..Limits::default()
                },
                time: Some(time),
                ..Options::default()
            },
            convention: maybe(self.moves.as_deref())?.unwrap_or_default(),
            stats: self.stats.unwrap_or(false),
        })?;
        Ok(Box::new(move |solvers: &Solvers| {
            let opened = solvers.open(&request, board.size())?;
            Ok(Box::new(Solve {
                board,
                opened,
                request,
                time,
                best: None,
            }))
        }))
    }
}

impl Search for Solve {
    fn time(&self) -> Duration {
        self.time
    }

    fn run(
        &mut self,
        slice: Option<Duration>,
        cancel: &Arc<AtomicBool>,
        send: &mut dyn FnMut(Event),
    ) -> bool {
        let Opened { solver, notes, .. } = &self.opened;
        notes.iter().for_each(|note| send(Event::note(note)));
        let mut options = self.request.search.clone();
        options.limits.cancel = Some(Arc::clone(cancel));
        // A search with a shorter limit of its own runs to that.
        let slice = slice.filter(|&slice| slice < self.time);
        options.time = slice.or(options.time);
        let (best, convention) = (&mut self.best, self.request.convention);
        let on_event = &mut |event| match event {
            SearchEvent::Iteration(iteration) => send(Event::new("iteration", &iteration)),
            SearchEvent::Solution { path, bound } if best.is_none_or(|best| path.len() < best) => {
                let solution = json!({ "upper": path.len(), "bound": bound, "moves": path.letters(convention) });
                send(Event::new("solution", &solution));
                *best = Some(path.len());
            }
            _ => (),
        };
        let result = solver.solve_with_events(&self.board, &options, on_event);
        if slice.is_some()
            && result
                .as_ref()
                .is_ok_and(|found| found.status == Status::Limit(LimitKind::Time))
        {
            return false;
        }
        let mut record = BoardRecord::new(1, self.board, solver, result, &self.request);
        let remedy = record.remedy.take();
        record.error = record.error.map(|error| advised(error, remedy));
        send(Event::new("result", &record));
        true
    }
}
