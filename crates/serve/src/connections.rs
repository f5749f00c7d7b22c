//! The open connections: their number is bounded, and one that waits for its client makes room for a new one.
//!
//! A connection with a search in work is never closed for another, unless its client does not read. Of all others the
//! one is closed that has waited longest for its client to ask anew: requests that were sent all at once count as one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::limits::CONNECTIONS;

/// All open connections.
#[derive(Default)]
pub(crate) struct Connections(Mutex<Vec<Arc<Connection>>>);

/// One connection, as far as others have to know of it.
pub(crate) struct Connection {
    /// A search is in work.
    answering: AtomicBool,
    /// Bytes came from the client since its last request.
    heard: AtomicBool,
    /// The client does not read what was sent.
    blocked: AtomicBool,
    /// The time since which the connection waits for its client.
    since: Mutex<Instant>,
    close: Notify,
}

/// A search in work, until the value is dropped.
pub(crate) struct Answering(Arc<Connection>);

/// A place among the connections, until the value is dropped.
pub(crate) struct Place {
    pub(crate) connection: Arc<Connection>,
    all: Arc<Connections>,
}

impl Connections {
    /// A place for a new connection; that which has waited longest for its client makes room. `None` if none has waited
    /// for `patience`: a client that has just connected must get to ask.
    pub(crate) fn place(self: &Arc<Self>, patience: Duration) -> Option<Place> {
        let mut open = lock(&self.0);
        if open.len() >= CONNECTIONS {
            let waiting = open.iter().enumerate().filter(|(_, connection)| connection.waits_for_client());
            let waiting = waiting.map(|(index, connection)| (index, *lock(&connection.since)));
            let (longest, _) =
                waiting.min_by_key(|&(_, since)| since).filter(|(_, since)| since.elapsed() >= patience)?;
            open.swap_remove(longest).close.notify_one();
        }
        let connection = Arc::new(Connection {
            answering: false.into(),
            heard: false.into(),
            blocked: false.into(),
            since: Mutex::new(Instant::now()),
            close: Notify::new(),
        });
        open.push(Arc::clone(&connection));
        Some(Place { connection, all: Arc::clone(self) })
    }
}

impl Connection {
    /// Notes that bytes came from the client.
    pub(crate) fn hear(&self) {
        self.heard.store(true, Ordering::Relaxed);
    }

    /// Notes that a request is there; it is a new one if bytes came since the last.
    pub(crate) fn ask(&self) {
        if self.heard.swap(false, Ordering::Relaxed) {
            *lock(&self.since) = Instant::now();
        }
    }

    /// Notes that a search is in work.
    pub(crate) fn answer(self: &Arc<Self>) -> Answering {
        self.answering.store(true, Ordering::Relaxed);
        Answering(Arc::clone(self))
    }

    /// Notes that a write has to wait for the client, or no longer has to.
    pub(crate) fn set_blocked(&self, blocked: bool) {
        self.blocked.store(blocked, Ordering::Relaxed);
    }

    /// Returns once the connection has to make room.
    pub(crate) async fn closed(&self) {
        self.close.notified().await;
    }

    fn waits_for_client(&self) -> bool {
        !self.answering.load(Ordering::Relaxed) || self.blocked.load(Ordering::Relaxed)
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        *lock(&self.0.since) = Instant::now();
        self.0.answering.store(false, Ordering::Relaxed);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        lock(&self.all.0).retain(|other| !Arc::ptr_eq(other, &self.connection));
    }
}

/// The data is whole even if a thread panicked while it held the lock.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_connection_that_waits_longest_makes_room() {
        let all = Arc::new(Connections::default());
        let mut places: Vec<Place> = (0..CONNECTIONS).filter_map(|_| all.place(Duration::ZERO)).collect();
        let mut answers: Vec<Answering> = places.iter().map(|place| place.connection.answer()).collect();
        assert!(all.place(Duration::ZERO).is_none(), "clients that are being answered are not cut off");
        drop(answers.remove(7));
        assert!(all.place(Duration::ZERO).is_some());
        assert!(all.place(Duration::ZERO).is_some(), "a closed connection leaves its place");
        drop(places.pop());
        // One that does not read, though it is being answered.
        places[3].connection.set_blocked(true);
        let new: Vec<Place> = (0..3).filter_map(|_| all.place(Duration::ZERO)).collect();
        assert_eq!(new.len(), 3);
        assert!(all.place(Duration::from_secs(60)).is_none(), "a new client gets time to ask");
        assert!(!lock(&all.0).iter().any(|open| Arc::ptr_eq(open, &places[3].connection)));
    }
}
