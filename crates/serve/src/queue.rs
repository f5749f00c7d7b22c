//! When what is searched: lanes for short, middling and long searches, each first come, first served.
//!
//! Nobody knows beforehand how long a search takes. So each is tried in the first lane, where it may take a moment only;
//! if that is not enough it begins anew in the second, and at last in the third, where it may take as long as the limits say.
//! The first two lanes have a thread each of their own, and the threads of the third stand back behind all others (where
//! the system lets them). An easy board so waits only for the moments of those before it, however many hard ones
//! there are, and what is wasted is at most the moments. A search that begins anew tells nothing of
//! what was before, so results do not depend on lanes.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{io, mem};

use serde_json::json;

use crate::error::Error;
use crate::limits::SHORT_LEVELS;
use crate::stream::{self, Events, Outbox, Reception};

/// How long a search may take in each lane.
const PATIENCE: [Option<Duration>; SHORT_LEVELS + 1] =
    [Some(Duration::from_millis(15)), Some(Duration::from_millis(250)), None];
const LONG: usize = SHORT_LEVELS;

/// Something to be searched.
pub(crate) trait Work: Send {
    /// Searches for no longer than `patience`, if one is given, and tells what it finds; whether it came to its end. If not, it
    /// is called again.
    fn run(&mut self, patience: Option<Duration>, out: &mut Outbox) -> bool;

    /// Whether it may be over in a moment.
    fn may_be_short(&self) -> bool {
        true
    }
}

/// The lanes and their threads.
pub(crate) struct Queue {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

struct Shared {
    state: Mutex<State>,
    /// One for each lane.
    more: [Condvar; PATIENCE.len()],
    /// How many may wait.
    most: usize,
}

#[derive(Default)]
struct State {
    lanes: [VecDeque<Task>; PATIENCE.len()],
    /// Those in work: what makes each of them end.
    searching: Vec<Arc<AtomicBool>>,
    closed: bool,
}

struct Task {
    work: Box<dyn Work>,
    events: Events,
}

/// How many are in work, and how many wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Load {
    pub searching: usize,
    pub queued: usize,
}

impl Queue {
    /// Starts the threads: as many as asked for long searches, and one for each of the other lanes.
    pub(crate) fn start(searches: usize, most: usize) -> io::Result<Self> {
        let shared = Arc::new(Shared { state: Mutex::default(), more: Default::default(), most });
        let lanes = (0..LONG).chain(std::iter::repeat_n(LONG, searches));
        let threads = lanes.map(|lane| {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name(format!("lane {lane}")).spawn(move || serve(&shared, lane))
        });
        let threads = Mutex::new(threads.collect::<io::Result<_>>()?);
        Ok(Self { shared, threads })
    }

    /// Lets some work wait for its turn; its events are received as long as the result lives, and with it the work ends.
    ///
    /// # Errors
    /// If too many wait already.
    pub(crate) fn submit(&self, work: Box<dyn Work>) -> Result<Reception, Error> {
        let shared = &self.shared;
        let mut state = shared.lock();
        let waiting = state.load().queued;
        if state.closed {
            return Err(Error::busy("the server is being shut down"));
        }
        if waiting >= shared.most {
            return Err(Error::busy(format!(
                "the server is busy: {waiting} requests wait already; ask again in a moment"
            )));
        }
        let lane = if work.may_be_short() { 0 } else { LONG };
        let sweeper = Arc::clone(shared);
        let (events, reception) = stream::channel(move || sweeper.sweep());
        events.send("queued", json!({ "ahead": state.lanes[lane].len() }));
        state.lanes[lane].push_back(Task { work, events });
        shared.more[lane].notify_one();
        Ok(reception)
    }

    pub(crate) fn load(&self) -> Load {
        self.shared.lock().load()
    }

    /// Ends all work, in progress or waiting; no more is taken.
    pub(crate) fn close(&self) {
        let mut state = self.shared.lock();
        state.closed = true;
        state.searching.iter().for_each(|cancel| cancel.store(true, Ordering::Relaxed));
        for task in state.lanes.iter_mut().flat_map(mem::take) {
            task.events.fail("the server was shut down before this was searched");
        }
        drop(state);
        self.shared.more.iter().for_each(Condvar::notify_all);
    }

    /// Waits until the threads have come to their ends, after [`close`](Self::close).
    pub(crate) fn join(&self) {
        let threads = mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // Work that panics is caught, so there is nothing to hear from a thread.
            let _ = thread.join();
        }
    }
}

impl State {
    fn load(&self) -> Load {
        Load { searching: self.searching.len(), queued: self.lanes.iter().map(VecDeque::len).sum() }
    }

    /// Tells those who wait in a lane how many are before them.
    fn tell(&self, lane: usize) {
        for (ahead, task) in self.lanes[lane].iter().enumerate() {
            task.events.send("queued", json!({ "ahead": ahead }));
        }
    }
}

impl Shared {
    /// The data is whole even if a thread panicked while it held the lock.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets go of work for which nobody waits any more.
    fn sweep(&self) {
        let mut state = self.lock();
        for lane in 0..PATIENCE.len() {
            let before = state.lanes[lane].len();
            state.lanes[lane].retain(|task| !task.events.cancelled());
            if state.lanes[lane].len() < before {
                state.tell(lane);
            }
        }
    }

    /// The next task of a lane, which is then in work; none once the queue is closed.
    fn next(&self, lane: usize) -> Option<Task> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(task) = state.lanes[lane].pop_front() {
                state.searching.push(task.events.cancel_flag());
                // Those in the short lanes wait for a moment only.
                if lane == LONG {
                    state.tell(lane);
                }
                return Some(task);
            }
            state = self.more[lane].wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes a task out of work, and puts it into the next lane if it did not come to its end.
    fn done(&self, task: Task, lane: usize, ended: bool) {
        let mut state = self.lock();
        let cancel = task.events.cancel_flag();
        state.searching.retain(|flag| !Arc::ptr_eq(flag, &cancel));
        if ended || task.events.cancelled() {
            return;
        }
        if state.closed {
            task.events.fail("the server was shut down before this was searched");
            return;
        }
        task.events.send("queued", json!({ "ahead": state.lanes[lane + 1].len() }));
        state.lanes[lane + 1].push_back(task);
        self.more[lane + 1].notify_one();
    }
}

/// What a thread of a lane does all its life.
fn serve(shared: &Shared, lane: usize) {
    if lane == LONG {
        stand_back();
    }
    while let Some(mut task) = shared.next(lane) {
        let patience = PATIENCE[lane];
        let mut out = Outbox::new(&task.events, patience.is_some());
        out.send("started", json!({}));
        let ended = catch_unwind(AssertUnwindSafe(|| task.work.run(patience, &mut out)));
        if let Ok(true) = ended {
            out.release();
        }
        if ended.is_err() {
            task.events.fail("the search failed; this is a defect of the program, please report it");
        }
        shared.done(task, lane, ended.unwrap_or(true));
    }
}

/// Lets other threads go first. Where it fails nothing is lost but time.
fn stand_back() {
    #[cfg(target_os = "linux")]
    {
        // On Linux "the process" is the calling thread.
        let _ = rustix::process::setpriority_process(None, 10);
    }
}
