//! `fifteen solve`: shortest solutions of boards from the arguments or a file.

use std::path::PathBuf;
use std::sync::OnceLock;

use fifteen_solver::{
    Algorithm, AnytimeOptions, Convention, Goal, HeuristicSpec, Metric, Mode, MoveOrder, Options, Request, Setup, Size,
    SolverCache,
};

use anyhow::{Result, bail};

use crate::args::{self, LimitArgs, Metrics, PagesArg, ThreadsArg};
use crate::ask;
use crate::batch::Batch;
use crate::exit::Exit;
use crate::input::{BoardArgs, BoardFiles, Boards};
use crate::output::{Format, FormatArg};
use crate::picture::PictureArgs;
use crate::record::{Layout, Presentation};
use crate::terminal::interrupt;
use crate::terminal::ui::Ui;

/// Find shortest solutions
///
/// A board is its numbers row by row, separated by spaces or commas, 0 for the blank; '/' may end a row. Each quoted
/// argument is a board, or all arguments together are one. Boards are also read as one digit for each cell
/// (123456789ABCDEF0) and as arrays ([[1,2],[3,0]]); in files also as rows on several lines with an empty line between
/// boards, and as JSON or CSV with a field 'board', such as this command prints. --verbose says how a board was read.
/// Solutions are shortest ones unless the output says otherwise.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = ALL_EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    boards: BoardArgs,
    /// The goal: last (1, 2, 3 ... blank), first (blank, 1, 2 ...), spiral, or a board
    #[arg(long, value_name = "G", default_value = "last", value_parser = args::goal(), hide_possible_values = true)]
    goal: String,
    /// The unit in which moves are counted
    ///
    /// In the multi-tile metric a row or column of tiles that slide together is one move. Its tables are built in
    /// memory for each call. With both, each board has two results, the one in the single-tile metric first.
    #[arg(long, value_name = "single-tile|multi-tile|both", value_parser = args::metrics(),
        default_value = "single-tile", hide_possible_values = true, hide_short_help = true)]
    metric: Metrics,
    /// The heuristic: manhattan, 7-8, manhattan+6-6-3, ...
    ///
    /// One of zero, misplaced, manhattan, linear-conflict, walking-distance; a partition (7-8, 7-8:additive,
    /// 7-8:no-reflection, 1-8/9-15); a collection of partitions (7-8x2, or a file as in ./mine.txt); or several joined
    /// by '+' for their maximum.
    ///
    /// [default: the strongest tables found]
    #[arg(long, value_name = "H", value_parser = args::heuristic(), hide_possible_values = true)]
    heuristic: Option<HeuristicSpec>,
    /// The algorithm
    #[arg(long, value_parser = args::algorithm(), value_name = "A", default_value = "ida")]
    algorithm: Algorithm,
    /// A table, or a folder of tables, to use instead of the default folders
    ///
    /// May be repeated.
    #[arg(long, hide_short_help = true, value_name = "FILE|DIR")]
    pdb: Vec<PathBuf>,
    /// Check the digests of the tables first
    ///
    /// This reads the tables whole.
    #[arg(long, hide_short_help = true)]
    check: bool,
    #[command(flatten)]
    pages: PagesArg,
    /// Find all shortest solutions
    ///
    /// At most MAX of them are printed.
    #[arg(long, value_name = "MAX", num_args = 0..=1, require_equals = true, value_parser = args::number::<usize>)]
    all: Option<Option<usize>>,
    /// The mode of ida; both find shortest solutions
    ///
    /// [default: fast]
    #[arg(long, hide_short_help = true, value_parser = args::mode(), value_name = "MODE")]
    mode: Option<Mode>,
    /// Stop with a solution at most PERCENT % longer than the shortest can be
    #[arg(long, hide_short_help = true, value_name = "PERCENT", value_parser = args::percent)]
    within: Option<f64>,
    /// Stop with the first solution found, which need not be the shortest
    #[arg(long, hide_short_help = true)]
    first: bool,
    /// The order in which the blank's moves are tried
    ///
    /// [default: UDLR for bfs, bfs-tree and dfs, URDL for branch-and-bound, ULRD for all others]
    #[arg(long, hide_short_help = true, value_name = "ULRD")]
    order: Option<MoveOrder>,
    /// Complete the last iteration, so that counts do not depend on where in it the solution lies
    #[arg(long, hide_short_help = true)]
    finish_iteration: bool,
    #[command(flatten)]
    threads: ThreadsArg,
    /// List the iterations, or levels
    ///
    /// Each with its bound, nodes generated, and nodes expanded.
    #[arg(long, hide_short_help = true)]
    stats: bool,
    /// Draw every board of the solution, numbered
    ///
    /// Time, nodes and memory are listed too.
    #[arg(long)]
    show: bool,
    /// Print the letters of each solution alone
    ///
    /// One line for each board; the line is empty without a solution.
    #[arg(long, conflicts_with_all = ["all", "show", "stats", "format", "json", "csv"])]
    moves_only: bool,
    #[command(flatten)]
    pictures: PictureArgs,
    /// Ask for a board cell by cell
    ///
    /// Its size is --size, or 4x4.
    #[arg(long, hide_short_help = true, conflicts_with_all = ["boards", "file", "skip"])]
    interactive: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// The meaning of the letters U, D, L, R
    ///
    /// Either the direction of the tile, or that of the blank.
    #[arg(long, hide_short_help = true, value_name = "tile|blank", default_value = "tile",
        value_parser = args::convention(), hide_possible_values = true)]
    moves: Convention,
    #[command(flatten)]
    output: FormatArg,
}

