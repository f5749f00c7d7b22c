//! The board and the pieces in the form that the search engine needs.
//!
//! The *box* is the bounding rectangle of the floor, that is, of all cells that pieces can occupy.
//! The engine numbers the cells of the box instead of the cells of the map, so that surrounding
//! walls do not use up bits in sets of cells.
//!
//! A *class* is a set of pieces that can be swapped without changing the state. The pieces of a
//! class have the same shape, can enter the same gates, and are not distinguished by the goal. A
//! gate is a set of cells that only certain pieces can enter. For example, this puzzle has the two
//! classes {`A`} and {`B`, `C`} if its goal names only `A`. Swapping `B` and `C` results in the
//! same state:
//!
//! ```text
//! AAB
//! A.C
//! ```

use crate::Axis;
use crate::puzzle::shape::UDLR;
use crate::puzzle::{BlockGoal, CellKind, Position, Puzzle, floor_box};

/// The board and the pieces of a puzzle, in the form that the search needs. Pieces are grouped into
/// classes of interchangeable pieces. Cells are numbered row by row within the bounding rectangle
/// of the floor.
pub(crate) struct BlockLayout {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) floor: Vec<bool>,
    /// The map cell in the top left corner of the bounding rectangle of the floor, as an index into
    /// the cells of the map.
    origin: usize,
    map_width: usize,
    pub(crate) classes: Vec<Class>,
    /// The conditions of the goal. A goal state meets all of them.
    ///
    /// `None` if the puzzle has no goal, or if some goal location is out of reach, even on an
    /// otherwise empty board, for all pieces that the goal accepts there.
    pub(crate) goal: Option<Vec<GoalTerm>>,
}

/// A set of interchangeable pieces. Swapping two pieces of a class does not change the state.
pub(crate) struct Class {
    /// The cells of a piece, as columns and rows relative to its anchor. The anchor is the piece's
    /// first cell in reading order.
    pub(crate) offsets: Vec<(i32, i32)>,
    pub(crate) axis: Option<Axis>,
    /// Whether the pieces of this class can enter each gate of the puzzle. A gate is a set of cells
    /// that only certain pieces can enter.
    gates: Vec<bool>,
    /// The locations that a piece of this class could reach on an otherwise empty board, in
    /// ascending order. The location of a piece is its first cell in reading order.
    pub(crate) anchors: Vec<usize>,
    /// The pieces in the class, as indices into [`Puzzle::pieces`].
    pub(crate) pieces: Vec<usize>,
    /// The locations of the pieces in the start position, in ascending order.
    pub(crate) start: Vec<usize>,
    /// The locations where the goal accepts a piece of this class, in ascending order.
    pub(crate) targets: Vec<usize>,
}

/// One condition of the goal: every location in `anchors` must hold a piece of one of the given
/// classes.
pub(crate) struct GoalTerm {
    pub(crate) classes: Vec<usize>,
    pub(crate) anchors: Vec<usize>,
}

impl Class {
    /// Returns whether a piece of this class could reach the location `anchor` on an otherwise
    /// empty board.
    pub(crate) fn has(&self, anchor: usize) -> bool {
        self.anchors.binary_search(&anchor).is_ok()
    }
}

