//! The command's own side: input, output forms, colours, pictures, the game, the server.

mod any_lines;
mod anytime;
mod block_pictures;
mod blocks;
mod boards;
mod color;
mod count;
#[cfg(unix)]
mod documented;
mod ends;
mod faults;
mod input;
mod outputs;
mod pages;
mod pictures;
mod play;
mod play_anytime;
#[cfg(unix)]
mod progress;
mod records;
mod serve;
#[cfg(target_os = "linux")]
mod signals;
mod solve;
#[cfg(target_os = "linux")]
mod stops;
#[cfg(unix)]
mod streams;
mod typing;
mod unsearched;
mod wording;
