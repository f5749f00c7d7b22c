//! Parses the known solution lengths of a puzzle. They come from a line such as
//! `optimum: unit=116 straight=90 any-path=81` or `optimum: unsolvable`. A line such as
//! `optimum: 8` gives a length without a metric, because the level packs of most programs do not
//! say what counts as a move.

use fifteen_puzzle::words::shorten;

use crate::{BlockMetric, Puzzle};

/// Key of the property that records the known solution lengths, such as `optimum: unit=116`.
pub(crate) const OPTIMUM: &str = "optimum";

impl Puzzle {
    /// Returns the known solution lengths, each with its metric. They come from a line such as
    /// `optimum: unit=116 straight=90` in the puzzle's text.
    ///
    /// If the line says `unsolvable`, the result contains every metric with `None` as its length.
    /// If the puzzle has no such line, or if the line names no metric, the result is empty.
    ///
    /// # Errors
    /// Returns a message if the line is malformed or mentions a metric twice.
    pub fn optima(&self) -> Result<Vec<(BlockMetric, Option<u32>)>, String> {
        let text = self.property(OPTIMUM).unwrap_or_default();
        if self.stated_moves().is_some() {
            return Ok(Vec::new());
        }
        if text == "unsolvable" {
            return Ok(BlockMetric::ALL.map(|metric| (metric, None)).to_vec());
        }
        let optimum = |word: &str| {
            let (metric, moves) = word.split_once('=')?;
            Some((metric.parse().ok()?, Some(moves.parse().ok()?)))
        };
        let error = || {
            let form = "is not of the form 'optimum: unit=116 straight=90 any-path=81', or 'optimum: unsolvable'";
            format!("'optimum: {}' {form}", shorten(text))
        };
        let optima: Vec<(BlockMetric, Option<u32>)> = text
            .split_whitespace()
            .map(optimum)
            .collect::<Option<_>>()
            .ok_or_else(error)?;
        let is_again = |i: usize| optima[..i].iter().any(|(metric, _)| *metric == optima[i].0);
        if (0..optima.len()).any(is_again) {
            Err(error())
        } else {
            Ok(optima)
        }
    }

    /// Returns the length of a shortest solution if the input gives it without a metric, for
    /// example in the line `optimum: 8`. It is then unknown what counts as one move.
    pub fn stated_moves(&self) -> Option<u32> {
        self.property(OPTIMUM)?.parse().ok()
    }

    /// Stores a solution length from an input that does not say what counts as a move. Does nothing
    /// if `moves` is `None`.
    pub(crate) fn state_moves(&mut self, moves: Option<u32>) {
        let property = |moves: u32| (OPTIMUM.to_owned(), moves.to_string());
        self.properties.extend(moves.map(property));
    }
}
