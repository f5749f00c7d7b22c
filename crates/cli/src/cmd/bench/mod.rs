//! `fifteen bench`: heuristics and algorithms compared on the same boards.

mod analysis;
mod boards;
mod kept;
mod plot;
mod run;
mod table;
mod text;

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use fifteen_lab::{Benchmark, BenchmarkRecord, Candidate, DEFAULT_NODE_LIMIT, InstanceSet};
use fifteen_solver::{Algorithm, HeuristicSpec, Mode, MoveOrder, Request, Setup, Size};

use self::run::Opened;
use crate::args::{self, LimitArgs, PagesArg, ThreadsArg};
use crate::exit::Exit;
use crate::output::{CsvArg, Format, JsonArg, Printer, ResultStream};
use crate::terminal::interrupt;
use crate::terminal::ui::Ui;

/// Compare heuristics and algorithms on the same boards
///
/// Every heuristic is run with every algorithm, within the limits for each board, on one thread except in fast mode.
/// Lengths are checked against the known ones and against each other, solutions are replayed, and digests of tables are
/// checked once.
///
/// Without --node-limit, --time-limit or --depth-limit a board ends after 20,000,000 generated nodes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The boards: korf100, hardest17, korf24 (5x5), random:N:SEED, or a file
    ///
    /// depth80 and known78-80 are boards of the 15-puzzle that need 80 and 78 to 80 moves. A file has one board a line.
    /// Boards of a published set may be selected by number, as in korf24:38,40 or korf100:1-10.
    #[arg(long, value_name = "SET", default_value = "korf100",
        value_parser = args::set(), hide_possible_values = true)]
    set: String,
    /// A heuristic, as for `solve`
    ///
    /// May be repeated.
    ///
    /// [default: manhattan, linear-conflict, walking-distance, and the strongest tables found]
    #[arg(long, value_name = "H", value_parser = args::heuristic(), hide_possible_values = true)]
    heuristic: Vec<HeuristicSpec>,
    /// An algorithm
    ///
    /// May be repeated. Algorithms that take no heuristic run once.
    #[arg(long, value_parser = args::algorithm(), value_name = "A", default_value = "ida")]
    algorithm: Vec<Algorithm>,
    /// The mode of ida
    ///
    /// Only the counts of plain mode can be compared with those of other programs.
    #[arg(long, hide_short_help = true, value_parser = args::mode(), value_name = "MODE", default_value = "plain")]
    mode: Mode,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    limits: LimitArgs,
    /// The order in which the blank's moves are tried
    ///
    /// [default: the algorithm's, as for `solve`]
    #[arg(long, hide_short_help = true, value_name = "ULRD")]
    order: Option<MoveOrder>,
    /// Complete the last iteration of IDA*, so that counts do not depend on where in it the solution lies
    #[arg(long, hide_short_help = true)]
    finish_iteration: bool,
    /// Width x height of random boards, or of a file's boards
    ///
    /// In a file it is needed only if the lines do not show it.
    #[arg(long, value_name = "WxH", value_parser = args::size(), hide_possible_values = true)]
    size: Option<Size>,
    /// The goal of random boards, or of a file's boards
    ///
    /// [default: last]
    #[arg(long, hide_short_help = true, value_name = "G", value_parser = args::goal(), hide_possible_values = true)]
    goal: Option<String>,
    /// A table, or a folder of tables, to use instead of the default folders
    ///
    /// May be repeated.
    #[arg(long, hide_short_help = true, value_name = "FILE|DIR")]
    pdb: Vec<PathBuf>,
    #[command(flatten)]
    pages: PagesArg,
    /// Keep the result of each board in a folder as soon as it is there
    ///
    /// A run that was ended goes on where it was, if program, boards and options are the same.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the results that --out has kept, and compare them board by board
    #[arg(long, value_name = "DIR", conflicts_with_all = SEARCH_OPTIONS)]
    from: Option<PathBuf>,
    #[command(flatten)]
    plot: plot::PlotArg,
    /// The form of the results; --json and --csv for short
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    format: BenchFormat,
    #[command(flatten)]
    json: JsonArg,
    #[command(flatten)]
    csv: CsvArg,
}

