//! Boards from the arguments or, one a line, from a file that may be endless.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use fifteen_solver::{Board, Size, notation};

use crate::exit::Failure;
use crate::terminal::interrupt;

/// The longest line: no board needs more bytes. A longer line is bad, and is not held in memory.
const LONGEST_LINE: u64 = 4096;

/// One board to be solved, or the reason why the text is not a board.
#[derive(Debug)]
pub(crate) struct BoardLine {
    /// The line in the file, or the number of the board among the arguments, from 1.
    pub line: u64,
    pub board: Result<Board, String>,
}

/// The boards among the arguments: all of them together are one board, or each is one.
pub(crate) fn of_arguments(arguments: &[String], size: Option<Size>) -> Vec<BoardLine> {
    let parse = |text: &str| notation::parse(text, size).map_err(|e| e.to_string());
    let joined = arguments.join(" ");
    let lone_words =
        arguments.iter().all(|a| a.split([' ', ',', '/', '|', ';']).filter(|w| !w.is_empty()).count() <= 1);
    let together = lone_words || (arguments.iter().all(|a| parse(a).is_err()) && parse(&joined).is_ok());
    if together {
        return vec![BoardLine { line: 1, board: parse(&joined) }];
    }
    (1..).zip(arguments).map(|(line, text)| BoardLine { line, board: parse(text) }).collect()
}

/// The boards of a file, one a line, read as they are asked for. Ctrl-C ends them.
pub(crate) struct BoardLines {
    reader: Box<dyn BufRead + Send>,
    name: String,
    size: Option<Size>,
    line: u64,
    /// Boards still to be skipped.
    skip: usize,
    /// Reading failed, and nothing more is read.
    failed: bool,
}

impl BoardLines {
    /// Opens a file, or the standard input if the path is `-`.
    pub(crate) fn open(path: &Path, size: Option<Size>) -> Result<Self, Failure> {
        let (reader, name): (Box<dyn BufRead + Send>, _) = if path.as_os_str() == "-" {
            (Box::new(BufReader::new(InterruptibleReader::new(io::stdin())?)), "the standard input".to_owned())
        } else {
            let name = path.display().to_string();
            // A pipe without a writer is waited for.
            let file = interrupt::unwatched(|| File::open(path))
                .map_err(|e| Failure::new(format!("cannot open {name}: {e}")))?;
            let is_file = file.metadata().is_ok_and(|m| m.is_file());
            let reader: Box<dyn BufRead + Send> = if is_file {
                Box::new(BufReader::new(file))
            } else {
                Box::new(BufReader::new(InterruptibleReader::new(file)?))
            };
            (reader, name)
        };
        Ok(Self { reader, name, size, line: 0, skip: 0, failed: false })
    }

    /// Skips the first boards, good ones and bad ones.
    pub(crate) fn skip(self, boards: usize) -> Self {
        Self { skip: boards, ..self }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The next line, cut off after [`LONGEST_LINE`] bytes, and true if it was cut off; `None` at the end.
    fn read_line(&mut self) -> io::Result<Option<(Vec<u8>, bool)>> {
        let mut line = Vec::new();
        let length = (&mut self.reader).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        let cut = length as u64 == LONGEST_LINE && !line.ends_with(b"\n") && self.skip_rest_of_line()?;
        Ok((length > 0).then_some((line, cut)))
    }

    /// Reads on to the next line; true if anything was left of this one.
    fn skip_rest_of_line(&mut self) -> io::Result<bool> {
        let mut any = false;
        while !interrupt::requested() {
            let buffer = self.reader.fill_buf()?;
            let end = buffer.iter().position(|&b| b == b'\n');
            let used = end.map_or(buffer.len(), |at| at + 1);
            any |= end.unwrap_or(used) > 0;
            self.reader.consume(used);
            if end.is_some() || used == 0 {
                break;
            }
        }
        Ok(any)
    }

    /// The board of a line, if there is any text in it.
    fn board(&self, line: &[u8], cut: bool) -> Option<BoardLine> {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_start_matches('\u{feff}');
        let (text, comment) = text.split_once('#').map_or((text, false), |(text, _)| (text, true));
        let text = text.trim();
        let board = match cut && !comment {
            true => Err(format!("the line is too long: more than {LONGEST_LINE} bytes")),
            false if text.is_empty() => return None,
            false => notation::parse(text, self.size).map_err(|e| e.to_string()),
        };
        Some(BoardLine { line: self.line, board })
    }
}

impl Iterator for BoardLines {
    type Item = Result<BoardLine, String>;

