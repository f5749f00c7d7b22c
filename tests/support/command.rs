//! The command `fifteen` as the integration tests run it: the same library as the installed one.

use std::process::ExitCode;

fn main() -> ExitCode {
    fifteen_cli::main()
}
