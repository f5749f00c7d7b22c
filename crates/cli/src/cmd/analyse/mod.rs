//! `fifteen analyse`: finds where a person's solutions lose moves.

mod session;

use std::ffi::OsString;
use std::io::{self, Write};

use anyhow::{Result, bail};
use fifteen_solver::input::SolveRules;
use fifteen_solver::puzzle::GridPath;
use fifteen_solver::record::{AnalysisRecord, implied_convention};
use fifteen_solver::{
    Algorithm, Board, Convention, Goal, GoalSolver, Metric, Path, Request, Setup, Threads, TileIda,
};

use crate::args::{self, BoardAndMoves, GoalArgs, LettersArg, LimitArgs, MetricArg, TablesArg};
use crate::exit::Exit;
use crate::input::{self, BoardArgs, BoardLine, prefix};
use crate::output::{Format, FormatArg, Printer};
use crate::progress;
use crate::terminal::{STRONG, Ui, human};

/// Find the mistakes in a solution, or in all solutions of a session
///
/// The command solves every position on the way. A move is lost if the goal is no nearer after it. If the goal is
/// farther away, a second move is lost to make up for it. In the multi-tile metric, a lost move can also keep the
/// distance.
///
/// Give a board and the moves made on it, or a file with a solve on each line. A solve is a scramble and the moves of its
/// solution, with a semicolon, a tab or '|' between them. The scramble is a board, or moves from the goal. A solution
/// alone is enough, because its moves lead back to its scramble. Moves without a board begin or end at the goal of --goal
/// and --size. Numbers, times, penalties such as +2, dates and a comment after '#' are ignored at the end of a line, but a
/// number is a tile if the board before it needs a solution, or if it solves the moves before it. A solve with the mark
/// DNF is an error. CSV files need columns 'scramble' and 'solution', and JSON records need fields of these names. A
/// field 'goal' states another goal.
///
/// For several solves, the command prints a table with the number of moves of each, the length of a shortest solution,
/// the number of moves lost, the first of them, and how many were lost in each quarter of the solution. JSON and CSV have
/// them as moves_lost and lost_by_quarter, and `lost` lists the numbers of the moves. The mean and the median are those of
/// the solves that reach the goal. The exit code is 1 if a solve does not reach it.
#[derive(Debug, clap::Args)]
#[command(mut_arg("size", |arg| arg.help(args::SIZE_OF_BOARDS)), mut_arg("metric", |arg| arg.long_help(args::METRIC_OF_SEARCH)), mut_arg("goal", |arg| arg.long_help(args::goal_long_help())),
    mut_arg("letters", |arg| arg.long_help(args::LETTERS_OF_MOVES)), after_help = "\
Examples:
  fifteen analyse \"1 2 3 / 4 5 6 / 0 7 8\" \"D U L R L2\"
  fifteen analyse --metric multi-tile \"1 2 3 / 4 5 6 / 0 7 8\" \"D U L R L2\"
  fifteen analyse --json 123456078 LL
  fifteen analyse --csv session.txt")]
pub(crate) struct Args {
    /// The board, and then the moves; or files of solves
    ///
    /// Moves are letters U, D, L and R, perhaps with the number of tiles that slide together, as in 'R3 U2 L'. They can
    /// also be words such as 'left', arrows, or the numbers of the tiles. The name '-' stands for standard input.
    #[arg(
        value_name = "BOARD|MOVES|FILE",
        required = true,
        allow_negative_numbers = true
    )]
    words: Vec<OsString>,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    metric: MetricArg,
    #[command(flatten)]
    letters: LettersArg,
    #[command(flatten)]
    tables: TablesArg,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: FormatArg,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let goal = args.goal.goal()?;
    let size = args.goal.size.or(goal.own_size());
    let BoardAndMoves { boards, moves } = BoardAndMoves::of(&args.words, size)?;
    let solve = if let Some(letters) = moves {
        let (line, board) = input::one_line(boards, &args.goal, ui)?;
        let given = args.letters.letters;
        let convention = given.unwrap_or_else(|| implied_convention(&letters, &board.into(), None));
        if given.is_none() && convention == Convention::Blank {
            ui.caution(args::OF_BLANK);
        }
        Solve {
            board,
            goal: args.goal.of(&line)?,
            path: Path::parse_on(&letters, &board, convention)?,
            convention,
        }
    } else {
        let rules = SolveRules::new(args.goal.given()?, size, args.letters.letters);
        let arguments = BoardArgs {
            boards: boards.to_vec(),
            goal: args.goal.clone(),
        };
        let mut lines = arguments.open(0, goal.own_size(), ui)?.of_solves(rules);
        if !lines.is_one(true) {
            return session::run(args, lines, ui);
        }
        let Some(line) = lines.next() else {
            bail!("no solves in {}", lines.names());
        };
        let line = line.map_err(anyhow::Error::msg)?;
        match Solve::of_line(&line, args) {
            Ok(solve) => solve,
            Err(error) => bail!("{}{error}", prefix(&line)),
        }
    };
    let record = solve.analyse_alone(args, ui)?;
    if record.error.is_none() || args.output.format() != Format::Text {
        let mut printer = Printer::stdout(args.output.format());
        printer.print(&record, |out| solve.write(out, &record, args.metric.metric))?;
    }
    if let Some(reason) = &record.error {
        ui.error(format_args!(
            "{reason}{}",
            args::solvable_with(&solve.board)
        ));
        return Ok(Exit::Partial);
    }
    let unknown = record
        .distances
        .iter()
        .filter(|distance| distance.is_none())
        .count();
    if unknown > 0 {
        let positions = human::counted(unknown as u64, "position was", "positions were");
        ui.note(format_args!("{positions} not solved within the limits"));
        return Ok(Exit::Partial);
    }
    Ok(Exit::Done)
}

