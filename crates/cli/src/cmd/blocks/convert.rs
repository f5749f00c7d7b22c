//! `fifteen blocks convert`: puzzles in the notations of other programs.

use std::io::Write;

use anyhow::{Result, anyhow};
use fifteen_blocks::format::PuzzleNotation;

use super::select::{self, SourceArgs};
use crate::exit::Exit;
use crate::output::{ResultStream, unwritten};
use crate::terminal::ui::Ui;

/// Convert block puzzles from and to the notations of other programs
///
/// Every command of block puzzles reads all notations: text (this program's own), rush-hour (boards, one a line),
/// gnome-klotski (levels) and huarong-dao (hexadecimal codes, or strings of twenty characters).
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen blocks convert data/blocks.txt --name \"L'Ane Rouge\" --to huarong-dao
  fifteen blocks convert puzzles.txt > converted.txt")]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,
    /// The notation to write
    #[arg(long, value_name = "NOTATION", default_value = "text",
          value_parser = clap::builder::PossibleValuesParser::new(PuzzleNotation::ALL.map(PuzzleNotation::name)))]
    to: String,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let to: PuzzleNotation = args.to.parse().map_err(|error| anyhow!("{error}"))?;
    let entries = args.source.entries(ui)?;
    let mut out = ResultStream::Stdout.writer();
    let (mut exit, mut written) = (Exit::Done, 0);
    for entry in &entries {
        let text = match &entry.puzzle {
            Ok(puzzle) => to.write(puzzle),
            Err(error) => Err(error.to_string()),
        };
        match text {
            Ok(text) => {
                // Maps are apart by an empty line.
                let apart = matches!(to, PuzzleNotation::Text | PuzzleNotation::GnomeKlotski) && written > 0;
                write!(out, "{}{text}", if apart { "\n" } else { "" }).map_err(unwritten)?;
                written += 1;
            }
            Err(error) => {
                ui.error(format_args!("{}{}: {error}", args.source.prefix(), select::label(entry)));
                exit = Exit::Failed;
            }
        }
    }
    out.flush().map_err(unwritten)?;
    Ok(exit)
}
