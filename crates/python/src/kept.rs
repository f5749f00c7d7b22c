//! [`Kept`]: a bounded, thread-safe cache of values that take long to compute.
//!
//! The first thread that needs a value computes it. Other threads that need the same value wait for
//! it, and can be interrupted while they wait. Threads that need a different value do not wait. For
//! example, while one thread enumerates the boards of a 4x3 goal, another thread can look up
//! distances of 3x3 boards.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use fifteen_solver::resources::lock;

use crate::wait::POLL;

/// A cache that limits the total weight of its entries. A weight is, for example, a size in bytes.
/// The least recently used entries are evicted first.
pub(crate) struct Kept<K, V> {
    limit: u64,
    /// The entries of the cache, starting with the most recently used one.
    places: Mutex<Vec<Arc<Place<K, V>>>>,
}

/// A cache entry. Its value is present, being computed, or missing.
struct Place<K, V> {
    key: K,
    weight: u64,
    state: Mutex<State<V>>,
    changed: Condvar,
}

enum State<V> {
    Missing,
    /// A thread of the process with this ID is computing the value. A forked process inherits the
    /// entry but not the thread, so the forked process must not wait for the value.
    InWork(u32),
    Ready(V),
}

/// Reason why the cache returned no value.
pub(crate) enum NoValue<E> {
    /// The call was cancelled while it waited for another thread.
    Interrupted,
    /// Computing the value failed.
    Failed(E),
}

impl<K: PartialEq, V: Clone> Kept<K, V> {
    /// Creates an empty cache whose entries together weigh at most `limit`. The most recently used
    /// entry stays in the cache even if it alone exceeds the limit.
    pub(crate) const fn new(limit: u64) -> Self {
        Self {
            limit,
            places: Mutex::new(Vec::new()),
        }
    }

    /// Returns the value for a key. If the value is not cached, computes it with `make`.
    ///
    /// # Errors
    /// Returns the error from `make`, or [`NoValue::Interrupted`] if `cancel` is set while another
    /// thread computes the value.
    pub(crate) fn get_or_make<E>(
        &self,
        key: K,
        weight: u64,
        cancel: &AtomicBool,
        make: impl FnOnce() -> Result<V, E>,
    ) -> Result<V, NoValue<E>> {
        let place = self.place(key, weight);
        let mut state = lock(&place.state);
        loop {
            match &*state {
                State::Ready(value) => return Ok(value.clone()),
                State::InWork(process) if *process == process::id() => {
                    if cancel.load(Ordering::Relaxed) {
                        return Err(NoValue::Interrupted);
                    }
                    let waited = place.changed.wait_timeout(state, POLL);
                    state = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
                State::InWork(_) | State::Missing => break,
            }
        }
        *state = State::InWork(process::id());
        drop(state);
        // If `make` fails or panics, dropping `work` marks the value as missing again, so that a
        // waiting thread can compute it.
        let work = Work {
            place: &place,
            result: State::Missing,
        };
        let value = make().map_err(NoValue::Failed)?;
        work.finish(State::Ready(value.clone()));
        Ok(value)
    }

    /// Returns the entry for a key, and marks it as the most recently used. If the entry does not
    /// exist, creates it. Then evicts the least recently used entries while the total weight
    /// exceeds the limit.
    fn place(&self, key: K, weight: u64) -> Arc<Place<K, V>> {
        let mut places = lock(&self.places);
        let found = places.iter().position(|place| place.key == key);
        let place = match found {
            Some(index) => places.remove(index),
            None => Arc::new(Place {
                key,
                weight,
                state: Mutex::new(State::Missing),
                changed: Condvar::new(),
            }),
        };
        places.insert(0, Arc::clone(&place));
        let mut sum = 0u64;
        let fits = |place: &Arc<Place<K, V>>| {
            sum = sum.saturating_add(place.weight);
            sum <= self.limit
        };
        let kept = places.iter().map(fits).take_while(|&fits| fits).count();
        places.truncate(kept.max(1));
        place
    }
}

/// Guard for a value that is being computed. When dropped, it stores the result and wakes the
/// threads that wait for it.
struct Work<'a, K, V> {
    place: &'a Place<K, V>,
    result: State<V>,
}

impl<K, V> Work<'_, K, V> {
    fn finish(mut self, result: State<V>) {
        self.result = result;
    }
}

impl<K, V> Drop for Work<'_, K, V> {
    fn drop(&mut self) {
        *lock(&self.place.state) = std::mem::replace(&mut self.result, State::Missing);
        self.place.changed.notify_all();
    }
}
