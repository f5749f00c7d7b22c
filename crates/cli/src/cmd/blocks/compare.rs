//! Compares the results of block puzzles with the numbers of moves given in their files.
//!
//! Many level packs give a number of moves without saying what counts as a move. If such a number
//! differs from the length of the shortest solution that was found, the puzzle is solved in the
//! other metrics, too. One of them may be the metric in which the number was counted.

use fifteen_blocks::record::BlockRecord;
use fifteen_blocks::{BlockMetric, BlockSearchError, Puzzle};
use fifteen_solver::record::RecordStatus;

use crate::terminal::human;

/// Outcome of comparing the number of moves that a file gives for a puzzle with the length of a
/// shortest solution.
pub(super) enum Comparison {
    /// The file gives no number of moves, or the search stopped at a limit.
    Unknown,
    Agrees,
    /// The number given in the file is the minimum in a metric other than that of the results. The
    /// message names both metrics.
    OtherMetric(String),
    /// The number given in the file is not the minimum. The message contains both numbers.
    Differs(String),
}

/// Counts, over all puzzles compared so far, how often the numbers of moves in a file agree with
/// the results.
#[derive(Default)]
pub(super) struct Comparisons {
    agree: u64,
    other_metric: u64,
    too_large: u64,
    too_small: u64,
    /// Number of puzzles for which the file gives exactly one move less than the minimum. If this
    /// applies to all numbers that are too small, the file probably does not count the last move.
    one_too_small: u64,
    /// Number of puzzles that the file calls solvable although they are not, or the other way
    /// round.
    wrong_solvability: u64,
    /// Number of puzzles that could not be compared because of an error in the file, such as a
    /// malformed line.
    unreadable: u64,
    unknown: u64,
}

/// The length of a shortest solution in one metric.
struct Minimum {
    metric: BlockMetric,
    /// The number of moves, or `None` if no solution exists.
    moves: Option<u32>,
}

impl Minimum {
    /// Returns the minimum that a record contains, or `None` if the search did not finish or the
    /// puzzle has no goal.
    fn of(record: &BlockRecord) -> Option<Self> {
        let moves = match record.status {
            RecordStatus::Solved => Some(record.length?),
            RecordStatus::Unsolvable => None,
            RecordStatus::Limit | RecordStatus::Invalid => return None,
        };
        Some(Self {
            metric: record.metric?,
            moves,
        })
    }
}

impl Comparisons {
    /// Compares the results of a puzzle with the numbers of moves in its file. `solve` solves the
    /// puzzle in a metric for which there is no result.
    pub(super) fn compare(
        &mut self,
        puzzle: &Puzzle,
        records: &[BlockRecord],
        solve: impl Fn(BlockMetric) -> Result<BlockRecord, BlockSearchError>,
    ) -> Comparison {
        let found: Vec<Minimum> = records.iter().filter_map(Minimum::of).collect();
        let solved = |metric| Minimum::of(&solve(metric).ok()?);
        let comparison = match (puzzle.stated_moves(), puzzle.optima()) {
            (Some(stated), _) => self.without_metric(stated, found, solved),
            (None, Ok(optima)) => self.with_metrics(&optima, &found, solved),
            (None, Err(error)) => {
                self.unreadable += 1;
                Comparison::Differs(error)
            }
        };
        match &comparison {
            Comparison::Unknown => self.unknown += 1,
            Comparison::Agrees => self.agree += 1,
            Comparison::OtherMetric(_) => self.other_metric += 1,
            Comparison::Differs(_) => (),
        }
        comparison
    }

    /// Compares the number of moves in the file, `stated`, with the length of a shortest solution.
    /// The file names no metric, so the metrics of the results are tried first, and then all
    /// others.
    fn without_metric(
        &mut self,
        stated: u32,
        mut found: Vec<Minimum>,
        solved: impl Fn(BlockMetric) -> Option<Minimum>,
    ) -> Comparison {
        let is_stated = |minimum: &Minimum| minimum.moves == Some(stated);
        if found.iter().any(is_stated) {
            return Comparison::Agrees;
        }
        let Some(Minimum { metric, moves }) = found.first() else {
            return Comparison::Unknown;
        };
        let (metric, moves) = (*metric, *moves);
        if let Some(minimum) = moves {
            for other in BlockMetric::ALL {
                if !found.iter().any(|known| known.metric == other) {
                    found.extend(solved(other));
                }
            }
            if let Some(other) = found.iter().find(|&known| is_stated(known)) {
                return Comparison::OtherMetric(format!(
                    "the file says {stated}, which is the minimum in {} moves; in {metric} moves it is {minimum}",
                    other.metric
                ));
            }
        }
        self.differ(stated, moves);
        // If several metrics have the same minimum, name only one of them. In Rush Hour, for
        // example, the minimum is the same for straight moves and any-path moves.
        let is_new = |&place: &usize| {
            !found[..place]
                .iter()
                .any(|earlier| earlier.moves == found[place].moves)
        };
        let places = (0..found.len()).filter(is_new);
        let minima: Vec<String> = places
            .filter_map(|place| described(&found[place]))
            .collect();
        Comparison::Differs(if minima.is_empty() {
            format!("the file says {stated}, but no solution exists")
        } else {
            format!(
                "the file says {stated}, the minimum is {}",
                minima.join(", ")
            )
        })
    }

