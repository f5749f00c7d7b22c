//! The plot that compares heuristics and algorithms: nodes against memory, and nodes board by board.

use std::error::Error;

use plotters::coord::combinators::LogCoord;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::axis::{bytes, count, decades, stands_alone};
use crate::plot_backend::{Area, Drawing, PlotBackend, pixels};
use crate::series::{PlottedSeries, Series};

type Chart<'a, X> = ChartContext<'a, PlotBackend<'a>, Cartesian2d<X, LogCoord<f64>>>;

const WIDTH: u32 = 1000;
const PANEL: u32 = 440;
const TITLE: u32 = 50;
/// The line height of the legend.
const ENTRY: u32 = 24;
pub(crate) const INK: RGBColor = RGBColor(40, 44, 52);
pub(crate) const FAINT: RGBColor = RGBColor(226, 229, 233);
/// An error that prevents a picture.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// There is nothing to draw.
    #[error("nothing to draw: no board was solved")]
    Empty,
    /// The plotting library or the encoder failed.
    #[error("cannot draw: {0}")]
    Plot(String),
}

/// Two plots, one above the other, and a legend: median nodes against memory, both logarithmic; and for each series
/// the nodes of its boards, the easiest first.
///
/// # Errors
/// [`DrawError::Empty`] if no series has a solved board, [`DrawError::Plot`] if the plotting library fails.
pub fn comparison(title: &str, series: &[Series]) -> Result<String, DrawError> {
    let drawn = plotted(series)?;
    let mut svg = String::new();
    draw(PlotBackend::Svg(SVGBackend::with_string(&mut svg, size(&drawn))), title, &drawn)?;
    Ok(svg)
}

/// Draws [`comparison`] as a PNG, twice as large.
///
/// # Errors
/// As [`comparison`], and [`DrawError::Plot`] if the picture is too large.
pub fn comparison_png(title: &str, series: &[Series]) -> Result<Vec<u8>, DrawError> {
    let drawn = plotted(series)?;
    let too_large = || DrawError::Plot("the picture is too large; write SVG".to_owned());
    let mut pixels = pixels(size(&drawn)).ok_or_else(too_large)?;
    draw(PlotBackend::Png(&mut pixels), title, &drawn)?;
    pixels.png().map_err(|error| DrawError::Plot(error.to_string()))
}

/// The series that have a solved board.
fn plotted(series: &[Series]) -> Result<Vec<PlottedSeries>, DrawError> {
    let drawn: Vec<PlottedSeries> =
        series.iter().filter(|s| !s.nodes.is_empty()).enumerate().map(PlottedSeries::new).collect();
    if drawn.is_empty() { Err(DrawError::Empty) } else { Ok(drawn) }
}

/// The size of the picture, with the legend.
fn size(drawn: &[PlottedSeries]) -> (u32, u32) {
    let legend = ENTRY * drawn.len().div_ceil(2) as u32 + 40;
    (WIDTH, TITLE + 2 * PANEL + legend)
}

pub(crate) fn text(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

fn draw(backend: PlotBackend, title: &str, all: &[PlottedSeries]) -> Result<(), DrawError> {
    draw_on(&backend.into_drawing_area(), title, all).map_err(|error| DrawError::Plot(error.to_string()))
}

fn draw_on(picture: &Area, title: &str, all: &[PlottedSeries]) -> Drawing {
    picture.fill(&WHITE)?;
    let centred = text(22).pos(Pos::new(HPos::Center, VPos::Center));
    picture.draw(&Text::new(title.to_owned(), (WIDTH as i32 / 2, TITLE as i32 / 2), centred))?;
    let (_, below) = picture.split_vertically(TITLE);
    let (upper, below) = below.split_vertically(PANEL);
    let (lower, _) = below.split_vertically(PANEL);
    nodes_against_memory(picture, &upper, all)?;
    nodes_by_board(picture, &lower, all)?;
    write_legend(picture, all)?;
    picture.present()?;
    Ok(())
}

/// A chart with the nodes on its logarithmic vertical axis.
fn chart<'a, X>(
    panel: &Area<'a>,
    series: &[PlottedSeries],
    x: X,
    (x_title, y_title): (&str, &str),
    x_label: &dyn Fn(&f64) -> String,
) -> Result<Chart<'a, X::CoordDescType>, Box<dyn Error>>
where
    X: AsRangedCoord<Value = f64, CoordDescType: ValueFormatter<f64>>,
{
    let nodes = decades(series.iter().flat_map(|s| [s.least(), s.largest()]));
    let mut chart = ChartBuilder::on(panel)
        .margin(10)
        .margin_right(40)
        .x_label_area_size(58)
        .y_label_area_size(92)
        .build_cartesian_2d(x, nodes.log_scale())?;
    chart
        .configure_mesh()
        .x_desc(x_title)
        .y_desc(y_title)
        .x_label_formatter(x_label)
        .y_label_formatter(&|n| count(*n))
        .axis_desc_style(text(16))
        .label_style(text(14))
        .bold_line_style(FAINT)
        .light_line_style(WHITE)
        .axis_style(INK)
        .draw()?;
    Ok(chart)
}