    fn next(&mut self) -> Option<Self::Item> {
        while !interrupt::requested() && !self.failed {
            let (line, cut) = match self.read_line() {
                Ok(line) => line?,
                Err(error) => {
                    self.failed = true;
                    return Some(Err(format!("cannot read {}: {error}", self.name)));
                }
            };
            self.line += 1;
            match self.board(&line, cut) {
                None => (),
                Some(_) if self.skip > 0 => self.skip -= 1,
                Some(board) => return Some(Ok(board)),
            }
        }
        None
    }
}

/// A reader that Ctrl-C interrupts: a thread of its own reads the source, which may block.
struct InterruptibleReader {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: io::Cursor<Vec<u8>>,
}

impl InterruptibleReader {
    fn new(mut source: impl Read + Send + 'static) -> io::Result<Self> {
        let (sender, pieces) = mpsc::sync_channel(4);
        thread::Builder::new().spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            loop {
                let piece = source.read(&mut buffer).map(|n| buffer[..n].to_vec());
                let last = piece.as_ref().map_or_else(|e| e.kind() != io::ErrorKind::Interrupted, Vec::is_empty);
                if sender.send(piece).is_err() || last {
                    return;
                }
            }
        })?;
        Ok(Self { pieces, piece: io::Cursor::default() })
    }
}

impl Read for InterruptibleReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.piece.position() == self.piece.get_ref().len() as u64 && !interrupt::requested() {
            match self.pieces.recv_timeout(Duration::from_millis(50)) {
                Ok(piece) => self.piece = io::Cursor::new(piece?),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.piece.read(buffer)
    }
}

/// Number of boards in a file, for a progress bar; only of a regular file, which can be read twice.
pub(crate) fn count(path: &Path) -> Option<u64> {
    let file = File::open(path).ok().filter(|f| f.metadata().is_ok_and(|m| m.is_file()))?;
    count_boards(BufReader::with_capacity(1 << 16, file)).ok()
}

/// Counts the lines with any text before a `#`, in the memory of one buffer.
fn count_boards(mut reader: impl BufRead) -> io::Result<u64> {
    let (mut boards, mut text, mut comment) = (0, false, false);
    loop {
        let buffer = reader.fill_buf()?;
        for &byte in buffer {
            match byte {
                b'\n' => {
                    boards += u64::from(text);
                    (text, comment) = (false, false);
                }
                b'#' => comment = true,
                _ => text |= !comment && !byte.is_ascii_whitespace(),
            }
        }
        let used = buffer.len();
        if used == 0 {
            return Ok(boards + u64::from(text));
        }
        reader.consume(used);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<(u64, bool)> {
        let reader: Box<dyn BufRead + Send> = Box::new(io::Cursor::new(text.to_owned()));
        let lines = BoardLines { reader, name: "test".to_owned(), size: None, line: 0, skip: 0, failed: false };
        lines.map(|line| line.unwrap()).map(|line| (line.line, line.board.is_ok())).collect()
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

    #[test]
    fn a_long_line_is_bad_unless_a_comment_makes_it_long() {
        let spaces = " ".repeat(5000);
        assert_eq!(
            lines(&format!("1 2 3 0{spaces}2\n1 2 3 0 #{spaces}\n#{spaces}\n1 2 3 0")),
            [(1, false), (2, true), (4, true)]
        );
        let full = format!("1 2 3 0{}", " ".repeat(LONGEST_LINE as usize - 7));
        assert_eq!(lines(&full), [(1, true)], "as long as a line may be");
        assert_eq!(lines(&format!("{full}\n0 1 2 3\n")), [(1, true), (2, true)]);
    }

    #[test]
    fn the_boards_left_out_and_those_counted_are_the_same() {
        let text = "# boards\n\n1 2 3 0\n \t\nnonsense\n1 2 3 0 # easy\n  # no\n1 2 3 0";
        for capacity in [1, 3, 100] {
            assert_eq!(count_boards(BufReader::with_capacity(capacity, text.as_bytes())).unwrap(), 4);
        }
        let reader: Box<dyn BufRead + Send> = Box::new(io::Cursor::new(text.to_owned()));
        let lines = BoardLines { reader, name: "test".to_owned(), size: None, line: 0, skip: 0, failed: false };
        assert!(lines.skip(2).map(|line| line.unwrap().line).eq([6, 8]));
    }

    #[test]
    fn a_read_error_is_reported_once() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let reader: Box<dyn BufRead + Send> = Box::new(BufReader::new(InterruptibleReader::new(Broken).unwrap()));
        let lines = BoardLines { reader, name: "test".to_owned(), size: None, line: 0, skip: 5, failed: false };
        let seen: Vec<_> = lines.map(|line| line.unwrap_err()).collect();
        assert_eq!(seen, ["cannot read test: broken"]);
    }

    #[test]
    fn a_blocking_source_is_read_whole() {
        let text = "1 2 3 0\n".repeat(50_000);
        let mut read = String::new();
        InterruptibleReader::new(io::Cursor::new(text.clone())).unwrap().read_to_string(&mut read).unwrap();
        assert_eq!(read, text);
    }

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
    }
}
