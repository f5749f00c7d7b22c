//! The command `fifteen pdb list`, which shows the tables that were found, or the headers of given
//! tables.

use std::fs;
use std::io::{self, Write};
use std::mem;
use std::path::PathBuf;

use anyhow::{Result, bail};
use fifteen_solver::pdb::file::{self, FileError};
use fifteen_solver::pdb::format::layout::VERSION;
use fifteen_solver::pdb::{Header, Pattern};
use fifteen_solver::record::SCHEMA;
use fifteen_solver::tables::{
    self, BuildCandidate, GoalOverview, LocationOverview, location_overviews,
};
use serde::Serialize;
use serde_json::{Value, json};

use super::with_folders;
use crate::advice::{advised, build_command};
use crate::args::{GoalArgs, TablesArg};
use crate::exit::Exit;
use crate::output::{Format, FormatArg, Printer};
use crate::terminal::{Ui, human, interrupt};

/// List the tables that are found, and those that you could build
///
/// Without FILE or DIR, the command lists every folder that is searched for tables, with the tables in it. For each
/// board size, it names the heuristic that `solve` uses by default, and why. Then it lists the partitions and collections
/// that you could build, with their cost, their benefit, and the command that builds them.
///
/// With FILE or DIR, the command prints the headers of these tables. In JSON and CSV, the headers contain a histogram,
/// which is the number of entries for each distance.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen pdb list
  fifteen pdb list --size 5x4 --goal first
  fifteen pdb list --csv tables > tables.csv
  fifteen pdb list --json tables/4x4_zero-aware_2-4.pdb")]
pub(crate) struct Args {
    /// Tables to describe, or folders of tables
    #[arg(value_name = "FILE|DIR", conflicts_with_all = ["size", "goal", "pdb"])]
    files: Vec<PathBuf>,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    tables: TablesArg,
    #[command(flatten)]
    output: FormatArg,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    interrupt::ends_the_process();
    let format = args.output.format();
    if args.files.is_empty() {
        print_overview(&args.goal, &args.tables.pdb, format)
    } else {
        print_headers(&args.files, format, ui)
    }
}

/// Board sizes shown by default.
const SIZES: [&str; 3] = ["3x3", "4x4", "5x5"];

/// Output of the command if it is called without files. It can be printed as JSON.
#[derive(Debug, Serialize)]
struct Overview {
    schema: u32,
    locations: Vec<LocationOverview>,
    goals: Vec<GoalWithCommands>,
}

/// The heuristic that a search for one goal would use, the tables that could be built for this
/// goal, and the commands that build them.
#[derive(Debug, Serialize)]
struct GoalWithCommands {
    #[serde(flatten)]
    goal: GoalOverview,
    candidates: Vec<CandidateWithCommand>,
}

/// A partition, or a collection of partitions, and the command that builds its missing tables.
#[derive(Debug, Serialize)]
struct CandidateWithCommand {
    #[serde(flatten)]
    candidate: BuildCandidate,
    /// Command that builds the missing tables, or `None` if no table is missing.
    command: Option<String>,
}

impl GoalWithCommands {
    fn new(mut goal: GoalOverview) -> Self {
        let candidates = mem::take(&mut goal.candidates)
            .into_iter()
            .map(|candidate| CandidateWithCommand {
                command: candidate.to_build.as_ref().map(build_command),
                candidate,
            })
            .collect();
        Self { goal, candidates }
    }
}

/// Prints where tables are looked for, and which heuristic a search would use.
fn print_overview(args: &GoalArgs, tables: &[PathBuf], format: Format) -> Result<Exit> {
    if format == Format::Csv {
        bail!("--csv is for the headers of tables: name tables or folders, or ask for --json");
    }
    let goal = args.goal()?;
    let sizes = match args.size.or(goal.own_size()) {
        Some(size) => vec![size],
        None => SIZES
            .iter()
            .map(|size| size.parse())
            .collect::<Result<_, _>>()?,
    };
    let locations = location_overviews(tables)?;
    let goals = sizes
        .into_iter()
        .map(|size| {
            Ok(GoalWithCommands::new(GoalOverview::new(
                goal, size, tables,
            )?))
        })
        .collect::<Result<_>>()?;
    let overview = Overview {
        schema: SCHEMA,
        locations,
        goals,
    };
    Printer::stdout(format).print(&overview, |out| write_overview(out, &overview))?;
    Ok(Exit::Done)
}

