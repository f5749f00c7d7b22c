//! Handles the signals that stop a command: Ctrl-C (SIGINT), a request to terminate (SIGTERM), and
//! the end of the terminal (SIGHUP).
//!
//! The first signal sets a flag. A task that polls the flag stops and reports its results so far.
//! Other signals within [`ONE_STOP`] are treated as copies of the first one, because `timeout`
//! signals a process and then its whole process group, and a shell forwards the SIGHUP that the
//! system has already sent. A later signal ends the process immediately. The first signal also ends
//! the process immediately if the current task does not poll the flag.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::low_level;

/// Time after the first signal during which further signals are treated as copies of it, so that
/// they do not end the process.
const ONE_STOP: Duration = Duration::from_millis(500);

/// Whether a signal has asked the command to stop. Long-running tasks check this flag regularly.
static REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Whether the current task does not poll [`REQUESTED`], so that the first signal must end the
/// process.
static UNPOLLED: AtomicBool = AtomicBool::new(false);

/// Whether SIGHUP ends the process immediately. This is set for a command that is useless without
/// its terminal.
static HANGUP_ENDS: AtomicBool = AtomicBool::new(false);

/// Number of the first signal received, or 0 before any signal.
static FIRST_SIGNAL: AtomicI32 = AtomicI32::new(0);

/// Time of the first signal, in milliseconds since the handlers were installed. The value is at
/// least 1 after a signal, because 0 means that no signal has arrived.
static FIRST_TIME: AtomicU64 = AtomicU64::new(0);

/// Installs the signal handlers. If that fails for a signal, the signal keeps its default action
/// and ends the process.
pub(crate) fn watch() {
    for signal in [SIGINT, SIGTERM] {
        handle(signal);
    }
    #[cfg(unix)]
    if !is_hangup_ignored() {
        handle(signal_hook::consts::SIGHUP);
    }
}

/// Installs the handler for one signal.
fn handle(signal: i32) {
    let installed = Instant::now();
    let requested = flag();
    let receive = move || receive(signal, installed, &requested);
    // SAFETY: The action runs in a signal handler and is async-signal-safe: it reads the clock,
    // uses atomic integers and calls _exit. It allocates nothing, takes no lock and cannot panic.
    let _ = unsafe { low_level::register(signal, receive) };
}

/// Records the first signal, and ends the process on a later one. Runs inside a signal handler.
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

/// Returns whether the signal is SIGHUP, which exists only on Unix.
fn is_hangup(signal: i32) -> bool {
    cfg!(unix) && signal != SIGINT && signal != SIGTERM
}

/// Returns whether SIGHUP was ignored when the process started. `nohup` starts programs that way so
/// that they outlive their terminal.
#[cfg(unix)]
fn is_hangup_ignored() -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: The new action is null, so the call changes nothing. It only writes the current
    // action to the last argument, which points to memory of the right size.
    let read = unsafe { libc::sigaction(libc::SIGHUP, std::ptr::null(), action.as_mut_ptr()) } == 0;
    // SAFETY: The memory was zeroed before the call filled it. Zero is a valid value for every
    // field, because the fields are integers, sets of bits or optional function pointers.
    read && unsafe { action.assume_init() }.sa_sigaction == libc::SIG_IGN
}

/// Returns the exit code of a process stopped by the signal, following the shell convention: 130
/// for SIGINT, 143 for SIGTERM, 129 for SIGHUP.
fn exit_code(signal: i32) -> u8 {
    (128 + signal) as u8
}

/// Returns the exit code for the first signal received, or `None` if there was none.
pub(crate) fn signal_exit_code() -> Option<u8> {
    let signal = FIRST_SIGNAL.load(Ordering::SeqCst);
    (signal != 0).then(|| exit_code(signal))
}

/// Returns the flag that the first signal sets.
pub(crate) fn flag() -> Arc<AtomicBool> {
    Arc::clone(&REQUESTED)
}

/// Returns whether a signal was received.
pub(crate) fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// Returns `Break` once a signal has been received. Progress callbacks return this value to stop a
/// task.
pub(crate) fn flow() -> ControlFlow<()> {
    if requested() {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// Makes the first signal end the process immediately from now on. Used for tasks that do not check
/// [`requested`] and would therefore ignore the signal.
pub(crate) fn ends_the_process() {
    UNPOLLED.store(true, Ordering::SeqCst);
}

/// Makes SIGHUP end the process immediately from now on, for a command that is useless without its
/// terminal.
#[cfg(feature = "play")]
pub(crate) fn hangup_ends_the_process() {
    HANGUP_ENDS.store(true, Ordering::SeqCst);
}

/// Runs `wait`, which can block for a long time and does not check [`requested`]. While it runs,
/// the first signal ends the process immediately.
pub(crate) fn unpolled<R>(wait: impl FnOnce() -> R) -> R {
    let before = UNPOLLED.swap(true, Ordering::SeqCst);
    let result = wait();
    UNPOLLED.store(before, Ordering::SeqCst);
    result
}
