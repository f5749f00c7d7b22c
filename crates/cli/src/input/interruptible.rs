//! A reader that Ctrl-C interrupts, for sources that may block: pipes and terminals.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::terminal::interrupt;

/// A reader that Ctrl-C interrupts: a thread of its own reads the source, which may block.
pub(crate) struct InterruptibleReader {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: io::Cursor<Vec<u8>>,
    /// The thread has read the whole source.
    ended: Arc<AtomicBool>,
}

impl InterruptibleReader {
    pub(crate) fn new(mut source: impl Read + Send + 'static) -> io::Result<Self> {
        let (sender, pieces) = mpsc::sync_channel(4);
        let ended = Arc::<AtomicBool>::default();
        let end = Arc::clone(&ended);
        thread::Builder::new().spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            loop {
                let piece = source.read(&mut buffer).map(|n| buffer[..n].to_vec());
                let last = piece.as_ref().map_or_else(|e| e.kind() != io::ErrorKind::Interrupted, Vec::is_empty);
                if sender.send(piece).is_err() || last {
                    end.store(true, Ordering::Release);
                    return;
                }
            }
        })?;
        Ok(Self { pieces, piece: io::Cursor::default(), ended })
    }

    /// A flag that is set once the source has ended, and reading no longer waits.
    pub(crate) fn ended(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.ended)
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
