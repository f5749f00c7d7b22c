//! Charts with axes, marks and a legend, which are the building blocks of plots.

use std::ops::Range;

use crate::svg::{Colour, Svg, hex, points, short};

/// Width of a plot, in pixels.
pub(crate) const WIDTH: f64 = 1000.0;
/// Height of a plot's title, in pixels.
pub(crate) const TITLE: f64 = 50.0;
/// Height of one line in the legend, in pixels.
const ENTRY: f64 = 24.0;
pub(crate) const FONT: &str = "sans-serif";
const INK: &str = "#282c34";
const FAINT: &str = "#e2e5e9";

/// Colours of the data series, which people with any kind of colour blindness can distinguish
/// (Okabe and Ito 2008). The yellow of their palette is omitted, because it is hard to see on
/// white.
const COLOURS: [Colour; 7] = [
    [0, 114, 178],
    [213, 94, 0],
    [0, 158, 115],
    [204, 121, 167],
    [86, 180, 233],
    [230, 159, 0],
    [70, 70, 70],
];

/// The colour and the mark that identify a data series in a plot. Both are chosen by the index of
/// the series. Series with the same colour have different marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look(pub(crate) usize);

impl Look {
    pub(crate) fn colour(self) -> String {
        hex(COLOURS[self.0 % COLOURS.len()]).to_string()
    }

    /// Draws the mark of a data series at the point `(x, y)`. It is filled if `filled` is true, and
    /// hollow otherwise.
    pub(crate) fn mark(self, svg: &mut Svg, (x, y): (f64, f64), filled: bool) {
        let colour = self.colour();
        let paint = format!(
            r##"fill="{}" stroke="{colour}" stroke-width="2""##,
            if filled { &colour } else { "#fff" }
        );
        let corners: &[(f64, f64)] = match (self.0 + 2 * (self.0 / COLOURS.len())) % 4 {
            0 => {
                return svg.push(format_args!(
                    r#"<circle cx="{}" cy="{}" r="6" {paint}/>"#,
                    short(x),
                    short(y)
                ));
            }
            1 => &[(-7.0, 6.0), (7.0, 6.0), (0.0, -7.0)],
            2 => &[(-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0)],
            _ => &[(0.0, -8.0), (8.0, 0.0), (0.0, 8.0), (-8.0, 0.0)],
        };
        let corners = points(corners.iter().map(|(dx, dy)| (x + dx, y + dy)));
        svg.push(format_args!(r#"<polygon points="{corners}" {paint}/>"#));
    }

    /// Draws a small dot in the colour of a data series. It is filled if `filled` is true, and
    /// hollow otherwise.
    pub(crate) fn dot(self, svg: &mut Svg, (x, y): (f64, f64), filled: bool) {
        let colour = self.colour();
        let fill = if filled { &colour } else { "#fff" };
        let (x, y) = (short(x), short(y));
        svg.push(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="2.5" fill="{fill}" stroke="{colour}"/>"#
        ));
    }
}

/// An axis of a chart, with its title, range, scale and labels.
pub(crate) struct PlotAxis<'a> {
    pub(crate) title: &'a str,
    pub(crate) range: Range<f64>,
    pub(crate) is_logarithmic: bool,
    /// A function that formats a value as a label of the axis.
    pub(crate) label: fn(f64) -> String,
}

impl PlotAxis<'_> {
    /// Returns the position of a value on the axis: 0 at the start, 1 at the end, and a fraction
    /// between them.
    fn share(&self, value: f64) -> f64 {
        let place = |value: f64| {
            if self.is_logarithmic {
                value.log10()
            } else {
                value
            }
        };
        (place(value) - place(self.range.start)) / (place(self.range.end) - place(self.range.start))
    }

    /// Returns the values at which the axis has labels.
    ///
    /// A logarithmic axis has labels at the powers of ten. If it spans less than three decades, it
    /// also has labels at 2 and 5 times each power. A linear axis has at most eleven labels, at
    /// intervals of 1, 2 or 5 times a power of ten.
    fn labelled(&self) -> Vec<f64> {
        let inside = |value: &f64| *value <= self.range.end * (1.0 + 1e-9);
        if self.is_logarithmic {
            let digits: &[f64] = if self.range.end / self.range.start < 1e3 {
                &[1.0, 2.0, 5.0]
            } else {
                &[1.0]
            };
            let powers = (0..)
                .map(|power| self.range.start * 10f64.powi(power))
                .take_while(inside);
            return powers
                .flat_map(|power| digits.iter().map(move |digit| digit * power))
                .filter(inside)
                .collect();
        }
        let length = self.range.end - self.range.start;
        let steps = (0..).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)));
        let step = steps
            .into_iter()
            .find(|step| length / step <= 10.0)
            .unwrap_or(length);
        (0..)
            .map(|i| self.range.start + f64::from(i) * step)
            .take_while(inside)
            .collect()
    }
}

/// Returns the smallest range between two powers of ten that contains all positive values and spans
/// at least one decade.
pub(crate) fn decades(values: impl Iterator<Item = f64>) -> Range<f64> {
    let (least, most) = values
        .filter(|v| v.is_finite() && *v > 0.0)
        .fold((f64::INFINITY, 0.0f64), |(least, most), v| {
            (least.min(v), most.max(v))
        });
    if most == 0.0 {
        return 1.0..10.0;
    }
    let low = least.log10().floor();
    let high = most.log10().ceil().max(low + 1.0);
    10f64.powf(low)..10f64.powf(high)
}

