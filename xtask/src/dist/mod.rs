//! `cargo xtask dist`: what users download, made from the commit that is checked out.
//!
//! Everything is built from a copy of the commit, with paths and times that depend on the commit alone: two runs give the same
//! bytes. A kind of artefact whose tools are missing is left out; the table at the end says so.

mod archive;
mod binary;
mod book;
mod deb;
mod licences;
mod recipes;
mod stage;
mod sums;
mod tools;
mod trial;
mod wheel;

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use crate::Result;
use crate::paths::target_folder;
use stage::Stage;

/// Make what users download: archives, packages, wheels, their sums (ten minutes)
///
/// The commit that is checked out is packed; changes that are not committed are left out.
/// Nothing is installed: an artefact whose tools are missing is left out, with the line that installs them.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Make only these (may be repeated)
    #[arg(long, value_name = "KIND", value_parser = names())]
    only: Vec<String>,
    /// Write into this folder [default: target/dist]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// End with an error if anything is left out
    #[arg(long)]
    strict: bool,
}

/// A kind of artefact.
struct Kind {
    name: &'static str,
    /// A sentence for each missing tool, without which it cannot be made.
    missing: fn(&Stage) -> Vec<String>,
    /// Makes the files, in the folder of artefacts.
    make: fn(&Stage) -> Result<Vec<PathBuf>>,
}

/// All kinds, in the order in which they are made. Recipes name the sums of what is there by then.
const KINDS: [Kind; 6] = [
    Kind { name: "source", missing: |_| Vec::new(), make: stage::source_archive },
    Kind { name: "archive", missing: |_| Vec::new(), make: binary::make },
    Kind { name: "deb", missing: deb::missing, make: deb::make },
    Kind { name: "wheel", missing: wheel::missing, make: wheel::make },
    Kind { name: "book", missing: book::missing, make: book::make },
    Kind { name: "recipes", missing: |_| Vec::new(), make: recipes::make },
];

fn names() -> [&'static str; KINDS.len()] {
    KINDS.map(|kind| kind.name)
}

/// A line of the table at the end.
struct Row {
    kind: &'static str,
    artefact: String,
    bytes: Option<u64>,
    seconds: f64,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let out = args.out.clone().unwrap_or_else(|| target_folder().join("dist"));
    fs::create_dir_all(&out)?;
    if args.only.is_empty() {
        sums::remove_listed(&out)?;
    }
    let stage = Stage::of_head(target_folder().join("dist-work"), out)?;
    let mut rows = Vec::new();
    let mut left_out = false;
    for kind in KINDS.iter().filter(|kind| args.only.is_empty() || args.only.iter().any(|name| name == kind.name)) {
        let started = Instant::now();
        let missing = (kind.missing)(&stage);
        if !missing.is_empty() {
            left_out = true;
            rows.extend(missing.into_iter().map(|why| Row {
                kind: kind.name,
                artefact: why,
                bytes: None,
                seconds: 0.0,
            }));
            continue;
        }
        eprintln!("dist: {}", kind.name);
        let files = (kind.make)(&stage).map_err(|error| format!("{}: {error}", kind.name))?;
        let mut seconds = started.elapsed().as_secs_f64();
        for file in files {
            let artefact = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            rows.push(Row { kind: kind.name, artefact, bytes: Some(fs::metadata(&file)?.len()), seconds });
            // Files that are made together count once.
            seconds = 0.0;
        }
    }
    sums::write(&stage.out)?;
    print(&rows);
    println!("\nThe files and SHA256SUMS are in {}", stage.out.display());
    if left_out && args.strict { Err("not everything could be made".into()) } else { Ok(()) }
}

fn print(rows: &[Row]) {
    println!("\n| kind | artefact | bytes | seconds |");
    println!("| --- | --- | ---: | ---: |");
    for Row { kind, artefact, bytes, seconds } in rows {
        match bytes {
            Some(bytes) => println!("| {kind} | {artefact} | {bytes} | {seconds:.0} |"),
            None => println!("| {kind} | left out: {artefact} | | |"),
        }
    }
}
