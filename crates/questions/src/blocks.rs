//! Requests that solve, check or draw a sliding-block puzzle.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fifteen_blocks::format::{self, PuzzleEntry, PuzzleNotation};
use fifteen_blocks::record::BlockRecord;
use fifteen_blocks::{
    Axis, BlockMetric, BlockOptions, BlockProgress, BlockSearchError, Direction, Gate, Puzzle,
    Threads,
};
use fifteen_solver::search::{Instant, LimitKind, Limits};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::parse::maybe;
use crate::policy::BLOCK_CELLS;
use crate::{Event, Failure, Policy, Search, Solvers};

/// Request to solve a sliding-block puzzle.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BlockQuestion {
    puzzle: String,
    metric: Option<String>,
    /// Time limit of the search, in seconds.
    time_limit: Option<f64>,
}

/// Request to check a sliding-block puzzle and describe how to draw it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BlockCheck {
    puzzle: String,
}

/// Request to count the moves of a played game in every metric.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Count {
    moves: Vec<GameMove>,
}

/// A move, written as in results: the label of a piece, and its path as letters, such as `RRD`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameMove {
    piece: String,
    path: String,
}

/// A request to solve a puzzle, validated and ready to run.
struct BlockSearch {
    entry: PuzzleEntry,
    puzzle: Puzzle,
    metric: BlockMetric,
    time: Duration,
    memory: u64,
}

impl BlockCheck {
    /// Parses the puzzle, and returns the data for drawing it.
    pub(crate) fn answer(&self) -> Result<Value, Failure> {
        read(&self.puzzle).map(|(_, puzzle)| picture(&puzzle))
    }
}

impl Count {
    /// Returns the number of moves in the game, counted in each metric.
    pub(crate) fn answer(&self) -> Result<Value, Failure> {
        let mut steps = Vec::new();
        for GameMove { piece, path } in &self.moves {
            for letter in path.chars() {
                let direction =
                    Direction::from_letter(letter).filter(|direction| direction.letter() == letter);
                let unknown = || {
                    Failure::refused(format!(
                        "'{letter}' is no step of a path: write U, D, L or R"
                    ))
                };
                steps.push((piece, direction.ok_or_else(unknown)?));
            }
        }
        let counted = |metric: BlockMetric| {
            (
                metric.to_string(),
                metric.count(steps.iter().copied()).into(),
            )
        };
        Ok(Value::Object(
            BlockMetric::ALL.map(counted).into_iter().collect(),
        ))
    }
}

impl BlockQuestion {
    pub(crate) fn prepare(self, policy: &Policy) -> Result<Box<dyn Search>, Failure> {
        let (entry, puzzle) = read(&self.puzzle)?;
        if puzzle.goal().is_none() {
            return Err(Failure::refused(BlockSearchError::NoGoal));
        }
        let metric = maybe(self.metric.as_deref())?.unwrap_or(BlockMetric::Unit);
        let (time, memory) = (policy.time(self.time_limit)?, policy.memory_bytes);
        Ok(Box::new(BlockSearch {
            entry,
            puzzle,
            metric,
            time,
            memory,
        }))
    }
}

/// Parses the text of exactly one puzzle, in any supported notation.
fn read(text: &str) -> Result<(PuzzleEntry, Puzzle), Failure> {
    let mut entries = PuzzleNotation::of(text).parse(text).map_err(Failure::bad)?;
    if entries.len() > 1 {
        return Err(Failure::bad(format!(
            "there are {} puzzles in the text; send one at a time",
            entries.len()
        )));
    }
    let entry = entries
        .pop()
        .ok_or_else(|| Failure::bad("there is no puzzle in the text"))?;
    let puzzle = entry.puzzle.clone().map_err(Failure::bad)?;
    let cells = puzzle.width() * puzzle.height();
    if cells > BLOCK_CELLS {
        return Err(Failure::refused(format!(
            "the puzzle's box has {cells} cells ({}x{}); boxes of at most {BLOCK_CELLS} are searched here",
            puzzle.width(),
            puzzle.height()
        )));
    }
    Ok((entry, puzzle))
}

