//! Ctrl-C, and the request to terminate: while someone watches, the first asks to stop and report, and the second ends
//! the process at once; while nobody does, the first does so.

use std::process;
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How many pieces of work look at the flag.
static WATCHERS: AtomicUsize = AtomicUsize::new(0);

/// The flag that Ctrl-C sets; the handler is installed at the first call.
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

/// Without a handler the process ends at once, which is all that is lost.
fn install(interrupted: impl Fn() + Clone + Send + 'static) {
    #[cfg(unix)]
    if let Ok(mut signals) = signal_hook::iterator::Signals::new([signal_hook::consts::SIGTERM]) {
        let interrupted = interrupted.clone();
        std::thread::spawn(move || signals.forever().for_each(|_| interrupted()));
    }
    // Fails where Ctrl-C is ignored, as in a background job of a shell: it must stay so.
    let _ = ctrlc::try_set_handler(interrupted);
}

/// Whether Ctrl-C was pressed since the first call of [`flag`].
pub(crate) fn requested() -> bool {
    flag().load(Ordering::Relaxed)
}

/// Says that the flag is looked at as long as the result lives, so that Ctrl-C may be left to whoever looks.
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
