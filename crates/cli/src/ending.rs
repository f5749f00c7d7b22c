//! The ending of a picture's file name.

use std::path::Path;

use anyhow::{Result, anyhow};

/// Endings of formats that a picture could be expected in. Any other ending says nothing.
const KNOWN: [&str; 23] = [
    "apng", "avif", "bmp", "csv", "dot", "eps", "gif", "htm", "html", "jpeg", "jpg", "json", "md", "mp4", "pdf", "png",
    "ps", "svg", "svgz", "tif", "tiff", "webm", "webp",
];

/// The ending of a name in lower case, if it names a format.
pub(crate) fn known_ending(path: &Path) -> Option<String> {
    let ending = path.extension()?.to_str()?.to_lowercase();
    KNOWN.contains(&ending.as_str()).then_some(ending)
}

/// Refuses the name of an option's file that asks for a format other than `ending`: `svg` or `gif`.
pub(crate) fn require(option: &str, path: &Path, ending: &str) -> Result<()> {
    let Some(found) = known_ending(path).filter(|found| found != ending) else { return Ok(()) };
    let other = match (option, found.as_str()) {
        ("--svg", "gif") => "; --gif writes an animation",
        ("--gif", "svg") => "; --svg writes a picture of all positions",
        _ => "",
    };
    let name = path.display();
    Err(anyhow!("{option} {name}: expected a name that ends in .{ending}, found .{found}{other}"))
}
