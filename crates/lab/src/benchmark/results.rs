//! The results of benchmarks, read from lines of JSON: each board once with each configuration, and none beside others
//! with which it cannot be compared.
//!
//! Limits may grow from run to run: a board that was solved within smaller limits is solved within larger ones too, and
//! one that was given up then is open.

use std::collections::{BTreeMap, BTreeSet};

use fifteen_puzzle::visible::is_hidden;

use super::line::{BenchmarkLine, Configuration, Terms};
use super::record::{BenchmarkRecord, Known};

/// The results of a configuration.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct BenchmarkRun {
    /// The heuristic with the algorithm.
    pub configuration: Configuration,
    /// The results, by the numbers of the boards.
    pub lines: BTreeMap<u32, BenchmarkLine>,
}

/// The results of several configurations on boards of one set.
#[derive(Debug, Default)]
pub struct BenchmarkResults {
    terms: Option<Terms>,
    programs: BTreeSet<String>,
    /// The tiles of each board, by its number.
    boards: BTreeMap<u32, Vec<u8>>,
    runs: Vec<BenchmarkRun>,
    /// Results of boards given up within smaller limits than the largest.
    open: usize,
}

/// A board without a result, or a result that does not belong to the others.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BenchmarkError(pub(super) String);

impl BenchmarkResults {
    /// Adds the lines of a file. A last line that was cut off, as by a kill, is left out; returns the bytes before it.
    ///
    /// # Errors
    /// If another line is not a result, or if one cannot be compared with those before.
    pub fn read(&mut self, text: &[u8]) -> Result<usize, BenchmarkError> {
        let mut whole = 0;
        for (number, line) in (1..).zip(text.split_inclusive(|&byte| byte == b'\n')) {
            if !line.trim_ascii().is_empty() {
                match serde_json::from_slice(line) {
                    Ok(line) => self.add(line)?,
                    Err(error) if error.is_eof() && !line.ends_with(b"\n") => return Ok(whole),
                    Err(error) => {
                        return Err(BenchmarkError(format!(
                            "line {number} is not a result of fifteen bench: {error}"
                        )));
                    }
                }
            }
            whole += line.len();
        }
        Ok(whole)
    }

    /// Adds a result. Of two results of a board with a configuration the first counts.
    ///
    /// # Errors
    /// If it cannot be compared with those before.
    pub fn add(&mut self, line: BenchmarkLine) -> Result<(), BenchmarkError> {
        let Configuration {
            heuristic,
            algorithm,
            ..
        } = &line.configuration;
        let texts = [
            heuristic.as_ref(),
            Some(algorithm),
            Some(&line.terms.set),
            Some(&line.terms.size),
        ];
        let damaged = |fault| {
            Err(BenchmarkError(format!(
                "the result of board {} has {fault}",
                line.line
            )))
        };
        if texts
            .into_iter()
            .flatten()
            .any(|text| text.contains(is_hidden))
        {
            return damaged("hidden characters in its text");
        }
        if [line.seconds, line.configuration.open_seconds]
            .iter()
            .any(|seconds| !(0.0..1e12).contains(seconds))
        {
            return damaged("an impossible time");
        }
        self.admit(&line.terms, line.line, &line.board)?;
        if self.is_open(&line) {
            self.open += 1;
            return Ok(());
        }
        let known = self
            .runs
            .iter()
            .position(|run| run.configuration.is_same(&line.configuration));
        let run = known.unwrap_or_else(|| {
            self.runs.push(BenchmarkRun {
                configuration: line.configuration.clone(),
                lines: BTreeMap::new(),
            });
            self.runs.len() - 1
        });
        self.runs[run].lines.entry(line.line).or_insert(line);
        Ok(())
    }

