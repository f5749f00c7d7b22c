//! `fifteen lab reproduce`: recomputes published figures and compares them with the originals.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use anyhow::{Result, bail};
use fifteen_lab::reproduce::{
    PublishedFigure, ReproduceError, ReproduceEvent, ReproduceScope, Verdict, reproduce,
};
use indicatif::ProgressBar;

use crate::args::{ThreadsArg, time};
use crate::exit::Exit;
use crate::output::{Format, FormatArg, Printer};
use crate::terminal::{FAINT, STRONG, Ui, human, interrupt};

/// Compute published figures again, and compare them
///
/// For each figure, the command prints its source, the published value, the value computed here, and whether they are
/// equal. It takes about a minute without --full.
///
/// The exit code is 2 if a figure differs from the published one. Three of Korf's counts of 1985 are known not to belong
/// to the boards printed beside them, and are reported as exceptions.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen lab reproduce
  fifteen lab reproduce --full --json > figures.jsonl")]
pub(crate) struct Args {
    /// Compute all figures
    ///
    /// They include all of Korf's 100 boards, four boards of the 24-puzzle, the largest tables, and larger boards. This
    /// takes minutes and 2 GB of memory.
    #[arg(long)]
    full: bool,
    /// Time for counting the nodes of Korf's boards
    ///
    /// Two boards of the 24-puzzle come first, with their tables (260 MB), and then as many of the 100 boards as the
    /// time allows, beginning with the boards that need the fewest nodes.
    ///
    /// [default: 60]
    #[arg(long, value_name = "TIME", value_parser = time, conflicts_with = "full")]
    time_limit: Option<Duration>,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    output: FormatArg,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let time_limit = if args.full {
        None
    } else {
        args.time_limit.or(Some(Duration::from_secs(60)))
    };
    let scope = ReproduceScope {
        full: args.full,
        time_limit,
        threads: args.threads.threads(),
        cancel: interrupt::flag(),
    };
    let format = args.output.format();
    let mut printer = Printer::stdout(format);
    let (mut verdicts, mut group, mut bar) = (Vec::new(), "", ProgressBar::hidden());
    let mut shown = String::new();
    let (mut unwritten, mut left_out) = (Ok(()), 0);
    let outcome = reproduce(&scope, &mut |event| {
        match event {
            ReproduceEvent::Working {
                task,
                unit,
                done,
                total,
            } => {
                if shown != task {
                    bar.finish_and_clear();
                    bar = ui.bar(task, total).with_message(unit);
                    task.clone_into(&mut shown);
                }
                bar.set_position(done);
            }
            ReproduceEvent::Checked(check) => {
                verdicts.push(check.verdict);
                let first_of_group = std::mem::replace(&mut group, check.group) != check.group;
                let left_out_before = if first_of_group {
                    std::mem::take(&mut left_out)
                } else {
                    0
                };
                left_out += u64::from(check.minor);
                unwritten = ui.with_bars_hidden(|| {
                    printer.print(&check, |out| {
                        write_text(out, &check, first_of_group, left_out_before)
                    })
                });
            }
        }
        if unwritten.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    bar.finish_and_clear();
    unwritten?;
    if format == Format::Text {
        write_left_out(&mut anstream::stdout(), left_out)?;
    }
    if let Err(ReproduceError::Failed(error)) = outcome {
        bail!(error.to_string());
    }
    ui.say(summary(&verdicts));
    Ok(
        match (
            verdicts.contains(&Verdict::Different),
            interrupt::requested(),
        ) {
            (true, _) => Exit::Failed,
            (false, true) => Exit::Partial,
            (false, false) => Exit::Done,
        },
    )
}

/// Summarises how many figures agree with the published ones, how many differ, and so on.
fn summary(verdicts: &[Verdict]) -> String {
    let count = |verdict| verdicts.iter().filter(|&&v| v == verdict).count() as u64;
    let mut summary = format!(
        "{} equal",
        human::counted(count(Verdict::Equal), "figure", "figures")
    );
    let exceptions = human::plural(
        count(Verdict::Exception),
        "known exception",
        "known exceptions",
    );
    for (verdict, what) in [
        (Verdict::Exception, exceptions),
        (Verdict::LeftOut, "left out (fewer with --full)"),
        (Verdict::Different, "DIFFERENT"),
    ] {
        if count(verdict) > 0 {
            summary += &format!(", {} {what}", count(verdict));
        }
    }
    summary
}

const WRONG: Style = AnsiColor::Red.on_default().bold();
/// Maximum number of characters of a result that is printed in full. Longer results, which are
/// lists of numbers, are shortened.
const LONGEST: usize = 22;

/// Writes a published figure next to the recomputed one. The first figure of a group is preceded by
/// the group's heading. `left_out_before` is the number of minor figures omitted from the previous
/// group.
fn write_text(
    out: &mut dyn Write,
    check: &PublishedFigure,
    first_of_group: bool,
    left_out_before: u64,
) -> io::Result<()> {
    write_left_out(out, left_out_before)?;
    if first_of_group {
        writeln!(
            out,
            "{STRONG}{}{STRONG:#}\n{FAINT}{}{FAINT:#}",
            check.group, check.source
        )?;
    }
    if check.minor {
        return Ok(());
    }
    let (published, ours) = (
        cut(&check.published),
        check.ours.as_deref().map_or("-".to_owned(), cut),
    );
    write!(out, "  {:<44} {published:>24} {ours:>24}  ", check.what)?;
    match check.verdict {
        Verdict::Equal => write!(out, "equal")?,
        Verdict::Exception => write!(out, "known exception")?,
        Verdict::Different => write!(out, "{WRONG}DIFFERENT{WRONG:#}")?,
        Verdict::LeftOut => write!(out, "{FAINT}left out{FAINT:#}")?,
    }
    match &check.note {
        Some(note) => writeln!(out, ": {note}"),
        None => writeln!(out),
    }
}

/// Writes how many minor figures of a group were skipped, so that no group looks empty.
fn write_left_out(out: &mut dyn Write, figures: u64) -> io::Result<()> {
    match figures {
        0 => Ok(()),
        n => writeln!(
            out,
            "  {FAINT}{} left out for lack of time{FAINT:#}",
            human::counted(n, "figure", "figures")
        ),
    }
}

/// Shortens a list of numbers that is too long for its column. The result shows the first numbers,
/// and how many the whole list has: `1 2 4 10 24 54 … (9)`.
fn cut(text: &str) -> String {
    if text.len() <= LONGEST {
        return text.to_owned();
    }
    let count = format!("… ({})", text.split(' ').count());
    let end = text
        .match_indices(' ')
        .map(|(end, _)| end)
        .take_while(|end| end + count.len() < LONGEST)
        .last();
    format!("{} {count}", &text[..end.unwrap_or(0)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        assert_eq!(cut("17"), "17");
        assert_eq!(cut("1 2 4 10 24 54 107 212 446"), "1 2 4 10 24 54 … (9)");
    }
}
