//! `fifteen blocks convert`: writes puzzles in the notations of other programs.

use std::io::Write;

use anyhow::Result;
use fifteen_blocks::format::PuzzleNotation;

use super::shared::{SourceArgs, label, notation};
use crate::exit::Exit;
use crate::output::{ResultStream, unwritten};
use crate::terminal::{Ui, interrupt};

/// Convert block puzzles from and to the notations of other programs
///
/// Every command for block puzzles reads four notations: `text` is this program's own, `rush-hour` has one board of 36
/// characters per line, `gnome-klotski` has levels of that program, and `huarong-dao` has hexadecimal codes or strings of
/// twenty characters. Boards of Rush Hour and Huarong Dao can also have one line per row, or stand in level packs: in program
/// code, in JSON or in a table.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen blocks convert data/blocks.txt --name \"L'Ane Rouge\" --to huarong-dao
  fifteen blocks convert puzzles.txt > converted.txt")]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,
    /// The notation to write
    #[arg(long, value_name = "NOTATION", default_value = "text", value_parser = notation())]
    to: PuzzleNotation,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    interrupt::ends_the_process();
    let entries = args.source.entries(ui)?;
    let mut out = ResultStream::Stdout.writer();
    let (mut exit, mut apart) = (Exit::Done, "");
    for entry in &entries {
        let puzzle = entry.puzzle.as_ref().map_err(ToString::to_string);
        match puzzle.and_then(|puzzle| args.to.write(puzzle)) {
            Ok(text) => {
                write!(out, "{apart}{text}").map_err(unwritten)?;
                // If puzzles are written as maps of several lines, an empty line separates them.
                apart = if matches!(args.to, PuzzleNotation::Text | PuzzleNotation::GnomeKlotski) {
                    "\n"
                } else {
                    ""
                };
            }
            Err(error) => {
                ui.error(format_args!(
                    "{}{}: {error}",
                    args.source.prefix(),
                    label(entry)
                ));
                exit = Exit::Failed;
            }
        }
    }
    out.flush().map_err(unwritten)?;
    Ok(exit)
}
