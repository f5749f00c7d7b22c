//! `solve`: shortest solutions of a board, and good ones before they are proven.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fifteen_solver::puzzle::{GoalPattern, TileGrid};
use fifteen_solver::record::BoardRecord;
use fifteen_solver::{
    Board, ChoiceSolver, Goal, IdaRequest, Iteration, LimitKind, Limits, Mode, Request,
    SearchEvent, Setup, Size, Status, Threads,
};
use serde::Deserialize;
use serde_json::json;

use crate::board::{BoardText, goal};
use crate::parse::maybe;
use crate::solvers::{OpenedSolver, advised};
use crate::{Event, Failure, Policy, Prepared, Search, Solvers};

/// A board to be solved, and how.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveQuestion {
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
struct BoardSearch {
    board: Board,
    opened: OpenedSolver,
    limits: SliceLimits,
    /// The moves of the shortest solution that any run has found.
    best: Option<usize>,
}

/// A start to be searched for a goal that leaves a choice.
struct SolveChoice {
    start: TileGrid,
    solver: ChoiceSolver,
    limits: SliceLimits,
}

impl SolveQuestion {
    pub(crate) fn prepare(self, policy: &Policy) -> Result<Prepared, Failure> {
        let time = policy.time(self.seconds)?;
        let size = maybe::<Size>(self.size.as_deref())?;
        let goal = goal(self.goal.as_deref(), size)?;
        let size = size.or(goal.own_size());
        let start = match goal {
            Goal::Choice(pattern) => SolveStart::Tiles(self.board.read_tiles(size)?, pattern),
            _ => SolveStart::Board(self.board.read(size)?),
        };
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
                // On one thread, since other clients may want to search too.
                threads: Threads::ONE,
                all: self.all,
                finish_iteration: false,
                anytime: true,
                within: self.within,
                first: self.first.unwrap_or(false),
            },
            limits: Limits {
                nodes: self.nodes,
                depth: self.depth,
                memory: Some(policy.memory_bytes),
                ..Limits::default()
            },
            time: Some(time),
            convention: maybe(self.moves.as_deref())?.unwrap_or_default(),
            stats: self.stats.unwrap_or(false),
        })?;
        let limits = SliceLimits { request, time };
        Ok(Box::new(move |solvers: &Solvers| match start {
            SolveStart::Board(board) => Ok(Box::new(BoardSearch {
                board,
                opened: solvers.open(&limits.request, board.size())?,
                limits,
                best: None,
            })),
            SolveStart::Tiles(start, pattern) => Ok(Box::new(SolveChoice {
                start,
                solver: ChoiceSolver::open(pattern, start.size()).map_err(Failure::refused)?,
                limits,
            })),
        }))
    }
}

/// The start of a search; for a goal that leaves a choice, tiles that may repeat, and the goal.
enum SolveStart {
    Board(Board),
    Tiles(TileGrid, GoalPattern),
}

/// A request, and the time that its search may take in all.
struct SliceLimits {
    request: Request,
    time: Duration,
}

impl SliceLimits {
    /// The limits of a run that begins now and may end after a slice of time. A search whose own limit is shorter runs
    /// to that.
    fn limits(&self, slice: Option<Duration>, cancel: &Arc<AtomicBool>) -> Limits {
        let request = Request {
            time: self.cut(slice).or(self.request.time),
            ..self.request.clone()
        };
        Limits {
            cancel: Some(Arc::clone(cancel)),
            ..request.limits_from_now()
        }
    }

    /// The slice, if it ends before the search's own limit.
    fn cut(&self, slice: Option<Duration>) -> Option<Duration> {
        slice.filter(|&slice| slice < self.time)
    }
}

impl Search for SolveChoice {
    fn time(&self) -> Duration {
        self.limits.time
    }

    fn run(
        &mut self,
        slice: Option<Duration>,
        cancel: &Arc<AtomicBool>,
        send: &mut dyn FnMut(Event),
    ) -> bool {
        let limits = self.limits.limits(slice, cancel);
        let mut progress = |iteration: &Iteration| send(Event::new("iteration", iteration));
        let result = self
            .solver
            .solve_with_progress(&self.start, &limits, &mut progress);
        let status = result.as_ref().ok().map(|found| found.status);
        if self.limits.cut(slice).is_some() && status == Some(Status::Limit(LimitKind::Time)) {
            return false;
        }
        let record = BoardRecord::of_choice(1, self.start, result, &self.limits.request);
        send(Event::new("result", &record));
        true
    }
}

impl Search for BoardSearch {
    fn time(&self) -> Duration {
        self.limits.time
    }

    fn run(
        &mut self,
        slice: Option<Duration>,
        cancel: &Arc<AtomicBool>,
        send: &mut dyn FnMut(Event),
    ) -> bool {
        let OpenedSolver { solver, notes, .. } = &self.opened;
        notes.iter().for_each(|note| send(Event::note(note)));
        let limits = self.limits.limits(slice, cancel);
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
        let result = solver.solve_with_events(&self.board, &limits, on_event);
        if self.limits.cut(slice).is_some()
            && result
                .as_ref()
                .is_ok_and(|found| found.status == Status::Limit(LimitKind::Time))
        {
            return false;
        }
        let mut record = BoardRecord::new(1, self.board, solver, result, &self.limits.request);
        let remedy = record.remedy.take();
        record.error = record.error.map(|error| advised(error, remedy));
        send(Event::new("result", &record));
        true
    }
}
