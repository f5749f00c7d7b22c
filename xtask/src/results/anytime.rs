//! The section of `docs/RESULTS.md` about solutions before the proof, on Korf's 50 boards of the 24-puzzle.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use fifteen_data::{Korf24Board, korf24};
use fifteen_draw::{ExcessLine, excess_over_time};
use fifteen_solver::{AnytimeOptions, Goal, Mode, Options, SearchEvent, Setup, Solver};

use super::{build, machine, today};
use crate::Result;
use crate::paths::tables;

pub(super) const NAME: &str = "anytime";
pub(super) const TITLE: &str = "Solutions of the 24-puzzle before the proof";
const COLLECTION: &str = "6-6-6-6x5";
const THREADS: usize = 2;
/// Seconds at which solutions are compared; the last is for every fifth board alone.
const MOMENTS: [f64; 3] = [1.0, 10.0, 60.0];
const FIFTH: u32 = 5;

/// The search for one board.
struct Run {
    board: Korf24Board,
    /// Seconds since the start of the search, and the length of the solution found then; each shorter than the one
    /// before.
    found: Vec<(f64, u32)>,
    /// No solution is shorter than this, as far as it was proven.
    bound: u32,
}

impl Run {
    /// The length of the best solution after some seconds; none if there was none, or if the board was not searched so
    /// long.
    fn length(&self, seconds: f64) -> Option<u32> {
        let searched = seconds < MOMENTS[2] || is_fifth(&self.board);
        self.found
            .iter()
            .take_while(|(found, _)| *found <= seconds)
            .last()
            .filter(|_| searched)
            .map(|&(_, length)| length)
    }

    /// The moves of that solution beyond the shortest, in percent of the shortest.
    fn excess(&self, seconds: f64) -> Option<f64> {
        let shortest = f64::from(self.board.length);
        Some(100.0 * (f64::from(self.length(seconds)?) - shortest) / shortest)
    }
}

fn is_fifth(board: &Korf24Board) -> bool {
    board.number.is_multiple_of(FIFTH)
}

/// Runs the searches: the text of the section, from its title on. Writes its picture.
pub(super) fn run(fifteen: &Path, docs: &Path) -> Result<String> {
    build(fifteen, &["--collection", COLLECTION])?;
    let (heuristic, tables) = (Some(COLLECTION.parse()?), vec![tables()]);
    let solver = Setup { goal: Goal::First, heuristic, tables, ..Setup::default() }.open("5x5".parse()?)?;
    let mut runs = Vec::new();
    for board in korf24() {
        let run = search(&solver, board)?;
        eprintln!("board {}: {:?}, at least {}", run.board.number, run.found.last(), run.bound);
        runs.push(run);
    }
    fs::write(docs.join("anytime.svg"), excess_over_time(TITLE, &lines(&runs))?)?;
    Ok(section(&runs))
}

fn search(solver: &Solver, board: Korf24Board) -> Result<Run> {
    let seconds = if is_fifth(&board) { MOMENTS[2] } else { MOMENTS[1] };
    let options = Options {
        mode: Mode::Fast { threads: THREADS },
        anytime: Some(AnytimeOptions::default()),
        // A moment more: a solution that is found right at the end counts.
        time: Some(Duration::from_secs_f64(seconds + 0.01)),
        ..Options::default()
    };
    let (started, mut found, mut wrong) = (Instant::now(), Vec::new(), None);
    let solution = solver.solve_with_events(&board.board, &options, &mut |event| {
        if let SearchEvent::Solution { path, bound } = event {
            let length = path.len() as u32;
            if !path.solves(&board.board, solver.goal()) || length < board.length || bound > board.length {
                wrong = Some((length, bound));
            }
            found.push((started.elapsed().as_secs_f64(), length));
        }
    })?;
    if let Some((length, bound)) = wrong.or((solution.bound > board.length).then_some((0, solution.bound))) {
        let Korf24Board { number, length: shortest, .. } = board;
        return Err(format!("board {number}, {shortest} moves: found {length} moves, bound {bound}").into());
    }
    // The proof may find the solution itself.
    if let Some(length) = solution.length.filter(|&length| found.last().is_none_or(|&(_, best)| length < best)) {
        found.push((solution.seconds, length));
    }
    Ok(Run { board, found, bound: solution.bound })
}

/// The mean excess of those runs, and their number with a shortest solution; none if one has no solution yet.
fn mean(runs: &[&Run], seconds: f64) -> Option<(f64, usize)> {
    let excess = runs.iter().map(|run| run.excess(seconds)).collect::<Option<Vec<f64>>>()?;
    let shortest = excess.iter().filter(|excess| **excess == 0.0).count();
    Some((excess.iter().sum::<f64>() / excess.len() as f64, shortest))
}

