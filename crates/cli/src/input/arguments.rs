//! The arguments of a command as boards and files.

use std::path::Path;

use anyhow::{Result, anyhow};
use fifteen_solver::pdb::file::is_named_device;
use fifteen_solver::{Size, notation};

use super::BoardLine;
use super::files::{Source, note_form};
use crate::terminal::Ui;

/// The boards and files among the arguments, in their order.
///
/// An argument that is a board is never taken for a file. If one of the others is a file, each argument stands for
/// itself.
pub(super) fn sources(arguments: &[String], size: Option<Size>, ui: &Ui) -> Result<Vec<Source>> {
    let is_file = |text: &String| {
        let path = Path::new(text);
        text == "-" || is_named_device(path) || path.metadata().is_ok_and(|found| !found.is_dir())
    };
    let is_board = |text: &String| notation::parse(text, size).is_ok();
    if !arguments.iter().any(|text| !is_board(text) && is_file(text)) || is_board(&arguments.join(" ")) {
        let lines = of_arguments(arguments, size);
        if let ([BoardLine { board: Err(error), .. }], Some(text)) = (lines.as_slice(), lone_name(arguments)) {
            return Err(neither(text, error));
        }
        lines.iter().for_each(|line| note_form(line, &mut None, ui));
        return Ok(lines.into_iter().map(Source::Board).collect());
    }
    let source = |(number, text): (u64, &String)| match BoardLine::parse(number, text, size) {
        line if line.board.is_ok() => {
            note_form(&line, &mut None, ui);
            Ok(Source::Board(line))
        }
        _ if is_file(text) => Ok(Source::File(text.into())),
        line => Err(neither(text, &line.board.err().unwrap_or_default())),
    };
    (1..).zip(arguments).map(source).collect()
}

/// An argument that looks like the name of a file, if it is the only one.
fn lone_name(arguments: &[String]) -> Option<&str> {
    let [text] = arguments else { return None };
    let is_name = |c: char| c.is_ascii_alphabetic() || c == '\\';
    // A path with spaces: a letter after a slash or a point.
    let is_path = |pair: &[u8]| b"./\\".contains(&pair[0]) && pair[1].is_ascii_alphabetic() && pair[1] != b'x';
    let one_word = !text.contains(char::is_whitespace) && text.len() > 1 && text.contains(is_name);
    (one_word || text.as_bytes().windows(2).any(is_path)).then_some(text)
}

/// The error for an argument that is neither a board nor a file.
fn neither(text: &str, not_a_board: &str) -> anyhow::Error {
    let not_a_file = match Path::new(text).metadata() {
        Ok(_) => "it is a folder".to_owned(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => "there is none of that name".to_owned(),
        Err(error) => error.to_string(),
    };
    anyhow!("'{text}' is neither a board nor a file. As a board: {not_a_board}. As a file: {not_a_file}")
}

/// The boards among the arguments: all of them together are one board, or each is one.
fn of_arguments(arguments: &[String], size: Option<Size>) -> Vec<BoardLine> {
    if arguments.is_empty() {
        return Vec::new();
    }
    let is_board = |text: &str| notation::parse(text, size).is_ok();
    let joined = arguments.join(" ");
    let lone_words =
        arguments.iter().all(|a| a.split([' ', ',', '/', '|', ';']).filter(|w| !w.is_empty()).count() <= 1);
    let any_board = arguments.iter().any(|text| is_board(text));
    if !any_board && (lone_words || is_board(&joined)) {
        return vec![BoardLine::parse(1, &joined, size)];
    }
    (1..).zip(arguments).map(|(line, text)| BoardLine::parse(line, text, size)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards(arguments: &[&str]) -> Vec<bool> {
        let arguments: Vec<String> = arguments.iter().map(|a| (*a).to_owned()).collect();
        of_arguments(&arguments, None).iter().map(|line| line.board.is_ok()).collect()
    }

    #[test]
    fn each_argument_is_a_board_or_all_are_one() {
        assert_eq!(boards(&["1", "2", "3", "0"]), [true]);
        assert_eq!(boards(&["1", "2", "/", "3", "0"]), [true]);
        assert_eq!(boards(&["1,2", "3,0"]), [true]);
        assert_eq!(boards(&["1 2 3 0"]), [true]);
        assert_eq!(boards(&["1 2 3 0", "1 2 0 3"]), [true, true]);
        assert_eq!(boards(&["1 2 3 0", "1 2 2 0"]), [true, false]);
        assert_eq!(boards(&["1 2 3", "1 2 2 0"]), [false, false]);
        assert_eq!(boards(&["1", "2", "2", "0"]), [false]);
        assert_eq!(boards(&["1230", "[1,2,0,3]", "12/30"]), [true, true, true]);
        assert_eq!(boards(&["1230", "1220"]), [true, false]);
        assert_eq!(boards(&["[1,", "2,", "3,", "0]"]), [true]);
        assert!(boards(&[]).is_empty());
    }
}
