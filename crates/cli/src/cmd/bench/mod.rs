//! `fifteen bench`: compares heuristics and algorithms on the same boards.

mod plot;
mod search;
mod table;

use std::path::PathBuf;

use anyhow::{Result, anyhow};
use fifteen_lab::BenchmarkResults;
use fifteen_solver::{Algorithm, HeuristicSpec};

use crate::args::{self, GoalArgs, LimitArgs, TablesArg};
use crate::exit::Exit;
use crate::output::{Format, FormatArg, Printer};
use crate::terminal::{Ui, human, interrupt};

const EXAMPLES: &str = "\
Examples:
  fifteen bench --plot korf100.svg
  fifteen bench --set random:1000:1 --heuristic 6-6-3 --heuristic manhattan
  fifteen bench --set hardest17 --heuristic 7-8 --time-limit 60 --csv
  fifteen bench --set korf24:38,40 --heuristic 6-6-6-6 --node-limit 100000000
  fifteen bench --set random:50:7 --size 3x3 --algorithm ida --algorithm astar
  fifteen bench --set random:99:1 --size 3x3 --resume results.jsonl
  fifteen bench results.jsonl --plot results.svg";

const FIELDS: &str = "\
Fields of --json and --csv, which pandas.read_json(FILE, lines=True) reads:
  schema            version of the fields
  program           version and commit of the program
  set, line         the set of boards, and the number of this board in it
  board             the tiles row by row, with 0 for the blank
  size, goal        width x height, and the name of the goal or its tiles
  heuristic         the heuristic with the kind of its tables, or null if the algorithm takes none
  algorithm, mode, order, threads   as for `solve`
  status            solved, or limit if the board was given up; error then names the limit
  length            number of moves of the solution, or null if the board was given up
  moves, letters    the solution, and whether its letters are directions of the tile or of the blank
  metric            the unit in which its length is counted
  known             length of the shortest solution: published, or proven by any search of this run
  wrong             what is wrong with the result, or null if nothing is
  bound             proven lower bound on the length
  upper, gap        length of the best solution at a limit, and upper - bound
  h0                value of the heuristic for the board
  generated, expanded   numbers of nodes, until the limit if the board was given up
  expanded_below    nodes expanded while the bound was less than the length (f < C*)
  expanded_forward, expanded_backward, met   for mm, nbs and bae: the nodes of both directions, and
                    the number of moves from the start to the state at which they met
  seconds, open_seconds     time of the search, and of opening or building the heuristic
  peak_bytes, table_bytes   memory of the search, and of the tables
  node_limit, time_limit, depth_limit, memory_limit   limits of the run, or null
  file, solutions, all_moves, iterations   as in the records of `solve`";

/// Compare heuristics and algorithms on the same boards
///
/// A configuration is a heuristic with an algorithm. Every heuristic is combined with every algorithm, and each
/// configuration solves every board in plain mode on one thread, within the limits. Lengths are compared with the known
/// ones and with each other, every solution is replayed, and the digests of tables are verified.
///
/// The command prints two tables. The first has the figures of each configuration, all for the same boards. The second
/// compares each configuration with the first one, board by board. If boards were given up at a limit, means over them
/// are lower bounds, such as `> 1,000`.
///
/// Small tables that are not found, such as 5-5-5 or those of your own partitions, are built in memory.
///
/// With --json or --csv, each result is printed as a line as soon as it is known. --resume FILE keeps these lines in a
/// file, and `fifteen bench FILE` prints its tables again.
///
/// Without --node-limit, --time-limit or --depth-limit, a search stops after 20,000,000 generated nodes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{FIELDS}"))]
pub(crate) struct Args {
    /// Files of results to print, from one machine or several; nothing is searched
    #[arg(value_name = "FILE", conflicts_with_all = ["BenchmarkArgs", "GoalArgs", "TablesArg", "LimitArgs"])]
    files: Vec<PathBuf>,
    #[command(flatten)]
    search: BenchmarkArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Compare with the configuration whose name begins with NAME [default: the first one]
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    baseline: Option<String>,
    /// Display TEXT instead of the name of the configuration that begins with NAME
    ///
    /// This concerns tables and plots; JSON and CSV keep the names. You can give this option several times, as in
    /// --label 7-8=PDB --label manhattan=MD.
    #[arg(long, value_name = "NAME=TEXT", value_parser = label, hide_short_help = true)]
    label: Vec<(String, String)>,
    #[command(flatten)]
    plot: plot::PlotArg,
    /// Print the tables in Markdown
    #[arg(long, hide_short_help = true, overrides_with_all = ["markdown", "json", "csv"])]
    markdown: bool,
    #[command(flatten)]
    output: FormatArg,
}

