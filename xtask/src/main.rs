//! `cargo xtask`: the maintainers' tasks. Each is a thin call into the crates.

mod blocks;
mod choose;
mod cross_check;
mod fuzz;
mod kill;
mod load;
mod measure;
mod measure24;
mod paths;
mod results;
mod results24;
mod speed;

use std::process::ExitCode;

use clap::Parser;

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "The maintainers' tasks")]
enum Task {
    /// Build the tables of partitions: the same as `fifteen pdb build`
    BuildPdb {
        #[command(flatten)]
        args: Box<fifteen_cli::BuildArgs>,
        /// Say nothing but results and errors
        #[arg(short, long)]
        quiet: bool,
    },
    Choose(choose::Args),
    CrossCheck(cross_check::Args),
    Fuzz(fuzz::Args),
    KillBuilds(kill::Args),
    Load(load::Args),
    Measure(measure::Args),
    Results(results::Args),
}

fn main() -> ExitCode {
    match Task::parse() {
        Task::BuildPdb { args, quiet } => fifteen_cli::build_pdb(&args, quiet),
        Task::Choose(args) => report(choose::run(&args)),
        Task::CrossCheck(args) => report(cross_check::run(&args)),
        Task::Fuzz(args) => report(fuzz::run(&args)),
        Task::KillBuilds(args) => report(kill::run(&args)),
        Task::Load(args) => report(load::run(&args)),
        Task::Measure(args) => report(measure::run(&args)),
        Task::Results(args) => report(results::run(&args)),
    }
}

fn report(result: Result<(), Box<dyn std::error::Error>>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
