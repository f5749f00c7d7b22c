//! The plot of an anytime search: how much longer than the shortest its solutions are, as time goes on.

use crate::DrawError;
use crate::chart::{Axis, Chart, FONT, Look, TITLE, WIDTH, decades, legend, legend_height, title};
use crate::svg::Svg;

const PANEL: f64 = 480.0;

/// A line of the plot: the excess from each moment to the next.
#[derive(Debug, Clone, PartialEq)]
pub struct ExcessLine {
    /// Its name in the legend.
    pub label: String,
    /// Seconds, ascending, and the excess from then on in percent.
    pub steps: Vec<(f64, f64)>,
}

/// Lines that fall in steps, over logarithmic time.
///
/// # Errors
/// [`DrawError::Empty`] if no line has a step.
pub fn excess_over_time(name: &str, lines: &[ExcessLine]) -> Result<String, DrawError> {
    let steps = || lines.iter().flat_map(|line| &line.steps);
    if steps().next().is_none() {
        return Err(DrawError::Empty);
    }
    let mut svg = Svg::new(WIDTH, TITLE + PANEL + legend_height(lines.len()), FONT);
    title(&mut svg, name);
    let time = Axis {
        title: "time",
        range: decades(steps().map(|step| step.0)),
        is_logarithmic: true,
        label: |seconds| if seconds < 1.0 { format!("{:.0} ms", seconds * 1e3) } else { format!("{seconds:.0} s") },
    };
    let excess = Axis {
        title: "moves beyond the shortest solution",
        range: 0.0..steps().map(|step| step.1).fold(1.0, f64::max) * 1.05,
        is_logarithmic: false,
        label: |percent| format!("{percent:.0} %"),
    };
    let chart = Chart::new(&mut svg, (TITLE, PANEL), time, excess);
    for (look, line) in (0..).map(Look).zip(lines) {
        let corners = corners(&line.steps);
        chart.line(&mut svg, corners.iter().copied(), look);
        if let Some(&(x, y)) = corners.last() {
            look.mark(&mut svg, chart.at(x, y), true);
        }
    }
    let entries: Vec<_> = lines.iter().map(|line| (line.label.as_str(), true)).collect();
    legend(&mut svg, TITLE + PANEL, &entries);
    Ok(svg.end())
}

/// The corners of a line that stays level until the next step.
fn corners(steps: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut corners = Vec::new();
    for (index, &step) in steps.iter().enumerate() {
        if let Some(before) = index.checked_sub(1) {
            corners.push((step.0, steps[before].1));
        }
        corners.push(step);
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_level_between_steps() {
        assert_eq!(corners(&[(1.0, 9.0), (2.0, 4.0)]), [(1.0, 9.0), (2.0, 9.0), (2.0, 4.0)]);
    }

    #[test]
    fn labels_and_axes_are_there() {
        let line = ExcessLine { label: "mean".to_owned(), steps: vec![(0.02, 12.0), (1.5, 3.0), (10.0, 3.0)] };
        let svg = excess_over_time("A title", &[line]).unwrap();
        for part in ["A title", "mean", "100 ms", "1 s", "10 %"] {
            assert!(svg.contains(part), "{part}");
        }
        assert!(matches!(excess_over_time("", &[]), Err(DrawError::Empty)));
    }

    /// There are seven colours; lines after the seventh were left out.
    #[test]
    fn every_line_is_drawn() {
        let line = |i: usize| ExcessLine { label: format!("line {i}"), steps: vec![(0.1, 9.0), (1.0, i as f64)] };
        let svg = excess_over_time("", &(0..10).map(line).collect::<Vec<_>>()).unwrap();
        assert_eq!(svg.matches("<polyline").count(), 10);
        assert!((0..10).all(|i| svg.contains(&format!("line {i}<"))));
    }
}
