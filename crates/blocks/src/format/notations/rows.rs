//! Maps in sections: under the headings `% Start` and `% Goal`, or in the fields `start: "..."` and `goal: "..."` of
//! Rust source.

use super::puzzle_maps::{PuzzleMaps, free_label};
use crate::format::{FormatError, Problem};

/// Words that head the goal map.
const GOALS: [&str; 5] = ["goal", "end", "finish", "target", "final"];

fn heading(line: &str) -> Option<String> {
    let word = line.trim().strip_prefix('%')?.split_whitespace().next()?;
    Some(word.trim_end_matches(':').to_lowercase())
}

pub(super) fn has_headings(text: &str) -> bool {
    text.lines().any(|line| heading(line).is_some_and(|word| word == "start"))
}

/// Reads `% Name`, `% Start` and `% Goal`; other headings are comments.
pub(super) fn read_headings(text: &str) -> Vec<Result<PuzzleMaps, FormatError>> {
    let mut sheets: Vec<PuzzleMaps> = Vec::new();
    let (mut name, mut in_goal) = (String::new(), None);
    for (line, row) in (1..).zip(text.lines()) {
        match heading(row) {
            Some(word) if word == "start" => {
                sheets.push(PuzzleMaps { name: std::mem::take(&mut name), line, ..PuzzleMaps::default() });
                in_goal = Some(false);
            }
            Some(word) if GOALS.contains(&&*word) && in_goal.is_some() => in_goal = Some(true),
            Some(word) => {
                if word == "name" {
                    name = row.trim()[1..].trim_start()[4..].trim_start_matches(':').trim().to_owned();
                }
                in_goal = None;
            }
            None if row.trim().is_empty() => {}
            None => match (sheets.last_mut(), in_goal) {
                (Some(sheet), Some(false)) => sheet.start.push(row.trim_end().chars().collect()),
                (Some(sheet), Some(true)) => {
                    sheet.goal.get_or_insert_default().push(row.trim_end().chars().collect());
                }
                _ => {}
            },
        }
    }
    sheets.into_iter().map(Ok).collect()
}

pub(super) fn has_fields(text: &str) -> bool {
    text.contains("start: \"") && text.contains("goal: \"")
}

/// Reads the fields `name`, `start`, `goal` and `min_moves`, in this order.
pub(super) fn read_fields(text: &str) -> Vec<Result<PuzzleMaps, FormatError>> {
    let mut sheets = Vec::new();
    let mut name = String::new();
    let mut at = 0;
    while let Some((key, value, from, next)) = next_field(text, at) {
        at = next;
        match key {
            "name" => name = value.to_owned(),
            "start" => {
                let (name, line) = (std::mem::take(&mut name), 1 + text[..from].matches('\n').count());
                let sheet = PuzzleMaps { name, line, start: map(value), ..PuzzleMaps::default() };
                sheets.push(sheet);
            }
            _ => {
                let Some(sheet) = sheets.last_mut() else { continue };
                sheet.goal = Some(map(value));
                let moves = text[next..].split_once("min_moves:").filter(|(before, _)| !before.contains('"'));
                let digits =
                    moves.map(|(_, rest)| rest.trim_start().chars().take_while(char::is_ascii_digit).collect());
                let optimum = digits.filter(|digits: &String| !digits.is_empty());
                sheet.properties.extend(optimum.map(|n| ("optimum", format!("any-path={n}"))));
            }
        }
    }
    sheets.into_iter().map(aligned).collect()
}

/// The next field from a place on: its key, its text, its place and the place after it.
fn next_field(text: &str, from: usize) -> Option<(&'static str, &str, usize, usize)> {
    let fields = ["name", "start", "goal"].into_iter().filter_map(|key| {
        let begin = from + text[from..].find(&format!("{key}: \""))?;
        Some((begin, key))
    });
    let (begin, key) = fields.min()?;
    let value = begin + key.len() + 3;
    let end = value + text[value..].find('"')?;
    Some((key, &text[value..end], begin, end + 1))
}

/// The rows of a text, without those that are empty above and below and the columns that are empty on the left.
fn map(text: &str) -> Vec<Vec<char>> {
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.trim_end().chars().collect()).collect();
    let inked = |row: &Vec<char>| row.iter().any(|c| !c.is_whitespace());
    let (first, last) = (rows.iter().position(inked), rows.iter().rposition(inked));
    let (Some(first), Some(last)) = (first, last) else { return Vec::new() };
    let indent = rows.iter().filter_map(|row| row.iter().position(|c| !c.is_whitespace())).min().unwrap_or(0);
    rows[first..=last].iter().map(|row| row.iter().skip(indent).copied().collect()).collect()
}

/// Gives the piece `#` another character, and checks that the maps have one outline.
fn aligned(mut sheet: PuzzleMaps) -> Result<PuzzleMaps, FormatError> {
    let taken: Vec<char> = sheet.start.iter().flatten().copied().collect();
    let label = free_label(&taken, None);
    let maps = sheet.start.iter_mut().chain(sheet.goal.iter_mut().flatten());
    maps.flatten().filter(|cell| **cell == '#').for_each(|cell| *cell = label);
    let goal = sheet.goal.iter().flatten();
    if sheet.goal.is_some() && goal.count() != sheet.start.len() {
        return Err(Problem::MapsDiffer.at(sheet.line, 1));
    }
    Ok(sheet)
}
