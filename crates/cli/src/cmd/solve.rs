//! `fifteen solve`: finds shortest solutions of boards from the arguments or from files.

use std::sync::atomic::AtomicU64;

use anyhow::{Result, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use fifteen_solver::batch::Source;
use fifteen_solver::record::BoardRecord;
use fifteen_solver::{
    Algorithm, Convention, Goal, HeuristicSpec, IdaRequest, Metric, MoveOrder, Request, Setup,
    Size, SolverCache, Threads, Within,
};

use crate::args::{
    self, HeuristicArg, LettersArg, LimitArgs, MetricArg, PagesArg, PagesChoice, SearchMode,
    TablesArg, ThreadsArg,
};
use crate::batch::Batch;
use crate::exit::Exit;
use crate::input::{BoardArgs, Boards};
use crate::output::{Format, FormatArg};
use crate::record::{Layout, Presentation};
use crate::save::PictureArgs;
use crate::template::{self, Template};
use crate::terminal::{Ui, interrupt};

/// Find shortest solutions
///
/// Solutions are shortest ones unless the output says otherwise.
///
/// Write a board row by row, with 0 for the blank. Anything may stand between the numbers: spaces, commas, ends of
/// lines, '/', brackets or lines drawn around the cells. A board of one digit per cell, as in 123456789ABCDEF0, needs
/// nothing between them. Each quoted argument is a board, or all arguments together form one.
///
/// A file contains any number of boards; put an empty line between boards of several lines. It can also be JSON or CSV with a field 'board', and perhaps 'size' and 'goal',
/// such as this command prints. With --verbose, each board is drawn as it was read, and the iterations of its search are
/// listed.
///
/// A single board is searched on all cores. If there are several boards, or if they come from a pipe, each board is
/// searched on one core.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = ALL_EXAMPLES, mut_arg("metric", |arg| arg.hide_short_help(true).long_help(args::METRIC_OF_SEARCH)),
    mut_arg("goal", |arg| arg.long_help(args::goal_long_help())))]
