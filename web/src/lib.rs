//! The files of the web page, embedded in the program.
//!
//! The page itself is in the folder `page`. It has no build step: browsers load the scripts and
//! styles as they are in that folder.

/// Name and content of each of the page's files. The build script generates this list.
pub static PAGE: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/page.rs"));
