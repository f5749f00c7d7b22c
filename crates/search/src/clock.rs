//! The clock: the system's, and in a browser the page's.

pub use web_time::Instant;
