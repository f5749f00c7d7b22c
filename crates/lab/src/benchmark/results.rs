//! [`BenchmarkResults`]: collects results of several configurations that can be compared with each
//! other.
//!
//! Each result is a line, which is read from a file or added by a new run. For each board and
//! configuration, only the first line counts. A line is rejected with an error if its goal differs
//! from the goal of earlier lines, or if its board differs from an earlier board with the same
//! number.
//!
//! Limits can grow from run to run. For example, suppose that a first run with a limit of 1,000
//! nodes abandons board 7 and solves board 8 with 900 nodes. A second run with a limit of 1,000,000
//! nodes keeps the line of board 8, because the same search would end in the same way. It searches
//! board 7 again: the old line of that board is called *open* and is excluded from all results.

use std::collections::{BTreeMap, BTreeSet};

use fifteen_puzzle::visible::is_hidden;
use fifteen_solver::SolveError;

use super::line::{BenchmarkConfiguration, BenchmarkLine, BenchmarkTerms, TermsDifference};
use super::record::{BenchmarkRecord, CommonBoards};

/// The results of one configuration (a heuristic and an algorithm). They can come from several runs
/// of the benchmark.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ConfigurationResults {
    /// The heuristic and the algorithm.
    pub configuration: BenchmarkConfiguration,
    /// The result for each board, keyed by board number.
    pub lines: BTreeMap<u32, BenchmarkLine>,
}

/// The results of several configurations on one set of boards. Only results that can be compared
/// with each other are accepted.
#[derive(Debug, Default)]
pub struct BenchmarkResults {
    /// What all results have in common: the set of boards, the goal and the limits. If the limits
    /// of the runs differ, the largest limits are stored.
    terms: Option<BenchmarkTerms>,
    programs: BTreeSet<String>,
    /// The tiles of each board, keyed by board number.
    boards: BTreeMap<u32, Vec<u8>>,
    configurations: Vec<ConfigurationResults>,
    /// Number of *open* lines. Their boards were abandoned within smaller limits than those in
    /// `terms`. So open lines are excluded, and their boards are searched again.
    open: usize,
}

/// Why a result is invalid, can't be compared with earlier results, or could not be obtained.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BenchmarkError {
    /// A line of a file is not a valid result.
    #[error("line {line} is not a result of fifteen bench: {error}")]
    NoResult {
        /// 1-based line number in the file.
        line: usize,
        /// Why the line can't be parsed.
        error: serde_json::Error,
    },
    /// A string in a result contains control or zero-width characters, which can make a terminal
    /// show misleading text.
    #[error("the result of board {board} has hidden characters in its text")]
    HiddenCharacters {
        /// Number of the board in its set.
        board: u32,
    },
    /// The duration in a result is negative or impossibly long.
    #[error("the result of board {board} has an impossible time")]
    ImpossibleTime {
        /// Number of the board in its set.
        board: u32,
    },
    /// Two results can't be compared because their sets, sizes, goals or limits differ.
    #[error("results of different runs cannot be compared: {0}")]
    OtherTerms(TermsDifference),
    /// Two results have the same board number but different tiles.
    #[error(
        "results of different boards cannot be compared: board {board} is not the board {board} of those before"
    )]
    OtherBoard {
        /// Number of the board in its set.
        board: u32,
    },
    /// A new run has smaller limits than the saved results that it continues.
    #[error("the results there have larger limits: {0}")]
    SmallerLimits(TermsDifference),
    /// The search of a board failed.
    #[error("{configuration}, board {board} ({tiles}): {error}")]
    Search {
        /// Name of the heuristic and the algorithm.
        configuration: String,
        /// Number of the board in its set.
        board: u32,
        /// The board's tiles, as a string.
        tiles: String,
        /// Why the search failed.
        error: SolveError,
    },
    /// A search result could not be converted to a [`BenchmarkLine`].
    #[error("cannot write the result of a board: {0}")]
    Record(serde_json::Error),
}

