//! A reader that Ctrl-C interrupts, for sources that may block: pipes and terminals.

use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::terminal::interrupt;

/// A reader that Ctrl-C interrupts: a thread of its own reads the source, which may block.
pub(super) struct InterruptibleReader {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: io::Cursor<Vec<u8>>,
}

impl InterruptibleReader {
    /// The reader, and its thread: once that has finished, reading no longer waits.
    pub(super) fn new(mut source: impl Read + Send + 'static) -> io::Result<(Self, JoinHandle<()>)> {
        let (sender, pieces) = mpsc::sync_channel(4);
        let thread = thread::Builder::new().spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            loop {
                let piece = source.read(&mut buffer).map(|n| buffer[..n].to_vec());
                let last = piece.as_ref().map_or_else(|e| e.kind() != io::ErrorKind::Interrupted, Vec::is_empty);
                if sender.send(piece).is_err() || last {
                    return;
                }
            }
        })?;
        Ok((Self { pieces, piece: io::Cursor::default() }, thread))
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
