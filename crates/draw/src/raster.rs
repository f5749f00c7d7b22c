//! Pictures of pixels: a [`Picture`] on which shapes and letters are drawn, and its PNG.
//!
//! `zeno` computes the cover of each pixel by a shape; a picture mixes colours by the cover.

use zeno::{Command, Mask, Point, Style, Transform};

/// Red, green and blue.
pub(crate) type Colour = [u8; 3];

/// A pixel: red, green and blue, each multiplied by the alpha that follows.
pub(crate) type Pixel = [u8; 4];

/// The most bytes of a picture.
const MOST_BYTES: usize = i32::MAX as usize;

/// Pixels, row by row.
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) pixels: Vec<Pixel>,
}

impl Picture {
    /// Pixels without a colour; `None` for a picture that is empty or too large.
    pub(crate) fn transparent(width: usize, height: usize) -> Option<Self> {
        let pixels =
            width.checked_mul(height).filter(|&pixels| pixels > 0 && pixels <= MOST_BYTES / size_of::<Pixel>())?;
        Some(Self { width, pixels: vec![[0; 4]; pixels] })
    }

    /// Pixels of one colour; `None` for a picture that is empty or too large.
    pub(crate) fn of_colour(width: usize, height: usize, [red, green, blue]: Colour) -> Option<Self> {
        let mut picture = Self::transparent(width, height)?;
        picture.pixels.fill([red, green, blue, u8::MAX]);
        Some(picture)
    }

    pub(crate) fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    /// Fills or strokes a shape.
    pub(crate) fn draw(
        &mut self,
        shape: &[Command],
        style: impl Into<Style<'static>>,
        place: Transform,
        ink: (Colour, f64),
    ) {
        let mut mask = Mask::new(shape);
        let (covers, at) = mask.style(style).transform(Some(place)).render();
        let (left, top) = (i64::from(at.left), i64::from(at.top));
        for (row, covers) in (top..).zip(covers.chunks(at.width.max(1) as usize)) {
            for (column, &cover) in (left..).zip(covers).filter(|(_, cover)| **cover > 0) {
                self.mix(column, row, ink, f64::from(cover) / 255.0);
            }
        }
    }

    /// Draws letters, each pixel a mixture of the four that are next to its place in the letters.
    pub(crate) fn write(&mut self, letters: &Letters, place: Transform, colour: Colour) {
        let Some(back) = (Transform { x: 0.0, y: 0.0, ..place }).invert() else { return };
        let (width, height) = (letters.width as f32, letters.height() as f32);
        let corners = [(0.0, 0.0), (width, 0.0), (0.0, height), (width, height)];
        let corners = corners.map(|(x, y)| place.transform_point(Point::new(x, y)));
        let range = |of: fn(&Point) -> f32, most: usize| {
            let (least, largest) = corners.iter().map(of).fold((f32::MAX, f32::MIN), |(a, b), x| (a.min(x), b.max(x)));
            least.floor().max(0.0) as i64..largest.ceil().min(most as f32) as i64
        };
        let columns = range(|point| point.x, self.width);
        for row in range(|point| point.y, self.height()) {
            for column in columns.clone() {
                let from_start = Point::new(column as f32 + 0.5 - place.x, row as f32 + 0.5 - place.y);
                let at = back.transform_point(from_start);
                self.mix(column, row, (colour, 1.0), letters.cover(at));
            }
        }
    }

    /// Mixes a colour with a share of alpha into a pixel that is partly covered.
    fn mix(&mut self, column: i64, row: i64, (colour, alpha): (Colour, f64), cover: f64) {
        let share = alpha * cover;
        let inside = (0..self.width as i64).contains(&column) && (0..self.height() as i64).contains(&row);
        if inside && share > 0.0 {
            let pixel = &mut self.pixels[row as usize * self.width + column as usize];
            let [red, green, blue] = colour;
            for (old, new) in pixel.iter_mut().zip([red, green, blue, u8::MAX]) {
                *old = (f64::from(new) * share + f64::from(*old) * (1.0 - share)).round() as u8;
            }
        }
    }

    /// The picture as PNG. All pixels must be opaque.
    ///
    /// # Errors
    /// The errors of the encoder.
    pub(crate) fn png(&self) -> Result<Vec<u8>, png::EncodingError> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height() as u32);
        encoder.set_color(png::ColorType::Rgb);
        let colours: Vec<u8> = self.pixels.iter().flat_map(|&[red, green, blue, _]| [red, green, blue]).collect();
        encoder.write_header()?.write_image_data(&colours)?;
        Ok(bytes)
    }

    /// Reads a PNG of this module.
    #[cfg(test)]
    pub(crate) fn of_png(bytes: &[u8]) -> Self {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut colours = vec![0; reader.output_buffer_size().unwrap()];
        let width = reader.next_frame(&mut colours).unwrap().width as usize;
        Self {
            width,
            pixels: colours.as_chunks().0.iter().map(|&[red, green, blue]| [red, green, blue, 255]).collect(),
        }
    }

    /// The colour of a pixel.
    #[cfg(test)]
    pub(crate) fn colour(&self, column: usize, row: usize) -> Colour {
        let [red, green, blue, _] = self.pixels[row * self.width + column];
        [red, green, blue]
    }
}