impl BenchmarkResults {
    /// Parses the contents of a file and adds the result on each line. Returns the total length of
    /// the complete lines, in bytes.
    ///
    /// The last line is ignored if it was cut off, for example because the program was killed while
    /// writing it. The returned length is then smaller than the length of the file.
    ///
    /// # Errors
    /// Returns an error if a complete line is not a valid result, or can't be compared with earlier
    /// ones.
    pub fn read(&mut self, text: &[u8]) -> Result<usize, BenchmarkError> {
        let mut complete_bytes = 0;
        for (number, line) in (1..).zip(text.split_inclusive(|&byte| byte == b'\n')) {
            if !line.trim_ascii().is_empty() {
                match serde_json::from_slice(line) {
                    Ok(line) => self.add(line)?,
                    Err(error) if error.is_eof() && !line.ends_with(b"\n") => break,
                    Err(error) => {
                        return Err(BenchmarkError::NoResult {
                            line: number,
                            error,
                        });
                    }
                }
            }
            complete_bytes += line.len();
        }
        Ok(complete_bytes)
    }

    /// Adds a result. Ignores it if a result for the same board and configuration already exists.
    ///
    /// # Errors
    /// Returns an error if the result is implausible, or can't be compared with earlier ones.
    pub fn add(&mut self, line: BenchmarkLine) -> Result<(), BenchmarkError> {
        check_plausible(&line)?;
        let board = line.board_number;
        self.admit(&line.terms, board, &line.board)?;
        let largest = self.terms.as_ref().unwrap_or(&line.terms);
        if line.is_open(largest) {
            self.open += 1;
            return Ok(());
        }
        let results = self.results_of(&line.configuration);
        results.lines.entry(board).or_insert(line);
        Ok(())
    }

    /// Returns the results of a configuration. Adds an empty entry first if the configuration is
    /// new.
    fn results_of(&mut self, configuration: &BenchmarkConfiguration) -> &mut ConfigurationResults {
        let known = self
            .configurations
            .iter()
            .position(|results| results.configuration.is_same(configuration));
        let index = known.unwrap_or_else(|| {
            self.configurations.push(ConfigurationResults {
                configuration: configuration.clone(),
                lines: BTreeMap::new(),
            });
            self.configurations.len() - 1
        });
        &mut self.configurations[index]
    }

    /// Checks that a new result can be compared with earlier ones. `terms` are the conditions of
    /// the new result, and `board` contains the tiles of board `number`.
    ///
    /// If `terms` has larger limits than before, abandoned boards must be searched again (see
    /// [`open`](Self::open)).
    ///
    /// # Errors
    /// Returns an error if the conditions can't be compared, or if an earlier board with the same
    /// number has different tiles.
    pub fn admit(
        &mut self,
        terms: &BenchmarkTerms,
        number: u32,
        board: &[u8],
    ) -> Result<(), BenchmarkError> {
        let largest = self.terms.get_or_insert_with(|| terms.clone());
        if let Some(difference) = terms.difference(largest) {
            return Err(BenchmarkError::OtherTerms(difference));
        }
        let has_larger_limits = !largest.allows(terms);
        if has_larger_limits && !terms.allows(largest) {
            // One limit is larger than before and another is smaller, so neither run covers the
            // other.
            if let Some(difference) = terms.limit_difference(largest) {
                return Err(BenchmarkError::OtherTerms(difference));
            }
        }
        if self.boards.entry(number).or_insert_with(|| board.to_vec()) != board {
            return Err(BenchmarkError::OtherBoard { board: number });
        }
        self.programs.insert(terms.program.clone());
        if has_larger_limits {
            *largest = terms.clone();
            for results in &mut self.configurations {
                let before = results.lines.len();
                results.lines.retain(|_, line| !line.is_open(terms));
                self.open += before - results.lines.len();
            }
        }
        Ok(())
    }

    /// Returns what all results have in common: the set of boards, the goal and the limits. If the
    /// limits of the runs differ, the largest limits are returned. Returns `None` before the first
    /// call of [`admit`](Self::admit).
    pub fn terms(&self) -> Option<&BenchmarkTerms> {
        self.terms.as_ref()
    }

