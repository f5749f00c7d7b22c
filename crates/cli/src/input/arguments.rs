//! Classifies the arguments of a command as boards or names of files.

use std::ffi::OsString;
use std::path::Path;

use anyhow::{Result, anyhow};
use fifteen_solver::Size;
use fifteen_solver::input::BoardReader;
use fifteen_solver::pdb::file::is_named_device;

use super::{BoardLine, Source};

/// Returns the boards and files that the arguments name, in order.
///
/// A valid board is never taken for the name of a file. If any argument names a file, each argument
/// is read on its own. Otherwise the arguments can form one board together: each argument is then
/// one cell or one row.
pub(super) fn sources(arguments: &[OsString], size: Option<Size>) -> Result<Vec<Source>> {
    if arguments.is_empty() {
        return Ok(Vec::new());
    }
    // An argument that is not UTF-8 can only be the name of a file.
    let is_file = |argument: &OsString| {
        let path = Path::new(argument);
        let is_there =
            || is_named_device(path) || path.metadata().is_ok_and(|found| !found.is_dir());
        argument == "-" || argument.to_str().is_none() || is_there()
    };
    let texts: Vec<_> = arguments
        .iter()
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let each: Vec<_> = texts.iter().map(|text| boards(text, size)).collect();
    let files: Vec<bool> = arguments
        .iter()
        .zip(&each)
        .map(|(text, read)| !are_boards(read) && is_file(text))
        .collect();
    let (any_file, are_words) = (
        files.contains(&true),
        texts.iter().all(|text| is_word(text)),
    );
    let joined = texts.join(if are_words { " " } else { "\n" });
    let whole = boards(&joined, size);
    let is_one =
        !each.iter().any(|read| are_boards(read)) && (are_boards(&whole) || are_words && !any_file);
    if !is_one && !any_file && !each.iter().all(|read| are_boards(read)) && are_boards(&whole) {
        return Err(anyhow!(
            "the arguments may be {} boards or the rows of one board; put all rows into one argument, with '/' between \
             them, or correct the arguments that are not boards",
            arguments.len()
        ));
    }
    let read = if is_one {
        vec![(joined, whole)]
    } else {
        texts.into_iter().zip(each).collect()
    };
    let (mut sources, mut number) = (Vec::new(), 0);
    for (place, (text, lines)) in read.into_iter().enumerate() {
        if !is_one && files[place] {
            sources.push(Source::File((&arguments[place]).into()));
            continue;
        }
        for mut line in lines {
            number = (place as u64 + 1).max(number + 1);
            if let Err(error) = &mut line.board {
                if text.trim().contains(['\n', '\r']) {
                    *error = format!("line {}: {error}", line.line);
                }
                let is_path = is_name(&text) || Path::new(&text).is_dir();
                if is_path && (any_file || arguments.len() == 1) {
                    return Err(neither(&text, error));
                }
            }
            line.line = number;
            sources.push(Source::Board(Box::new(line)));
        }
    }
    Ok(sources)
}

/// Parses all boards in an argument. If the text contains no board, returns one line with the
/// error.
fn boards(text: &str, size: Option<Size>) -> Vec<BoardLine> {
    let lines: Vec<BoardLine> = BoardReader::new(text.as_bytes(), size)
        .map_while(Result::ok)
        .collect();
    if lines.is_empty() {
        vec![BoardLine::parse(1, text, size)]
    } else {
        lines
    }
}

fn are_boards(lines: &[BoardLine]) -> bool {
    lines
        .iter()
        .all(|line| line.board.is_ok() || line.large.is_some())
}

/// Returns whether the argument is a single word, so that it can be one cell of a board.
fn is_word(text: &str) -> bool {
    text.split([' ', ',', '/', '|', ';', '\n', '\r'])
        .filter(|word| !word.is_empty())
        .count()
        <= 1
}

/// Returns whether the argument looks like the name of a file rather than a board.
fn is_name(text: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_alphabetic() || c == '\\';
    // Detects paths with spaces: a letter follows a slash, backslash or full stop. `x` is excluded
    // because it can denote the blank.
    let is_path = |pair: &[u8]| {
        b"./\\".contains(&pair[0]) && pair[1].is_ascii_alphabetic() && pair[1] != b'x'
    };
    let one_word =
        !text.contains(char::is_whitespace) && text.len() > 1 && text.contains(is_of_name);
    one_word || text.as_bytes().windows(2).any(is_path)
}

/// Returns the error for an argument that is neither a valid board nor an existing file.
fn neither(text: &str, not_a_board: &str) -> anyhow::Error {
    let not_a_file = match Path::new(text).metadata() {
        Ok(_) => "it is a folder".to_owned(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            "there is none of that name".to_owned()
        }
        Err(error) => error.to_string(),
    };
    anyhow!(
        "'{text}' is neither a board nor a file. As a board: {not_a_board}. As a file: {not_a_file}"
    )
}
