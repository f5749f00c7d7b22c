//! The hardest of a puzzle's random layouts, and the file that keeps them: written, and read again to be continued.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt;

use super::generate::{RandomLayouts, drawing};
use crate::format::{self, FormatError, Problem};
use crate::metric::BlockMetric;
use crate::puzzle::Puzzle;
use crate::puzzle::optima::{JOINT_OPTIMUM, OPTIMUM};

/// A random layout that is to be solved.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The number of its try.
    number: u64,
    drawing: String,
    puzzle: Puzzle,
}

impl Layout {
    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }
}

/// A layout that is kept.
#[derive(Debug, Clone)]
struct RankedLayout {
    length: u32,
    solutions: u128,
    layout: Layout,
}

/// The hardest of the random layouts tried so far, by their number of moves, then by how few shortest solutions they
/// have. Mirror images and rotations count once.
///
/// Its text is a file of puzzles, below a heading and a line with the numbers of tries and of layouts to keep and a
/// digest of the text.
#[derive(Debug, Clone)]
pub struct HardestLayouts<'a> {
    random: RandomLayouts<'a>,
    heading: String,
    metric: BlockMetric,
    joint_moves: bool,
    keep: usize,
    tries: u64,
    ranked: Vec<RankedLayout>,
    /// The drawings of all layouts that were ranked.
    seen: HashSet<String>,
}

/// A file of layouts cannot be continued.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutsError {
    /// The file is of another run.
    #[error("it does not begin with '{expected}'")]
    Heading {
        /// The first line of a file of this run.
        expected: String,
    },
    /// The second line does not say how many layouts were tried.
    #[error("its second line is not '{TRIES}' with a number, those to keep, and a digest")]
    Tries,
    /// The file kept fewer layouts than are wanted now: some that were not kept are missing.
    #[error("it keeps the hardest {kept} alone")]
    Keep {
        /// The most layouts that it kept.
        kept: usize,
    },
    /// The file is not as it was written.
    #[error("its text was changed")]
    Changed,
    /// The file, or a puzzle of it, cannot be read.
    #[error("{0}")]
    Format(FormatError),
    /// A puzzle of the file cannot be one of the layouts.
    #[error("line {line}: {fault}")]
    Layout {
        /// The line of its heading, from 1.
        line: usize,
        /// Its fault, in words.
        fault: String,
    },
}

const TRIES: &str = "# tries: ";
const KEEP: &str = ", keep: ";
const DIGEST: &str = ", digest: ";
const NAME: &str = "layout ";
const SOLUTIONS: &str = "solutions";

impl<'a> HardestLayouts<'a> {
    /// No layouts yet. The heading is the first line of the file, which says all on which the layouts depend; `keep`
    /// layouts are kept at most.
    pub fn new(random: RandomLayouts<'a>, heading: String, metric: BlockMetric, keep: usize) -> Self {
        Self { random, heading, metric, joint_moves: false, keep, tries: 0, ranked: Vec::new(), seen: HashSet::new() }
    }

    /// The same for lengths in joint moves, which the file has as `joint-optimum:`, or for others.
    pub fn with_joint_moves(self, joint_moves: bool) -> Self {
        Self { joint_moves, ..self }
    }

