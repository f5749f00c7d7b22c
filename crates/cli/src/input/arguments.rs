//! The arguments of a command as boards and files.

use std::ffi::OsString;
use std::path::Path;

use anyhow::{Result, anyhow};
use fifteen_solver::input::BoardReader;
use fifteen_solver::pdb::file::is_named_device;
use fifteen_solver::{Board, Size, notation};

use super::BoardLine;
use super::files::{Source, Told};
use crate::terminal::Ui;

/// The boards and files among the arguments, in their order.
///
/// An argument that is a board is never taken for a file. If one of the others is a file, each argument stands for
/// itself; otherwise all of them may be one board, and those of several cells are its rows.
pub(super) fn sources(arguments: &[OsString], size: Option<Size>, ui: &Ui) -> Result<Vec<Source>> {
    let one = |argument: &OsString| match argument.to_str() {
        Some(_) => sources(std::slice::from_ref(argument), size, ui),
        // Only the name of a file need not be UTF-8.
        None => Ok(vec![Source::File(argument.into())]),
    };
    let texts: Option<Vec<String>> = arguments.iter().map(|text| text.to_str().map(str::to_owned)).collect();
    let Some(arguments) = &texts else {
        return Ok(arguments.iter().map(one).collect::<Result<Vec<_>>>()?.concat());
    };
    let is_file = |text: &String| {
        let path = Path::new(text);
        text == "-" || is_named_device(path) || path.metadata().is_ok_and(|found| !found.is_dir())
    };
    let joined = vec![joined(arguments)];
    let is_board = |text: &String| are_boards(&boards(text, size));
    let any_file = || arguments.iter().any(|text| !is_board(text) && is_file(text));
    let is_one = !arguments.iter().any(is_board) && (are_words(arguments) || is_board(&joined[0]));
    let texts = if is_one && (is_board(&joined[0]) || !any_file()) { &joined } else { arguments };
    if arguments.is_empty() {
        return Ok(Vec::new());
    }
    let (mut sources, mut told, mut number) = (Vec::new(), Told::default(), 0);
    for (text, least) in texts.iter().zip(1..) {
        let lines = boards(text, size);
        if !are_boards(&lines) && is_file(text) {
            sources.push(Source::File(text.into()));
            continue;
        }
        for mut line in lines {
            number = least.max(number + 1);
            if let Err(error) = &mut line.board {
                if text.trim().contains(['\n', '\r']) {
                    *error = format!("line {}: {error}", line.line);
                }
                if is_name(text) && (any_file() || arguments.len() == 1) {
                    return Err(neither(text, error));
                }
            }
            line.line = number;
            told.tell(&line, ui);
            sources.push(Source::Board(line));
        }
    }
    Ok(sources)
}

/// The boards of an argument, or errors.
fn boards(text: &str, size: Option<Size>) -> Vec<BoardLine> {
    let lines: Vec<BoardLine> = BoardReader::new(text.as_bytes(), size).map_while(Result::ok).collect();
    if lines.is_empty() { vec![BoardLine::parse(1, text, size)] } else { lines }
}

fn are_boards(lines: &[BoardLine]) -> bool {
    lines.iter().all(|line| line.board.is_ok())
}

/// The arguments as one text: cells on one line, or rows.
fn joined(arguments: &[String]) -> String {
    arguments.join(if are_words(arguments) { " " } else { "\n" })
}

/// The only board of some words.
pub(crate) fn board_of_words(words: &[String], size: Option<Size>, ui: &Ui) -> Result<Board> {
    let reading = notation::read(&joined(words), size).map_err(anyhow::Error::msg)?;
    reading.guess.iter().for_each(|guess| ui.note(guess));
    Ok(reading.board)
}

/// True if no argument has several cells.
fn are_words(arguments: &[String]) -> bool {
    let words =
        |text: &String| text.split([' ', ',', '/', '|', ';', '\n', '\r']).filter(|word| !word.is_empty()).count();
    arguments.iter().all(|text| words(text) <= 1)
}

/// True for an argument that looks like the name of a file.
fn is_name(text: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_alphabetic() || c == '\\';
    // A path with spaces: a letter after a slash or a point.
    let is_path = |pair: &[u8]| b"./\\".contains(&pair[0]) && pair[1].is_ascii_alphabetic() && pair[1] != b'x';
    let one_word = !text.contains(char::is_whitespace) && text.len() > 1 && text.contains(is_of_name);
    one_word || text.as_bytes().windows(2).any(is_path)
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
