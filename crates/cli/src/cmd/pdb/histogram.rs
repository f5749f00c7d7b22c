//! `fifteen pdb histogram`: the number of entries at each distance.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use fifteen_solver::tables;
use serde::Serialize;

use crate::exit::Exit;
use crate::output::{FormatArg, Printer, Report};

/// Print the number of entries at each distance, from the header
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen pdb histogram data/pdb/4x4_zero-aware_2-4.pdb
  fifteen pdb histogram --format csv data/pdb/4x4_zero-aware_2-4.pdb")]
pub(crate) struct Args {
    /// The table, plain or packed
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    output: FormatArg,
}

#[derive(Debug, Serialize)]
struct Bin {
    h: usize,
    entries: u64,
}

impl Report for Bin {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{:>3} {:>14}", self.h, self.entries)
    }
}

pub(crate) fn run(args: &Args) -> Result<Exit> {
    let header = tables::files().read_header(&args.file)?;
    let mut printer = Printer::stdout(args.output.format());
    for (h, &entries) in header.histogram().iter().enumerate() {
        printer.print(&Bin { h, entries })?;
    }
    Ok(Exit::Done)
}
