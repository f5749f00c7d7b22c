//! A multilevel feedback queue of searches.
//!
//! The time of a search is not known beforehand. So each search starts on the first level, with a time slice of 15 ms.
//! If that is not enough it starts again on the second level, with 250 ms, and then on the third, where only its own
//! limits end it. Within a level the first come is the first served. The short levels have a thread each of their own,
//! and the threads of the long level have a lower priority (where the system allows it). So an easy board waits only
//! for the slices of the searches before it, however many hard boards there are, and at most the slices are wasted.
//! Events of a slice that was not enough are dropped, so results do not depend on levels. Solutions alone are sent at
//! once: each is one, whatever comes of the slice.
//!
//! The tasks that wait for the long level are bounded, and so are those that wait for the short ones. Where the long
//! level is full, short slices are still given, and only a task that needs more is refused.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{io, mem};

use fifteen_questions::{Event, Events, HeldEvents, Work};
use fifteen_solver::pdb::system_memory;
use fifteen_solver::record::counted;
use serde_json::json;

use crate::error::Error;
use crate::limits::SHORT_LEVELS;
use crate::stream::{self, EventReceiver, EventSender};

/// The time slice of a search on each level.
const TIME_SLICES: [Option<Duration>; SHORT_LEVELS + 1] =
    [Some(Duration::from_millis(15)), Some(Duration::from_millis(250)), None];
const LONG: usize = SHORT_LEVELS;

/// The levels with their threads.
pub(crate) struct Queue {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

struct Shared {
    state: Mutex<State>,
    /// One for each level.
    more: [Condvar; TIME_SLICES.len()],
    /// The most tasks that may wait for the long level, and for the short levels together.
    most: usize,
}

#[derive(Default)]
struct State {
    levels: [VecDeque<Task>; TIME_SLICES.len()],
    /// The ways to the clients of the searches in work.
    searching: Vec<EventSender>,
    /// Threads of the long level that have nothing to do.
    idle: usize,
    closed: bool,
}

struct Task {
    work: Box<dyn Work>,
    events: EventSender,
    /// The number of tasks ahead, as the client was last told.
    ahead: Option<usize>,
}

/// Numbers of searches in work and of requests waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Load {
    pub searching: usize,
    pub queued: usize,
}

impl Queue {
    /// Starts `searches` threads for the long level, and one for each short level.
    ///
    /// # Errors
    /// If the system gives no threads.
    pub(crate) fn start(searches: usize, most: usize) -> io::Result<Self> {
        let shared = Arc::new(Shared { state: Mutex::default(), more: Default::default(), most });
        let levels = (0..LONG).chain(std::iter::repeat_n(LONG, searches));
        let threads = levels.map(|level| {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name(format!("level {level}")).spawn(move || serve(&shared, level))
        });
        let threads = Mutex::new(threads.collect::<io::Result<_>>()?);
        Ok(Self { shared, threads })
    }

    /// Adds work to the queue. The receiver gets its events; dropping the receiver ends the work.
    ///
    /// # Errors
    /// If too many requests wait already, or the server is being shut down.
    pub(crate) fn submit(&self, work: Box<dyn Work>) -> Result<EventReceiver, Error> {
        let shared = &self.shared;
        let mut state = shared.lock();
        if state.closed {
            return Err(Error::busy("the server is being shut down"));
        }
        let long_is_full = state.is_full(LONG, shared.most);
        let level = if work.may_be_short() { 0 } else { LONG };
        if level == LONG && long_is_full || level != LONG && state.short() >= shared.most.max(1) {
            return Err(Error::busy(state.busy(level)));
        }
        let sweeper = Arc::clone(shared);
        let (events, reception) = stream::channel(long_is_full, move || sweeper.sweep());
        let mut task = Task { work, events, ahead: None };
        task.send_position(state.levels[level].len());
        state.levels[level].push_back(task);
        shared.more[level].notify_one();
        Ok(reception)
    }

    pub(crate) fn load(&self) -> Load {
        self.shared.lock().load()
    }

    /// Ends all work, in progress or waiting, and accepts no more.
    pub(crate) fn close(&self) {
        let mut state = self.shared.lock();
        state.closed = true;
        for events in &state.searching {
            events.send(Event::new("note", &json!({ "text": "the server is being shut down, which ends the search" })));
            events.cancel_flag().store(true, Ordering::Relaxed);
        }
        for task in state.levels.iter_mut().flat_map(mem::take) {
            task.events.fail("the server was shut down before this was searched");
        }
        drop(state);
        self.shared.more.iter().for_each(Condvar::notify_all);
    }

    /// Waits until the threads have ended, after [`close`](Self::close).
    pub(crate) fn join(&self) {
        let threads = mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // Panics of work are caught, so a thread returns no error.
            let _ = thread.join();
        }
    }
}

impl State {
    fn load(&self) -> Load {
        Load { searching: self.searching.len(), queued: self.levels.iter().map(VecDeque::len).sum() }
    }

    /// The number of tasks that wait for a short level.
    fn short(&self) -> usize {
        self.levels[..LONG].iter().map(VecDeque::len).sum()
    }

