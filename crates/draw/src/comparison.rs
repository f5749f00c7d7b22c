//! A plot that compares heuristics or algorithms by their generated nodes and their memory.
//!
//! The upper chart shows the median number of nodes against the memory. The lower chart shows the
//! number of nodes for each board. The boards are sorted by the node counts of the first series.

use crate::DrawError;
use crate::chart::{
    Chart, FONT, Look, PlotAxis, TITLE, WIDTH, decades, legend, legend_height, scaled,
};
use crate::svg::{Svg, short};

/// Height of each of the two charts, in pixels.
const PANEL: f64 = 440.0;

/// A data series: the results of one algorithm with one heuristic on a set of boards.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Name of the series in the legend.
    pub label: String,
    /// Memory in bytes for the tables and for the nodes that the search stored.
    pub bytes: f64,
    /// Results for the boards, which must be in the same order in all series.
    pub boards: Vec<BoardNodes>,
}

/// The result of searching one board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoardNodes {
    /// Number of nodes generated before the board was solved or the search was abandoned.
    pub nodes: f64,
    /// Whether the board was solved. `false` means that the search was abandoned.
    pub is_solved: bool,
}

impl Series {
    /// Returns a copy of this series with all values raised to at least 1, because a logarithmic
    /// axis cannot show 0.
    fn positive(&self) -> Self {
        let positive = |board: &BoardNodes| BoardNodes {
            nodes: board.nodes.max(1.0),
            ..*board
        };
        Self {
            boards: self.boards.iter().map(positive).collect(),
            bytes: self.bytes.max(1.0),
            ..self.clone()
        }
    }

    /// Returns the node counts of all boards in ascending order.
    fn sorted(&self) -> Vec<f64> {
        let mut nodes: Vec<f64> = self.boards.iter().map(|board| board.nodes).collect();
        nodes.sort_by(f64::total_cmp);
        nodes
    }

    /// Returns the median node count of all boards, and whether it is exact. For an even number of
    /// boards, the median is the mean of the two middle counts.
    ///
    /// An abandoned search counted fewer nodes than it needs for a solution. If its count is at or
    /// below the median, the true median can be higher, so the result is only a lower bound.
    fn median(&self) -> (f64, bool) {
        let sorted = self.sorted();
        // For an odd number of boards, both middle counts are the same.
        let lower_middle = sorted[(sorted.len() - 1) / 2];
        let upper_middle = sorted[sorted.len() / 2];
        (
            (lower_middle + upper_middle) / 2.0,
            self.boards
                .iter()
                .all(|board| board.is_solved || board.nodes > upper_middle),
        )
    }

    fn unsolved(&self) -> usize {
        self.boards.iter().filter(|board| !board.is_solved).count()
    }
}

/// Draws a plot of all series as SVG. One chart shows the median number of nodes against the
/// memory. The other one shows the number of nodes for each board.
///
/// All axes are logarithmic, except the axis that lists the boards. A board whose search was
/// abandoned is drawn with a hollow mark.
///
/// # Errors
/// Returns [`DrawError::NoSolvedBoard`] if no series has a solved board.
pub fn comparison(name: &str, series: &[Series]) -> Result<String, DrawError> {
    let all: Vec<Series> = series
        .iter()
        .filter(|s| !s.boards.is_empty())
        .map(Series::positive)
        .collect();
    if all
        .iter()
        .all(|series| series.unsolved() == series.boards.len())
    {
        return Err(DrawError::NoSolvedBoard);
    }
    let label = |series: &Series| match series.unsolved() {
        0 => series.label.clone(),
        n => format!("{} ({n} not solved)", series.label),
    };
    let entries: Vec<_> = all
        .iter()
        .map(|series| (label(series), series.unsolved() == 0))
        .collect();
    let mut svg = Svg::new(WIDTH, TITLE + 2.0 * PANEL + legend_height(&entries), FONT);
    svg.text(
        (WIDTH / 2.0, 30.0),
        r#"text-anchor="middle" font-size="18""#,
        name,
    );
    nodes_against_memory(&mut svg, &all);
    nodes_by_board(&mut svg, &all);
    legend(&mut svg, TITLE + 2.0 * PANEL, &entries);
    Ok(svg.end())
}

/// Creates a vertical axis that shows node counts. Both charts of the plot have this axis.
fn node_axis<'a>(title: &'a str, all: &[Series]) -> PlotAxis<'a> {
    let label = |nodes| scaled(nodes, &["", " k", " M", " G", " T", " P"]);
    PlotAxis {
        title,
        range: decades(
            all.iter()
                .flat_map(|series| &series.boards)
                .map(|board| board.nodes),
        ),
        is_logarithmic: true,
        label,
    }
}