    /// Returns the versions of the program that produced the results.
    pub fn programs(&self) -> &BTreeSet<String> {
        &self.programs
    }

    /// Returns the number of *open* lines, which are excluded from all results. The board of an
    /// open line was abandoned, but a later run has larger limits. The board must therefore be
    /// searched again.
    pub fn open(&self) -> usize {
        self.open
    }

    /// Returns the results of each configuration, in the order in which the configurations were
    /// added. Configurations without results are skipped.
    pub fn configurations(&self) -> Vec<&ConfigurationResults> {
        self.configurations
            .iter()
            .filter(|results| !results.lines.is_empty())
            .collect()
    }

    /// Returns all results, grouped by configuration.
    pub fn lines(&self) -> impl Iterator<Item = &BenchmarkLine> {
        self.configurations
            .iter()
            .flat_map(|results| results.lines.values())
    }

    /// Returns the result of a configuration for a board, or `None` if no such result exists.
    pub fn find(
        &self,
        configuration: &BenchmarkConfiguration,
        number: u32,
    ) -> Option<&BenchmarkLine> {
        self.configurations
            .iter()
            .find(|results| results.configuration.is_same(configuration))?
            .lines
            .get(&number)
    }

    /// Returns a summary for each configuration that has results, in the order in which the
    /// configurations were added.
    ///
    /// All summaries cover the same boards: those for which every configuration has a result.
    /// Otherwise, a configuration that skipped the hard boards would look better than it is.
    pub fn records(&self) -> Vec<BenchmarkRecord> {
        let configurations = self.configurations();
        let boards_where_all = |condition: fn(&BenchmarkLine) -> bool| {
            let holds_for_all = |number: &u32| {
                configurations
                    .iter()
                    .all(|results| results.lines.get(number).is_some_and(condition))
            };
            self.boards.keys().copied().filter(holds_for_all).collect()
        };
        let lengths = self
            .lines()
            .filter_map(|line| Some((line.board_number, line.known?)))
            .collect();
        let common = CommonBoards {
            tried: boards_where_all(|_| true),
            solved: boards_where_all(|line| line.length.is_some()),
            lengths,
        };
        configurations
            .iter()
            .map(|results| BenchmarkRecord::new(results, &common))
            .collect()
    }
}

/// Rejects a line that this program can't have written. Anyone can edit a file of results, and its
/// strings are printed on a terminal, so they must not contain hidden characters.
fn check_plausible(line: &BenchmarkLine) -> Result<(), BenchmarkError> {
    let board = line.board_number;
    let BenchmarkConfiguration {
        heuristic,
        algorithm,
        open_seconds,
        ..
    } = &line.configuration;
    let texts = [algorithm, &line.terms.set, &line.terms.size];
    let mut texts = texts.into_iter().chain(heuristic);
    if texts.any(|text| text.contains(is_hidden)) {
        return Err(BenchmarkError::HiddenCharacters { board });
    }
    let is_possible = |seconds: f64| (0.0..1e12).contains(&seconds);
    if !is_possible(line.seconds) || !is_possible(*open_seconds) {
        return Err(BenchmarkError::ImpossibleTime { board });
    }
    Ok(())
}

