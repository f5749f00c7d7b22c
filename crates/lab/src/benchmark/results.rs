//! Results of a benchmark as lines of JSON, one for each board and configuration: read from a file, and made into
//! records.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::time::Duration;

use fifteen_puzzle::visible::is_hidden;
use serde::{Deserialize, Serialize};

use super::folder::RunSettings;
use super::record::{BenchmarkRecord, Configuration, InstanceRecord, Tally};

/// The result of one board with one configuration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BoardLine {
    /// The heuristic with the algorithm.
    #[serde(flatten)]
    pub configuration: Configuration,
    /// The board.
    pub board: String,
    /// Its result.
    #[serde(flatten)]
    pub found: InstanceRecord,
    /// The most bytes of nodes and states kept by the search.
    pub peak_bytes: u64,
    /// The length of the shortest solutions, where it is known.
    pub known: Option<u32>,
    /// The fault of the result, if it has one.
    pub wrong: Option<String>,
}

/// A line that cannot be taken for a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedLine {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Its bytes in the file, without the end of line.
    pub bytes: Range<usize>,
    /// Its fault, in words.
    pub fault: &'static str,
}

/// The results of a run, each board once with each configuration.
#[derive(Debug, Default)]
pub struct KeptResults {
    lines: Vec<BoardLine>,
    /// By board: the indices of its lines.
    by_board: HashMap<String, Vec<usize>>,
    /// The nodes expanded and generated of all lines. They fit, so the counts of any of the lines can be added.
    nodes: [u64; 2],
}

/// The most nodes of one board: what a number of JSON holds exactly everywhere.
const MOST_NODES: u64 = 1 << 53;

impl KeptResults {
    /// Reads the lines of a file. Damaged ones count for nothing; blank ones are no lines.
    #[must_use]
    pub fn read(text: &[u8]) -> (Self, Vec<DamagedLine>) {
        let (mut results, mut damaged) = (Self::default(), Vec::new());
        let mut start = 0;
        for (number, line) in text.split(|&byte| byte == b'\n').enumerate() {
            let bytes = start..start + line.len();
            start = bytes.end + 1;
            if line.trim_ascii().is_empty() {
                continue;
            }
            let parsed: Result<BoardLine, _> = serde_json::from_slice(line);
            let taken = parsed.map_err(|_| "it is not the whole result of a board").and_then(|line| results.add(line));
            if let Err(fault) = taken {
                damaged.push(DamagedLine { number: number + 1, bytes, fault });
            }
        }
        (results, damaged)
    }

    /// Adds a result, or says in words why it cannot be one. Of two results of a board with a configuration the first
    /// counts.
    ///
    /// # Errors
    /// If a time, a length or a count is impossible, or a text has hidden characters.
    pub fn add(&mut self, line: BoardLine) -> Result<(), &'static str> {
        let times = [line.found.seconds, line.configuration.open_seconds];
        if times.into_iter().any(|seconds| Duration::try_from_secs_f64(seconds).is_err()) {
            return Err("its time is impossible");
        }
        let Configuration { heuristic, algorithm, order, .. } = &line.configuration;
        let texts = [heuristic.as_ref(), Some(algorithm), Some(order), Some(&line.board), line.wrong.as_ref()];
        if texts.into_iter().flatten().any(|text| text.contains(is_hidden)) {
            return Err("its text has hidden characters");
        }
        if line.wrong.is_none() && line.found.length.zip(line.known).is_some_and(|(length, known)| length < known) {
            return Err("its solution is shorter than the shortest");
        }
        if self.find(&line.configuration, &line.board).is_some() {
            return Ok(());
        }
        let mut nodes = self.nodes;
        for (sum, count) in nodes.iter_mut().zip([line.found.expanded, line.found.generated]) {
            let more = sum.checked_add(count).filter(|_| count <= MOST_NODES);
            *sum = more.ok_or("it has more nodes than any search")?;
        }
        self.nodes = nodes;
        self.by_board.entry(line.board.clone()).or_default().push(self.lines.len());
        self.lines.push(line);
        Ok(())
    }

    /// The lines, in the order in which they were added.
    #[must_use]
    pub fn lines(&self) -> &[BoardLine] {
        &self.lines
    }

    /// The result of a board with a configuration.
    #[must_use]
    pub fn find(&self, configuration: &Configuration, board: &str) -> Option<&BoardLine> {
        let mut lines = self.by_board.get(board)?.iter().map(|&index| &self.lines[index]);
        lines.find(|line| line.configuration.is_same(configuration))
    }

    /// The shortest lengths that are known, by the number of the board: from the set, or proven by a configuration.
    #[must_use]
    pub fn shortest(&self) -> BTreeMap<u32, u32> {
        self.lines.iter().filter_map(|line| Some((line.found.number, line.known?))).collect()
    }

    /// A record for each configuration, in the order of their first lines.
    #[must_use]
    pub fn records(&self, settings: &RunSettings) -> Vec<BenchmarkRecord> {
        let mut runs: Vec<(&Configuration, Tally)> = Vec::new();
        for line in &self.lines {
            let known = runs.iter().position(|(configuration, _)| configuration.is_same(&line.configuration));
            let run = known.unwrap_or_else(|| {
                runs.push((&line.configuration, Tally::default()));
                runs.len() - 1
            });
            runs[run].1.add_line(line);
        }
        let RunSettings { set, size, goal, .. } = settings;
        let record = |(configuration, tally): (&Configuration, Tally)| {
            let times = [tally.seconds()];
            BenchmarkRecord::new((set.clone(), size.clone(), goal.clone()), configuration.clone(), tally, &times)
        };
        runs.into_iter().map(record).collect()
    }
}

