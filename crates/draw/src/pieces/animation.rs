//! A solution as an animation, as GIF: [`animation`].

use std::borrow::Cow;

use gif::{Encoder, EncodingError, Frame, Repeat};

use super::area::Area;
use super::canvas::Canvas;
use super::{PieceBoard, Step};
use crate::DrawError;

/// The larger side of the board, in pixels, unless its cells would be too small or too large.
const SIDE: usize = 400;
/// Frames in which pieces go from one cell to the next.
const FRAMES_PER_CELL: i32 = 4;
/// Delays in hundredths of a second: within a move, after each move, and at both ends.
const GLIDE: u16 = 4;
const REST: u16 = 35;
const END: u16 = 250;

/// Draws a solution as an endless animation. Pieces glide along their paths, four frames from one cell to the next;
/// those that move have dark edges. `progress` is called with the number of steps drawn so far, before each step.
///
/// # Errors
/// [`DrawError::Empty`] without cells or positions, [`DrawError::Plot`] if the encoder fails.
pub fn animation(board: &PieceBoard, steps: &[Step], progress: &mut dyn FnMut(u64)) -> Result<Vec<u8>, DrawError> {
    let cell = (SIDE / board.width.max(board.height()).max(1)).clamp(6, 48);
    let canvas = Canvas::new(board, cell).filter(|_| !steps.is_empty()).ok_or(DrawError::Empty)?;
    encoded(canvas, cell as i32, steps, progress).map_err(|error| DrawError::Plot(error.to_string()))
}

fn encoded(
    mut canvas: Canvas,
    cell: i32,
    steps: &[Step],
    progress: &mut dyn FnMut(u64),
) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    // Maps have at most 255 columns and rows, so 16 bits hold every side.
    let mut encoder = Encoder::new(&mut bytes, canvas.width as u16, canvas.height as u16, &Canvas::palette())?;
    encoder.set_repeat(Repeat::Infinite)?;
    for (i, step) in steps.iter().enumerate() {
        progress(i as u64);
        let rest = if i == 0 || i + 1 == steps.len() { END } else { REST };
        if step.path.is_empty() {
            let changed = canvas.draw(&step.anchors, &[], (0, 0));
            encoder.write_frame(&frame(&canvas, changed, rest))?;
        }
        // The rest of the path, backwards, in cells.
        let (mut dx, mut dy) = step.path.iter().fold((0, 0), |(x, y), step| (x - step.0, y - step.1));
        for (number, &(sx, sy)) in step.path.iter().enumerate() {
            for part in 1..=FRAMES_PER_CELL {
                let shift = |left: i32, step: i32| (left * FRAMES_PER_CELL + step * part) * cell / FRAMES_PER_CELL;
                let changed = canvas.draw(&step.anchors, &step.moved, (shift(dx, sx), shift(dy, sy)));
                let arrived = number + 1 == step.path.len() && part == FRAMES_PER_CELL;
                encoder.write_frame(&frame(&canvas, changed, if arrived { rest } else { GLIDE }))?;
            }
            (dx, dy) = (dx + sx, dy + sy);
        }
    }
    drop(encoder);
    Ok(bytes)
}

/// A frame of the part of the picture that has changed.
fn frame(canvas: &Canvas, changed: Area, delay: u16) -> Frame<'static> {
    // A frame has at least one pixel.
    let changed = if changed.is_empty() { Area::FIRST_PIXEL } else { changed };
    Frame {
        delay,
        left: changed.left as u16,
        top: changed.top as u16,
        width: (changed.right - changed.left) as u16,
        height: (changed.bottom - changed.top) as u16,
        buffer: Cow::Owned(canvas.part(changed)),
        ..Frame::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_a_start_and_a_move() {
        let (board, steps) = super::super::example();
        let mut drawn = Vec::new();
        let bytes = animation(&board, &steps, &mut |done| drawn.push(done)).unwrap();
        assert_eq!(drawn, [0, 1]);
        let mut decoder = gif::DecodeOptions::new().read_info(bytes.as_slice()).unwrap();
        let whole = (decoder.width(), decoder.height());
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            frames.push((frame.width, frame.height, frame.delay));
        }
        assert_eq!(frames.len() as i32, 1 + FRAMES_PER_CELL);
        assert_eq!(frames[0], (whole.0, whole.1, END));
        assert!(frames[1].0 < whole.0 && frames[1].1 < whole.1 && frames[1].2 == GLIDE);
        assert!(matches!(animation(&board, &[], &mut |_| ()), Err(DrawError::Empty)));
    }
}