impl BenchmarkLine {
    /// Returns whether the board must be searched again because it was abandoned within limits
    /// smaller than `largest`.
    fn is_open(&self, largest: &BenchmarkTerms) -> bool {
        self.length.is_none() && !self.terms.has_limits_of(largest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(number: u32, generated: u64, more: &str) -> String {
        format!(
            "{{\"schema\":1,\"program\":\"\",\"set\":\"random:9:1\",\"size\":\"3x3\",\"goal\":\"last\",\
             \"node_limit\":7,\"line\":{number},\"board\":[{number}],\"heuristic\":null,\"algorithm\":\"bfs\",\
             \"order\":\"UDLR\",\"mode\":\"plain\",\"threads\":1,\"table_bytes\":0,\"open_seconds\":0.0,\"length\":2,\
             \"h0\":null,\"expanded\":1,\"generated\":{generated},\"seconds\":0.5,\"peak_bytes\":9,\"moves\":\"LL\"{more}}}\n"
        )
    }

    #[test]
    fn boards_count_once_and_damaged_lines_are_refused() {
        let added = |lines: [String; 2]| {
            let mut results = BenchmarkResults::default();
            results.read(lines.concat().as_bytes()).map(|_| results)
        };
        let first = || line(1, 5, "");
        let sum = |results: BenchmarkResults| results.records()[0].generated.sum;
        assert_eq!(
            sum(added([first(), first()]).unwrap()),
            5,
            "of two results of a board the first counts"
        );
        let larger = line(2, u64::MAX, "").replace("random:9:1", "random:99:1");
        assert_eq!(
            sum(added([first(), larger]).unwrap()),
            u64::MAX,
            "sums do not overflow"
        );
        for (other, message) in [
            (
                ("\"node_limit\":7", "\"time_limit\":0.5"),
                "the node limit is none here, and 7",
            ),
            (("3x3", "4x3"), "the size is 4x3 here, and 3x3"),
            (("bfs", "\\u001bg"), "hidden characters"),
            (("\"seconds\":0.5", "\"seconds\":-1"), "an impossible time"),
        ] {
            let error = added([first(), first().replace(other.0, other.1)])
                .unwrap_err()
                .to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    /// A board without a result for one configuration is excluded for all configurations. A board
    /// that one configuration abandoned still counts for all of them.
    #[test]
    fn all_configurations_are_compared_on_the_same_boards() {
        let of = |algorithm: &str, number, generated| {
            line(number, generated, "").replace("bfs", algorithm)
        };
        let unsolved = of("ida", 2, 7).replace("\"length\":2", "\"length\":null");
        let lines = [
            of("ida", 1, 4),
            unsolved,
            of("ida", 3, 5),
            of("bfs", 2, 90),
            of("bfs", 1, 6),
        ];
        let mut results = BenchmarkResults::default();
        results.read(lines.concat().as_bytes()).unwrap();
        let [ida, bfs] = &results.records()[..] else {
            panic!("two configurations")
        };
        assert_eq!(
            [ida.boards, bfs.boards, ida.solved, bfs.solved],
            [2, 2, 1, 2]
        );
        assert_eq!(
            [ida.generated.mean.value, bfs.generated.mean.value],
            [5.5, 48.0]
        );
        assert_eq!(
            [ida.generated.is_bound, bfs.generated.is_bound],
            [true, false]
        );
        assert_eq!(
            [ida.generated.median, bfs.generated.median],
            [5.5, 48.0],
            "the mean of the middle two"
        );
        assert_eq!(
            [ida.generated.median_is_bound, bfs.generated.median_is_bound],
            [true, false],
            "board 2 may take more than 7 nodes with ida"
        );
        assert_eq!(
            [ida.excess_boards, bfs.excess_boards],
            [0, 0],
            "no shortest length is known"
        );
    }

    #[test]
    fn a_result_with_a_larger_limit_replaces_an_unsolved_one() {
        let unsolved = |number| line(number, 7, "").replace("\"length\":2", "\"length\":null");
        let larger = |line: String| line.replace("\"node_limit\":7", "\"node_limit\":70");
        for lines in [
            [line(1, 5, ""), unsolved(2), larger(line(2, 60, ""))],
            [larger(line(2, 60, "")), unsolved(2), line(1, 5, "")],
        ] {
            let mut results = BenchmarkResults::default();
            results.read(lines.concat().as_bytes()).unwrap();
            let counts: Vec<u64> = results.lines().map(|line| line.generated).collect();
            assert_eq!(
                (counts, results.terms().unwrap().node_limit),
                (vec![5, 60], Some(70))
            );
        }
        let mut results = BenchmarkResults::default();
        results
            .read([unsolved(2), larger(line(3, 60, ""))].concat().as_bytes())
            .unwrap();
        assert_eq!((results.lines().count(), results.open()), (1, 1));
    }
}
