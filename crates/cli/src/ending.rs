//! The format of a picture, by the ending of its file's name.

use std::path::Path;

use crate::exit::Failure;
use crate::save;

/// A format of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PictureFormat {
    Svg,
    Png,
    Gif,
}

impl PictureFormat {
    fn ending(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Gif => "gif",
        }
    }

    /// Refuses to write bytes to a terminal, which cannot show them.
    pub(crate) fn require_reader(self, option: &str, path: &Path) -> Result<(), Failure> {
        if self != Self::Svg && save::is_stdout(path) { save::refuse_terminal(option, "a picture") } else { Ok(()) }
    }
}

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

/// The format that the name of an option's file asks for; the first of the option's formats if the name says nothing.
pub(crate) fn format(option: &str, path: &Path, formats: &[PictureFormat]) -> Result<PictureFormat, Failure> {
    let Some(ending) = known_ending(path) else { return Ok(formats[0]) };
    formats.iter().copied().find(|format| format.ending() == ending).ok_or_else(|| {
        let written: Vec<_> = formats.iter().map(|format| format!(".{}", format.ending())).collect();
        let other = match (option, ending.as_str()) {
            ("--svg", "gif") => "; --gif writes an animation",
            ("--gif", "svg" | "png") => "; --svg writes a picture of all positions",
            _ => "",
        };
        let written = written.join(" or ");
        Failure::new(format!(
            "{option} {}: expected a name that ends in {written}, found .{ending}{other}",
            path.display()
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_choose_a_format_or_are_refused() {
        let both = [PictureFormat::Svg, PictureFormat::Gif];
        for (name, expected) in [
            ("a.svg", PictureFormat::Svg),
            ("a.GIF", PictureFormat::Gif),
            ("a", PictureFormat::Svg),
            ("a.tmp", PictureFormat::Svg),
            (".png", PictureFormat::Svg),
        ] {
            assert_eq!(format("--svg", Path::new(name), &both).ok(), Some(expected), "{name}");
        }
        let refused = |option, name| match format(option, Path::new(name), &both) {
            Err(Failure::Message(text)) => text,
            other => panic!("{other:?}"),
        };
        assert_eq!(refused("--plot", "a.jpg"), "--plot a.jpg: expected a name that ends in .svg or .gif, found .jpg");
        let Err(Failure::Message(said)) = format("--svg", Path::new("a.gif"), &both[..1]) else {
            panic!("it is refused")
        };
        assert!(said.ends_with("found .gif; --gif writes an animation"), "{said}");
    }
}
