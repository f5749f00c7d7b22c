//! `cargo xtask`: tasks for maintainers. Each task has its own file or folder.

mod digests;
mod dist;
mod programs;
mod results;
mod site;
mod test_all;

use std::error::Error;
use std::ffi::OsString;
use std::process::{Command, ExitCode};

use clap::Parser;

type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "The maintainers' tasks")]
enum Task {
    /// Build tables as `fifteen pdb build` does, with its options, then verify each and compare it with the published one
    BuildPdb {
        /// Options of `fifteen pdb build`
        #[arg(
            value_name = "OPTION",
            trailing_var_arg = true,
            allow_hyphen_values = true
        )]
        options: Vec<OsString>,
    },
    Digests(digests::Args),
    Dist(dist::Args),
    Results(results::Args),
    Site(site::Args),
    TestAll(test_all::Args),
}

/// Builds tables, then verifies the files that `fifteen pdb build` reports.
fn build_pdb(options: &[OsString]) -> Result<()> {
    let fifteen = programs::command()?;
    let built = programs::output(
        Command::new(&fifteen).args(["pdb", "build"]).args(options),
        programs::RUST,
    )?;
    let built = String::from_utf8(built)?;
    print!("{built}");
    let tables = built
        .lines()
        .filter_map(|line| Some(line.split_once(": ")?.0));
    programs::run(
        Command::new(fifteen).args(["pdb", "verify"]).args(tables),
        programs::RUST,
    )
}

fn main() -> ExitCode {
    let result = match Task::parse() {
        Task::BuildPdb { options } => build_pdb(&options),
        Task::Digests(args) => digests::run(&args),
        Task::Dist(args) => dist::run(&args),
        Task::Results(args) => results::run(&args),
        Task::Site(args) => site::run(&args),
        Task::TestAll(args) => test_all::run(&args),
    };
    result.map_or_else(
        |error| {
            eprintln!("error: {error}");
            ExitCode::from(2)
        },
        |()| ExitCode::SUCCESS,
    )
}
