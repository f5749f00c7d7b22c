//! Draws all positions of a solution on a single SVG sheet.

use super::outline::{Outline, outline, tray};
use super::style::{self, FILLS, INSET, LETTERS, RIM, ROUND};
use super::{MapCell, Scene, ScenePiece, SceneStep};
use crate::svg::{Svg, hex, points, short};

/// Side length of a cell, in pixels.
const CELL: f64 = 20.0;
const MARGIN: f64 = 16.0;
const GAP: f64 = 22.0;
/// Height of the caption above each position, in pixels.
const CAPTION: f64 = 20.0;
/// Height of the sheet's title, in pixels.
const TITLE: f64 = 30.0;
/// Maximum width of a sheet, in pixels. A sheet is wider only if a single position is already
/// wider.
const WIDTH: f64 = 980.0;

impl Scene {
    /// Draws all positions as one SVG picture, row by row.
    ///
    /// The cells of the goal are shaded, and the pieces that the goal names have warm colours. The
    /// piece that moved last has a dark edge and an arrow along its path.
    pub fn sheet(&self, title: &str) -> String {
        let (width, height) = (self.width as f64 * CELL, self.height() as f64 * CELL);
        let beside = (((WIDTH - 2.0 * MARGIN + GAP) / (width + GAP)) as usize)
            .clamp(1, self.steps.len().max(1));
        let (rows, rim) = (self.steps.len().div_ceil(beside), RIM * CELL);
        let total_width = (2.0 * (MARGIN + rim) + beside as f64 * (width + GAP) - GAP).max(220.0);
        let total_height = MARGIN + TITLE + rows as f64 * (CAPTION + height + GAP) + rim;
        let mut svg = Svg::new(
            short(total_width),
            short(total_height),
            "Helvetica,Arial,sans-serif",
        );
        // Define the empty board once and reference it in every position. A web page can contain
        // sheets of several boards, so make the name of the definition unique by adding a hash of
        // the board.
        let shape =
            |(shape, colour): (_, _)| shape_of(&shape, &format!(r#"fill="{}""#, hex(colour)));
        let empty_board: String = tray(self, RIM, CELL).into_iter().map(shape).collect();
        let tray = format!("tray-{:08x}", digest(&empty_board));
        svg.push(format_args!(
            r#"<defs><g id="{tray}" fill-rule="evenodd">{empty_board}</g></defs>"#
        ));
        svg.text(
            (MARGIN, MARGIN + 12.0),
            r#"font-size="15" font-weight="bold""#,
            title,
        );
        for (i, step) in self.steps.iter().enumerate() {
            let x = MARGIN + rim + (i % beside) as f64 * (width + GAP);
            let y = MARGIN + TITLE + (i / beside) as f64 * (CAPTION + height + GAP) + CAPTION;
            svg.push(format_args!(
                r##"<g transform="translate({} {})"><use href="#{tray}"/>"##,
                short(x),
                short(y)
            ));
            position(&mut svg, self, step);
            svg.text((-rim, -rim - 4.0), r#"font-size="11""#, &step.caption);
            svg.push(format_args!("</g>"));
        }
        svg.end()
    }
}

/// Returns the 32-bit FNV-1a hash of a string.
fn digest(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |digest, byte| {
        (digest ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// Formats a shape as an SVG path element with the given attributes.
fn shape_of(shape: &Outline, attributes: &str) -> String {
    format!(r#"<path d="{}" {attributes}/>"#, shape.data())
}

/// Draws the pieces of one position, the outline of the goal, and an arrow for the preceding move.
fn position(svg: &mut Svg, scene: &Scene, step: &SceneStep) {
    let colours = style::fills(&scene.pieces)
        .into_iter()
        .map(|fill| FILLS[fill]);
    for (number, (piece, (&anchor, fill))) in scene
        .pieces
        .iter()
        .zip(step.anchors.iter().zip(colours))
        .enumerate()
    {
        let moved = step.moved == Some(number);
        let (line, thickness) = style::edge(fill, moved);
        let attributes = format!(
            r#"fill="{}" fill-rule="evenodd" stroke="{}" stroke-width="{}""#,
            hex(fill),
            hex(line),
            short(thickness * CELL)
        );
        let shape = outline(&piece.covered(anchor), INSET, ROUND, CELL);
        svg.push(format_args!("{}", shape_of(&shape, &attributes)));
        // An arrow would cross the label of the piece that moved, so omit the label. A piece of one
        // cell keeps its label, because its arrow ends at the edge of the cell.
        if !moved || is_cell(piece) {
            let (x, y) = centre(piece, anchor);
            let (size, ink) = (LETTERS * CELL, hex(style::ink(fill)));
            let attributes = format!(r#"font-size="{size}" text-anchor="middle" fill="{ink}""#);
            svg.text((x, y + 3.6), &attributes, &piece.label);
        }
    }
    // Draw the outline of the goal after the pieces, so that they do not hide it.
    let goal = outline(&scene.goal.iter().copied().collect(), 0.03, 0.12, CELL);
    let line = format!(
        r#"fill="none" stroke="{}" stroke-dasharray="3 2.4""#,
        hex(style::GOAL_LINE)
    );
    svg.push(format_args!("{}", shape_of(&goal, &line)));
    if let Some(number) = step.moved {
        arrow(svg, &scene.pieces[number], step.anchors[number], &step.path);
    }
}

/// Returns whether a piece consists of a single cell.
fn is_cell(piece: &ScenePiece) -> bool {
    piece.cells.len() == 1
}

/// Returns the centre of a piece's label, in pixels.
fn centre(piece: &ScenePiece, anchor: MapCell) -> (f64, f64) {
    let (x, y) = piece.label_centre();
    (
        (f64::from(anchor.0) + x) * CELL,
        (f64::from(anchor.1) + y) * CELL,
    )
}

/// Draws an arrow along the path of the piece that moved. For a piece of one cell, the arrow ends
/// at the edge of the cell, so that it does not cross the label.
fn arrow(svg: &mut Svg, piece: &ScenePiece, anchor: MapCell, path: &[MapCell]) {
    let mut line = vec![centre(piece, anchor)];
    for &(dx, dy) in path.iter().rev() {
        let (x, y) = line[line.len() - 1];
        line.push((x - f64::from(dx) * CELL, y - f64::from(dy) * CELL));
    }
    line.reverse();
    let short_by = if is_cell(piece) { 0.5 * CELL } else { 0.0 };
    let (dx, dy) = path
        .last()
        .map_or((0.0, 0.0), |&(dx, dy)| (f64::from(dx), f64::from(dy)));
    let last = line.len() - 1;
    let end = (line[last].0 - dx * short_by, line[last].1 - dy * short_by);
    line[last] = end;
    let (dx, dy) = (dx * 4.5, dy * 4.5);
    let head = [
        (end.0 - dx - dy, end.1 - dy + dx),
        end,
        (end.0 - dx + dy, end.1 - dy - dx),
    ];
    for line in [&line[..], &head] {
        svg.push(format_args!(
            r#"<polyline points="{}" fill="none" stroke="{}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>"#,
            points(line.iter().copied()),
            hex(style::INK)
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that different boards are defined under different names. If two sheets on a page used
    /// the same name, a browser would draw the same board in both.
    #[test]
    fn sheets_of_different_boards_have_different_names() {
        let mut scene = super::super::example();
        let name = |scene: &Scene| scene.sheet("").split_once("id=\"").unwrap().1[..13].to_owned();
        let first = name(&scene);
        assert_eq!(name(&scene), first);
        scene.ground[1] = super::super::Ground::Wall;
        assert_ne!(name(&scene), first);
        scene.steps.clear();
        assert!(
            scene.sheet("").starts_with("<svg"),
            "nothing to draw is an empty sheet"
        );
    }
}
