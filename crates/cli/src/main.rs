//! The command `fifteen`: everything is in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    fifteen_cli::main()
}