/// Returns the data for drawing a puzzle. The start, the goal and the floor are maps: arrays of
/// rows, with one character per cell.
fn picture(puzzle: &Puzzle) -> Value {
    let pieces: Vec<char> = puzzle.pieces().iter().map(|piece| piece.label).collect();
    let name = Some(puzzle.name()).filter(|name| !name.is_empty());
    let by_shape = puzzle.goal().is_some_and(|goal| goal.by_shape);
    let mut groups: Vec<String> = Vec::new();
    for (group, label) in puzzle
        .pieces()
        .iter()
        .filter_map(|piece| Some((piece.group?, piece.label)))
    {
        groups.resize(groups.len().max(group + 1), String::new());
        groups[group].push(label);
    }
    let gates: String = puzzle.gates().iter().map(|gate| gate.label).collect();
    let admitted =
        |gate: &Gate| -> String { gate.pieces.iter().map(|&piece| pieces[piece]).collect() };
    let gate_pieces: Vec<String> = puzzle.gates().iter().map(admitted).collect();
    let locked = |on: fn(Axis) -> bool| -> String {
        let alone = puzzle
            .pieces()
            .iter()
            .filter(|piece| piece.axis.is_some_and(on) && !puzzle.is_locked());
        alone.map(|piece| piece.label).collect()
    };
    json!({
        "name": name,
        "start": puzzle.map(puzzle.start()),
        "goal": puzzle.goal_map(),
        "pieces": pieces,
        "rush_hour": puzzle.is_locked(),
        "by_shape": by_shape,
        "equal": groups,
        "gates": gates,
        "locks": locked(|_| true),
        "floor": puzzle.floor_map(),
        "gate_pieces": gate_pieces,
        "horizontal": locked(|axis| axis == Axis::Horizontal),
        "vertical": locked(|axis| axis == Axis::Vertical),
    })
}

/// Returns the published puzzles whose shortest solutions have a known length, each with the data
/// for drawing it. A puzzle that was published more than once appears only once.
///
/// `title` is a short English name, `names` lists all published names, and `optimum` is the length
/// of a shortest solution in each metric in which it is known.
pub(crate) fn levels() -> Result<Value, Failure> {
    let entries = format::parse(fifteen_data::BLOCKS).map_err(Failure::internal)?;
    let mut levels: Vec<(String, Value)> = Vec::new();
    for (layout, level) in entries.iter().filter_map(level) {
        match levels
            .iter_mut()
            .find(|(other, _)| *other == layout)
            .map(|(_, same)| &mut same["names"])
        {
            Some(Value::Array(names)) => names.push(level["name"].clone()),
            _ => levels.push((layout, level)),
        }
    }
    let levels: Vec<Value> = levels.into_iter().map(|(_, level)| level).collect();
    Ok(json!({ "levels": levels }))
}

/// Describes a published puzzle as JSON, or returns `None` if no solution length is known. Also
/// returns a string that identifies the layout: it is the same for puzzles that differ only in
/// their names and in the letters of their pieces.
fn level(entry: &PuzzleEntry) -> Option<(String, Value)> {
    let puzzle = entry.puzzle.as_ref().ok()?;
    let optima = puzzle.optima().ok()?.into_iter();
    let optimum: Map<String, Value> = optima
        .filter_map(|(metric, moves)| Some((metric.to_string(), moves?.into())))
        .collect();
    let goal = puzzle.goal_map().filter(|_| !optimum.is_empty())?;
    let mut level = picture(puzzle);
    level["title"] = puzzle.property("title").unwrap_or(puzzle.name()).into();
    level["names"] = json!([puzzle.name()]);
    level["optimum"] = Value::Object(optimum);
    let maps = [puzzle.map(puzzle.start()), goal, puzzle.floor_map()]
        .concat()
        .join("\n");
    Some((
        format!(
            "{}\n{}\n{}",
            level["rush_hour"],
            level["by_shape"],
            renamed(&maps)
        ),
        level,
    ))
}

/// Replaces each distinct character with a number, in order of first appearance. Two maps that draw
/// the same pieces with different letters thus become identical.
fn renamed(maps: &str) -> String {
    let mut known: Vec<char> = Vec::new();
    let number = |character: char| {
        let at = known
            .iter()
            .position(|&other| other == character)
            .unwrap_or(known.len());
        if at == known.len() {
            known.push(character);
        }
        format!("{at} ")
    };
    maps.chars().map(number).collect()
}

impl Search for BlockSearch {
    fn time(&self) -> Duration {
        self.time
    }

    fn run(
        &mut self,
        _: &Solvers,
        slice: Option<Duration>,
        cancel: &Arc<AtomicBool>,
        send: &mut dyn FnMut(Event),
    ) -> Result<bool, Failure> {
        send(Event::new("puzzle", &picture(&self.puzzle)));
        let slice = slice.filter(|&slice| slice < self.time);
        let mut options = BlockOptions::new(self.metric);
        options.threads = Threads::ONE;
        options.limits = Limits {
            deadline: Instant::now().checked_add(slice.unwrap_or(self.time)),
            cancel: Some(Arc::clone(cancel)),
            memory: Some(self.memory),
            ..Limits::default()
        };
        let mut last: Option<BlockProgress> = None;
        let solved = BlockRecord::solve(&self.entry, &options, false, &mut |_, progress| {
            // A search reports its progress several times at each depth. Only the last report at a
            // depth contains the final number of states.
            if let Some(before) = last.filter(|before| before.depth < progress.depth) {
                let level = json!({ "depth": before.depth, "states": before.states });
                send(Event::new("level", &level));
            }
            last = Some(*progress);
        });
        let record = solved
            .unwrap_or_else(|error| BlockRecord::invalid(&self.entry, error.to_string(), false));
        if slice.is_some() && record.stopped == Some(LimitKind::Time) {
            return Ok(false);
        }
        send(Event::new("result", &record));
        Ok(true)
    }
}
