//! `cargo xtask results`: runs the commands in `docs/RESULTS.md`, and replaces the tables below
//! them with new results.
//!
//! The page itself defines what to run. Each new table has the same columns as the old one, and a
//! picture below a command is replaced with the command's plot. Tables without a command were
//! measured by hand and stay unchanged. `fifteen bench` verifies solution lengths, moves and
//! tables, and an error stops the task.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use crate::Result;
use crate::programs::{command, root, tables};

/// Run the commands of docs/RESULTS.md, and replace the tables and pictures below them (an hour and a half)
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Run only the sections whose heading contains this text (can be repeated)
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let docs = root().join("docs");
    let file = docs.join("RESULTS.md");
    let fifteen = command()?;
    let measured = format!("Run on {}, on {}.", today(), machine());
    let mut page = String::new();
    for section in fs::read_to_string(&file)?.split_inclusive("\n## ") {
        let heading = section.lines().next().unwrap_or_default();
        let is_wanted =
            args.only.is_empty() || args.only.iter().any(|text| heading.contains(text.as_str()));
        if is_wanted && section.contains("```sh") {
            eprintln!("{heading}");
            page += &renewed(section, &measured, &mut |line, plot| {
                let plot = plot.map(|plot| docs.join(plot));
                output(&fifteen, line, plot)
            })?;
        } else {
            page += section;
        }
    }
    Ok(fs::write(file, page)?)
}

