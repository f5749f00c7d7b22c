//! `cargo xtask`: tasks for maintainers. Each task has its own file or folder.

mod build_pdb;
mod digests;
mod dist;
mod programs;
mod results;
mod site;
mod test_all;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;

type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "The maintainers' tasks")]
enum Task {
    BuildPdb(build_pdb::Args),
    Digests(digests::Args),
    Dist(dist::Args),
    Results(results::Args),
    Site(site::Args),
    TestAll(test_all::Args),
}

fn main() -> ExitCode {
    let result = match Task::parse() {
        Task::BuildPdb(args) => build_pdb::run(&args),
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
