//! Draws positions as pixels with palette colours, for animations.
//!
//! The empty board and each piece are rendered only once. A position is then composed by copying
//! the pieces onto the board, which makes long animations fast to create.

use super::outline::{outline, tray};
use super::style::{self, FILLS, INSET, LETTERS, RIM, ROUND};
use super::{MapCell, Scene, ScenePiece};
use crate::raster::{Picture, Pixel};
use crate::svg::Colour;

/// Number of palette entries for each piece colour: the colour itself, the edge at rest and in
/// motion, a softened version of both edges, and four shades of the label.
const SHADES: usize = 9;
/// Number of palette entries for the empty board: five colours, and a mixture of each pair of them.
/// These entries come first in the palette.
const GROUND_SHADES: usize = 15;
/// Minimum alpha of a pixel that belongs to a piece. Pixels with a lower alpha show the background.
const LEAST_COVER: u8 = 64;

/// The rendered board and pieces, from which the pictures of positions are composed. Pixels are
/// stored as palette indices.
pub(super) struct Canvas {
    /// Side length of a cell, in pixels.
    cell: usize,
    rim: usize,
    pub(super) width: usize,
    pub(super) height: usize,
    /// Pixels of the board without pieces, in row-major order.
    empty: Vec<u8>,
    /// Two pictures of each piece: at rest and moving. `None` for a piece without cells.
    sprites: Vec<Option<[Sprite; 2]>>,
}

/// A rendered picture of a piece, which is copied onto the board.
struct Sprite {
    /// Offset in pixels, as `(right, down)`, from the top left corner of the piece's first cell to
    /// the top left corner of the picture.
    origin: (i32, i32),
    width: usize,
    /// Palette indices in row-major order, with `None` where the background is visible.
    pixels: Vec<Option<u8>>,
}

impl Canvas {
    /// Renders the empty board and the pieces of a scene. `cell` is the side length of a cell, in
    /// pixels.
    pub(super) fn new(scene: &Scene, cell: usize) -> Self {
        let rim = (RIM * cell as f64) as usize;
        let (width, height) = (
            scene.width * cell + 2 * rim,
            scene.height() * cell + 2 * rim,
        );
        let [red, green, blue] = style::PAPER;
        let mut picture = Picture::new(width, height, [red, green, blue, u8::MAX]);
        let place = (rim as f64, rim as f64);
        for (shape, colour) in tray(scene, rim as f64 / cell as f64, cell as f64) {
            picture.fill(&shape.polygons(place), colour);
        }
        let empty = indices(&picture, &ground_shades(), 0)
            .into_iter()
            .map(Option::unwrap_or_default)
            .collect();
        let fills = style::fills(&scene.pieces).into_iter().zip(&scene.pieces);
        let sprites = fills.map(|(fill, piece)| {
            Some([
                Sprite::new(piece, fill, false, cell)?,
                Sprite::new(piece, fill, true, cell)?,
            ])
        });
        Self {
            cell,
            rim,
            width,
            height,
            empty,
            sprites: sprites.collect(),
        }
    }

    /// Returns the palette of the animation, as three bytes (red, green and blue) for each colour.
    pub(super) fn palette() -> Vec<u8> {
        [
            ground_shades().as_flattened(),
            FILLS.map(shades).as_flattened().as_flattened(),
        ]
        .concat()
    }

    /// Composes the picture of a position, and returns its pixels. `anchors` contains the location
    /// of each piece. The piece with the index `moved` is drawn as moving and is shifted by `shift`
    /// pixels.
    pub(super) fn draw(
        &self,
        anchors: &[MapCell],
        moved: Option<usize>,
        shift: (i32, i32),
    ) -> Vec<u8> {
        let mut pixels = self.empty.clone();
        for (piece, (anchor, sprites)) in anchors.iter().zip(&self.sprites).enumerate() {
            let Some(sprites) = sprites else { continue };
            let (sprite, shift) = if moved == Some(piece) {
                (&sprites[1], shift)
            } else {
                (&sprites[0], (0, 0))
            };
            let start = |cell: i32, origin: i32, shift: i32| {
                cell * self.cell as i32 + self.rim as i32 + origin + shift
            };
            let left = start(anchor.0, sprite.origin.0, shift.0);
            let top = start(anchor.1, sprite.origin.1, shift.1);
            for (i, shade) in sprite.pixels.iter().enumerate() {
                let (x, y) = (
                    left + (i % sprite.width) as i32,
                    top + (i / sprite.width) as i32,
                );
                let inside =
                    (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y);
                if let (Some(shade), true) = (shade, inside) {
                    pixels[y as usize * self.width + x as usize] = *shade;
                }
            }
        }
        pixels
    }
}

