//! `POST /api/blocks` and `/api/blocks/check`: sliding-block puzzles.

use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use fifteen_solver::blocks::format::{self, PuzzleEntry};
use fifteen_solver::blocks::{BlockMetric, BlockOptions, BlockStatus, Progress, Puzzle, SolveError, StopReason, solve};
use fifteen_solver::record::BlockRecord;
use fifteen_solver::search::{LimitKind, Limits};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{App, answer, maybe};
use crate::body::{FinalOnly, JsonBody};
use crate::error::Error;
use crate::limits::BLOCK_CELLS;
use crate::queue::Work;
use crate::stream::EventBuffer;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Query {
    puzzle: String,
    metric: Option<String>,
    seconds: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Check {
    puzzle: String,
}

/// A puzzle to be searched.
struct Solve {
    entry: PuzzleEntry,
    puzzle: Puzzle,
    metric: BlockMetric,
    time: Duration,
    memory: u64,
}

pub(crate) async fn check(JsonBody(check): JsonBody<Check>) -> Result<Json<Value>, Error> {
    read(&check.puzzle).map(|(_, puzzle)| Json(picture(&puzzle)))
}

pub(crate) async fn blocks(
    State(App(app)): State<App>,
    FinalOnly(final_only): FinalOnly,
    JsonBody(query): JsonBody<Query>,
) -> Result<Response, Error> {
    let (entry, puzzle) = read(&query.puzzle)?;
    if puzzle.goal().is_none() {
        return Err(Error::refused(SolveError::NoGoal));
    }
    let metric = maybe(query.metric.as_deref())?.unwrap_or(BlockMetric::Unit);
    let (time, memory) = (app.time(query.seconds)?, app.limits.memory_bytes);
    answer(&app, Solve { entry, puzzle, metric, time, memory }, final_only).await
}

/// The one puzzle in a text.
fn read(text: &str) -> Result<(PuzzleEntry, Puzzle), Error> {
    let mut entries = format::parse(text).map_err(Error::bad)?;
    if entries.len() > 1 {
        return Err(Error::bad(format!("there are {} puzzles in the text; send one at a time", entries.len())));
    }
    let entry = entries.pop().ok_or_else(|| Error::bad("there is no puzzle in the text"))?;
    let puzzle = entry.puzzle.clone().map_err(Error::bad)?;
    let cells = puzzle.width() * puzzle.height();
    if cells > BLOCK_CELLS {
        return Err(Error::refused(format!(
            "the puzzle's box has {cells} cells ({}x{}); this server searches boxes of at most {BLOCK_CELLS}",
            puzzle.width(),
            puzzle.height()
        )));
    }
    Ok((entry, puzzle))
}

/// The data for drawing a puzzle: maps as rows of characters.
fn picture(puzzle: &Puzzle) -> Value {
    let pieces: Vec<char> = puzzle.pieces().iter().map(|piece| piece.label).collect();
    let name = Some(puzzle.name()).filter(|name| !name.is_empty());
    json!({ "name": name, "start": puzzle.map(puzzle.start()), "goal": puzzle.goal_map(), "pieces": pieces })
}

impl Work for Solve {
    fn run(&mut self, slice: Option<Duration>, out: &mut EventBuffer) -> bool {
        let (entry, puzzle) = (&self.entry, &self.puzzle);
        out.send("puzzle", picture(puzzle));
        let begun = Instant::now();
        let slice = slice.filter(|&slice| slice < self.time);
        let deadline = begun.checked_add(slice.unwrap_or(self.time));
        let mut options = BlockOptions::new(self.metric);
        options.threads = 1;
        options.memory = Some(self.memory);
        options.limits = Limits { deadline, cancel: Some(out.cancel_flag()), ..Limits::default() };
        let mut last: Option<Progress> = None;
        let found = solve(puzzle, &options, &mut |progress| {
            // Progress is reported several times a layer; the last report before the next layer is complete.
            if let Some(before) = last.filter(|before| before.depth < progress.depth) {
                out.send("level", json!({ "depth": before.depth, "states": before.states }));
            }
            last = Some(*progress);
        });
        let seconds = begun.elapsed().as_secs_f64();
        let late = BlockStatus::Stopped(StopReason::Limit(LimitKind::Time));
        if slice.is_some() && found.as_ref().is_ok_and(|found| found.status == late) {
            return false;
        }
        let record = match found {
            Ok(found) => {
                let mut record = BlockRecord::new(entry, self.metric, false);
                record.searched(puzzle, found, seconds);
                record
            }
            Err(error) => BlockRecord::invalid(entry, error.to_string(), false),
        };
        out.send("result", record);
        true
    }
}
