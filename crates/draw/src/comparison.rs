//! The plot that compares heuristics and algorithms: nodes against memory, and nodes board by board.

use crate::DrawError;
use crate::chart::{Axis, Chart, FONT, Look, TITLE, WIDTH, decades, legend, legend_height, scaled};
use crate::svg::{Svg, short};

const PANEL: f64 = 440.0;

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

impl Series {
    /// The same with the nodes in ascending order, and all numbers fit for a logarithmic axis.
    fn sorted(&self) -> Self {
        let mut nodes: Vec<f64> = self.nodes.iter().map(|&n| n.max(1.0)).collect();
        nodes.sort_by(f64::total_cmp);
        Self { nodes, bytes: self.bytes.max(1.0), ..self.clone() }
    }

    /// The least and the largest number of nodes, of a sorted series.
    fn range(&self) -> [f64; 2] {
        [self.nodes.first(), self.nodes.last()].map(|nodes| nodes.copied().unwrap_or(1.0))
    }

    /// The median over all boards; an unsolved board counts as more than any other. `None` if most boards are unsolved.
    fn median(&self) -> Option<f64> {
        self.nodes.get((self.nodes.len() + self.unsolved - 1) / 2).copied()
    }
}

/// Two plots, one above the other, and a legend: median nodes against memory, both logarithmic; and for each series
/// the nodes of its boards, the easiest first.
///
/// # Errors
/// [`DrawError::Empty`] if no series has a solved board.
pub fn comparison(name: &str, series: &[Series]) -> Result<String, DrawError> {
    let all: Vec<Series> = series.iter().filter(|s| !s.nodes.is_empty()).map(Series::sorted).collect();
    if all.is_empty() {
        return Err(DrawError::Empty);
    }
    let mut svg = Svg::new(WIDTH, TITLE + 2.0 * PANEL + legend_height(all.len()), FONT);
    svg.text((WIDTH / 2.0, 30.0), r#"text-anchor="middle" font-size="18""#, name);
    nodes_against_memory(&mut svg, &all);
    nodes_by_board(&mut svg, &all);
    let label = |series: &Series| match series.unsolved {
        0 => series.label.clone(),
        n => format!("{} ({n} not solved)", series.label),
    };
    let labels: Vec<String> = all.iter().map(label).collect();
    let entries: Vec<_> = labels.iter().zip(&all).map(|(label, s)| (label.as_str(), s.unsolved == 0)).collect();
    legend(&mut svg, TITLE + 2.0 * PANEL, &entries);
    Ok(svg.end())
}

/// The vertical axis of both plots.
fn nodes<'a>(title: &'a str, all: &[Series]) -> Axis<'a> {
    let label = |nodes| scaled(nodes, &["", " k", " M", " G", " T", " P"]);
    Axis { title, range: decades(all.iter().flat_map(Series::range)), is_logarithmic: true, label }
}

fn nodes_against_memory(svg: &mut Svg, all: &[Series]) {
    let memory = Axis {
        title: "memory: tables, and the nodes kept",
        range: decades(all.iter().map(|s| s.bytes)),
        is_logarithmic: true,
        label: |bytes| scaled(bytes, &[" bytes", " kB", " MB", " GB", " TB", " PB"]),
    };
    let chart = Chart::new(svg, (TITLE, PANEL), memory, nodes("nodes generated: median, least to most", all));
    for (i, series) in all.iter().enumerate() {
        let [(x, low), (_, high)] = series.range().map(|nodes| chart.at(series.bytes, nodes));
        let (x, low, high, colour) = (short(x), short(low), short(high), Look(i).colour());
        svg.push(format_args!(r#"<path d="M{x} {low}V{high}" stroke="{colour}" stroke-width="3" opacity="0.45"/>"#));
    }
    for (i, series) in all.iter().enumerate() {
        let middle = series.median().unwrap_or(series.range()[1]);
        Look(i).mark(svg, chart.at(series.bytes, middle), series.unsolved == 0);
    }
}

fn nodes_by_board(svg: &mut Svg, all: &[Series]) {
    let boards = all.iter().map(|s| s.nodes.len() + s.unsolved).max().unwrap_or(1);
    let by_board = Axis {
        title: "boards, the easiest first for each",
        range: 0.0..boards as f64 + 0.5,
        is_logarithmic: false,
        label: |board| format!("{board:.0}"),
    };
    let chart = Chart::new(svg, (TITLE + PANEL, PANEL), by_board, nodes("nodes generated", all));
    // Marks at intervals distinguish the lines without colours.
    let interval = (boards / 8).max(1);
    for (look, series) in (0..).map(Look).zip(all) {
        let values: Vec<(f64, f64)> = (1..).map(f64::from).zip(series.nodes.iter().copied()).collect();
        chart.line(svg, values.iter().copied(), look);
        for (i, &(x, y)) in values.iter().enumerate() {
            if i % interval == interval / 2 || i + 1 == values.len() {
                look.mark(svg, chart.at(x, y), series.unsolved == 0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(label: &str, bytes: f64, nodes: &[f64], unsolved: usize) -> Series {
        Series { label: label.to_owned(), bytes, nodes: nodes.to_vec(), unsolved }
    }

    #[test]
    fn every_label_and_both_panels_are_there() {
        let all = [series("one & two", 0.0, &[5.0, 1e6, 70.0], 0), series("weak", 1e9, &[1e8], 2)];
        let svg = comparison("A title", &all).unwrap();
        for part in ["A title", "one &amp; two", "weak (2 not solved)", "1 GB", "100 M", "the easiest first"] {
            assert!(svg.contains(part), "{part}");
        }
        assert!(svg.trim_end().ends_with("</svg>"));
    }

    #[test]
    fn the_median_counts_unsolved_boards() {
        let median = |unsolved| series("", 1.0, &[3.0, 1.0, 2.0], unsolved).sorted().median();
        assert_eq!([0, 2, 9].map(median), [Some(2.0), Some(3.0), None]);
    }

    #[test]
    fn nothing_cannot_be_drawn() {
        assert!(matches!(comparison("", &[]), Err(DrawError::Empty)));
        assert!(matches!(comparison("", &[series("", 1.0, &[], 3)]), Err(DrawError::Empty)));
    }
}