/// Runs a command from the page and returns its output.
fn output(fifteen: &Path, line: &str, plot: Option<PathBuf>) -> Result<String> {
    let words = line
        .strip_prefix("fifteen ")
        .ok_or_else(|| format!("'{line}' is not a command of fifteen"))?;
    let mut command = Command::new(fifteen);
    command
        .args(words.split_whitespace())
        .env("FIFTEEN_PDB_DIR", tables());
    if words.starts_with("bench ") {
        command.arg("--markdown");
        command.args(
            plot.iter()
                .flat_map(|plot| ["--plot".as_ref(), plot.as_os_str()]),
        );
    }
    let output = command.stderr(Stdio::inherit()).output()?;
    // Exit code 1 only means that the command abandoned some boards at a limit.
    if !matches!(output.status.code(), Some(0 | 1)) {
        return Err(format!("'{line}' failed: {}", output.status).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Returns a section of the page with new tables. `run` executes a command and returns its output.
/// The second argument of `run` is the picture below the command, which is replaced with the new
/// plot.
fn renewed(
    section: &str,
    measured: &str,
    run: &mut dyn FnMut(&str, Option<&str>) -> Result<String>,
) -> Result<String> {
    let mut lines: VecDeque<&str> = section.lines().collect();
    let (mut text, mut printed) = (String::new(), None);
    while let Some(line) = lines.pop_front() {
        if line == "```sh" {
            let end = lines
                .iter()
                .position(|line| *line == "```")
                .ok_or("a block of commands has no end")?;
            let block: Vec<&str> = lines.drain(..=end).collect();
            let below = lines.iter().take_while(|line| !line.starts_with("```"));
            let plot = below
                .filter(|line| line.starts_with("!["))
                .find_map(|line| line.split_once("](")?.1.strip_suffix(')'));
            let commands = block[..end].join("\n").replace("\\\n", " ");
            printed = None;
            for command in commands.lines() {
                printed = Table::first(&run(command, plot)?).or(printed);
            }
            text += &format!("```sh\n{}\n", block.join("\n"));
        } else if line.starts_with("Run on ") {
            text += &format!("{measured}\n");
        } else if let (true, Some(printed)) = (line.starts_with('|'), &printed) {
            let form = lines.pop_front().ok_or("a table has no rows")?;
            while lines.front().is_some_and(|line| line.starts_with('|')) {
                lines.pop_front();
            }
            text += &format!("{line}\n{form}\n{}", printed.columns(&cells(line))?);
        } else {
            text += &format!("{line}\n");
        }
    }
    // A section ends with the `## ` of the next heading. No line feed may follow it.
    let end = if section.ends_with("\n## ") {
        text.len() - 1
    } else {
        text.len()
    };
    text.truncate(end);
    Ok(text)
}

/// Splits a table row into cells.
fn cells(line: &str) -> Vec<String> {
    line.trim_matches('|')
        .split('|')
        .map(|cell| cell.trim().to_owned())
        .collect()
}

/// A Markdown table.
struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Parses the first table in the text.
    fn first(text: &str) -> Option<Self> {
        let mut lines = text
            .lines()
            .skip_while(|line| !line.starts_with('|'))
            .take_while(|line| line.starts_with('|'));
        let head = cells(lines.next()?);
        Some(Self {
            head,
            rows: lines.skip(1).map(cells).collect(),
        })
    }

    /// Formats the rows with only the named columns. Each column is looked up to the right of the
    /// previous one, because several columns can have the same name.
    fn columns(&self, names: &[String]) -> Result<String> {
        let mut columns = Vec::new();
        for name in names {
            let from = columns.last().map_or(0, |last| last + 1);
            let found = self.head[from..].iter().position(|head| head == name);
            columns.push(
                from + found.ok_or_else(|| {
                    format!("no column '{name}' was printed after those before it")
                })?,
            );
        }
        let row = |row: &Vec<String>| {
            let cells = columns.iter().map(|&column| row[column].as_str());
            format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        Ok(self.rows.iter().map(row).collect())
    }
}

/// Describes the processor: its number of cores, and its model or, if the system does not report
/// the model, its architecture.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        Some(
            info.lines()
                .find(|line| line.starts_with(name))?
                .split_once(':')?
                .1
                .trim()
                .to_owned(),
        )
    };
    let model = field("model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let family =
        field("cpu family").map_or_else(String::new, |family| format!(" (family {family})"));
    format!("{cores} cores of an {model}{family} processor")
}

/// Returns the current date in UTC.
fn today() -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    now[.."2026-01-01".len()].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "| heuristic | generated | median | expanded | median |\n| --- | ---: | ---: | ---: | ---: |\n\
                           | a | 1 | 2 | 3 | 4 |\n| b | 5 | 6 | 7 | 8 |\n\nbelow\n";

    #[test]
    fn tables_below_commands_are_replaced_column_by_column() {
        let page = "Title\n\nRun on a day.\nText.\n\n```sh\nfifteen bench --set a \\\n    --heuristic b\n```\n\n\
                    ![Plot](a.svg)\n\n| heuristic | expanded | median |\n| --- | ---: | ---: |\n| old | 0 | 0 |\n\nEnd.\n\n## ";
        let mut ran = Vec::new();
        let renewed = renewed(page, "Run today.", &mut |command, plot| {
            ran.push((
                command.split_whitespace().collect::<Vec<_>>().join(" "),
                plot.map(str::to_owned),
            ));
            Ok(PRINTED.to_owned())
        });
        let expected = page
            .replace("Run on a day.", "Run today.")
            .replace("| old | 0 | 0 |\n", "| a | 3 | 4 |\n| b | 7 | 8 |\n");
        assert_eq!(renewed.unwrap(), expected);
        assert_eq!(
            ran,
            [(
                "fifteen bench --set a --heuristic b".to_owned(),
                Some("a.svg".to_owned())
            )]
        );
    }

    /// Checks that every column of every table can be found. A missing column would stop the task
    /// halfway, and the page would then mix the results of two program versions.
    #[test]
    fn the_page_has_commands_above_its_generated_tables() {
        let page = fs::read_to_string(root().join("docs/RESULTS.md")).unwrap();
        let mut ran = 0;
        for section in page.split_inclusive("\n## ") {
            let counts = "95% interval | deviation | median | largest";
            let head = format!(
                "| heuristic | algorithm | solved | mean h | mean error | generated | mean generated | {counts} | expanded \
                 | mean expanded | {counts} | nodes/s | total time | tables | ready in | nodes kept | mean excess |\n| --- |\n"
            );
            let renewed = renewed(section, "Run on a day.", &mut |command, plot| {
                assert!(command.starts_with("fifteen "), "{command}");
                assert!(
                    plot.is_none_or(|plot| root().join("docs").join(plot).is_file()),
                    "{plot:?}"
                );
                ran += 1;
                Ok(head.clone())
            });
            renewed.unwrap();
        }
        assert!(ran > 5, "{ran}");
    }
}
