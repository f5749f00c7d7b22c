//! Pattern databases as heuristics, and the descent that IDA* takes with them alone.

mod damaged;
mod descent;
mod pdb;
mod values;
