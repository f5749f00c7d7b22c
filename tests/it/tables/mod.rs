//! Pattern databases: built, found, damaged, lost while in use, the same everywhere. What the commands print is in
//! `tables.transcript`, `tables-searched.transcript` and `damaged.transcript`.

mod advice;
mod builds;
mod folders;
mod lost;
mod published;
