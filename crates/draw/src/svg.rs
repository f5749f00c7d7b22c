//! [`Svg`], a picture as text.

use std::fmt::{Arguments, Display, Write};

/// Red, green and blue.
pub(crate) type Colour = [u8; 3];

/// A picture in the making: elements are written one after the other.
pub(crate) struct Svg(String);

impl Svg {
    /// A white picture.
    pub(crate) fn new(width: f64, height: f64, font: &str) -> Self {
        let mut svg = Self(String::new());
        svg.push(format_args!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="{font}" fill="#282c34">
<rect width="100%" height="100%" fill="#fff"/>"##
        ));
        svg
    }

    /// Writes elements, or the begin or end of a group.
    pub(crate) fn push(&mut self, elements: Arguments<'_>) {
        // Writing into a string cannot fail.
        let _ = writeln!(self.0, "{elements}");
    }

    /// Writes a text; `attributes` has its size and whatever differs from the default.
    pub(crate) fn text(&mut self, (x, y): (f64, f64), attributes: &str, text: &str) {
        let text = text
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;");
        self.push(format_args!(
            r#"<text x="{}" y="{}" {attributes}>{}</text>"#,
            short(x),
            short(y),
            text
        ));
    }

    /// The whole picture.
    pub(crate) fn end(mut self) -> String {
        self.push(format_args!("</svg>"));
        self.0
    }
}

/// A measure in hundredths, which are fine enough, and short.
pub(crate) fn short(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

/// The points of a line, as attributes have them.
pub(crate) fn points(points: impl IntoIterator<Item = (f64, f64)>) -> String {
    let points: Vec<String> = points
        .into_iter()
        .map(|(x, y)| format!("{},{}", short(x), short(y)))
        .collect();
    points.join(" ")
}

pub(crate) fn hex([r, g, b]: Colour) -> impl Display {
    format!("#{r:02x}{g:02x}{b:02x}")
}
