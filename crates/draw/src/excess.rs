//! The plot of an anytime search: how much longer than the shortest its solutions are, as time goes on.

use plotters::prelude::*;

use crate::axis::decades;
use crate::plot::{DrawError, FAINT, INK, text};
use crate::plot_backend::Drawing;
use crate::plot_backend::PlotBackend;
use crate::series::COLOURS;

const SIZE: (u32, u32) = (1000, 520);

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
/// [`DrawError::Empty`] if no line has a step, [`DrawError::Plot`] if the plotting library fails.
pub fn excess_over_time(title: &str, lines: &[ExcessLine]) -> Result<String, DrawError> {
    if lines.iter().all(|line| line.steps.is_empty()) {
        return Err(DrawError::Empty);
    }
    let mut svg = String::new();
    draw(&mut svg, title, lines).map_err(|error| DrawError::Plot(error.to_string()))?;
    Ok(svg)
}

fn draw(svg: &mut String, title: &str, lines: &[ExcessLine]) -> Drawing {
    let picture = PlotBackend::Svg(SVGBackend::with_string(svg, SIZE)).into_drawing_area();
    picture.fill(&WHITE)?;
    let steps = || lines.iter().flat_map(|line| &line.steps);
    let most = steps().map(|step| step.1).fold(1.0, f64::max);
    let mut chart = ChartBuilder::on(&picture)
        .caption(title, text(22))
        .margin(10)
        .margin_right(40)
        .x_label_area_size(58)
        .y_label_area_size(72)
        .build_cartesian_2d(decades(steps().map(|step| step.0)).log_scale(), 0.0..most * 1.05)?;
    chart
        .configure_mesh()
        .x_desc("time")
        .y_desc("moves beyond the shortest solution")
        .x_labels(10)
        .x_label_formatter(&|seconds| {
            if *seconds < 1.0 { format!("{:.0} ms", seconds * 1e3) } else { format!("{seconds:.0} s") }
        })
        .y_label_formatter(&|percent| format!("{percent:.0} %"))
        .axis_desc_style(text(16))
        .label_style(text(14))
        .bold_line_style(FAINT)
        .light_line_style(WHITE)
        .axis_style(INK)
        .draw()?;
    for (line, colour) in lines.iter().zip(COLOURS) {
        chart
            .draw_series([PathElement::new(corners(&line.steps), colour.stroke_width(2))])?
            .label(line.label.clone())
            .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 24, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE)
        .border_style(FAINT)
        .label_font(text(15))
        .legend_area_size(34)
        .draw()?;
    picture.present()?;
    Ok(())
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
}
