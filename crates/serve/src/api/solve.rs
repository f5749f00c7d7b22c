//! `POST /api/solve`: shortest solutions of a board, and good ones before they are proven.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use fifteen_solver::record::BoardRecord;
use fifteen_solver::{
    AnytimeOptions, Board, LimitKind, Mode, Options, Path, Request, SearchEvent, Solution, Solver, Status,
};
use serde::Deserialize;
use serde_json::json;

use super::board::{BoardText, board_and_goal};
use super::{App, Shared, answer, maybe, validated};
use crate::body::{FinalOnly, JsonBody};
use crate::error::Error;
use crate::queue::Work;
use crate::solvers::Opened;
use crate::stream::EventBuffer;

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
    /// `dfs`: to the depths 0, 1, 2 and so on.
    deepening: Option<bool>,
    /// A percentage: end as soon as the best solution is at most so much longer than the proven bound.
    within: Option<f64>,
    /// End with the first solution.
    first: Option<bool>,
}

/// A board to be searched.
struct Solve {
    board: Board,
    solver: Arc<Solver>,
    request: Request,
    notes: Vec<String>,
    /// The shortest solution that any run has found.
    best: Option<Path>,
}

pub(crate) async fn solve(
    State(App(app)): State<App>,
    FinalOnly(final_only): FinalOnly,
    JsonBody(query): JsonBody<Query>,
) -> Result<Response, Error> {
    let work = prepare(&app, &query).await?;
    answer(&app, work, final_only).await
}

async fn prepare(app: &Shared, query: &Query) -> Result<Solve, Error> {
    let (board, goal) = board_and_goal(&query.board, query.size.as_deref(), query.goal.as_deref())?;
    let request = validated(Request {
        size: Some(board.size()),
        goal,
        heuristic: maybe(query.heuristic.as_deref())?,
        algorithm: maybe(query.algorithm.as_deref())?.unwrap_or_default(),
        deepening: query.deepening.unwrap_or(false),
        order: None,
        search: Options {
            // On one thread, since other clients may want to search too.
            mode: maybe(query.mode.as_deref())?.unwrap_or(Mode::Fast { threads: 1 }),
            all: query.all,
            anytime: Some(AnytimeOptions { within: query.within, first: query.first.unwrap_or(false) }),
            nodes: query.nodes,
            depth: query.depth,
            time: Some(app.time(query.seconds)?),
            memory: Some(app.limits.memory_bytes),
            ..Options::default()
        },
        convention: maybe(query.moves.as_deref())?.unwrap_or_default(),
        stats: query.stats.unwrap_or(false),
    })?;
    let Opened { solver, notes } = app.solvers.get(&request, board.size()).await?;
    Ok(Solve { board, solver, request, notes, best: None })
}

impl Work for Solve {
    fn run(&mut self, slice: Option<Duration>, out: &mut EventBuffer) -> bool {
        for note in &self.notes {
            out.send("note", json!({ "text": note }));
        }
        let mut options = self.request.search.clone();
        options.cancel = Some(out.cancel_flag());
        // A search with a shorter limit of its own runs to that.
        let slice = slice.filter(|&slice| options.time.is_none_or(|time| slice < time));
        options.time = slice.or(options.time);
        let (best, convention) = (&mut self.best, self.request.convention);
        let on_event = &mut |event| match event {
            SearchEvent::Iteration(iteration) => out.send("iteration", iteration),
            SearchEvent::Solution { path, bound } if is_shorter(&path, best.as_ref()) => {
                out.send_at_once(
                    "solution",
                    json!({ "upper": path.len(), "bound": bound, "moves": path.letters(convention) }),
                );
                *best = Some(path);
            }
            _ => (),
        };
        let mut result = self.solver.solve_with_events(&self.board, &options, on_event);
        if slice.is_some() && result.as_ref().is_ok_and(|found| found.status == Status::Limit(LimitKind::Time)) {
            return false;
        }
        if let Ok(solution) = &mut result {
            self.keep_best(solution);
        }
        out.send("result", BoardRecord::new(1, self.board, &self.solver, result, &self.request));
        true
    }
}

impl Solve {
    /// Puts the best solution of an earlier run in place of a longer one, or of none: a run on a busy core may come to
    /// its limit of time sooner.
    fn keep_best(&mut self, solution: &mut Solution) {
        let best = self.best.take().filter(|best| is_shorter(best, solution.moves.as_ref()));
        if let Some(best) = best {
            solution.length = Some(best.len() as u32);
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
