//! `cargo xtask results`: runs the comparisons of `docs/RESULTS.md` and writes it, with its pictures.
//!
//! Every figure comes from `fifteen bench`, which checks lengths, solutions and tables, or from a search whose
//! solutions are replayed here; a mismatch ends the task.

mod algorithms;
mod anytime;
mod deepest;
mod kept;
mod korf24;

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use self::algorithms::COMPARISONS;
use crate::Result;
use crate::paths::{command, root, tables};

/// Run the comparisons of docs/RESULTS.md, and write it and its pictures (an hour and a half)
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Write into this folder instead
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Run only this section, and leave the others as they are (may be repeated)
    #[arg(long, value_name = "NAME", value_parser = NAMES)]
    only: Vec<String>,
    /// Time for boards of the 24-puzzle, one after the other; the first twelve are searched in any case
    #[arg(long, value_name = "S", default_value_t = 3600)]
    seconds: u64,
    /// Do not search for the sections that keep their results (in TARGET/results): print what is kept
    #[arg(long)]
    kept: bool,
}

/// A section of the document: one run of `fifteen bench`.
struct Section {
    name: &'static str,
    title: &'static str,
    /// Has a picture, which is named after the section.
    picture: bool,
    text: &'static str,
    /// The size and the partitions of its tables, which are built in both kinds.
    tables: Option<(&'static str, &'static [&'static str])>,
    arguments: &'static str,
}

const NAMES: [&str; 11] = [
    "korf100",
    "hardest17",
    "algorithms",
    "astar",
    COMPARISONS[0].name,
    COMPARISONS[1].name,
    COMPARISONS[2].name,
    deepest::NAME,
    "korf-felner",
    korf24::NAME,
    anytime::NAME,
];

/// The title of the section on block puzzles, which is kept as it is.
const BLOCKS: &str = "Block puzzles beside other programs";

const SECTIONS: [Section; 5] = [
    Section {
        name: "korf100",
        title: "Heuristics on Korf's 100 boards",
        picture: true,
        text: "IDA* with each heuristic.\n\
               A board is given up after 100 million generated nodes, so the sums of the weak heuristics are far too low.\n\
               Without a limit Manhattan generates 36,302,808,031.",
        tables: Some(("4x4", &["7-8", "6-6-3"])),
        arguments: "--set korf100 --heuristic misplaced --heuristic manhattan --heuristic linear-conflict \
                    --heuristic walking-distance --heuristic linear-conflict+walking-distance \
                    --heuristic 6-6-3:additive --heuristic 6-6-3 --heuristic 7-8:additive --heuristic 7-8 \
                    --node-limit 100000000",
    },
    Section {
        name: "hardest17",
        title: "Heuristics on the 17 hardest boards",
        picture: true,
        text: "The boards that need 80 moves, more than any other.\n\
               A board is given up after 200 million generated nodes.",
        tables: Some(("4x4", &["7-8", "6-6-3"])),
        arguments: "--set hardest17 --heuristic manhattan --heuristic linear-conflict --heuristic walking-distance \
                    --heuristic 6-6-3:additive --heuristic 6-6-3 --heuristic 7-8:additive --heuristic 7-8 \
                    --node-limit 200000000",
    },
    Section {
        name: "algorithms",
        title: "Algorithms on 50 random 3x3 boards",
        picture: true,
        text: "Each algorithm with Manhattan, or without a heuristic if it takes none.\n\
               A board is given up after 20 million generated nodes.",
        tables: None,
        arguments: "--set random:50:1 --size 3x3 --heuristic manhattan --algorithm ida --algorithm ida-wrong-way \
                    --algorithm astar --algorithm branch-and-bound --algorithm bfs --algorithm bfs-tree \
                    --algorithm iddfs --node-limit 20000000",
    },
    Section {
        name: "astar",
        title: "IDA* and A* on Korf's 100 boards",
        picture: true,
        text: "A* remembers every state that it has reached; IDA* remembers only one path.",
        tables: Some(("4x4", &["7-8", "6-6-3"])),
        arguments: "--set korf100 --heuristic 6-6-3 --heuristic 7-8 --algorithm ida --algorithm astar \
                    --node-limit 20000000",
    },
    Section {
        name: "korf-felner",
        title: "Korf & Felner's counts on the 24-puzzle",
        picture: false,
        text: "Korf & Felner (2002) generated 38,173,507 nodes for board 38 and 65,099,578 for board 40,\n\
               with the additive tables of their 6-6-6-6 and the reflected ones.\n\
               They do not count the root, which is counted here: one node more on each board.\n\
               Clausecker & Reinefeld (2019) expanded 17,828,584 and 29,089,022 nodes with these tables,\n\
               and 13,407,785 and 19,497,302 with zero-aware ones.\n\
               Of two boards, *median* is the lower count.",
        tables: Some(("5x5", &["6-6-6-6"])),
        arguments: "--set korf24:38,40 --heuristic 6-6-6-6:additive --heuristic 6-6-6-6 --heuristic 6-6-6-6:no-reflection \
                    --node-limit 1000000000",
    },
];

pub(crate) fn run(args: &Args) -> Result<()> {
    let docs = args.out.clone().unwrap_or_else(|| root().join("docs"));
    let file = docs.join("RESULTS.md");
    let fifteen = command()?;
    let old = fs::read_to_string(&file).unwrap_or_default();
    let mut parts = old.split("\n## ");
    let head = parts.next().filter(|head| !head.is_empty() && !args.only.is_empty());
    let head = head.map_or_else(introduction, str::to_owned);
    let kept: Vec<&str> = parts.collect();
    let blocks = kept.iter().find(|section| section.lines().next() == Some(BLOCKS));
    let mut text = head;
    let mut add = |name: &str, title: &str, run: &dyn Fn() -> Result<String>| -> Result<()> {
        let section = if args.only.is_empty() || args.only.iter().any(|only| only == name) {
            eprintln!("{title}");
            Some(run()?)
        } else {
            kept.iter().find(|section| section.lines().next() == Some(title)).map(|section| (*section).to_owned())
        };
        text += &section.map_or_else(String::new, |section| format!("\n## {section}"));
        Ok(())
    };
    for section in &SECTIONS {
        add(section.name, section.title, &|| section.run(&fifteen, &docs))?;
    }
    for comparison in &COMPARISONS {
        add(comparison.name, comparison.title, &|| comparison.run(&fifteen, &docs, args.kept))?;
    }
    add(deepest::NAME, deepest::TITLE, &|| deepest::run(&fifteen, args.kept))?;
    add(korf24::NAME, korf24::TITLE, &|| korf24::run(&fifteen, args.seconds))?;
    add(anytime::NAME, anytime::TITLE, &|| anytime::run(&fifteen, &docs))?;
    // Written by hand: the other programs are not on every machine.
    text.extend(blocks.map(|section| format!("\n## {section}")));
    fs::write(file, text)?;
    Ok(())
}

fn introduction() -> String {
    format!(
        "# Results

Written by `cargo xtask results` on {}, on {}.
The searches ran once, on one thread, on a machine that has other work.
Counts are the same on every machine; times are not.
Lengths were checked against the known ones, solutions by replaying them, tables by their digests.

The columns:

* *mean h* and *mean error*: the heuristic's value for the boards, and its distance below their shortest lengths.
* *generated* and *expanded*: nodes, summed over all boards, and of the *median* and the *largest* board.
  `>`: boards were given up, so the full sum is larger.
* *time*: for all boards.
* *tables* and *ready in*: the size of the tables, and the time to open or build them.
* *nodes kept*: the most bytes of nodes and states that a search held.
* *mean excess*: moves beyond the shortest, on average over the boards solved.
",
        today(),
        machine()
    )
}

impl Section {
    /// Runs the comparison: the text of the section, from its title on.
    fn run(&self, fifteen: &Path, docs: &Path) -> Result<String> {
        let Self { name, title, text, arguments, .. } = self;
        if let Some((size, partitions)) = self.tables {
            for kind in ["zero-aware", "additive"] {
                let partitions = partitions.iter().flat_map(|&partition| ["--partition", partition]);
                build(fifteen, &["--size", size, "--kind", kind].into_iter().chain(partitions).collect::<Vec<_>>())?;
            }
        }
        let mut bench = Command::new(fifteen);
        bench.arg("bench").args(arguments.split_whitespace()).args(["--markdown", "--pdb"]).arg(tables());
        if self.picture {
            bench.arg("--plot").arg(docs.join(format!("{name}.svg")));
        }
        let output = bench.stderr(Stdio::inherit()).output()?;
        // 1: boards were given up, as is meant.
        if !matches!(output.status.code(), Some(0 | 1)) {
            return Err(format!("{title}: `fifteen bench` failed").into());
        }
        let picture = if self.picture { format!("![{title}]({name}.svg)\n\n") } else { String::new() };
        let tables = narrow_tables(&String::from_utf8(output.stdout)?)?;
        let command = wrapped(&format!("fifteen bench {arguments}"));
        Ok(format!("{title}\n\n{text}\n\n```sh\n{command}\n```\n\n{picture}{tables}"))
    }
}

/// The rows of cells of the first table that `fifteen bench` printed.
fn first_table(printed: &str) -> Result<Vec<Vec<&str>>> {
    let table = printed.lines().take_while(|line| line.starts_with('|'));
    let rows: Vec<Vec<&str>> = table.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect();
    match rows.iter().all(|row| row.len() == 17) {
        true => Ok(rows),
        false => Err("`fifteen bench` printed a table that does not have 17 columns".into()),
    }
}

/// That table as three narrow ones, each with the heuristic and the algorithm.
fn narrow_tables(printed: &str) -> Result<String> {
    let rows = first_table(printed)?;
    let cells = |row: &[&str], columns: &Range<usize>| [&row[..2], &row[columns.clone()]].concat().join(" | ");
    let tables = [2..8, 8..13, 13..17]
        .map(|columns| rows.iter().map(|row| format!("| {} |\n", cells(row, &columns))).collect::<String>());
    Ok(tables.join("\n"))
}

/// A command that is wrapped before its options, at about 110 characters.
fn wrapped(command: &str) -> String {
    let mut lines = vec![String::new()];
    for word in command.replace(" --", "\n--").lines() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + word.len() < 108 => *line += &format!(" {word}"),
            _ => lines.push(format!("    {word}")),
        }
    }
    lines.join(" \\\n")
}

