//! Node counts of all algorithms (the signature), and distributed searches.

mod distribute;
mod distributed;
mod signature;
