//! `cargo xtask digests`: `data/digests.txt`, the digests of all tables that shipped partitions and collections need.
//!
//! Each table is built in memory, in both kinds.

use std::fs;
use std::ops::ControlFlow;

use fifteen_solver::pdb::{Pattern, build, shipped_patterns};
use fifteen_solver::{Size, TableKind, batch};

use crate::Result;
use crate::paths::root;

const HEAD: &str = "\
# Digests of the pattern databases that the shipped partitions and collections need: crates/pdb/data/partitions.txt
# (named partitions, defaults and in-memory fallbacks) and crates/pdb/data/collections. The goal's blank is on the last
# cell; tables for goals with the blank in another corner are the same.
# COMPUTED by `cargo xtask digests`, which builds every table. `cargo xtask digests --check` builds them again and compares.
# The entries of a table are determined by its board, kind and tiles, so any correct program has these digests.
# The digest of the payload is the one in the header, which `fifteen pdb list` prints. That of the histogram is over its
# numbers, each in 8 bytes, little-endian. crates/pdb/FORMAT.md describes both.
# COLUMNS: size, kind, tiles, BLAKE3 of the payload, BLAKE3 of the histogram
";

/// Build all published tables in memory and write data/digests.txt (minutes, 3 GB of memory)
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Compare with the file instead of writing it
    #[arg(long)]
    check: bool,
    /// Only the tables of boards of this size; the other lines stay (may be repeated) [default: all sizes]
    #[arg(long, value_name = "WxH")]
    size: Vec<Size>,
    /// Threads [default: one per processor]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let threads = batch::threads_or_all(args.threads.unwrap_or(0));
    let path = root().join("data/digests.txt");
    let (mut text, mut different) = (HEAD.to_owned(), Vec::new());
    for size in Size::all() {
        let chosen = args.size.is_empty() || args.size.contains(&size);
        for pattern in shipped_patterns(size) {
            for kind in [TableKind::ZeroAware, TableKind::Additive] {
                let known = known_line(&pattern, kind);
                let line = match (&known, chosen) {
                    (Some(line), false) => line.clone(),
                    _ => built_line(&pattern, kind, threads)?,
                };
                if known.as_ref() != Some(&line) {
                    different.push(format!("{size} {kind} {pattern}"));
                }
                text += &line;
            }
        }
    }
    if !args.check {
        fs::write(&path, text)?;
        eprintln!("{}: written; new or changed: {}", path.display(), list(&different));
    } else if fs::read_to_string(&path)?.replace("\r\n", "\n") != text {
        return Err(format!("{} is out of date; tables that differ: {}", path.display(), list(&different)).into());
    }
    Ok(())
}

fn list(tables: &[String]) -> String {
    if tables.is_empty() { "none".to_owned() } else { tables.join(", ") }
}

/// The line of the file as it was when this program was compiled.
fn known_line(pattern: &Pattern, kind: TableKind) -> Option<String> {
    let known = fifteen_data::table_digest(pattern.size(), &kind.to_string(), &pattern.to_string())?;
    Some(line(pattern, kind, known.payload, known.histogram))
}

fn built_line(pattern: &Pattern, kind: TableKind, threads: usize) -> Result<String> {
    let table = build(pattern, kind, threads, &mut |_| ControlFlow::Continue(()))?;
    let line = line(pattern, kind, &table.header().digest_hex(), &table.header().histogram_digest_hex());
    eprint!("{line}");
    Ok(line)
}

fn line(pattern: &Pattern, kind: TableKind, payload: &str, histogram: &str) -> String {
    format!("{} {kind} {pattern} {payload} {histogram}\n", pattern.size())
}
