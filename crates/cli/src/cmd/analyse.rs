//! `fifteen analyse`: where a person's solution loses moves.

use std::io::{self, Write};
use std::path::PathBuf;

use anstyle::Style;
use anyhow::{Result, bail};
use fifteen_solver::record::{AnalysisRecord, is_ambiguous, recorded_convention};
use fifteen_solver::{
    Analysis, AnalysisError, Board, Convention, Direction, Goal, Metric, Mode, Options, Path, Setup, Size, SolveError,
    batch, notation,
};

use crate::args::{self, LimitArgs, Metrics};
use crate::exit::Exit;
use crate::output::{Format, FormatArg, Printer, Report, ResultStream};
use crate::progress;
use crate::terminal::human;
use crate::terminal::ui::Ui;

/// Find the moves that a solution loses
///
/// Every position on the way is solved. A move after which the goal is no nearer than before is lost. If the goal is
/// farther away, another move is lost to make up for it; in the multi-tile metric a move may also keep the distance.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen analyse \"1 2 3 / 4 5 6 / 0 7 8\" \"D U L R L2\"
  fifteen analyse --metric multi-tile \"1 2 3 / 4 5 6 / 0 7 8\" \"D U L R L2\"
  fifteen analyse --metric both --plot moves.svg 123456078 \"D U L R L2\"
  fifteen analyse --json 123456078 LL")]
pub(crate) struct Args {
    /// The board, and then the moves
    ///
    /// The moves are letters U, D, L and R, perhaps with numbers of tiles that slide together, as in \"R3 U2 L\".
    #[arg(value_name = "BOARD|MOVES", required = true, allow_negative_numbers = true)]
    words: Vec<String>,
    /// Width x height, where neither rows nor a square count of numbers give it
    #[arg(long, value_name = "WxH", value_parser = args::size(), hide_possible_values = true)]
    size: Option<Size>,
    /// The goal: last (1, 2, 3 ... blank), first (blank, 1, 2 ...), spiral, or a board
    #[arg(long, value_name = "G", default_value = "last", value_parser = args::goal(), hide_possible_values = true)]
    goal: String,
    /// The unit in which moves are counted
    ///
    /// In the multi-tile metric a row or column of tiles that slide together is one move. With both, there are two
    /// results.
    #[arg(long, value_name = "single-tile|multi-tile|both", value_parser = args::metrics(),
        default_value = "single-tile", hide_possible_values = true)]
    metric: Metrics,
    /// The meaning of the letters U, D, L, R
    ///
    /// Either the tile's direction, or the blank's. By default the one in which the moves lead to the goal, otherwise
    /// one in which they can be made; the tile's for slides such as R3, and where both can be made.
    #[arg(long, value_name = "tile|blank", value_parser = args::convention(), hide_possible_values = true)]
    moves: Option<Convention>,
    /// A table, or a folder of tables, to use instead of the default folders
    ///
    /// May be repeated.
    #[arg(long, hide_short_help = true, value_name = "FILE|DIR")]
    pdb: Vec<PathBuf>,
    /// Draw the fewest moves to the goal after each move, with the lost moves marked
    ///
    /// An SVG; '-' is the standard output.
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: FormatArg,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let goal = Goal::parse(&args.goal, args.size)?;
    let first = args.words.iter().rposition(|word| !args::is_moves(word)).map_or(0, |last| last + 1);
    let (board, moves) = args.words.split_at(first);
    if moves.is_empty() {
        let last = args.words.last().map_or_else(String::new, |word| format!(", found {word:?}"));
        bail!("expected moves at the end{last}; write them after the board, as letters U, D, L, R");
    }
    let board = notation::parse(&board.join(" "), args.size.or(args::size_of_goal(goal)))?;
    let letters = moves.join(" ");
    let convention = match args.moves {
        Some(convention) => convention,
        None => guessed(&letters, &board, &goal.board(board.size())?, ui),
    };
    let path = Path::parse(&letters, convention)?;
    let stream = plot::prepare(args.plot.as_deref(), args.output.format(), ui)?;
    let mut printer = Printer::to(args.output.format(), stream);
    let mut records = Vec::new();
    let mut exit = Exit::Done;
    for &metric in args.metric.all() {
        let record = analysed(args, metric, (board, goal), (&path, convention), ui)?;
        if let Some(reason) = &record.error {
            if args.output.format() != Format::Text {
                printer.print(&AnalysisReport { record: &record, path: &path, metric, convention })?;
            }
            if exit == Exit::Done {
                ui.error(format_args!("{reason}{}", args::solvable_with(&board)));
            }
            exit = Exit::Partial;
            continue;
        }
        let unknown = record.distances.iter().filter(|distance| distance.is_none()).count();
        printer.print(&AnalysisReport { record: &record, path: &path, metric, convention })?;
        if unknown > 0 {
            let positions = human::counted(unknown as u64, "position was", "positions were");
            ui.note(format_args!("{positions} not solved within the limits"));
            exit = Exit::Partial;
        }
        records.push((metric, record));
    }
    if let Some(file) = args.plot.as_ref().filter(|_| !records.is_empty()) {
        plot::write(file, &records, (&path, convention), ui)?;
    }
    Ok(exit)
}

/// The convention of the letters; a note says so unless it is the tile's and certain.
fn guessed(letters: &str, board: &Board, goal: &Board, ui: &Ui) -> Convention {
    let convention = recorded_convention(letters, board, goal);
    if convention == Convention::Blank {
        ui.note("the moves are read as directions of the blank, which fit the board; --moves decides");
    } else if is_ambiguous(letters, board, goal) {
        ui.note("the moves are read as directions of the tiles; --moves blank reads them as those of the blank");
    }
    convention
}

