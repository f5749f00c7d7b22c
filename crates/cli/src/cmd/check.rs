//! `fifteen check`: which goals boards can reach, and the values of heuristics.

use std::io::{self, Write};

use anstyle::Style;
use anyhow::Result;
use fifteen_solver::puzzle::parity;
use fifteen_solver::record::{SCHEMA, tiles};
use fifteen_solver::{Board, Goal, HeuristicSpec, Limits, Setup, Size, Solver};
use serde::Serialize;
use textwrap::{Options, WordSplitter::NoHyphenation};

use crate::args::{self, TablesArg};
use crate::exit::Exit;
use crate::input::{BoardArgs, BoardLine};
use crate::memory;
use crate::output::{FormatArg, Printer, Report};
use crate::terminal::ui::Ui;
use crate::terminal::{color, human};

const STRONG: Style = Style::new().bold();

/// The heuristics besides the tables, by default.
const WITHOUT_TABLES: [&str; 3] = ["manhattan", "linear-conflict", "walking-distance"];

/// The largest boards whose walking distance is shown without being asked for: its tables for 5x5 take minutes.
const MOST_CELLS_OF_WALKING_DISTANCE: usize = 16;

/// Check which goals boards can reach
///
/// Lower bounds of the lengths are printed too. Nothing is searched. Boards are read as `solve` reads them. The exit
/// code is 1 if a board cannot reach the goal.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen check \"15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2\"
  fifteen check --goal first --heuristic manhattan 1023456789ABCDEF
  fifteen random -n 10 --seed 1 | fifteen check --csv")]
pub(crate) struct Args {
    #[command(flatten)]
    boards: BoardArgs,
    /// A heuristic, as for `solve`
    ///
    /// May be repeated.
    ///
    /// [default: manhattan, linear-conflict, walking-distance up to 4x4, and the strongest tables found]
    #[arg(long, value_name = "H", value_parser = args::heuristic(), hide_possible_values = true)]
    heuristic: Vec<HeuristicSpec>,
    #[command(flatten)]
    tables: TablesArg,
    #[command(flatten)]
    output: FormatArg,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let goal = args.boards.goal.goal()?;
    let boards = args.boards.open(goal.own_size(), ui)?;
    let in_file = boards.in_file();
    let mut printer = Printer::stdout(args.output.format());
    let mut solvers: Vec<(Size, Vec<Solver>)> = Vec::new();
    boards.each(args.output.format(), ui, |line| {
        let record = checked(&line, goal, in_file, |size| {
            let known = solvers.iter().position(|(other, _)| *other == size);
            let at = match known {
                Some(at) => at,
                None => {
                    solvers.push((size, open(args, goal, size, ui)?));
                    solvers.len() - 1
                }
            };
            Ok(solvers[at].1.as_slice())
        })?;
        let exit = match (&record.error, record.solvable) {
            (Some(_), _) => Exit::Failed,
            (None, Some(false)) => Exit::Partial,
            _ => Exit::Done,
        };
        printer.print(&record)?;
        Ok((exit, record.error))
    })
}

/// The result of checking one board. The fields are in the order of the output; unknown values are `None`.
#[derive(Debug, Clone, Default, Serialize)]
struct CheckRecord {
    /// [`SCHEMA`].
    schema: u32,
    /// The line in the file, or the number of the board, from 1.
    line: u64,
    /// The tiles row by row, 0 for the blank.
    #[serde(serialize_with = "tiles")]
    board: Option<Board>,
    /// Width and height: `4x4`.
    size: Option<String>,
    /// The goal: a name, or its tiles.
    goal: String,
    /// True if the board can reach the goal.
    solvable: Option<bool>,
    /// The reason why it cannot.
    reason: Option<String>,
    /// The goals with names that the board can reach.
    goals: Vec<String>,
    /// No solution has fewer moves: the largest of the values, or one more where that has the wrong parity.
    bound: Option<u32>,
    /// The values of the heuristics.
    values: Vec<ValueRecord>,
    /// The reason why the line is not a board, or the board not of the goal's size.
    error: Option<String>,
    /// The name of the file of which `line` is a line.
    file: Option<String>,
    /// The text is one line; not part of the output.
    #[serde(skip)]
    in_file: bool,
}

/// The value of a heuristic for a board.
#[derive(Debug, Clone, Serialize)]
struct ValueRecord {
    /// The heuristic's name: `7-8 zero-aware + reflection`.
    heuristic: String,
    /// A lower bound of the number of moves.
    value: u32,
}

