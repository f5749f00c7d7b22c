//! A mapped table that cannot be read any more, told in words instead of a crash.
//!
//! A file that somebody cuts while it is mapped, or whose disk fails, raises SIGBUS in whoever reads the lost part. The
//! reading cannot go on; what can be had is an error that says so and exit code 2.

/// Ends the process with an error where SIGBUS would end it without a word.
#[cfg(unix)]
pub(crate) fn watch() {
    use std::fs::File;
    use std::io::{self, Write};
    use std::os::fd::AsFd;

    use signal_hook::{consts::SIGBUS, low_level};

    const MESSAGE: &[u8] =
        b"error: a mapped table could not be read: it was cut or its disk failed while it was in use; run \
        `fifteen pdb verify`, and replace tables by renaming only\n";

    // A file of its own: writing to it is one system call, without the lock of the standard error.
    let Ok(stderr) = io::stderr().as_fd().try_clone_to_owned().map(File::from) else { return };
    let tell = move || {
        let _ = (&stderr).write(MESSAGE);
        low_level::exit(2);
    };
    // SAFETY: the action runs in a signal handler and does only what may be done there: it makes the system calls
    // write and _exit, allocates nothing, takes no lock and cannot panic. Nothing less will do: the handler of Rust's runtime,
    // which runs first, takes itself and this one away, so the process would not live until another thread spoke.
    let _ = unsafe { low_level::register(SIGBUS, tell) };
}

/// Other systems have no such signal.
#[cfg(not(unix))]
pub(crate) fn watch() {}
