//! Adds advice to error messages. The libraries do not know the options of this command, so their
//! errors contain a remedy as a value. This module puts the remedy into words, for example as a
//! command to type.

use std::fmt::Display;

use fifteen_lab::LabError;
use fifteen_solver::distributed::DistributedError;
use fifteen_solver::pdb::file::FileError;
use fifteen_solver::tables::{TableBuildError, TableError, TablesToBuild};
use fifteen_solver::{OpenError, Remedy, SolveError, TableRemedy};

/// Returns an error message, followed by advice if the error has a remedy.
pub(crate) fn advised(message: impl Display, remedy: Option<impl Into<Remedy>>) -> String {
    match remedy.map(Into::into).and_then(in_words) {
        Some(advice) => format!("{message}; {advice}"),
        None => message.to_string(),
    }
}

/// Returns the remedy that an error suggests, or `None` if the error suggests none or does not come
/// from one of the libraries.
pub(crate) fn remedy_of(error: &anyhow::Error) -> Option<Remedy> {
    if let Some(error) = error.downcast_ref::<FileError>() {
        error.remedy().map(Remedy::TableFile)
    } else if let Some(error) = error.downcast_ref::<TableError>() {
        error.remedy()
    } else if let Some(error) = error.downcast_ref::<TableBuildError>() {
        error.remedy()
    } else if let Some(error) = error.downcast_ref::<OpenError>() {
        error.remedy()
    } else if let Some(error) = error.downcast_ref::<SolveError>() {
        error.remedy()
    } else if let Some(error) = error.downcast_ref::<DistributedError>() {
        error.remedy()
    } else if let Some(LabError::Open(error)) = error.downcast_ref::<LabError>() {
        error.remedy()
    } else {
        None
    }
}

fn in_words(remedy: Remedy) -> Option<String> {
    match remedy {
        Remedy::TableFile(remedy) => of_table_file(remedy).map(str::to_owned),
        Remedy::BuildTables(tables) => Some(format!("build them with: {}", build_command(&tables))),
        Remedy::NameFolder => Some("name one with --out".to_owned()),
        Remedy::BuildElsewhere => Some("move it, or name another with --out".to_owned()),
        Remedy::OverwriteOrBuildElsewhere => {
            Some("--force overwrites it, --out names another folder".to_owned())
        }
        // Newer versions of the library may add remedies that this function does not know.
        _ => None,
    }
}

fn of_table_file(remedy: TableRemedy) -> Option<&'static str> {
    match remedy {
        TableRemedy::BuildAgain => {
            Some("build it again with the options that built it (fifteen pdb build --force)")
        }
        TableRemedy::Verify => Some(
            "verify it (fifteen pdb verify); if it is damaged, build it again with the options that built it \
             (fifteen pdb build --force)",
        ),
        TableRemedy::Build => Some("build it (fifteen pdb build)"),
        TableRemedy::BuildCompressed => Some("make the file with: fifteen pdb build --zstd"),
        // Newer versions of the library may add remedies that this function does not know.
        _ => None,
    }
}

/// Returns the `fifteen pdb build` command that builds the given tables, ready to paste into a
/// shell.
pub(crate) fn build_command(tables: &TablesToBuild) -> String {
    let TablesToBuild {
        size,
        goal,
        partitions,
        collection,
        kind,
        folder,
    } = tables;
    let mut command = "fifteen pdb build".to_owned();
    let mut add = |option: &str, value: &str| {
        command += &format!(" --{option} {}", in_shell(value));
    };
    if let Some(size) = size {
        add("size", &size.to_string());
    }
    if let Some(goal) = goal {
        add("goal", &goal.to_string());
    }
    for partition in partitions {
        add("partition", partition);
    }
    if let Some(collection) = collection {
        add("collection", collection);
    }
    if let Some(kind) = kind {
        add("kind", &kind.to_string());
    }
    if let Some(folder) = folder {
        add("out", &folder.to_string_lossy());
    }
    command
}

/// Quotes a word for a shell, if it contains characters that can have a special meaning there.
///
/// Double quotes work in every shell, on Windows too. If the word contains a character that is
/// special even within double quotes, single quotes are used instead, except on Windows.
pub(crate) fn in_shell(word: &str) -> String {
    let is_safe = |c: char| c.is_alphanumeric() || "-_./,:+=@%".contains(c);
    let is_special = |c: char| "\"$`\\!".contains(c);
    if !word.is_empty() && word.chars().all(is_safe) {
        word.to_owned()
    } else if word.contains(is_special) && cfg!(not(windows)) {
        format!("'{}'", word.replace('\'', r"'\''"))
    } else {
        format!("\"{word}\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_advised_commands_are_quoted_for_a_shell() {
        for word in [
            "tables",
            "my tables",
            "it's",
            "a\"b$c`d\\e!f",
            "1 2 3 / 4 5 6",
            "",
        ] {
            assert_eq!(
                shlex::split(&in_shell(word)),
                Some(vec![word.to_owned()]),
                "{word}"
            );
        }
        assert_eq!(in_shell("t/6-6-3.txt"), "t/6-6-3.txt");
        assert_eq!(in_shell("my tables"), "\"my tables\"");
    }
}
