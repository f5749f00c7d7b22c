//! Builds a puzzle from its lines in the text format.

use fifteen_puzzle::visible::is_hidden;

use super::keys::KeyValue;
use super::maps::MapsText;
use super::rush::{self, RushBoard};
use super::{FormatError, KEYS, MAP_WORDS, PuzzleEntry, invisible, uncommented};
use crate::puzzle::optima::OPTIMUM;
use crate::{Axis, Puzzle};

pub(super) const NO_MAP: &str =
    "the puzzle has no map: write a line with the words 'start' and 'goal', and the maps below it";
const SECOND_MAP: &str = "a second map for the same puzzle: begin each puzzle with '## name'";

/// Settings that control how the maps of a puzzle are read. They come from its `key: value` lines.
#[derive(Default)]
pub(super) struct Settings<'a> {
    pub(super) locked: bool,
    pub(super) by_shape: bool,
    pub(super) equal: Option<KeyValue<'a>>,
    pub(super) gates: Vec<KeyValue<'a>>,
    pub(super) axes: Vec<(Axis, KeyValue<'a>)>,
}

impl Settings<'_> {
    /// Returns whether any setting makes sense only for maps. Such a setting conflicts with a
    /// `rush:` line, which describes a Rush Hour puzzle without maps.
    fn describe_maps(&self) -> bool {
        self.by_shape || self.equal.is_some() || !self.gates.is_empty() || !self.axes.is_empty()
    }
}

/// A puzzle under construction, while its lines are being read.
pub(super) struct PuzzleDraft<'a> {
    name: &'a str,
    line: usize,
    properties: Vec<(String, String)>,
    settings: Settings<'a>,
    maps: Option<MapsText>,
    rush: Option<(usize, usize, &'a str)>,
    /// The letter of the car that must leave the board of a `rush:` line, if the caller specifies
    /// it. Otherwise, the text of the puzzle decides.
    car: Option<char>,
    pub(super) error: Option<FormatError>,
}

impl<'a> PuzzleDraft<'a> {
    pub(super) fn new(name: &'a str, line: usize, car: Option<char>) -> Self {
        let (properties, settings) = (Vec::new(), Settings::default());
        PuzzleDraft {
            name,
            line,
            properties,
            settings,
            maps: None,
            rush: None,
            car,
            error: None,
        }
    }

    /// Adds the maps of the puzzle. Records an error if the maps are invalid, or if the puzzle
    /// already has maps or a `rush:` board.
    pub(super) fn map(&mut self, number: usize, maps: Result<MapsText, FormatError>) {
        match maps {
            _ if self.maps.is_some() || self.rush.is_some() => {
                self.error
                    .get_or_insert(FormatError::new((number, 1), SECOND_MAP));
            }
            Ok(maps) => self.maps = Some(maps),
            Err(error) => {
                self.error.get_or_insert(error);
            }
        }
    }

    /// Records an error if a line contains hidden characters, which could change how a terminal
    /// displays it.
    pub(super) fn visible(&mut self, number: usize, line: &str) {
        if let Some((x, hidden)) = line
            .chars()
            .enumerate()
            .find(|&(_, c)| is_hidden(c) && c != '\t')
        {
            self.error
                .get_or_insert(FormatError::new((number, x + 1), invisible(hidden)));
        }
    }

    /// Records an error if a comment looks like a row of a map, such as `#.A#`. An empty line has
    /// probably separated the row from its map.
    pub(super) fn comment(&mut self, number: usize, line: &str) {
        let first = line.split_whitespace().next().unwrap_or_default();
        if self.maps.is_some() && first.contains(|c| c != '#') && line.trim_end().ends_with('#') {
            let cut = "a row of a map below the empty line that ended it; leave that line out, or begin a comment with '# '";
            self.error.get_or_insert(FormatError::new((number, 1), cut));
        }
    }