/// Formats a number with the largest unit that does not exceed it, such as `100 MB`. Each unit in
/// `units` is 1000 times the previous one.
pub(crate) fn scaled(value: f64, units: &[&str]) -> String {
    // Add a small number, because rounding errors can make the logarithm of a power of 1000
    // slightly too small.
    let thousands = ((value.max(1.0).log10() + 1e-9) / 3.0)
        .floor()
        .min(units.len() as f64 - 1.0);
    format!(
        "{:.0}{}",
        value / 1000f64.powf(thousands),
        units[thousands as usize]
    )
}

/// The area of a plot between a horizontal and a vertical axis.
pub(crate) struct Chart<'a> {
    x: PlotAxis<'a>,
    y: PlotAxis<'a>,
    top: f64,
    bottom: f64,
}

impl<'a> Chart<'a> {
    const LEFT: f64 = 102.0;
    const RIGHT: f64 = 40.0;
    /// Height of the space below the chart for the labels and the title of the horizontal axis, in
    /// pixels.
    const BELOW: f64 = 68.0;

    /// Draws the axes with their grid lines, labels and titles. Together with its labels, the chart
    /// extends vertically from `top` to `top + height`, in pixels.
    pub(crate) fn new(
        svg: &mut Svg,
        (top, height): (f64, f64),
        x: PlotAxis<'a>,
        y: PlotAxis<'a>,
    ) -> Self {
        let chart = Self {
            x,
            y,
            top: top + 10.0,
            bottom: top + height - Self::BELOW,
        };
        let (left, right) = (Self::LEFT, WIDTH - Self::RIGHT);
        let (top, bottom) = (chart.top, chart.bottom);
        for value in chart.x.labelled() {
            let x = short(chart.at(value, chart.y.range.start).0);
            svg.push(format_args!(
                r#"<path d="M{x} {top}V{bottom}" stroke="{FAINT}"/><path d="M{x} {bottom}v5" stroke="{INK}"/>"#
            ));
            svg.text(
                (x, bottom + 20.0),
                r#"text-anchor="middle" font-size="11.5""#,
                &(chart.x.label)(value),
            );
        }
        for value in chart.y.labelled() {
            let y = short(chart.at(chart.x.range.start, value).1);
            svg.push(format_args!(
                r#"<path d="M{left} {y}H{right}" stroke="{FAINT}"/><path d="M{left} {y}h-5" stroke="{INK}"/>"#
            ));
            svg.text(
                (left - 10.0, y + 4.0),
                r#"text-anchor="end" font-size="11.5""#,
                &(chart.y.label)(value),
            );
        }
        svg.push(format_args!(
            r#"<path d="M{left} {top}V{bottom}H{right}" stroke="{INK}" fill="none"/>"#
        ));
        let middle = ((left + right) / 2.0, bottom + 46.0);
        svg.text(
            middle,
            r#"text-anchor="middle" font-size="13""#,
            chart.x.title,
        );
        let upwards = format!(
            r#"text-anchor="middle" font-size="13" transform="rotate(-90 20 {y})""#,
            y = (top + bottom) / 2.0
        );
        svg.text((20.0, (top + bottom) / 2.0), &upwards, chart.y.title);
        chart
    }

    /// Converts a pair of values to a point in the picture, in pixels.
    pub(crate) fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let across = Self::LEFT + self.x.share(x) * (WIDTH - Self::LEFT - Self::RIGHT);
        (
            across,
            self.bottom - self.y.share(y) * (self.bottom - self.top),
        )
    }
}

/// Maximum length of a label in a legend with two columns, in characters. If any label is longer,
/// the legend has only one column.
const MAX_COLUMN_LABEL: usize = 60;

/// Maximum length of a label in a legend with one column, in characters. Longer labels are
/// truncated.
const MAX_LABEL: usize = 125;

/// Returns the number of rows in a legend. The legend has two columns if all labels are short.
///
/// Each entry consists of the label of a data series and a flag that says whether the mark of the
/// series is filled.
fn rows(entries: &[(String, bool)]) -> usize {
    let is_short = entries
        .iter()
        .all(|(label, _)| label.chars().count() <= MAX_COLUMN_LABEL);
    if is_short {
        entries.len().div_ceil(2)
    } else {
        entries.len()
    }
}

/// Returns the height of a legend in pixels, including its margins.
pub(crate) fn legend_height(entries: &[(String, bool)]) -> f64 {
    ENTRY * rows(entries) as f64 + 30.0
}

/// Draws a legend below the vertical position `top`. Each entry consists of the label of a data
/// series and a flag that says whether the mark of the series is filled.
pub(crate) fn legend(svg: &mut Svg, top: f64, entries: &[(String, bool)]) {
    let rows = rows(entries);
    for (i, (label, filled)) in entries.iter().enumerate() {
        let x = if i < rows { 100.0 } else { WIDTH / 2.0 + 40.0 };
        let y = top + 10.0 + (i % rows) as f64 * ENTRY;
        Look(i).mark(svg, (x, y), *filled);
        let mut label = label.clone();
        if let Some((end, _)) = label.char_indices().nth(MAX_LABEL) {
            label.replace_range(end.., "…");
        }
        svg.text((x + 26.0, y + 4.0), r#"font-size="12.5""#, &label);
    }
}
