//! The encoding of a text file, UTF-8, or UTF-16 with a mark, as the `>` of Windows PowerShell writes it; and the lines
//! of a text in any encoding, each in bounded memory.

use std::char::{REPLACEMENT_CHARACTER, decode_utf16};
use std::io::{self, BufRead, Read};

/// The encoding of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// With or without a mark.
    Utf8,
    /// The low byte of each unit comes first.
    Utf16Le,
    /// The high byte comes first.
    Utf16Be,
}

/// A file that is not text in the encoding that it begins with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line} is not {} text; save the file as UTF-8", if *encoding == Encoding::Utf8 { "UTF-8" } else { "UTF-16" })]
pub struct EncodingError {
    /// The first line with something else, from 1.
    pub line: usize,
    /// The encoding.
    pub encoding: Encoding,
}

/// The text of a whole file, without a mark.
///
/// # Errors
/// [`EncodingError`] if a character is not in the file's encoding.
pub fn decode(bytes: &[u8]) -> Result<String, EncodingError> {
    let encoding = Encoding::of_mark(bytes);
    let error = |line_ends: usize| EncodingError { line: line_ends + 1, encoding };
    let text = match encoding.units(bytes) {
        None => std::str::from_utf8(bytes)
            .map(str::to_owned)
            .map_err(|e| error(bytes[..e.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count()))?,
        Some(units) => {
            let mut text = String::new();
            for character in decode_utf16(units) {
                text.push(character.map_err(|_| error(text.matches('\n').count()))?);
            }
            if !bytes.len().is_multiple_of(2) {
                return Err(error(text.matches('\n').count()));
            }
            text
        }
    };
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

impl Encoding {
    /// The encoding of a text that begins with these bytes.
    fn of_mark(text: &[u8]) -> Self {
        match text {
            [0xff, 0xfe, ..] => Self::Utf16Le,
            [0xfe, 0xff, ..] => Self::Utf16Be,
            _ => Self::Utf8,
        }
    }

    /// True if whole characters end with an end of line.
    fn ends_line(self, text: &[u8]) -> bool {
        match self {
            Self::Utf8 => text.ends_with(b"\n"),
            Self::Utf16Le => text.len().is_multiple_of(2) && text.ends_with(b"\n\0"),
            Self::Utf16Be => text.len().is_multiple_of(2) && text.ends_with(b"\0\n"),
        }
    }

    /// The text, with a replacement for what is no character.
    fn decode_lossy(self, text: &[u8]) -> String {
        match self.units(text) {
            None => String::from_utf8_lossy(text).into_owned(),
            Some(units) => decode_utf16(units).map(|character| character.unwrap_or(REPLACEMENT_CHARACTER)).collect(),
        }
    }

    /// The units of UTF-16; none for UTF-8.
    fn units(self, text: &[u8]) -> Option<impl Iterator<Item = u16>> {
        let unit = match self {
            Self::Utf8 => return None,
            Self::Utf16Le => u16::from_le_bytes,
            Self::Utf16Be => u16::from_be_bytes,
        };
        Some(text.as_chunks().0.iter().map(move |&bytes| unit(bytes)))
    }
}

/// Reads the lines of a text one after the other; long ones in pieces.
pub(super) struct TextLines<R> {
    source: R,
    /// The encoding that the text's mark names, once a line was read.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_their_first_bad_line() {
        let text = "\u{feff}a\nü\n";
        let [low, high] = [u16::to_le_bytes, u16::to_be_bytes]
            .map(|bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>());
        for bytes in [text.as_bytes(), "a\nü\n".as_bytes(), &low, &high] {
            assert_eq!(decode(bytes).as_deref(), Ok("a\nü\n"));
        }
        let error = |bytes: &[u8]| decode(bytes).unwrap_err().to_string();
        assert_eq!(error(b"a\nb\xe4\n"), "line 2 is not UTF-8 text; save the file as UTF-8");
        assert_eq!(error(&[&low[..], b"b"].concat()), "line 3 is not UTF-16 text; save the file as UTF-8");
        assert_eq!(
            error(&[&high[..4], &[0xd8, 0, 0, b'b']].concat()),
            "line 1 is not UTF-16 text; save the file as UTF-8"
        );
    }
}
