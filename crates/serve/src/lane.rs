//! [`Lane`]: a first-come, first-served queue that limits how many searches run at the same time.

use std::collections::BTreeSet;
use std::sync::Arc;

use tokio::sync::watch;

use crate::QUEUE;

/// A queue of searches in order of arrival. The first `at_work` of them run, and all others wait.
pub(crate) struct Lane {
    at_work: usize,
    tickets: watch::Sender<BTreeSet<u64>>,
}

/// A search's position in a [`Lane`]. Dropping it lets the next search move up.
pub(crate) struct Place {
    lane: Arc<Lane>,
    ticket: u64,
}

impl Lane {
    /// Creates a queue that lets at most `at_work` searches run at the same time.
    pub(crate) fn new(at_work: usize) -> Arc<Self> {
        Arc::new(Self {
            at_work,
            tickets: watch::Sender::default(),
        })
    }

    /// Adds a search at the end of the queue. Returns `None` if the queue is full.
    pub(crate) fn enter(self: &Arc<Self>) -> Option<Place> {
        let mut ticket = None;
        self.tickets.send_if_modified(|tickets| {
            if tickets.len() < self.at_work + QUEUE {
                let next = tickets.last().map_or(0, |last| last + 1);
                tickets.insert(next);
                ticket = Some(next);
            }
            // A new last position does not change the positions before it, so no waiting search
            // needs to be woken.
            false
        });
        ticket.map(|ticket| Place {
            lane: Arc::clone(self),
            ticket,
        })
    }

    /// Returns the number of running searches and the number of waiting searches.
    pub(crate) fn load(&self) -> (usize, usize) {
        let all = self.tickets.borrow().len();
        (all.min(self.at_work), all.saturating_sub(self.at_work))
    }
}

impl Place {
    /// Waits until this search can run. Calls `waits` with the number of waiting searches ahead of
    /// this one, first at the start and then whenever the number changes.
    pub(crate) async fn turn(&self, mut waits: impl FnMut(usize)) {
        let mut tickets = self.lane.tickets.subscribe();
        let mut last = None;
        loop {
            let before = tickets.borrow_and_update().range(..self.ticket).count();
            let ahead = before.saturating_sub(self.lane.at_work);
            if last.replace(ahead) != Some(ahead) {
                waits(ahead);
            }
            if before < self.lane.at_work || tickets.changed().await.is_err() {
                return;
            }
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.lane.tickets.send_modify(|tickets| {
            tickets.remove(&self.ticket);
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

    /// Polls the search's turn once. Returns the reported queue positions, and whether the search
    /// can run.
    async fn waited(place: &Place) -> (Vec<usize>, bool) {
        let mut reports = Vec::new();
        let came = timeout(Duration::ZERO, place.turn(|ahead| reports.push(ahead)))
            .await
            .is_ok();
        (reports, came)
    }

    #[tokio::test]
    async fn the_first_ones_work_and_the_others_move_up() {
        let lane = Lane::new(2);
        let mut places: Vec<Place> = (0..4).map(|_| lane.enter().unwrap()).collect();
        for (place, expected) in places
            .iter()
            .zip([(0, true), (0, true), (0, false), (1, false)])
        {
            assert_eq!(waited(place).await, (vec![expected.0], expected.1));
        }
        assert_eq!(lane.load(), (2, 2));
        let last = places.pop().unwrap();
        let mut reports = Vec::new();
        let moves_up = last.turn(|ahead| reports.push(ahead));
        let leave = async {
            drop(places.remove(2));
            tokio::task::yield_now().await;
            drop(places.remove(0));
        };
        tokio::join!(moves_up, leave);
        assert_eq!((reports, lane.load()), (vec![1, 0], (2, 0)));
    }
}
