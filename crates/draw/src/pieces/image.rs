//! All positions of a solution on one sheet, as PNG: [`sheet_png`]. The sheet is that of the SVG, twice as large.

use zeno::{Cap, Command, Fill, Join, Stroke, Style, Transform};

use super::outline::{outline, tray};
use super::sheet::{self, CELL, Layout};
use super::style::{self, Colour, FILLS, INSET, RIM, ROUND};
use super::{PieceBoard, Step, label};
use crate::DrawError;
use crate::raster::Picture;

/// Pixels for a unit of the sheet.
const SCALE: f64 = 2.0;

/// Draws the positions of a solution as [`sheet`](super::sheet()) does, in pixels.
///
/// # Errors
/// [`DrawError::Empty`] without cells, [`DrawError::Plot`] if the picture is too large or cannot be encoded.
pub fn sheet_png(title: &str, board: &PieceBoard, steps: &[Step]) -> Result<Vec<u8>, DrawError> {
    if board.height() == 0 {
        return Err(DrawError::Empty);
    }
    let layout = Layout::new(board, steps.len());
    let [width, height] = [layout.size.0, layout.size.1].map(|length| (length * SCALE).ceil() as usize);
    let too_large = || DrawError::Plot(format!("a picture of {width} x {height} pixels is too large; write SVG"));
    let mut picture = Picture::of_colour(width, height, style::PAPER).ok_or_else(too_large)?;
    line(&mut picture, title, Layout::title(), sheet::TITLE_LETTERS);
    let colours: Vec<_> = style::fills(&board.pieces).into_iter().map(|fill| FILLS[fill]).collect();
    let tray = tray(board, RIM, CELL);
    for (i, step) in steps.iter().enumerate() {
        let (x, y) = layout.position(i);
        let (left, baseline) = Layout::caption();
        line(&mut picture, &step.caption, (x + left, y + baseline), sheet::CAPTION_LETTERS);
        let mut position = Position { picture: &mut picture, at: (x, y) };
        tray.iter().for_each(|(shape, colour)| position.fill(shape, *colour));
        position.draw(board, step, &colours);
    }
    picture.png().map_err(|error| DrawError::Plot(error.to_string()))
}

/// Writes a line of the sheet.
fn line(picture: &mut Picture, text: &str, (x, baseline): (f64, f64), size: f64) {
    label::write_line(picture, text, style::INK, (x * SCALE, baseline * SCALE), size * SCALE);
}

/// A position on the sheet, from its top left on.
struct Position<'a> {
    picture: &'a mut Picture,
    at: (f64, f64),
}

impl Position<'_> {
    fn shape(&mut self, shape: &[Command], colour: Colour, style: impl Into<Style<'static>>) {
        let (x, y) = (self.at.0 * SCALE, self.at.1 * SCALE);
        let place = Transform::scale(SCALE as f32, SCALE as f32).then_translate(x as f32, y as f32);
        self.picture.draw(shape, style, place, (colour, 1.0));
    }

    fn fill(&mut self, shape: &[Command], colour: Colour) {
        self.shape(shape, colour, Fill::EvenOdd);
    }

    fn draw(&mut self, board: &PieceBoard, step: &Step, colours: &[Colour]) {
        for (number, (piece, (&anchor, &fill))) in board.pieces.iter().zip(step.anchors.iter().zip(colours)).enumerate()
        {
            let moved = step.moved.contains(&number);
            let (edge, thickness) = style::edge(fill, moved);
            let shape = outline(&piece.covered(anchor), INSET, ROUND, CELL);
            self.fill(&shape, fill);
            self.shape(&shape, edge, Stroke::new((thickness * CELL) as f32));
            // The arrow takes the place of the label, except where it can end beside the label.
            if !moved || sheet::is_cell(piece) {
                let (x, y) = sheet::centre(piece, anchor);
                let centre = ((self.at.0 + x) * SCALE, (self.at.1 + y) * SCALE);
                label::write(self.picture, &piece.label, style::ink(fill), centre, CELL * SCALE);
            }
        }
        // The goal's edge stays visible over the pieces.
        let goal = outline(&board.goal.iter().copied().collect(), 0.03, 0.12, CELL);
        self.shape(&goal, style::GOAL_LINE, Stroke { dashes: &sheet::DASHES, ..Stroke::default() });
        for &number in &step.moved {
            let arrow = sheet::arrow(&board.pieces[number], step.anchors[number], &step.path);
            let (width, cap, join) = (sheet::ARROW as f32, Cap::Round, Join::Round);
            self.shape(&arrow, style::INK, Stroke { width, start_cap: cap, end_cap: cap, join, ..Stroke::default() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::Pixel;

    #[test]
    fn the_sheet_in_pixels() {
        let (board, steps) = super::super::example();
        let bytes = sheet_png("A name", &board, &steps).unwrap();
        let picture = Picture::of_png(&bytes);
        let layout = Layout::new(&board, steps.len());
        assert_eq!(picture.width as f64, (layout.size.0 * SCALE).ceil());
        // In the first position: the wall, the floor, and the piece B beside its label.
        let (x, y) = layout.position(0);
        let at = |column: f64, row: f64| {
            picture.colour(((x + column * CELL) * SCALE) as usize, ((y + row * CELL) * SCALE) as usize)
        };
        assert_eq!([at(3.5, 0.5), at(2.5, 1.5), at(2.2, 0.25)], [style::WALL, style::FLOOR, FILLS[3]]);
        let dark = |&&[red, green, blue, _]: &&Pixel| [red, green, blue].iter().all(|&value| value < 100);
        assert!(picture.pixels.iter().filter(dark).count() > 300, "captions");
        let empty = PieceBoard { ground: Vec::new(), ..board };
        assert!(matches!(sheet_png("", &empty, &[]), Err(DrawError::Empty)));
    }
}