    /// Admits a board: with its number, under these terms. The largest limits count.
    ///
    /// # Errors
    /// If its results cannot be compared with those that are there.
    pub fn admit(
        &mut self,
        terms: &Terms,
        number: u32,
        board: &[u8],
    ) -> Result<(), BenchmarkError> {
        let first = self.terms.get_or_insert_with(|| terms.clone());
        let differs = terms
            .difference(first)
            .or_else(|| match terms.allows(first) {
                false if !first.allows(terms) => terms.differing_limit(first),
                _ => None,
            });
        if let Some(differs) = differs {
            return Err(BenchmarkError(format!(
                "results of different runs cannot be compared: {differs}"
            )));
        }
        let larger = Some(terms).filter(|terms| !first.allows(terms)).cloned();
        if self.boards.entry(number).or_insert_with(|| board.to_vec()) != board {
            return Err(BenchmarkError(format!(
                "results of different boards cannot be compared: board {number} is not the board {number} of those before"
            )));
        }
        self.programs.insert(terms.program.clone());
        if larger.is_some() {
            self.terms = larger;
            let mut runs = std::mem::take(&mut self.runs);
            let before = runs.iter().map(|run| run.lines.len()).sum::<usize>();
            runs.iter_mut()
                .for_each(|run| run.lines.retain(|_, line| !self.is_open(line)));
            self.open += before - runs.iter().map(|run| run.lines.len()).sum::<usize>();
            self.runs = runs;
        }
        Ok(())
    }

    /// True for a board that was given up within smaller limits than the largest.
    fn is_open(&self, line: &BenchmarkLine) -> bool {
        let largest = self.terms.as_ref().unwrap_or(&line.terms);
        line.length.is_none() && line.terms.limits() != largest.limits()
    }

    /// The boards and limits, as the first result has them; none without results.
    pub fn terms(&self) -> Option<&Terms> {
        self.terms.as_ref()
    }

    /// The versions of the program that found the results.
    pub fn programs(&self) -> &BTreeSet<String> {
        &self.programs
    }

    /// The number of results left out, of boards that were given up within smaller limits than the largest.
    pub fn open(&self) -> usize {
        self.open
    }

    /// The results of each configuration that has any, in the order of their first lines.
    pub fn runs(&self) -> Vec<&BenchmarkRun> {
        self.runs
            .iter()
            .filter(|run| !run.lines.is_empty())
            .collect()
    }

    /// All results, those of one configuration after those of another.
    pub fn lines(&self) -> impl Iterator<Item = &BenchmarkLine> {
        self.runs.iter().flat_map(|run| run.lines.values())
    }

    /// The result of a board with a configuration.
    pub fn find(&self, configuration: &Configuration, number: u32) -> Option<&BenchmarkLine> {
        self.runs
            .iter()
            .find(|run| run.configuration.is_same(configuration))?
            .lines
            .get(&number)
    }

    /// A record for each configuration that has results, in the order of their first lines: all over the same boards,
    /// those of which each configuration has a result.
    pub fn records(&self) -> Vec<BenchmarkRecord> {
        let runs = self.runs();
        let common = |is_such: fn(&BenchmarkLine) -> bool| {
            let of_all = |number: &u32| {
                runs.iter()
                    .all(|run| run.lines.get(number).is_some_and(is_such))
            };
            self.boards.keys().copied().filter(of_all).collect()
        };
        let lengths = self
            .lines()
            .filter_map(|line| Some((line.line, line.known?)))
            .collect();
        let known = Known {
            common: common(|_| true),
            solved: common(|line| line.length.is_some()),
            lengths,
        };
        runs.iter()
            .map(|run| BenchmarkRecord::new(run, &known))
            .collect()
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
    fn no_board_counts_twice_and_damage_is_refused() {
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

    /// A board that one configuration has not solved, or has no result of, is not in the mean of the others only.
    #[test]
    fn every_figure_is_over_the_same_boards() {
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
            [ida.generated.median_is_bound, ida.generated.median == 4],
            [false, true]
        );
        assert_eq!(
            [ida.excess_boards, bfs.excess_boards],
            [0, 0],
            "no shortest length is known"
        );
    }

    #[test]
    fn larger_limits_leave_solved_boards_and_open_the_others() {
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
