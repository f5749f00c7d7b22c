//! `solve`: shortest solutions of a board, and good ones before they are proven.

use std::sync::Arc;
use std::time::Duration;

use fifteen_solver::record::BoardRecord;
use fifteen_solver::{
    AnytimeOptions, Board, LimitKind, Limits as SearchLimits, Mode, Options, Path, Request, SearchEvent, Setup,
    Solution, Status,
};
use serde::Deserialize;
use serde_json::json;

use crate::board::{BoardText, board_and_goal};
use crate::events::{Event, Events};
use crate::failure::Failure;
use crate::limits::{Limits, of_memory};
use crate::parse::{maybe, validated};
use crate::solvers::Opened;
use crate::work::{Prepared, Question, Work};

/// A board to be solved, and how.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Query {
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
    /// The one solver.
    opened: Vec<Opened>,
    request: Request,
    /// The shortest solution that any run has found.
    best: Option<Path>,
}

impl Question for Query {
    fn prepare(self, limits: &Limits) -> Result<Prepared, Failure> {
        let (board, goal) = board_and_goal(&self.board, self.size.as_deref(), self.goal.as_deref())?;
        let request = validated(Request {
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
                anytime: Some(AnytimeOptions { within: self.within, first: self.first.unwrap_or(false) }),
                limits: SearchLimits { nodes: self.nodes, depth: self.depth, ..of_memory(limits.memory_bytes) },
                time: Some(limits.time(self.seconds)?),
                ..Options::default()
            },
            convention: maybe(self.moves.as_deref())?.unwrap_or_default(),
            stats: self.stats.unwrap_or(false),
        })?;
        Limits::check(&request.search)?;
        let solver = vec![(request.clone(), board.size())];
        Ok(Prepared::new(solver, move |opened| Solve { board, opened, request, best: None }))
    }
}

impl Work for Solve {
    fn run(&mut self, slice: Option<Duration>, out: &mut dyn Events) -> bool {
        let Some(Opened { solver, notes, .. }) = self.opened.first() else {
            out.send(Event::error("the question came without its solver"));
            return true;
        };
        let solver = Arc::clone(solver);
        notes.iter().for_each(|note| out.send(Event::new("note", &json!({ "text": note }))));
        let mut options = self.request.search.clone();
        options.limits.cancel = Some(out.cancel_flag());
        // A search with a shorter limit of its own runs to that.
        let slice = slice.filter(|&slice| options.time.is_none_or(|time| slice < time));
        options.time = slice.or(options.time);
        let (best, convention) = (&mut self.best, self.request.convention);
        let on_event = &mut |event| match event {
            SearchEvent::Iteration(iteration) => out.send(Event::new("iteration", &iteration)),
            SearchEvent::Solution { path, bound } if is_shorter(&path, best.as_ref()) => {
                let solution = json!({ "upper": path.len(), "bound": bound, "moves": path.letters(convention) });
                out.send_at_once(Event::new("solution", &solution));
                *best = Some(path);
            }
            _ => (),
        };
        let mut result = solver.solve_with_events(&self.board, &options, on_event);
        if slice.is_some() && result.as_ref().is_ok_and(|found| found.status == Status::Limit(LimitKind::Time)) {
            return false;
        }
        if let Ok(solution) = &mut result {
            self.keep_best(solution);
        }
        out.send(Event::new("result", &BoardRecord::new(1, self.board, &solver, result, &self.request)));
        true
    }
}

impl Solve {
    /// Puts the best solution of an earlier run in place of a longer one, or of none: a run on a busy core may come to
    /// its limit of time sooner.
    fn keep_best(&mut self, solution: &mut Solution) {
        let best = self.best.take().filter(|best| is_shorter(best, solution.moves.as_ref()));
        if let Some(best) = best {
            solution.length = Some(best.len_in(self.request.setup.metric) as u32);
            solution.moves = Some(best);
            solution.shortest = solution.length == Some(solution.bound);
            if solution.shortest {
                solution.status = Status::Solved;
            }
        }
    }
}

fn is_shorter(path: &Path, than: Option<&Path>) -> bool {
    than.is_none_or(|other| path.len() < other.len())
}
