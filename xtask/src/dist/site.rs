//! The page as a static site, with the book, in an archive: what a web server needs.

use std::path::{Path, PathBuf};

use super::archive::{Entry, tar_gz};
use super::book;
use super::stage::Stage;
use crate::Result;
use crate::site::{self, Site};

/// The command of wasm-bindgen.
const WASM_BINDGEN: &str = "wasm-bindgen";

pub(super) fn missing(stage: &Stage) -> Vec<String> {
    let mut missing = site::missing(&stage.source(), Path::new(WASM_BINDGEN));
    missing.extend(book::missing(stage));
    missing
}

pub(super) fn make(stage: &Stage) -> Result<Vec<PathBuf>> {
    let folder = std::path::absolute(stage.work.join("site"))?;
    let cargo = |program: &Path| stage.command(program, &[]);
    let site = Site { source: &stage.source(), target: &stage.target(), cargo: &cargo };
    site.make(Path::new(WASM_BINDGEN), Path::new("mdbook"), &folder)?;
    let name = format!("{}-site", stage.name());
    let out = stage.out.join(format!("{name}.tar.gz"));
    tar_gz(&out, &Entry::below(&folder, &name)?, stage.epoch)?;
    Ok(vec![out])
}
