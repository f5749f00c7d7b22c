//! The commands, one module for each.

pub(crate) mod analyse;
pub(crate) mod apply;
pub(crate) mod bench;
#[cfg(feature = "blocks")]
pub(crate) mod blocks;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod count;
#[cfg(feature = "distributed")]
pub(crate) mod distributed;
pub(crate) mod lab;
pub(crate) mod pages;
pub(crate) mod pdb;
#[cfg(feature = "play")]
pub(crate) mod play;
pub(crate) mod random;
pub(crate) mod reproduce;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod tables;
pub(crate) mod tree;
