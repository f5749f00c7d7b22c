//! A puzzle as a reader of another notation draws it.

use fifteen_puzzle::visible::is_hidden;

use crate::format::{FormatError, Problem, parse};
use crate::puzzle::Puzzle;
use crate::puzzle::shape::Axis;

/// Maps and settings in the terms of the text format.
#[derive(Default)]
pub(super) struct PuzzleMaps {
    pub(super) name: String,
    /// The line of the source at which the puzzle begins.
    pub(super) line: usize,
    pub(super) properties: Vec<(&'static str, String)>,
    /// Rows of the start map, and of the goal map.
    pub(super) start: Vec<Vec<char>>,
    pub(super) goal: Option<Vec<Vec<char>>>,
    /// Pieces locked to an axis.
    pub(super) axes: Vec<(Axis, char)>,
    /// A gate's character and its pieces.
    pub(super) gate: Option<(char, String)>,
    /// Groups of pieces that the goal does not tell apart.
    pub(super) equal: Vec<String>,
}

impl PuzzleMaps {
    /// The puzzle, by the rules of the text format. Errors have the line at which the puzzle begins.
    pub(super) fn puzzle(&self) -> Result<Puzzle, FormatError> {
        let here = |problem: Problem| match problem {
            Problem::Empty | Problem::NoMap => Problem::NoRows.at(self.line, 1),
            problem => problem.at(self.line, 1),
        };
        let entry = parse(&self.text()).map_err(|error| here(error.problem))?.into_iter().next();
        let mut puzzle = entry.map_or(Err(here(Problem::Empty)), |e| e.puzzle.map_err(|error| here(error.problem)))?;
        puzzle.name = self.title();
        Ok(puzzle)
    }

    /// The name on one line, as the text format has it: hidden characters count as spaces.
    pub(super) fn title(&self) -> String {
        let words = self.name.split(|c: char| is_hidden(c) || c == ' ').filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join(" ")
    }

    fn text(&self) -> String {
        let mut text = String::from("##\n");
        for (key, value) in &self.properties {
            text += &format!("{key}: {value}\n");
        }
        for (key, axis) in [("horizontal", Axis::Horizontal), ("vertical", Axis::Vertical)] {
            let labels: String = self.axes.iter().filter(|lock| lock.0 == axis).map(|lock| lock.1).collect();
            if !labels.is_empty() {
                text += &format!("{key}: {labels}\n");
            }
        }
        if let Some((label, pieces)) = &self.gate {
            text += &format!("gate: {label} for {pieces}\n");
        }
        if !self.equal.is_empty() {
            text += &format!("equal: {}\n", self.equal.join(" "));
        }
        let width = self.start.iter().map(Vec::len).max().unwrap_or(0);
        let column = width.max("start".len()) + 4;
        let head = if self.goal.is_some() { "goal" } else { "" };
        text += format!("{:column$}{head}", "start").trim_end();
        let goal = self.goal.as_deref().unwrap_or_default();
        for y in 0..self.start.len().max(goal.len()) {
            let [row, goal] = [&self.start[..], goal].map(|map| map.get(y).map_or(&[][..], Vec::as_slice));
            // A row without a cell would end the map.
            let is_blank = row.iter().chain(goal).all(|&c| c == ' ');
            let row: String = if is_blank { "#".repeat(width) } else { row.iter().collect() };
            text += &format!("\n{row:column$}");
            text.extend(goal);
        }
        text + "\n"
    }
}

/// Characters for pieces: letters and digits first, then letters of other scripts.
pub(super) fn labels() -> impl Iterator<Item = char> {
    let plain = ('A'..='Z').chain('a'..='z').chain('0'..='9');
    plain.chain('\u{391}'..='\u{3a1}').chain('\u{410}'..='\u{44f}').chain('\u{4e00}'..='\u{9fff}')
}

/// A character that no piece has yet, the wanted one if it is free.
pub(super) fn free_label(taken: &[char], wanted: Option<char>) -> char {
    let is_free = |c: &char| !taken.contains(c) && !matches!(c, '#' | '.' | '-' | ' ');
    wanted.into_iter().chain(labels()).find(is_free).unwrap_or('?')
}
