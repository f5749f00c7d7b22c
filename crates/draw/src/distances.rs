//! The plot of a person's solution: the fewest moves to the goal after each move, with the moves that were lost.

use std::fmt::Write;

use crate::plot::{DrawError, FAINT, INK};
use crate::series::COLOURS;

const WIDTH: usize = 1000;
const TITLE: usize = 50;
const PANEL: usize = 320;
/// The space around the axes of a panel.
const LEFT: usize = 70;
const RIGHT: usize = 30;
const TOP: usize = 40;
const BOTTOM: usize = 54;

/// A panel of the plot: the solution in one metric.
#[derive(Debug, Clone, PartialEq)]
pub struct DistanceLine {
    /// Its heading.
    pub label: String,
    /// The fewest moves to the goal from each position, the start first; `None` where it is not known.
    pub distances: Vec<Option<u32>>,
    /// The lost moves: their numbers, from 1, and a sentence about each.
    pub lost: Vec<(usize, String)>,
}

/// A panel for each line, one below the other, as SVG.
///
/// # Errors
/// [`DrawError::Empty`] if no distance is known.
pub fn distances_to_goal(title: &str, lines: &[DistanceLine]) -> Result<String, DrawError> {
    if lines.iter().all(|line| line.distances.iter().all(Option::is_none)) {
        return Err(DrawError::Empty);
    }
    let mut svg = String::new();
    draw(&mut svg, title, lines).map_err(|error| DrawError::Plot(error.to_string()))?;
    Ok(svg)
}

fn draw(svg: &mut String, title: &str, lines: &[DistanceLine]) -> std::fmt::Result {
    let height = TITLE + PANEL * lines.len();
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" font-family="sans-serif" fill="{ink}">"#,
        ink = hex(INK)
    )?;
    writeln!(svg, r##"<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>"##)?;
    text(svg, (WIDTH / 2, 32), "middle", 22, title)?;
    for (number, line) in lines.iter().enumerate() {
        writeln!(svg, r#"<g transform="translate(0 {})">"#, TITLE + PANEL * number)?;
        panel(svg, line)?;
        writeln!(svg, "</g>")?;
    }
    writeln!(svg, "</svg>")
}

fn panel(svg: &mut String, line: &DistanceLine) -> std::fmt::Result {
    let moves = line.distances.len().saturating_sub(1).max(1);
    let most = line.distances.iter().flatten().copied().max().unwrap_or(0).max(1) as usize;
    let x = |number: usize| LEFT + number * (WIDTH - LEFT - RIGHT) / moves;
    let y = |distance: usize| PANEL - BOTTOM - distance * (PANEL - TOP - BOTTOM) / most;
    text(svg, (LEFT, 24), "start", 16, &line.label)?;
    let (left, right, bottom) = (LEFT, WIDTH - RIGHT, y(0));
    for distance in (0..=most).step_by(step(most)) {
        let (at, colour) = (y(distance), hex(if distance == 0 { INK } else { FAINT }));
        writeln!(svg, r#"<path d="M{left} {at}H{right}" stroke="{colour}"/>"#)?;
        text(svg, (LEFT - 8, at + 5), "end", 14, &distance.to_string())?;
    }
    for number in (0..=moves).step_by(step(moves)) {
        text(svg, (x(number), bottom + 20), "middle", 14, &number.to_string())?;
    }
    text(svg, ((left + right) / 2, bottom + 42), "middle", 15, "moves made")?;
    let middle = (TOP + bottom) / 2;
    writeln!(svg, r#"<g transform="translate(20 {middle}) rotate(-90)">"#)?;
    text(svg, (0, 5), "middle", 15, "moves to go")?;
    writeln!(svg, "</g>")?;
    let known =
        line.distances.iter().enumerate().map(|(number, distance)| distance.map(|d| (x(number), y(d as usize))));
    let points: Vec<Option<(usize, usize)>> = known.collect();
    for run in points.split(Option::is_none).filter(|run| !run.is_empty()) {
        let run: Vec<String> = run.iter().flatten().map(|(x, y)| format!("{x},{y}")).collect();
        let (run, colour) = (run.join(" "), hex(COLOURS[0]));
        writeln!(svg, r#"<polyline points="{run}" fill="none" stroke="{colour}" stroke-width="2"/>"#)?;
    }
    for (number, sentence) in &line.lost {
        if let Some(Some((x, y))) = points.get(*number) {
            let (colour, sentence) = (hex(COLOURS[1]), escaped(sentence));
            writeln!(svg, r#"<circle cx="{x}" cy="{y}" r="5" fill="{colour}"><title>{sentence}</title></circle>"#)?;
        }
    }
    Ok(())
}

/// The distance between two labels of an axis that ends at `most`: 1, 2 or 5 times a power of ten, for at most ten
/// steps.
fn step(most: usize) -> usize {
    let powers = std::iter::successors(Some(1), |power| Some(power * 10));
    powers.flat_map(|power| [1, 2, 5].map(|digit| digit * power)).find(|step| most / step <= 10).unwrap_or(most)
}

fn text(svg: &mut String, (x, y): (usize, usize), anchor: &str, size: u32, text: &str) -> std::fmt::Result {
    let text = escaped(text);
    writeln!(svg, r#"<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}">{text}</text>"#)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn hex(colour: plotters::style::RGBColor) -> String {
    format!("#{:02x}{:02x}{:02x}", colour.0, colour.1, colour.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_moves_are_marked_and_unknown_distances_leave_a_gap() {
        let distances = vec![Some(2), Some(3), None, Some(1), Some(0)];
        let line = DistanceLine { label: "one < two".to_owned(), distances, lost: vec![(1, "move 1".to_owned())] };
        let svg = distances_to_goal("A title", std::slice::from_ref(&line)).unwrap();
        assert_eq!((svg.matches("<polyline").count(), svg.matches("<circle").count()), (2, 1), "{svg}");
        for part in ["A title", "one &lt; two", "<title>move 1</title>", "moves to go"] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        let unknown = DistanceLine { distances: vec![None; 3], ..line };
        assert!(matches!(distances_to_goal("", &[unknown]), Err(DrawError::Empty)));
    }

    #[test]
    fn axes_have_few_labels() {
        assert_eq!([1, 10, 11, 52, 80, 240].map(step), [1, 1, 2, 5, 10, 50]);
    }
}
