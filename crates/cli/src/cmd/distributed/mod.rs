//! One search over many processes or machines: `fifteen split`, `fifteen work` and `fifteen merge`, and all three in
//! turn, `fifteen distribute`.

pub(crate) mod distribute;
mod folder;
mod lines;
pub(crate) mod merge;
mod part;
mod results;
mod search;
pub(crate) mod split;
mod tables;
mod units_bar;
pub(crate) mod work;
mod worker;
