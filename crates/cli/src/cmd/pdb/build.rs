//! `fifteen pdb build`.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, anyhow};
use fifteen_solver::pdb::{self, BuildError, TableBuilder, file, zst};
use fifteen_solver::{Partition, TableKind, tables};

use super::plan::{Plan, TableRequest};
use super::{compare_published, in_words, show};
use crate::args::{self, GoalArgs, ThreadsArg};
use crate::exit::Exit;
use crate::memory;
use crate::output::unwritten;
use crate::save;
use crate::terminal::{Ui, human, interrupt};

/// Build the tables of partitions, or of a collection of partitions
///
/// Each table is built once, even if several partitions use it or its reflection. Goals with the blank in any corner
/// share their tables. A table that is there already is kept. The work can be interrupted at any time: a table appears
/// under its name only when it is complete.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen pdb build
  fifteen pdb build --size 5x4
  fifteen pdb build --partition 5-5-5 --kind additive --out tables
  fifteen pdb build --collection 7-8x2")]
pub(crate) struct Args {
    #[command(flatten)]
    goal: GoalArgs,
    /// A partition: 7-8, 6-6-3, 5-5-5, or tiles as in 1-8/9-15
    ///
    /// May be repeated.
    ///
    /// [default: 7-8 and 6-6-3 for 4x4, the whole board for up to 10 cells, one that fits for other sizes]
    #[arg(long, value_name = "P", value_parser = args::partition(), hide_possible_values = true)]
    partition: Vec<String>,
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "partition", help = collection_help(),
        value_parser = args::collection(), hide_possible_values = true)]
    collection: Option<String>,
    /// The kind of tables: zero-aware (stronger, smaller) or additive (the classic ones)
    ///
    /// [default: the collection's, else zero-aware]
    #[arg(long, value_name = "KIND", value_parser = args::kind(), hide_possible_values = true)]
    kind: Option<TableKind>,
    /// The folder of the tables
    ///
    /// [default: $FIFTEEN_PDB_DIR, else data/pdb of the checkout, else the user's data folder]
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Write the packed form, .pdb.zst
    ///
    /// It is smaller, but it is unpacked into memory when it is opened. The program `zstd` unpacks it too.
    #[arg(long, value_name = "LEVEL", num_args = 0..=1, require_equals = true, default_missing_value = "3",
        value_parser = args::number_in::<i32>(*zst::LEVELS.start() as u64..=*zst::LEVELS.end() as u64))]
    zstd: Option<i32>,
    /// Build tables even if they are there
    ///
    /// Any file that has the name of a table is overwritten.
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    args.out
        .iter()
        .try_for_each(|folder| save::require_folder("--out", folder))?;
    let plan = plan(args)?;
    let existing = plan.existing(args.force)?;
    plan.announce(&existing, ui);
    let missing = plan
        .tables
        .iter()
        .zip(&existing)
        .filter(|(_, existing)| existing.is_none());
    // A folder that cannot be written to is no fault if nothing is to be written.
    if let Some(bytes) = missing
        .map(|(table, _)| pdb::build_memory(&table.pattern, table.kind, args.threads.threads()))
        .max()
    {
        memory::require(bytes, "building these tables")?;
        file::prepare_folder(&plan.folder)?;
    } else {
        file::remove_litter(&plan.folder);
    }
    for (number, (table, existing)) in plan.tables.iter().zip(existing).enumerate() {
        if interrupt::requested() {
            return Ok(interrupted(&plan.tables[number..], ui));
        }
        let (path, line) = match existing {
            Some(path) => (path, "already there, header valid".to_owned()),
            None => match make(args, table, ui)? {
                Some(made) => made,
                None => return Ok(interrupted(&plan.tables[number..], ui)),
            },
        };
        writeln!(std::io::stdout(), "{}: {line}", path.display()).map_err(unwritten)?;
    }
    if interrupt::requested() {
        ui.note("interrupted while the last table was written; all tables are complete");
    }
    Ok(Exit::Done)
}

