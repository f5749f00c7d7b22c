//! The commands, one module for each.

pub(crate) mod analyse;
pub(crate) mod apply;
pub(crate) mod bench;
pub(crate) mod blocks;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod distribute;
pub(crate) mod lab;
pub(crate) mod pages;
pub(crate) mod pdb;
pub(crate) mod play;
pub(crate) mod random;
pub(crate) mod serve;
pub(crate) mod solve;
