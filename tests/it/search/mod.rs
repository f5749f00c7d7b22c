//! Results: the signature, small boards against a search of its own, fast mode, distributed searches.

mod agreement;
mod distribute;
mod distributed;
mod fast_mode;
mod signature;