fn write_overview(out: &mut dyn Write, overview: &Overview) -> io::Result<()> {
    writeln!(out, "Tables are looked for in this order:")?;
    for (number, location) in (1..).zip(&overview.locations) {
        write_location(out, number, location)?;
    }
    overview
        .goals
        .iter()
        .try_for_each(|goal| write_goal(out, goal))
}

fn write_location(
    out: &mut dyn Write,
    number: usize,
    location: &LocationOverview,
) -> io::Result<()> {
    let content = match (
        location.searched,
        location.exists,
        location.tables.len() as u64,
    ) {
        (false, _, n) => {
            format!(
                "not searched, since a place before it was named; {}",
                human::counted(n, "table", "tables")
            )
        }
        (true, false, _) => "there is no such folder".to_owned(),
        (true, true, n) => human::counted(n, "table", "tables"),
    };
    writeln!(
        out,
        "{number}. {} ({}): {content}",
        location.path.display(),
        location.reason
    )?;
    for table in &location.tables {
        let name = table
            .path
            .file_name()
            .unwrap_or(table.path.as_os_str())
            .to_string_lossy();
        let packed = if table.packed { ", packed" } else { "" };
        let of = if table.partitions.is_empty() {
            "no named partition".to_owned()
        } else {
            table.partitions.join(", ")
        };
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
    location.skipped.iter().try_for_each(|file| {
        let reason = advised(&file.reason, file.remedy.clone());
        writeln!(out, "   skipped: {}: {reason}", file.path.display())
    })
}

fn write_goal(out: &mut dyn Write, with_commands: &GoalWithCommands) -> io::Result<()> {
    let GoalWithCommands { goal, candidates } = with_commands;
    writeln!(
        out,
        "\n{}, goal {}: {}",
        goal.size, goal.goal, goal.heuristic
    )?;
    writeln!(out, "  why: {}", goal.reason)?;
    if let Some(location) = &goal.location {
        writeln!(out, "  from: {location}")?;
    }
    candidates
        .iter()
        .try_for_each(|candidate| write_candidate(out, candidate))
}

/// Describes, in a few short lines, a partition or collection of partitions whose tables could be
/// built.
fn write_candidate(out: &mut dyn Write, with_command: &CandidateWithCommand) -> io::Result<()> {
    let CandidateWithCommand { candidate, command } = with_command;
    let BuildCandidate {
        name,
        kind,
        tables,
        missing,
        ..
    } = candidate;
    let (all, missing) = (
        human::counted(*tables as u64, "table", "tables"),
        missing.len(),
    );
    match command {
        None => writeln!(out, "  {name} {kind}: {all}, nothing is missing")?,
        Some(_) => writeln!(out, "  {name} {kind}: {all}, {missing} missing")?,
    }
    if candidate.exact {
        writeln!(out, "    its values are exact distances")?;
    }
    if let (Some(nodes), Some(boards)) = (candidate.nodes, candidate.boards) {
        writeln!(
            out,
            "    {} a search on average ({boards})",
            human::counted(nodes, "node", "nodes")
        )?;
    }
    let Some(command) = command else {
        return Ok(());
    };
    let (disk, memory) = (
        human::bytes(candidate.file_bytes),
        human::bytes(candidate.memory_bytes),
    );
    let time = if candidate.seconds < 1.0 {
        "a second".to_owned()
    } else {
        human::seconds(candidate.seconds.round())
    };
    writeln!(
        out,
        "    {disk} on disk, {memory} of memory while it is built, about {time}:\n    {command}"
    )
}

/// Prints the headers of the given table files, and of all tables in the given folders.
fn print_headers(files: &[PathBuf], format: Format, ui: &Ui) -> Result<Exit> {
    let mut printer = Printer::stdout(format);
    let mut exit = Exit::Done;
    let mut apart = false;
    for path in &with_folders(files)? {
        let read = tables::files()
            .read_header(path)
            .and_then(|header| Ok((header, file::is_packed(path)?)));
        let (file, bytes) = (
            path.display().to_string(),
            fs::metadata(path).ok().map(|found| found.len()),
        );
        exit = if read.is_err() { Exit::Failed } else { exit };
        if format == Format::Text {
            if let Err(error) = &read {
                ui.error(advised(error, error.remedy()));
                continue;
            }
            if apart {
                printer.blank_line()?;
            }
            apart = true;
        }
        let packed_to = bytes.filter(|_| matches!(read, Ok((_, true))));
        printer.print(&fields(&file, bytes, &read), |out| match &read {
            Ok((header, _)) => write_header(out, &file, header, packed_to),
            Err(_) => Ok(()),
        })?;
    }
    Ok(exit)
}

/// Returns the header of a table file as JSON, or the error if the header cannot be read. `read`
/// contains the header, and whether the file is compressed.
fn fields(file: &str, bytes: Option<u64>, read: &Result<(Header, bool), FileError>) -> Value {
    let header = read.as_ref().ok().map(|(header, _)| header);
    let pattern = header.map(Header::pattern);
    let reflection =
        pattern.and_then(|pattern| pattern.reflection().filter(|other| other != pattern));
    json!({
        "file": file,
        "size": pattern.map(|pattern| pattern.size().to_string()),
        "blank": pattern.map(Pattern::blank),
        "tiles": pattern.map(Pattern::labels),
        "kind": header.map(|header| header.kind().to_string()),
        "entries": header.map(Header::entries),
        "reachable": header.map(Header::reachable),
        "rows": header.map(Header::rows),
        "largest": header.map(Header::largest),
        "mean": header.map(Header::mean),
        "entry_bits": header.map(Header::entry_bits),
        "entry_order": header.map(|_| Header::ENTRY_ORDER),
        "bytes": header.map(Header::file_len),
        "file_bytes": bytes.filter(|_| read.is_ok()),
        "packed": read.as_ref().ok().map(|(_, packed)| packed),
        "version": header.map(|_| VERSION),
        "generator": header.map(Header::generator),
        "digest": header.map(Header::digest_hex),
        "error": read.as_ref().err().map(|error| advised(error, error.remedy())),
        // Tiles of the reflected pattern, for which the table can also be used.
        "reflection": reflection.map(|pattern| pattern.labels()),
        // Number of entries at each distance.
        "histogram": header.map(Header::histogram),
    })
}

fn write_header(
    out: &mut dyn Write,
    file: &str,
    header: &Header,
    packed_to: Option<u64>,
) -> io::Result<()> {
    let count = human::count;
    let packed = packed_to.map_or_else(String::new, |bytes| {
        format!(", packed to {}", human::bytes(bytes))
    });
    let pattern = header.pattern();
    let reachable = match header.entries() - header.reachable() {
        0 => String::new(),
        _ => format!(", {} of them reachable", count(header.reachable())),
    };
    let bits = human::plural(header.entry_bits().into(), "bit", "bits");
    let bytes = header.file_len();
    writeln!(out, "{file}")?;
    let serves = match pattern.reflection() {
        Some(other) if other == *pattern => {
            "these tiles, which are their own reflection".to_owned()
        }
        Some(other) => format!("these tiles, and {other}, their reflection"),
        None => "these tiles alone: no reflection keeps the blank's cell".to_owned(),
    };
    let lines = [
        (
            "board",
            format!(
                "{}, the goal's blank on cell {}",
                pattern.size(),
                pattern.blank()
            ),
        ),
        ("tiles", pattern.to_string()),
        ("serves", serves),
        ("kind", header.kind().to_string()),
        (
            "entries",
            format!(
                "{}{reachable}, in {}",
                count(header.entries()),
                human::counted(header.rows(), "row", "rows")
            ),
        ),
        (
            "values",
            format!(
                "up to {}, {:.4} on average",
                header.largest(),
                header.mean()
            ),
        ),
        (
            "stored",
            format!(
                "{} {bits} an entry, {}",
                header.entry_bits(),
                Header::ENTRY_ORDER
            ),
        ),
        (
            "size",
            format!("{} ({} bytes){packed}", human::bytes(bytes), count(bytes)),
        ),
        (
            "made by",
            format!("{}, format version {VERSION}", header.generator()),
        ),
        ("digest", header.digest_hex()),
    ];
    lines
        .iter()
        .try_for_each(|(name, value)| writeln!(out, "  {name:<8}{value}"))
}
