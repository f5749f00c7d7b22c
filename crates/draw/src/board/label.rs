//! A piece's label as pixels, for moving pictures.

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster};

use super::look::LETTERS;

const HEIGHT: RasterHeight = RasterHeight::Size32;
/// Of the font's line height, what is called its size.
const SIZE: f64 = 0.73;
/// Smaller letters cannot be read, and are left out.
const SMALLEST: f64 = 8.0;

/// How far each pixel of a label is covered by its letters: 0 not at all, 255 wholly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) cover: Vec<u8>,
}

impl Label {
    /// The label on cells of so many pixels; empty if the cells are too small, or the font lacks a letter.
    pub(super) fn new(text: &str, cell: usize) -> Self {
        let scale = LETTERS * cell as f64 / (SIZE * HEIGHT.val() as f64);
        let letters: Option<Vec<_>> = text.chars().map(|c| get_raster(c, FontWeight::Bold, HEIGHT)).collect();
        let letters = letters.filter(|_| LETTERS * cell as f64 >= SMALLEST).unwrap_or_default();
        let advance = letters.first().map_or(0, |letter| letter.width());
        // A pixel of the font, none around the letters.
        let at = |x: i64, y: i64| {
            let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
            letters.get(x.checked_div(advance)?)?.pixel(x % advance, y)
        };
        let ink = |x: i64, y: i64| f64::from(at(x, y).unwrap_or(0));
        let width = ((letters.len() * advance) as f64 * scale).round() as usize;
        let height = if width == 0 { 0 } else { (HEIGHT.val() as f64 * scale).round() as usize };
        // Between the four nearest pixels.
        let pixel = |i: usize| {
            let (x, y) = (((i % width) as f64 + 0.5) / scale - 0.5, ((i / width) as f64 + 0.5) / scale - 0.5);
            let (left, top, right, low) = (x.floor() as i64, y.floor() as i64, x - x.floor(), y - y.floor());
            let above = ink(left, top) * (1.0 - right) + ink(left + 1, top) * right;
            let below = ink(left, top + 1) * (1.0 - right) + ink(left + 1, top + 1) * right;
            (above * (1.0 - low) + below * low) as u8
        };
        Self { width, height, cover: (0..width * height).map(pixel).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_the_size_of_the_cells() {
        let ink = |label: &Label| label.cover.iter().filter(|&&c| c > 127).count();
        let (one, eight, two) = (Label::new("1", 48), Label::new("8", 48), Label::new("18", 48));
        assert!(two.width.abs_diff(one.width + eight.width) <= 1);
        assert!(two.width < 40 && two.height < 40 && one.height > 24, "{two:?}");
        assert!(ink(&two).abs_diff(ink(&one) + ink(&eight)) < 10);
        assert!(ink(&eight) > ink(&one) && ink(&one) > 30);
        let small = Label::new("8", 24);
        assert!(small.height == eight.height / 2 && ink(&small) * 3 < ink(&eight));
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
        for nothing in [Label::new("8", 12), Label::new("", 48), Label::new("猫", 48)] {
            assert_eq!((nothing.width, nothing.height, nothing.cover.len()), (0, 0, 0));
        }
    }
}