fn nodes_against_memory(picture: &Area, panel: &Area, all: &[PlottedSeries]) -> Drawing {
    let memory = decades(all.iter().map(|s| s.bytes)).log_scale();
    let titles = ("memory: tables, and the nodes kept", "nodes generated: median, least to most");
    let mut chart = chart(panel, all, memory, titles, &|b| if stands_alone(*b) { bytes(*b) } else { String::new() })?;
    for series in all {
        let range = [(series.bytes, series.least()), (series.bytes, series.largest())];
        chart.draw_series([PathElement::new(range.to_vec(), series.colour.mix(0.45).stroke_width(3))])?;
    }
    for series in all {
        let at = chart.backend_coord(&(series.bytes, series.median().unwrap_or(series.largest())));
        series.mark(picture, at)?;
    }
    Ok(())
}

fn nodes_by_board(picture: &Area, panel: &Area, all: &[PlottedSeries]) -> Drawing {
    let boards = all.iter().map(|s| s.nodes.len() + s.unsolved).max().unwrap_or(1);
    let titles = ("boards, the easiest first for each", "nodes generated");
    let mut chart = chart(panel, all, 0.0..boards as f64 + 0.5, titles, &|b| format!("{b:.0}"))?;
    // Marks at intervals distinguish the lines without colours.
    let interval = (boards / 8).max(1);
    for series in all {
        let points: Vec<(f64, f64)> = (1..).map(f64::from).zip(series.nodes.iter().copied()).collect();
        chart.draw_series([PathElement::new(points.clone(), series.colour.stroke_width(2))])?;
        for (i, point) in points.iter().enumerate() {
            if i % interval == interval / 2 || i + 1 == points.len() {
                series.mark(picture, chart.backend_coord(point))?;
            }
        }
    }
    Ok(())
}

/// Writes the legend in two columns below the plots.
fn write_legend(picture: &Area, all: &[PlottedSeries]) -> Drawing {
    let top = TITLE + 2 * PANEL + 20;
    let rows = all.len().div_ceil(2);
    for (i, series) in all.iter().enumerate() {
        let x = if i < rows { 100 } else { WIDTH as i32 / 2 + 40 };
        let y = top as i32 + (i % rows) as i32 * ENTRY as i32;
        picture.draw(&PathElement::new(vec![(x - 16, y), (x + 16, y)], series.colour.stroke_width(2)))?;
        series.mark(picture, (x, y))?;
        let label = match series.unsolved {
            0 => series.label.clone(),
            n => format!("{} ({n} not solved)", series.label),
        };
        let left = text(15).pos(Pos::new(HPos::Left, VPos::Center));
        picture.draw(&Text::new(label, (x + 26, y), left))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::Picture;
    use crate::series::COLOURS;

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
    fn pixels_have_the_colours_of_the_svg() {
        let all = [series("one", 1e3, &[5.0, 1e6, 70.0], 0), series("weak", 1e9, &[1e8], 2)];
        let png = Picture::of_png(&comparison_png("A title", &all).unwrap());
        let (width, height) = size(&plotted(&all).unwrap());
        assert_eq!((png.width, png.height(), width), (2 * width as usize, 2 * height as usize, WIDTH));
        let count =
            |colour: RGBColor| png.pixels.iter().filter(|pixel| **pixel == [colour.0, colour.1, colour.2, 255]).count();
        // Marks and lines of the series, and text; other series have no pixels.
        assert!(count(COLOURS[0]) > 2000 && count(COLOURS[1]) > 200 && count(INK) > 2000 && count(COLOURS[2]) == 0);
        // The title is in the middle of its line, and the titles of the axes stand at the left of their panels.
        let ink = |left: u32, right: u32, top: u32, bottom: u32| {
            let dark = |x, y| png.colour(x as usize, y as usize)[0] < 100;
            (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))).filter(|&(x, y)| dark(x, y)).count()
        };
        assert!(ink(900, 1100, 20, 80) > 300 && ink(0, 800, 0, 2 * TITLE) == 0);
        assert!(ink(0, 70, 2 * TITLE, 2 * (TITLE + PANEL)) > 1000);
    }

    #[test]
    fn nothing_cannot_be_drawn() {
        assert!(matches!(comparison("", &[]), Err(DrawError::Empty)));
        assert!(matches!(comparison_png("", &[]), Err(DrawError::Empty)));
        assert!(matches!(comparison("", &[series("", 1.0, &[], 3)]), Err(DrawError::Empty)));
    }
}
