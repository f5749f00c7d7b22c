//! Lines of a text in any encoding, each in bounded memory.

use std::io::{self, BufRead, Read};

use super::encoding::Encoding;

/// Reads the lines of a text one after the other; long ones in pieces.
pub(super) struct TextLines<R> {
    source: R,
    /// That of the text's mark, once a line was read.
    encoding: Option<Encoding>,
    /// The longest piece, in bytes.
    longest: u64,
}

impl<R: BufRead> TextLines<R> {
    /// A reader of pieces of at most `longest` bytes, an even number.
    pub(super) fn new(source: R, longest: u64) -> Self {
        Self { source, encoding: None, longest }
    }

    /// The next line or piece of one, with a replacement for what is no character and without the mark of the encoding;
    /// and true if the next piece belongs to the same line. `None` at the end.
    pub(super) fn next_piece(&mut self) -> io::Result<Option<(String, bool)>> {
        let mut piece = Vec::new();
        (&mut self.source).take(self.longest).read_until(b'\n', &mut piece)?;
        let is_first = self.encoding.is_none();
        let encoding = *self.encoding.get_or_insert_with(|| Encoding::of_mark(&piece));
        while !piece.is_empty() && !encoding.ends_line(&piece) && (piece.len() as u64) < self.longest {
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
        let text = encoding.decode_lossy(&piece);
        let text = if is_first { text.trim_start_matches('\u{feff}').to_owned() } else { text };
        Ok(Some((text, !encoding.ends_line(&piece) && piece.len() as u64 == self.longest)))
    }
}