/// The analysis in a metric.
fn analysed(
    args: &Args,
    metric: Metric,
    (board, goal): (Board, Goal),
    (path, convention): (&Path, Convention),
    ui: &Ui,
) -> Result<AnalysisRecord> {
    let limits = args.limits.of_tables();
    let setup = Setup { goal, metric, tables: args.pdb.clone(), limits, ..Setup::default() };
    let solver = progress::open(&setup, board.size(), ui)?;
    let options = Options { mode: Mode::Fast { threads: batch::threads_or_all(0) }, ..args.limits.options(1) };
    let bar = ui.bar("positions", Some(path.len_in(metric) as u64 + 1));
    let analysis = Analysis::of(&solver, &board, path, &options, &mut |done| bar.set_position(done as u64));
    bar.finish_and_clear();
    match analysis {
        Ok(analysis) => Ok(AnalysisRecord::new(board, goal, path, (metric, convention), analysis)),
        Err(AnalysisError::Solve(SolveError::Unsolvable(reason))) => {
            Ok(AnalysisRecord::unsolvable(board, goal, path, (metric, convention), reason.to_string()))
        }
        Err(error) => Err(error.into()),
    }
}

/// A record and what its text needs.
#[derive(serde::Serialize)]
#[serde(transparent)]
struct AnalysisReport<'a> {
    record: &'a AnalysisRecord,
    #[serde(skip)]
    path: &'a Path,
    #[serde(skip)]
    metric: Metric,
    #[serde(skip)]
    convention: Convention,
}

impl Report for AnalysisReport<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        const STRONG: Style = Style::new().bold();
        let AnalysisRecord { length, shortest, solved, lost, distances, board, .. } = self.record;
        let of_metric = if self.metric == Metric::MultiTile { "multi-tile " } else { "" };
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
            return writeln!(out, "{}", if all { "no move is lost" } else { "no lost move was found" });
        }
        let away = lost.iter().filter(|&&number| distances[number] > distances[number - 1]).count();
        let costs = if away == lost.len() { ", each with another move to make up for it" } else { "" };
        writeln!(out, "lost{costs}: {}", human::counted(lost.len() as u64, "move", "moves"))?;
        if (1..lost.len()).contains(&away) {
            writeln!(
                out,
                "lost to make up for those that lead away: {}",
                human::counted(away as u64, "move", "moves")
            )?;
        }
        let boards = board.and_then(|board| self.path.replay(&board)).unwrap_or_default();
        let made = self.path.moves_in(self.metric);
        for &number in lost {
            let sentence = lost_move(self.record, &made, number, (self.metric, self.convention));
            let steps_before = made[..number - 1].iter().map(|steps| steps.len()).sum::<usize>();
            let position: Option<&Board> = boards.get(steps_before);
            let position = position.map_or_else(String::new, |position| format!("  {position}"));
            writeln!(out, "  {sentence}{position}")?;
        }
        Ok(())
    }
}

/// A lost move in words: `move 4, R: 1 to go, 2 after it`.
fn lost_move(
    record: &AnalysisRecord,
    made: &[&[Direction]],
    number: usize,
    (metric, convention): (Metric, Convention),
) -> String {
    let letter = Path::new(made[number - 1].to_vec()).text(metric, convention);
    let [before, after] = [number - 1, number].map(|position| record.distances[position].unwrap_or(0));
    format!("move {number}, {letter}: {before} to go, {after} after it")
}

/// `--plot`: the analyses as the data of a plot.
mod plot {
    use std::path::Path as FilePath;

    use fifteen_draw::{DistanceLine, distances_to_goal};

    use super::{AnalysisRecord, Convention, Metric, Path, Result, ResultStream, Ui, lost_move};
    use crate::ending;
    use crate::output::Format;
    use crate::save;
    use crate::terminal::human;

    /// Checks the name of the plot before any work; returns the stream that is left for the results.
    pub(super) fn prepare(plot: Option<&FilePath>, format: Format, ui: &Ui) -> Result<ResultStream> {
        let Some(plot) = plot else { return Ok(ResultStream::Stdout) };
        ending::require("--plot", plot, "svg")?;
        ResultStream::beside(save::prepare(&[("--plot", plot)])?, format == Format::Text, ui.is_quiet())
    }

    pub(super) fn write(
        file: &FilePath,
        records: &[(Metric, AnalysisRecord)],
        (path, convention): (&Path, Convention),
        ui: &Ui,
    ) -> Result<()> {
        let line = |(metric, record): &(Metric, AnalysisRecord)| {
            let made = path.moves_in(*metric);
            let sentence = |&number: &usize| (number, lost_move(record, &made, number, (*metric, convention)));
            let moves = human::counted(record.length as u64, "move", "moves");
            let lost = human::counted(record.lost.len() as u64, "lost move", "lost moves");
            let shortest = record.shortest.map_or_else(|| "unknown".to_owned(), |shortest| shortest.to_string());
            DistanceLine {
                label: format!("{metric}: {moves}, shortest {shortest}, {lost}"),
                distances: record.distances.clone(),
                lost: record.lost.iter().map(sentence).collect(),
            }
        };
        let lines: Vec<DistanceLine> = records.iter().map(line).collect();
        save::picture(file, distances_to_goal("Moves to go after each move", &lines)?.as_bytes(), ui)
    }
}