const EXAMPLES: &str = "\
Examples:
  fifteen solve \"15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2\"
  fifteen random -n 100 --seed 1 | fifteen solve";

const ALL_EXAMPLES: &str = "\
Examples:
  fifteen solve \"15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2\"
  fifteen solve --interactive --size 3x3 --show
  fifteen solve --algorithm astar --heuristic manhattan \"8 6 7 / 2 5 4 / 3 0 1\"
  fifteen solve --goal spiral --moves blank --all \"1 3 4 / 8 6 2 / 7 0 5\"
  fifteen solve --within 10 \"5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 14 0 15 12\"
  fifteen solve --svg solution.svg --gif solution.gif \"8 6 7 / 2 5 4 / 3 0 1\"
  fifteen solve --metric multi-tile \"8 6 7 / 2 5 4 / 3 0 1\"
  fifteen solve 123456789ABCDE0F
  fifteen solve boards.txt --format json --heuristic manhattan+6-6-3
  fifteen random -n 100 --seed 1 | fifteen solve";

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    // A question waits for its answer, and is ended by the first Ctrl-C.
    let format = args.output.format();
    if args.show && format != Format::Text {
        bail!("--show draws boards as text; leave it out, or leave out --format");
    }
    let goal = Goal::parse(&args.goal, args.boards.size)?;
    // A goal that is a board decides the size of the boards.
    let size = args.boards.size.or(if let Goal::Board(board) = goal { Some(board.size()) } else { None });
    let boards = if args.interactive { Boards::Given(Vec::new()) } else { args.boards.open(size, ui)? };
    if let (Some(None), Some(most), Boards::Given(lines)) = (args.all, args::detached_number("--all"), &boards)
        && lines.iter().any(|line| line.board.is_err())
    {
        bail!("{most} is taken as a part of a board; to print {most} solutions write --all={most}");
    }
    args.pictures.require_one_board(&boards)?;
    let stream = args.pictures.prepare(format, ui)?;
    let (alone, files) = match &boards {
        // A board that is asked for comes below.
        Boards::Given(lines) => (lines.len() == 1 || args.interactive, 0),
        Boards::Read(files) => (false, files.files()),
    };
    let request = request(args, goal, alone);
    let notes = args::notes(&request, args.mode.is_some(), args.threads.is_given() && alone);
    notes.iter().for_each(|note| ui.note(note));
    let in_metric = |&metric| {
        let setup = Setup { metric, ..request.setup.clone() };
        args::validated(Request { setup, ..request.clone() })
    };
    let mut requests = args.metric.all().iter().map(in_metric).collect::<Result<Vec<_>, _>>()?;
    // Before Ctrl-C is taken as a request to stop and report: while a question is open it ends the command.
    let boards = if args.interactive { Boards::Given(vec![ask::board(size, goal, ui)?]) } else { boards };
    note_unused_tables(args, &requests[0], ui);
    let threads = args.threads.count();
    let (at_a_time, each) = if alone { (1, threads) } else { (threads, 1) };
    for request in &mut requests {
        request.search.limits.memory = Some(args.limits.memory() / at_a_time.max(1) as u64);
        request.search.mode = request.search.mode.on(each);
    }
    let layout = match (args.show, files) {
        _ if args.moves_only => Layout::Moves,
        (true, _) => Layout::Boards,
        (false, 1..) => Layout::Line,
        (false, 0) => Layout::Block,
    };
    let batch = Batch {
        searches: requests,
        solvers: SolverCache::new(2 * Size::all().count()).keeping_failures(),
        presentation: Presentation { layout, convention: args.moves, bare: ui.is_quiet(), files },
        format,
        stream,
        alone,
        threads,
        skipped: (files > 0).then_some(args.boards.skip as u64),
        first: OnceLock::new(),
        ui,
    };
    match boards {
        Boards::Given(lines) => {
            let total = lines.len() as u64;
            let (exit, _) = batch.run(lines.into_iter().map(Ok), Some(total))?;
            args.pictures.write(batch.first.get(), goal, args.moves, ui)?;
            Ok(exit)
        }
        Boards::Read(files) => solve_files(&batch, *files, args.boards.skip),
    }
}