/// Notes the tables that an interrupted build leaves.
fn interrupted(left: &[TableRequest], ui: &Ui) -> Exit {
    let names: Vec<_> = left
        .iter()
        .map(|table| table.path.display().to_string())
        .collect();
    ui.note(format_args!(
        "interrupted; not built: {}; the same command builds what is left",
        names.join(", ")
    ));
    Exit::Partial
}

fn collection_help() -> String {
    format!(
        "A collection of partitions, with its goal and kind: {}, or a file, one partition a line",
        tables::shipped()
    )
}

/// The plan for the arguments.
fn plan(args: &Args) -> Result<Plan> {
    let folder = args.out.clone().or_else(tables::default_folder);
    let folder = folder.ok_or_else(|| anyhow!("no folder for the tables; name one with --out"))?;
    let (partitions, kind) = match &args.collection {
        Some(name) => {
            let collection = tables::collection(name, args.goal.size)?;
            let own = || Ok(*collection.goal());
            let goal = args
                .goal
                .given()?
                .map_or_else(own, |goal| goal.board(collection.size()))?;
            (
                collection.for_goal(&goal)?,
                args.kind.unwrap_or(collection.kind()),
            )
        }
        None => {
            let goal = args.goal.board()?;
            let given = args
                .partition
                .iter()
                .map(|text| Partition::parse(text, &goal))
                .collect::<Result<Vec<_>, _>>()?;
            let partitions = if given.is_empty() {
                Partition::defaults(&goal)
            } else {
                given
            };
            (partitions, args.kind.unwrap_or_default())
        }
    };
    Ok(Plan::new(partitions, kind, folder, args.zstd.is_some()))
}

/// Builds and saves one table: its file, and a line on it; `None` after Ctrl-C.
fn make(args: &Args, table: &TableRequest, ui: &Ui) -> Result<Option<(PathBuf, String)>> {
    let started = Instant::now();
    if let Some(made) = built_meanwhile(args, table)? {
        return Ok(Some(made));
    }
    let built = match build(args, table, ui) {
        Err(BuildError::Interrupted) => return Ok(None),
        built => built?,
    };
    let published = compare_published(built.header()).map_err(|difference| {
        anyhow!(
            "{difference}; it was built just now, so the memory of this machine or this program is faulty; nothing \
             was written"
        )
    })?;
    if let Some(made) = built_meanwhile(args, table)? {
        return Ok(Some(made));
    }
    let path = &table.path;
    file::save(&built, path, args.zstd)?;
    let line = format!(
        "{} entries, values up to {}, {:.3} on average; {} in {}{}",
        human::count(built.header().entries()),
        built.header().largest(),
        built.header().mean(),
        super::size(path),
        human::seconds(started.elapsed().as_secs_f64()),
        if published {
            format!("; {}", in_words(true))
        } else {
            String::new()
        }
    );
    Ok(Some((path.clone(), line)))
}

/// The file and a line for a table that another process has built since the plan was made: it is equally good, and may
/// be mapped already.
fn built_meanwhile(args: &Args, table: &TableRequest) -> Result<Option<(PathBuf, String)>> {
    let existing = if args.force {
        None
    } else {
        table.existing_now()?
    };
    Ok(existing.map(|path| (path, "built meanwhile by another process".to_owned())))
}

fn build(args: &Args, table: &TableRequest, ui: &Ui) -> Result<pdb::Table, BuildError> {
    let bar = ui
        .bar(
            format_args!("tiles {}", table.pattern),
            Some(table.needs.entries),
        )
        .with_message("entries");
    let built = TableBuilder::new()
        .kind(table.kind)
        .threads(args.threads.threads())
        .on_progress(|progress| show(&bar, &progress))
        .build(&table.pattern);
    bar.finish_and_clear();
    built
}

const _: () = assert!(
    zst::DEFAULT_LEVEL == 3,
    "--zstd without a level means the default one"
);