    /// The key of the lengths in the file.
    fn key(&self) -> &'static str {
        if self.joint_moves { JOINT_OPTIMUM } else { OPTIMUM }
    }

    /// The layouts of a file that was written with the same heading. Their lengths and numbers of solutions are taken
    /// from it; the layouts themselves are made anew, and those of the file must be the same.
    ///
    /// # Errors
    /// [`LayoutsError`] if the file is of another run, or was changed.
    pub fn resume(mut self, text: &str) -> Result<Self, LayoutsError> {
        let mut lines = text.lines();
        if lines.next() != Some(&self.heading) {
            return Err(LayoutsError::Heading { expected: self.heading });
        }
        let (tries, kept, digest) = lines.next().and_then(read_state).ok_or(LayoutsError::Tries)?;
        self.tries = tries;
        let entries = match format::parse(text) {
            Err(error) if error.problem == Problem::Empty => Vec::new(),
            entries => entries.map_err(LayoutsError::Format)?,
        };
        for entry in entries {
            let puzzle = entry.puzzle.map_err(LayoutsError::Format)?;
            let ranked = self.ranked(&entry.name, &puzzle);
            let ranked = ranked.map_err(|fault| LayoutsError::Layout { line: entry.line, fault })?;
            self.seen.insert(ranked.layout.drawing.clone());
            self.ranked.push(ranked);
        }
        let body: String = lines.flat_map(|line| [line, "\n"]).collect();
        if digest != self.digest(kept, &body) {
            return Err(LayoutsError::Changed);
        }
        if kept < self.keep && self.ranked.len() == kept {
            return Err(LayoutsError::Keep { kept });
        }
        self.shorten();
        Ok(self)
    }

    /// A number that follows from the heading, the tries, the layouts to keep and the text below (FNV-1a).
    fn digest(&self, keep: usize, body: &str) -> u64 {
        let text = format!("{}\n{}\n{keep}\n{body}", self.heading, self.tries);
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, b| (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
    }

    /// The layout of a puzzle of a file, or its fault.
    fn ranked(&self, name: &str, puzzle: &Puzzle) -> Result<RankedLayout, String> {
        let number = name.strip_prefix(NAME).and_then(|number| number.parse().ok());
        let number = number.filter(|&number| number < self.tries);
        let number = number.ok_or_else(|| format!("expected '## {NAME}' with a number below that of the tries"))?;
        let optima = if self.joint_moves { puzzle.joint_optima() } else { puzzle.optima() };
        let optima = optima.map_err(|error| error.to_string())?;
        let length = optima.into_iter().find(|optimum| optimum.0 == self.metric).and_then(|optimum| optimum.1);
        let length = length.ok_or_else(|| format!("expected '{}: {}=' with a number", self.key(), self.metric))?;
        let solutions = puzzle.property(SOLUTIONS).and_then(|number| number.parse().ok());
        let solutions = solutions.ok_or_else(|| format!("expected '{SOLUTIONS}: ' with a number"))?;
        let drawing = drawing(puzzle);
        let same = self.random.get(number).filter(|layout| self::drawing(layout) == drawing);
        let puzzle = same.ok_or_else(|| format!("this is not the layout {number} of this puzzle and seed"))?;
        if self.seen.contains(&drawing) {
            return Err("this layout is there twice".to_owned());
        }
        Ok(RankedLayout { length, solutions, layout: Layout { number, drawing, puzzle } })
    }

    /// The number of layouts tried.
    pub fn tries(&self) -> u64 {
        self.tries
    }

    /// The layout of the next try; none if the pieces do not fit, the layout is solved, or it is one that was ranked.
    pub fn next_layout(&self) -> Option<Layout> {
        let puzzle = self.random.get(self.tries)?;
        let layout = Layout { number: self.tries, drawing: drawing(&puzzle), puzzle };
        (!self.seen.contains(&layout.drawing)).then_some(layout)
    }

    /// Ranks the layout of the next try, by its shortest length and the number of its shortest solutions.
    pub fn rank(&mut self, layout: Layout, length: u32, solutions: u128) {
        self.seen.insert(layout.drawing.clone());
        self.ranked.push(RankedLayout { length, solutions, layout });
        self.shorten();
    }

    /// Counts the next try.
    pub fn advance(&mut self) {
        self.tries += 1;
    }

    /// Keeps the hardest layouts, in order.
    fn shorten(&mut self) {
        self.ranked.sort_by_key(|ranked| (Reverse(ranked.length), ranked.solutions, ranked.layout.number));
        self.ranked.truncate(self.keep);
    }
}

/// The file.
impl fmt::Display for HardestLayouts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut body = String::new();
        for RankedLayout { length, solutions, layout } in &self.ranked {
            let text = layout.puzzle.to_string();
            let rest = text.split_once('\n').map_or("", |(_, rest)| rest);
            let (number, key, metric) = (layout.number, self.key(), self.metric);
            body += &format!("\n## {NAME}{number}\n{key}: {metric}={length}\n{SOLUTIONS}: {solutions}\n{rest}");
        }
        let (heading, tries, keep, digest) = (&self.heading, self.tries, self.keep, self.digest(self.keep, &body));
        write!(f, "{heading}\n{TRIES}{tries}{KEEP}{keep}{DIGEST}{digest:016x}\n{body}")
    }
}

