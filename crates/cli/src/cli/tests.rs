use super::*;
use clap::Command;
use std::fs;
use std::path::Path;

/// Returns every command with its full name, such as `fifteen pdb build`.
fn commands() -> Vec<(String, Command)> {
    let mut all = command().disable_help_subcommand(true).term_width(80);
    all.build();
    let mut found = Vec::new();
    let mut open = vec![("fifteen".to_owned(), all)];
    while let Some((name, command)) = open.pop() {
        open.extend(
            command
                .get_subcommands()
                .map(|sub| (format!("{name} {}", sub.get_name()), sub.clone())),
        );
        found.push((name, command));
    }
    found
}

#[test]
fn the_help_of_every_command_has_examples_of_the_command() {
    let commands = commands();
    assert!(commands.len() > 15);
    for (name, mut command) in commands {
        let help = command.render_long_help().to_string();
        let examples = help
            .split_once("Examples:\n")
            .unwrap_or_else(|| panic!("{name} has no examples\n{help}"))
            .1;
        let lines: Vec<&str> = examples
            .lines()
            .take_while(|line| line.starts_with("  "))
            .collect();
        assert!(
            !lines.is_empty() && lines.iter().all(|line| line.starts_with("  fifteen")),
            "{name}: {lines:?}"
        );
        assert!(
            lines.iter().any(|line| line.contains(&name)),
            "{name}: {lines:?}"
        );
    }
}

#[test]
fn help_texts_fit_into_80_columns_and_few_lines() {
    for (name, mut command) in commands() {
        let (short, long) = (
            command.render_help().to_string(),
            command.render_long_help().to_string(),
        );
        let wide = [&short, &long]
            .into_iter()
            .flat_map(|help| help.lines())
            .find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{name}");
        // Two commands have a higher limit, because they need a long help text.
        let most = if ["fifteen bench", "fifteen distribute"].contains(&name.as_str()) {
            44
        } else {
            40
        };
        assert!(
            short.lines().count() <= most,
            "{name}: {} lines\n{short}",
            short.lines().count()
        );
    }
}

#[test]
fn help_texts_are_plain_text_and_concern_their_command() {
    let help = |name: &str| {
        let mut found = commands().into_iter().filter(|(found, _)| found == name);
        let (_, mut command) = found.next().unwrap();
        command.render_long_help().to_string()
    };
    for (name, mut command) in commands() {
        let text = command.render_long_help().to_string();
        assert!(!text.contains('\\'), "{name}: {text}");
        let has_choice = ["fifteen solve", "fifteen analyse"].contains(&name.as_str());
        assert_eq!(
            text.contains("stands for any tile"),
            has_choice,
            "{name}: {text}"
        );
    }
    let all = help("fifteen");
    assert!(
        all.contains("\n  completions ") && all.contains("\n  man "),
        "{all}"
    );
}

/// Returns all calls of this program in a shell command line, each as a list of words.
fn in_shell(line: &str) -> Vec<Vec<String>> {
    let words = shlex::split(line).unwrap_or_else(|| panic!("open quotes: {line}"));
    let commands = words.split(|word| ["|", "&&", "exec"].contains(&word.as_str()));
    let commands = commands.map(|words| {
        words
            .iter()
            .take_while(|word| *word != ">")
            .cloned()
            .collect()
    });
    commands
        .filter(|words: &Vec<String>| words.first().is_some_and(|word| word == "fifteen"))
        .collect()
}

#[test]
fn commands_in_help_texts_and_pages_are_valid() {
    let help = commands()
        .into_iter()
        .map(|(_, command)| command.term_width(200).render_long_help().to_string());
    let help: String = help.collect();
    let examples = help
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| line.starts_with("fifteen "));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages = fs::read_dir(root.join("docs"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let pages = pages.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let pages = pages
        .chain([root.join("README.md")])
        .map(|page| fs::read_to_string(page).unwrap());
    let pages = pages.collect::<String>().replace("\\\n", "");
    let blocks = pages
        .split("\n```")
        .filter_map(|block| block.strip_prefix("sh\n"));
    let lines = examples
        .chain(blocks.flat_map(str::lines))
        .filter(|line| line.contains("fifteen "));
    // Slurm sets these two variables in each job of a job array. `$depth` is the variable of a
    // shell loop in the documentation.
    let part = "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT";
    let found: Vec<_> = lines
        .map(|line| line.replace(part, "1/8").replace("$depth", "10"))
        .flat_map(|line| in_shell(&line))
        .collect();
    assert!(found.len() > 100, "{}", found.len());
    for words in found {
        let parsed = command().try_get_matches_from(&words);
        let shown = parsed.as_ref().err().map(clap::Error::kind);
        assert!(
            parsed.is_ok() || shown == Some(clap::error::ErrorKind::DisplayHelp),
            "{words:?}\n{parsed:?}"
        );
    }
}

/// Returns the text of all transcripts.
fn transcripts() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/it/transcripts");
    fs::read_dir(folder)
        .unwrap()
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
        .collect()
}

