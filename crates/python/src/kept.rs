//! [`Kept`]: values that take long to make and are kept for later calls, as many as a limit allows.
//!
//! A value is made by the first thread that wants it. Other threads that want the same value wait for it, and can be
//! interrupted meanwhile; those that want another value don't wait. For example, while one thread enumerates the boards
//! of a 4x3 goal, another can look up distances of 3x3 boards.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::wait::POLL;

/// Values by their keys. When their weights exceed the limit, the values that were used longest ago are dropped.
pub(crate) struct Kept<K, V> {
    limit: u64,
    /// The place used last comes first.
    places: Mutex<Vec<Arc<Place<K, V>>>>,
}

/// The place of a value.
struct Place<K, V> {
    key: K,
    weight: u64,
    state: Mutex<State<V>>,
    changed: Condvar,
}

enum State<V> {
    Missing,
    /// A thread of that process makes the value. After a fork, the child has the place but not the thread.
    InWork(u32),
    Ready(V),
}

/// Why there is no value.
pub(crate) enum NoValue<E> {
    /// The thread was interrupted while it waited for another thread.
    Interrupted,
    /// The value could not be made.
    Failed(E),
}

impl<K: PartialEq, V: Clone> Kept<K, V> {
    /// Returns an empty collection whose values weigh at most `limit` together, except that the value used last is
    /// always kept.
    pub(crate) const fn new(limit: u64) -> Self {
        Self {
            limit,
            places: Mutex::new(Vec::new()),
        }
    }

    /// Returns the value of a key, and makes it with `make` if it is not there.
    ///
    /// # Errors
    /// Returns the error of `make`, or [`NoValue::Interrupted`] if `cancel` is set while another thread makes the value.
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
        // If `make` fails or panics, one of the waiting threads tries it.
        let work = Work {
            place: &place,
            result: State::Missing,
        };
        let value = make().map_err(NoValue::Failed)?;
        work.finish(State::Ready(value.clone()));
        Ok(value)
    }

    /// Returns the place of a key as the one used last, and drops places from the end beyond the limit.
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

/// A value in work. When this is dropped, the place gets the result, and threads that wait for it go on.
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
