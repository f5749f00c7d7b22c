//! `cargo xtask results`: runs the comparisons of `docs/RESULTS.md` and writes it, with its pictures.
//!
//! Every figure comes from `fifteen bench`, which checks lengths, solutions and tables; a mismatch ends the task.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::paths::{command, root, tables};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Run the comparisons of docs/RESULTS.md, and write it and its pictures (a quarter of an hour)
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Write into this folder instead
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// One run of `fifteen bench`.
struct Section {
    title: &'static str,
    picture: &'static str,
    text: &'static str,
    arguments: &'static str,
}

const SECTIONS: [Section; 4] = [
    Section {
        title: "Heuristics on Korf's 100 boards",
        picture: "korf100.svg",
        text: "IDA* with each heuristic. A board is given up after 100 million generated nodes, so the sums of the weak heuristics are \
               far too low; without a limit Manhattan generates 36,302,808,031.",
        arguments: "--set korf100 --heuristic misplaced --heuristic manhattan --heuristic linear-conflict \
                    --heuristic walking-distance --heuristic linear-conflict+walking-distance \
                    --heuristic 6-6-3:additive --heuristic 6-6-3 --heuristic 7-8:additive --heuristic 7-8 \
                    --node-limit 100000000",
    },
    Section {
        title: "Heuristics on the 17 hardest boards",
        picture: "hardest17.svg",
        text: "The boards that need 80 moves, more than any other. A board is given up after 200 million generated nodes.",
        arguments: "--set hardest17 --heuristic manhattan --heuristic linear-conflict --heuristic walking-distance \
                    --heuristic 6-6-3:additive --heuristic 6-6-3 --heuristic 7-8:additive --heuristic 7-8 \
                    --node-limit 200000000",
    },
    Section {
        title: "Algorithms on 50 random 3x3 boards",
        picture: "algorithms.svg",
        text: "Each algorithm with Manhattan, or with nothing where it takes no heuristic. A board is given up after 20 million generated \
               nodes.",
        arguments: "--set random:50:1 --size 3x3 --heuristic manhattan --algorithm ida --algorithm ida-wrong-way \
                    --algorithm astar --algorithm branch-and-bound --algorithm bfs --algorithm bfs-tree \
                    --algorithm dfs --deepening --node-limit 20000000",
    },
    Section {
        title: "IDA* and A* on Korf's 100 boards",
        picture: "astar.svg",
        text: "A* sees every state once and remembers it; IDA* forgets all but one path.",
        arguments: "--set korf100 --heuristic 6-6-3 --heuristic 7-8 --algorithm ida --algorithm astar \
                    --node-limit 20000000",
    },
];

pub(crate) fn run(args: &Args) -> Result<()> {
    let docs = args.out.clone().unwrap_or_else(|| root().join("docs"));
    let fifteen = command()?;
    for kind in ["zero-aware", "additive"] {
        let mut build = Command::new(&fifteen);
        build.args(["pdb", "build", "--partition", "7-8", "--partition", "6-6-3", "--kind", kind, "--out"]);
        if !build.arg(tables()).stdout(Stdio::null()).status()?.success() {
            return Err("the tables could not be built".into());
        }
    }
    let mut text = format!(
        "# Results\n\nWritten by `cargo xtask results` on {}, {}; one thread, one run on a machine that has other work. Counts are the same on \
         every machine; times are not.\nColumns: *mean h* and *mean error*, the value of the boards and how far it is below their \
         shortest lengths; nodes generated\nand expanded, summed over all boards, of the median and of the largest; *time* for all \
         boards (the median of repeated runs\nwhere short); *tables* and how long they took to open or build; *nodes kept*, the \
         most bytes of nodes and states that a search\nheld. `>`: boards were given up, so there would be more. Lengths were \
         checked against the known ones, solutions by replaying\nthem, tables by their digests.\n",
        today(),
        machine()
    );
    for section in &SECTIONS {
        eprintln!("{}", section.title);
        let mut bench = Command::new(&fifteen);
        bench
            .arg("bench")
            .args(section.arguments.split_whitespace())
            .args(["--format", "markdown", "--pdb"])
            .arg(tables());
        let output = bench.arg("--plot").arg(docs.join(section.picture)).stderr(Stdio::inherit()).output()?;
        // 1: boards were given up, as is meant.
        if !matches!(output.status.code(), Some(0 | 1)) {
            return Err(format!("{}: `fifteen bench` failed", section.title).into());
        }
        let Section { title, picture, text: words, arguments } = section;
        text += &format!("\n## {title}\n\n{words}\n\n```sh\nfifteen bench {arguments}\n```\n\n");
        text += &format!("![{title}]({picture})\n\n{}", String::from_utf8(output.stdout)?);
    }
    fs::write(docs.join("RESULTS.md"), text)?;
    Ok(())
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

/// The date (UTC) as year, month and day, from the days since 1970 (H. Hinnant, days to civil).
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}
