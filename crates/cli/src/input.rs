//! Boards from the arguments or, one a line, from a file that may be endless.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use fifteen::{Board, Size, notation};

use crate::exit::Failure;
use crate::interrupt;

/// No board is as long as this; a longer line is bad, and is not held in memory.
const LONGEST_LINE: u64 = 4096;

/// One board to be solved, or why it is none.
#[derive(Debug)]
pub(crate) struct Job {
    /// The line in the file, or the number of the board among the arguments, from 1.
    pub line: u64,
    pub board: Result<Board, String>,
}

/// The boards among the arguments: all of them together are one board, or each is one.
pub(crate) fn of_arguments(arguments: &[String], size: Option<Size>) -> Vec<Job> {
    let parse = |text: &str| notation::parse(text, size).map_err(|e| e.to_string());
    let joined = arguments.join(" ");
    let lone_words =
        arguments.iter().all(|a| a.split([' ', ',', '/', '|', ';']).filter(|w| !w.is_empty()).count() <= 1);
    let together = lone_words || (arguments.iter().all(|a| parse(a).is_err()) && parse(&joined).is_ok());
    if together {
        return vec![Job { line: 1, board: parse(&joined) }];
    }
    (1..).zip(arguments).map(|(line, text)| Job { line, board: parse(text) }).collect()
}

/// The boards of a file, one a line, read as they are asked for. Ctrl-C ends them.
pub(crate) struct Lines {
    reader: Box<dyn BufRead + Send>,
    name: String,
    size: Option<Size>,
    line: u64,
}

impl Lines {
    /// Of a file, or of the standard input if it is `-`.
    pub(crate) fn open(path: &Path, size: Option<Size>) -> Result<Self, Failure> {
        let (reader, name): (Box<dyn BufRead + Send>, _) = if path.as_os_str() == "-" {
            (Box::new(BufReader::new(io::stdin())), "the standard input".to_owned())
        } else {
            let name = path.display().to_string();
            let file = File::open(path).map_err(|e| Failure::new(format!("cannot open {name}: {e}")))?;
            (Box::new(BufReader::new(file)), name)
        };
        Ok(Self { reader, name, size, line: 0 })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The next line, cut off after [`LONGEST_LINE`] bytes; `None` at the end.
    fn read_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let length = (&mut self.reader).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if length as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
            self.skip_rest_of_line()?;
        }
        Ok((length > 0).then_some(line))
    }

    fn skip_rest_of_line(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.reader.fill_buf()?;
            let end = buffer.iter().position(|&b| b == b'\n');
            let used = end.map_or(buffer.len(), |at| at + 1);
            self.reader.consume(used);
            if end.is_some() || used == 0 {
                return Ok(());
            }
        }
    }
}

impl Iterator for Lines {
    type Item = Result<Job, String>;

    fn next(&mut self) -> Option<Self::Item> {
        while !interrupt::requested() {
            let line = match self.read_line() {
                Ok(line) => line?,
                Err(error) => return Some(Err(format!("cannot read {}: {error}", self.name))),
            };
            self.line += 1;
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_start_matches('\u{feff}').split('#').next().unwrap_or_default().trim();
            if !text.is_empty() {
                let board = notation::parse(text, self.size).map_err(|e| e.to_string());
                return Some(Ok(Job { line: self.line, board }));
            }
        }
        None
    }
}

/// How many boards a file has, for a progress bar: only of a regular file, which can be read twice.
pub(crate) fn count(path: &Path) -> Option<u64> {
    let file = File::open(path).ok().filter(|f| f.metadata().is_ok_and(|m| m.is_file()))?;
    let is_board = |line: Vec<u8>| line.split(|&b| b == b'#').next().is_some_and(|l| !l.trim_ascii().is_empty());
    let lines = BufReader::new(file).split(b'\n').map_while(Result::ok);
    Some(lines.filter(|l| is_board(l.clone())).count() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<(u64, bool)> {
        let reader: Box<dyn BufRead + Send> = Box::new(io::Cursor::new(text.to_owned()));
        let lines = Lines { reader, name: "test".to_owned(), size: None, line: 0 };
        lines.map(|job| job.unwrap()).map(|job| (job.line, job.board.is_ok())).collect()
    }

    #[test]
    fn comments_and_empty_lines_count_as_lines() {
        let text = "\u{feff}# boards\r\n\n1 2 3 0 # easy\r\n  \nnonsense\n1 2 / 3 0";
        assert_eq!(lines(text), [(3, true), (5, false), (6, true)]);
        assert!(lines("").is_empty() && lines("# nothing\n\n").is_empty());
    }

    #[test]
    fn an_endless_line_is_bad_and_the_next_is_read() {
        let text = format!("{}\n1 2 3 0\n", "1 ".repeat(100_000));
        assert_eq!(lines(&text), [(1, false), (2, true)]);
    }

    fn boards(arguments: &[&str]) -> Vec<bool> {
        let arguments: Vec<String> = arguments.iter().map(|a| (*a).to_owned()).collect();
        of_arguments(&arguments, None).iter().map(|job| job.board.is_ok()).collect()
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
    }
}