/// Letters side by side.
pub(crate) struct Letters {
    pub(crate) width: usize,
    /// The cover of each pixel, row by row.
    pub(crate) covers: Vec<u8>,
}

impl Letters {
    pub(crate) fn height(&self) -> usize {
        self.covers.len().checked_div(self.width).unwrap_or(0)
    }

    /// The share of a point that is covered: between the centres of the four pixels around the point.
    fn cover(&self, at: Point) -> f64 {
        let (x, y) = (at.x - 0.5, at.y - 0.5);
        let (left, top) = (x.floor(), y.floor());
        let pixel = |column: f32, row: f32| {
            let inside = (0.0..self.width as f32).contains(&column) && (0.0..self.height() as f32).contains(&row);
            if inside { f32::from(self.covers[row as usize * self.width + column as usize]) } else { 0.0 }
        };
        let between = |row: f32| pixel(left, row) * (1.0 - (x - left)) + pixel(left + 1.0, row) * (x - left);
        f64::from(between(top) * (1.0 - (y - top)) + between(top + 1.0) * (y - top)) / 255.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zeno::{Fill, PathBuilder, Stroke};

    const RED: Colour = [200, 0, 0];

    fn square(from: f32, to: f32) -> Vec<Command> {
        let mut shape = Vec::new();
        shape.move_to((from, from)).line_to((to, from)).line_to((to, to)).line_to((from, to)).close();
        shape
    }

    #[test]
    fn shapes_cover_pixels_in_whole_or_in_part() {
        let mut picture = Picture::of_colour(8, 6, [0; 3]).unwrap();
        picture.draw(&square(1.0, 3.5), Fill::NonZero, Transform::IDENTITY, (RED, 1.0));
        assert_eq!(
            [(0, 0), (1, 1), (2, 2), (3, 2), (3, 3), (4, 4)].map(|(x, y)| picture.colour(x, y)[0]),
            [0, 200, 200, 100, 49, 0]
        );
        // Half of it, twice as large, over the edges of the picture.
        picture.draw(&square(1.0, 9.0), Fill::NonZero, Transform::scale(2.0, 2.0), ([0, 0, 100], 0.5));
        assert_eq!([picture.colour(1, 1), picture.colour(2, 2), picture.colour(7, 5)], [RED, [100, 0, 50], [0, 0, 50]]);
        let mut line = Picture::transparent(8, 8).unwrap();
        line.draw(&square(2.0, 6.0), Stroke::new(2.0), Transform::IDENTITY, (RED, 1.0));
        assert_eq!([(1, 1), (2, 4), (3, 3), (4, 4)].map(|(x, y)| line.pixels[8 * y + x][3]), [255, 255, 0, 0]);
    }

    #[test]
    fn letters_are_scaled_and_turned() {
        let letters = Letters { width: 2, covers: vec![255, 0, 255, 0] };
        let mut picture = Picture::of_colour(4, 4, [0; 3]).unwrap();
        picture.write(&letters, Transform::scale(2.0, 2.0), RED);
        let row = |y: usize| [0, 1, 2, 3].map(|x| picture.colour(x, y)[0]);
        assert_eq!([row(1), row(2)], [[150, 150, 50, 0]; 2]);
        let mut picture = Picture::of_colour(4, 4, [0; 3]).unwrap();
        picture.write(&letters, Transform::rotation(zeno::Angle::from_degrees(90.0)).then_translate(2.0, 0.0), RED);
        assert_eq!([(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| picture.colour(x, y)[0]), [200, 200, 0, 0]);
    }

    #[test]
    fn png_keeps_the_pixels() {
        let mut picture = Picture::of_colour(5, 3, [1, 2, 3]).unwrap();
        picture.draw(&square(0.0, 2.0), Fill::EvenOdd, Transform::IDENTITY, (RED, 1.0));
        let read = Picture::of_png(&picture.png().unwrap());
        assert_eq!((read.width, read.height(), read.pixels), (5, 3, picture.pixels));
        assert!(Picture::transparent(0, 3).is_none() && Picture::transparent(1 << 20, 1 << 20).is_none());
    }
}
