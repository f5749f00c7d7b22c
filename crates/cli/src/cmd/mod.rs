//! The commands, one module each.

pub(crate) mod analyse;
pub(crate) mod apply;
pub(crate) mod bench;
pub(crate) mod blocks;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod distribute;
pub(crate) mod lab;
#[cfg(not(all(feature = "play", feature = "serve")))]
pub(crate) mod left_out;
pub(crate) mod pages;
pub(crate) mod pdb;
#[cfg(feature = "play")]
pub(crate) mod play;
pub(crate) mod random;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod solve;