    /// True if no more tasks may wait for a level.
    fn is_full(&self, level: usize, most: usize) -> bool {
        level == LONG && self.levels[LONG].len() >= most + self.idle
    }

    fn busy(&self, level: usize) -> String {
        let waiting = if level == LONG { self.levels[LONG].len() } else { self.short() };
        let waiting = counted(waiting as u64, "request waits", "requests wait");
        format!("the server is busy: {waiting} already; ask again in a moment")
    }

    /// Sends each task that waits on a level the number of tasks before it.
    fn send_positions(&mut self, level: usize) {
        self.levels[level].iter_mut().enumerate().for_each(|(ahead, task)| task.send_position(ahead));
    }
}

impl Task {
    /// Sends the client the number of tasks ahead, if that is another than before.
    fn send_position(&mut self, ahead: usize) {
        if self.ahead.replace(ahead) != Some(ahead) {
            self.events.send(Event::new("queued", &json!({ "ahead": ahead })));
        }
    }
}

impl Shared {
    /// The data is whole even if a thread panicked while it held the lock.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes work whose client is gone.
    fn sweep(&self) {
        let mut state = self.lock();
        for level in 0..TIME_SLICES.len() {
            let before = state.levels[level].len();
            state.levels[level].retain(|task| !task.events.cancelled());
            if state.levels[level].len() < before {
                state.send_positions(level);
            }
        }
    }

    /// Takes the next task of a level into work; none once the queue is closed.
    fn next(&self, level: usize) -> Option<Task> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(task) = state.levels[level].pop_front() {
                state.searching.push(task.events.clone());
                // Tasks on the short levels wait for a moment only.
                if level == LONG {
                    state.send_positions(level);
                }
                return Some(task);
            }
            let idle = usize::from(level == LONG);
            state.idle += idle;
            state = self.more[level].wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= idle;
        }
    }

    /// Takes a task out of work, and moves it to the next level if it did not come to its end.
    fn done(&self, mut task: Task, level: usize, ended: bool) {
        let mut state = self.lock();
        let cancel = task.events.cancel_flag();
        state.searching.retain(|events| !Arc::ptr_eq(&events.cancel_flag(), &cancel));
        if ended {
            return;
        }
        // First: closing cancels the task too, and its client waits for an answer.
        if state.closed {
            task.events.fail("the server was shut down before this was searched");
            return;
        }
        if task.events.cancelled() {
            return;
        }
        if state.is_full(level + 1, self.most) {
            task.events.fail(&state.busy(level + 1));
            return;
        }
        task.send_position(state.levels[level + 1].len());
        state.levels[level + 1].push_back(task);
        self.more[level + 1].notify_one();
    }
}

/// Runs the tasks of a level until the queue is closed.
fn serve(shared: &Shared, level: usize) {
    if level == LONG {
        lower_priority();
    }
    while let Some(mut task) = shared.next(level) {
        let slice = TIME_SLICES[level];
        let events = &task.events;
        let mut send = |event| events.send(event);
        let mut out = HeldEvents::new(&mut send, events.cancel_flag(), slice.is_some());
        out.send(Event::new("started", &json!({})));
        let ended = catch_unwind(AssertUnwindSafe(|| task.work.run(slice, &mut out)));
        if let Ok(true) = ended {
            out.release();
        }
        if ended.is_err() {
            task.events.fail("the search failed; this is a defect of the program, please report it");
        }
        shared.done(task, level, ended.unwrap_or(true));
        if level > 0 {
            system_memory::return_freed();
        }
    }
}

/// Lowers the priority of the calling thread. A failure costs nothing but time.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    {
        // On Linux "the process" is the calling thread.
        let _ = rustix::process::setpriority_process(None, 10);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::sync::mpsc;

    use axum::body::to_bytes;

    /// Work that says when its first slice begins, and needs another one after it.
    struct Unfinished {
        begun: mpsc::Sender<()>,
        go_on: mpsc::Receiver<()>,
    }

    impl Work for Unfinished {
        fn run(&mut self, _: Option<Duration>, _: &mut dyn Events) -> bool {
            self.begun.send(()).unwrap();
            self.go_on.recv().unwrap();
            false
        }
    }

    /// Closing cancels such work, whose client still gets an answer.
    #[tokio::test]
    async fn work_whose_slice_ends_after_the_queue_is_closed_ends_with_an_error() {
        let queue = Queue::start(1, 1).unwrap();
        let (begun, has_begun) = mpsc::channel();
        let (go_on, may_go_on) = mpsc::channel();
        let events = queue.submit(Box::new(Unfinished { begun, go_on: may_go_on })).ok().unwrap();
        has_begun.recv().unwrap();
        queue.close();
        go_on.send(()).unwrap();
        queue.join();
        drop(queue);
        let answer = to_bytes(events.last().await.ok().unwrap().into_body(), 1000).await.unwrap();
        let expected = r#"{"error":"the server was shut down before this was searched"}"#;
        assert_eq!(String::from_utf8_lossy(&answer), expected);
    }
}
