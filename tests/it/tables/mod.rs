//! Tests of pattern databases: how they are built, found and published, and what happens if they
//! are damaged or lost during use. `tables.transcript`, `tables-searched.transcript` and
//! `damaged.transcript` test what the commands print.

mod advice;
mod builds;
mod folders;
mod lost;
mod published;