impl BlockLayout {
    /// Creates the layout of a puzzle.
    ///
    /// If `merge` is set, pieces of the same shape share a class unless the puzzle distinguishes
    /// between them. Otherwise, each piece has its own class.
    pub(crate) fn new(puzzle: &Puzzle, merge: bool) -> Self {
        let map_width = puzzle.width();
        let [columns, rows] = floor_box(puzzle.cells(), map_width);
        let (width, height, origin) = (
            columns.len(),
            rows.len(),
            rows.start * map_width + columns.start,
        );
        let floor = (0..width * height)
            .map(|cell| {
                puzzle.cells()[origin + cell / width * map_width + cell % width] == CellKind::Floor
            })
            .collect();
        let mut layout = BlockLayout {
            width,
            height,
            floor,
            origin,
            map_width,
            classes: Vec::new(),
            goal: None,
        };
        let targets = puzzle.goal().map_or(&[][..], |goal| &goal.pieces);
        // A line such as `equal: 12` in the puzzle's text makes the pieces `1` and `2` equivalent.
        // Such a group matters only if the goal accepts any of its pieces at some location.
        let group_of = |piece: usize| {
            let group = puzzle.pieces()[piece].group;
            group.filter(|_| targets.iter().any(|target| target.group == group))
        };
        // A piece has its own class if the goal names it, or if pieces are not merged at all.
        let is_alone =
            |piece: usize| !merge || targets.iter().any(|target| target.piece == Some(piece));
        for (piece, p) in puzzle.pieces().iter().enumerate() {
            let start = layout.to_box(puzzle.start().anchor_of(piece));
            let gates: Vec<bool> = puzzle
                .gates()
                .iter()
                .map(|gate| gate.pieces.contains(&piece))
                .collect();
            let equal = |c: &&mut Class| {
                let same = c.offsets == p.shape.offsets() && c.axis == p.axis && c.gates == gates;
                same && group_of(c.pieces[0]) == group_of(piece)
                    && c.has(start)
                    && !is_alone(c.pieces[0])
            };
            let class = layout.classes.iter_mut().find(equal);
            match class.filter(|_| !is_alone(piece)) {
                Some(class) => {
                    class.pieces.push(piece);
                    class.start.push(start);
                }
                None => {
                    let admits = |cell: usize| puzzle.admits(piece, layout.to_map(cell));
                    let anchors = layout.component(p.shape.offsets(), p.axis, start, &admits);
                    let offsets = p.shape.offsets().to_vec();
                    let (pieces, start) = (vec![piece], vec![start]);
                    layout.classes.push(Class {
                        offsets,
                        axis: p.axis,
                        gates,
                        anchors,
                        pieces,
                        start,
                        targets: Vec::new(),
                    });
                }
            }
        }
        for class in &mut layout.classes {
            class.start.sort_unstable();
        }
        layout.goal = puzzle.goal().and_then(|goal| layout.terms(goal, &group_of));
        if let Some(goal) = &layout.goal {
            for term in goal {
                term.classes
                    .iter()
                    .for_each(|&c| layout.classes[c].targets.extend(&term.anchors));
            }
            layout
                .classes
                .iter_mut()
                .for_each(|class| class.targets.sort_unstable());
        }
        layout
    }

    /// Returns the conditions of a goal. Returns `None` if some goal location is out of reach, even
    /// on an otherwise empty board, for all pieces that the goal accepts there.
    fn terms(
        &self,
        goal: &BlockGoal,
        group_of: &dyn Fn(usize) -> Option<usize>,
    ) -> Option<Vec<GoalTerm>> {
        let mut terms: Vec<GoalTerm> = Vec::new();
        for target in &goal.pieces {
            let anchor = self.to_box(target.cell);
            let fits = |c: &Class| match target.piece {
                Some(piece) => c.pieces.contains(&piece) && c.has(anchor),
                None if target.group.is_some() => {
                    group_of(c.pieces[0]) == target.group && c.has(anchor)
                }
                None => c.offsets == target.shape.offsets() && c.has(anchor),
            };
            let classes: Vec<usize> = (0..self.classes.len())
                .filter(|&c| fits(&self.classes[c]))
                .collect();
            if classes.is_empty() {
                return None;
            }
            match terms.iter_mut().find(|t| t.classes == classes) {
                Some(term) => term.anchors.push(anchor),
                None => terms.push(GoalTerm {
                    classes,
                    anchors: vec![anchor],
                }),
            }
        }
        terms.iter_mut().for_each(|t| t.anchors.sort_unstable());
        Some(terms)
    }

