//! Results: published lengths and counts, the signature, small boards against a search of its own, distributed
//! searches.

mod agreement;
mod distribute;
mod distributed;
mod published;
mod published_24;
mod signature;
