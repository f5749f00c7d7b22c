//! Results: published lengths and counts, the signature, small boards against a search of its own, distributed
//! searches.

mod distributed;
mod distributed_command;
mod distributed_folder;
mod distributed_forged;
mod distributed_messages;
mod korf_easiest;
mod multi_tile;
mod published;
mod published_24;
mod signature;
mod small_boards;
