//! Suggests the correct command line if an invalid one shows clearly what the user wants.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};

/// Commands that users of other programs expect, each with the equivalent command of `fifteen`.
const ELSEWHERE: [(&str, &str); 5] = [
    ("hint", "solve --hint"),
    ("scramble", "random --scramble"),
    ("generate", "random"),
    ("shuffle", "random"),
    ("benchmark", "bench"),
];

/// Options that users of other programs expect. Each entry contains the command, the expected
/// option, and the option with the same effect.
const OPTIONS_ELSEWHERE: [(&str, &str, &str); 1] = [("fifteen serve", "--host", "--bind")];

/// Adds a hint to the error if the arguments `words` show clearly what the user wants.
pub(super) fn with_hint(mut error: Error, all: &Command, words: &[String]) -> Error {
    // Remove clap's own suggestion to write the word after `--`. A word that starts with a dash is
    // never meant as a board or a file.
    error.remove(ContextKind::Suggested);
    if let Some(hint) = hint(&error, all, words) {
        error.remove(ContextKind::SuggestedSubcommand);
        error.remove(ContextKind::SuggestedArg);
        error.insert(
            ContextKind::Suggested,
            ContextValue::StyledStrs(vec![hint.into()]),
        );
    }
    error
}

fn hint(error: &Error, all: &Command, words: &[String]) -> Option<String> {
    let NamedCommand {
        command,
        path,
        rest,
    } = NamedCommand::of(all, words);
    let line = shlex::try_join(rest.iter().map(String::as_str)).unwrap_or_default();
    let path = path.join(" ");
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let ContextValue::String(word) = error.get(ContextKind::InvalidSubcommand)? else {
                return None;
            };
            let here = ELSEWHERE.iter().find(|(name, _)| *name == word);
            if let Some((_, command)) = here
                && path == "fifteen"
            {
                let options = shlex::try_join(rest.iter().skip(1).map(String::as_str));
                let words = format!("{command} {}", options.unwrap_or_default());
                return Some(format!("perhaps you mean: fifteen {}", words.trim_end()));
            }
            other_command(all, &path, word)
                .map(|command| format!("perhaps you mean: fifteen {command} {line}"))
        }
        ErrorKind::UnknownArgument => {
            let ContextValue::String(word) = error.get(ContextKind::InvalidArg)? else {
                return None;
            };
            let here = OPTIONS_ELSEWHERE
                .iter()
                .find(|(of, name, _)| *of == path && word.split('=').next() == Some(*name));
            if let Some((_, _, option)) = here {
                return Some(format!("perhaps you mean: {option}"));
            }
            equals_sign(command, rest, word)
                .or_else(|| option_of_subcommand(command, &path, word, rest))
        }
        _ => None,
    }
}

/// A command or subcommand at the beginning of a command line.
struct NamedCommand<'a, 'w> {
    command: &'a Command,
    /// The names of the program, the command and its subcommands, such as `fifteen`, `pdb`,
    /// `build`.
    path: Vec<&'w str>,
    /// The arguments after the names.
    rest: &'w [String],
}

impl<'a, 'w> NamedCommand<'a, 'w> {
    /// Finds the command or subcommand that the arguments `words` begin with, such as `pdb build`.
    fn of(all: &'a Command, words: &'w [String]) -> Self {
        let mut named = Self {
            command: all,
            path: vec!["fifteen"],
            rest: words,
        };
        while let Some((word, rest)) = named.rest.split_first()
            && let Some(command) = named.command.find_subcommand(word)
        {
            named.path.push(word);
            (named.command, named.rest) = (command, rest);
        }
        named
    }
}

