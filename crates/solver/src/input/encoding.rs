//! The encoding of a text file: UTF-8, or UTF-16 with a mark, as the `>` of Windows PowerShell writes it.

use std::char::{REPLACEMENT_CHARACTER, decode_utf16};

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
    pub(super) fn of_mark(text: &[u8]) -> Self {
        match text {
            [0xff, 0xfe, ..] => Self::Utf16Le,
            [0xfe, 0xff, ..] => Self::Utf16Be,
            _ => Self::Utf8,
        }
    }

    /// True if whole characters end with an end of line.
    pub(super) fn ends_line(self, text: &[u8]) -> bool {
        match self {
            Self::Utf8 => text.ends_with(b"\n"),
            Self::Utf16Le => text.len().is_multiple_of(2) && text.ends_with(b"\n\0"),
            Self::Utf16Be => text.len().is_multiple_of(2) && text.ends_with(b"\0\n"),
        }
    }

    /// The text, with a replacement for what is no character.
    pub(super) fn decode_lossy(self, text: &[u8]) -> String {
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
