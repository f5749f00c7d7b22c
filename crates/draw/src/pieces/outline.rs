//! Outlines with rounded corners around sets of cells, such as the cells of a piece.
//!
//! The `loops` function walks around the cells with the cells on its right, and lists the corners.
//! For example, a piece with the cells (0, 0) and (1, 0) has the corners (0, 0), (2, 0), (2, 1) and
//! (0, 1). Each corner is then moved inwards and rounded. The resulting [`Outline`] becomes a path
//! in an SVG picture, or a polygon in an animation.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::{Ground, MapCell, Scene, style};
use crate::svg::{Colour, short};

/// A point on the map as `(column, row)`. Both coordinates can be fractional.
type Corner = (f64, f64);

/// Closed lines with rounded corners. Each corner is stored as three points: the start of its
/// curve, the corner itself, and the end of its curve.
pub(super) struct Outline(Vec<Vec<[Corner; 3]>>);

impl Outline {
    /// Returns the outline as the attribute `d` of an SVG path.
    pub(super) fn data(&self) -> String {
        let mut data = String::new();
        for line in &self.0 {
            for (i, [from, at, to]) in line.iter().enumerate() {
                data += &format!("{}{} {}", if i == 0 { 'M' } else { 'L' }, from.0, from.1);
                if from != to {
                    data += &format!("Q{} {} {} {}", at.0, at.1, to.0, to.1);
                }
            }
            data.push('Z');
        }
        data
    }

