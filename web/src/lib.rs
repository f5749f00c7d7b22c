//! The files of the web page, embedded in the program.
//!
//! The page itself is in the folder `page`. Browsers get these files as they are, except that
//! comments are removed from scripts.

mod comments;

pub use comments::without_comments;

/// The name and the content of each file of the page. The build script generates this list.
pub static PAGE: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/page.rs"));
