//! Ctrl-C and SIGTERM. While some work polls the flag, the first signal asks the work to stop and report, and the second ends the
//! process at once. Otherwise the first signal ends the process.

use std::process;
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The number of pieces of work that poll the flag.
static WATCHERS: AtomicUsize = AtomicUsize::new(0);

/// The flag that the signals set; the first call installs the handlers.
pub(crate) fn flag() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let flag = FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let set = Arc::clone(&flag);
        let interrupted = move || {
            if set.swap(true, Ordering::SeqCst) || WATCHERS.load(Ordering::SeqCst) == 0 {
                eprintln!("interrupted");
                process::exit(1);
            }
        };
        install(interrupted);
        flag
    });
    Arc::clone(flag)
}

/// Installs the handlers. Without them a signal ends the process at once.
fn install(interrupted: impl Fn() + Clone + Send + 'static) {
    #[cfg(unix)]
    if let Ok(mut signals) = signal_hook::iterator::Signals::new([signal_hook::consts::SIGTERM]) {
        let interrupted = interrupted.clone();
        std::thread::spawn(move || signals.forever().for_each(|_| interrupted()));
    }
    // Fails where Ctrl-C is ignored, as in a background job of a shell: it must stay so.
    let _ = ctrlc::try_set_handler(interrupted);
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

/// See [`watched`].
#[must_use]
pub(crate) struct Watched(());

impl Drop for Watched {
    fn drop(&mut self) {
        WATCHERS.fetch_sub(1, Ordering::SeqCst);
    }
}
