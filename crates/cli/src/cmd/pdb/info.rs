//! `fifteen pdb info`: what tables say of themselves.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use fifteen::pdb::file;
use serde::Serialize;

use crate::exit::{Exit, Failure};
use crate::human;
use crate::output::{Format, FormatArg, Printer, Report};
use crate::ui::Ui;

/// Say what a table holds, from its header alone
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The tables, plain or packed
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: FormatArg,
}

#[derive(Debug, Serialize)]
struct Info {
    file: String,
    size: String,
    blank: usize,
    tiles: Vec<u8>,
    kind: String,
    entries: u64,
    reachable: u64,
    rows: u64,
    largest: u32,
    mean: f64,
    entry_bits: u32,
    entry_order: String,
    bytes: u64,
    file_bytes: u64,
    packed: bool,
    version: u32,
    generator: String,
    digest: String,
    /// The tiles in short, for the text.
    #[serde(skip)]
    pattern: String,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    let mut printer = Printer::stdout(args.output.format);
    let mut exit = Exit::Done;
    for (i, path) in args.files.iter().enumerate() {
        match read(path) {
            Ok(info) => {
                if i > 0 && args.output.format == Format::Text {
                    printer.blank_line()?;
                }
                printer.print(&info)?;
            }
            Err(error) => {
                ui.error(error);
                exit = Exit::Failed;
            }
        }
    }
    Ok(exit)
}

fn read(path: &Path) -> Result<Info, file::FileError> {
    let header = file::read_header(path)?;
    let pattern = header.pattern();
    Ok(Info {
        file: path.display().to_string(),
        size: pattern.size().to_string(),
        blank: pattern.blank(),
        tiles: pattern.labels(),
        kind: header.kind().to_string(),
        entries: header.entries(),
        reachable: header.reachable(),
        rows: header.rows(),
        largest: header.largest(),
        mean: header.mean(),
        entry_bits: header.entry_bits(),
        entry_order: header.entry_order().to_owned(),
        bytes: header.file_len(),
        file_bytes: fs::metadata(path).map_or(0, |m| m.len()),
        packed: file::is_packed(path)?,
        version: header.version(),
        generator: header.generator().to_owned(),
        digest: header.digest_hex(),
        pattern: pattern.to_string(),
    })
}

impl Report for Info {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let count = human::count;
        let packed = if self.packed { format!(", packed to {}", human::bytes(self.file_bytes)) } else { String::new() };
        let unreachable = self.entries - self.reachable;
        let reachable =
            if unreachable > 0 { format!(", {} of them reachable", count(self.reachable)) } else { String::new() };
        let bits = human::plural(self.entry_bits.into(), "bit", "bits");
        writeln!(out, "{}", self.file)?;
        let lines = [
            ("board", format!("{}, the goal's blank on cell {}", self.size, self.blank)),
            ("tiles", self.pattern.clone()),
            ("kind", self.kind.clone()),
            ("entries", format!("{}{reachable}, in {} rows", count(self.entries), count(self.rows))),
            ("values", format!("up to {}, {:.4} on average", self.largest, self.mean)),
            ("stored", format!("{} {bits} an entry, {}", self.entry_bits, self.entry_order)),
            ("size", format!("{} ({} bytes){packed}", human::bytes(self.bytes), count(self.bytes))),
            ("made by", format!("{}, format version {}", self.generator, self.version)),
            ("digest", self.digest.clone()),
        ];
        lines.iter().try_for_each(|(name, value)| writeln!(out, "  {name:<8}{value}"))
    }
}
