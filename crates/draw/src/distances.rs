//! The plot of a person's solution: the fewest moves to the goal after each move, with the moves that were lost.

use crate::DrawError;
use crate::chart::{Axis, Chart, FONT, Look, TITLE, WIDTH, title};
use crate::svg::{Svg, escaped, short};

const PANEL: f64 = 320.0;
/// The height of a panel's heading.
const HEADING: f64 = 34.0;

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
pub fn distances_to_goal(name: &str, lines: &[DistanceLine]) -> Result<String, DrawError> {
    if lines.iter().all(|line| line.distances.iter().all(Option::is_none)) {
        return Err(DrawError::Empty);
    }
    let mut svg = Svg::new(WIDTH, TITLE + PANEL * lines.len() as f64, FONT);
    title(&mut svg, name);
    for (number, line) in lines.iter().enumerate() {
        panel(&mut svg, TITLE + PANEL * number as f64, line);
    }
    Ok(svg.end())
}

fn panel(svg: &mut Svg, top: f64, line: &DistanceLine) {
    let axis = |title, most: usize| Axis {
        title,
        range: 0.0..most.max(1) as f64,
        is_logarithmic: false,
        label: |moves| format!("{moves:.0}"),
    };
    let most = line.distances.iter().flatten().max().map_or(0, |&most| most as usize);
    svg.text((102.0, top + 24.0), r#"font-size="15""#, &line.label);
    let moves = axis("moves made", line.distances.len().saturating_sub(1));
    let chart = Chart::new(svg, (top + HEADING, PANEL - HEADING), moves, axis("moves to go", most));
    let value = |(number, distance): (usize, &Option<u32>)| distance.map(|d| (number as f64, f64::from(d)));
    let values: Vec<Option<(f64, f64)>> = line.distances.iter().enumerate().map(value).collect();
    for run in values.split(Option::is_none).filter(|run| !run.is_empty()) {
        chart.line(svg, run.iter().copied().flatten(), Look(0));
    }
    for (number, sentence) in &line.lost {
        if let Some(Some((x, y))) = values.get(*number) {
            let ((x, y), colour, sentence) = (chart.at(*x, *y), Look(1).colour(), escaped(sentence));
            let (x, y) = (short(x), short(y));
            svg.push(format_args!(
                r#"<circle cx="{x}" cy="{y}" r="5" fill="{colour}"><title>{sentence}</title></circle>"#
            ));
        }
    }
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
}