impl Args {
    /// The form asked for; the last option counts.
    fn format(&self) -> BenchFormat {
        match (self.json.is_given(), self.csv.is_given()) {
            (true, _) => BenchFormat::Json,
            (_, true) => BenchFormat::Csv,
            _ => self.format,
        }
    }
}

/// Options that have no meaning for results that are there already.
const SEARCH_OPTIONS: [&str; 13] = [
    "out",
    "set",
    "heuristic",
    "algorithm",
    "mode",
    "ThreadsArg",
    "LimitArgs",
    "order",
    "finish_iteration",
    "size",
    "goal",
    "pdb",
    "PagesArg",
];

const EXAMPLES: &str = "\
Examples:
  fifteen bench --plot korf100.svg
  fifteen bench --set random:1000:1 --heuristic 6-6-3 --heuristic manhattan
  fifteen bench --set hardest17 --heuristic 7-8 --time-limit 60 --format csv
  fifteen bench --set korf24:38,40 --heuristic 6-6-6-6 --node-limit 100000000
  fifteen bench --set random:50:7 --size 3x3 --algorithm ida --algorithm astar
  fifteen bench --set random:9:1 --size 3x3 --heuristic manhattan --out results
  fifteen bench --from results";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum BenchFormat {
    /// For people
    Text,
    /// A table
    Markdown,
    /// The names of JSON in a first line, then a line for each result
    Csv,
    /// One object a line
    Json,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    if let Some(folder) = &args.from {
        return kept::print(args, folder, ui);
    }
    let stream = args.plot.prepare(&args.set, args.format() == BenchFormat::Text, ui)?;
    let set = boards::set(args, ui)?;
    if args.threads.is_given() && args.mode == Mode::Plain {
        ui.note("--threads is not used: only fast mode (--mode fast) uses several threads");
    }
    let mode = args.mode.on(args.threads.count());
    // A limit on nodes would keep a fast search on one thread.
    let limits = match args.limits.any() || mode != Mode::Plain {
        true => args.limits.clone(),
        false => LimitArgs { node_limit: Some(DEFAULT_NODE_LIMIT), ..args.limits.clone() },
    };
    let candidates = Candidate::combinations(&args.heuristic, &algorithms(args));
    for candidate in &candidates {
        let setup = Setup { algorithm: candidate.algorithm, ..Setup::default() };
        args::validated(Request { setup, search: limits.options(1), ..Request::default() })?;
    }
    let mut options = limits.options(1);
    options.finish_iteration = args.finish_iteration;
    options.mode = mode;
    let setup = setup(args, &set, &limits);
    let mut benchmark = Benchmark::new(&set, options);
    let mut folder = args.out.as_ref().map(|folder| kept::open(args, folder, &set, &limits, ui)).transpose()?;
    let mut printer = printer(args.format(), stream)?;
    let mut records: Vec<BenchmarkRecord> = Vec::new();
    for candidate in &candidates {
        if interrupt::requested() {
            break;
        }
        let opened = match Opened::new(candidate, &set, &setup, ui) {
            Ok(opened) => opened,
            Err(_) if interrupt::requested() => break,
            // A default that cannot be had: the others are compared without it.
            Err(why) if args.heuristic.is_empty() && candidate.heuristic.is_some() => {
                ui.note(format_args!("left out: {why}"));
                continue;
            }
            Err(failure) => return Err(failure),
        };
        if args.heuristic.is_empty() && opened.is_among(&records) {
            continue;
        }
        let record = match opened.run(&mut benchmark, &set.instances, mode, folder.as_mut(), ui) {
            Ok(Some(record)) => record,
            Ok(None) => break,
            Err(_) if interrupt::requested() => break,
            Err(failure) => return Err(failure),
        };
        if let Some(printer) = &mut printer {
            ui.aside(|| printer.print(&record))?;
        }
        records.push(record);
    }
    match args.format() {
        BenchFormat::Markdown => table::markdown(&mut stream.writer(), &records)?,
        BenchFormat::Text if records.len() > 1 => table::text(&mut stream.writer(), &records)?,
        _ => (),
    }
    if !(records.is_empty() && interrupt::requested()) {
        args.plot.write(&set.name, &set.size.to_string(), set.instances.len(), &records, ui)?;
    }
    if interrupt::requested() {
        ui.note("interrupted; the results above are those that were complete");
    }
    Ok(exit(&records))
}