/// Builds what is missing of some tables.
fn build(fifteen: &Path, arguments: &[&str]) -> Result<()> {
    let mut build = Command::new(fifteen);
    build.args(["pdb", "build"]).args(arguments).arg("--out").arg(tables());
    let status = build.stdout(Stdio::null()).status()?;
    if status.success() { Ok(()) } else { Err("the tables could not be built".into()) }
}

/// The processor and its cores, where the system tells.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field =
        |name: &str| Some(info.lines().find(|line| line.starts_with(name))?.split_once(':')?.1.trim().to_owned());
    let model = field("model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let family = field("cpu family").map_or_else(String::new, |family| format!(" (family {family})"));
    format!("{cores} cores of an {model}{family} processor")
}

/// The date (UTC).
fn today() -> jiff::civil::Date {
    jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_the_sections_as_they_are_written() -> Result<()> {
        let page = fs::read_to_string(root().join("docs/RESULTS.md"))?;
        let columns = introduction();
        assert!(page.contains(&columns[columns.find("The searches").unwrap_or(0)..]));
        for Section { title, text, arguments, .. } in &SECTIONS {
            let command = wrapped(&format!("fifteen bench {arguments}"));
            assert!(page.contains(&format!("## {title}\n\n{text}\n\n```sh\n{command}\n```\n")), "{title}");
        }
        for comparison in &COMPARISONS {
            assert!(page.contains(&format!("## {}", comparison.head())), "{}", comparison.title);
        }
        assert!(page.lines().all(|line| line.len() <= 120));
        Ok(())
    }

    #[test]
    fn a_wide_table_becomes_three() -> Result<()> {
        let row = (0..17).map(|n| format!("| {n} ")).collect::<String>() + "|\n";
        let tables =
            "| 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 |\n\n| 0 | 1 | 8 | 9 | 10 | 11 | 12 |\n\n| 0 | 1 | 13 | 14 | 15 | 16 |\n";
        assert_eq!(narrow_tables(&row)?, tables);
        assert!(narrow_tables("| 0 | 1 |\n").is_err());
        Ok(())
    }
}
