//! Ctrl-C and SIGTERM. The first signal sets a flag, at which work stops and reports; a second Ctrl-C ends the process
//! at once. While nothing polls the flag, the first signal does.
//!
//! Programs such as `timeout` signal a process and its group, so one stop may arrive as two SIGTERMs: a second one ends
//! nothing.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_shutdown};

use crate::exit::Exit;

/// A signal has come.
static REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Nothing polls the flag.
static UNPOLLED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Installs the handlers. Where the system refuses them, a signal ends the process.
pub(crate) fn watch() {
    for signal in [SIGINT, SIGTERM] {
        let _ = register_conditional_shutdown(signal, Exit::Partial as i32, Arc::clone(&UNPOLLED));
    }
    let _ = register_conditional_shutdown(SIGINT, Exit::Partial as i32, flag());
    for signal in [SIGINT, SIGTERM] {
        let _ = register(signal, flag());
    }
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

/// Runs something that may wait for long and does not poll the flag: the first signal ends the process meanwhile.
pub(crate) fn unpolled<R>(wait: impl FnOnce() -> R) -> R {
    let before = UNPOLLED.swap(true, Ordering::SeqCst);
    let result = wait();
    UNPOLLED.store(before, Ordering::SeqCst);
    result
}