fn nodes_against_memory(svg: &mut Svg, all: &[Series]) {
    let memory = PlotAxis {
        title: "memory: tables, and the nodes kept",
        range: decades(all.iter().map(|s| s.bytes)),
        is_logarithmic: true,
        label: |bytes| scaled(bytes, &[" bytes", " kB", " MB", " GB", " TB", " PB"]),
    };
    let chart = Chart::new(
        svg,
        (TITLE, PANEL),
        memory,
        node_axis("nodes generated: median, least to most", all),
    );
    for (look, series) in (0..).map(Look).zip(all) {
        let sorted = series.sorted();
        let [(x, low), (_, high)] =
            [sorted[0], sorted[sorted.len() - 1]].map(|nodes| chart.at(series.bytes, nodes));
        let (x, low, high, colour) = (short(x), short(low), short(high), look.colour());
        svg.push(format_args!(
            r#"<path d="M{x} {low}V{high}" stroke="{colour}" stroke-width="3" opacity="0.45"/>"#
        ));
    }
    for (look, series) in (0..).map(Look).zip(all) {
        let (median, is_exact) = series.median();
        look.mark(svg, chart.at(series.bytes, median), is_exact);
    }
}

fn nodes_by_board(svg: &mut Svg, all: &[Series]) {
    let boards = all
        .iter()
        .map(|series| series.boards.len())
        .max()
        .unwrap_or(1);
    let first = &all[0];
    let by_board = PlotAxis {
        title: &format!("boards, in the order of the nodes of: {}", first.label),
        range: 0.0..boards as f64 + 0.5,
        is_logarithmic: false,
        label: |board| format!("{board:.0}"),
    };
    let chart = Chart::new(
        svg,
        (TITLE + PANEL, PANEL),
        by_board,
        node_axis("nodes generated", all),
    );
    let mut order: Vec<usize> = (0..first.boards.len()).collect();
    order.sort_by(|&a, &b| f64::total_cmp(&first.boards[a].nodes, &first.boards[b].nodes));
    // For about eight boards of each series, draw the mark of the series instead of a dot. Then the
    // series can be distinguished even without colours.
    let interval = (boards / 8).max(1);
    for (look, series) in (0..).map(Look).zip(all) {
        let places = (1..)
            .map(f64::from)
            .zip(order.iter().filter_map(|&board| series.boards.get(board)));
        for (i, (x, board)) in places.enumerate() {
            let at = chart.at(x, board.nodes);
            if i % interval == interval / 2 {
                look.mark(svg, at, board.is_solved);
            } else {
                look.dot(svg, at, board.is_solved);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(label: &str, bytes: f64, solved: &[f64], unsolved: &[f64]) -> Series {
        let boards = |nodes: &[f64], is_solved| {
            nodes
                .iter()
                .map(move |&nodes| BoardNodes { nodes, is_solved })
                .collect()
        };
        let boards: [Vec<BoardNodes>; 2] = [boards(solved, true), boards(unsolved, false)];
        Series {
            label: label.to_owned(),
            bytes,
            boards: boards.concat(),
        }
    }

    #[test]
    fn the_comparison_draws_every_label_and_both_panels() {
        let all = [
            series("one & two", 0.0, &[5.0, 1e6, 70.0], &[]),
            series("weak", 1e9, &[1e8], &[3e7, 4e7]),
        ];
        let svg = comparison("A title", &all).unwrap();
        for part in [
            "A title",
            "one &amp; two",
            "weak (2 not solved)",
            "1 GB",
            "100 M",
            "nodes of: one &amp; two",
        ] {
            assert!(svg.contains(part), "{part}");
        }
        assert!(svg.trim_end().ends_with("</svg>"));
    }

    #[test]
    fn labels_never_overlap() {
        let long = "a heuristic with a name that is far too long for a column".repeat(3);
        let svg = comparison(
            "",
            &[
                series(&long, 1.0, &[5.0], &[]),
                series("b", 1.0, &[6.0], &[]),
            ],
        )
        .unwrap();
        let legend: Vec<&str> = svg
            .lines()
            .filter(|line| line.contains(r#"font-size="12.5""#))
            .collect();
        let at = |line: &str| {
            line.split("x=\"")
                .nth(1)
                .and_then(|rest| rest.split('"').next()?.parse::<f64>().ok())
        };
        assert_eq!(at(legend[0]), at(legend[1]), "one column: {legend:?}");
        assert!(
            legend[0].contains('…') && legend[0].chars().count() < 250,
            "{}",
            legend[0]
        );
    }

    #[test]
    fn the_median_counts_unsolved_boards() {
        let median = |unsolved: &[f64]| series("", 1.0, &[3.0, 1.0, 2.0], unsolved).median();
        assert_eq!(
            [
                median(&[]),
                median(&[9.0, 9.0]),
                median(&[2.0]),
                median(&[9.0])
            ],
            [(2.0, true), (3.0, true), (2.0, false), (2.5, true)]
        );
    }
}
