//! The known boards of 78 to 80 moves, solved again.

use std::collections::BTreeMap;
use std::path::Path;

use super::kept::{KeptRun, not_solved};
use super::korf24::thousands;
use super::{Result, build, wrapped};

pub(super) const NAME: &str = "deepest";
pub(super) const TITLE: &str = "The known boards of 78 to 80 moves";

const ARGUMENTS: &str = "--set known78-80 --heuristic 7-8 --node-limit 1G";
const TEXT: &str = "The boards of `known78-80`, each solved again by IDA* with 7-8.\n\
                    They are 2,872 of the 3,493 boards that need so many moves: all of 80 moves, but not all of 78 and 79.";

/// The text of the section, from its title on. With `kept`, nothing is searched: an earlier run has the results.
pub(super) fn run(fifteen: &Path, kept: bool) -> Result<String> {
    let run = KeptRun::new(NAME, ARGUMENTS.to_owned());
    if !kept {
        build(fifteen, &["--size", "4x4", "--partition", "7-8"])?;
        run.search(fifteen)?;
    }
    let results = run.results()?;
    let mut by_length: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    for line in results.lines().filter(|line| line.length.is_some()) {
        by_length.entry(line.known.unwrap_or(0)).or_default().push(line.generated);
    }
    let mut counts: Vec<u64> = by_length.values().flatten().copied().collect();
    counts.sort_unstable();
    let rank = |percent: usize| (counts.len() * percent).div_ceil(100).saturating_sub(1);
    let cells =
        [10, 50, 90, 99, 100].map(|percent| counts.get(rank(percent)).map_or_else(String::new, |&n| thousands(n)));
    let mean = |counts: &[u64]| thousands(counts.iter().sum::<u64>() / counts.len().max(1) as u64);
    let row = |(length, counts): (&u32, &Vec<u64>)| format!("| {length} | {} | {} |\n", counts.len(), mean(counts));
    let rows: String = by_length.iter().map(row).collect();
    let heuristic = results.runs().first().and_then(|run| run.configuration.heuristic.clone()).unwrap_or_default();
    let left = not_solved(&results).join("\n");
    let left = if left.is_empty() { left } else { format!("\nNot solved:\n\n{left}\n") };
    let command = wrapped(&format!("fifteen bench {ARGUMENTS}"));
    Ok(format!(
        "{TITLE}\n\n{TEXT}\n\n```sh\n{command}\n```\n\nNodes generated, percentiles:\n\n\
         |  | 10 % | 50 % | 90 % | 99 % | largest |\n| --- | ---: | ---: | ---: | ---: | ---: |\n| {heuristic} | {} |\n\n\
         Nodes generated, mean by length:\n\n| moves | boards | {heuristic} |\n| --- | ---: | ---: |\n{rows}{left}",
        cells.join(" | ")
    ))
}