impl Sprite {
    fn new(piece: &ScenePiece, fill: usize, moved: bool, cell: usize) -> Option<Self> {
        let colour = FILLS[fill];
        let (xs, ys) = (
            piece.cells.iter().map(|c| c.0),
            piece.cells.iter().map(|c| c.1),
        );
        let (left, right, top, bottom) =
            (xs.clone().min()?, xs.max()?, ys.clone().min()?, ys.max()?);
        let pixels = |cells: i32| cells * cell as i32;
        let mut picture = Picture::new(
            pixels(right + 1 - left) as usize,
            pixels(bottom + 1 - top) as usize,
            [0; 4],
        );
        let (edge, thickness) = style::edge(colour, moved);
        let covered = piece.covered((-left, -top));
        let shape =
            |by: f64| outline(&covered, INSET + by, ROUND - by, cell as f64).polygons((0.0, 0.0));
        picture.fill(&shape(-thickness / 2.0), edge);
        picture.fill(&shape(thickness / 2.0), colour);
        let (x, y) = piece.label_centre();
        let centre = (
            (x - f64::from(left)) * cell as f64,
            (y - f64::from(top)) * cell as f64,
        );
        picture.write(
            &piece.label,
            centre,
            LETTERS * cell as f64,
            style::ink(colour),
        );
        let shades = indices(&picture, &shades(colour), GROUND_SHADES + fill * SHADES);
        Some(Self {
            origin: (pixels(left), pixels(top)),
            width: picture.width,
            pixels: shades,
        })
    }
}

/// Returns the palette entries for the empty board: its colours, and a mixture of each pair of
/// colours. The mixtures smooth the edges between areas.
fn ground_shades() -> Vec<Colour> {
    let all = [
        style::PAPER,
        style::WALL,
        style::FLOOR,
        style::GOAL,
        style::GATE,
    ];
    let between = (1..all.len()).flat_map(|i| {
        all[..i]
            .iter()
            .map(move |&other| style::mix(other, all[i], 0.5))
    });
    all.into_iter().chain(between).collect()
}

/// Returns the palette entries for a piece: its colour, its edges at rest and in motion, a softened
/// version of both edges, and four shades of the label.
fn shades(fill: Colour) -> [Colour; SHADES] {
    let edge = style::edge(fill, false).0;
    let moved_edge = style::edge(fill, true).0;
    let soft = |colour| style::mix(colour, style::FLOOR, 0.5);
    let letter = |share| style::mix(fill, style::ink(fill), share);
    [
        fill,
        edge,
        soft(edge),
        moved_edge,
        soft(moved_edge),
        letter(0.25),
        letter(0.5),
        letter(0.75),
        letter(1.0),
    ]
}

/// Converts each pixel to the palette index of the nearest colour in `colours`, or to `None` if the
/// pixel's alpha is too low. `first` is the palette index of the first colour in `colours`.
fn indices(picture: &Picture, colours: &[Colour], first: usize) -> Vec<Option<u8>> {
    let nearest = |[red, green, blue, alpha]: Pixel| {
        // A partly covered pixel usually shows the floor behind it, so add the floor's share of the
        // colour.
        let floor = style::FLOOR.map(|value| i32::from(value) * (255 - i32::from(alpha)) / 255);
        let seen = [red, green, blue].map(i32::from);
        let apart = |colour: &Colour| {
            (0..3)
                .map(|i| (i32::from(colour[i]) - seen[i] - floor[i]).pow(2))
                .sum::<i32>()
        };
        let index = (0..colours.len()).min_by_key(|&i| apart(&colours[i]))?;
        // The palette has at most 256 colours, so every index fits into a byte.
        (alpha >= LEAST_COVER).then_some((first + index) as u8)
    };
    picture.pixels.iter().map(|&pixel| nearest(pixel)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_their_cells_and_no_others() {
        let mut scene = super::super::example();
        scene.ground[10] = super::super::Ground::Gate;
        let canvas = Canvas::new(&scene, 20);
        let pixels = canvas.draw(&scene.steps[0].anchors, None, (0, 0));
        let colours = Canvas::palette();
        // Returns the colour of a point near the corner of a cell, where the label does not cover
        // it.
        let at = |x: usize, y: usize| {
            let pixel = pixels[(canvas.rim + y * 20 + 5) * canvas.width + canvas.rim + x * 20 + 5];
            [0, 1, 2].map(|i| colours[3 * usize::from(pixel) + i])
        };
        let [a, b, c] = [0, 3, 4].map(|fill| FILLS[fill]);
        assert_eq!(
            [at(0, 0), at(1, 0), at(2, 0), at(3, 0)],
            [a, a, b, style::WALL]
        );
        assert_eq!(
            [at(0, 1), at(1, 1), at(2, 1), at(3, 1)],
            [c, style::GOAL, style::FLOOR, style::PAPER]
        );
        assert_eq!(at(2, 2), style::GATE, "on a stroke");
        for fill in [0, 3, 4] {
            let letters = GROUND_SHADES + fill * SHADES + 5..GROUND_SHADES + (fill + 1) * SHADES;
            assert!(
                pixels
                    .iter()
                    .filter(|&&p| letters.contains(&usize::from(p)))
                    .count()
                    > 10
            );
        }
    }
}
