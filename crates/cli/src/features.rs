//! The features of the command: the commands, options and values that are there only with them.

/// A feature of the package `fifteen`.
pub(crate) struct Feature {
    /// The name in `Cargo.toml`.
    pub(crate) name: &'static str,
    is_built: bool,
    /// Commands that the feature adds.
    commands: &'static [&'static str],
    /// Options that the feature adds, of any command.
    options: &'static [&'static str],
    /// Options with a value that the feature adds.
    values: &'static [(&'static str, &'static str)],
}

const ALL: [Feature; 6] = [
    Feature { name: "blocks", is_built: cfg!(feature = "blocks"), commands: &["blocks"], options: &[], values: &[] },
    Feature {
        name: "zstd",
        is_built: cfg!(feature = "zstd"),
        commands: &["pack", "unpack"],
        options: &["--zstd"],
        values: &[],
    },
    Feature {
        name: "distributed",
        is_built: cfg!(feature = "distributed"),
        commands: &["distribute", "split", "work", "merge"],
        options: &[],
        values: &[],
    },
    Feature { name: "serve", is_built: cfg!(feature = "serve"), commands: &["serve"], options: &[], values: &[] },
    Feature { name: "play", is_built: cfg!(feature = "play"), commands: &["play"], options: &[], values: &[] },
    Feature {
        name: "pictures",
        is_built: cfg!(feature = "pictures"),
        commands: &[],
        options: &["--svg", "--gif", "--plot"],
        values: &[("--format", "svg"), ("--to", "svg")],
    },
];

/// The features that this command was built without.
fn absent() -> impl Iterator<Item = &'static Feature> {
    ALL.iter().filter(|feature| !feature.is_built)
}

/// True for a command with all features.
pub(crate) fn all_are_built() -> bool {
    absent().next().is_none()
}

/// The absent feature that would add a command.
pub(crate) fn absent_of_command(command: &str) -> Option<&'static Feature> {
    absent().find(|feature| feature.commands.contains(&command))
}

/// The absent feature that would add an option.
pub(crate) fn absent_of_option(option: &str) -> Option<&'static Feature> {
    absent().find(|feature| feature.options.contains(&option))
}

/// The absent feature that would add a value of an option.
pub(crate) fn absent_of_value(option: &str, value: &str) -> Option<&'static Feature> {
    absent().find(|feature| feature.values.contains(&(option, value)))
}

/// The lines of a help text, without the examples that need an absent feature.
pub(crate) fn without_absent(help: &str) -> String {
    let is_absent = |line: &&str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let command = words.iter().position(|word| *word == "fifteen").and_then(|at| words.get(at + 1).copied());
        command.is_some_and(|command| absent_of_command(command).is_some())
            || words.iter().any(|word| absent_of_option(word).is_some())
            || words.windows(2).any(|pair| absent_of_value(pair[0], pair[1]).is_some())
    };
    let is_example = |line: &str| line.starts_with("  fifteen ");
    help.lines().filter(|line| !is_example(line) || !is_absent(line)).collect::<Vec<_>>().join("\n")
}