pub(crate) struct Args {
    #[command(flatten)]
    boards: BoardArgs,
    /// Take every two boards as a start and its goal
    ///
    /// Boards below headings such as 'Start:' and 'Goal:' are always read so.
    #[arg(long, hide_short_help = true, conflicts_with = "goal")]
    pairs: bool,
    /// Skip the first N boards of the files, to continue after an interruption
    ///
    /// With this option, CSV output has no header line, so that you can append it to the earlier output.
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = args::number::<usize>)]
    skip: Option<usize>,
    #[command(flatten)]
    metric: MetricArg,
    #[command(flatten)]
    heuristic: HeuristicArg,
    #[command(flatten)]
    tables: TablesArg,
    /// The search algorithm
    #[arg(long, value_parser = args::algorithm(), value_name = "A", default_value = "ida")]
    algorithm: Algorithm,
    /// The order in which the moves of the blank are tried
    ///
    /// The order decides which of several shortest solutions is found, and how many nodes that takes. Give the order of
    /// your lecture notes to compare counts with them.
    ///
    /// [default: ULRD; UDLR for bfs, bfs-tree, dfs and iddfs; URDL for branch-and-bound]
    #[arg(long, hide_short_help = true, value_name = "UDLR")]
    order: Option<MoveOrder>,
    /// How IDA* searches
    ///
    /// All modes find shortest solutions. They differ in speed and in node counts.
    ///
    /// [default: fast]
    #[arg(long, hide_short_help = true, value_enum, value_name = "MODE")]
    mode: Option<SearchMode>,
    #[command(flatten)]
    pages: PagesArg,
    /// Find all shortest solutions
    ///
    /// All of them are counted, and at most MAX are printed.
    #[arg(long, value_name = "MAX", num_args = 0..=1, require_equals = true, value_parser = args::number::<usize>)]
    all: Option<Option<usize>>,
    /// Stop at a solution that is at most PERCENT % longer than the proven bound, or at any solution
    ///
    /// With this option, boards of up to 100 cells can be solved, such as 6x6 or 10x10. For these boards, `any` finds
    /// shorter and shorter solutions until the time limit. Without a limit, it stops after about a second.
    #[arg(long, hide_short_help = true, value_name = "PERCENT|any")]
    within: Option<Within>,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Draw every board on the way to the goal
    #[arg(long, conflicts_with = "print")]
    show: bool,
    /// Print only the moves, or a report for a course
    ///
    /// With `moves`, each board has a line, which is empty if there is no solution. With `report`, each figure has a
    /// line: the path, its cost, the nodes, the depths, the time and the memory.
    #[arg(long, value_name = "moves|report", value_parser = printed(), hide_possible_values = true)]
    print: Option<Layout>,
    /// Print only the next move, and the reason for it
    ///
    /// It is the first move of a shortest solution. Each board has a line, which names the tile, its direction and the
    /// number of moves to the goal.
    #[arg(long, conflicts_with_all = ["show", "print"])]
    hint: bool,
    /// Print each move as the template says
    #[arg(long, hide_short_help = true, value_name = "TEMPLATE", long_help = template::long_help(), conflicts_with_all = ["show", "print", "hint"])]
    format: Option<Template>,
    #[command(flatten)]
    pictures: PictureArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    letters: LettersArg,
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
  fifteen solve --algorithm astar --heuristic manhattan \"8 6 7 / 2 5 4 / 3 0 1\"
  fifteen solve --goal spiral --letters blank --all \"1 3 4 / 8 6 2 / 7 0 5\"
  fifteen solve --within 10 \"5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 14 0 15 12\"
  fifteen solve --svg solution.svg --gif solution.gif \"8 6 7 / 2 5 4 / 3 0 1\"
  fifteen solve --metric multi-tile \"8 6 7 / 2 5 4 / 3 0 1\"
  fifteen solve 123456789ABCDE0F
  fifteen solve boards.txt --json --heuristic manhattan+6-6-3
  fifteen random -n 100 --seed 1 | fifteen solve";

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let format = args.output.format();
    args.check_layout(format)?;
    let goal = args.boards.goal.goal()?;
    let skip = args.skip.unwrap_or(0);
    let boards = args.boards.open(skip, goal.own_size(), ui)?;
    let mut boards = boards.in_pairs(args.pairs);
    if let (Some(None), Some(most)) = (args.all, args::detached_number("--all"))
        && boards.files() == 0
        && boards.has_bad_argument()
    {
        bail!("{most} is taken as a part of a board; to print {most} solutions write --all={most}");
    }
    let alone = boards.is_one(args.pictures.any());
    args.pictures.require_one_board(alone)?;
    let stream = args.pictures.prepare(format, ui)?;
    let request = request(args, goal, alone, ui);
    let threads_given = args.threads.is_given() && alone;
    for note in args::notes(&request, args.mode.is_some(), threads_given) {
        ui.note(note);
    }
    let request = args::validated(request)?;
    note_unused_tables(args, &request, ui);
    let batch = batch(args, request, &boards, alone, ui)?;
    // Count the boards only for a progress bar, because counting means reading the files twice.
    let total = if ui.shows_bars() {
        boards.total()
    } else {
        None
    };
    let names = boards.names();
    let done = batch.run(&mut boards, total, stream)?;
    if !batch.has_goal {
        boards.note_pairs();
    }
    if done.boards == 0 && !interrupt::requested() {
        let after = if skip > 0 {
            format!(" after the first {skip}")
        } else {
            String::new()
        };
        bail!("no boards in {names}{after}");
    }
    let convention = batch.request.convention;
    write_pictures(args, done.last.as_deref(), convention, ui)?;
    Ok(done.exit)
}

/// Returns the batch that solves the boards as the arguments specify.
fn batch<'a>(
    args: &Args,
    request: Request,
    boards: &Boards<'_>,
    alone: bool,
    ui: &'a Ui,
) -> Result<Batch<'a>> {
    let files = boards.files();
    let layout = args.layout().unwrap_or(if files > 0 {
        Layout::Line
    } else {
        Layout::Block
    });
    Ok(Batch {
        solvers: SolverCache::new(2 * Size::all().count()).keeping_failures(),
        presentation: Presentation {
            layout,
            convention: request.convention,
            bare: ui.is_quiet(),
            files,
            has_goals: args.pairs,
        },
        request,
        format: args.output.format(),
        has_goal: args.boards.goal.given()?.is_some(),
        alone,
        draws_pictures: args.pictures.any(),
        threads: args.threads.threads(),
        improves_pages: args.pages.pages == PagesChoice::Auto && !alone,
        source: if boards.may_wait() {
            Source::MayBlock
        } else {
            Source::Ready
        },
        skipped: (files > 0).then_some(args.skip.unwrap_or(0) as u64),
        continues: args.skip.is_some(),
        generated: AtomicU64::new(0),
        ui,
    })
}

