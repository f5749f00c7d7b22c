//! All positions of a solution on one sheet, as SVG.

use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Definitions, Group, Path, Text, Use};

use super::look::{self, Colour, FILLS, INSET, LETTERS, RIM, ROUND};
use super::outline::outline;
use super::{Ground, MapCell, PieceBoard, Step};

/// Pixels of a cell.
const CELL: f64 = 20.0;
const MARGIN: f64 = 16.0;
const GAP: f64 = 22.0;
/// Above each position, for its caption.
const CAPTION: f64 = 20.0;
/// Above all, for the title.
const TITLE: f64 = 30.0;
/// How wide a sheet of many positions becomes.
const WIDTH: f64 = 980.0;
const FONT: &str = "font-family:Helvetica,Arial,sans-serif";

/// Draws the positions of a solution row by row: the goal shaded, pieces of the goal in warm colours, the piece that moved with a
/// dark edge and its way as an arrow.
pub fn sheet(title: &str, board: &PieceBoard, steps: &[Step]) -> String {
    let (width, height) = (board.width as f64 * CELL, board.height() as f64 * CELL);
    let beside = (((WIDTH - 2.0 * MARGIN + GAP) / (width + GAP)) as usize).clamp(1, steps.len().max(1));
    let rows = steps.len().div_ceil(beside);
    let rim = RIM * CELL;
    let total = (
        (2.0 * (MARGIN + rim) + beside as f64 * (width + GAP) - GAP).max(220.0),
        MARGIN + TITLE + rows as f64 * (CAPTION + height + GAP) + rim,
    );
    let mut sheet = Document::new()
        .set("width", total.0)
        .set("height", total.1)
        .set("viewBox", (0.0, 0.0, total.0, total.1))
        .add(Path::new().set("d", format!("M0 0H{}V{}H0Z", total.0, total.1)).set("fill", hex(look::PAPER)))
        .add(Definitions::new().add(tray(board)))
        .add(text(title, (MARGIN, MARGIN + 12.0), 15.0, look::INK).set("font-weight", "bold"));
    let colours: Vec<_> = look::fills(&board.pieces).into_iter().map(|fill| FILLS[fill]).collect();
    for (i, step) in steps.iter().enumerate() {
        let x = MARGIN + rim + (i % beside) as f64 * (width + GAP);
        let y = MARGIN + TITLE + (i / beside) as f64 * (CAPTION + height + GAP) + CAPTION;
        let group = position(board, step, &colours).set("transform", format!("translate({x:.1} {y:.1})"));
        sheet = sheet.add(group.add(text(&step.caption, (-rim, -rim - 4.0), 11.0, look::INK)));
    }
    let mut text = sheet.to_string();
    text.push('\n');
    text
}

/// The board without pieces, drawn once and used in every position.
fn tray(board: &PieceBoard) -> Group {
    let all = board.cells(|g| g != Ground::Outside);
    let floor = board.cells(|g| g == Ground::Floor);
    let goal = board.goal.iter().copied().collect();
    let rim = Path::new().set("d", outline(&all, -RIM, 0.25, CELL)).set("fill", hex(look::WALL));
    let floor = Path::new().set("d", outline(&floor, 0.0, 0.12, CELL)).set("fill", hex(look::FLOOR));
    let goal = Path::new().set("d", outline(&goal, 0.03, 0.12, CELL)).set("fill", hex(look::GOAL));
    let tray = Group::new().set("id", "tray").set("fill-rule", "evenodd");
    tray.add(rim).add(floor).add(goal)
}

