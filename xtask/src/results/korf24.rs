//! The section of `docs/RESULTS.md` about Korf's 50 boards of the 24-puzzle, one run of `fifteen solve` for each.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fifteen_data::{Korf24Board, korf24};
use serde_json::Value;

use super::{build, machine, today, wrapped};
use crate::Result;
use crate::paths::tables;

pub(super) const NAME: &str = "korf24";
pub(super) const TITLE: &str = "Korf's boards of the 24-puzzle";
const COLLECTION: &str = "6-6-6-6x5";
/// Arguments of `fifteen solve` beside the limit and the board.
const ARGUMENTS: &str = "--goal first --heuristic 6-6-6-6x5 --mode fast --threads 2 --pages huge";
/// Boards that are searched however long it takes.
const FIRST: usize = 12;

/// Counts and time of a search.
#[derive(Clone, Copy)]
struct Row {
    h0: u64,
    expanded: u64,
    generated: u64,
    seconds: f64,
}

/// The boards in the order of Korf & Felner's counts, the cheapest first.
fn boards() -> Vec<Korf24Board> {
    let mut boards = korf24();
    boards.sort_by_key(|board| board.generated);
    boards
}

/// Runs the searches: the text of the section, from its title on. After the first boards, others follow for `seconds`.
pub(super) fn run(fifteen: &Path, seconds: u64) -> Result<String> {
    build(fifteen, &["--collection", COLLECTION])?;
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut rows = Vec::new();
    for (index, board) in boards().into_iter().enumerate() {
        let left = end.saturating_duration_since(Instant::now());
        let limit = if index < FIRST { None } else { Some(left) };
        if limit.is_some_and(|limit| limit.is_zero()) {
            break;
        }
        let Some(row) = search(fifteen, &board, limit)? else { break };
        eprintln!("board {}: {} moves in {:.1} s", board.number, board.length, row.seconds);
        rows.push((board, row));
    }
    Ok(section(&rows))
}

/// Solves a board; none if the search reached its time limit. A length that is not the published one is an error.
fn search(fifteen: &Path, board: &Korf24Board, limit: Option<Duration>) -> Result<Option<Row>> {
    let mut solve = Command::new(fifteen);
    solve.args(["solve", "--json"]).args(ARGUMENTS.split(' ')).arg("--pdb").arg(tables());
    if let Some(limit) = limit {
        solve.args(["--time-limit", &format!("{:.3}", limit.as_secs_f64())]);
    }
    let output = solve.arg(board.board.to_string()).stderr(Stdio::inherit()).output()?;
    match (output.status.code(), limit) {
        (Some(0), _) => (),
        (Some(1), Some(_)) => return Ok(None),
        _ => return Err(format!("board {}: `fifteen solve` failed", board.number).into()),
    }
    let record: Value = serde_json::from_slice(&output.stdout)?;
    let count = |name: &str| record[name].as_u64().ok_or_else(|| format!("`fifteen solve` did not say {name}"));
    if count("length")? != u64::from(board.length) {
        return Err(format!("board {}: the length is not the published one", board.number).into());
    }
    let (h0, expanded, generated) = (count("h0")?, count("expanded")?, count("generated")?);
    let seconds = record["seconds"].as_f64().ok_or("`fifteen solve` did not say seconds")?;
    Ok(Some(Row { h0, expanded, generated, seconds }))
}

fn section(rows: &[(Korf24Board, Row)]) -> String {
    let first = rows.first().map_or_else(String::new, |(board, _)| board.board.to_string());
    let mut text = format!(
        "{TITLE}

The boards of Korf & Felner (2002), in the order of the nodes that they generated, with the collection `{COLLECTION}`.
Searched on {} in fast mode, with two threads on {}.
All lengths are the published ones.
*published*: nodes that Clausecker & Reinefeld (2019) expanded with their small collection, in a plain search.

```sh
fifteen pdb build --collection {COLLECTION}
{}
```

",
        today(),
        machine(),
        wrapped(&format!("fifteen solve {ARGUMENTS} --time-limit 1h")) + &format!(" \\\n    \"{first}\"")
    );
    text += "| board | length | h | expanded | published | generated | time | expanded/s |\n";
    text += "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    for (board, row) in rows {
        let Korf24Board { number, length, .. } = board;
        text += &format!("| {number} | {length} | {} | {}", row.h0, figures(row, board.expanded_collection));
    }
    for boards in [FIRST, rows.len()].into_iter().filter(|&boards| boards > 1 && rows.len() >= boards) {
        let sum =
            rows[..boards].iter().fold(Row { h0: 0, expanded: 0, generated: 0, seconds: 0.0 }, |sum, (_, row)| Row {
                h0: sum.h0 + row.h0,
                expanded: sum.expanded + row.expanded,
                generated: sum.generated + row.generated,
                seconds: sum.seconds + row.seconds,
            });
        let published = rows[..boards].iter().map(|(board, _)| board.expanded_collection).sum();
        text += &format!("| {boards} boards | | | {}", figures(&sum, published));
        if boards == rows.len() {
            break;
        }
    }
    text
}

/// The columns from the expanded nodes on.
fn figures(row: &Row, published: u64) -> String {
    let [expanded, published, generated] = [row.expanded, published, row.generated].map(thousands);
    let rate = row.expanded as f64 / row.seconds / 1e6;
    format!("{expanded} | {published} | {generated} | {:.2} s | {rate:.1} M/s |\n", row.seconds)
}

/// `1,234,567`.
pub(super) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boards_that_must_be_shown_come_first() {
        let first: Vec<u32> = boards().iter().take(FIRST).map(|board| board.number).collect();
        assert_eq!(first, [38, 40, 25, 32, 44, 37, 30, 13, 1, 28, 36, 5]);
    }

    #[test]
    fn a_row_for_each_board_and_their_sums() {
        let row =
            |n: u64| Row { h0: 80 + n, expanded: 1_234_567 * n, generated: 2_000_000 * n, seconds: 0.5 * n as f64 };
        let rows: Vec<(Korf24Board, Row)> =
            (1..).map(row).zip(boards()).map(|(row, board)| (board, row)).take(13).collect();
        let text = section(&rows);
        assert!(
            text.starts_with(TITLE)
                && text.contains("| 38 | 96 | 81 | 1,234,567 | 3,450,832 | 2,000,000 | 0.50 s | 2.5 M/s |\n"),
            "{text}"
        );
        assert!(
            text.contains("\n| 12 boards | | | 96,296,226 |") && text.contains("\n| 13 boards | | | 112,345,597 |"),
            "{text}"
        );
        assert_eq!(section(&rows[..12]).matches("boards | |").count(), 1);
        assert_eq!(thousands(7), "7");
    }
}
