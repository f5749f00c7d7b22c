//! `fifteen analyse`: finds where a person's solution loses moves.

use std::ffi::OsString;
use std::io::{self, Write};

use anyhow::{Result, bail};
use fifteen_solver::puzzle::GridPath;
use fifteen_solver::record::{AnalysisRecord, implied_convention};
use fifteen_solver::{
    Algorithm, Board, ChoiceSolver, Convention, Goal, Metric, Path, Request, Setup, Threads,
    TileIda,
};

use crate::args::{self, BoardAndMoves, GoalArgs, LettersArg, LimitArgs, MetricArg, TablesArg};
use crate::exit::Exit;
use crate::input;
use crate::output::{Format, FormatArg, Printer};
use crate::progress;
use crate::terminal::{STRONG, Ui, human};

/// Find the mistakes in a solution
///
/// The command solves every position on the way. A move is lost if the goal is no nearer after it. If the goal is
/// farther away, a second move is lost to make up for it. In the multi-tile metric, a lost move can also keep the
/// distance.
#[derive(Debug, clap::Args)]
#[command(mut_arg("size", |arg| arg.help(args::SIZE_OF_BOARDS)), mut_arg("metric", |arg| arg.long_help(args::METRIC_OF_SEARCH)), mut_arg("goal", |arg| arg.long_help(args::goal_long_help())),
    mut_arg("letters", |arg| arg.long_help(args::LETTERS_OF_MOVES)), after_help = "\
Examples:
  fifteen analyse \"1 2 3 / 4 5 6 / 0 7 8\" \"D U L R L2\"
  fifteen analyse --metric multi-tile \"1 2 3 / 4 5 6 / 0 7 8\" \"D U L R L2\"
  fifteen analyse --json 123456078 LL")]
pub(crate) struct Args {
    /// The board, and then the moves
    ///
    /// Moves are letters U, D, L and R, perhaps with the number of tiles that slide together, as in 'R3 U2 L'. They can
    /// also be words such as 'left', arrows, or the numbers of the tiles.
    #[arg(
        value_name = "BOARD|MOVES",
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
    let BoardAndMoves { boards, moves } =
        BoardAndMoves::of(&args.words, args.goal.size.or(goal.own_size()))?;
    let (line, board) = input::one_line(boards, &args.goal, ui)?;
    let goal = args.goal.of(&line)?;
    let is_of_record = moves.is_none();
    let Some(letters) = moves.or(line.moves) else {
        bail!("no moves given; write them after the board, as letters U, D, L, R");
    };
    // Moves stored in an input record lead to the record's goal, which helps to determine their
    // meaning.
    let end = goal.board(board.size()).ok().filter(|_| is_of_record);
    // Letters of a record mean what it says, unless the user says otherwise.
    let of_record = line.letters.filter(|_| is_of_record);
    let given = args.letters.letters.or(of_record);
    let convention = given.unwrap_or_else(|| implied_convention(&letters, &board, end.as_ref()));
    if given.is_none() && convention == Convention::Blank {
        ui.caution(args::OF_BLANK);
    }
    let path = Path::parse_on(&letters, &board, convention)?;
    let analysed = Analysed {
        path,
        metric: args.metric.metric,
        convention,
    };
    let record = analysed.record(args, board, goal, ui)?;
    if record.error.is_none() || args.output.format() != Format::Text {
        let mut printer = Printer::stdout(args.output.format());
        printer.print(&record, |out| analysed.write(out, &record))?;
    }
    if let Some(reason) = &record.error {
        ui.error(format_args!("{reason}{}", args::solvable_with(&board)));
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

/// A person's moves on a board.
struct Analysed {
    path: Path,
    metric: Metric,
    convention: Convention,
}

impl Analysed {
    fn record(&self, args: &Args, board: Board, goal: Goal, ui: &Ui) -> Result<AnalysisRecord> {
        let Self {
            path,
            metric,
            convention,
        } = self;
        let limits = args.limits.of_tables();
        let (tables, for_one_board) = (args.tables.pdb.clone(), path.len_in(*metric) <= 1);
        let setup = Setup {
            goal,
            metric: *metric,
            tables,
            limits,
            for_one_board,
            algorithm: Algorithm::Ida(TileIda::fast(Threads::All)),
            ..Setup::default()
        };
        let request = Request {
            limits: args.limits.of_searches(1),
            time: args.limits.time_limit,
            ..Request::default()
        };
        if let Goal::Choice(pattern) = goal {
            setup.checked()?;
            let solver = ChoiceSolver::open(pattern, board.size())?;
            let path = GridPath::parse(&path.letters(*convention), &board.into(), *convention)?;
            let bar = ui.bar("positions", Some(path.len() as u64 + 1));
            let progress = &mut |done| bar.set_position(done as u64);
            let record = AnalysisRecord::of_choice(&solver, &path, *convention, &request, progress);
            bar.finish_and_clear();
            return Ok(record?);
        }
        let solver = progress::open(&setup, board.size(), ui)?;
        let bar = ui.bar("positions", Some(path.len_in(*metric) as u64 + 1));
        let progress = &mut |done| bar.set_position(done as u64);
        let record = AnalysisRecord::of(
            &solver,
            (board, goal),
            (path, *convention),
            &request,
            progress,
        );
        bar.finish_and_clear();
        Ok(record?)
    }

    /// Writes the analysis as text.
    fn write(&self, out: &mut dyn Write, record: &AnalysisRecord) -> io::Result<()> {
        let AnalysisRecord {
            length,
            shortest,
            solved,
            lost,
            distances,
            board,
            ..
        } = record;
        let of_metric = if self.metric == Metric::MultiTile {
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
        let made = self.path.moves_in(self.metric);
        for &number in lost {
            let letter = Path::new(made[number - 1].to_vec()).text(self.metric, self.convention);
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
