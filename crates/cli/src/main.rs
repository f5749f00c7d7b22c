//! The command `fifteen`.
fn main() {}
