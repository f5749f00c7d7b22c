//! The commands `fifteen completions` and `fifteen man`, which generate shell completions and
//! manual pages.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::exit::Exit;
use crate::output::unwritten;
use crate::save;
use crate::terminal::Ui;

/// Print a script that completes commands and options in your shell
///
/// The examples show where bash and fish look for the script; the manual of another shell names its place.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen completions bash > ~/.local/share/bash-completion/completions/fifteen
  fifteen completions fish > ~/.config/fish/completions/fifteen.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Print a manual page, or write the pages of all commands
///
/// A page has the same text as `--help`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen man | man -l -
  fifteen man solve | man -l -
  fifteen man --out ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// The command whose page to print, as in pdb build
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Vec<String>,
    /// Write all pages into this folder
    ///
    /// Their names are fifteen.1, fifteen-solve.1, and so on.
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
}

pub(crate) fn completions(args: &CompletionsArgs, mut all: clap::Command) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut all, "fifteen", &mut script);
    print(&script)
}

pub(crate) fn man(args: &ManArgs, all: clap::Command, ui: &Ui) -> Result<Exit> {
    // clap's `build` gives each subcommand its full name and the global options, which the pages
    // show.
    let mut all = all.disable_help_subcommand(true);
    all.build();
    if let Some(folder) = &args.out {
        save::require_folder("--out", folder)?;
        let unwritten = |error| anyhow!("cannot write pages into {}: {error}", folder.display());
        fs::create_dir_all(folder).map_err(unwritten)?;
        clap_mangen::generate_to(all, folder).map_err(unwritten)?;
        ui.note(format_args!("the pages are in {}", folder.display()));
        return Ok(Exit::Done);
    }
    let mut command = &all;
    for name in &args.command {
        command = command
            .find_subcommand(name)
            .ok_or_else(|| unknown(command, name))?;
    }
    let mut page = Vec::new();
    Man::new(command.clone())
        .render(&mut page)
        .map_err(unwritten)?;
    print(&page)
}

fn unknown(command: &clap::Command, name: &str) -> anyhow::Error {
    let known: Vec<_> = command
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    let known = if known.is_empty() {
        "none".to_owned()
    } else {
        known.join(", ")
    };
    anyhow!(
        "{} has no command {name:?}; the commands are: {known}",
        command.get_name()
    )
}

fn print(bytes: &[u8]) -> Result<Exit> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)
        .and_then(|()| out.flush())
        .map_err(unwritten)?;
    Ok(Exit::Done)
}