    /// Compares the numbers of moves for which the file gives a metric. If none of these metrics
    /// has a result yet, solves the puzzle in each of them.
    fn with_metrics(
        &mut self,
        optima: &[(BlockMetric, Option<u32>)],
        found: &[Minimum],
        solved: impl Fn(BlockMetric) -> Option<Minimum>,
    ) -> Comparison {
        let find = |metric: BlockMetric| found.iter().find(|known| known.metric == metric);
        let is_found = optima.iter().any(|&(metric, _)| find(metric).is_some());
        let mut compared = 0;
        let mut differences = Vec::new();
        for &(metric, stated) in optima {
            let other = if is_found || found.is_empty() {
                None
            } else {
                solved(metric)
            };
            let Some(minimum) = find(metric).or(other.as_ref()) else {
                continue;
            };
            compared += 1;
            if minimum.moves != stated {
                differences.push((stated, minimum.moves, metric));
            }
        }
        match (compared, &differences[..]) {
            (0, _) => Comparison::Unknown,
            (_, []) => Comparison::Agrees,
            (_, &[(stated, minimum, _), ..]) => {
                match stated {
                    Some(stated) => self.differ(stated, minimum),
                    None => self.wrong_solvability += 1,
                }
                let messages = differences.iter().map(|&(stated, moves, metric)| {
                    let minimum = Minimum { metric, moves };
                    let minimum = described(&minimum);
                    match (stated, minimum) {
                        (Some(stated), Some(minimum)) => {
                            format!("the file says {stated}, the minimum is {minimum}")
                        }
                        (Some(stated), None) => {
                            format!("the file says {stated}, but no solution exists")
                        }
                        (None, minimum) => format!(
                            "the file says that no solution exists, but the minimum is {}",
                            minimum.unwrap_or_default()
                        ),
                    }
                });
                // If the puzzle is unsolvable, the messages for all metrics are the same, so keep
                // one.
                let mut messages: Vec<String> = messages.collect();
                messages.dedup();
                Comparison::Differs(messages.join("; "))
            }
        }
    }

    /// Records that the number of moves in the file, `stated`, differs from the length of a
    /// shortest solution. `minimum` is this length, or `None` if no solution exists.
    fn differ(&mut self, stated: u32, minimum: Option<u32>) {
        match minimum {
            None => self.wrong_solvability += 1,
            Some(minimum) if stated > minimum => self.too_large += 1,
            Some(minimum) => {
                self.too_small += 1;
                self.one_too_small += u64::from(stated + 1 == minimum);
            }
        }
    }

    /// Returns whether no number was compared.
    pub(super) fn is_empty(&self) -> bool {
        self.compared() == 0 && self.unreadable == 0
    }

    fn compared(&self) -> u64 {
        self.agree + self.other_metric + self.too_large + self.too_small + self.wrong_solvability
    }

    /// Returns a line such as `40 numbers compared: 16 right, 8 too large, 16 too small`.
    pub(super) fn summary(&self) -> String {
        let mut text = format!(
            "{}: {} right",
            human::counted(self.compared(), "number compared", "numbers compared"),
            human::count(self.agree)
        );
        for (number, what) in [
            (self.other_metric, "counted in another metric"),
            (self.too_large, "too large"),
            (self.too_small, "too small"),
            (
                self.wrong_solvability,
                "wrong about whether a solution exists",
            ),
        ] {
            if number > 0 {
                text += &format!(", {} {what}", human::count(number));
            }
        }
        if self.one_too_small > 1 && self.one_too_small == self.too_small {
            text += " by 1, as if the last move did not count";
        }
        for (number, what) in [
            (self.unreadable, "malformed"),
            (self.unknown, "without a number to compare"),
        ] {
            if number > 0 {
                text += &format!("; {} {what}", human::count(number));
            }
        }
        text
    }
}

/// Describes a minimum, as in `9 straight moves`. Returns `None` if no solution exists.
fn described(minimum: &Minimum) -> Option<String> {
    let moves = minimum.moves?;
    let noun = human::plural(moves.into(), "move", "moves");
    Some(format!("{moves} {} {noun}", minimum.metric))
}
