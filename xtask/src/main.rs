//! `cargo xtask`: the maintainers' tasks, one file or folder for each.

mod digests;
mod dist;
mod paths;
mod programs;
mod results;
mod site;
mod stub;
mod test_all;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;

type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "The maintainers' tasks")]
enum Task {
    /// Build the tables of partitions as `fifteen pdb build` does, then verify each and compare it with the published
    /// one
    BuildPdb {
        #[command(flatten)]
        args: Box<fifteen_cli::BuildArgs>,
        /// Print nothing but results and errors
        #[arg(short, long)]
        quiet: bool,
    },
    Digests(digests::Args),
    Dist(dist::Args),
    Results(results::Args),
    Site(site::Args),
    Stub(stub::Args),
    TestAll(test_all::Args),
}

fn main() -> ExitCode {
    let result = match Task::parse() {
        Task::BuildPdb { args, quiet } => return fifteen_cli::build_pdb(&args, quiet),
        Task::Digests(args) => digests::run(&args),
        Task::Dist(args) => dist::run(&args),
        Task::Results(args) => results::run(&args),
        Task::Site(args) => site::run(&args),
        Task::Stub(args) => stub::run(&args),
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
