//! Long lines, broken sources and encodings. Every form of input, and its mistakes, are in `forms.transcript` of the
//! command's tests.

use std::io::{self, BufReader, Read};

use super::*;

/// A source that fails.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("broken"))
    }
}

#[test]
fn a_read_error_is_the_last_item_after_whole_boards() {
    let mut source = BoardReader::new("8 6 7 2 5 4 3 0 1\n".as_bytes().chain(BufReader::new(Broken)), None);
    assert!(source.next().unwrap().is_ok(), "a whole board is not held back");
    assert_eq!(source.next().unwrap().unwrap_err().to_string(), "broken");
    assert!(source.next().is_none());
}

#[test]
fn utf_16_is_read_by_its_mark() {
    // Characters with a byte of value 10 end no line, nor does one that stands by itself at the end.
    let text = "\u{feff}# \u{a0a} \u{10a} \u{a41}\r\n1 2 3 0\r\n\r\nnonsense\n1 2 / 3 0";
    for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
        let mut encoded: Vec<u8> = text.encode_utf16().flat_map(bytes).collect();
        for tail in [&[][..], b"\n"] {
            encoded.extend_from_slice(tail);
            let lines: Vec<_> = BoardReader::new(encoded.as_slice(), None).map(Result::unwrap).collect();
            let found: Vec<_> = lines.iter().map(|line| (line.line, line.board.is_ok())).collect();
            assert_eq!(found, [(2, true), (4, false), (5, true)]);
        }
    }
}

#[test]
fn a_line_without_end_is_not_read_for_ever() {
    let endless = BufReader::new(io::repeat(b'1'));
    let errors: Vec<_> = BoardReader::new(endless, None).map(Result::unwrap_err).collect();
    assert_eq!(errors.iter().map(ToString::to_string).collect::<Vec<_>>(), ["line 1 is longer than 1 MiB"]);
}
