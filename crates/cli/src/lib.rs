//! The command `fifteen` as a library: arguments, output and progress.
//!
//! Arguments are parsed into one struct for each command (`cmd`), from which the objects of [`fifteen_solver`] and the
//! other crates are made. Results go to the standard output, everything else to the standard error. Algorithms and file
//! formats are unknown here.

mod advice;
mod args;
mod batch;
mod cli;
mod cmd;
mod exit;
mod input;
mod large;
mod memory;
mod output;
mod progress;
mod record;
mod save;
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

/// The version of the command, and the commit.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("FIFTEEN_COMMIT"), ")");

/// Parses the process's arguments and runs the command; the exit code is the process's.
pub fn main() -> ExitCode {
    // First of all: from here on a signal ends the process with its exit code, or stops the work.
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

/// Prints help, the version, or an error in the arguments.
fn usage(error: &clap::Error) -> ExitCode {
    // If a pipe is closed, nobody reads the message.
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

/// Reports the error of a command and returns its exit code. That of a signal takes the place of any other but success.
fn finish(ui: &Ui, result: Result<Exit>) -> ExitCode {
    let exit = result.unwrap_or_else(|error| exit::report(&error, ui));
    match interrupt::signal_exit_code() {
        Some(code) if exit != Exit::Done => code.into(),
        _ => exit.into(),
    }
}
