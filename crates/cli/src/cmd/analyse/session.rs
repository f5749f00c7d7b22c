//! Analyses a session of solves: prints a table with the number of moves that each solve loses.

use std::io::{self, Write};
use std::ops::ControlFlow;

use anyhow::Result;
use fifteen_solver::batch::{self, Source};
use fifteen_solver::record::AnalysisRecord;
use fifteen_solver::{Size, SolverCache, Threads};
use serde::Serialize;

use super::{Args, Solve};
use crate::advice::advised;
use crate::args;
use crate::exit::Exit;
use crate::input::{BoardLine, Boards, place};
use crate::output::{Format, Printer};
use crate::progress;
use crate::terminal::ui::ErrorList;
use crate::terminal::{STRONG, Ui, human, interrupt};

/// Width of each column of the table except the first, in characters.
const COLUMN: usize = 8;
/// Number of digits that the first column reserves for a line number.
const DIGITS_OF_LINE: usize = 5;

/// A solve of the session. Fields are in output order, and unknown values are `None`.
#[derive(Debug, Serialize)]
struct SolveRecord {
    #[serde(flatten)]
    analysis: AnalysisRecord,
    /// Number of moves that a shortest solution would have saved.
    moves_lost: Option<u32>,
    /// The moves lost in each quarter of the solution.
    lost_by_quarter: Option<[u32; 4]>,
    /// Line number in the file.
    line: u64,
    /// Name of the file.
    file: Option<String>,
    /// 1-based index of the solve on its line, if the line contains several. It is not part of the
    /// output.
    #[serde(skip)]
    item: Option<u64>,
}

/// The numbers of one solve that enter the mean and the median, in the order of the table's
/// columns: the number of moves, the length of a shortest solution, the moves lost, and the moves
/// lost in each of the four quarters.
type Figures = [u32; 7];

/// Data that the analyses of all solves share.
struct Session<'a> {
    args: &'a Args,
    solvers: SolverCache,
    threads: Threads,
    /// Number of files. If there are several files, a solve is identified by its file and line.
    files: usize,
    ui: &'a Ui,
}

/// Totals over the solves printed so far.
#[derive(Default)]
struct Tally {
    solves: u64,
    /// The [`Figures`] of each solve that reaches the goal, such as its number of moves. The mean
    /// and the median are computed from these numbers.
    solved: Vec<Figures>,
    /// Whether a signal arrived before the analysis of a solve was complete. If so, no later solve
    /// is printed.
    is_stopped: bool,
}

