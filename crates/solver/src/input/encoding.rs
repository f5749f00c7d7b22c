//! Decodes text in UTF-8 or UTF-16 and splits it into lines, with limited memory. UTF-16 is
//! supported because the `>` operator of Windows PowerShell writes it, with a byte order mark.

use std::char::REPLACEMENT_CHARACTER;
use std::io::{self, BufRead, Cursor, Read};

use fifteen_puzzle::ParseError;

/// Maximum size of UTF-16 input, in bytes. UTF-16 input is read into memory completely, so its size
/// must be limited.
const LONGEST_UTF_16: u64 = 1 << 28;

/// Maximum length of a line, in bytes. The input could be endless, so a longer line is an error.
const LONGEST_LINE: u64 = 1 << 20;

/// Decodes a complete file and removes its byte order mark.
///
/// # Errors
/// Returns an error that names the first line with invalid bytes.
pub fn decode(bytes: &[u8]) -> Result<String, ParseError> {
    let text = decode_lossy(bytes);
    let Some(at) = text.find(REPLACEMENT_CHARACTER) else {
        return Ok(text);
    };
    let (line, encoding) = (
        text[..at].matches('\n').count() + 1,
        units(bytes).map_or("UTF-8", |_| "UTF-16"),
    );
    Err(ParseError(format!(
        "line {line} is not {encoding} text; save the file as UTF-8"
    )))
}

/// Returns a function that converts two bytes to a UTF-16 code unit in the byte order of the text.
/// Returns `None` if the text does not begin with a UTF-16 byte order mark.
fn units(text: &[u8]) -> Option<fn([u8; 2]) -> u16> {
    match text {
        [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
        _ => None,
    }
}

/// Decodes text and removes its byte order mark. Each invalid sequence of bytes is replaced with
/// U+FFFD.
fn decode_lossy(bytes: &[u8]) -> String {
    let Some(unit) = units(bytes) else {
        return String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes))
            .into_owned();
    };
    let (pairs, rest) = bytes[2..].as_chunks();
    let units: Vec<u16> = pairs.iter().map(|&pair| unit(pair)).collect();
    String::from_utf16_lossy(&units) + if rest.is_empty() { "" } else { "\u{fffd}" }
}

/// Reads text line by line.
pub(super) struct TextLines<R> {
    source: R,
    /// The part of a UTF-16 text that has not been returned yet, or `None` if the text is not in
    /// UTF-16.
    decoded: Option<Cursor<String>>,
}

impl<R: BufRead> TextLines<R> {
    pub(super) fn new(source: R) -> Self {
        Self {
            source,
            decoded: None,
        }
    }

    /// Returns the next line with its line feed, or `None` at the end. Invalid bytes become U+FFFD.
    /// `number` is the number of the line, counted from 1. Only line 1 can begin with a byte order
    /// mark.
    ///
    /// # Errors
    /// Returns an error if the line is too long or cannot be read.
    pub(super) fn next_line(&mut self, number: u64) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        match &mut self.decoded {
            Some(text) => text.take(LONGEST_LINE).read_until(b'\n', &mut line)?,
            None => (&mut self.source)
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut line)?,
        };
        if number == 1 && units(&line).is_some() {
            (&mut self.source)
                .take(LONGEST_UTF_16)
                .read_to_end(&mut line)?;
            self.decoded = Some(Cursor::new(decode_lossy(&line)));
            return self.next_line(number);
        }
        if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
            return Err(io::Error::other(format!(
                "line {number} is longer than {} MiB",
                LONGEST_LINE >> 20
            )));
        }
        let text = if number == 1 {
            decode_lossy(&line)
        } else {
            String::from_utf8_lossy(&line).into_owned()
        };
        Ok((!line.is_empty()).then_some(text))
    }
}
