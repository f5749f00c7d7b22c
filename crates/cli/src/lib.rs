//! The command `fifteen` as a library: arguments, output and progress.
//!
//! What a person types is parsed into one struct for each command (`cmd`), from which the objects of the crate
//! [`fifteen_solver`] are made. Results go to the standard output, all else to the standard error. How any algorithm or file
//! format works is not known here.

mod args;
mod ask;
mod batch;
mod cmd;
mod color;
mod exit;
mod fault;
mod human;
mod input;
mod interrupt;
mod lines;
mod memory;
mod output;
mod picture;
mod record;
mod save;
mod solvers;
mod ui;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

pub use cmd::pdb::build::Args as BuildArgs;
use exit::{Exit, Failure};
use ui::Ui;

/// Parses the process's arguments and runs the command; the exit code is the process's.
pub fn main() -> ExitCode {
    color::asked(std::env::args_os()).unwrap_or(color::When::Auto).apply();
    let cli = match parsed() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    cli.color.apply();
    let ui = Ui::new(cli.quiet);
    fault::watch();
    finish(&ui, cmd::run(&cli.command, &ui))
}

/// The arguments; help is as wide as `COLUMNS` says, else as the terminal.
fn parsed() -> Result<args::Cli, clap::Error> {
    let mut command = args::Cli::command();
    if let Some(columns) = color::columns_set() {
        command = command.term_width(columns.min(args::WIDEST_HELP));
    }
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    args::Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// `fifteen pdb build`, for other programs that offer it; if quiet, it says nothing but results and errors.
pub fn build_pdb(args: &BuildArgs, quiet: bool) -> ExitCode {
    let ui = Ui::new(quiet);
    finish(&ui, cmd::pdb::build::run(args, &ui))
}

/// Prints help, the version or what is wrong with the arguments.
fn usage(error: &clap::Error) -> ExitCode {
    // A closed pipe is all that can be wrong here, and nobody is left to hear of it.
    let _ = error.print();
    if error.use_stderr() { Exit::Failed.into() } else { Exit::Done.into() }
}

fn finish(ui: &Ui, result: Result<Exit, Failure>) -> ExitCode {
    match result {
        Ok(exit) => exit.into(),
        // Whoever read our output has seen enough.
        Err(Failure::ClosedPipe) => Exit::Done.into(),
        Err(Failure::Message(message)) => {
            ui.error(&message);
            Exit::Failed.into()
        }
    }
}
