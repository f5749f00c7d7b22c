//! `fifteen audit-scrambles`: could the scrambles of a file be uniformly random boards?

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use anstyle::Style;
use fifteen_lab::audit::{self, AuditTest, FEWEST_BOARDS, Property};
use fifteen_solver::record::SCHEMA;
use fifteen_solver::{Board, Convention, Goal, Metric, Mode, Options, Path, Size, Solver, batch, notation};
use serde::Serialize;

use crate::args::{self, Metrics, ThreadsArg};
use crate::exit::{Exit, Failure};
use crate::input::read_text;
use crate::output::{Format, FormatArg, Printer, Report};
use crate::progress;
use crate::terminal::ui::Ui;
use crate::terminal::{color, human, interrupt};

/// Test whether scrambles could be uniformly random boards
///
/// Each line of the file is a scramble, moves from the goal such as "R3 U2 L", or a board. Among scrambles an empty
/// line is one of no moves, the goal itself. All boards are solved. Tested are the tile on each cell, the blank's cell,
/// the parity of the number of moves, and the mean and the distribution of the shortest lengths, against the known
/// numbers of boards of each length. P-values are adjusted for the number of tests (Holm). A fair scrambler fails by
/// chance at the rate of --level.
///
/// The exit code is 2 if a test fails.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen random -n 500 --size 3x3 --seed 1 > boards.txt
  fifteen audit-scrambles --size 3x3 boards.txt")]
pub(crate) struct Args {
    /// The file; '-' is the standard input, '#' starts a comment
    file: PathBuf,
    /// Width x height of the boards
    ///
    /// [default: the goal's, else 4x4]
    #[arg(long, value_name = "WxH", value_parser = args::size(), hide_possible_values = true)]
    size: Option<Size>,
    /// The goal, where scrambles begin: last (1, 2, 3 ... blank), first (blank, 1, 2 ...), spiral, or a board
    #[arg(long, value_name = "G", default_value = "last", value_parser = args::goal(), hide_possible_values = true)]
    goal: String,
    /// The metrics of the lengths
    #[arg(long, value_name = "single-tile|multi-tile|both", value_parser = args::metrics(), default_value = "both",
        hide_possible_values = true)]
    metric: Metrics,
    /// The rate at which a fair scrambler may fail
    #[arg(long, value_name = "RATE", default_value = "0.01", value_parser = level)]
    level: f64,
    /// The meaning of the letters U, D, L, R
    ///
    /// Either the direction of the tile, or that of the blank.
    #[arg(long, value_name = "tile|blank", default_value = "tile", value_parser = args::convention(),
        hide_possible_values = true)]
    moves: Convention,
    /// A table, or a folder of tables, to use instead of the default folders
    ///
    /// May be repeated.
    #[arg(long, value_name = "FILE|DIR", hide_short_help = true)]
    pdb: Vec<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    output: FormatArg,
}

fn level(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| (f64::MIN_POSITIVE..1.0).contains(rate));
    rate.ok_or_else(|| format!("expected a rate above 0 and below 1, such as 0.01, found '{text}'"))
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    let goal = Goal::parse(&args.goal, args.size)?;
    let size = match args.size.or(args::size_of_goal(goal)) {
        Some(size) => size,
        None => Size::new(4, 4)?,
    };
    let goal = goal.board(size)?;
    let boards = read(args, &goal, ui)?;
    if boards.len() < FEWEST_BOARDS {
        return Err(Failure::new(format!(
            "expected at least {FEWEST_BOARDS} scrambles, found {}; with fewer, chance hides nearly every fault",
            boards.len()
        )));
    }
    let _watched = interrupt::watched();
    let mut lengths = Vec::new();
    for &metric in args.metric.all() {
        if audit::published(&goal, metric).is_none() {
            ui.note(format_args!(
                "lengths are not tested: no numbers of {size} boards of each {metric} length are known"
            ));
            continue;
        }
        let Some(found) = solved(args, &goal, metric, &boards, ui)? else {
            ui.note("interrupted; nothing was tested");
            return Ok(Exit::Partial);
        };
        lengths.push((metric, found));
    }
    let tests = audit::audit(&goal, &boards, &lengths);
    let format = args.output.format();
    let mut printer = Printer::stdout(format);
    for test in &tests {
        printer.print(&TestReport { test, failed: test.fails(args.level), schema: SCHEMA })?;
    }
    let failed: Vec<&AuditTest> = tests.iter().filter(|test| test.fails(args.level)).collect();
    if format == Format::Text {
        write_verdict(&mut anstream::stdout(), boards.len(), &failed, args.level)?;
    }
    Ok(if failed.is_empty() { Exit::Done } else { Exit::Failed })
}

/// The boards of the file.
fn read(args: &Args, goal: &Board, ui: &Ui) -> Result<Vec<Board>, Failure> {
    let name = args.file.display();
    let text = read_text(&args.file)?;
    let (mut boards, mut empty, mut are_moves) = (Vec::new(), 0, true);
    for (number, line) in (1..).zip(text.lines()) {
        empty += usize::from(line.trim().is_empty());
        let line = line.split('#').next().unwrap_or_default().trim();
        if !line.is_empty() {
            are_moves &= args::is_moves(line);
            let board = board(line, args.moves, goal);
            boards.push(board.map_err(|error| Failure::new(format!("{name}, line {number}: {error}")))?);
        }
    }
    // Among moves an empty line is the scramble of the goal.
    if are_moves && !boards.is_empty() && empty > 0 {
        let lines = human::counted(empty as u64, "empty line counts as a scramble", "empty lines count as scrambles");
        ui.note(format_args!("{lines} of no moves"));
        boards.extend(std::iter::repeat_n(*goal, empty));
    }
    Ok(boards)
}