/// The tries, the layouts to keep and the digest of the second line of a file.
fn read_state(line: &str) -> Option<(u64, usize, u64)> {
    let (tries, rest) = line.strip_prefix(TRIES)?.split_once(KEEP)?;
    let (keep, digest) = rest.split_once(DIGEST)?;
    Some((tries.parse().ok()?, keep.parse().ok()?, u64::from_str_radix(digest, 16).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "## pieces\nstart goal\nAABC  ....\nD..C  ....\nD...  ..AA\n";
    const HEADING: &str = "# layouts";

    fn layouts(puzzle: &Puzzle, keep: usize) -> HardestLayouts<'_> {
        HardestLayouts::new(RandomLayouts::new(puzzle, 1), HEADING.to_owned(), BlockMetric::Unit, keep)
    }

    /// Ranks layouts by made-up lengths up to a number of tries.
    fn filled(mut layouts: HardestLayouts<'_>, tries: u64) -> HardestLayouts<'_> {
        while layouts.tries() < tries {
            if let Some(layout) = layouts.next_layout() {
                let length = (layout.number % 7) as u32;
                layouts.rank(layout, length, 2);
            }
            layouts.advance();
        }
        layouts
    }

    #[test]
    fn a_file_is_continued_anywhere() {
        let puzzle = format::parse(PUZZLE).unwrap().remove(0).puzzle.unwrap();
        let whole = filled(layouts(&puzzle, 5), 40).to_string();
        assert_eq!(whole.matches("## layout").count(), 5);
        for tries in 0..40 {
            let part = filled(layouts(&puzzle, 5), tries).to_string();
            let resumed = layouts(&puzzle, 5).resume(&part).unwrap();
            assert_eq!(resumed.to_string(), part);
            assert_eq!(filled(resumed, 40).to_string(), whole, "{tries}");
        }
        assert_eq!(layouts(&puzzle, 2).resume(&whole).unwrap().to_string().matches("## layout").count(), 2);
    }

    #[test]
    fn changed_files_are_refused() {
        let puzzle = format::parse(PUZZLE).unwrap().remove(0).puzzle.unwrap();
        let whole = filled(layouts(&puzzle, 2), 9).to_string();
        let refused = |text: &str| layouts(&puzzle, 2).resume(text).unwrap_err().to_string();
        let changed = |from: &str, to: &str| {
            assert!(whole.contains(from), "{from}: {whole}");
            refused(&whole.replacen(from, to, 1))
        };
        assert_eq!(changed(HEADING, "# other"), "it does not begin with '# layouts'");
        assert_eq!(
            changed("tries: 9", "tries: -9"),
            "its second line is not '# tries: ' with a number, those to keep, and a digest"
        );
        let layout_6 = "line 4: this is not the layout 5 of this puzzle and seed";
        assert_eq!(changed("## layout 6", "## layout 5"), layout_6);
        let number = "line 4: expected '## layout ' with a number below that of the tries";
        assert_eq!(
            (changed("## layout 6", "## layout 9"), changed("## layout 6", "## six")),
            (number.into(), number.into())
        );
        assert_eq!(changed("unit=6", "straight=6"), "line 4: expected 'optimum: unit=' with a number");
        assert_eq!(changed("solutions: 2", "solutions: two"), "line 4: expected 'solutions: ' with a number");
        let (_, first) = whole.split_once("\n\n").unwrap();
        assert!(refused(&format!("{whole}\n{first}")).ends_with("this layout is there twice"));
        for (from, to) in [("unit=6", "unit=7"), ("solutions: 2", "solutions: 3"), ("keep: 2", "keep: 3")] {
            assert_eq!(changed(from, to), "its text was changed");
        }
        assert!(layouts(&puzzle, 2).resume(&whole.replace('\n', "\r\n")).is_ok(), "other ends of lines");
    }

    /// A layout that was not kept cannot come back.
    #[test]
    fn a_file_that_kept_fewer_is_refused() {
        let puzzle = format::parse(PUZZLE).unwrap().remove(0).puzzle.unwrap();
        let few = filled(layouts(&puzzle, 2), 9).to_string();
        assert_eq!(layouts(&puzzle, 3).resume(&few).unwrap_err(), LayoutsError::Keep { kept: 2 });
        let all = filled(layouts(&puzzle, 40), 9).to_string();
        assert!(layouts(&puzzle, 50).resume(&all).is_ok() && layouts(&puzzle, 2).resume(&all).is_ok());
    }
}
