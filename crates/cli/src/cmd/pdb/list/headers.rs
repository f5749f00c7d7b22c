//! The headers of tables.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use fifteen_solver::pdb::{Header, file};
use fifteen_solver::tables;
use serde::Serialize;

use super::super::with_folders;
use crate::exit::Exit;
use crate::output::{Format, Printer, Report};
use crate::terminal::{Ui, human};

/// The content of a header, or only the error if it cannot be read.
#[derive(Debug, Default, Serialize)]
struct Info {
    file: String,
    size: Option<String>,
    blank: Option<usize>,
    tiles: Option<Vec<u8>>,
    kind: Option<String>,
    entries: Option<u64>,
    reachable: Option<u64>,
    rows: Option<u64>,
    largest: Option<u32>,
    mean: Option<f64>,
    entry_bits: Option<u32>,
    entry_order: Option<String>,
    bytes: Option<u64>,
    file_bytes: Option<u64>,
    packed: Option<bool>,
    version: Option<u32>,
    generator: Option<String>,
    digest: Option<String>,
    error: Option<String>,
    /// The tiles of the reflected pattern, which the table serves too.
    reflection: Option<Vec<u8>>,
    /// The number of entries at each distance.
    histogram: Option<Vec<u64>>,
    /// For the text form only.
    #[serde(skip)]
    header: Option<Header>,
}

/// Prints the headers of the files named, and of those of the folders named.
pub(super) fn print(files: &[PathBuf], format: Format, ui: &Ui) -> Result<Exit> {
    let mut printer = Printer::stdout(format);
    let mut exit = Exit::Done;
    let mut apart = false;
    for path in &with_folders(files)? {
        let info = read(path).unwrap_or_else(|error| {
            exit = Exit::Failed;
            let file = path.display().to_string();
            Info { file, error: Some(error.to_string()), ..Info::default() }
        });
        if format == Format::Text {
            if let Some(error) = &info.error {
                ui.error(error);
                continue;
            }
            if apart {
                printer.blank_line()?;
            }
            apart = true;
        }
        printer.print(&info)?;
    }
    Ok(exit)
}

fn read(path: &Path) -> Result<Info, file::FileError> {
    let header = tables::files().read_header(path)?;
    let pattern = header.pattern();
    Ok(Info {
        file: path.display().to_string(),
        size: Some(pattern.size().to_string()),
        blank: Some(pattern.blank()),
        tiles: Some(pattern.labels()),
        kind: Some(header.kind().to_string()),
        entries: Some(header.entries()),
        reachable: Some(header.reachable()),
        rows: Some(header.classes()),
        largest: Some(header.largest()),
        mean: Some(header.mean()),
        entry_bits: Some(header.entry_bits()),
        entry_order: Some(header.entry_order().to_owned()),
        bytes: Some(header.file_len()),
        file_bytes: fs::metadata(path).ok().map(|m| m.len()),
        packed: Some(file::is_packed(path)?),
        version: Some(header.version()),
        generator: Some(header.generator().to_owned()),
        digest: Some(header.digest_hex()),
        error: None,
        reflection: pattern.reflection().filter(|other| other != pattern).map(|other| other.labels()),
        histogram: Some(header.histogram().to_vec()),
        header: Some(header),
    })
}

impl Report for Info {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(header) = &self.header else { return Ok(()) };
        let count = human::count;
        let packed = match (self.packed, self.file_bytes) {
            (Some(true), Some(bytes)) => format!(", packed to {}", human::bytes(bytes)),
            _ => String::new(),
        };
        let pattern = header.pattern();
        let reachable = match header.entries() - header.reachable() {
            0 => String::new(),
            _ => format!(", {} of them reachable", count(header.reachable())),
        };
        let bits = human::plural(header.entry_bits().into(), "bit", "bits");
        let bytes = header.file_len();
        writeln!(out, "{}", self.file)?;
        let serves = match pattern.reflection() {
            Some(other) if other == *pattern => "these tiles, which are their own reflection".to_owned(),
            Some(other) => format!("these tiles, and {other}, their reflection"),
            None => "these tiles alone: no reflection keeps the blank's cell".to_owned(),
        };
        let lines = [
            ("board", format!("{}, the goal's blank on cell {}", pattern.size(), pattern.blank())),
            ("tiles", pattern.to_string()),
            ("serves", serves),
            ("kind", header.kind().to_string()),
            (
                "entries",
                format!(
                    "{}{reachable}, in {}",
                    count(header.entries()),
                    human::counted(header.classes(), "row", "rows")
                ),
            ),
            ("values", format!("up to {}, {:.4} on average", header.largest(), header.mean())),
            ("stored", format!("{} {bits} an entry, {}", header.entry_bits(), header.entry_order())),
            ("size", format!("{} ({} bytes){packed}", human::bytes(bytes), count(bytes))),
            ("made by", format!("{}, format version {}", header.generator(), header.version())),
            ("digest", header.digest_hex()),
        ];
        lines.iter().try_for_each(|(name, value)| writeln!(out, "  {name:<8}{value}"))
    }
}
