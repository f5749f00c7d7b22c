//! `fifteen reproduce`: the published figures that this field rests on, each beside ours.

mod boards;
mod building;
mod check;
mod korf;
mod puzzle24;
mod spaces;
mod tables;

use std::time::{Duration, Instant};

use clap::ValueEnum;

use self::check::{Checks, Verdict};
use crate::args::ThreadsArg;
use crate::exit::{Exit, Failure};
use crate::output::{Format, Printer};
use crate::terminal::human;
use crate::terminal::interrupt;
use crate::terminal::ui::Ui;

/// Compute the figures that this field rests on, and compare them with what was published
///
/// Each with its source, what was published, what comes out here, and whether it is equal. About a minute without --full.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Everything: all of Korf's 100 boards, four of the 24-puzzle, the largest tables, larger boards; minutes, and 2 GB of
    /// memory
    #[arg(long)]
    full: bool,
    /// Count the nodes of Korf's boards for S seconds: first two of the 24-puzzle, with their tables (260 MB of temporary
    /// files), then as many as can be done of the 100, the cheapest first [default: 60]
    #[arg(long, value_name = "S", value_parser = crate::args::seconds, conflicts_with = "full")]
    time_limit: Option<Duration>,
    #[command(flatten)]
    threads: ThreadsArg,
    /// The form of the results
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    format: ReproduceFormat,
}

const EXAMPLES: &str = "\
Exit code 2 if any figure is not equal to the published one. Of Korf's counts of 1985, three are known not to belong to \
the boards printed beside them; they are named as exceptions.

Examples:
  fifteen reproduce
  fifteen reproduce --full --format json > figures.jsonl";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReproduceFormat {
    /// For people
    Text,
    /// One object a line
    Json,
}

/// Computes and compares some figures.
type Part = fn(&Scope, &mut Checks) -> Result<(), Failure>;

/// What is to be computed, and with how many threads.
struct Scope {
    full: bool,
    /// For counting nodes.
    time_limit: Option<Duration>,
    threads: usize,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    let time_limit = if args.full { None } else { args.time_limit.or(Some(Duration::from_secs(60))) };
    let scope = Scope { full: args.full, time_limit, threads: args.threads.count() };
    let format = if args.format == ReproduceFormat::Json { Format::Json } else { Format::Text };
    let _watched = interrupt::watched();
    let mut checks = Checks::new(Printer::stdout(format), ui);
    let parts: [Part; 5] = [spaces::trees, tables::tables, spaces::depths, boards::lengths, nodes];
    for part in parts {
        if !interrupt::requested() {
            part(&scope, &mut checks)?;
        }
    }
    let count = |verdict| checks.count(verdict);
    let mut summary = format!("{} figures equal", human::count(count(Verdict::Equal)));
    for (verdict, what) in [
        (Verdict::Exception, "known exceptions"),
        (Verdict::LeftOut, "left out; --full leaves out fewer"),
        (Verdict::Different, "DIFFERENT"),
    ] {
        if count(verdict) > 0 {
            summary += &format!(", {} {what}", count(verdict));
        }
    }
    ui.say(summary);
    let exit = match (count(Verdict::Different), interrupt::requested()) {
        (1.., _) => Exit::Failed,
        (0, true) => Exit::Partial,
        (0, false) => Exit::Done,
    };
    Ok(exit)
}

/// How many nodes are counted, in the time there is for it.
fn nodes(scope: &Scope, checks: &mut Checks) -> Result<(), Failure> {
    let end = scope.time_limit.map(|limit| Instant::now() + limit);
    puzzle24::counts(scope, end, checks)?;
    if interrupt::requested() {
        return Ok(());
    }
    korf::counts(scope, end, checks)
}
