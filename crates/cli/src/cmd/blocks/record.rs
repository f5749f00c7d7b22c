//! The result of one puzzle in one metric, as it is printed: its data for JSON and CSV, and what only people are told.

use std::io::{self, Write};
use std::ops::Deref;

use fifteen_blocks::format::PuzzleEntry;
use fifteen_blocks::{BlockMetric, BlockOutcome, Puzzle, ReachableStates, Solution};
use fifteen_solver::record::BlockRecord;
use serde::Serialize;

use crate::exit::Exit;
use crate::output::Report;

/// One result.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub(super) struct Record {
    data: BlockRecord,
    /// For the text form and the pictures only.
    #[serde(skip)]
    pub drawn: Drawn,
}

/// What a record says only to people.
#[derive(Debug, Clone, Default)]
pub(super) struct Drawn {
    pub puzzle: Option<Puzzle>,
    pub solution: Option<Solution>,
    /// No solution has fewer moves.
    pub bound: u32,
    /// The most bytes that were taken.
    pub bytes: u64,
    /// The seconds that counting the states took.
    pub states_seconds: f64,
    /// Whether all positions are shown.
    pub show: bool,
}

impl Deref for Record {
    type Target = BlockRecord;

    fn deref(&self) -> &BlockRecord {
        &self.data
    }
}

impl Record {
    /// What cannot be read as a puzzle, or cannot be searched.
    pub(super) fn invalid(entry: &PuzzleEntry, error: String, with_states: bool) -> Self {
        Self { data: BlockRecord::invalid(entry, error, with_states), drawn: Drawn::default() }
    }

    /// A puzzle of which nothing is known yet.
    pub(super) fn new(entry: &PuzzleEntry, puzzle: &Puzzle, metric: BlockMetric, with_states: bool) -> Self {
        let drawn = Drawn { puzzle: Some(puzzle.clone()), ..Drawn::default() };
        Self { data: BlockRecord::new(entry, metric, with_states), drawn }
    }

    /// Adds what a search found.
    pub(super) fn searched(&mut self, puzzle: &Puzzle, found: BlockOutcome, seconds: f64) {
        self.data.searched(puzzle, &found, seconds);
        self.drawn.bound = found.bound;
        self.drawn.bytes = self.drawn.bytes.max(found.memory);
        self.drawn.solution = found.solution;
    }

    /// Adds what counting the states found.
    pub(super) fn counted(&mut self, puzzle: &Puzzle, found: &ReachableStates, seconds: f64) {
        self.data.counted(puzzle, found, seconds);
        self.drawn.states_seconds = seconds;
        self.drawn.bytes = self.drawn.bytes.max(found.memory);
    }

    pub(super) fn exit(&self) -> Exit {
        Exit::of(self.status)
    }

    /// `puzzle 3 (Klotski)`.
    pub(super) fn title(&self) -> String {
        match &self.name {
            Some(name) => format!("puzzle {} ({name})", self.index),
            None => format!("puzzle {}", self.index),
        }
    }
}

impl Report for Record {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_text(out)
    }
}
