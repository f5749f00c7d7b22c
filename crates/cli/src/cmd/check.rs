//! `fifteen check`: shows which goals boards can reach, and the values of heuristics.

use std::io::{self, Write};

use anyhow::{Result, bail};
use fifteen_solver::puzzle::parity;
use fifteen_solver::{Board, Goal, HeuristicSpec, Limits, OpenError, Setup, Size, Solver};
use serde::Serialize;
use textwrap::{Options, WordSplitter::NoHyphenation};

use crate::advice::advised;
use crate::args::{self, TablesArg};
use crate::exit::Exit;
use crate::input::{BoardArgs, place};
use crate::memory;
use crate::output::{FormatArg, LineRecord, LineWriter};
use crate::terminal::{STRONG, Ui, color, human};

/// The heuristics without pattern databases that are shown by default.
const WITHOUT_TABLES: [&str; 3] = ["manhattan", "linear-conflict", "walking-distance"];

/// Maximum number of cells of a board whose walking distance is shown by default. Building the
/// walking-distance tables for 5x5 takes minutes.
const MOST_CELLS_OF_WALKING_DISTANCE: usize = 16;

/// Check which goals boards can reach
///
/// For each board, the command also prints lower bounds on the length of a solution. It does not search. Write boards as
/// for `solve`. The exit code is 1 if a board cannot reach the goal.
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
    /// You can give this option several times.
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
    let boards = args.boards.open(0, goal.own_size(), ui)?;
    let files = boards.files();
    let names = boards.names();
    let mut writer = LineWriter::new(args.output.format(), ui);
    let mut heuristics = HeuristicsCache {
        args,
        ui,
        opened: Vec::new(),
    };
    for line in boards {
        let line = line.map_err(anyhow::Error::msg)?;
        let goal = args.boards.goal.of(&line)?;
        let mut record = LineRecord::new(&line, goal, Checked::default());
        let boards = line.board.clone().and_then(|board| {
            let goal = args::single_board(goal, board.size()).map_err(|error| error.to_string())?;
            Ok((board, goal))
        });
        let done = match boards {
            Ok((board, goal_board)) => match heuristics.of(board.size(), goal) {
                Ok(solvers) => {
                    record.result = Checked::new(&board, &goal_board, solvers)?;
                    Ok(record.result.exit())
                }
                // A damaged table affects all boards and ends the command. Other errors concern
                // only this board size.
                Err(error) if error.is_damage() => bail!(advised(error, error.remedy())),
                Err(error) => Err(advised(error, error.remedy())),
            },
            Err(error) => Err(error),
        };
        writer.add(&line, record, done, |out, record| {
            if files > 0 {
                write_line(out, record, files)
            } else {
                write_block(out, record)
            }
        })?;
    }
    writer.end(&names)
}

/// The heuristics opened so far for each board size and goal.
struct HeuristicsCache<'a> {
    args: &'a Args,
    ui: &'a Ui,
    opened: Vec<OpenedHeuristics>,
}

/// The opened heuristics for boards of one size that have the same goal.
struct OpenedHeuristics {
    size: Size,
    goal: Goal,
    /// A solver for each heuristic, or the reason why the heuristics cannot be opened.
    solvers: Result<Vec<Solver>, OpenError>,
}

impl HeuristicsCache<'_> {
    /// Returns the heuristics for boards of this size and goal. Opens them the first time that such
    /// a board is checked.
    fn of(&mut self, size: Size, goal: Goal) -> &Result<Vec<Solver>, OpenError> {
        let known = self
            .opened
            .iter()
            .position(|opened| opened.size == size && opened.goal == goal);
        let index = known.unwrap_or_else(|| {
            let solvers = open(self.args, goal, size, self.ui);
            self.opened.push(OpenedHeuristics {
                size,
                goal,
                solvers,
            });
            self.opened.len() - 1
        });
        &self.opened[index].solvers
    }
}

/// The result of checking a board.
#[derive(Debug, Clone, Default, Serialize)]
struct Checked {
    /// Whether the board can reach the goal.
    solvable: Option<bool>,
    /// Reason why the board cannot reach the goal.
    reason: Option<String>,
    /// Names of the goals that the board can reach.
    goals: Vec<String>,
    /// Lower bound on the number of moves: the largest heuristic value, plus 1 if its parity
    /// differs from that of all solutions.
    bound: Option<u32>,
    /// Values of the heuristics.
    values: Vec<ValueRecord>,
    /// An explanation of the parity rule, applied to this board. Only the text output contains it.
    #[serde(skip)]
    explanation: Option<String>,
}

/// The value of one heuristic for a board.
#[derive(Debug, Clone, Serialize)]
struct ValueRecord {
    /// Name of the heuristic, such as `7-8 zero-aware + reflection`.
    heuristic: String,
    /// Lower bound on the number of moves.
    value: u32,
}