impl Args {
    /// Returns an error if another option contradicts the one that chooses the layout. For example,
    /// `--json` contradicts `--show`.
    ///
    /// # Errors
    /// Returns an error that names the option to leave out.
    fn check_layout(&self, format: Format) -> Result<()> {
        if let (Some(option), true) = (self.layout_option(), format != Format::Text) {
            bail!("{option} is for text; leave it out, or leave out --json and --csv");
        }
        let layout = self.layout();
        let of_one_solution = match &layout {
            Some(Layout::Moves) => Some("--print moves prints one solution"),
            Some(Layout::Template(_)) => Some("--format prints one solution"),
            Some(Layout::Hint) => Some("--hint prints the first move of one solution"),
            _ => None,
        };
        if let (Some(prints), Some(_)) = (of_one_solution, self.all) {
            bail!("{prints} of each board; leave it out, or leave out --all");
        }
        if self.letters.letters.is_some() {
            match &layout {
                Some(Layout::Hint) => {
                    bail!("--hint names the direction of the tile; leave out --letters")
                }
                Some(Layout::Template(_)) => bail!(
                    "a template names the direction of the tile with {{dir}} and that of the blank with {{blank}}; leave out --letters"
                ),
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the layout that an option such as `--show` chooses, or `None` without such an
    /// option.
    fn layout(&self) -> Option<Layout> {
        if self.show {
            return Some(Layout::Boards);
        }
        if self.hint {
            return Some(Layout::Hint);
        }
        let template = self.format.clone().map(Layout::Template);
        template.or_else(|| self.print.clone())
    }

    /// Returns the name of the option that chooses the layout, for an error message.
    fn layout_option(&self) -> Option<&'static str> {
        Some(match self.layout()? {
            Layout::Boards => "--show",
            Layout::Hint => "--hint",
            Layout::Template(_) => "--format",
            _ => "--print",
        })
    }
}

/// Returns a parser for the value of `--print`, which chooses a layout.
fn printed() -> impl TypedValueParser<Value = Layout> {
    PossibleValuesParser::new(["moves", "report"]).map(|name| match &*name {
        "moves" => Layout::Moves,
        _ => Layout::Report,
    })
}

/// Returns the search request that the arguments specify. A single board is searched on all
/// threads. Several boards are searched at the same time, each on one thread.
fn request(args: &Args, goal: Goal, for_one_board: bool, ui: &Ui) -> Request {
    let threads = args.threads.threads();
    let (threads_of_search, searches_at_a_time) = if for_one_board {
        (threads, 1)
    } else {
        (Threads::ONE, threads.count())
    };
    Request {
        setup: Setup {
            goal,
            metric: args.metric.metric,
            heuristic: args.heuristic.heuristic.clone(),
            algorithm: args.algorithm,
            order: args.order,
            tables: args.tables.pdb.clone(),
            pages: args.pages.pages.when_opened(),
            for_one_board,
            missing_tables: args.tables.missing(),
            threads,
            limits: args.limits.of_tables(),
            ..Setup::default()
        },
        ida: IdaRequest {
            mode: args.mode.unwrap_or(SearchMode::Fast).mode(),
            threads: threads_of_search,
            all: args.all.map(|most| most.unwrap_or(usize::MAX)),
            finish_iteration: args.mode.is_some_and(SearchMode::finishes_iteration),
            anytime: true,
            within: args.within,
        },
        limits: args.limits.of_searches(searches_at_a_time),
        time: args.limits.time_limit,
        convention: args.letters.convention(),
        stats: ui.prints_details(),
    }
}

/// Writes the pictures that the options request. `record` is the result of the only board.
fn write_pictures(
    args: &Args,
    record: Option<&BoardRecord>,
    convention: Convention,
    ui: &Ui,
) -> Result<()> {
    let solution = record.and_then(|record| record.path.as_ref()?.grid_path(&record.board?));
    args.pictures.write(solution.as_ref(), convention, ui)
}

fn note_unused_tables(args: &Args, request: &Request, ui: &Ui) {
    let Setup {
        metric,
        algorithm,
        heuristic,
        ..
    } = &request.setup;
    let may_need_tables = heuristic.as_ref().is_none_or(HeuristicSpec::needs_tables);
    let needed = *metric == Metric::SingleTile && algorithm.takes_heuristic() && may_need_tables;
    if !needed && !args.tables.pdb.is_empty() {
        ui.note("--pdb is not used: no tables are needed");
    }
}