impl Tally {
    /// Adds a result that was kept.
    pub(super) fn add_line(&mut self, line: &BoardLine) {
        self.add(line.found.clone(), line.peak_bytes, line.known);
        self.mismatches += usize::from(line.wrong.is_some());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(board: &str, generated: &str, seconds: &str) -> String {
        format!(
            "{{\"heuristic\":null,\"algorithm\":\"bfs\",\"order\":\"UDLR\",\"table_bytes\":0,\"fast_threads\":null,\
             \"open_seconds\":0.0,\"board\":\"{board}\",\"number\":1,\"length\":2,\"h0\":0,\"expanded\":1,\
             \"generated\":{generated},\"seconds\":{seconds},\"peak_bytes\":9,\"known\":2,\"wrong\":null}}\n"
        )
    }

    #[test]
    fn impossible_numbers_are_no_results() {
        let most = MOST_NODES.to_string();
        let text = [
            line("a", "18446744073709551615", "0.5"),
            line("b", "7", "-1"),
            " \n".to_owned(),
            line("c", "7", "1e300"),
            line("d", &most, "0.5"),
            line("d", "5", "0.5"),
            line("e", "7", "0.5"),
            "{\"heuristic\":\n".to_owned(),
            line("f", "7", "0.5").replace("\"length\":2", "\"length\":1"),
            line("\\u001bg", "7", "0.5"),
            line("\\u202eg", "7", "0.5"),
        ];
        let whole = text.concat();
        let (results, damaged) = KeptResults::read(whole.as_bytes());
        let faults: Vec<_> = damaged.iter().map(|line| (line.number, line.fault)).collect();
        let [nodes, time] = ["it has more nodes than any search", "its time is impossible"];
        assert_eq!(
            faults,
            [
                (1, nodes),
                (2, time),
                (4, time),
                (8, "it is not the whole result of a board"),
                (9, "its solution is shorter than the shortest"),
                (10, "its text has hidden characters"),
                (11, "its text has hidden characters")
            ]
        );
        assert_eq!(&whole[damaged[3].bytes.clone()], text[7].trim_end());
        let boards: Vec<_> = results.lines().iter().map(|line| line.board.as_str()).collect();
        assert_eq!(boards, ["d", "e"], "of two results of a board the first counts");
    }

    #[test]
    fn counts_of_many_lines_do_not_overflow() {
        let lines: String = (0..2100).map(|board| line(&board.to_string(), &MOST_NODES.to_string(), "1.0")).collect();
        let (results, damaged) = KeptResults::read(lines.as_bytes());
        assert_eq!((results.lines().len(), damaged.len()), (2047, 53));
        let settings = RunSettings {
            program: String::new(),
            set: "test".to_owned(),
            size: "3x3".to_owned(),
            goal: "last".to_owned(),
            boards: String::new(),
            options: String::new(),
        };
        assert_eq!(results.records(&settings)[0].generated_sum, 2047 << 53);
    }
}
