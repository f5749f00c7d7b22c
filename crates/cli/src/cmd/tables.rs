//! `fifteen tables`: the tables that are found, what a search would use, and what could be built.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use fifteen_solver::record::SCHEMA;
use fifteen_solver::tables::{BuildCandidate, GoalOverview, LocationOverview, location_overviews};
use fifteen_solver::{Goal, Size};
use serde::Serialize;

use crate::args;
use crate::exit::Exit;
use crate::output::{Format, JsonArg, Printer, Report};
use crate::terminal::human;

/// The sizes that are shown if none is asked for.
const SIZES: [&str; 3] = ["3x3", "4x4", "5x5"];

/// Show which tables are found, and what could be built
///
/// Lists every folder in which tables are looked for, in order, with its tables. For each size it names the heuristic
/// that `solve` uses by default, the reason, and the partitions and collections that could be built: what they cost,
/// what they bring, and the command that builds them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen tables
  fifteen tables --size 5x4 --goal first
  fifteen tables --format json")]
pub(crate) struct Args {
    /// Width x height
    ///
    /// May be repeated.
    ///
    /// [default: the goal's, else 3x3, 4x4 and 5x5]
    #[arg(long, value_name = "WxH", value_parser = args::size(), hide_possible_values = true)]
    size: Vec<Size>,
    /// The goal: last, first, spiral, or a board
    #[arg(long, value_name = "G", default_value = "last", value_parser = args::goal(), hide_possible_values = true)]
    goal: String,
    /// A table, or a folder of tables, to use instead of the default folders
    ///
    /// May be repeated.
    #[arg(long, value_name = "FILE|DIR")]
    pdb: Vec<PathBuf>,
    /// The form of the results; --json for short
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    format: TablesFormat,
    #[command(flatten)]
    json: JsonArg,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TablesFormat {
    /// For people
    Text,
    /// One object
    Json,
}

/// Everything that is shown.
#[derive(Debug, Serialize)]
struct Overview {
    schema: u32,
    locations: Vec<LocationOverview>,
    goals: Vec<GoalOverview>,
}

pub(crate) fn run(args: &Args) -> Result<Exit> {
    let goal = Goal::parse(&args.goal, args.size.first().copied())?;
    let sizes = match (args.size.is_empty(), goal) {
        (false, _) => args.size.clone(),
        (true, Goal::Board(board)) => vec![board.size()],
        (true, _) => SIZES.iter().map(|size| size.parse()).collect::<Result<_, _>>()?,
    };
    let locations = location_overviews(&args.pdb)?;
    let goals = sizes.into_iter().map(|size| GoalOverview::new(goal, size, &args.pdb)).collect::<Result<_, _>>()?;
    let is_json = args.format == TablesFormat::Json || args.json.is_given();
    let format = if is_json { Format::Json } else { Format::Text };
    Printer::stdout(format).print(&Overview { schema: SCHEMA, locations, goals })?;
    Ok(Exit::Done)
}

impl Report for Overview {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "Tables are looked for in this order:")?;
        for (number, location) in (1..).zip(&self.locations) {
            write_location(out, number, location)?;
        }
        self.goals.iter().try_for_each(|goal| write_goal(out, goal))
    }
}

fn write_location(out: &mut dyn Write, number: usize, location: &LocationOverview) -> io::Result<()> {
    let content = match (location.searched, location.exists, location.tables.len() as u64) {
        (false, _, n) => {
            format!("not searched, since a place before it was named; {}", human::counted(n, "table", "tables"))
        }
        (true, false, _) => "there is no such folder".to_owned(),
        (true, true, n) => human::counted(n, "table", "tables"),
    };
    writeln!(out, "{number}. {} ({}): {content}", location.path.display(), location.reason)?;
    for table in &location.tables {
        let name = table.path.file_name().unwrap_or(table.path.as_os_str()).to_string_lossy();
        let packed = if table.packed { ", packed" } else { "" };
        let of =
            if table.partitions.is_empty() { "no named partition".to_owned() } else { table.partitions.join(", ") };
        writeln!(
            out,
            "   {name}\n     {} {} table of {}, {}, {}{packed}, mean value {:.2}; for {of}",
            table.size,
            table.kind,
            table.tiles,
            table.goals,
            human::bytes(table.bytes),
            table.mean,
        )?;
    }
    location.skipped.iter().try_for_each(|file| writeln!(out, "   skipped: {}: {}", file.path.display(), file.reason))
}

fn write_goal(out: &mut dyn Write, goal: &GoalOverview) -> io::Result<()> {
    writeln!(out, "\n{}, goal {}: {}", goal.size, goal.goal, goal.heuristic)?;
    writeln!(out, "  why: {}", goal.reason)?;
    if let Some(location) = &goal.location {
        writeln!(out, "  from: {location}")?;
    }
    goal.candidates.iter().try_for_each(|candidate| write_candidate(out, candidate))
}

/// The missing tables and what they bring: a few short lines.
fn write_candidate(out: &mut dyn Write, candidate: &BuildCandidate) -> io::Result<()> {
    let BuildCandidate { name, kind, tables, missing, command, .. } = candidate;
    let (all, missing) = (human::counted(*tables as u64, "table", "tables"), missing.len());
    match command {
        None => writeln!(out, "  {name} {kind}: {all}, nothing is missing")?,
        Some(_) => writeln!(out, "  {name} {kind}: {all}, {missing} missing")?,
    }
    if candidate.exact {
        writeln!(out, "    its values are exact distances")?;
    }
    if let (Some(nodes), Some(boards)) = (candidate.nodes, candidate.boards) {
        writeln!(out, "    {} a search on average ({boards})", human::counted(nodes, "node", "nodes"))?;
    }
    let Some(command) = command else { return Ok(()) };
    let (disk, memory) = (human::bytes(candidate.file_bytes), human::bytes(candidate.memory_bytes));
    let time = if candidate.seconds < 1.0 { "a second".to_owned() } else { human::seconds(candidate.seconds.round()) };
    writeln!(out, "    {disk} on disk, {memory} of memory while it is built, about {time}:\n    {command}")
}
