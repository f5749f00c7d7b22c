//! One search over many machines: `fifteen split`, `fifteen work` and `fifteen merge`.

mod lines;
pub(crate) mod merge;
pub(crate) mod split;
pub(crate) mod work;
