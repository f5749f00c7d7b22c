//! Creates scenes from solutions of block puzzles.

use fifteen_blocks::{CellKind, Direction, Move, Puzzle};

use super::{Ground, MapCell, Scene, ScenePiece, SceneStep, Tint, map_cell};

impl Scene {
    /// Creates a scene from the solution of a block puzzle.
    ///
    /// The caption of a position contains the number of the move, the piece and its path. For
    /// example, `12. A RRD` means that in move 12, piece A goes two cells right and one cell down.
    pub fn of_blocks(puzzle: &Puzzle, moves: &[Move]) -> Self {
        let width = puzzle.width();
        let ground = |(i, cell): (usize, &CellKind)| match cell {
            CellKind::Outside => Ground::Outside,
            CellKind::Wall => Ground::Wall,
            CellKind::Floor if puzzle.gate_at(i).is_some() => Ground::Gate,
            CellKind::Floor => Ground::Floor,
        };
        let targets = puzzle.goal().map_or(&[][..], |goal| &goal.pieces);
        let goal = targets.iter().flat_map(|target| {
            let (x0, y0) = map_cell(width, target.cell);
            target
                .shape
                .offsets()
                .iter()
                .map(move |&(x, y)| (x0 + x, y0 + y))
        });
        let is_target = |i: usize| {
            let group = puzzle.pieces()[i].group;
            targets
                .iter()
                .any(|p| p.piece == Some(i) || (p.group.is_some() && p.group == group))
        };
        let pieces = puzzle
            .pieces()
            .iter()
            .enumerate()
            .map(|(i, piece)| ScenePiece {
                label: piece.label.to_string(),
                cells: piece.shape.offsets().to_vec(),
                tint: if is_target(i) {
                    Tint::Target
                } else {
                    Tint::Plain
                },
            });
        let mut anchors: Vec<MapCell> = puzzle
            .start()
            .anchors()
            .map(|anchor| map_cell(width, anchor))
            .collect();
        let mut steps = vec![SceneStep::start(anchors.clone())];
        for (i, m) in moves.iter().enumerate() {
            let path: Vec<MapCell> = m.path.iter().copied().map(Direction::delta).collect();
            for (x, y) in &path {
                let anchor = &mut anchors[m.piece];
                *anchor = (anchor.0 + x, anchor.1 + y);
            }
            let caption = format!(
                "{}. {} {}",
                i + 1,
                puzzle.pieces()[m.piece].label,
                m.letters()
            );
            steps.push(SceneStep {
                caption,
                anchors: anchors.clone(),
                moved: Some(m.piece),
                path,
            });
        }
        let ground = puzzle.cells().iter().enumerate().map(ground).collect();
        Scene {
            width,
            ground,
            goal: goal.collect(),
            pieces: pieces.collect(),
            steps,
        }
    }
}

/// Returns a title for a picture, such as `Red Donkey: 116 unit moves`. If `length` is `None`, the
/// title is only the name.
pub fn block_title(name: Option<&str>, length: Option<u32>, metric: Option<&str>) -> String {
    let name = name.unwrap_or("Puzzle");
    match length {
        Some(1) => format!("{name}: 1 {} move", metric.unwrap_or_default()),
        Some(length) => format!("{name}: {length} {} moves", metric.unwrap_or_default()),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fifteen_blocks::format;

    #[test]
    fn gates_are_distinguished_from_floor_and_walls() {
        let [entry] = &format::parse("gate: - for A\nstart    goal\nAB-#     ..A\n").unwrap()[..]
        else {
            panic!()
        };
        let scene = Scene::of_blocks(entry.puzzle.as_ref().unwrap(), &[]);
        assert_eq!(
            scene.ground,
            [Ground::Floor, Ground::Floor, Ground::Gate, Ground::Wall]
        );
    }
}
