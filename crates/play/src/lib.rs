//! Games in the terminal: sliding tiles and block puzzles by hand, with hints and solutions.
//!
//! A [`Player`] is made from a [`Setup`] and plays until an [`Ending`] or a [`PlayError`]. Its loop (`player`) joins
//! four parts: `keys` turns keys into actions; `game` is the state of a game, without terminal and threads; `search`
//! finds solutions on threads; `view` draws. [`play_blocks()`] plays block puzzles, with the feature `blocks`.
//! Arguments, signals and exit codes are the caller's.

#[cfg(feature = "blocks")]
mod blocks;
mod error;
mod game;
mod keys;
mod player;
mod search;
mod terminal;
mod view;

#[cfg(feature = "blocks")]
pub use blocks::{BlockSetup, play_blocks};
pub use error::PlayError;
pub use player::{Ending, Player, Setup};
