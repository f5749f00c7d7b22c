//! The command `fifteen`. All its code is in the library crate of the same package.

use std::process::ExitCode;

fn main() -> ExitCode {
    fifteen_cli::main()
}
