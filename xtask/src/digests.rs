//! `cargo xtask digests`: writes `data/digests.txt`, which lists digests of the tables that all
//! built-in partitions and collections need.
//!
//! The task builds each table in memory, both as a zero-aware and as an additive table.

use std::fs;

use fifteen_solver::pdb::{TableBuilder, shipped_patterns};
use fifteen_solver::resources::{Threads, system_memory};
use fifteen_solver::tables::require_build_memory;
use fifteen_solver::{Size, TableKind};

use crate::Result;
use crate::programs::root;

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
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let threads = Threads::all_if_zero(args.threads.unwrap_or(0));
    let path = root().join("data/digests.txt");
    // Do not compare the tables with the published digests, because this task creates the list of
    // these digests.
    for size in Size::all() {
        for pattern in &shipped_patterns(size) {
            let kinds = [TableKind::ZeroAware, TableKind::Additive];
            let tables = kinds.map(|kind| (pattern, kind));
            require_build_memory(tables, threads, system_memory::available())
                .map_err(|shortage| format!("building the tables of {size} boards {shortage}"))?;
        }
    }
    let (mut text, mut different) = (HEAD.to_owned(), Vec::new());
    for size in Size::all() {
        for pattern in shipped_patterns(size) {
            for kind in [TableKind::ZeroAware, TableKind::Additive] {
                let table = TableBuilder::new()
                    .kind(kind)
                    .threads(threads)
                    .build(&pattern)?;
                let header = table.header();
                let (payload, histogram) = (header.digest_hex(), header.histogram_digest_hex());
                let known =
                    fifteen_data::table_digest(size, &kind.to_string(), &pattern.to_string());
                if known.is_none_or(|known| {
                    (known.payload, known.histogram) != (&*payload, &*histogram)
                }) {
                    different.push(format!("{size} {kind} {pattern}"));
                }
                let line = format!("{size} {kind} {pattern} {payload} {histogram}\n");
                eprint!("{line}");
                text += &line;
            }
        }
    }
    if !args.check {
        fs::write(&path, text)?;
        eprintln!(
            "{}: written; new or changed: {}",
            path.display(),
            list(&different)
        );
    } else if fs::read_to_string(&path)?.replace("\r\n", "\n") != text {
        return Err(format!(
            "{} is out of date; tables that differ: {}",
            path.display(),
            list(&different)
        )
        .into());
    }
    Ok(())
}

fn list(tables: &[String]) -> String {
    if tables.is_empty() {
        "none".to_owned()
    } else {
        tables.join(", ")
    }
}
