//! The command: signals, terminals, pipes, damage, and arithmetic over what it prints.

mod any_lines;
mod anytime;
mod blocks;
mod count;
mod ends;
mod paths;
mod pictures;
mod play;
mod play_anytime;
mod progress;
mod random;
mod serve;
mod signals;
mod solve;
mod stops;
mod streams;
mod unsearched;
