//! Ctrl-C: the first asks to stop and report, the second ends the process at once.

use std::process;
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The flag that Ctrl-C sets; the handler is installed at the first call.
pub(crate) fn flag() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let flag = FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let set = Arc::clone(&flag);
        // Without a handler Ctrl-C ends the process, which is all that is lost.
        let _ = ctrlc::set_handler(move || {
            if set.swap(true, Ordering::Relaxed) {
                process::exit(1);
            }
        });
        flag
    });
    Arc::clone(flag)
}

/// Whether Ctrl-C was pressed since the first call of [`flag`].
pub(crate) fn requested() -> bool {
    flag().load(Ordering::Relaxed)
}