/// The lines of the plot: means, and the worst board at each moment.
fn lines(runs: &[Run]) -> Vec<ExcessLine> {
    let all: Vec<&Run> = runs.iter().collect();
    let fifth: Vec<&Run> = runs.iter().filter(|run| is_fifth(&run.board)).collect();
    let line = |label: &str, runs: &[&Run], end: f64, value: &dyn Fn(&[&Run], f64) -> Option<f64>| {
        let mut times: Vec<f64> = runs.iter().flat_map(|run| run.found.iter().map(|found| found.0)).collect();
        times.push(end);
        times.retain(|&time| time <= end);
        times.sort_by(f64::total_cmp);
        let steps = times.into_iter().filter_map(|time| Some((time, value(runs, time)?))).collect();
        ExcessLine { label: label.to_owned(), steps }
    };
    let mean_of = |runs: &[&Run], seconds| mean(runs, seconds).map(|(mean, _)| mean);
    let worst_of = |runs: &[&Run], seconds| {
        runs.iter().map(|run| run.excess(seconds)).try_fold(0.0, |worst: f64, excess| Some(worst.max(excess?)))
    };
    vec![
        line(&format!("mean of {} boards", all.len()), &all, MOMENTS[1], &mean_of),
        line("the worst of them", &all, MOMENTS[1], &worst_of),
        line("mean of every fifth board", &fifth, MOMENTS[2], &mean_of),
    ]
}

fn section(runs: &[Run]) -> String {
    let mut text = format!(
        "{TITLE}

Korf's 50 boards with the collection `{COLLECTION}`, searched in fast mode with two threads.
Searched on {}, on {}.
Each board was searched for 10 seconds, every fifth for 60.
*first*: the time from the start of the search to the first solution, and its length.
*after*: the length of the best solution then; bold if no shorter one exists.
*bound*: the length that was proven to be the least possible by the end.
The published lengths were not used; every solution was replayed.

```sh
fifteen pdb build --collection {COLLECTION}
fifteen solve --goal first --heuristic {COLLECTION} --time-limit 10 \\
    \"{}\"
```

![Moves beyond the shortest solution, as time goes on](anytime.svg)

| board | shortest | first | after 1 s | after 10 s | after 60 s | bound |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: |
",
        today(),
        machine(),
        runs[0].board.board
    );
    for run in runs {
        let Korf24Board { number, length: shortest, .. } = run.board;
        let first = run.found.first().map_or_else(String::new, |(s, length)| format!("{:.0} ms, {length}", s * 1e3));
        let lengths = MOMENTS.map(|moment| match run.length(moment) {
            Some(length) if length == shortest => format!("**{length}**"),
            length => length.map_or_else(String::new, |length| length.to_string()),
        });
        text += &format!("| {number} | {shortest} | {first} | {} | {} |\n", lengths.join(" | "), run.bound);
    }
    text += &summary(runs);
    text
}

/// Means over all boards, and over every fifth.
fn summary(runs: &[Run]) -> String {
    let all: Vec<&Run> = runs.iter().collect();
    let fifth: Vec<&Run> = runs.iter().filter(|run| is_fifth(&run.board)).collect();
    let mut first: Vec<f64> = runs.iter().filter_map(|run| Some(run.found.first()?.0 * 1e3)).collect();
    first.sort_by(f64::total_cmp);
    let mut text = String::from("\n");
    if let (Some(median), Some(latest)) = (first.get(first.len() / 2), first.last()) {
        text += &format!(
            "First solution: after {median:.0} ms in the median, {latest:.0} ms at the latest; {} of {} boards have one.\n",
            first.len(),
            runs.len()
        );
    }
    for (name, runs, moments) in [("all", &all, &MOMENTS[..2]), ("every fifth", &fifth, &MOMENTS[..])] {
        for &seconds in moments {
            if let Some((mean, shortest)) = mean(runs, seconds) {
                text += &format!(
                    "After {seconds} s, {name}: {mean:.2} % longer than the shortest on average; {shortest} of {} are \
                     shortest.\n",
                    runs.len()
                );
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs() -> Vec<Run> {
        let run = |board: Korf24Board| {
            let found = vec![(0.05, board.length + 20), (0.9, board.length + 2), (30.0, board.length)];
            Run { bound: board.length - 4, board, found }
        };
        korf24().into_iter().take(5).map(run).collect()
    }

    #[test]
    fn lengths_at_a_moment() {
        let runs = runs();
        let lengths = |run: &Run| [0.01, 0.5, 1.0, 60.0].map(|moment| run.length(moment));
        assert_eq!(lengths(&runs[4]), [None, Some(120), Some(102), Some(100)]);
        assert_eq!(lengths(&runs[0])[3], None, "searched for 10 seconds");
        assert_eq!(mean(&[&runs[4]], 1.0), Some((2.0, 0)));
        assert_eq!(mean(&[&runs[4]], 0.01), None);
    }

    #[test]
    fn rows_means_and_lines() {
        let text = section(&runs());
        assert!(text.contains("| 5 | 100 | 50 ms, 120 | 102 | 102 | **100** | 96 |\n"), "{text}");
        assert!(
            text.contains("First solution: after 50 ms in the median, 50 ms at the latest; 5 of 5 boards"),
            "{text}"
        );
        assert!(text.contains("After 60 s, every fifth: 0.00 % longer than the shortest on average; 1 of 1"), "{text}");
        let lines = lines(&runs());
        assert_eq!(lines[0].steps.last().map(|step| step.0), Some(10.0));
        assert_eq!(lines[2].steps.last(), Some(&(60.0, 0.0)));
    }
}
