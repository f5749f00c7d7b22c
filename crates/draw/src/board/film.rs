//! A solution as a moving picture, as GIF.

use std::borrow::Cow;

use gif::{Encoder, EncodingError, Frame, Repeat};

use super::raster::Canvas;
use super::{PieceBoard, Step};
use crate::DrawError;

/// A picture is about so many pixels wide and high, at most.
const SIDE: usize = 400;
/// Pictures in which a piece goes from a cell to the next.
const PARTS: i32 = 4;
/// Hundredths of a second: of these, after each move, and at both ends.
const PART: u16 = 4;
const REST: u16 = 35;
const END: u16 = 250;

/// Draws a solution that runs for ever. Pieces glide along their ways, four pictures from a cell to the next; the one that moves has a dark edge.
///
/// # Errors
/// [`DrawError::Empty`] without positions, [`DrawError::Plot`] if the encoder gives up.
pub fn film(board: &PieceBoard, steps: &[Step]) -> Result<Vec<u8>, DrawError> {
    if steps.is_empty() || board.ground.is_empty() {
        return Err(DrawError::Empty);
    }
    encoded(board, steps).map_err(|error| DrawError::Plot(error.to_string()))
}

fn encoded(board: &PieceBoard, steps: &[Step]) -> Result<Vec<u8>, EncodingError> {
    let cell = (SIDE / board.width.max(board.height())).clamp(6, 48);
    let mut canvas = Canvas::new(board, cell);
    let mut bytes = Vec::new();
    // Maps have at most 255 columns and rows, so 16 bits hold every side.
    let mut encoder = Encoder::new(&mut bytes, canvas.width as u16, canvas.height as u16, &Canvas::palette())?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut shown = Vec::new();
    for (i, step) in steps.iter().enumerate() {
        let last = i + 1 == steps.len();
        let rest = if i == 0 || last { END } else { REST };
        let Some((piece, path)) = &step.moved else {
            canvas.draw(&step.anchors, None, (0, 0));
            encoder.write_frame(&frame(&canvas, &mut shown, rest))?;
            continue;
        };
        // What is left of the way, in cells.
        let (mut dx, mut dy) = path.iter().fold((0, 0), |(x, y), step| (x - step.0, y - step.1));
        for (number, &(sx, sy)) in path.iter().enumerate() {
            for part in 1..=PARTS {
                let along = |left: i32, step: i32| (left * PARTS + step * part) * cell as i32 / PARTS;
                canvas.draw(&step.anchors, Some(*piece), (along(dx, sx), along(dy, sy)));
                let arrived = number + 1 == path.len() && part == PARTS;
                encoder.write_frame(&frame(&canvas, &mut shown, if arrived { rest } else { PART }))?;
            }
            (dx, dy) = (dx + sx, dy + sy);
        }
    }
    drop(encoder);
    Ok(bytes)
}

/// The part of the picture that is new.
fn frame(canvas: &Canvas, shown: &mut Vec<u8>, delay: u16) -> Frame<'static> {
    let width = canvas.width;
    let differs = |i: &usize| shown.get(*i) != canvas.pixels.get(*i);
    let (mut left, mut top, mut right, mut bottom) = (width, canvas.height, 0, 0);
    for i in (0..canvas.pixels.len()).filter(differs) {
        (left, right) = (left.min(i % width), right.max(i % width));
        (top, bottom) = (top.min(i / width), bottom.max(i / width));
    }
    if left > right {
        (left, top, right, bottom) = (0, 0, 0, 0);
    }
    let rows = canvas.pixels.chunks(width).take(bottom + 1).skip(top);
    let buffer: Vec<u8> = rows.flat_map(|row| row[left..=right].to_vec()).collect();
    shown.clone_from(&canvas.pixels);
    Frame {
        delay,
        left: left as u16,
        top: top as u16,
        width: (right - left + 1) as u16,
        height: (bottom - top + 1) as u16,
        buffer: Cow::Owned(buffer),
        ..Frame::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_a_start_and_a_move() {
        let (board, steps) = super::super::example();
        let bytes = film(&board, &steps).unwrap();
        let mut decoder = gif::DecodeOptions::new().read_info(bytes.as_slice()).unwrap();
        let whole = (decoder.width(), decoder.height());
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            frames.push((frame.width, frame.height, frame.delay));
        }
        assert_eq!(frames.len() as i32, 1 + PARTS);
        assert_eq!(frames[0], (whole.0, whole.1, END));
        assert!(frames[1].0 < whole.0 && frames[1].1 < whole.1 && frames[1].2 == PART);
        assert!(matches!(film(&board, &[]), Err(DrawError::Empty)));
    }
}
