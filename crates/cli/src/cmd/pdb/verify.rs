//! The command `fifteen pdb verify`, which checks digests and histograms of tables and, with
//! `--deep`, every entry.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use fifteen_solver::pdb::{BuildProgress, Header, deep_verification_memory};
use fifteen_solver::record::microseconds;
use fifteen_solver::resources::Threads;
use fifteen_solver::tables::{self, MemoryShortage};
use serde::Serialize;

use super::entries_error;
use super::{in_words, show, verify_published, with_folders};
use crate::advice::{advised, remedy_of};
use crate::args::ThreadsArg;
use crate::exit::Exit;
use crate::memory;
use crate::output::{Format, FormatArg, Printer};
use crate::terminal::{Ui, human, interrupt};

/// Minimum running time of a deep verification before the remaining time is estimated. Earlier, the
/// speed is not known well enough.
const WARM_UP: Duration = Duration::from_secs(1);

/// Verify the digest and histogram of tables, and compare them with the published tables
///
/// This finds any accidental damage. Published tables are those of the partitions and collections that this program
/// knows by name, for goals with the blank in a corner. Their digests are part of the program, so a published table that
/// passes has the same entries on every machine.
///
/// With --deep, the command also proves that the entries are right. It computes every distance again by another method,
/// and compares.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen pdb verify tables
  fifteen pdb verify --deep tables/4x4_zero-aware_2-4.pdb")]
pub(crate) struct Args {
    /// Tables, or folders of tables
    #[arg(required = true, value_name = "FILE|DIR")]
    files: Vec<PathBuf>,
    /// Compute every entry again, and compare
    #[arg(long)]
    deep: bool,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    output: FormatArg,
}

#[derive(Debug, Serialize)]
struct Verification {
    file: String,
    ok: bool,
    deep: bool,
    #[serde(serialize_with = "microseconds")]
    seconds: f64,
    error: Option<String>,
    /// Whether the table is in the list of published tables.
    published: bool,
}

fn write_text(out: &mut dyn Write, verification: &Verification) -> io::Result<()> {
    let what = if verification.deep {
        "header, digest, histogram and every entry"
    } else {
        "header, digest and histogram"
    };
    // Nothing is printed for a failed verification, because the caller reports the error.
    let which = in_words(verification.published);
    if !verification.ok {
        return Ok(());
    }
    writeln!(
        out,
        "{}: ok ({what}; {}): {which}",
        verification.file,
        human::seconds(verification.seconds)
    )
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let mut printer = Printer::stdout(args.output.format());
    let mut exit = Exit::Done;
    for path in &with_folders(&args.files)? {
        let started = Instant::now();
        let (published, error) = match verify(args, path, ui) {
            Ok(published) => (published, None),
            Err(error) => {
                let remedy = remedy_of(&error);
                (false, Some(advised(error, remedy)))
            }
        };
        if error.is_some() && interrupt::requested() {
            ui.note(format_args!(
                "{}: interrupted, not verified",
                path.display()
            ));
            return Ok(exit.max(Exit::Partial));
        }
        if let Some(error) = &error {
            exit = Exit::Failed;
            if args.output.format() == Format::Text {
                ui.error(error);
            }
        }
        let file = path.display().to_string();
        let seconds = started.elapsed().as_secs_f64();
        let verification = Verification {
            file,
            ok: error.is_none(),
            deep: args.deep,
            seconds,
            error,
            published,
        };
        printer.print(&verification, |out| write_text(out, &verification))?;
    }
    Ok(exit)
}

/// Verifies a table. Returns whether the table is in the list of published tables.
fn verify(args: &Args, path: &Path, ui: &Ui) -> Result<bool> {
    let table = tables::files().open(path)?;
    let published = verify_published(&table, path)?;
    if !args.deep {
        return Ok(published);
    }
    let threads = args.threads.threads();
    announce(table.header(), path, threads, ui)?;
    let bar = ui
        .bar(
            format_args!("verifying {}", table.header().pattern()),
            Some(table.header().entries()),
        )
        .with_message("entries");
    // A visible progress bar already shows the remaining time. Without one, a note shows it once.
    let (started, mut is_noted) = (Instant::now(), ui.shows_bars());
    let result = table.verify_deep(threads, &mut |progress: BuildProgress| {
        let passed = started.elapsed();
        if !is_noted
            && passed >= WARM_UP
            && let Some(left) = progress.seconds_left(passed.as_secs_f64())
        {
            is_noted = true;
            ui.say(format_args!(
                "{}: about {} left at this speed",
                path.display(),
                human::seconds(left)
            ));
        }
        show(&bar, &progress)
    });
    bar.finish_and_clear();
    result.map_err(entries_error(path))?;
    Ok(published)
}

fn announce(header: &Header, path: &Path, threads: Threads, ui: &Ui) -> Result<()> {
    let needed = deep_verification_memory(header.pattern(), threads);
    ui.say(format_args!(
        "{}: comparing {} entries takes {} of memory",
        path.display(),
        human::count(header.entries()),
        human::bytes(needed)
    ));
    MemoryShortage::check(needed, memory::available()).map_err(|shortage| {
        anyhow!(
            "verifying {} in depth {shortage}; close other programs",
            path.display()
        )
    })
}
