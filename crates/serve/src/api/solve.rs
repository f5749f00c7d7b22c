//! `POST /api/solve`: shortest solutions of a board.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use fifteen_solver::record::{BoardRecord, IterationRecord, Request};
use fifteen_solver::{Algorithm, Board, LimitKind, Mode, Options, Solver, Status};
use serde::Deserialize;
use serde_json::json;

use super::board::{BoardText, board_and_goal};
use super::{App, ModeName, Shared, maybe, word};
use crate::body::{FinalOnly, Sent};
use crate::error::Error;
use crate::limits::{DEPTH, SOLUTIONS};
use crate::queue::Work;
use crate::stream::{self, Outbox};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Query {
    board: BoardText,
    size: Option<String>,
    goal: Option<String>,
    heuristic: Option<String>,
    algorithm: Option<String>,
    mode: Option<ModeName>,
    all: Option<usize>,
    stats: Option<bool>,
    moves: Option<String>,
    seconds: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    /// `dfs`: to the depths 0, 1, 2 and so on.
    deepening: Option<bool>,
}

/// A board to be searched.
struct Solve {
    board: Board,
    solver: Arc<Solver>,
    options: Options,
    request: Request,
    notes: Vec<String>,
}

pub(crate) async fn solve(
    State(App(app)): State<App>,
    FinalOnly(final_only): FinalOnly,
    Sent(query): Sent<Query>,
) -> Result<Response, Error> {
    let work = prepare(&app, &query).await?;
    stream::answer(&app.queue, Box::new(work), final_only).await
}

async fn prepare(app: &Shared, query: &Query) -> Result<Solve, Error> {
    let (board, goal) = board_and_goal(&query.board, query.size.as_deref(), query.goal.as_deref())?;
    let algorithm = algorithm(query)?;
    let mode = mode(query.mode.unwrap_or_default(), algorithm, query.all.is_some());
    let mut options = Options::default();
    options.mode = mode;
    options.all = query.all;
    options.nodes = query.nodes;
    options.depth = query.depth;
    options.time = Some(app.time(query.seconds)?);
    options.memory = Some(app.limits.memory_bytes);
    let convention = maybe(query.moves.as_deref())?.unwrap_or_default();
    let request = Request { goal: goal.to_string(), algorithm, mode, convention, stats: query.stats.unwrap_or(false) };
    let heuristic = maybe(query.heuristic.as_deref())?;
    let opened = app.solvers.get(board.size(), goal, algorithm, heuristic).await?;
    Ok(Solve { board, solver: opened.solver, options, request, notes: opened.notes })
}

/// The algorithm asked for; what it does not have is refused.
fn algorithm(query: &Query) -> Result<Algorithm, Error> {
    let algorithm = match word(query.algorithm.as_deref().unwrap_or("ida"))? {
        Algorithm::Dfs { .. } => Algorithm::Dfs { deepening: query.deepening.unwrap_or(false) },
        other if query.deepening == Some(true) => {
            return Err(Error::refused(format!("'deepening' is for dfs, not for {other}")));
        }
        other => other,
    };
    match query.all {
        Some(_) if !matches!(algorithm, Algorithm::Ida | Algorithm::IdaWrongWay) => {
            return Err(Error::refused(format!("'all' is for ida and ida-wrong-way, not for {algorithm}")));
        }
        Some(most) if most > SOLUTIONS => {
            return Err(Error::refused(format!(
                "{most} solutions are more than are given; ask for at most {SOLUTIONS}"
            )));
        }
        _ => (),
    }
    let endless = algorithm == (Algorithm::Dfs { deepening: false });
    match query.depth {
        None if endless => Err(Error::refused(format!(
            "dfs follows its first moves for ever without a limit; give 'depth', at most {DEPTH}, or 'deepening': true"
        ))),
        Some(depth) if endless && depth > DEPTH => {
            Err(Error::refused(format!("a depth of {depth} is more than dfs is given here; at most {DEPTH}")))
        }
        _ => Ok(algorithm),
    }
}

/// How a search goes about it: on one thread, since others may want to search too.
pub(super) fn mode(name: ModeName, algorithm: Algorithm, all: bool) -> Mode {
    match name {
        ModeName::Fast if algorithm == Algorithm::Ida && !all => Mode::Fast { threads: 1 },
        _ => Mode::Plain,
    }
}

impl Work for Solve {
    fn run(&mut self, patience: Option<Duration>, out: &mut Outbox) -> bool {
        for note in &self.notes {
            out.send("note", json!({ "text": note }));
        }
        let mut options = self.options.clone();
        options.cancel = Some(out.cancel_flag());
        // A search that is asked to be shorter than that comes to its end.
        let patience = patience.filter(|&patience| options.time.is_none_or(|time| patience < time));
        options.time = patience.or(options.time);
        let progress = &mut |iteration: &_| out.send("iteration", IterationRecord::from(iteration));
        let result = self.solver.solve_watched(&self.board, &options, progress);
        if patience.is_some() && result.as_ref().is_ok_and(|found| found.status == Status::Limit(LimitKind::Time)) {
            return false;
        }
        out.send("result", BoardRecord::of(1, self.board, &self.solver, result.as_ref(), &self.request));
        true
    }
}