#[derive(Debug, clap::Args)]
struct BenchmarkArgs {
    /// The boards: korf100, hardest17, korf24 (5x5), random:N:SEED, or a file
    ///
    /// A file has one board per line. You can select boards of a published set by number, as in korf24:38,40 or
    /// korf100:1-10.
    #[arg(long, value_name = "SET", default_value = "korf100",
        value_parser = args::set(), hide_possible_values = true)]
    set: String,
    /// A heuristic, as for `solve`
    ///
    /// You can give this option several times.
    ///
    /// [default: manhattan, linear-conflict, walking-distance, and the strongest tables found]
    #[arg(long, value_name = "H", value_parser = args::heuristic(), hide_possible_values = true)]
    heuristic: Vec<HeuristicSpec>,
    /// A search algorithm
    ///
    /// You can give this option several times. An algorithm that takes no heuristic runs once.
    #[arg(long, value_parser = args::algorithm(), value_name = "A", default_value = "ida")]
    algorithm: Vec<Algorithm>,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    tables: TablesArg,
    /// Append each result to a file, and search only what has no result in it yet
    ///
    /// The same command continues a run that was interrupted. You can add heuristics, algorithms and boards. With larger
    /// limits, the boards that were given up are searched again. Smaller limits are refused.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let (format, markdown) = (args.output.format(), args.markdown);
    let stream = args
        .plot
        .prepare(&args.search.set, format == Format::Text && !markdown, ui)?;
    // In text format the results are printed as tables at the end instead of line by line.
    let lines = (format != Format::Text).then(|| Printer::stdout(format));
    let results = match &args.files[..] {
        [] => search::run(&args.search, &args.limits, lines, ui)?,
        files => {
            let results = search::read(files, ui)?;
            if let Some(mut printer) = lines {
                results.lines().try_for_each(|line| printer.data(line))?;
            }
            results
        }
    };
    let names = table::names(&results.records());
    let mut labels = names.clone();
    let mut set =
        |name, label| index("--label", name, &names).map(|index| labels[index].clone_from(label));
    let labelled = args
        .label
        .iter()
        .try_for_each(|(name, label)| set(name, label));
    let baseline = args
        .baseline
        .as_ref()
        .map_or(Ok(0), |name| index("--baseline", name, &names));
    if format == Format::Text {
        table::print(
            &mut stream.writer(),
            &results,
            &labels,
            *baseline.as_ref().unwrap_or(&0),
            markdown,
        )?;
    }
    notes(&results, ui);
    if !(results.configurations().is_empty() && interrupt::requested()) {
        args.plot.write(&results, labels, ui)?;
    }
    if interrupt::requested() {
        ui.note(match &args.search.resume {
            Some(_) => "interrupted: the tables cover the finished searches; the same command continues",
            None => "interrupted: the tables cover the finished searches; with --resume FILE, the same command could continue",
        });
    }
    // Report an invalid `--label` or `--baseline` only now, after printing the results, which may
    // have taken long to compute.
    labelled.and(baseline)?;
    Ok(exit(&results))
}

/// Parses the value of `--label`, such as `7-8=PDB`.
fn label(value: &str) -> Result<(String, String), String> {
    let (name, label) = value.split_once('=').unwrap_or_default();
    if name.is_empty() || label.trim().is_empty() || label.contains(char::is_control) {
        return Err("expected the beginning of a name and a text, such as 7-8=PDB".to_owned());
    }
    Ok((name.to_owned(), label.to_owned()))
}

/// Returns the index of the configuration (a heuristic with an algorithm) with this name, or else
/// of the first one whose name starts with it.
fn index(option: &str, name: &str, names: &[String]) -> Result<usize> {
    let same = names.iter().position(|other| other == name);
    let found = same.or_else(|| names.iter().position(|other| other.starts_with(name)));
    found.ok_or_else(|| {
        anyhow!(
            "{option}: no configuration is called {name}; there are {}",
            names.join("; ")
        )
    })
}

/// Prints notes that warn against misleading comparisons, for example because some configurations
/// have not searched all boards.
fn notes(results: &BenchmarkResults, ui: &Ui) {
    let common = results.records().first().map_or(0, |record| record.boards);
    let all = results
        .configurations()
        .iter()
        .map(|results| results.lines.len())
        .max()
        .unwrap_or(0);
    if common < all {
        ui.note(format_args!(
            "not all configurations have results of the same boards: the first table is over the {common} of {all} \
             boards of which all have one; the second compares two configurations over all boards of which both have one"
        ));
    }
    if results.open() > 0 {
        let results = human::counted(results.open() as u64, "result", "results");
        ui.note(format_args!(
            "left out {results} of boards that were given up within smaller limits"
        ));
    }
    if results.programs().len() > 1 {
        let programs: Vec<&str> = results.programs().iter().map(String::as_str).collect();
        ui.note(format_args!(
            "results of several versions: {}",
            programs.join("; ")
        ));
    }
}

fn exit(results: &BenchmarkResults) -> Exit {
    if results.lines().any(|line| line.wrong.is_some()) {
        return Exit::Failed;
    }
    let complete = results.lines().all(|line| line.length.is_some());
    if complete && !interrupt::requested() {
        Exit::Done
    } else {
        Exit::Partial
    }
}