fn solve_files(batch: &Batch, files: BoardFiles, skip: usize) -> Result<Exit> {
    let names = files.names();
    // Only a bar needs the number of boards, so only for a bar the files are read twice.
    let total = if batch.ui.shows_bars() { files.total() } else { None };
    let (exit, boards) = batch.run(files, total)?;
    if boards == 0 && !interrupt::requested() {
        let after = if skip > 0 { format!(" after the first {skip}") } else { String::new() };
        bail!("no boards in {names}{after}");
    }
    Ok(exit)
}

/// The request of the arguments, on one thread.
fn request(args: &Args, goal: Goal, for_one_board: bool) -> Request {
    Request {
        setup: Setup {
            goal,
            heuristic: args.heuristic.clone(),
            algorithm: args.algorithm,
            order: args.order,
            tables: args.pdb.clone(),
            check: args.check,
            pages: args.pages.pages,
            for_one_board,
            threads: args.threads.count(),
            limits: args.limits.of_tables(),
            ..Setup::default()
        },
        search: Options {
            mode: args.mode.unwrap_or(Mode::Fast { threads: 1 }),
            anytime: Some(AnytimeOptions { within: args.within, first: args.first }),
            all: args.all.map(|most| most.unwrap_or(usize::MAX)),
            finish_iteration: args.finish_iteration,
            ..args.limits.options(1)
        },
        convention: args.moves,
        stats: args.stats,
    }
}

fn note_unused_tables(args: &Args, request: &Request, ui: &Ui) {
    let Setup { metric, algorithm, heuristic, .. } = &request.setup;
    let may_need_tables = heuristic.as_ref().is_none_or(HeuristicSpec::needs_tables);
    if *metric == Metric::SingleTile && algorithm.takes_heuristic() && may_need_tables {
        return;
    }
    for (given, option) in [(!args.pdb.is_empty(), "--pdb"), (args.check, "--check")] {
        if given {
            ui.note(format_args!("{option} is not used: no tables are needed"));
        }
    }
}