    /// Returns the outline as polygons, shifted by an offset. Five points approximate each rounded
    /// corner.
    pub(super) fn polygons(&self, (dx, dy): Corner) -> Vec<Vec<Corner>> {
        let round = |[from, at, to]: &[Corner; 3]| {
            [0.0, 0.25, 0.5, 0.75, 1.0].map(|t: f64| {
                let [a, b, c] = [(1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t];
                (
                    a * from.0 + b * at.0 + c * to.0 + dx,
                    a * from.1 + b * at.1 + c * to.1 + dy,
                )
            })
        };
        self.0
            .iter()
            .map(|line| line.iter().flat_map(round).collect())
            .collect()
    }
}

/// Returns the outlines that show the board without its pieces, each with its colour. They are in
/// drawing order: walls, floor, goal cells and gates.
///
/// `rim` is the width of the rim around the board, in cells. `scale` is the side length of a cell,
/// in pixels.
pub(super) fn tray(scene: &Scene, rim: f64, scale: f64) -> Vec<(Outline, Colour)> {
    let all = scene.cells(|ground| ground != Ground::Outside);
    let floor = scene.cells(|ground| matches!(ground, Ground::Floor | Ground::Gate));
    let gates = scene.cells(|ground| ground == Ground::Gate);
    let goal = scene.goal.iter().copied().collect();
    let mut shapes = vec![
        (outline(&all, -rim, 0.25, scale), style::WALL),
        (outline(&floor, 0.0, 0.12, scale), style::FLOOR),
        (outline(&goal, 0.03, 0.12, scale), style::GOAL),
    ];
    if !gates.is_empty() {
        shapes.push((hatching(gates, scale), style::GATE));
    }
    shapes
}

/// Returns the diagonal strokes that mark the cells of gates. Strokes of adjacent cells are
/// connected.
fn hatching(cells: HashSet<MapCell>, scale: f64) -> Outline {
    let half = style::STROKE / 2.0;
    let strokes: [&[Corner]; 3] = [
        &[
            (0.5 - half, 0.0),
            (0.5 + half, 0.0),
            (0.0, 0.5 + half),
            (0.0, 0.5 - half),
        ],
        &[
            (1.0 - half, 0.0),
            (1.0, 0.0),
            (1.0, half),
            (half, 1.0),
            (0.0, 1.0),
            (0.0, 1.0 - half),
        ],
        &[
            (1.0, 0.5 - half),
            (1.0, 0.5 + half),
            (0.5 + half, 1.0),
            (0.5 - half, 1.0),
        ],
    ];
    let at = |(x, y): Corner, (left, top): MapCell| {
        let at = (
            short((x + f64::from(left)) * scale),
            short((y + f64::from(top)) * scale),
        );
        [at; 3]
    };
    let cells: BTreeSet<MapCell> = cells.into_iter().collect();
    let lines = |cell: MapCell| {
        strokes.map(|stroke| stroke.iter().map(|&corner| at(corner, cell)).collect())
    };
    Outline(cells.into_iter().flat_map(lines).collect())
}

/// Returns the outline of a set of cells, moved inwards by `inset`, with corners of radius `round`.
///
/// Both lengths are in cells, and a negative inset moves the outline outwards. All coordinates are
/// then multiplied by `scale`, the side length of a cell. The outline of an empty set is empty.
pub(super) fn outline(cells: &HashSet<MapCell>, inset: f64, round: f64, scale: f64) -> Outline {
    let line = |corners: Vec<Corner>| {
        let n = corners.len();
        let rounded = |i: usize| {
            let (at, before, after) = (corners[i], corners[(i + n - 1) % n], corners[(i + 1) % n]);
            [toward(at, before, round), at, toward(at, after, round)]
                .map(|(x, y)| (short(x * scale), short(y * scale)))
        };
        (0..n).map(rounded).collect()
    };
    Outline(
        loops(cells)
            .iter()
            .map(|corners| line(moved(corners, inset)))
            .collect(),
    )
}

/// Returns the point between `from` and `to` that is at the distance `by` from `from`, but at most
/// halfway to `to`.
fn toward(from: Corner, to: Corner, by: f64) -> Corner {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let share = (by / dx.hypot(dy).max(1e-9)).min(0.5);
    (from.0 + dx * share, from.1 + dy * share)
}

/// Traces the boundaries of a set of cells, and returns the corners of each closed line. Outer
/// boundaries run clockwise, and boundaries of holes run counterclockwise.
fn loops(cells: &HashSet<MapCell>) -> Vec<Vec<MapCell>> {
    let mut edges: BTreeMap<MapCell, Vec<MapCell>> = BTreeMap::new();
    for &(x, y) in cells {
        let sides = [
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ];
        for (_, from, to) in sides
            .into_iter()
            .filter(|(beside, ..)| !cells.contains(beside))
        {
            edges.entry(from).or_default().push(to);
        }
    }
    let mut loops = Vec::new();
    while let Some((&start, _)) = edges.first_key_value() {
        let (mut points, mut at, mut heading) = (vec![start], start, (0, 0));
        while let Some(ends) = edges.get_mut(&at) {
            // If two cells touch only at a corner, two edges leave that corner. Turn right to stay
            // on the boundary of the same cell, so that each cell gets its own outline.
            let right = ends
                .iter()
                .position(|to| (to.0 - at.0, to.1 - at.1) == (-heading.1, heading.0))
                .unwrap_or(0);
            let to = ends.swap_remove(right);
            if ends.is_empty() {
                edges.remove(&at);
            }
            heading = (to.0 - at.0, to.1 - at.1);
            at = to;
            if at == start {
                break;
            }
            points.push(at);
        }
        loops.push(turns_of(&points));
    }
    loops
}

/// Returns the points at which a closed line changes direction.
fn turns_of(points: &[MapCell]) -> Vec<MapCell> {
    let n = points.len();
    let turns = |i: &usize| {
        let (a, b, c) = (points[(i + n - 1) % n], points[*i], points[(i + 1) % n]);
        (b.0 - a.0).signum() != (c.0 - b.0).signum() || (b.1 - a.1).signum() != (c.1 - b.1).signum()
    };
    (0..n).filter(turns).map(|i| points[i]).collect()
}

/// Moves the edges of a closed line inwards by `inset`, and returns the new corners.
fn moved(corners: &[MapCell], inset: f64) -> Vec<Corner> {
    let n = corners.len();
    let inward = |from: MapCell, to: MapCell| {
        let (dx, dy) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        (f64::from(-dy), f64::from(dx))
    };
    (0..n)
        .map(|i| {
            let (a, b) = (
                inward(corners[(i + n - 1) % n], corners[i]),
                inward(corners[i], corners[(i + 1) % n]),
            );
            (
                f64::from(corners[i].0) + inset * (a.0 + b.0),
                f64::from(corners[i].1) + inset * (a.1 + b.1),
            )
        })
        .collect()
}
