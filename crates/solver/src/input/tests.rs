//! Sources that fail or do not end. Forms of input, mistakes and encodings are in `forms.transcript` and
//! `systems.transcript` of the command's tests.

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
fn a_line_without_end_is_not_read_for_ever() {
    let endless = BufReader::new(io::repeat(b'1'));
    let errors: Vec<_> = BoardReader::new(endless, None).map(Result::unwrap_err).collect();
    assert_eq!(errors.iter().map(ToString::to_string).collect::<Vec<_>>(), ["line 1 is longer than 1 MiB"]);
}