/// Analyses all solves and prints a line for each of them in input order.
pub(super) fn run(args: &Args, lines: Boards<'_>, ui: &Ui) -> Result<Exit> {
    let (names, format) = (lines.names(), args.output.format());
    let session = Session {
        args,
        solvers: SolverCache::new(2 * Size::all().count()).keeping_failures(),
        threads: Threads::All,
        files: lines.files(),
        ui,
    };
    // Make the first column wide enough for the longest file name.
    let longest_name = names.split(", ").map(str::len).max().unwrap_or(0);
    let mut place_width = if session.files > 1 {
        longest_name + ", line ".len() + DIGITS_OF_LINE
    } else {
        "line ".len() + DIGITS_OF_LINE
    };
    let mut printer = Printer::stdout(format);
    let mut tally = Tally::default();
    let mut exit = Exit::Done;
    let mut errors = ErrorList::new(ui);
    let mut failure = None;
    let mut has_head = false;
    let bar = ui.bar("analysing", None).with_message("solves");
    printer.header(&session.invalid(&BoardLine::parse(0, "", None), String::new()))?;
    let mut take = |done: Result<Option<SolveRecord>, String>| -> Result<()> {
        let Some(record) = done.map_err(anyhow::Error::msg)? else {
            tally.is_stopped = true;
            return Ok(());
        };
        if tally.is_stopped {
            return Ok(());
        }
        bar.inc(1);
        exit = exit.max(record.exit());
        tally.add(&record);
        if let (Format::Text, Some(error)) = (format, &record.analysis.error) {
            let place = record.place(2);
            errors.add(format_args!("{place}: {error}{}", record.advice()));
            return Ok(());
        }
        let place = record.place(session.files);
        ui.with_bars_hidden(|| {
            printer.print(&record, |out| {
                if !std::mem::replace(&mut has_head, true) {
                    // Several solves can be on one line, as in a JSON array. Each of them also has
                    // a number on its line, which needs a wider column.
                    if record.item.is_some() {
                        place_width += ", board ".len() + DIGITS_OF_LINE;
                    }
                    write_head(out, place_width)?;
                }
                record.write(out, &format!("{place:<place_width$}"))
            })
        })?;
        Ok(())
    };
    batch::in_order(
        lines,
        Source::MayBlock,
        session.threads,
        |line| line.map(|line| session.analyse(&line)),
        |done| {
            failure = take(done).err();
            if failure.is_some() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    bar.finish_and_clear();
    errors.end();
    if let Some(failure) = failure {
        return Err(failure);
    }
    tally.report(&mut printer, format, place_width, ui)?;
    if interrupt::requested() {
        ui.note(format_args!(
            "interrupted; the solves after the first {} were not analysed",
            human::count(tally.solves)
        ));
        return Ok(exit.max(Exit::Partial));
    }
    if tally.solves == 0 {
        return Err(anyhow::anyhow!("no solves in {names}"));
    }
    Ok(exit)
}

impl Session<'_> {
    /// Analyses the solve on a line. Returns `None` if a signal interrupted the analysis.
    fn analyse(&self, line: &BoardLine) -> Option<SolveRecord> {
        if interrupt::requested() {
            return None;
        }
        let analysis = Solve::of_line(line, self.args)
            .and_then(|solve| self.analysis(&solve).map_err(|error| error.to_string()));
        if interrupt::requested() {
            let is_known = |analysis: &AnalysisRecord| !analysis.distances.contains(&None);
            return analysis
                .ok()
                .filter(is_known)
                .map(|analysis| SolveRecord::new(line, analysis));
        }
        Some(match analysis {
            Ok(analysis) => SolveRecord::new(line, analysis),
            Err(error) => self.invalid(line, error),
        })
    }

    fn analysis(&self, solve: &Solve) -> Result<AnalysisRecord> {
        let request = self.args.request(self.threads.count());
        let setup = self.args.setup(solve.goal, Threads::ONE);
        let size = solve.board.size();
        let solver = progress::open_cached(&self.solvers, &setup, size, self.ui);
        let solver = solver.map_err(|error| anyhow::Error::msg(advised(&error, error.remedy())))?;
        solve.analyse(&solver, &request, &mut |_| ())
    }

    fn invalid(&self, line: &BoardLine, error: String) -> SolveRecord {
        let goal = self.args.goal.of(line).unwrap_or_default();
        let analysis = AnalysisRecord::invalid(goal, self.args.metric.metric, error);
        SolveRecord::new(line, analysis)
    }
}

impl SolveRecord {
    fn new(line: &BoardLine, analysis: AnalysisRecord) -> Self {
        let lost_by_quarter = lost_by_quarter(&analysis.distances);
        Self {
            moves_lost: lost_by_quarter.map(|lost| lost.iter().sum()),
            lost_by_quarter,
            line: line.line,
            file: line.file.clone(),
            item: line.item,
            analysis,
        }
    }

    /// Returns the location of the solve. `files` is the number of files in the session.
    fn place(&self, files: usize) -> String {
        place(self.file.as_deref(), self.line, self.item, files)
    }

    fn exit(&self) -> Exit {
        let AnalysisRecord {
            board,
            error,
            solved,
            ..
        } = &self.analysis;
        match (board, error) {
            (None, Some(_)) => Exit::Failed,
            (_, None) if *solved && self.moves_lost.is_some() => Exit::Done,
            _ => Exit::Partial,
        }
    }

    /// Returns advice to append to the error for an unsolvable board: the goals that the board can
    /// reach. The advice is empty if the input contains no board.
    fn advice(&self) -> String {
        let board = self.analysis.board.and_then(|tiles| tiles.board());
        board.map_or_else(String::new, |board| args::solvable_with(&board))
    }

    /// Returns the numbers of this solve that are averaged over the session, or `None` if the solve
    /// does not reach the goal or if a limit stopped its analysis.
    fn figures(&self) -> Option<Figures> {
        let [first, second, third, fourth] = self.lost_by_quarter?;
        let AnalysisRecord {
            length,
            shortest,
            solved,
            ..
        } = self.analysis;
        let moves = u32::try_from(length).ok().filter(|_| solved)?;
        Some([
            moves,
            shortest?,
            self.moves_lost?,
            first,
            second,
            third,
            fourth,
        ])
    }

    /// Writes the solve as a row of the table.
    fn write(&self, out: &mut dyn Write, place: &str) -> io::Result<()> {
        let known = |number: Option<u32>| number.map_or_else(|| "-".to_owned(), |n| n.to_string());
        let analysis = &self.analysis;
        let first = analysis.lost.first().map(|&number| number as u32);
        let quarters = self
            .lost_by_quarter
            .map_or([None; 4], |lost| lost.map(Some));
        let cells = [
            Some(analysis.length as u32),
            analysis.shortest,
            self.moves_lost,
            first,
        ];
        write!(out, "{place}")?;
        for number in cells.into_iter().chain(quarters) {
            write!(out, "{:>COLUMN$}", known(number))?;
        }
        match analysis.distances.last() {
            Some(Some(0)) if self.moves_lost.is_some() => writeln!(out),
            Some(Some(left)) if self.moves_lost.is_some() => writeln!(out, "  {left} to go"),
            _ => writeln!(out, "  not solved within the limits"),
        }
    }
}

/// Returns how many moves each quarter of a solution loses, or `None` if a distance is unknown.
///
/// A move that leads nearer to the goal loses nothing. A move that keeps the distance loses one
/// move, because it brings the goal no nearer. A move that leads away from the goal loses two,
/// because another move must make up for it.
fn lost_by_quarter(distances: &[Option<u32>]) -> Option<[u32; 4]> {
    let distances = distances.iter().copied().collect::<Option<Vec<u32>>>()?;
    let moves = distances.len().checked_sub(1)?;
    let mut lost = [0; 4];
    for (index, pair) in distances.windows(2).enumerate() {
        lost[4 * index / moves] += pair[1] + 1 - pair[0];
    }
    Some(lost)
}

/// Writes the column headings of the table.
fn write_head(out: &mut dyn Write, place_width: usize) -> io::Result<()> {
    write!(out, "{STRONG}{:<place_width$}", "solve")?;
    for name in [
        "moves", "optimum", "lost", "first", "1st", "2nd", "3rd", "4th",
    ] {
        write!(out, "{name:>COLUMN$}")?;
    }
    writeln!(out, " quarter{STRONG:#}")
}

impl Tally {
    fn add(&mut self, record: &SolveRecord) {
        self.solves += 1;
        self.solved.extend(record.figures());
    }

    /// Prints the mean and the median over the solves: as rows below the table, or as a message if
    /// the results are printed as JSON or CSV.
    fn report(
        &self,
        printer: &mut Printer,
        format: Format,
        place_width: usize,
        ui: &Ui,
    ) -> Result<()> {
        if !self.solved.is_empty() {
            let [mean, median] = [self.each(mean), self.each(median)];
            if format == Format::Text {
                printer.print(&(), |out| {
                    write_row(out, "mean", &mean, place_width)?;
                    write_row(out, "median", &median, place_width)
                })?;
            } else {
                ui.say(format_args!(
                    "{}: mean {:.1} moves, {:.1} needed, {:.1} lost; median {:.1} moves, {:.1} needed, {:.1} lost",
                    human::counted(self.solves, "solve", "solves"),
                    mean[0],
                    mean[1],
                    mean[2],
                    median[0],
                    median[1],
                    median[2],
                ));
            }
        }
        let others = self.solves - self.solved.len() as u64;
        if others > 0 {
            let solves = human::counted(others, "solve", "solves");
            ui.note(format_args!(
                "the mean and the median leave out {solves} that did not reach the goal or could not be analysed"
            ));
        }
        Ok(())
    }

    /// Computes a statistic, such as the mean, for each of the [`Figures`] over all solves that
    /// reach the goal.
    fn each(&self, statistic: fn(Vec<u32>) -> f64) -> [f64; 7] {
        std::array::from_fn(|column| {
            statistic(self.solved.iter().map(|figures| figures[column]).collect())
        })
    }
}

/// Writes a row below the table, such as the mean. The column for the first lost move stays empty,
/// because the positions of moves are not averaged.
fn write_row(
    out: &mut dyn Write,
    name: &str,
    figures: &[f64; 7],
    place_width: usize,
) -> io::Result<()> {
    write!(out, "{name:<place_width$}")?;
    for (column, figure) in figures.iter().enumerate() {
        let width = if column == 3 { 2 * COLUMN } else { COLUMN };
        write!(out, "{figure:>width$.1}")?;
    }
    writeln!(out)
}

fn mean(numbers: Vec<u32>) -> f64 {
    let sum: u64 = numbers.iter().copied().map(u64::from).sum();
    sum as f64 / numbers.len() as f64
}

/// Returns the middle number, or the mean of the two middle numbers if the count is even.
fn median(mut numbers: Vec<u32>) -> f64 {
    numbers.sort_unstable();
    let (low, high) = ((numbers.len() - 1) / 2, numbers.len() / 2);
    f64::from(numbers[low] + numbers[high]) / 2.0
}
