//! The series of a plot: the results of one candidate, and its colour and mark.

use plotters::prelude::*;

use crate::plot_backend::{Area, Drawing};

/// Colours that people with any colour vision can distinguish (Okabe & Ito 2008), without yellow, which is lost on
/// white.
pub(crate) const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(70, 70, 70),
];

/// The results of one heuristic with one algorithm on a set of boards.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub label: String,
    /// Bytes of memory: the tables, and the nodes that the search kept.
    pub bytes: f64,
    /// Nodes generated for each board that was solved, in any order.
    pub nodes: Vec<f64>,
    /// Number of boards that were not solved within the limit.
    pub unsolved: usize,
}

/// A series with its colour and its mark.
pub(crate) struct PlottedSeries {
    pub label: String,
    pub bytes: f64,
    /// Ascending.
    pub nodes: Vec<f64>,
    pub unsolved: usize,
    pub colour: RGBColor,
    shape: usize,
}

impl PlottedSeries {
    pub(crate) fn new((index, series): (usize, &Series)) -> Self {
        let mut nodes: Vec<f64> = series.nodes.iter().map(|&n| n.max(1.0)).collect();
        nodes.sort_by(f64::total_cmp);
        Self {
            label: series.label.clone(),
            bytes: series.bytes.max(1.0),
            nodes,
            unsolved: series.unsolved,
            colour: COLOURS[index % COLOURS.len()],
            shape: index + 2 * (index / COLOURS.len()),
        }
    }

    /// The median over all boards; an unsolved board counts as more than any other. `None` if most boards are unsolved.
    pub(crate) fn median(&self) -> Option<f64> {
        self.nodes.get((self.nodes.len() + self.unsolved - 1) / 2).copied()
    }

    pub(crate) fn largest(&self) -> f64 {
        self.nodes.last().copied().unwrap_or(1.0)
    }

    pub(crate) fn least(&self) -> f64 {
        self.nodes.first().copied().unwrap_or(1.0)
    }

    /// Draws its mark at a point of the picture, filled if all boards were solved.
    pub(crate) fn mark(&self, area: &Area, at: (i32, i32)) -> Drawing {
        let inside = if self.unsolved == 0 { self.colour.filled() } else { WHITE.filled() };
        let outline = self.colour.stroke_width(2);
        if self.shape.is_multiple_of(4) {
            area.draw(&Circle::new(at, 6, inside))?;
            area.draw(&Circle::new(at, 6, outline))?;
            return Ok(());
        }
        let corners: &[(i32, i32)] = match self.shape % 4 {
            1 => &[(-7, 6), (7, 6), (0, -7), (-7, 6)],
            2 => &[(-5, -5), (5, -5), (5, 5), (-5, 5), (-5, -5)],
            _ => &[(0, -8), (8, 0), (0, 8), (-8, 0), (0, -8)],
        };
        let corners: Vec<(i32, i32)> = corners.iter().map(|(x, y)| (at.0 + x, at.1 + y)).collect();
        area.draw(&Polygon::new(corners.clone(), inside))?;
        area.draw(&PathElement::new(corners, outline))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_counts_unsolved_boards() {
        let median = |nodes: &[f64], unsolved| {
            PlottedSeries::new((0, &Series { label: String::new(), bytes: 1.0, nodes: nodes.to_vec(), unsolved }))
                .median()
        };
        assert_eq!(median(&[3.0, 1.0, 2.0], 0), Some(2.0));
        assert_eq!(median(&[3.0, 1.0, 2.0], 2), Some(3.0));
        assert_eq!(median(&[3.0, 1.0, 2.0], 9), None);
    }
}
