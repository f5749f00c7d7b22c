//! `fifteen analyse`: where a person's solution loses moves.

use std::io::{self, Write};
use std::path::PathBuf;

use anstyle::Style;
use fifteen_solver::record::{AnalysisRecord, recorded_convention};
use fifteen_solver::{Analysis, Board, Convention, Goal, Mode, Options, Path, Size, Solver, batch, notation};

use crate::args::{self, LimitArgs};
use crate::exit::{Exit, Failure};
use crate::output::{FormatArg, Printer, Report};
use crate::terminal::human;
use crate::terminal::interrupt;
use crate::terminal::ui::Ui;

/// Find the moves that a solution loses
///
/// Every position on the way is solved. A move after which the goal is farther away than before is lost: it costs itself
/// and another move that makes up for it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen analyse \"1 2 3 / 4 5 6 / 0 7 8\" \"D U L R L2\"
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
    /// The meaning of the letters U, D, L, R
    ///
    /// Either the tile's direction, or the blank's. By default the one in which the moves lead to the goal, otherwise the
    /// tile's.
    #[arg(long, value_name = "tile|blank", value_parser = args::convention(), hide_possible_values = true)]
    moves: Option<Convention>,
    /// A table, or a folder of tables, to use instead of the default folders
    ///
    /// May be repeated.
    #[arg(long, hide_short_help = true, value_name = "FILE|DIR")]
    pdb: Vec<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: FormatArg,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    let goal = Goal::parse(&args.goal, args.size)?;
    let first = args.words.iter().rposition(|word| !args::is_moves(word)).map_or(0, |last| last + 1);
    let (board, moves) = args.words.split_at(first);
    if moves.is_empty() {
        return Err(Failure::new("no moves given; write them after the board, as letters U, D, L, R"));
    }
    let board = notation::parse(&board.join(" "), args.size.or(args::size_of_goal(goal)))?;
    let letters = moves.join(" ");
    let convention = args.moves.unwrap_or_else(|| {
        goal.board(board.size()).map_or(Convention::Tile, |goal| recorded_convention(&letters, &board, &goal))
    });
    if args.moves.is_none() && convention == Convention::Blank {
        ui.note("the moves are read as directions of the blank, which fit the board; --moves decides");
    }
    let path = Path::parse(&letters, convention)?;
    let _watched = interrupt::watched();
    let builder = Solver::builder().goal(goal).tables_in(&args.pdb).memory(args.limits.memory());
    let solver = builder.cancel(interrupt::flag()).open(board.size())?;
    solver.notes().iter().for_each(|note| ui.note(note));
    let options = Options {
        mode: Mode::Fast { threads: batch::threads_or_all(0) },
        cancel: Some(interrupt::flag()),
        ..args.limits.options(1)
    };
    let bar = ui.bar("positions", Some(path.len() as u64 + 1));
    let analysis = Analysis::of(&solver, &board, &path, &options, &mut |done| bar.set_position(done as u64));
    bar.finish_and_clear();
    let record = AnalysisRecord::new(board, goal, &path, convention, analysis?);
    let unknown = record.distances.iter().filter(|distance| distance.is_none()).count();
    Printer::stdout(args.output.format()).print(&AnalysisReport { record: &record, path: &path, convention })?;
    if unknown > 0 {
        let positions = human::counted(unknown as u64, "position was", "positions were");
        ui.note(format_args!("{positions} not solved within the limits"));
    }
    Ok(if unknown > 0 { Exit::Partial } else { Exit::Done })
}

/// A record and what its text needs.
#[derive(serde::Serialize)]
#[serde(transparent)]
struct AnalysisReport<'a> {
    record: &'a AnalysisRecord,
    #[serde(skip)]
    path: &'a Path,
    #[serde(skip)]
    convention: Convention,
}

impl Report for AnalysisReport<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        const STRONG: Style = Style::new().bold();
        let AnalysisRecord { length, shortest, solved, lost, distances, board, .. } = self.record;
        let moves = human::counted(*length as u64, "move", "moves");
        let left = distances.last().copied().flatten();
        let end = match (solved, left) {
            (true, _) => String::new(),
            (_, Some(left)) => format!(", and {left} to go"),
            (_, None) => ", and not solved".to_owned(),
        };
        let known = shortest.map_or_else(|| "unknown".to_owned(), |shortest| shortest.to_string());
        writeln!(out, "{STRONG}{moves}{end}; the shortest solution has {known}{STRONG:#}")?;
        if lost.is_empty() {
            let all = distances.iter().all(Option::is_some);
            return writeln!(out, "{}", if all { "no move is lost" } else { "no lost move was found" });
        }
        writeln!(
            out,
            "lost, each with another move to make up for it: {}",
            human::counted(lost.len() as u64, "move", "moves")
        )?;
        let boards = board.and_then(|board| self.path.replay(&board)).unwrap_or_default();
        for &number in lost {
            let letter = Path::new(vec![self.path.directions()[number - 1]]).letters(self.convention);
            let [before, after] = [number - 1, number].map(|position| distances[position].unwrap_or(0));
            let position: Option<&Board> = boards.get(number - 1);
            let position = position.map_or_else(String::new, |position| format!("  {position}"));
            writeln!(out, "  move {number}, {letter}: {before} to go, {after} after it{position}")?;
        }
        Ok(())
    }
}