    /// Parses a `key: value` line.
    pub(super) fn property(&mut self, number: usize, line: &'a str) -> Result<(), FormatError> {
        self.visible(number, line);
        let column = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
        let Some((key, value)) = uncommented(line)
            .split_once(':')
            .filter(|(key, _)| !key.trim().is_empty())
        else {
            let found: String = line.trim().chars().take(20).collect();
            let is_word = |word: &str| MAP_WORDS.contains(&&*word.to_lowercase());
            let are_words = uncommented(line).split_whitespace().all(is_word);
            let message = match (are_words, &self.maps) {
                (true, _) => format!(
                    "'{found}' above a map: expected 'start', then 'goal' and 'floor' if there are such maps, all in \
                     one line"
                ),
                (false, Some(_)) => {
                    format!(
                        "expected a 'key: value' line, found '{found}' (a map ends at the first empty line)"
                    )
                }
                (false, None) => format!(
                    "expected a 'key: value' line, found '{found}'; above maps write a line with the words 'start' and \
                     'goal', each in the column where its map begins"
                ),
            };
            return Err(FormatError::new((number, column), message));
        };
        let (key, text) = (key.trim(), value.trim());
        let indent = value.chars().take_while(|c| c.is_whitespace()).count();
        let column = line.chars().take_while(|&c| c != ':').count() + 2 + indent;
        let known = |key, expected| {
            let found: String = text.chars().take(20).collect();
            let unknown = || {
                format!("'{key}: {found}' is unknown: the only value of '{key}' is '{expected}'")
            };
            if text == expected {
                Ok(true)
            } else {
                Err(FormatError::new((number, column), unknown()))
            }
        };
        if let Some(meant) = KEYS
            .into_iter()
            .find(|meant| *meant != key && meant.eq_ignore_ascii_case(key))
        {
            return Err(FormatError::new(
                (number, 1),
                format!("'{key}' is not a key; did you mean '{meant}'?"),
            ));
        }
        if key == OPTIMUM
            && self
                .properties
                .iter()
                .any(|(earlier, _)| earlier == OPTIMUM)
        {
            return Err(FormatError::new((number, 1), second_line(OPTIMUM)));
        }
        let here = KeyValue {
            text,
            line: number,
            column,
        };
        match key {
            "pieces" => self.settings.locked = known("pieces", "rush-hour")?,
            "goal" => self.settings.by_shape = known("goal", "by-shape")?,
            "rush" if self.rush.is_some() || self.maps.is_some() => {
                return Err(FormatError::new((number, 1), SECOND_MAP));
            }
            "rush" => self.rush = Some((number, column, text)),
            "equal" if self.settings.equal.is_some() => {
                return Err(FormatError::new((number, 1), second_line("equal")));
            }
            "equal" => self.settings.equal = Some(here),
            "gate" => self.settings.gates.push(here),
            "horizontal" => self.settings.axes.push((Axis::Horizontal, here)),
            "vertical" => self.settings.axes.push((Axis::Vertical, here)),
            // A value such as `#note` in `key:#note` is a comment, even without a space before it.
            _ if text.starts_with('#') => self.properties.push((key.to_owned(), String::new())),
            _ => self.properties.push((key.to_owned(), text.to_owned())),
        }
        Ok(())
    }

    /// Completes the puzzle after its last line, and returns the result of parsing it.
    pub(super) fn finish(self, index: usize) -> PuzzleEntry {
        let name = self.name.to_owned();
        let empty = self
            .maps
            .as_ref()
            .and_then(|maps| maps.empty_sign(&self.settings));
        PuzzleEntry {
            index,
            name,
            puzzle: self.puzzle(),
            empty,
        }
    }

    fn puzzle(self) -> Result<Puzzle, FormatError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        if let Some(equal) = self.settings.equal.filter(|_| self.settings.by_shape) {
            let beside = "'equal:' has no meaning beside 'goal: by-shape', where all pieces of one shape are equal";
            return Err(equal.error(0, beside));
        }
        if let Some((line, ..)) = self.rush.filter(|_| self.settings.describe_maps()) {
            let maps = "'goal', 'equal', 'gate', 'horizontal' and 'vertical' have no meaning beside 'rush:'; draw the maps \
                        instead";
            return Err(FormatError::new((line, 1), maps));
        }
        let mut puzzle = match (self.rush, self.maps) {
            (Some((line, column, text)), _) => {
                let mut properties = self.properties.iter();
                let named = properties.find(|(key, _)| key == rush::CAR);
                let car = match (self.car, named) {
                    (Some(car), _) => Some(car),
                    (None, Some((_, value))) => Some(
                        rush::car_letter(value)
                            .map_err(|message| FormatError::new((line, column), message))?,
                    ),
                    (None, None) => None,
                };
                let characters = rush::placed(text, line, column).collect();
                RushBoard::square(characters, car).puzzle((line, column))?
            }
            (None, Some(maps)) => maps.puzzle(&self.settings)?,
            (None, None) => return Err(FormatError::new((self.line, 1), NO_MAP)),
        };
        puzzle.name = self.name.to_owned();
        puzzle.properties = self.properties;
        Ok(puzzle)
    }
}

/// Returns the error message for a key that occurs twice in a puzzle.
fn second_line(key: &str) -> String {
    format!("a second line '{key}:' for the same puzzle: write all in one")
}
