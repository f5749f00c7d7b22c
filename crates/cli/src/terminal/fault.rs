//! Prints an error message instead of crashing if a memory-mapped table becomes unreadable.
//!
//! If a mapped file is truncated or its disk fails, reading the lost part raises SIGBUS. The
//! command cannot continue, but it can exit with an error message and exit code 2.

/// Installs a SIGBUS handler that prints an error message and ends the process. By default, SIGBUS
/// ends the process without a message.
#[cfg(unix)]
pub(crate) fn watch() {
    use std::fs::File;
    use std::io::{self, Write};
    use std::os::fd::AsFd;
    use std::sync::atomic::{AtomicBool, Ordering};

    use signal_hook::{consts::SIGBUS, low_level};

    const MESSAGE: &[u8] =
        b"error: a mapped table could not be read: it was cut or its disk failed while it was in use; run \
        `fifteen pdb verify`, and replace tables by renaming only\n";

    // Write through a duplicated file descriptor: a write is then a single system call, without the
    // lock on standard error, which a signal handler must not take.
    let Ok(stderr) = io::stderr().as_fd().try_clone_to_owned().map(File::from) else {
        return;
    };
    let reported = AtomicBool::new(false);
    let report = move || {
        // Only the first faulting thread prints the message. Any other thread that reads the lost
        // part repeats the failing read until the process ends.
        if !reported.swap(true, Ordering::Relaxed) {
            let _ = (&stderr).write(MESSAGE);
            low_level::exit(2);
        }
    };
    // Remove the handler of Rust's runtime. It would run first and remove both handlers, so a
    // second faulting thread could end the process before the first has reported. On Linux the
    // runtime needs its handler for SIGSEGV only.
    #[cfg(target_os = "linux")]
    // SAFETY: This only restores the default action of SIGBUS, before any table is mapped.
    unsafe {
        libc::signal(SIGBUS, libc::SIG_DFL);
    }
    // SAFETY: The action runs in a signal handler and is async-signal-safe: it makes the system
    // calls write and _exit, allocates nothing, takes no lock and cannot panic. It cannot report
    // from another thread, because the faulting thread must not continue.
    let _ = unsafe { low_level::register(SIGBUS, report) };
}

/// Does nothing on systems without SIGBUS.
#[cfg(not(unix))]
pub(crate) fn watch() {}
