//! Results: the signature, and distributed searches.

mod distribute;
mod distributed;
mod signature;