fn position(board: &PieceBoard, step: &Step, colours: &[Colour]) -> Group {
    let mut group = Group::new().add(Use::new().set("href", "#tray"));
    for (piece, (&anchor, &fill)) in step.anchors.iter().zip(colours).enumerate() {
        let moved = step.moved.as_ref().is_some_and(|(moved, _)| *moved == piece);
        let (line, thickness) = if moved { (look::INK, 2.0) } else { (look::edge(fill), 0.8) };
        let shape = Path::new()
            .set("d", outline(&board.covered(piece, anchor), INSET, ROUND, CELL))
            .set("fill", hex(fill))
            .set("fill-rule", "evenodd")
            .set("stroke", hex(line))
            .set("stroke-width", thickness);
        let (x, y) = middle(anchor, board.heart(piece));
        let label = text(&board.pieces[piece].label, (x, y + 3.6), LETTERS * CELL, look::ink(fill));
        group = group.add(shape);
        // An arrow stands in for the label, unless it can end beside it.
        if !moved || board.pieces[piece].is_cell() {
            group = group.add(label.set("text-anchor", "middle"));
        }
    }
    // Where the goal is stays visible under the pieces.
    let goal = board.goal.iter().copied().collect();
    group = group.add(
        Path::new()
            .set("d", outline(&goal, 0.03, 0.12, CELL))
            .set("fill", "none")
            .set("stroke", hex(look::GOAL_LINE))
            .set("stroke-dasharray", "3 2.4"),
    );
    match &step.moved {
        Some((piece, path)) => {
            let short = if board.pieces[*piece].is_cell() { 0.5 } else { 0.0 };
            group.add(arrow(middle(step.anchors[*piece], board.heart(*piece)), path, short))
        }
        None => group,
    }
}

/// The way of a piece's middle, which ends here, or so many cells before.
fn arrow(end: (f64, f64), path: &[MapCell], short: f64) -> Path {
    let mut points = vec![end];
    for &(dx, dy) in path.iter().rev() {
        let (x, y) = points[points.len() - 1];
        points.push((x - f64::from(dx) * CELL, y - f64::from(dy) * CELL));
    }
    points.reverse();
    let (dx, dy) = path.last().map_or((0.0, 0.0), |&(dx, dy)| (f64::from(dx), f64::from(dy)));
    let end = (end.0 - dx * short * CELL, end.1 - dy * short * CELL);
    if let Some(last) = points.last_mut() {
        *last = end;
    }
    let mut data = Data::new().move_to(points[0]);
    for &point in &points[1..] {
        data = data.line_to(point);
    }
    let (dx, dy) = (dx * 4.5, dy * 4.5);
    data = data.move_to((end.0 - dx - dy, end.1 - dy + dx)).line_to(end).line_to((end.0 - dx + dy, end.1 - dy - dx));
    Path::new()
        .set("d", data)
        .set("fill", "none")
        .set("stroke", hex(look::INK))
        .set("stroke-width", 1.6)
        .set("stroke-linecap", "round")
        .set("stroke-linejoin", "round")
}

/// The middle of a cell, or of several, given from an anchor.
fn middle(anchor: MapCell, (x, y): (f64, f64)) -> (f64, f64) {
    ((f64::from(anchor.0) + x + 0.5) * CELL, (f64::from(anchor.1) + y + 0.5) * CELL)
}

fn text(content: &str, (x, y): (f64, f64), size: f64, colour: Colour) -> Text {
    Text::new(content).set("x", x).set("y", y).set("font-size", size).set("style", FONT).set("fill", hex(colour))
}

fn hex([r, g, b]: Colour) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_with_its_pieces() {
        let (board, steps) = super::super::example();
        let svg = sheet("A <name>", &board, &steps);
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("A &lt;name&gt;") && svg.contains("1. C RD &lt;&amp;&gt;"), "{svg}");
        assert_eq!(svg.matches("href=\"#tray\"").count(), 2);
        // Of three pieces in two positions, one moved and shows an arrow for its label.
        assert_eq!(svg.matches("text-anchor").count(), 5);
    }

    #[test]
    fn nothing_to_draw_is_an_empty_sheet() {
        let (board, _) = super::super::example();
        assert!(sheet("", &board, &[]).starts_with("<svg"));
    }
}
