//! The command `fifteen pdb build`, which builds tables and saves them.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use fifteen_solver::TableKind;
use fifteen_solver::pdb::{BuildError, zst};
use fifteen_solver::resources::system_memory;
use fifteen_solver::tables::{
    self, BuildOptions, BuildPlan, CompleteTable, PlannedTable, TableBuildError, TableOrigin,
    TablesToBuild,
};

use super::announcement::announce;
use super::{in_words, show};
use crate::args::{self, GoalArgs, ThreadsArg};
use crate::exit::Exit;
use crate::output::unwritten;
use crate::save;
use crate::terminal::{Ui, human, interrupt};

/// Build the tables of partitions, or of a collection of partitions
///
/// A partition divides the tiles into groups, and each group has a table. A table is built only once, even if several
/// partitions use it or its reflection, and all goals with the blank in a corner share it. Existing tables are kept.
///
/// You can interrupt the command at any time, because a table gets its name only when it is complete. The same command
/// then builds what is left.
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
    /// You can give this option several times.
    ///
    /// [default: 7-8 and 6-6-3 for 4x4, the whole board for up to 10 cells, a suitable one for other sizes]
    #[arg(long, value_name = "P", value_parser = args::partition(), hide_possible_values = true)]
    partition: Vec<String>,
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "partition", help = collection_help(),
        value_parser = args::collection(), hide_possible_values = true)]
    collection: Option<String>,
    /// The kind of tables: zero-aware (stronger and smaller) or additive (the classic kind)
    ///
    /// [default: that of the collection, or else zero-aware]
    #[arg(long, value_name = "KIND", value_parser = args::kind(), hide_possible_values = true)]
    kind: Option<TableKind>,
    /// The folder for the tables
    ///
    /// [default: $FIFTEEN_PDB_DIR, or else your data folder]
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Compress the tables with zstd
    ///
    /// Files .pdb.zst are smaller, but they are decompressed into memory each time they are opened. The program `zstd` can
    /// decompress them too. A higher LEVEL makes smaller files and takes longer.
    #[arg(long, value_name = "LEVEL", num_args = 0..=1, require_equals = true, default_missing_value = "3",
        value_parser = args::number_in::<i32>(*zst::LEVELS.start() as u64..=*zst::LEVELS.end() as u64))]
    zstd: Option<i32>,
    /// Build tables even if they exist
    ///
    /// This overwrites any file that has the name of a table.
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    args.out
        .iter()
        .try_for_each(|folder| save::require_folder("--out", folder))?;
    let to_build = TablesToBuild {
        size: args.goal.size,
        goal: args.goal.given()?,
        partitions: args.partition.clone(),
        collection: args.collection.clone(),
        kind: args.kind,
        folder: args.out.clone(),
    };
    let options = BuildOptions {
        threads: args.threads.threads(),
        zstd: args.zstd,
        force: args.force,
    };
    let plan = BuildPlan::new(&to_build, options)?;
    announce(&plan, args.zstd.is_some(), ui);
    plan.prepare(system_memory::available())?;
    for (number, table) in plan.tables.iter().enumerate() {
        if interrupt::requested() {
            return Ok(interrupted(&plan.tables[number..], ui));
        }
        let started = Instant::now();
        let complete = match build(&plan, table, ui) {
            Err(TableBuildError::Build(BuildError::Interrupted)) => {
                return Ok(interrupted(&plan.tables[number..], ui));
            }
            complete => complete?,
        };
        let line = described(&complete, started.elapsed().as_secs_f64());
        writeln!(std::io::stdout(), "{}: {line}", complete.path.display()).map_err(unwritten)?;
    }
    if interrupt::requested() {
        ui.note("interrupted while the last table was written; all tables are complete");
    }
    Ok(Exit::Done)
}

/// Tells the user which tables are missing because the build was interrupted.
fn interrupted(left: &[PlannedTable], ui: &Ui) -> Exit {
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
        "A collection of partitions, with its goal and kind: {}, or a file with one partition per line",
        tables::shipped()
    )
}

/// Builds a table and shows a progress bar, unless the table already exists.
fn build(
    plan: &BuildPlan,
    table: &PlannedTable,
    ui: &Ui,
) -> Result<CompleteTable, TableBuildError> {
    if table.existing.is_some() {
        return plan.build(table, &mut |_| interrupt::flow());
    }
    let bar = ui
        .bar(
            format_args!("tiles {}", table.pattern),
            Some(table.requirements.entries),
        )
        .with_message("entries");
    let complete = plan.build(table, &mut |progress| show(&bar, &progress));
    bar.finish_and_clear();
    complete
}

/// Returns a description of a finished table, such as its number of entries and its values.
/// `seconds` is the build time.
fn described(complete: &CompleteTable, seconds: f64) -> String {
    let (header, published) = match &complete.origin {
        TableOrigin::Existing => return "already there, header valid".to_owned(),
        TableOrigin::OtherProcess => return "built meanwhile by another process".to_owned(),
        TableOrigin::Built { header, published } => (header, published),
    };
    format!(
        "{} entries, values up to {}, {:.3} on average; {} in {}{}",
        human::count(header.entries()),
        header.largest(),
        header.mean(),
        super::size(&complete.path),
        human::seconds(seconds),
        if *published {
            format!("; {}", in_words(true))
        } else {
            String::new()
        }
    )
}

const _: () = assert!(
    zst::DEFAULT_LEVEL == 3,
    "--zstd without a level means the default one"
);
