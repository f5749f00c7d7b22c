use super::*;
use clap::Command;

/// Every command with the words that lead to it.
fn commands() -> Vec<(String, Command)> {
    let mut all = command().disable_help_subcommand(true).term_width(80);
    all.build();
    let mut found = Vec::new();
    let mut open = vec![("fifteen".to_owned(), all)];
    while let Some((name, command)) = open.pop() {
        open.extend(command.get_subcommands().map(|sub| (format!("{name} {}", sub.get_name()), sub.clone())));
        found.push((name, command));
    }
    found
}

#[test]
fn every_command_has_examples_of_itself() {
    let commands = commands();
    assert!(commands.len() > 15);
    for (name, mut command) in commands {
        let help = command.render_long_help().to_string();
        let examples = help.split_once("Examples:\n").unwrap_or_else(|| panic!("{name} has no examples\n{help}")).1;
        let lines: Vec<&str> = examples.lines().take_while(|line| line.starts_with("  ")).collect();
        assert!(!lines.is_empty() && lines.iter().all(|line| line.starts_with("  fifteen")), "{name}: {lines:?}");
        assert!(lines.iter().any(|line| line.contains(&name)), "{name}: {lines:?}");
    }
}

#[test]
fn help_fits_a_usual_terminal() {
    for (name, mut command) in commands() {
        for help in [command.render_long_help(), command.render_help()] {
            for line in help.to_string().lines() {
                assert!(line.chars().count() <= 80, "{name}: {line}");
            }
        }
    }
}

#[test]
fn short_help_fits_one_screen() {
    for (name, command) in commands() {
        let help = command.term_width(80).render_help().to_string();
        // The list of commands is as long as it is.
        let most = if name == "fifteen" { 48 } else { 40 };
        assert!(help.lines().count() <= most, "{name}: {} lines\n{help}", help.lines().count());
    }
}

#[test]
fn long_help_has_what_short_help_leaves_out() {
    let (_, mut solve) = commands().into_iter().find(|(name, _)| name == "fifteen solve").unwrap();
    let (short, long) = (solve.render_help().to_string(), solve.render_long_help().to_string());
    for option in ["--finish-iteration", "--order", "--within"] {
        assert!(!short.contains(option) && long.contains(option), "{option}");
    }
    assert!(long.contains("7-8:no-reflection") && long.contains("manhattan+6-6-3"), "{long}");
}

#[test]
fn examples_are_commands_that_exist() {
    for (name, found) in commands() {
        let help = found.term_width(200).render_long_help().to_string();
        for line in help.lines().filter(|line| line.starts_with("  fifteen ")) {
            // Up to what belongs to the shell.
            let line = line.split(['|', '>']).next().unwrap_or_default();
            let mut words = vec![String::new()];
            for (i, part) in line.split('"').enumerate() {
                if i % 2 == 1 {
                    words.extend([part.to_owned(), String::new()]);
                } else {
                    words.extend(part.split_whitespace().map(str::to_owned));
                }
            }
            words.retain(|word| !word.is_empty());
            let parsed = command().try_get_matches_from(&words);
            let shown = parsed.as_ref().err().map(clap::Error::kind);
            assert!(parsed.is_ok() || shown == Some(clap::error::ErrorKind::DisplayHelp), "{name}: {line}\n{parsed:?}");
        }
    }
}
