//! Draws polygons and text as pixels, for animations.
//!
//! Edges are anti-aliased: a pixel that a shape covers only partly is blended with the shape's
//! colour in proportion.

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster};

use crate::svg::Colour;

/// A pixel as `[red, green, blue, alpha]`. The colours are premultiplied by alpha.
pub(crate) type Pixel = [u8; 4];

/// A point as `(column, row)`, in pixels. Both coordinates can be fractional.
type Point = (f64, f64);

/// Number of horizontal scan lines in each row of pixels. The covered part of a pixel is measured
/// along these lines, so more lines produce smoother edges.
const LINES: usize = 8;
/// Height of the font's glyphs. The font is available in this size only, so text of any other size
/// is scaled.
const HEIGHT: RasterHeight = RasterHeight::Size32;
/// Font size divided by the glyph height. It is less than 1 because a glyph includes some space
/// above and below the letters.
const SIZE: f64 = 0.73;
/// Minimum font size, in pixels. Smaller text is not drawn, because it would be unreadable.
const SMALLEST: f64 = 8.0;

/// A raster image, whose pixels are stored in row-major order.
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) pixels: Vec<Pixel>,
}

impl Picture {
    /// Creates a picture in which every pixel has the given value.
    pub(crate) fn new(width: usize, height: usize, pixel: Pixel) -> Self {
        Self {
            width,
            pixels: vec![pixel; width * height],
        }
    }

    /// Fills the area enclosed by polygons. A polygon inside another one is a hole.
    pub(crate) fn fill(&mut self, polygons: &[Vec<Point>], colour: Colour) {
        let edges_of = |polygon: &Vec<Point>| -> Vec<[Point; 2]> {
            polygon
                .iter()
                .zip(polygon.iter().cycle().skip(1))
                .map(|(&from, &to)| [from, to])
                .collect()
        };
        let edges: Vec<[Point; 2]> = polygons.iter().flat_map(edges_of).collect();
        for row in 0..self.pixels.len() / self.width.max(1) {
            let mut covers = vec![0.0; self.width];
            let (top, bottom) = (row as f64, row as f64 + 1.0);
            let is_beside = |[a, b]: &&[Point; 2]| a.1.min(b.1) < bottom && a.1.max(b.1) > top;
            let edges: Vec<&[Point; 2]> = edges.iter().filter(is_beside).collect();
            for line in 0..LINES {
                let y = top + (line as f64 + 0.5) / LINES as f64;
                let crossing = |[from, to]: &&[Point; 2]| {
                    let crosses = (from.1 <= y) != (to.1 <= y);
                    crosses.then(|| from.0 + (y - from.1) * (to.0 - from.0) / (to.1 - from.1))
                };
                let mut crossings: Vec<f64> = edges.iter().filter_map(crossing).collect();
                crossings.sort_by(f64::total_cmp);
                for &[left, right] in crossings.as_chunks().0 {
                    let first = (left.max(0.0) as usize).min(self.width);
                    for (column, cover) in (first..).zip(&mut covers[first..]) {
                        let inside = right.min(column as f64 + 1.0) - left.max(column as f64);
                        if inside <= 0.0 {
                            break;
                        }
                        *cover += inside / LINES as f64;
                    }
                }
            }
            covers
                .into_iter()
                .enumerate()
                .for_each(|(column, cover)| self.mix(column, row, colour, cover));
        }
    }

    /// Draws text centred at a point.
    ///
    /// Does nothing if the text would be too small to read, or if the font lacks one of the
    /// characters.
    pub(crate) fn write(&mut self, text: &str, centre: (f64, f64), size: f64, colour: Colour) {
        let rasters = text
            .chars()
            .map(|c| get_raster(c, FontWeight::Bold, HEIGHT))
            .collect::<Option<Vec<_>>>();
        let Some(letters) = rasters.filter(|_| size >= SMALLEST) else {
            return;
        };
        let widths = letters.iter().map(|letter| letter.width());
        let columns: Vec<(usize, usize)> = widths
            .enumerate()
            .flat_map(|(letter, width)| (0..width).map(move |x| (letter, x)))
            .collect();
        let scale = size / (SIZE * HEIGHT.val() as f64);
        let start = |centre: f64, length: usize| centre - length as f64 * scale / 2.0;
        let (left, top) = (
            start(centre.0, columns.len()),
            start(centre.1, HEIGHT.val()),
        );
        let cover = |column: f64, row: f64| {
            let inside = column >= 0.0 && (0.0..HEIGHT.val() as f64).contains(&row);
            let at = columns.get(column.max(0.0) as usize).filter(|_| inside);
            at.map_or(0.0, |&(letter, x)| {
                f64::from(letters[letter].pixel(x, row as usize).unwrap_or(0)) / 255.0
            })
        };
        for i in 0..self.pixels.len() {
            let (row, column) = (i / self.width, i % self.width);
            // Scale the glyph by bilinear interpolation. Find the point of the glyph that
            // corresponds to this pixel, and blend the four nearest pixels of the glyph.
            let (x, y) = (
                (column as f64 + 0.5 - left) / scale - 0.5,
                (row as f64 + 0.5 - top) / scale - 0.5,
            );
            let (right, below) = (x - x.floor(), y - y.floor());
            let between =
                |y: f64| cover(x.floor(), y) * (1.0 - right) + cover(x.floor() + 1.0, y) * right;
            let mixed = between(y.floor()) * (1.0 - below) + between(y.floor() + 1.0) * below;
            self.mix(column, row, colour, mixed);
        }
    }

    /// Blends a colour into a pixel. `cover` is the fraction of the pixel that the colour covers,
    /// from 0 to 1.
    fn mix(&mut self, column: usize, row: usize, [red, green, blue]: Colour, cover: f64) {
        let pixel = &mut self.pixels[row * self.width + column];
        for (old, new) in pixel.iter_mut().zip([red, green, blue, u8::MAX]) {
            *old = (f64::from(new) * cover + f64::from(*old) * (1.0 - cover)).round() as u8;
        }
    }
}
