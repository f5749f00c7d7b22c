//! The pages of `docs` as a book, in an archive: what a web server needs.

use std::fs;
use std::path::{Path, PathBuf};

use super::archive::{Entry, tar_gz};
use super::stage::Stage;
use super::tools::{self, Tool};
use crate::Result;

const MDBOOK: Tool = Tool { probes: &[&["mdbook", "--version"]], install: "cargo install mdbook --locked" };

pub(super) fn missing(_: &Stage) -> Vec<String> {
    tools::missing(&[MDBOOK])
}

pub(super) fn make(stage: &Stage) -> Result<Vec<PathBuf>> {
    let folder = stage.work.join("book");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    crate::site::make_book(&stage.source().join("docs"), Path::new("mdbook"), &std::path::absolute(&folder)?)?;
    let name = format!("{}-book", stage.name());
    let out = stage.out.join(format!("{name}.tar.gz"));
    tar_gz(&out, &Entry::below(&folder, &name)?, stage.epoch)?;
    Ok(vec![out])
}
