//! Labels of pieces, and lines of text, in pixels.

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster};
use zeno::{Angle, Point, Transform};

use super::style::{Colour, LETTERS};
use crate::raster::{Letters, Picture};

const HEIGHT: RasterHeight = RasterHeight::Size32;
/// The font's size as a share of its line height.
const SIZE: f64 = 0.73;
/// The height of capital letters as a share of the font's size.
const CAPITALS: f64 = 0.72;
/// Smaller letters, in pixels, cannot be read and are left out.
const SMALLEST: f64 = 8.0;

/// Writes a label around a point of a picture whose cells are `cell` pixels wide. Nothing is written on very small
/// cells, or if the font lacks a letter.
pub(super) fn write(picture: &mut Picture, text: &str, colour: Colour, centre: (f64, f64), cell: f64) {
    write_at(picture, text, colour, centre, LETTERS * cell, 0.5);
}

/// Writes a line from its left end on, of the size of a font in pixels; a letter that the font lacks becomes a question
/// mark.
pub(super) fn write_line(picture: &mut Picture, text: &str, colour: Colour, (x, baseline): (f64, f64), size: f64) {
    write_at(picture, &known(text), colour, (x, baseline - CAPITALS / 2.0 * size), size, 0.0);
}

/// Writes a text beside a point: `before` is the share of its width to the left of the point.
fn write_at(picture: &mut Picture, text: &str, colour: Colour, at: (f64, f64), size: f64, before: f64) {
    let Some(letters) = letters(text).filter(|_| size >= SMALLEST) else { return };
    let scale = size / (SIZE * HEIGHT.val() as f64);
    let start = |at: f64, length: usize, before: f64| (at - length as f64 * scale * before) as f32;
    let place = Transform::scale(scale as f32, scale as f32)
        .then_translate(start(at.0, letters.width, before), start(at.1, letters.height(), 0.5));
    picture.write(&letters, place, colour);
}

/// Writes a line of a plot, turned clockwise; `anchor` is the point of the text that stands `at` a point of the
/// picture, as shares of width and height.
pub(crate) fn write_beside(
    picture: &mut Picture,
    text: &str,
    colour: Colour,
    size: f64,
    anchor: (f32, f32),
    at: (f32, f32),
    turn: Angle,
) {
    let Some(letters) = letters(&known(text)) else { return };
    let scale = (size / (SIZE * HEIGHT.val() as f64)) as f32;
    let (sin, cos) = turn.to_radians().sin_cos();
    let turned = Transform::new(cos * scale, sin * scale, -sin * scale, cos * scale, 0.0, 0.0);
    let before =
        turned.transform_point(Point::new(anchor.0 * letters.width as f32, anchor.1 * letters.height() as f32));
    picture.write(&letters, turned.then_translate(at.0 - before.x, at.1 - before.y), colour);
}

/// The text with a question mark for each letter that the font lacks.
fn known(text: &str) -> String {
    text.chars().map(|c| if get_raster(c, FontWeight::Bold, HEIGHT).is_some() { c } else { '?' }).collect()
}

/// The letters side by side, in the size of the font.
fn letters(text: &str) -> Option<Letters> {
    let rasters = text.chars().map(|c| get_raster(c, FontWeight::Bold, HEIGHT)).collect::<Option<Vec<_>>>()?;
    let width = rasters.iter().map(|letter| letter.width()).sum::<usize>();
    let line = |y: usize| rasters.iter().flat_map(move |letter| (0..letter.width()).map(move |x| letter.pixel(x, y)));
    let covers = (0..HEIGHT.val()).flat_map(line).map(Option::unwrap_or_default).collect();
    (width > 0).then_some(Letters { width, covers })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pixels that are mostly covered by a label on cells of `cell` pixels.
    fn ink(text: &str, cell: u8) -> usize {
        let mut picture = Picture::transparent(100, 60).unwrap();
        write(&mut picture, text, [0; 3], (50.0, 30.0), f64::from(cell));
        picture.pixels.iter().filter(|[.., alpha]| *alpha > 127).count()
    }

    #[test]
    fn letters_of_the_size_of_the_cells() {
        assert!(ink("18", 48).abs_diff(ink("1", 48) + ink("8", 48)) < 30);
        assert!(ink("8", 48) > ink("1", 48) && ink("1", 48) > 30);
        assert!(ink("8", 24) > 20 && ink("8", 24) * 3 < ink("8", 48));
    }

    #[test]
    fn unreadable_labels_are_left_out() {
        assert_eq!([ink("8", 12), ink("", 48), ink("猫", 48)], [0; 3]);
    }
}
