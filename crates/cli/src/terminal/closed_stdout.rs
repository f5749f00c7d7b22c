//! A standard output that is closed (`fifteen solve ... >&-`): an error instead of results that are lost.
//!
//! Rust's runtime opens `/dev/null` in place of a closed stream before `main`, so this is found out before the runtime
//! starts.

use std::sync::atomic::{AtomicBool, Ordering};

/// True if the standard output was closed when the process started.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// True if the process was started with a closed standard output.
pub(crate) fn was_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

#[cfg(target_os = "linux")]
extern "C" fn look() {
    let open = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_ok();
    CLOSED.store(!open, Ordering::Relaxed);
}

// SAFETY: the C runtime calls the functions of this section once, before `main`, with arguments that may be ignored.
// `look` makes one system call and stores a flag: it uses nothing of Rust's runtime, allocates nothing and cannot
// panic.
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;
