//! The tables that are found, what a search would use, and what could be built.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use fifteen_solver::record::SCHEMA;
use fifteen_solver::tables::{BuildCandidate, GoalOverview, LocationOverview, location_overviews};
use serde::Serialize;

use crate::args::GoalArgs;
use crate::exit::Exit;
use crate::output::{Format, Printer, Report};
use crate::terminal::human;

/// The sizes that are shown if none is asked for.
const SIZES: [&str; 3] = ["3x3", "4x4", "5x5"];

/// Everything that is shown.
#[derive(Debug, Serialize)]
struct Overview {
    schema: u32,
    locations: Vec<LocationOverview>,
    goals: Vec<GoalOverview>,
}

/// Prints where tables are looked for, and what a search would use.
pub(super) fn print(args: &GoalArgs, tables: &[PathBuf], format: Format) -> Result<Exit> {
    if format == Format::Csv {
        bail!("--csv is for the headers of tables: name tables or folders, or ask for --json");
    }
    let goal = args.goal()?;
    let sizes = match args.size.or(goal.own_size()) {
        Some(size) => vec![size],
        None => SIZES.iter().map(|size| size.parse()).collect::<Result<_, _>>()?,
    };
    let locations = location_overviews(tables)?;
    let goals = sizes.into_iter().map(|size| GoalOverview::new(goal, size, tables)).collect::<Result<_, _>>()?;
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