    /// Returns the locations that a piece could reach from `start` if there were no other pieces,
    /// in ascending order.
    fn component(
        &self,
        offsets: &[(i32, i32)],
        axis: Option<Axis>,
        start: usize,
        admits: &dyn Fn(usize) -> bool,
    ) -> Vec<usize> {
        let mut seen = vec![false; self.floor.len()];
        let mut found = vec![start];
        seen[start] = true;
        let mut next = 0;
        while let Some(&anchor) = found.get(next) {
            next += 1;
            for direction in UDLR
                .into_iter()
                .filter(|d| axis.is_none_or(|a| d.axis() == a))
            {
                let (dx, dy) = direction.delta();
                let to = offsets
                    .iter()
                    .map(|&(x, y)| self.cell_at(anchor, x + dx, y + dy));
                let fits = to
                    .into_iter()
                    .all(|cell| cell.is_some_and(|c| self.floor[c] && admits(c)));
                if let Some(to) = self.cell_at(anchor, dx, dy).filter(|&to| fits && !seen[to]) {
                    seen[to] = true;
                    found.push(to);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// Returns the cell that is `dx` columns and `dy` rows away from `cell`, or `None` if it is
    /// outside the bounding rectangle of the floor.
    pub(crate) fn cell_at(&self, cell: usize, dx: i32, dy: i32) -> Option<usize> {
        let (x, y) = (
            (cell % self.width) as i32 + dx,
            (cell / self.width) as i32 + dy,
        );
        let inside = x >= 0 && y >= 0 && (x as usize) < self.width && (y as usize) < self.height;
        inside.then(|| y as usize * self.width + x as usize)
    }

    /// Returns the cells that a piece of the given class covers if its first cell is `anchor`.
    pub(crate) fn covered<'a>(
        &'a self,
        class: &'a Class,
        anchor: usize,
    ) -> impl Iterator<Item = usize> + 'a {
        class
            .offsets
            .iter()
            .filter_map(move |&(x, y)| self.cell_at(anchor, x, y))
    }

    /// Converts the index of a cell: from the map to the bounding rectangle of the floor.
    fn to_box(&self, cell: usize) -> usize {
        let from = cell - self.origin / self.map_width * self.map_width;
        from / self.map_width * self.width + from % self.map_width - self.origin % self.map_width
    }

    /// Converts the index of a cell: from the bounding rectangle of the floor to the map.
    pub(crate) fn to_map(&self, cell: usize) -> usize {
        self.origin + cell / self.width * self.map_width + cell % self.width
    }

    /// Returns the locations of all pieces in the start position. The locations are grouped by
    /// class of interchangeable pieces, and each group is in ascending order.
    pub(crate) fn start(&self) -> Vec<Vec<usize>> {
        self.classes
            .iter()
            .map(|class| class.start.clone())
            .collect()
    }

    /// Returns the locations of all pieces in a position, grouped by class of interchangeable
    /// pieces. Each group is in the order of [`Class::pieces`].
    pub(crate) fn anchors(&self, position: &Position) -> Vec<Vec<usize>> {
        let anchors = |class: &Class| {
            class
                .pieces
                .iter()
                .map(|&piece| self.to_box(position.anchor_of(piece)))
                .collect()
        };
        self.classes.iter().map(anchors).collect()
    }

    /// Converts the locations of the pieces to a position. `anchors` contains one list of locations
    /// for each class of interchangeable pieces, in ascending order.
    ///
    /// The first piece of each class gets the smallest location, the second piece gets the next
    /// one, and so on.
    pub(crate) fn position(&self, anchors: &[Vec<usize>]) -> Position {
        let pieces = self.classes.iter().map(|c| c.pieces.len()).sum();
        let mut position = Position {
            anchors: vec![0; pieces],
        };
        for (class, anchors) in self.classes.iter().zip(anchors) {
            for (&piece, &anchor) in class.pieces.iter().zip(anchors) {
                position.anchors[piece] = self.to_map(anchor) as u16; // maps have at most 255 x 255 cells
            }
        }
        position
    }
}
