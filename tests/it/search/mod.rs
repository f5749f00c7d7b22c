//! Results: published lengths and counts, the signature, small boards against a search of its own, distributed
//! searches.

mod agreement;
mod distributed;
mod distributed_command;
mod distributed_folder;
mod distributed_forged;
mod distributed_messages;
mod published;
mod published_24;
mod signature;
