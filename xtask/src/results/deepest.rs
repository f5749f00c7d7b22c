//! The known boards of 78 to 80 moves, solved again.

use std::path::Path;

use super::Result;
use super::kept::{KeptRun, table_below};
use super::{build, wrapped};

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
    let paragraphs = run.print(fifteen, None)?;
    let table = |title| table_below(&paragraphs, title).ok_or(format!("there is no table: {title}"));
    let percentiles = table("Nodes generated for a solved board, percentiles")?;
    let by_length = table("Nodes generated, mean by length of the shortest solutions")?;
    let left = table_below(&paragraphs, "Boards not solved")
        .map_or_else(String::new, |left| format!("\nNot solved:\n\n{left}\n"));
    let command = wrapped(&format!("fifteen bench {ARGUMENTS}"));
    Ok(format!(
        "{TITLE}\n\n{TEXT}\n\n```sh\n{command}\n```\n\nNodes generated, percentiles:\n\n{percentiles}\n\n\
         Nodes generated, mean by length:\n\n{by_length}\n{left}"
    ))
}