/// Commands that messages suggest, in backticks, in brackets or after a colon, must be valid for
/// this program.
#[test]
fn commands_suggested_by_messages_are_valid() {
    let (texts, mut found) = (transcripts(), 0);
    let messages = texts.lines().filter_map(|line| line.strip_prefix("2> "));
    for line in messages.filter(|line| !line.starts_with("Usage: ")) {
        for (start, ends) in [("`fifteen ", "`"), ("(fifteen ", ")"), (": fifteen ", ";")] {
            for rest in line.split(start).skip(1) {
                let words =
                    shlex::split(rest.split(ends).next().unwrap_or(rest)).unwrap_or_default();
                let words = [vec!["fifteen".to_owned()], words].concat();
                let parsed = command().try_get_matches_from(&words);
                let is_incomplete = |error: &clap::Error| {
                    use clap::error::ErrorKind::{
                        DisplayHelpOnMissingArgumentOrSubcommand, MissingRequiredArgument,
                    };
                    [
                        DisplayHelpOnMissingArgumentOrSubcommand,
                        MissingRequiredArgument,
                    ]
                    .contains(&error.kind())
                };
                assert!(
                    parsed.as_ref().map_or_else(is_incomplete, |_| true),
                    "{line}\n{parsed:?}"
                );
                found += 1;
            }
        }
    }
    assert!(found > 15, "{found}");
}

/// Every option that a message names must belong to the command that was run, or to a command that
/// the message names.
#[test]
fn options_named_in_messages_exist() {
    let options = |(name, command): (String, Command)| {
        let longs = command
            .get_arguments()
            .filter_map(clap::Arg::get_long)
            .map(|long| format!("--{long}"))
            .collect();
        (name, longs)
    };
    let commands: Vec<(String, Vec<String>)> = commands().into_iter().map(options).collect();
    let (texts, mut run, mut found) = (transcripts(), "", 0);
    for line in texts.replace("fifteen -q ", "fifteen ").lines() {
        run = line.strip_prefix("$ ").unwrap_or(run);
        let Some(message) = line.strip_prefix("2> ") else {
            continue;
        };
        let words = message.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        for option in words.filter(|word| word.starts_with("--") && word.len() > 2) {
            // A line that does not run `fifteen` runs a script, which can call any command.
            let is_named = |name: &str| {
                run.contains(name) || message.contains(name) || !run.contains("fifteen ")
            };
            let mut named = commands.iter().filter(|(name, _)| is_named(name));
            // A message about an unknown option quotes the option, which then occurs in the command
            // line too.
            let is_quoted = run.contains(option);
            assert!(
                is_quoted || named.any(|(_, options)| options.iter().any(|own| own == option)),
                "{run}\n{line}"
            );
            found += 1;
        }
    }
    assert!(found > 100, "{found}");
}

/// A command with too many options is hard to learn. The limits do not count the options that every
/// command has.
#[test]
fn no_command_has_too_many_options() {
    let all = ["quiet", "verbose", "color", "help", "version"];
    for (name, command) in commands() {
        let own = |arg: &&clap::Arg| !arg.is_positional() && !all.contains(&arg.get_id().as_str());
        let options = command.get_arguments().filter(own).count();
        // Solving is what most users come for, so `solve` may have more options. Three of them
        // replace a script: `--pairs` reads starts with their goals, `--hint` prints one move, and
        // `--format` prints the moves in the form that another program expects.
        let most = if name == "fifteen solve" { 27 } else { 22 };
        assert!(options <= most, "{name}: {options} options");
    }
}

#[test]
fn the_help_lists_every_command_under_one_heading() {
    let all = command();
    let visible: Vec<&str> = all
        .get_subcommands()
        .filter(|sub| !sub.is_hide_set())
        .map(Command::get_name)
        .collect();
    let grouped: Vec<&str> = GROUPS
        .iter()
        .flat_map(|(_, names)| names.iter().copied())
        .collect();
    assert!(
        visible
            .iter()
            .all(|name| grouped.iter().filter(|other| *other == name).count() == 1)
    );
    assert_eq!(visible.len(), grouped.len());
}