impl Args {
    /// Returns the request for the search of one position. `at_a_time` such searches run
    /// concurrently and share the memory limit.
    fn request(&self, at_a_time: usize) -> Request {
        Request {
            limits: self.limits.of_searches(at_a_time),
            time: self.limits.time_limit,
            ..Request::default()
        }
    }

    /// Returns the settings of the solver that solves the positions.
    fn setup(&self, goal: Goal, threads: Threads) -> Setup {
        Setup {
            goal,
            metric: self.metric.metric,
            tables: self.tables.pdb.clone(),
            limits: self.limits.of_tables(),
            algorithm: Algorithm::Ida(TileIda::fast(threads)),
            ..Setup::default()
        }
    }
}

/// A solve to analyse: a board, its goal, and the moves that a person made.
struct Solve {
    board: Board,
    goal: Goal,
    path: Path,
    convention: Convention,
}

impl Solve {
    /// Returns the solve on an input line, or the reason why it cannot be analysed.
    fn of_line(line: &BoardLine, args: &Args) -> Result<Self, String> {
        let board = line.board.clone()?;
        let Some(letters) = &line.moves else {
            return Err(
                "no moves given; write them after the board, as letters U, D, L, R".to_owned(),
            );
        };
        // An input record can say whether its letters describe the movement of the tile or of the
        // blank. The option `--letters` overrides the record.
        let convention = args.letters.letters.or(line.letters).unwrap_or_default();
        Ok(Self {
            board,
            goal: args.goal.of(line).map_err(|error| error.to_string())?,
            path: Path::parse_on(letters, &board, convention).map_err(|error| error.to_string())?,
            convention,
        })
    }

    /// Analyses the command's only solve, and shows the progress.
    fn analyse_alone(&self, args: &Args, ui: &Ui) -> Result<AnalysisRecord> {
        let (path, metric) = (&self.path, args.metric.metric);
        let setup = Setup {
            for_one_board: path.len_in(metric) <= 1,
            ..args.setup(self.goal, Threads::All)
        };
        let request = args.request(1);
        let positions = path.len_in(metric) as u64 + 1;
        let solver = progress::open_goal(&setup, self.board.size(), ui)?;
        let bar = ui.bar("positions", Some(positions));
        let progress = &mut |done| bar.set_position(done as u64);
        let record = self.analyse(&solver, &request, progress);
        bar.finish_and_clear();
        record
    }

    /// Analyses the moves with a solver that is already open.
    fn analyse(
        &self,
        solver: &GoalSolver,
        request: &Request,
        progress: &mut dyn FnMut(usize),
    ) -> Result<AnalysisRecord> {
        let path = GridPath::of_board(&self.board, &self.path)?;
        let (goal, convention) = (self.goal, self.convention);
        let record = AnalysisRecord::of(solver, goal, &path, convention, request, progress)?;
        Ok(record)
    }

    /// Writes the analysis as text.
    fn write(
        &self,
        out: &mut dyn Write,
        record: &AnalysisRecord,
        metric: Metric,
    ) -> io::Result<()> {
        let AnalysisRecord {
            length,
            shortest,
            solved,
            lost,
            distances,
            board,
            ..
        } = record;
        let of_metric = if metric == Metric::MultiTile {
            "multi-tile "
        } else {
            ""
        };
        let moves = human::plural(*length as u64, "move", "moves");
        let moves = format!("{} {of_metric}{moves}", human::count(*length as u64));
        let left = distances.last().copied().flatten();
        let end = match (solved, left) {
            (true, _) => String::new(),
            (_, Some(left)) => format!(", and {left} to go"),
            (_, None) => ", and not solved".to_owned(),
        };
        let known = match shortest {
            Some(shortest) => format!("the shortest solution has {shortest}"),
            None => "the length of the shortest solution is unknown".to_owned(),
        };
        writeln!(out, "{STRONG}{moves}{end}; {known}{STRONG:#}")?;
        if lost.is_empty() {
            let all = distances.iter().all(Option::is_some);
            return writeln!(
                out,
                "{}",
                if all {
                    "no move is lost"
                } else {
                    "no lost move was found"
                }
            );
        }
        let away = lost
            .iter()
            .filter(|&&number| distances[number] > distances[number - 1])
            .count();
        let costs = if away == lost.len() {
            ", each with another move to make up for it"
        } else {
            ""
        };
        writeln!(
            out,
            "lost{costs}: {}",
            human::counted(lost.len() as u64, "move", "moves")
        )?;
        if (1..lost.len()).contains(&away) {
            writeln!(
                out,
                "lost to make up for those that lead away: {}",
                human::counted(away as u64, "move", "moves")
            )?;
        }
        let boards = board
            .and_then(|start| self.path.replay(&start.board()?))
            .unwrap_or_default();
        let made = self.path.moves_in(metric);
        for &number in lost {
            let letter = Path::new(made[number - 1].to_vec()).text(metric, self.convention);
            let [before, after] =
                [number - 1, number].map(|position| distances[position].unwrap_or(0));
            let steps_before = made[..number - 1]
                .iter()
                .map(|steps| steps.len())
                .sum::<usize>();
            let position = boards
                .get(steps_before)
                .map_or_else(String::new, |position| format!("  {position}"));
            writeln!(
                out,
                "  move {number}, {letter}: {before} to go, {after} after it{position}"
            )?;
        }
        Ok(())
    }
}
