//! Short help, for `-h`: one screen for every command. `--help` has every option and the whole of its text.

use clap::{Arg, Command};

/// The most options that short help shows of a command, if it has seldom used ones.
const MANY: usize = 12;

/// Options that short help leaves out where a command has many, by their names.
const SELDOM: &[&str] = &[
    "all-counts",
    "bound",
    "check",
    "continue",
    "csv",
    "deepening",
    "depth-limit",
    "estimate",
    "finish-iteration",
    "first",
    "force",
    "from",
    "gif",
    "interactive",
    "json",
    "level",
    "mean",
    "memory-limit",
    "metric",
    "mode",
    "moves",
    "no-moves",
    "no-reflection",
    "node-limit",
    "order",
    "out",
    "pages",
    "part",
    "pdb",
    "plot",
    "png",
    "queue",
    "samples",
    "seed",
    "skip",
    "stats",
    "threads",
    "units",
    "unordered",
    "width",
    "within",
];

/// The fewest characters that a text is cut to, unless the whole has more than [`SHORT_ENOUGH`].
const SHORTEST: usize = 24;

/// The most characters of a text that may stay whole.
const SHORT_ENOUGH: usize = 110;

/// The lines of examples in short help.
const EXAMPLES: usize = 2;

/// The command with its help in two lengths; the text that it has is the long one.
pub(super) fn with_short_help(mut command: Command) -> Command {
    let options = command.get_arguments().filter(|arg| !arg.is_hide_set()).count();
    command = command.mut_args(|arg| with_short_text(arg, options > MANY));
    let Some(after) = command.get_after_help().map(ToString::to_string) else { return command };
    if command.get_after_long_help().is_none() {
        command = command.after_long_help(after.clone());
    }
    let examples = after.split_once("Examples:\n").map_or("", |(_, examples)| examples);
    let first: Vec<&str> = examples.lines().take_while(|line| line.starts_with("  ")).take(EXAMPLES).collect();
    let more = if options > MANY { "--help shows more options and examples.\n\n" } else { "" };
    command.after_help(format!("{more}Examples:\n{}", first.join("\n")))
}

fn with_short_text(arg: Arg, many: bool) -> Arg {
    let seldom = many && arg.get_long().is_some_and(|name| SELDOM.contains(&name));
    let Some(help) = arg.get_help().map(ToString::to_string) else { return arg.hide_short_help(seldom) };
    let long = arg.get_long_help().map_or_else(|| help.clone(), ToString::to_string);
    let ends = ["; ", ": ", ". ", " [", " ("].iter().filter_map(|end| help.find(end)).min();
    // A text that would say next to nothing stays whole.
    let end = ends.filter(|&end| end >= SHORTEST || help.len() > SHORT_ENOUGH).unwrap_or(help.len());
    arg.help(help[..end].to_owned()).long_help(long).hide_short_help(seldom)
}