/// The board of a line, or the one after its moves.
fn board(line: &str, convention: Convention, goal: &Board) -> Result<Board, String> {
    if args::is_moves(line) {
        let path = Path::parse(line, convention).map_err(|error| error.to_string())?;
        let boards = path.boards(goal).map_err(|error| error.to_string())?;
        return Ok(boards.last().copied().unwrap_or(*goal));
    }
    let board = notation::parse(line, Some(goal.size())).map_err(|error| error.to_string())?;
    if board.size() == goal.size() {
        Ok(board)
    } else {
        Err(format!("expected a {} board, found {board}", goal.size()))
    }
}

/// The shortest lengths of the boards that can be solved; `None` after Ctrl-C.
fn solved(args: &Args, goal: &Board, metric: Metric, boards: &[Board], ui: &Ui) -> Result<Option<Vec<u32>>, Failure> {
    let builder = Solver::builder().goal(Goal::Board(*goal)).metric(metric).tables_in(&args.pdb);
    let builder = builder.threads(args.threads.count()).cancel(interrupt::flag());
    let solver = progress::open(&builder, goal.size(), ui)?;
    let mode = Mode::Fast { threads: 1 };
    let options = Options { mode, cancel: Some(interrupt::flag()), ..Options::default() };
    let bar = ui.bar("solving", Some(boards.len() as u64)).with_message(format!("boards, {metric}"));
    let (mut lengths, mut failure) = (Vec::new(), None);
    let work = |board: Board| solver.solve(&board, &options);
    batch::in_order(boards.iter().copied(), args.threads.count(), work, |result| {
        bar.inc(1);
        match result {
            Ok(solution) => lengths.extend(solution.length),
            Err(fifteen_solver::SolveError::Unsolvable(_)) => (),
            Err(error) => failure = Some(error),
        }
        if failure.is_some() || interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    match failure {
        Some(error) => Err(error.into()),
        None => Ok(Some(lengths).filter(|_| !interrupt::requested())),
    }
}

/// One test.
#[derive(Serialize)]
struct TestReport<'a> {
    #[serde(flatten)]
    test: &'a AuditTest,
    failed: bool,
    schema: u32,
}

impl Report for TestReport<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let AuditTest { metric, statistic, freedom, observed, expected, p, adjusted, .. } = self.test;
        let name = match metric {
            Some(metric) => format!("{}, {metric}", name(self.test.test)),
            None => name(self.test.test).to_owned(),
        };
        let found = match (observed, expected, freedom) {
            (Some(observed), Some(expected), _) => format!("{observed:.2}, expected {expected:.2}"),
            (_, _, Some(freedom)) => format!("chi-squared {statistic:.1} with {freedom} degrees of freedom"),
            _ => String::new(),
        };
        let verdict = if self.failed { "fails" } else { "passes" };
        let (p, adjusted) = (probability(*p), probability(*adjusted));
        let line = format!("{name:<36}  {verdict:<6}  p = {p:<8} adjusted {adjusted:<8}");
        let fits = line.len() + 1 + found.len() <= color::columns();
        let line = if fits { format!("{line} {found}") } else { format!("{}\n  {found}", line.trim_end()) };
        writeln!(out, "{}", line.trim_end())
    }
}

/// A probability with two or three figures: `0.52`, `0.0031`, `2.4e-7`.
fn probability(p: f64) -> String {
    match p {
        0.01.. => format!("{p:.2}"),
        0.0001.. => format!("{p:.4}"),
        0.0 => "0".to_owned(),
        _ => format!("{p:.1e}"),
    }
}

fn name(property: Property) -> &'static str {
    match property {
        Property::Solvable => "boards that cannot be solved",
        Property::Tiles => "the tile on each cell",
        Property::Blank => "the blank's cell",
        Property::Parity => "boards with an odd number of moves",
        Property::Mean => "mean length",
        Property::Lengths => "distribution of lengths",
        _ => "another property",
    }
}

/// A plain sentence.
fn write_verdict(out: &mut dyn Write, boards: usize, failed: &[&AuditTest], level: f64) -> io::Result<()> {
    const STRONG: Style = Style::new().bold();
    let scrambles = human::counted(boards as u64, "scramble", "scrambles");
    let Some(first) = failed.iter().min_by(|a, b| a.p.total_cmp(&b.p)) else {
        return writeln!(
            out,
            "{STRONG}No test speaks against these {scrambles} being uniformly random boards.{STRONG:#} A fair scrambler passes \
             in {} % of audits.",
            100.0 * (1.0 - level)
        );
    };
    writeln!(
        out,
        "{STRONG}These {scrambles} are not uniformly random boards:{STRONG:#} {} differs most clearly from what is expected.",
        match first.test {
            Property::Solvable => "the number of boards that cannot be solved",
            Property::Parity => "the number of boards with an odd number of moves",
            Property::Mean => "the mean length",
            Property::Lengths => "the distribution of lengths",
            other => name(other),
        }
    )
}
