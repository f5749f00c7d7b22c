//! The place on which plotters draws a plot: SVG, or the pixels of a PNG.

use std::error::Error;
use std::io;

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontTransform,
};
use zeno::{Angle, Command, Fill, Join, PathBuilder, Stroke, Style, Transform};

use crate::pieces::write_beside;
use crate::raster::Picture;

/// Pixels for a unit of the plot.
const SCALE: f32 = 2.0;

/// The result of drawing a part of a plot.
pub(crate) type Drawing = Result<(), Box<dyn Error>>;

/// A part of a plot.
pub(crate) type Area<'a> = DrawingArea<PlotBackend<'a>, Shift>;

type Drawn = Result<(), DrawingErrorKind<io::Error>>;

/// One type for both formats, so that plotters' code is compiled once.
pub(crate) enum PlotBackend<'a> {
    Svg(SVGBackend<'a>),
    Png(&'a mut Picture),
}

/// White pixels for a plot of that size; `None` if it is too large.
pub(crate) fn pixels((width, height): (u32, u32)) -> Option<Picture> {
    Picture::of_colour(width as usize * SCALE as usize, height as usize * SCALE as usize, [255; 3])
}

impl DrawingBackend for PlotBackend<'_> {
    type ErrorType = io::Error;

    fn get_size(&self) -> (u32, u32) {
        match self {
            Self::Svg(svg) => svg.get_size(),
            Self::Png(pixels) => ((pixels.width / SCALE as usize) as u32, (pixels.height() / SCALE as usize) as u32),
        }
    }

    fn ensure_prepared(&mut self) -> Drawn {
        if let Self::Svg(svg) = self { svg.ensure_prepared() } else { Ok(()) }
    }

    fn present(&mut self) -> Drawn {
        if let Self::Svg(svg) = self { svg.present() } else { Ok(()) }
    }

    fn draw_pixel(&mut self, at: BackendCoord, colour: BackendColor) -> Drawn {
        self.draw_rect(at, (at.0 + 1, at.1 + 1), &colour, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        match self {
            Self::Svg(svg) => svg.draw_line(from, to, style),
            Self::Png(pixels) => draw(pixels, path([from, to], false), style, false),
        }
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, fill: bool) -> Drawn {
        match self {
            Self::Svg(svg) => svg.draw_rect(from, to, style, fill),
            Self::Png(pixels) => {
                let corners = [from, (to.0, from.1), to, (from.0, to.1)];
                draw(pixels, path(corners, true), style, fill)
            }
        }
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, points: I, style: &S) -> Drawn {
        match self {
            Self::Svg(svg) => svg.draw_path(points, style),
            Self::Png(pixels) => draw(pixels, path(points, false), style, false),
        }
    }

    fn draw_circle<S: BackendStyle>(&mut self, at: BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        match self {
            Self::Svg(svg) => svg.draw_circle(at, radius, style, fill),
            Self::Png(pixels) => {
                let mut circle = Vec::new();
                circle.add_circle((at.0 as f32, at.1 as f32), radius as f32);
                draw(pixels, circle, style, fill)
            }
        }
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, points: I, style: &S) -> Drawn {
        match self {
            Self::Svg(svg) => svg.fill_polygon(points, style),
            Self::Png(pixels) => draw(pixels, path(points, true), style, true),
        }
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        match self {
            Self::Svg(svg) => svg.draw_text(text, style, at),
            Self::Png(pixels) => {
                let across = match style.anchor().h_pos {
                    HPos::Left => 0.0,
                    HPos::Center => 0.5,
                    HPos::Right => 1.0,
                };
                let down = match style.anchor().v_pos {
                    VPos::Top => 0.0,
                    VPos::Center => 0.5,
                    VPos::Bottom => 1.0,
                };
                let turn = match style.transform() {
                    FontTransform::None => 0.0,
                    FontTransform::Rotate90 => 90.0,
                    FontTransform::Rotate180 => 180.0,
                    FontTransform::Rotate270 => 270.0,
                };
                let (at, turn) = ((at.0 as f32 * SCALE, at.1 as f32 * SCALE), Angle::from_degrees(turn));
                let (colour, size) = (style.color().rgb.into(), style.size() * f64::from(SCALE));
                write_beside(pixels, text, colour, size, (across, down), at, turn);
                Ok(())
            }
        }
    }
}

/// A path through points.
fn path(points: impl IntoIterator<Item = BackendCoord>, closed: bool) -> Vec<Command> {
    let mut path = Vec::new();
    for (x, y) in points {
        let point = (x as f32, y as f32);
        if path.is_empty() {
            path.move_to(point)
        } else {
            path.line_to(point)
        };
    }
    if closed {
        path.close();
    }
    path
}

/// Fills a shape, or strokes it.
fn draw(pixels: &mut Picture, shape: Vec<Command>, style: &impl BackendStyle, fill: bool) -> Drawn {
    let BackendColor { rgb: (red, green, blue), alpha } = style.color();
    let stroke = Stroke { width: style.stroke_width() as f32, join: Join::Round, ..Stroke::default() };
    let style = if fill { Style::Fill(Fill::NonZero) } else { Style::Stroke(stroke) };
    pixels.draw(&shape, style, Transform::scale(SCALE, SCALE), ([red, green, blue], alpha));
    Ok(())
}
