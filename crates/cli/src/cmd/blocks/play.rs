//! `fifteen blocks play`: block puzzles in the terminal.

use std::io::{self, IsTerminal};

use fifteen_play::{BlockSetup, Ending, play_blocks};

use super::search::{OneMetric, SearchArgs};
use super::select::{self, SourceArgs};
use crate::exit::{Exit, Failure};
use crate::terminal::ui::Ui;
use crate::terminal::{color, interrupt};

/// Play block puzzles in the terminal, with hints and solutions
///
/// Tab selects another piece, and Shift-Tab the one before; the arrow keys move it by one cell. The bottom of the
/// screen names the other keys: u undoes a step, y makes it again, h shows the next move of a shortest solution, s
/// plays a shortest solution, r begins again, n goes on to the next puzzle of the file, q, Esc or Ctrl-C quits. Moves
/// are counted by --metric.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen blocks play data/blocks.txt --name \"L'Ane Rouge\" --metric any-path")]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,
    /// The definition of one move
    #[arg(long, value_enum, value_name = "METRIC", default_value = "unit")]
    metric: OneMetric,
    #[command(flatten)]
    search: SearchArgs,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    let entries = args.source.entries(ui)?;
    let mut puzzles = Vec::new();
    for entry in &entries {
        match &entry.puzzle {
            Ok(puzzle) if puzzle.goal().is_some() => puzzles.push(puzzle.clone()),
            Ok(_) => ui.note(format_args!("{}: left out, it has no goal", select::label(entry))),
            Err(error) => ui.error(format_args!("{}{}: {error}", args.source.prefix(), select::label(entry))),
        }
    }
    if puzzles.is_empty() {
        return Err(Failure::new("no puzzle can be played; `fifteen blocks check` says why"));
    }
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Failure::new(
            "play needs a terminal for its input and its output; `fifteen blocks solve` does not",
        ));
    }
    let options = args.search.options(args.metric.into(), false);
    let setup = BlockSetup { puzzles, options, colours: color::seen_on(&io::stdout()) };
    let _watched = interrupt::watched();
    Ok(match play_blocks(&setup, &interrupt::requested)? {
        Ending::Quit => Exit::Done,
        Ending::Stopped => Exit::Partial,
    })
}
