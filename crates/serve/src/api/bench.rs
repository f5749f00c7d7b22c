//! `POST /api/bench`: heuristics compared on the same boards.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Response;
use fifteen_lab::{Benchmark, BenchmarkObserver, BenchmarkRecord, InstanceSet};
use fifteen_solver::puzzle::parity;
use fifteen_solver::record::BoardRecord;
use fifteen_solver::{Algorithm, Board, Goal, Iteration, Options, Request, Size, Solution};
use serde::Deserialize;
use serde_json::json;

use super::{App, Shared, answer, board, maybe, validated, word};
use crate::body::{FinalOnly, JsonBody};
use crate::error::Error;
use crate::limits::{BOARDS, HEURISTICS};
use crate::queue::Work;
use crate::solvers::Opened;
use crate::stream::EventBuffer;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Query {
    boards: Option<Vec<board::BoardText>>,
    set: Option<String>,
    goal: Option<String>,
    size: Option<String>,
    heuristics: Vec<String>,
    algorithm: Option<String>,
    mode: Option<String>,
    seconds: Option<f64>,
}

/// The boards, and the solvers to compare, each with the seconds of opening it.
struct Bench {
    set: InstanceSet,
    solvers: Vec<(Opened, f64)>,
    request: Request,
    /// For all heuristics and boards.
    time: Duration,
}

pub(crate) async fn bench(
    State(App(app)): State<App>,
    FinalOnly(final_only): FinalOnly,
    JsonBody(query): JsonBody<Query>,
) -> Result<Response, Error> {
    let work = prepare(&app, &query).await?;
    answer(&app, work, final_only).await
}

async fn prepare(app: &Shared, query: &Query) -> Result<Bench, Error> {
    let set = set(query)?;
    let algorithm = maybe(query.algorithm.as_deref())?.unwrap_or_default();
    let request = Request {
        size: Some(set.size),
        goal: set.goal,
        algorithm,
        // Without a depth limit it would follow its first moves for ever.
        deepening: matches!(algorithm, Algorithm::Dfs { .. }),
        search: Options {
            mode: maybe(query.mode.as_deref())?.unwrap_or_default(),
            time: Some(app.time(query.seconds)?),
            memory: Some(app.limits.memory_bytes),
            ..Options::default()
        },
        ..Request::default()
    };
    let heuristics = &query.heuristics;
    if heuristics.is_empty() || heuristics.len() > HEURISTICS {
        return Err(Error::refused(format!(
            "there are {} heuristics in 'heuristics'; compare 1 to {HEURISTICS}",
            heuristics.len()
        )));
    }
    let mut solvers = Vec::new();
    for name in heuristics {
        let started = Instant::now();
        let request = validated(Request { heuristic: Some(word(name)?), ..request.clone() })?;
        let opened = app.solvers.get(&request, set.size).await?;
        solvers.push((opened, started.elapsed().as_secs_f64()));
    }
    let request = validated(request)?;
    let time = app.time(None)?.saturating_mul(2);
    Ok(Bench { set, solvers, request, time })
}

/// The boards: those sent, or those of a set.
fn set(query: &Query) -> Result<InstanceSet, Error> {
    let size = maybe::<Size>(query.size.as_deref())?;
    let goal = query.goal.as_deref().map(|text| board::goal(Some(text), size)).transpose()?;
    let few = |count: usize| match count {
        count if count > BOARDS => {
            Err(Error::refused(format!("{count} boards are more than are compared here; send at most {BOARDS}")))
        }
        _ => Ok(()),
    };
    match (&query.boards, query.set.as_deref()) {
        (Some(texts), None) => {
            few(texts.len())?;
            let goal = goal.unwrap_or_default();
            let boards = texts.iter().map(|text| text.read(size)).collect::<Result<Vec<_>, _>>()?;
            require_one_size(&boards, goal)?;
            let size = boards.first().map_or(word("4x4"), |board| Ok(board.size()))?;
            InstanceSet::of_boards("boards", size, goal, boards).map_err(Error::refused)
        }
        (None, Some(name)) => {
            // Counted before they are drawn.
            if let Some(count) = name.strip_prefix("random:").and_then(|rest| rest.split(':').next()?.parse().ok()) {
                few(count)?;
            }
            let set = InstanceSet::named(name, size, goal).map_err(Error::refused)?.ok_or_else(|| {
                Error::refused(
                    "there is no set of that name; there are korf100:1-10, hardest17:1-5, korf24:1 and random:N:SEED",
                )
            })?;
            few(set.instances.len())?;
            Ok(set)
        }
        _ => Err(Error::refused("give either 'boards' or 'set'")),
    }
}

/// All boards must be of one size and solvable.
fn require_one_size(boards: &[Board], goal: Goal) -> Result<(), Error> {
    let Some(first) = boards.first().map(Board::size) else { return Ok(()) };
    let goal = goal.board(first).map_err(Error::refused)?;
    for (number, board) in (1..).zip(boards) {
        parity::check(board, &goal).map_err(|error| Error::refused(format!("board {number}: {error}")))?;
    }
    Ok(())
}

impl Work for Bench {
    fn run(&mut self, _: Option<Duration>, out: &mut EventBuffer) -> bool {
        let mut options = self.request.search.clone();
        options.cancel = Some(out.cancel_flag());
        let mut benchmark = Benchmark::new(&self.set, options);
        let begun = Instant::now();
        let mut records: Vec<BenchmarkRecord> = Vec::new();
        for (heuristic, (opened, seconds)) in self.solvers.iter().enumerate() {
            for note in &opened.notes {
                out.send("note", json!({ "text": note }));
            }
            let mut relay = Relay { bench: self, heuristic, opened, begun, out };
            match benchmark.run(&opened.solver, *seconds, &mut relay) {
                Ok(Some(record)) => records.push(record),
                Ok(None) => break,
                Err(error) => {
                    out.send("error", json!({ "error": error.to_string() }));
                    return true;
                }
            }
            if begun.elapsed() > self.time {
                out.send(
                    "note",
                    json!({ "text": "stopped: the comparison took longer than this server gives to one" }),
                );
                break;
            }
        }
        out.send("done", json!({ "records": records }));
        true
    }

    fn may_be_short(&self) -> bool {
        false
    }
}

/// Relays the progress of one heuristic's run to the client.
struct Relay<'a, 'b> {
    bench: &'a Bench,
    heuristic: usize,
    opened: &'a Opened,
    begun: Instant,
    out: &'a mut EventBuffer<'b>,
}

impl BenchmarkObserver for Relay<'_, '_> {
    fn iteration(&mut self, board: usize, i: &Iteration) {
        let (heuristic, bound, expanded, generated) = (self.heuristic, i.bound, i.expanded, i.generated);
        let event = json!({
            "board": board, "heuristic": heuristic, "bound": bound, "expanded": expanded, "generated": generated
        });
        self.out.send("iteration", event);
    }

    fn board(&mut self, board: usize, found: &Solution, _: Option<&str>) -> ControlFlow<()> {
        let Bench { set, request, time, .. } = self.bench;
        let instance = &set.instances[board];
        let line = board as u64 + 1;
        let record = BoardRecord::new(line, instance.board, &self.opened.solver, Ok(found.clone()), request);
        self.out.send("record", json!({ "board": board, "heuristic": self.heuristic, "record": record }));
        if self.begun.elapsed() > *time { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