/// The printer of each result as soon as it is there; a table in Markdown is printed at the end.
fn printer(format: BenchFormat, stream: ResultStream) -> Result<Option<Printer<Box<dyn Write + Send>>>> {
    let mut printer = match format {
        BenchFormat::Json => Some(Printer::stdout(Format::Json)),
        BenchFormat::Csv => Some(Printer::stdout(Format::Csv)),
        BenchFormat::Text => Some(Printer::to(Format::Text, stream)),
        BenchFormat::Markdown => None,
    };
    printer.iter_mut().try_for_each(|printer| printer.header(&BenchmarkRecord::default()))?;
    Ok(printer)
}

fn exit(records: &[BenchmarkRecord]) -> Exit {
    if records.iter().any(|record| record.mismatches > 0) {
        return Exit::Failed;
    }
    let complete = records.iter().all(|record| record.solved == record.boards);
    if complete && !interrupt::requested() { Exit::Done } else { Exit::Partial }
}

fn setup(args: &Args, set: &InstanceSet, limits: &LimitArgs) -> Setup {
    let (tables, pages, limits) = (args.pdb.clone(), args.pages.pages, limits.of_tables());
    Setup { goal: set.goal, order: args.order, tables, pages, limits, ..Setup::default() }
}

/// The algorithms, each once.
fn algorithms(args: &Args) -> Vec<Algorithm> {
    let mut algorithms: Vec<Algorithm> = Vec::new();
    for &algorithm in &args.algorithm {
        if !algorithms.contains(&algorithm) {
            algorithms.push(algorithm);
        }
    }
    algorithms
}

#[cfg(test)]
mod tests {
    use super::*;
    use fifteen_solver::{Goal, HeuristicKind, Options, RandomBoards};

    /// Runs IDA* with Manhattan on boards whose known lengths are wrong by a number of moves.
    fn run_with_lengths_off_by(moves: i32) -> (BenchmarkRecord, Exit) {
        let size = Size::new(3, 3).unwrap();
        let solver = Setup::with_heuristic(HeuristicKind::Manhattan).open(size).unwrap();
        let boards = RandomBoards::new(*solver.goal(), 1).take(3).collect();
        let mut set = InstanceSet::of_boards("test", size, Goal::Last, boards).unwrap();
        for instance in &mut set.instances {
            let length = solver.solve(&instance.board, &Options::default()).unwrap().length;
            instance.length = length.and_then(|length| length.checked_add_signed(moves));
        }
        let ui = Ui::new(true);
        let mut benchmark = Benchmark::new(&set, Options::default());
        let candidate = Candidate { heuristic: "manhattan".parse().ok(), algorithm: Algorithm::Ida };
        let opened = Opened::new(&candidate, &set, &Setup::default(), &ui).ok().unwrap();
        let record = opened.run(&mut benchmark, &set.instances, Mode::Plain, None, &ui).ok().flatten().unwrap();
        let exit = exit(std::slice::from_ref(&record));
        (record, exit)
    }

    #[test]
    fn wrong_lengths_fail_loudly() {
        for (moves, mismatches, expected) in [(0, 0, Exit::Done), (2, 3, Exit::Failed), (-2, 3, Exit::Failed)] {
            let (record, exit) = run_with_lengths_off_by(moves);
            assert_eq!((record.solved, record.mismatches, exit), (3, mismatches, expected), "{moves}");
        }
    }
}
