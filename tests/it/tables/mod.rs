//! Pattern databases: built, found, damaged, lost while in use, the same everywhere.

mod builds;
mod collections;
mod commands;
mod damaged;
mod defaults;
mod lost;
mod overview;
mod published;
mod same_everywhere;
