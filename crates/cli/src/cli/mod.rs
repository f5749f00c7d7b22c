//! The complete command line: the options common to all commands, and the list of commands.
//!
//! Each command's arguments are defined next to the command, in [`cmd`](crate::cmd). Options that
//! several commands share are in [`args`](crate::args). Only `lib.rs` imports this module.

mod hints;
#[cfg(test)]
mod tests;

use std::fmt::Write;

use anyhow::Result;
use clap::builder::Styles;
use clap::{ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand, ValueHint};

use crate::VERSION;
#[cfg(not(all(feature = "play", feature = "serve")))]
use crate::cmd::left_out;
#[cfg(feature = "play")]
use crate::cmd::play;
#[cfg(feature = "serve")]
use crate::cmd::serve;
use crate::cmd::{
    analyse, apply, bench, blocks, check, convert, distribute, lab, pages, pdb, random, solve,
};
use crate::exit::Exit;
use crate::terminal::Ui;
use crate::terminal::color::{self, When};

/// Version, Git commit and target system, printed by `--version`.
const LONG_VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit:   ",
    env!("FIFTEEN_COMMIT"),
    "\ntarget:   ",
    env!("FIFTEEN_TARGET")
);

/// Maximum width of the help in columns, even on a wider terminal.
const WIDEST_HELP: usize = 100;

/// Solve 15-puzzles and other sliding puzzles in the fewest moves
#[derive(Debug, Parser)]
#[command(name = "fifteen", bin_name = "fifteen", version = VERSION, long_version = LONG_VERSION)]
#[command(max_term_width = WIDEST_HELP, after_help = AFTER, after_long_help = AFTER_LONG, args_override_self = true)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub(crate) struct Cli {
    /// Print only results and errors
    #[arg(short, long, global = true, overrides_with = "verbose", help_heading = GLOBAL)]
    pub quiet: bool,
    /// Also print details, such as how boards were read
    ///
    /// Where no progress bar is shown, the progress of long searches is printed too.
    #[arg(short, long, global = true, overrides_with = "quiet", help_heading = GLOBAL)]
    pub verbose: bool,
    /// When to use colours: auto, always or never
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto", help_heading = GLOBAL,
        hide_possible_values = true)]
    pub color: When,
    /// Print help: -h is short, --help has all options and details
    #[arg(short, long, global = true, action = ArgAction::Help, help_heading = GLOBAL)]
    help: Option<bool>,
    /// Print the version; --version adds the commit and the target
    #[arg(short = 'V', long, action = ArgAction::Version, help_heading = GLOBAL)]
    version: Option<bool>,
    #[command(subcommand)]
    pub command: Command,
}

/// Help heading of the options that every command has.
const GLOBAL: &str = "Global options";

const AFTER: &str = "\
Write a board row by row, with 0 for the blank and '/' between the rows.

Examples:
  fifteen solve \"15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2\"
  fifteen help solve";

const AFTER_LONG: &str = "\
Write a board row by row, with 0 for the blank and '/' between the rows.
You can write counts as 1e9, 1M or 1_000_000, times as 90, 90s or 1h30m, and sizes as 500M or 8GiB.
If you give an option that takes one value several times, the last value counts.

Examples:
  fifteen solve \"15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2\"
  fifteen play --size 3x3
  fifteen pdb build
  fifteen help solve

Exit codes:
  0  everything was done
  1  a board cannot be solved, or a search stopped at a limit
  2  the command line, the input or a file has a mistake
  130, 143, 129  stopped by Ctrl-C (SIGINT), SIGTERM, or SIGHUP";

/// The commands. [`GROUPS`] defines their order in the help text.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(solve::Args),
    Check(check::Args),
    Apply(apply::Args),
    Convert(convert::Args),
    #[command(visible_alias = "analyze")]
    Analyse(analyse::Args),
    Random(random::Args),
    #[cfg(feature = "play")]
    Play(play::Args),
    #[cfg(not(feature = "play"))]
    Play(left_out::Args),
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    #[cfg(not(feature = "serve"))]
    Serve(left_out::Args),
    #[command(subcommand, visible_alias = "tables")]
    Pdb(pdb::Command),
    Bench(bench::Args),
    #[command(subcommand)]
    Lab(lab::Command),
    #[command(subcommand)]
    Blocks(blocks::Command),
    Distribute(distribute::Args),
    Completions(pages::CompletionsArgs),
    Man(pages::ManArgs),
}

