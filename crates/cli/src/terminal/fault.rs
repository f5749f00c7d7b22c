//! A mapped table that cannot be read any more: an error message instead of a crash.
//!
//! If a mapped file is truncated, or its disk fails, reading the lost part raises SIGBUS. The command cannot continue,
//! but it can end with an error message and exit code 2.

/// Ends the process with an error message at SIGBUS, which would end it silently.
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

    // A file of its own: writing to it is one system call, without the lock of the standard error.
    let Ok(stderr) = io::stderr().as_fd().try_clone_to_owned().map(File::from) else {
        return;
    };
    let reported = AtomicBool::new(false);
    let report = move || {
        // Another thread that reads the lost part meanwhile reads it again and again until the process ends.
        if !reported.swap(true, Ordering::Relaxed) {
            let _ = (&stderr).write(MESSAGE);
            low_level::exit(2);
        }
    };
    // The handler of Rust's runtime would run first and remove both handlers; a second thread that reads the lost part
    // would then end the process before the first has reported. On Linux the runtime needs it for SIGSEGV alone.
    #[cfg(target_os = "linux")]
    // SAFETY: it only gives SIGBUS its default action, before any table is mapped.
    unsafe {
        libc::signal(SIGBUS, libc::SIG_DFL);
    }
    // SAFETY: the action runs in a signal handler and does only what may be done there: it makes the system calls
    // write and _exit, allocates nothing, takes no lock and cannot panic. Reporting from another thread is too late.
    let _ = unsafe { low_level::register(SIGBUS, report) };
}

/// Other systems have no such signal.
#[cfg(not(unix))]
pub(crate) fn watch() {}
