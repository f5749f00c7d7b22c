//! Generates the list of the page's files, which `src/lib.rs` includes. Through this list, the
//! program contains every file in the folder `page`. Comments are removed from scripts.

// The function in this module is public because the library exports it too, for the static site.
#[allow(unreachable_pub)]
#[path = "src/comments.rs"]
mod comments;

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=page");
    println!("cargo::rerun-if-changed=src/comments.rs");
    let out = env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .unwrap_or_default();
    let mut paths = Vec::new();
    for entry in fs::read_dir("page")? {
        paths.push(entry?.path());
    }
    paths.sort();
    let mut list = String::from("[\n");
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut embedded = path.canonicalize()?;
        if name.ends_with(".js") {
            embedded = out.join(&*name);
            fs::write(
                &embedded,
                comments::without_comments(&fs::read_to_string(&path)?),
            )?;
        }
        list += &format!("    ({name:?}, include_bytes!({embedded:?})),\n");
    }
    list += "]\n";
    fs::write(out.join("page.rs"), list)
}
