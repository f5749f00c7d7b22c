//! Algorithms and heuristics compared on Korf's boards: each heuristic has a table and a picture
//! of its own.

use std::path::Path;

use super::Result;
use super::kept::{KeptRun, not_solved};
use super::{build, first_table, wrapped};

/// A heuristic, and the algorithms that run with it.
struct Part {
    /// As `--heuristic` takes it.
    heuristic: &'static str,
    title: &'static str,
    algorithms: &'static [&'static str],
}

/// A set of boards on which algorithms are compared, with one heuristic after the other.
pub(super) struct Comparison {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    text: &'static str,
    set: &'static str,
    limits: &'static str,
    parts: &'static [Part],
    pictures: bool,
}

const ALL: &[&str] = &["ida", "astar", "mm", "nbs", "bae", "weighted-astar:1.5", "beam:1000"];

const fn part(heuristic: &'static str, title: &'static str, algorithms: &'static [&'static str]) -> Part {
    Part { heuristic, title, algorithms }
}

pub(super) const COMPARISONS: [Comparison; 3] = [
    Comparison {
        name: "algorithms-easy20",
        title: "Algorithms on Korf's twenty easiest boards",
        text: "The boards that IDA* with Manhattan solves with the fewest nodes: every algorithm solves all of them.",
        set: "korf100:9,12,19,28,30,31,42,45,47,48,55,61,73,74,79,85,86,93,94,97",
        limits: "--memory-limit 1G --node-limit 1G",
        parts: &[
            part("manhattan", "Manhattan", ALL),
            part("walking-distance", "walking distance", ALL),
            part("6-6-3", "6-6-3", ALL),
            part("7-8", "7-8", ALL),
        ],
        pictures: true,
    },
    Comparison {
        name: "algorithms-korf100",
        title: "Algorithms on Korf's 100 boards",
        text: "Within 100 MB of nodes and 100 million generated nodes for a board.\n\
               Where boards were given up, the sum is too low.\n\
               Only algorithms that solve the same boards can be compared by it.\n\
               The weaker heuristics run with fewer algorithms here, and with all of them on the twenty easiest boards.\n\
               With Manhattan, BAE* without limits solves all boards, and expands 1,910,980 states on average.\n\
               On the first 13 boards, A* expands 6,844,013 states on average with it, NBS 5,432,169 and BAE* 1,087,188.\n\
               Of the other boards, A*, NBS and MM ran on the twenty easiest alone: one board takes minutes and gigabytes.",
        set: "korf100",
        limits: "--memory-limit 100M --node-limit 100M",
        parts: &[
            part("manhattan", "Manhattan", &["ida", "weighted-astar:1.5", "beam:1000"]),
            part("walking-distance", "walking distance", &["ida", "astar", "bae", "weighted-astar:1.5", "beam:1000"]),
            part("6-6-3", "6-6-3", &["ida", "astar", "nbs", "bae", "weighted-astar:1.5", "beam:1000"]),
            part("7-8", "7-8", ALL),
        ],
        pictures: true,
    },
    Comparison {
        name: "algorithms-hard10",
        title: "Algorithms on ten hard boards of Korf's",
        text: "The boards that the study of Siag et al. (2024) calls hard: 2, 14, 16, 31, 48, 55, 59, 65, 81 and 87,\n\
               counted from 0.\n\
               Within 1 GB of nodes and a billion generated nodes for a board.\n\
               With Manhattan, BAE* needs more for two of them, and solves all ten without limits:\n\
               100,568,898 expanded states in all, of these 27,265,703 for board 88, in 1.73 GB.",
        set: "korf100:3,15,17,32,49,56,60,66,82,88",
        limits: "--memory-limit 1G --node-limit 1G",
        parts: &[part("6-6-3", "6-6-3", &["ida", "astar", "weighted-astar:1.5", "beam:1000"]), part("7-8", "7-8", ALL)],
        pictures: false,
    },
];

