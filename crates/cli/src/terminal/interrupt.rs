//! Signals that stop a command: Ctrl-C (SIGINT), a request to terminate (SIGTERM), and the end of the terminal (SIGHUP).
//!
//! The first signal sets a flag; work that polls the flag stops and reports what it has. Further signals within
//! [`ONE_STOP`] belong to the same stop: `timeout` signals a process and then its group, and a shell passes on the hangup
//! that the system has already sent. A later signal ends the process at once. While nothing polls the flag, the first
//! signal does.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::low_level;

/// Signals that arrive within this time of the first one count as the same stop.
const ONE_STOP: Duration = Duration::from_millis(500);

/// The flag that work polls.
static REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// True while nothing polls the flag.
static UNPOLLED: AtomicBool = AtomicBool::new(false);

/// True while SIGHUP ends the process.
static HANGUP_ENDS: AtomicBool = AtomicBool::new(false);

/// The number of the first signal, or 0 before any signal.
static FIRST_SIGNAL: AtomicI32 = AtomicI32::new(0);

/// The time of the first signal, in milliseconds since the handlers were installed and at least 1; 0 before any signal.
static FIRST_TIME: AtomicU64 = AtomicU64::new(0);

/// Installs the handlers. If the system refuses one, that signal ends the process.
pub(crate) fn watch() {
    for signal in [SIGINT, SIGTERM] {
        handle(signal);
    }
    #[cfg(unix)]
    if !is_hangup_ignored() {
        handle(signal_hook::consts::SIGHUP);
    }
}

/// Installs the handler of one signal.
fn handle(signal: i32) {
    let installed = Instant::now();
    let requested = flag();
    let receive = move || receive(signal, installed, &requested);
    // SAFETY: the action runs in a signal handler and does only what may be done there: it reads the clock, uses atomic
    // numbers and calls _exit. It allocates nothing, takes no lock and cannot panic.
    let _ = unsafe { low_level::register(signal, receive) };
}

/// Notes a signal, or ends the process; called in a signal handler.
fn receive(signal: i32, installed: Instant, requested: &AtomicBool) {
    let now = (installed.elapsed().as_millis() as u64).max(1);
    let first = FIRST_TIME.compare_exchange(0, now, Ordering::SeqCst, Ordering::SeqCst);
    let is_later = match first {
        Ok(_) => {
            FIRST_SIGNAL.store(signal, Ordering::SeqCst);
            false
        }
        Err(first) => u128::from(now.saturating_sub(first)) > ONE_STOP.as_millis(),
    };
    requested.store(true, Ordering::SeqCst);
    let is_end = is_hangup(signal) && HANGUP_ENDS.load(Ordering::SeqCst);
    if is_later || is_end || UNPOLLED.load(Ordering::SeqCst) {
        low_level::exit(exit_code(signal).into());
    }
}

/// True for SIGHUP, which other systems than Unix do not have.
fn is_hangup(signal: i32) -> bool {
    cfg!(unix) && signal != SIGINT && signal != SIGTERM
}

/// True if the process was started with SIGHUP ignored, as `nohup` starts programs that are to outlive their terminal.
#[cfg(unix)]
fn is_hangup_ignored() -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: without a new action the call only writes the current one to a valid pointer.
    let read = unsafe { libc::sigaction(libc::SIGHUP, std::ptr::null(), action.as_mut_ptr()) } == 0;
    // SAFETY: zeroes are a valid value of this type, whose fields are numbers.
    read && unsafe { action.assume_init() }.sa_sigaction == libc::SIG_IGN
}

/// The exit code of a process that a signal stops, as shells count: 130 after SIGINT, 143 after SIGTERM, 129 after
/// SIGHUP.
fn exit_code(signal: i32) -> u8 {
    (128 + signal) as u8
}

/// The exit code of the first signal, if one has come.
pub(crate) fn signal_exit_code() -> Option<u8> {
    let signal = FIRST_SIGNAL.load(Ordering::SeqCst);
    (signal != 0).then(|| exit_code(signal))
}

/// The flag that the signals set.
pub(crate) fn flag() -> Arc<AtomicBool> {
    Arc::clone(&REQUESTED)
}

/// True if a signal has come.
pub(crate) fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// The answer of a callback: to go on until a signal has come.
pub(crate) fn flow() -> ControlFlow<()> {
    if requested() {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// From now on the first signal ends the process, for work that does not poll the flag.
pub(crate) fn ends_the_process() {
    UNPOLLED.store(true, Ordering::SeqCst);
}

/// From now on SIGHUP ends the process at once, for a program that is nothing without its terminal.
pub(crate) fn hangup_ends_the_process() {
    HANGUP_ENDS.store(true, Ordering::SeqCst);
}

/// Runs something that may wait for long and does not poll the flag: the first signal ends the process meanwhile.
pub(crate) fn unpolled<R>(wait: impl FnOnce() -> R) -> R {
    let before = UNPOLLED.swap(true, Ordering::SeqCst);
    let result = wait();
    UNPOLLED.store(before, Ordering::SeqCst);
    result
}