impl Checked {
    fn new(board: &Board, goal: &Board, solvers: &[Solver]) -> Result<Self> {
        let reason = parity::check(board, goal)
            .err()
            .map(|reason| reason.explanation());
        let goals = parity::solvable_goals(board)
            .iter()
            .map(Goal::to_string)
            .collect();
        let mut checked = Self {
            solvable: Some(reason.is_none()),
            reason,
            goals,
            explanation: Some(parity::explain(board, goal)),
            ..Self::default()
        };
        for solver in solvers {
            let (Some(heuristic), Ok(state)) = (solver.heuristic(), solver.space().state(board))
            else {
                continue;
            };
            let value = solver.tile_heuristic().value(&state)?;
            checked.values.push(ValueRecord {
                heuristic: heuristic.to_owned(),
                value,
            });
            // Every move changes the colour of the blank's cell on a checkerboard, so the lengths
            // of all solutions have the same parity.
            let steps = board.size().manhattan(board.blank(), goal.blank()) as u32;
            checked.bound = checked.bound.max(Some(value + (value + steps) % 2));
        }
        Ok(checked)
    }

    fn exit(&self) -> Exit {
        if self.solvable == Some(true) {
            Exit::Done
        } else {
            Exit::Partial
        }
    }

    fn verdict(&self) -> &'static str {
        if self.solvable == Some(true) {
            "can be solved"
        } else {
            "cannot be solved"
        }
    }

    fn named_goals(&self) -> String {
        if self.goals.is_empty() {
            "none".to_owned()
        } else {
            self.goals.join(", ")
        }
    }
}

/// Opens a solver for each requested heuristic. If the user requests none, opens the default
/// heuristics, and skips those whose tables are unavailable so that no tables are built.
fn open(args: &Args, goal: Goal, size: Size, ui: &Ui) -> Result<Vec<Solver>, OpenError> {
    let limits = Limits {
        memory: Some(memory::default_limit()),
        ..Limits::default()
    };
    let setup = Setup {
        goal,
        tables: args.tables.pdb.clone(),
        missing_tables: args.tables.missing(),
        limits,
        ..Setup::default()
    };
    let with = |heuristic: HeuristicSpec| Setup {
        heuristic: Some(heuristic),
        ..setup.clone()
    };
    let noted = |solver: Solver| {
        solver.notes().iter().for_each(|note| ui.verbose(note));
        solver
    };
    if !args.heuristic.is_empty() {
        let open = |heuristic: &HeuristicSpec| Ok(noted(with(heuristic.clone()).open(size)?));
        return args.heuristic.iter().map(open).collect();
    }
    let quick = |name: &&&str| {
        **name != "walking-distance" || size.cells() <= MOST_CELLS_OF_WALKING_DISTANCE
    };
    let plain = WITHOUT_TABLES
        .iter()
        .filter(quick)
        .filter_map(|name| name.parse::<HeuristicSpec>().ok());
    let mut solvers = Vec::new();
    for setup in plain.map(with).chain([setup.clone()]) {
        match setup.open(size) {
            // If no table files are found, the default heuristic is already in the list. Do not
            // list it twice.
            Ok(solver)
                if solvers
                    .iter()
                    .any(|other: &Solver| other.heuristic() == solver.heuristic()) => {}
            Ok(solver) => solvers.push(noted(solver)),
            Err(error) => ui.verbose(format_args!("left out: {error}")),
        }
    }
    Ok(solvers)
}

/// Writes the result for a board from a file, in one line.
fn write_line(out: &mut dyn Write, record: &LineRecord<Checked>, files: usize) -> io::Result<()> {
    let result = &record.result;
    write!(
        out,
        "{}: {STRONG}{}{STRONG:#}; goals: {}",
        place(record.file.as_deref(), record.line, record.item, files),
        result.verdict(),
        result.named_goals()
    )?;
    result
        .values
        .iter()
        .try_for_each(|v| write!(out, "; {} {}", v.heuristic, v.value))?;
    writeln!(out)
}

fn write_block(
    out: &mut dyn Write,
    LineRecord {
        board,
        goal,
        result,
        ..
    }: &LineRecord<Checked>,
) -> io::Result<()> {
    let grid = board.as_ref().map(Board::grid).unwrap_or_default();
    writeln!(
        out,
        "{grid}\n\n{STRONG}{}{STRONG:#} with the goal {goal}",
        result.verdict()
    )?;
    writeln!(
        out,
        "{}",
        wrapped(&format!(
            "named goals that it can reach: {}",
            result.named_goals()
        ))
    )?;
    if let Some(explanation) = &result.explanation {
        writeln!(out, "{}", wrapped(explanation))?;
    }
    let width = result
        .values
        .iter()
        .map(|v| v.heuristic.chars().count())
        .max()
        .unwrap_or(0);
    result
        .values
        .iter()
        .try_for_each(|v| writeln!(out, "{:<width$}  {:>3}", v.heuristic, v.value))?;
    if let Some(bound) = result.bound.filter(|&bound| bound > 0) {
        let parity = if bound % 2 == 0 { "even" } else { "odd" };
        let least = human::counted(bound.into(), "move", "moves");
        let sentence =
            format!("every solution has at least {least}, and an {parity} number of them");
        writeln!(out, "{}", wrapped(&sentence))?;
    }
    Ok(())
}

/// Wraps a sentence to lines of at most [`color::columns`] characters, unless a word is longer.
fn wrapped(sentence: &str) -> String {
    textwrap::fill(
        sentence,
        Options::new(color::columns())
            .word_splitter(NoHyphenation)
            .break_words(false),
    )
}
