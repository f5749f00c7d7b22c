//! Draws a solution as an animated GIF.

use std::borrow::Cow;

use gif::{Encoder, Frame, Repeat};

use super::canvas::Canvas;
use crate::{DrawError, Scene};

/// Target length of the board's longer side, in pixels. A cell has at least 6 and at most 48 pixels
/// per side, so very large boards become larger than this, and very small boards smaller.
const SIDE: usize = 400;
/// Number of frames in which a piece glides to an adjacent cell.
const FRAMES_PER_CELL: i32 = 4;
/// Delay between the frames of a move, in hundredths of a second.
const GLIDE: u16 = 4;
/// Delay after each move, in hundredths of a second.
const REST: u16 = 35;
/// Delay at the first and last position of the solution, in hundredths of a second.
const END: u16 = 250;

impl Scene {
    /// Draws the solution as an endlessly repeating GIF, in which the pieces glide along their
    /// paths.
    ///
    /// `progress` is called before each position is drawn, with the number of positions drawn so
    /// far.
    ///
    /// # Errors
    /// Returns [`DrawError::EmptyScene`] if the scene has no cells or positions, and
    /// [`DrawError::Gif`] if the encoder fails.
    pub fn animation(&self, progress: &mut dyn FnMut(u64)) -> Result<Vec<u8>, DrawError> {
        if self.height() == 0 || self.steps.is_empty() {
            return Err(DrawError::EmptyScene);
        }
        let cell = (SIDE / self.width.max(self.height())).clamp(6, 48);
        let canvas = Canvas::new(self, cell);
        let mut bytes = Vec::new();
        // Maps have at most 255 columns and rows, and a cell has at most 48 pixels per side. So the
        // picture's width and height fit into 16 bits.
        let mut encoder = Encoder::new(
            &mut bytes,
            canvas.width as u16,
            canvas.height as u16,
            &Canvas::palette(),
        )?;
        encoder.set_repeat(Repeat::Infinite)?;
        let mut shown = Vec::new();
        let mut show = |pixels: Vec<u8>, delay: u16| {
            encoder.write_frame(&frame(&shown, &pixels, canvas.width, delay))?;
            shown = pixels;
            Ok::<(), DrawError>(())
        };
        for (i, step) in self.steps.iter().enumerate() {
            progress(i as u64);
            let rest = if i == 0 || i + 1 == self.steps.len() {
                END
            } else {
                REST
            };
            if step.path.is_empty() {
                show(canvas.draw(&step.anchors, None, (0, 0)), rest)?;
            }
            // The piece is drawn at its new location, shifted back by the part of the path that it
            // has not travelled yet. `dx` and `dy` are this shift, in cells.
            let (mut dx, mut dy) = step
                .path
                .iter()
                .fold((0, 0), |(x, y), step| (x - step.0, y - step.1));
            for (number, &(sx, sy)) in step.path.iter().enumerate() {
                for part in 1..=FRAMES_PER_CELL {
                    let shift = |left: i32, step: i32| {
                        (left * FRAMES_PER_CELL + step * part) * cell as i32 / FRAMES_PER_CELL
                    };
                    let arrived = number + 1 == step.path.len() && part == FRAMES_PER_CELL;
                    let pixels =
                        canvas.draw(&step.anchors, step.moved, (shift(dx, sx), shift(dy, sy)));
                    show(pixels, if arrived { rest } else { GLIDE })?;
                }
                (dx, dy) = (dx + sx, dy + sy);
            }
        }
        drop(encoder);
        Ok(bytes)
    }
}

/// Creates a frame that contains only the smallest rectangle around all changed pixels. If nothing
/// changed, the frame contains a single pixel. `delay` is in hundredths of a second.
fn frame(before: &[u8], pixels: &[u8], width: usize, delay: u16) -> Frame<'static> {
    let changed = (0..pixels.len())
        .filter(|&i| before.get(i) != Some(&pixels[i]))
        .map(|i| (i % width, i / width));
    let whole = (usize::MAX, usize::MAX, 0, 0);
    let (left, top, right, bottom) = changed.fold(whole, |(l, t, r, b), (x, y)| {
        (l.min(x), t.min(y), r.max(x), b.max(y))
    });
    let (left, top) = (left.min(right), top.min(bottom));
    let buffer = (top..=bottom)
        .flat_map(|y| &pixels[y * width + left..=y * width + right])
        .copied()
        .collect();
    Frame {
        delay,
        left: left as u16,
        top: top as u16,
        width: (right + 1 - left) as u16,
        height: (bottom + 1 - top) as u16,
        buffer: Cow::Owned(buffer),
        ..Frame::default()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn pieces_glide_from_the_old_place_to_the_new_one() {
        let mut scene = super::super::example();
        (scene.width, scene.ground) = (4, vec![super::super::Ground::Floor; 16]);
        scene.pieces = vec![scene.pieces.swap_remove(1)];
        (scene.steps[0].anchors, scene.steps[1].anchors) = (vec![(0, 0)], vec![(1, 1)]);
        (scene.steps[1].moved, scene.steps[1].path) = (Some(0), vec![(0, 1), (1, 0)]);
        let bytes = scene.animation(&mut |_| ()).unwrap();
        let mut decoder = gif::DecodeOptions::new()
            .read_info(bytes.as_slice())
            .unwrap();
        let (width, height) = (decoder.width(), decoder.height());
        decoder.read_next_frame().unwrap();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            assert!(
                2 * (frame.left + frame.width) <= width,
                "{} + {} of {width}",
                frame.left,
                frame.width
            );
            assert!(
                2 * (frame.top + frame.height) <= height,
                "{} + {} of {height}",
                frame.top,
                frame.height
            );
        }
    }
}
