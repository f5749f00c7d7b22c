//! A minimal builder for SVG pictures.

use std::fmt::{Arguments, Display, Write};

/// An RGB colour, with components from 0 to 255.
pub(crate) type Colour = [u8; 3];

/// An SVG picture under construction. Elements are appended in drawing order.
pub(crate) struct Svg(String);

impl Svg {
    /// Creates a white picture. The size is in pixels, and `font` is the default font.
    pub(crate) fn new(width: f64, height: f64, font: &str) -> Self {
        let mut svg = Self(String::new());
        svg.push(format_args!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="{font}" fill="#282c34">
<rect width="100%" height="100%" fill="#fff"/>"##
        ));
        svg
    }

    /// Appends elements, or the opening or closing tag of a group.
    pub(crate) fn push(&mut self, elements: Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{elements}");
    }

    /// Appends text at a point. `attributes` are SVG attributes of the text, such as the font size.
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

    /// Completes the picture, and returns its SVG source.
    pub(crate) fn end(mut self) -> String {
        self.push(format_args!("</svg>"));
        self.0
    }
}

/// Rounds a length to hundredths of a pixel, which reduces the file size without a visible
/// difference.
pub(crate) fn short(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

/// Formats points as the value of the SVG attribute `points`.
pub(crate) fn points(points: impl IntoIterator<Item = (f64, f64)>) -> String {
    let points: Vec<String> = points
        .into_iter()
        .map(|(x, y)| format!("{},{}", short(x), short(y)))
        .collect();
    points.join(" ")
}

/// Formats a colour as `#rrggbb`.
pub(crate) fn hex([r, g, b]: Colour) -> impl Display {
    format!("#{r:02x}{g:02x}{b:02x}")
}