/// Headings in the help text, each with the commands below it.
const GROUPS: [(&str, &[&str]); 6] = [
    (
        "Solve",
        &[
            "solve", "check", "apply", "convert", "analyse", "random", "play", "serve",
        ],
    ),
    ("Tables", &["pdb"]),
    ("Laboratory", &["bench", "lab"]),
    ("Block puzzles", &["blocks"]),
    ("Many machines", &["distribute"]),
    ("Installation", &["completions", "man"]),
];

/// Returns clap's definition of the command line, with the defaults for all options applied.
fn command() -> clap::Command {
    let command = with_defaults(Cli::command());
    let template = template(&command);
    command.help_template(template)
}

/// Returns the help template of the whole program. It lists the commands in groups, which clap does
/// not support.
fn template(command: &clap::Command) -> String {
    let styles = Styles::styled();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for (heading, names) in GROUPS {
        let _ = write!(text, "\n{header}{heading}:{header:#}");
        for sub in names
            .iter()
            .filter_map(|name| command.find_subcommand(name))
        {
            let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = write!(
                text,
                "\n  {literal}{:<13}{literal:#}{about}",
                sub.get_name()
            );
        }
    }
    text + "\n\n{options}{after-help}"
}

/// Makes option values case-insensitive in all commands.
fn with_defaults(command: clap::Command) -> clap::Command {
    let in_any_case = |arg: clap::Arg| {
        if arg.get_action().takes_values() {
            arg.ignore_case(true)
        } else {
            arg
        }
    };
    command.mut_args(in_any_case).mut_subcommands(with_defaults)
}

/// Makes shell completion offer file names only for arguments that expect them. This visits every
/// option, so only `fifteen completions` calls it.
fn with_value_hints(command: clap::Command) -> clap::Command {
    let with_value_hint = |arg: clap::Arg| {
        let takes_text = arg.get_action().takes_values() && arg.get_possible_values().is_empty();
        let is_text = takes_text && arg.get_value_hint() == ValueHint::Unknown;
        if is_text {
            arg.value_hint(ValueHint::Other)
        } else {
            arg
        }
    };
    command
        .mut_args(with_value_hint)
        .mut_subcommands(with_value_hints)
}

impl Cli {
    /// Parses the arguments of the process. The width of the help is the value of `COLUMNS`, or
    /// else the width of the terminal.
    ///
    /// # Errors
    /// Returns an error if the arguments are invalid, or request the help or the version.
    pub(crate) fn from_process() -> Result<Self, clap::Error> {
        let mut command = command();
        if let Some(columns) = color::columns_set() {
            command = command.term_width(columns.min(WIDEST_HELP));
        }
        let matches = command
            .try_get_matches_from_mut(std::env::args_os())
            .map_err(|error| {
                let words: Vec<_> = std::env::args_os()
                    .skip(1)
                    .map(|word| word.to_string_lossy().into_owned())
                    .collect();
                hints::with_hint(error, &command, &words)
            })?;
        Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    }
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Returns an error if the command fails, for example because of invalid input, an unusable
    /// file, or a failed check.
    pub(crate) fn run(&self, ui: &Ui) -> Result<Exit> {
        match self {
            Self::Solve(args) => solve::run(args, ui),
            Self::Check(args) => check::run(args, ui),
            Self::Apply(args) => apply::run(args, ui),
            Self::Analyse(args) => analyse::run(args, ui),
            Self::Convert(args) => convert::run(args, ui),
            #[cfg(feature = "play")]
            Self::Play(args) => play::run(args, ui),
            #[cfg(not(feature = "play"))]
            Self::Play(_) => left_out::run("play"),
            Self::Bench(args) => bench::run(args, ui),
            Self::Lab(command) => lab::run(command, ui),
            Self::Random(args) => random::run(args, ui),
            Self::Pdb(command) => pdb::run(command, ui),
            Self::Blocks(command) => blocks::run(command, ui),
            #[cfg(feature = "serve")]
            Self::Serve(args) => serve::run(args, ui),
            #[cfg(not(feature = "serve"))]
            Self::Serve(_) => left_out::run("serve"),
            Self::Distribute(args) => distribute::run(args, ui),
            Self::Completions(args) => pages::completions(args, with_value_hints(command())),
            Self::Man(args) => pages::man(args, command(), ui),
        }
    }
}