/// The record of a line; `solvers` are those for boards of a size.
fn checked<'a>(
    line: &BoardLine,
    goal: Goal,
    in_file: bool,
    solvers: impl FnOnce(Size) -> Result<&'a [Solver]>,
) -> Result<CheckRecord> {
    let board = line.board.as_ref().ok().copied();
    let mut record = CheckRecord {
        schema: SCHEMA,
        line: line.line,
        board,
        size: board.map(|board| board.size().to_string()),
        goal: goal.to_string(),
        error: line.board.as_ref().err().cloned(),
        file: line.file.clone(),
        in_file,
        ..CheckRecord::default()
    };
    let Some(board) = board else { return Ok(record) };
    let goal = match goal.board(board.size()) {
        Ok(goal) => goal,
        Err(error) => return Ok(CheckRecord { error: Some(error.to_string()), ..record }),
    };
    record.reason = parity::check(&board, &goal).err().map(|reason| reason.to_string());
    record.solvable = Some(record.reason.is_none());
    record.goals = parity::solvable_goals(&board).iter().map(Goal::to_string).collect();
    for solver in solvers(board.size())? {
        let (Some(heuristic), Ok(state)) = (solver.heuristic(), solver.space().state(&board)) else { continue };
        let value = solver.tile_heuristic().value(&state)?;
        record.values.push(ValueRecord { heuristic: heuristic.to_owned(), value });
        // Every move changes the cell of the blank to one of the other colour, so all solutions have one parity.
        let steps = board.size().manhattan(board.blank(), goal.blank()) as u32;
        record.bound = record.bound.max(Some(value + (value + steps) % 2));
    }
    Ok(record)
}

/// Solvers with the heuristics asked for. Of the default ones, those that cannot be had are left out: nothing is built.
fn open(args: &Args, goal: Goal, size: Size, ui: &Ui) -> Result<Vec<Solver>> {
    let limits = Limits { memory: Some(memory::default_limit()), ..Limits::default() };
    let setup = Setup { goal, tables: args.tables.pdb.clone(), limits, ..Setup::default() };
    let with = |heuristic: HeuristicSpec| Setup { heuristic: Some(heuristic), ..setup.clone() };
    let noted = |solver: Solver| {
        solver.notes().iter().for_each(|note| ui.verbose(note));
        solver
    };
    if !args.heuristic.is_empty() {
        let open = |heuristic: &HeuristicSpec| Ok(noted(with(heuristic.clone()).open(size)?));
        return args.heuristic.iter().map(open).collect();
    }
    let quick = |name: &&&str| **name != "walking-distance" || size.cells() <= MOST_CELLS_OF_WALKING_DISTANCE;
    let plain = WITHOUT_TABLES.iter().filter(quick).filter_map(|name| name.parse::<HeuristicSpec>().ok());
    let mut solvers = Vec::new();
    for setup in plain.map(with).chain([setup.clone()]) {
        match setup.open(size) {
            // Without tables the default heuristic is one of the others.
            Ok(solver) if solvers.iter().any(|other: &Solver| other.heuristic() == solver.heuristic()) => (),
            Ok(solver) => solvers.push(noted(solver)),
            Err(error) => ui.verbose(format_args!("left out: {error}")),
        }
    }
    Ok(solvers)
}

impl Report for CheckRecord {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(board) = self.board.filter(|_| self.error.is_none()) else { return Ok(()) };
        let verdict = if self.solvable == Some(true) { "can be solved" } else { "cannot be solved" };
        let goals = if self.goals.is_empty() { "none".to_owned() } else { self.goals.join(", ") };
        if self.in_file {
            write!(out, "line {}: {STRONG}{verdict}{STRONG:#}; goals: {goals}", self.line)?;
            self.values.iter().try_for_each(|v| write!(out, "; {} {}", v.heuristic, v.value))?;
            return writeln!(out);
        }
        writeln!(out, "{}\n\n{STRONG}{verdict}{STRONG:#} with the goal {}", board.grid(), self.goal)?;
        writeln!(out, "{}", wrapped(&format!("named goals that it can reach: {goals}")))?;
        if let Some(reason) = &self.reason {
            writeln!(out, "{}", wrapped(reason))?;
        }
        let width = self.values.iter().map(|v| v.heuristic.chars().count()).max().unwrap_or(0);
        self.values.iter().try_for_each(|v| writeln!(out, "{:<width$}  {:>3}", v.heuristic, v.value))?;
        if let Some(bound) = self.bound.filter(|&bound| bound > 0) {
            let parity = if bound % 2 == 0 { "even" } else { "odd" };
            let least = human::counted(bound.into(), "move", "moves");
            writeln!(
                out,
                "{}",
                wrapped(&format!("every solution has at least {least}, and an {parity} number of them"))
            )?;
        }
        Ok(())
    }
}

/// A sentence in lines of at most [`color::columns`] characters, unless a word is longer.
fn wrapped(sentence: &str) -> String {
    textwrap::fill(sentence, Options::new(color::columns()).word_splitter(NoHyphenation).break_words(false))
}
