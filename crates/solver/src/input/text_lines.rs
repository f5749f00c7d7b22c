//! Lines of a text in any encoding, each in bounded memory.

use std::io::{self, BufRead, Read};

use super::encoding::Encoding;

/// Reads the lines of a text one after the other; long ones in pieces.
pub struct TextLines<R> {
    source: R,
    encoding: Encoding,
    /// The longest piece, in bytes.
    longest: u64,
    begun: bool,
}

/// A line, or a piece of a long one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinePiece {
    /// The text, with a replacement for what is no character, and without the mark of the encoding.
    pub text: String,
    /// Its length in the file.
    pub bytes: u64,
    /// It ends with an end of line.
    pub ended: bool,
    /// The line goes on: the next piece belongs to it.
    pub goes_on: bool,
}

impl<R: BufRead> TextLines<R> {
    /// A reader of pieces of at most `longest` bytes, an even number.
    pub fn new(source: R, longest: u64) -> Self {
        Self { source, encoding: Encoding::Utf8, longest, begun: false }
    }

    /// The encoding; that of the mark once a line was read.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The next piece; `None` at the end.
    ///
    /// # Errors
    /// Those of the source.
    pub fn next_piece(&mut self) -> io::Result<Option<LinePiece>> {
        let mut piece = Vec::new();
        (&mut self.source).take(self.longest).read_until(b'\n', &mut piece)?;
        if !self.begun {
            self.encoding = Encoding::of_mark(&piece);
        }
        while !piece.is_empty() && !self.encoding.ends_line(&piece) && (piece.len() as u64) < self.longest {
            // The byte was half of another character. The other half of one may still be there.
            let room = self.longest - piece.len() as u64;
            let read = match piece.len() % 2 {
                0 => (&mut self.source).take(room).read_until(b'\n', &mut piece)?,
                _ => (&mut self.source).take(1).read_to_end(&mut piece)?,
            };
            if read == 0 {
                break;
            }
        }
        if piece.is_empty() {
            return Ok(None);
        }
        let text = self.encoding.decode_lossy(&piece);
        let text = if self.begun { text } else { text.trim_start_matches('\u{feff}').to_owned() };
        self.begun = true;
        let (bytes, ended) = (piece.len() as u64, self.encoding.ends_line(&piece));
        Ok(Some(LinePiece { text, bytes, ended, goes_on: !ended && bytes == self.longest }))
    }
}
