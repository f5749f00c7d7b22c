//! The command `fifteen` as a library: arguments, output and progress.
//!
//! What a person types is parsed into one struct for each command (`cmd`), from which the objects of the crate
//! [`fifteen_solver`] are made. Results go to the standard output, all else to the standard error. How any algorithm or file
//! format works is not known here.

mod args;
mod ask;
mod batch;
mod cli;
mod cmd;
mod exit;
mod input;
mod memory;
mod output;
mod picture;
mod record;
mod save;
mod terminal;

use std::process::ExitCode;

use cli::Cli;
pub use cmd::pdb::build::Args as BuildArgs;
use exit::{Exit, Failure};
use terminal::color::{self, When};
use terminal::fault;
use terminal::ui::Ui;

/// Parses the process's arguments and runs the command; the exit code is the process's.
pub fn main() -> ExitCode {
    color::asked(std::env::args_os()).unwrap_or(When::Auto).apply();
    let cli = match Cli::from_process() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    cli.color.apply();
    let ui = Ui::new(cli.quiet);
    fault::watch();
    finish(&ui, cli.command.run(&ui))
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
