//! Ctrl-C and SIGTERM. While some work polls the flag, the first signal asks the work to stop and report, and a later
//! one ends the process at once. Otherwise the first signal ends the process.
//!
//! Programs such as `timeout` signal a process and its group, so one stop may arrive as two signals. Signals that
//! follow the first one within [`SAME_STOP`] are the same stop, even if the work has ended by then.

use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use console::Term;

/// The longest time between two signals that are one stop.
const SAME_STOP: Duration = Duration::from_millis(500);

/// The longest time from the start of a command to the work that polls the flag: a first signal in between stops that
/// work.
const GRACE: Duration = Duration::from_millis(100);

/// The step of waiting for a command to start, and for its work.
const TICK: Duration = Duration::from_millis(2);

/// Arguments are still being read.
static STARTING: AtomicBool = AtomicBool::new(false);

/// The number of pieces of work that poll the flag.
static WATCHERS: AtomicUsize = AtomicUsize::new(0);

/// The flag that the signals set; the first call installs the handlers.
pub(crate) fn flag() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let flag = FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let set = Arc::clone(&flag);
        let first = Arc::new(Mutex::new(None));
        install(move || {
            // Held until the end, since two threads receive signals.
            let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
            let ends = match *first {
                None => nobody_polls(),
                Some(at) => Instant::now().duration_since(at) >= SAME_STOP,
            };
            first.get_or_insert_with(Instant::now);
            set.store(true, Ordering::SeqCst);
            if ends {
                let stderr = Term::stderr();
                if stderr.is_term() {
                    // The cursor may be at the beginning of a bar. If it cannot be cleared, the message stands behind
                    // it.
                    let _ = stderr.clear_line();
                }
                eprintln!("interrupted");
                process::exit(1);
            }
        });
        flag
    });
    Arc::clone(flag)
}

/// True if no work polls the flag, nor begins to within [`GRACE`].
fn nobody_polls() -> bool {
    while STARTING.load(Ordering::SeqCst) {
        thread::sleep(TICK);
    }
    let until = Instant::now() + GRACE;
    while WATCHERS.load(Ordering::SeqCst) == 0 {
        if Instant::now() >= until {
            return true;
        }
        thread::sleep(TICK);
    }
    false
}

/// Installs the handlers, and lets a signal wait until [`started`].
pub(crate) fn starting() {
    STARTING.store(true, Ordering::SeqCst);
    flag();
}

/// The arguments are read: a signal ends the process, or stops the work that polls the flag.
pub(crate) fn started() {
    STARTING.store(false, Ordering::SeqCst);
}

/// Installs the handlers. Without them a signal ends the process at once.
fn install(interrupted: impl Fn() + Clone + Send + 'static) {
    #[cfg(unix)]
    if let Ok(mut signals) = signal_hook::iterator::Signals::new([signal_hook::consts::SIGTERM]) {
        let interrupted = interrupted.clone();
        thread::spawn(move || signals.forever().for_each(|_| interrupted()));
    }
    // Fails where Ctrl-C is ignored, as in a background job of a shell: it must stay so.
    let _ = ctrlc::try_set_handler(interrupted);
}

/// Lets the first signal end the process with exit code 1, for work that does not poll the flag.
pub(crate) fn ends_the_process() {
    flag();
}

/// True if a signal has come since the first call of [`flag`].
pub(crate) fn requested() -> bool {
    flag().load(Ordering::Relaxed)
}

/// Declares that the flag is polled as long as the result lives.
pub(crate) fn watched() -> Watched {
    flag();
    WATCHERS.fetch_add(1, Ordering::SeqCst);
    Watched(())
}

/// Runs something that may wait for long and does not poll the flag: a first signal ends the process meanwhile.
pub(crate) fn unwatched<R>(wait: impl FnOnce() -> R) -> R {
    let watchers = WATCHERS.swap(0, Ordering::SeqCst);
    let result = wait();
    WATCHERS.fetch_add(watchers, Ordering::SeqCst);
    result
}

/// See [`watched`].
#[must_use]
pub(crate) struct Watched(());

impl Drop for Watched {
    fn drop(&mut self) {
        WATCHERS.fetch_sub(1, Ordering::SeqCst);
    }
}
