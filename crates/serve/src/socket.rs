//! The socket of a connection: a write that waits too long for its client ends the connection, and a request that the
//! parser of HTTP refuses is answered like every other error.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::http::StatusCode;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use crate::connections::Connection;
use crate::error::Error;
use crate::limits::{DRAINED_BYTES, LINGER_TIME, WRITE_TIME};

/// A socket with a limit on the time of a write.
pub(crate) struct Socket {
    stream: TcpStream,
    connection: Arc<Connection>,
    /// Runs while a write waits for the client.
    write_time: Option<Pin<Box<Sleep>>>,
    refusal: Option<Refusal>,
}

/// An answer in place of the parser's own, which has neither a body nor headers.
struct Refusal {
    /// The bytes that are still to be sent.
    rest: Vec<u8>,
    /// Runs while what the client has sent is drained, so that it gets to read the answer.
    linger: Option<Pin<Box<Sleep>>>,
    drained: usize,
}

impl Socket {
    pub(crate) fn new(stream: TcpStream, connection: Arc<Connection>) -> Self {
        // Events are sent at once, not when a packet is full. A failure only delays them a little.
        let _ = stream.set_nodelay(true);
        Self { stream, connection, write_time: None, refusal: None }
    }

    /// Writes to the client, for a bounded time.
    fn write(&mut self, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        if written.is_ready() {
            self.write_time = None;
            self.connection.set_blocked(false);
            return written;
        }
        self.connection.set_blocked(true);
        let time = self.write_time.get_or_insert_with(|| Box::pin(sleep(WRITE_TIME)));
        ready!(time.as_mut().poll(context));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client does not read")))
    }

    /// Sends what is left of a refusal.
    fn send_refusal(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Some(mut refusal) = self.refusal.take_if(|refusal| !refusal.rest.is_empty()) {
            let written = self.write(context, &refusal.rest);
            if let Poll::Ready(Ok(length)) = written {
                refusal.rest.drain(..length);
            }
            self.refusal = Some(refusal);
            if ready!(written)? == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
        }
        Poll::Ready(Ok(()))
    }

    /// Reads what the client of a refused request still sends, for a moment.
    fn drain(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let Some(refusal) = &mut self.refusal else { return Poll::Ready(()) };
        let linger = refusal.linger.get_or_insert_with(|| Box::pin(sleep(LINGER_TIME)));
        let mut bytes = [0; 4096];
        while refusal.drained < DRAINED_BYTES && linger.as_mut().poll(context).is_pending() {
            let mut buffer = ReadBuf::new(&mut bytes);
            match ready!(Pin::new(&mut self.stream).poll_read(context, &mut buffer)) {
                Ok(()) if !buffer.filled().is_empty() => refusal.drained += buffer.filled().len(),
                _ => break,
            }
        }
        Poll::Ready(())
    }
}

impl AsyncRead for Socket {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        let read = Pin::new(&mut this.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            this.connection.hear();
        }
        read
    }
}

impl AsyncWrite for Socket {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        if this.write_time.is_none()
            && this.refusal.is_none()
            && let Some(status) = refused_by_parser(bytes)
        {
            this.refusal = Some(Refusal { rest: refusal(status).to_bytes(), linger: None, drained: 0 });
            return Poll::Ready(Ok(bytes.len()));
        }
        ready!(this.send_refusal(context))?;
        this.write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        ready!(this.send_refusal(context))?;
        Pin::new(&mut this.stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        ready!(this.send_refusal(context))?;
        ready!(Pin::new(&mut this.stream).poll_shutdown(context))?;
        this.drain(context).map(Ok)
    }
}

/// The status of an answer that the parser gave by itself: an error without a body. Answers of handlers have one.
fn refused_by_parser(bytes: &[u8]) -> Option<StatusCode> {
    let head = std::str::from_utf8(bytes).ok()?;
    let status = head.strip_prefix("HTTP/1.1 ").or_else(|| head.strip_prefix("HTTP/1.0 "))?.get(..3)?.parse().ok()?;
    let bare = head.ends_with("\r\n\r\n") && !head.contains("content-security-policy:");
    (400..500).contains(&status).then(|| StatusCode::from_u16(status).ok()).flatten().filter(|_| bare)
}

fn refusal(status: StatusCode) -> Error {
    let message = match status {
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => {
            "the head of the request is too long; send a shorter address, or fewer or shorter headers"
        }
        _ => "this is not a request of HTTP/1.1; see docs/HTTP.md",
    };
    Error::new(status, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_answers_of_the_parser_are_replaced() {
        let status = |text: &str| refused_by_parser(text.as_bytes()).map(|status| status.as_u16());
        assert_eq!(status("HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\n\r\n"), Some(431));
        assert_eq!(status("HTTP/1.1 100 Continue\r\n\r\n"), None);
        assert_eq!(status("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"), None);
        assert_eq!(status("HTTP/1.1 404 Not Found\r\ncontent-security-policy: x\r\n\r\n"), None);
        assert_eq!(status("HTTP/1.1 404 Not Found\r\n\r\n{}"), None);
    }
}
