//! `cargo xtask dist`: what users download, made from the commit that is checked out.
//!
//! Everything is built from a copy of the commit, with paths and times that depend on the commit alone: two runs give
//! the same bytes. A kind of artefact whose tools are missing is left out; the table at the end says so.

mod archive;
mod binary;
mod book;
mod deb;
mod licences;
mod metadata;
mod recipes;
mod sbom;
mod site;
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
const KINDS: [Kind; 8] = [
    Kind { name: "source", missing: |_| Vec::new(), make: stage::source_archive },
    Kind { name: "sbom", missing: |_| Vec::new(), make: sbom::make },
    Kind { name: "archive", missing: |_| Vec::new(), make: binary::make },
    Kind { name: "deb", missing: deb::missing, make: deb::make },
    Kind { name: "wheel", missing: wheel::missing, make: wheel::make },
    Kind { name: "book", missing: book::missing, make: book::make },
    Kind { name: "site", missing: site::missing, make: site::make },
    Kind { name: "recipes", missing: |_| Vec::new(), make: recipes::make },
];

fn names() -> [&'static str; KINDS.len()] {
    KINDS.map(|kind| kind.name)
}

/// The result of a kind of artefact.
enum Outcome {
    /// A file of the folder of artefacts.
    Made(PathBuf),
    /// A tool is missing, and this says which.
    LeftOut(String),
    /// The reason.
    Failed(String),
}

/// A line of the table at the end.
struct Row {
    kind: &'static str,
    outcome: Outcome,
    /// The time for all files of the kind.
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
    for kind in KINDS.iter().filter(|kind| args.only.is_empty() || args.only.iter().any(|name| name == kind.name)) {
        let missing = (kind.missing)(&stage);
        if missing.is_empty() {
            eprintln!("dist: {}", kind.name);
        }
        let started = Instant::now();
        let made = if missing.is_empty() { (kind.make)(&stage) } else { Ok(Vec::new()) };
        let seconds = started.elapsed().as_secs_f64();
        let results = match made {
            Ok(files) => {
                missing.into_iter().map(Outcome::LeftOut).chain(files.into_iter().map(Outcome::Made)).collect()
            }
            Err(error) => vec![Outcome::Failed(error.to_string())],
        };
        rows.extend(results.into_iter().map(|outcome| Row { kind: kind.name, outcome, seconds }));
    }
    sums::write(&stage.out)?;
    print(&rows)?;
    println!("\nThe files and SHA256SUMS are in {}", stage.out.display());
    if rows.iter().any(|row| matches!(row.outcome, Outcome::Failed(_))) {
        return Err("an artefact could not be made".into());
    }
    let left_out = rows.iter().any(|row| matches!(row.outcome, Outcome::LeftOut(_)));
    if left_out && args.strict { Err("an artefact was left out".into()) } else { Ok(()) }
}

fn print(rows: &[Row]) -> Result<()> {
    println!("\n| kind | artefact | bytes | seconds |");
    println!("| --- | --- | ---: | ---: |");
    for Row { kind, outcome, seconds } in rows {
        match outcome {
            Outcome::Made(file) => {
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                println!("| {kind} | {name} | {} | {seconds:.0} |", fs::metadata(file)?.len());
            }
            Outcome::LeftOut(reason) => println!("| {kind} | left out: {reason} | | |"),
            Outcome::Failed(error) => println!("| {kind} | failed: {error} | | {seconds:.0} |"),
        }
    }
    Ok(())
}
