//! Recipes for packagers that build from the source archive: Homebrew and conda, with its sum filled in.

use std::fs;
use std::path::PathBuf;

use super::stage::{self, Stage};
use super::sums;
use crate::Result;

/// The names of the recipes, and their texts with `@NAMES@` for what changes.
const RECIPES: [(&str, &str); 2] =
    [("fifteen.rb", include_str!("fifteen.rb")), ("recipe.yaml", include_str!("recipe.yaml"))];

pub(super) fn make(stage: &Stage) -> Result<Vec<PathBuf>> {
    let mut made = Vec::new();
    for source in stage::source_archive(stage)? {
        let sum = sums::of(&source)?;
        let name = source.file_name().unwrap_or_default().to_string_lossy();
        for (file, text) in RECIPES {
            let out = stage.out.join(file);
            fs::write(&out, filled(text, &stage.version, &name, &sum)?)?;
            made.push(out);
        }
    }
    Ok(made)
}

fn filled(text: &str, version: &str, source: &str, sum: &str) -> Result<String> {
    let repository = env!("CARGO_PKG_REPOSITORY");
    let values = [("version", version), ("source", source), ("sha256", sum), ("repository", repository)];
    let text = values.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("@{name}@"), value));
    if text.contains('@') { Err(format!("a recipe has an unknown name between @: {text}").into()) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_have_the_version_and_the_sum() {
        for (_, text) in RECIPES {
            let recipe = filled(text, "1.2.3", "fifteen-1.2.3-source.tar.gz", "0123abcd").unwrap();
            for expected in
                ["1.2.3", "fifteen-1.2.3-source.tar.gz", "0123abcd", "https://github.com/fifteen-puzzle/fifteen"]
            {
                assert!(recipe.contains(expected), "{expected}: {recipe}");
            }
        }
        assert!(filled("@other@", "1.2.3", "", "").is_err());
    }
}
