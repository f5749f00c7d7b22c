//! Tests of pattern databases as heuristics, and of the descent that IDA* uses only with them.

mod damaged;
mod descent;
mod pdb;
mod values;
