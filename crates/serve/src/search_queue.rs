//! [`SearchQueue`]: a first-come, first-served queue that limits how many searches run at the same
//! time.

use std::collections::BTreeSet;
use std::sync::Arc;

use tokio::sync::watch;

use crate::MAX_QUEUED;

/// A queue of searches in order of arrival. The first `max_running` searches in it run, and all
/// others wait.
pub(crate) struct SearchQueue {
    max_running: usize,
    /// The arrival numbers of all searches that run or wait. Each waiting search watches this set
    /// for changes.
    arrivals: watch::Sender<BTreeSet<u64>>,
}

/// A search's place in a [`SearchQueue`]. When it is dropped, later searches move up.
pub(crate) struct QueuePlace {
    queue: Arc<SearchQueue>,
    /// The search's arrival number. Searches that arrived earlier have smaller numbers.
    arrival: u64,
}

impl SearchQueue {
    /// Creates a queue that lets at most `max_running` searches run at the same time.
    pub(crate) fn new(max_running: usize) -> Arc<Self> {
        Arc::new(Self {
            max_running,
            arrivals: watch::Sender::default(),
        })
    }

    /// Adds a search at the end of the queue. Returns `None` if the queue is full.
    pub(crate) fn enter(self: &Arc<Self>) -> Option<QueuePlace> {
        let mut arrival = None;
        self.arrivals.send_if_modified(|arrivals| {
            if arrivals.len() < self.max_running + MAX_QUEUED {
                let next = arrivals.last().map_or(0, |last| last + 1);
                arrivals.insert(next);
                arrival = Some(next);
            }
            // The new search is last, so the positions of the other searches do not change. None of
            // them needs to be woken.
            false
        });
        arrival.map(|arrival| QueuePlace {
            queue: Arc::clone(self),
            arrival,
        })
    }

    /// Returns how many searches are running and how many are waiting.
    pub(crate) fn load(&self) -> QueueLoad {
        let all = self.arrivals.borrow().len();
        QueueLoad {
            running: all.min(self.max_running),
            waiting: all.saturating_sub(self.max_running),
        }
    }
}

/// The number of searches in a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct QueueLoad {
    pub(crate) running: usize,
    pub(crate) waiting: usize,
}

impl QueuePlace {
    /// Waits until this search can run. Calls `waits` with the number of waiting searches ahead of
    /// this one, at the start and whenever this number changes.
    pub(crate) async fn wait_for_turn(&self, mut waits: impl FnMut(usize)) {
        let mut arrivals = self.queue.arrivals.subscribe();
        let mut last = None;
        loop {
            let before = arrivals.borrow_and_update().range(..self.arrival).count();
            let ahead = before.saturating_sub(self.queue.max_running);
            if last.replace(ahead) != Some(ahead) {
                waits(ahead);
            }
            if before < self.queue.max_running || arrivals.changed().await.is_err() {
                return;
            }
        }
    }
}

impl Drop for QueuePlace {
    fn drop(&mut self) {
        self.queue.arrivals.send_modify(|arrivals| {
            arrivals.remove(&self.arrival);
        });
    }
}

#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    reason = "a test that panics has failed, which is what it is for"
)]
mod tests {
    use super::*;

    use tokio::time::{Duration, timeout};

    /// Checks once, without waiting, whether a search can run. Also returns the reported numbers of
    /// searches ahead of it.
    async fn waited(place: &QueuePlace) -> (Vec<usize>, bool) {
        let mut reports = Vec::new();
        let came = timeout(
            Duration::ZERO,
            place.wait_for_turn(|ahead| reports.push(ahead)),
        )
        .await
        .is_ok();
        (reports, came)
    }

    #[tokio::test]
    async fn the_first_searches_run_and_the_others_move_up() {
        let queue = SearchQueue::new(2);
        let mut places: Vec<QueuePlace> = (0..4).map(|_| queue.enter().unwrap()).collect();
        for (place, expected) in places
            .iter()
            .zip([(0, true), (0, true), (0, false), (1, false)])
        {
            assert_eq!(waited(place).await, (vec![expected.0], expected.1));
        }
        let load = |running, waiting| QueueLoad { running, waiting };
        assert_eq!(queue.load(), load(2, 2));
        let last = places.pop().unwrap();
        let mut reports = Vec::new();
        let moves_up = last.wait_for_turn(|ahead| reports.push(ahead));
        let leave = async {
            drop(places.remove(2));
            tokio::task::yield_now().await;
            drop(places.remove(0));
        };
        tokio::join!(moves_up, leave);
        assert_eq!((reports, queue.load()), (vec![1, 0], load(2, 0)));
    }
}