impl Comparison {
    /// The text of the section, from its title on. With `kept`, nothing is searched: the files of an earlier run have
    /// the results.
    pub(super) fn run(&self, fifteen: &Path, docs: &Path, kept: bool) -> Result<String> {
        let mut text = self.head();
        if !kept {
            build(fifteen, &["--size", "4x4", "--partition", "7-8", "--partition", "6-6-3"])?;
        }
        for part in self.parts {
            let run = KeptRun::new(&format!("{}/{}", self.name, part.heuristic), self.arguments(part));
            if !kept {
                run.search(fifteen)?;
            }
            let title = part.title;
            text += &format!("\n### {}, with {title}\n\n", self.title);
            let picture = self.pictures.then(|| format!("{}-{}.svg", self.name, part.heuristic));
            if let Some(picture) = &picture {
                text += &format!("![{} with {title}]({picture})\n\n", self.title);
            }
            text += &summary(&run.print(fifteen, picture.map(|picture| docs.join(picture)).as_deref())?)?;
            let left = not_solved(&run.results()?);
            if !left.is_empty() {
                text += &format!(
                    "\nBoards not solved:\n\n{}",
                    left.iter().map(|item| wrapped_item(item)).collect::<String>()
                );
            }
        }
        Ok(text)
    }

    /// The section down to its first part: the title, the text, and the runs.
    pub(super) fn head(&self) -> String {
        let commands = self.parts.iter().map(|part| wrapped(&format!("fifteen bench {}", self.arguments(part))) + "\n");
        format!("{}\n\n{}\n\n```sh\n{}```\n", self.title, self.text, commands.collect::<String>())
    }

    fn arguments(&self, part: &Part) -> String {
        let algorithms: String = part.algorithms.iter().map(|algorithm| format!(" --algorithm {algorithm}")).collect();
        format!("--set {} --heuristic {}{algorithms} {}", self.set, part.heuristic, self.limits)
    }
}

/// Counts and memory of each algorithm, from the first table that `fifteen bench` prints. Times are left out: the
/// searches may have been spread over days.
fn summary(printed: &str) -> Result<String> {
    /// The columns: algorithm, boards solved, nodes expanded with their median and the largest, nodes kept, mean
    /// excess.
    const COLUMNS: [usize; 7] = [1, 2, 8, 9, 10, 15, 16];
    let mut text = String::new();
    for cells in first_table(printed)? {
        let mut cells = COLUMNS.map(|column| cells[column].to_owned());
        // Boards that were given up make the sum too low.
        if let Some((solved, boards)) = cells[1].split_once(" of ")
            && solved != boards
        {
            cells[2].insert_str(0, "> ");
        }
        text += &format!("| {} |\n", cells.join(" | "));
    }
    Ok(text)
}

/// An item of a list, wrapped at spaces.
fn wrapped_item(item: &str) -> String {
    let mut lines = vec![String::new()];
    for word in item.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + word.len() < 118 => *line += &format!(" {word}"),
            _ => lines.push(format!("  {word}")),
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_memory() -> Result<()> {
        let row = |cells: [&str; 17]| format!("| {} |\n", cells.join(" | "));
        let head: Vec<String> = (0..17).map(|n| format!("c{n}")).collect();
        let head = row(std::array::from_fn(|n| head[n].as_str()));
        let of = |algorithm, solved| {
            let mut cells = ["x"; 17];
            (cells[1], cells[2], cells[8]) = (algorithm, solved, "9");
            row(cells)
        };
        let table = format!("{head}{}{}", of("ida", "3 of 3"), of("nbs", "0 of 3"));
        let expected = "| c1 | c2 | c8 | c9 | c10 | c15 | c16 |\n| ida | 3 of 3 | 9 | x | x | x | x |\n\
                        | nbs | 0 of 3 | > 9 | x | x | x | x |\n";
        assert_eq!(summary(&format!("{table}\nNodes generated\n"))?, expected);
        assert!(summary("| 0 | 1 |\n").is_err());
        Ok(())
    }
}
