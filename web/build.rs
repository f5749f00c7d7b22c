//! Generates the list of the page's files, which `src/lib.rs` includes. The program thus contains
//! every file in the folder `page`.

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=page");
    let mut paths = Vec::new();
    for entry in fs::read_dir("page")? {
        paths.push(entry?.path());
    }
    paths.sort();
    let mut list = String::from("[\n");
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let absolute = path.canonicalize()?;
        list += &format!("    ({name:?}, include_bytes!({absolute:?})),\n");
    }
    list += "]\n";
    let folder = env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .unwrap_or_default();
    fs::write(folder.join("page.rs"), list)
}
