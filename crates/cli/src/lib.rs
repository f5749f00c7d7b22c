//! The command `fifteen` as a library: arguments, output and progress.
//!
//! Each command in `cmd` parses its arguments into a struct, from which it creates objects of
//! [`fifteen_solver`] and the other crates. Algorithms and file formats are in these crates.
//! Results go to standard output, messages and progress to standard error.

mod advice;
mod args;
mod batch;
mod cli;
mod cmd;
mod exit;
mod input;
mod memory;
mod moves;
mod output;
mod progress;
mod record;
mod save;
mod template;
mod terminal;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use cli::Cli;
use exit::Exit;
use terminal::color::{self, When};
use terminal::fault;
use terminal::interrupt;
use terminal::ui::Ui;

/// Version of the command, followed by the Git commit it was built from.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("FIFTEEN_COMMIT"), ")");

/// Parses the arguments of the process, runs the command, and returns the exit code of the process.
pub fn main() -> ExitCode {
    // Install the signal handlers first, so that even an early signal yields the right exit code.
    interrupt::watch();
    color::requested(std::env::args_os())
        .unwrap_or(When::Auto)
        .apply();
    let cli = match Cli::from_process() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    cli.color.apply();
    let ui = Ui::new(cli.quiet, cli.verbose);
    fault::watch();
    finish(&ui, cli.command.run(&ui))
}

/// Prints the help, the version, or an error in the arguments.
fn usage(error: &clap::Error) -> ExitCode {
    // Printing can fail because the reader has closed the pipe. No message is needed then.
    let printed = error.print().and_then(|()| io::stdout().flush());
    if let Err(unwritten) = printed.map_err(output::unwritten)
        && unwritten.kind() != io::ErrorKind::BrokenPipe
    {
        Ui::new(false, false).error(unwritten);
        return Exit::Failed.into();
    }
    if error.use_stderr() {
        Exit::Failed.into()
    } else {
        Exit::Done.into()
    }
}

/// Reports the error of a command that failed, and returns the exit code. If a signal stopped the
/// command, this is the signal's exit code, unless the command was successful anyway.
fn finish(ui: &Ui, result: Result<Exit>) -> ExitCode {
    let exit = result.unwrap_or_else(|error| exit::report(&error, ui));
    match interrupt::signal_exit_code() {
        Some(code) if exit != Exit::Done => code.into(),
        _ => exit.into(),
    }
}