/// Returns the command that the user probably meant by a word that is not a subcommand of `path`.
fn other_command(all: &Command, path: &str, word: &str) -> Option<String> {
    let has = |group: &&Command| group.get_subcommands().any(|sub| sub.get_name() == word);
    let is_board = word.contains(|c: char| c.is_ascii_digit())
        && word
            .chars()
            .all(|c| c.is_ascii_digit() || c.is_whitespace() || ",/|;_.x".contains(c));
    let is_table = word.ends_with(".pdb") || word.ends_with(".zst") || Path::new(word).is_dir();
    let exists = Path::new(word).exists();
    // A word with a full stop or slash looks like a file name, and one with 36 characters looks
    // like a Rush Hour board.
    let is_source = word.contains(['.', '/']) || word.chars().count() == 36;
    match path {
        "fifteen" if is_board => Some("solve".to_owned()),
        "fifteen" => match all.get_subcommands().find(has) {
            Some(group) => Some(group.get_name().to_owned()),
            None if exists && is_table => Some("pdb list".to_owned()),
            None if exists => Some("solve".to_owned()),
            None => None,
        },
        "fifteen pdb" if exists => Some("pdb list".to_owned()),
        "fifteen blocks" if exists || is_source => Some("blocks solve".to_owned()),
        _ => None,
    }
}

/// Returns a hint for `--option value` if the option accepts its value only after an equals sign.
fn equals_sign(command: &Command, rest: &[String], word: &str) -> Option<String> {
    let before = rest.iter().position(|w| w == word)?.checked_sub(1)?;
    let name = rest[before].strip_prefix("--")?;
    let option = command
        .get_arguments()
        .find(|arg| arg.get_long() == Some(name))?;
    option
        .is_require_equals_set()
        .then(|| format!("perhaps you mean: --{name}={word}"))
}

/// Returns a hint for an option of a subcommand, if the subcommand is missing or comes after the
/// option.
fn option_of_subcommand(
    command: &Command,
    path: &str,
    word: &str,
    rest: &[String],
) -> Option<String> {
    let name = word.strip_prefix("--")?.split('=').next();
    let takes = |sub: &&Command| sub.get_arguments().any(|arg| arg.get_long() == name);
    let later = rest
        .iter()
        .position(|word| command.find_subcommand(word).as_ref().is_some_and(takes));
    let sub = match later {
        Some(at) => command.find_subcommand(&rest[at]),
        None => command.get_subcommands().find(takes),
    }?;
    let others = rest
        .iter()
        .enumerate()
        .filter(|(at, _)| Some(*at) != later)
        .map(|(_, word)| word.as_str());
    let line = shlex::try_join(others).unwrap_or_default();
    if later.is_some() {
        return Some(format!(
            "perhaps you mean: {path} {} {line}",
            sub.get_name()
        ));
    }
    let positional = sub
        .get_positionals()
        .find(|arg| arg.is_required_set())
        .map(clap::Arg::get_id);
    let positional = positional
        .map(|id| format!(" {}", id.as_str().to_uppercase()))
        .unwrap_or_default();
    let positional = if positional == " SOURCE" {
        " FILE".to_owned()
    } else {
        positional
    };
    Some(format!(
        "perhaps you mean: {path} {}{positional} {line}",
        sub.get_name()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(line: &str) -> String {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let mut all = super::super::command();
        let error = all
            .try_get_matches_from_mut(std::iter::once("fifteen".to_owned()).chain(words.clone()))
            .unwrap_err();
        assert!(error.use_stderr());
        with_hint(error, &all, &words).to_string()
    }

    #[test]
    fn unknown_words_give_no_suggestions() {
        for line in [
            "nonsense",
            "solve --nonsense 1 2 3 0",
            "pdb nonsense",
            "blocks count x",
            "--nonsense",
        ] {
            assert!(!message(line).contains("perhaps you mean"), "{line}");
        }
    }

    #[test]
    fn names_from_other_programs_give_hints() {
        for (name, here) in ELSEWHERE {
            let told = message(name);
            assert!(
                told.contains(&format!("perhaps you mean: fifteen {here}")),
                "{told}"
            );
            let words = format!("fifteen {here}");
            assert!(
                super::super::command()
                    .try_get_matches_from(words.split(' '))
                    .is_ok(),
                "{words}"
            );
        }
    }
}
