//! A lower bound on the number of slides that solve a board: the maximum over several *colourings*
//! of the tiles. A colouring gives each tile one of four colours, and tiles of the same colour are
//! interchangeable.
//!
//! A *view* is a colouring applied either to the board itself or, on square boards, to its
//! reflection about the main diagonal. Both views of a colouring read the same tables. Because the
//! reflection exchanges rows and columns, the reflected view reads the row table for slides along
//! columns, and vice versa.

use std::convert::Infallible;
use std::fmt;

use fifteen_puzzle::{Axis, Board};
use fifteen_resources::Threads;

use super::colours::{Colouring, colourings, has_reflection};
use super::duplicates::{PrunedSlides, TrackedSlide};
use super::ranks::Ranks;
use super::sequence::CellOrder;
use super::tables::{self, LineDistances, SlideGoal, SlideTable};
use crate::tiles::{PADDED_CELLS, TileState};
use crate::{Heuristic, LimitKind, Limits};

/// Maximum number of views of a board. Up to two colourings of the tiles are each applied to the
/// board and to its reflection.
pub(super) const MAX_VIEWS: usize = 4;

/// A heuristic for the multi-tile metric. It gives each tile one of four colours, and treats tiles
/// of the same colour as interchangeable. Its tables hold lower bounds on the distance to one goal,
/// in slides.
///
/// On square boards whose goal has the blank on the main diagonal, each colouring is also applied
/// to the reflected board, with the same tables.
#[derive(Debug)]
pub struct SlideTables {
    /// The row-major order and the column-major order of the cells.
    pub(super) orders: [CellOrder; 2],
    /// The tables of each colouring.
    colourings: Vec<ColouringTables>,
    /// The views to evaluate. A *view* is a colouring of the tiles, applied either to the board or
    /// to its reflection. The heuristic value is the maximum over all views.
    pub(super) views: Vec<View>,
}

/// The tables of one colouring of the tiles. A table is indexed by the rank of a board's colour
/// sequence.
#[derive(Debug)]
struct ColouringTables {
    ranks: Ranks,
    /// The distances after a slide along a row (index 0) or along a column (index 1).
    tables: [SlideTable; 2],
}

/// A way to look up a board: a colouring of the tiles, applied either to the board itself or to its
/// reflection.
#[derive(Debug)]
pub(super) struct View {
    /// The index of the colouring in [`SlideTables`].
    colouring: usize,
    /// Whether the board is reflected before the colouring is applied.
    reflected: bool,
    /// The colour of each tile in this view, indexed by the tile's goal cell on the board itself.
    colours: [u8; PADDED_CELLS],
}

/// The data of this heuristic that a search stores with each state. A child gets an updated copy of
/// its parent's node, which is faster than encoding the whole board again.
#[derive(Debug, Clone, Copy)]
pub struct SlideNode {
    /// For each [`View`], the colours of the tiles packed into two keys. The first key lists them
    /// in row-major order, and the second one in column-major order.
    pub(super) keys: [[u64; 2]; MAX_VIEWS],
    /// A lower bound on the number of remaining slides.
    pub(super) value: u32,
}

impl SlideTables {
    /// Builds the tables for a goal. A *colouring* groups the tiles by colour. If `two` is false,
    /// builds small tables for a single colouring. If `two` is true, builds larger tables for one
    /// or two colourings, whose values are higher.
    ///
    /// The build stops at [`Limits::deadline`] or when [`Limits::cancel`] is set. It reports the
    /// number of states reached so far to [`Limits::monitor`].
    ///
    /// # Errors
    /// Returns the limit that stopped the build, or [`LimitKind::Memory`] if memory for the tables
    /// cannot be allocated.
    pub fn build(
        goal: &Board,
        two: bool,
        threads: Threads,
        limits: &Limits,
    ) -> Result<Self, LimitKind> {
        let size = goal.size();
        let blank = goal.blank();
        let orders = CellOrder::both(size.width(), size.height());
        let mut built = Vec::new();
        let mut views = Vec::new();
        let reflected_cell = |cell: usize| cell % size.width() * size.width() + cell / size.width();
        for Colouring { colours, counts } in colourings(size, blank, two) {
            let ranks = Ranks::new(counts);
            let keys = orders.map(|order| order.key(blank, |cell| colours[cell].into()));
            let goal = SlideGoal { blank, keys };
            let tables = tables::build(orders, &ranks, &goal, threads, limits)?;
            let orientations: &[bool] = if has_reflection(size, blank) {
                &[false, true]
            } else {
                &[false]
            };
            for &reflected in orientations {
                let mut by_tile = [0; PADDED_CELLS];
                for (tile, colour) in by_tile.iter_mut().enumerate().take(size.cells()) {
                    let cell = if reflected {
                        reflected_cell(tile)
                    } else {
                        tile
                    };
                    *colour = colours[cell];
                }
                views.push(View {
                    colouring: built.len(),
                    reflected,
                    colours: by_tile,
                });
            }
            built.push(ColouringTables { ranks, tables });
        }
        Ok(Self {
            orders,
            colourings: built,
            views,
        })
    }

    /// Returns the peak memory usage of [`SlideTables::build`] for a goal, in bytes.
    pub fn bytes_to_build(goal: &Board, two: bool) -> u64 {
        let orders = CellOrder::both(goal.size().width(), goal.size().height());
        let colourings = colourings(goal.size(), goal.blank(), two);
        let mut finished = 0;
        let at_peaks = colourings.iter().map(|colouring| {
            finished += Ranks::bytes_to_build(colouring.counts)
                + tables::bytes(orders, colouring.sequences());
            finished + tables::temporary_bytes(orders, colouring.sequences())
        });
        at_peaks.max().unwrap_or(0)
    }

    /// Returns the size of the finished tables, in bytes.
    pub fn bytes(&self) -> u64 {
        let bytes = |built: &ColouringTables| {
            built.ranks.bytes() + built.tables.iter().map(SlideTable::bytes).sum::<u64>()
        };
        self.colourings.iter().map(bytes).sum()
    }

    /// Returns the table with a view's distances after slides along `axis`, and the ranks that
    /// index it. A view is a colouring of the tiles, applied either to the board or to its
    /// reflection. `axis` refers to the board itself. A reflected view uses the table for the other
    /// axis.
    #[inline]
    fn table(&self, view: usize, axis: Axis) -> (&SlideTable, &Ranks) {
        let View {
            colouring,
            reflected,
            ..
        } = self.views[view];
        let ColouringTables { ranks, tables } = &self.colourings[colouring];
        (&tables[axis as usize ^ usize::from(reflected)], ranks)
    }

    /// Prefetches the distances of all children that slides along `axis` generate. `line` is the
    /// blank's row if the axis is horizontal, and its column otherwise. Returns one rank per view,
    /// which [`read_children`](Self::read_children) needs to find the distances.
    #[inline]
    pub(super) fn prefetch_children(
        &self,
        node: &SlideNode,
        axis: Axis,
        line: usize,
    ) -> [u32; MAX_VIEWS] {
        let mut view_ranks = [0; MAX_VIEWS];
        for (view, view_rank) in view_ranks.iter_mut().enumerate().take(self.views.len()) {
            let (table, ranks) = self.table(view, axis);
            let rank = ranks.rank(node.keys[view][axis as usize]);
            table.prefetch(line, rank);
            *view_rank = rank as u32;
        }
        view_ranks
    }

    /// Reads the distances of all children reached by a slide along `axis`, separately for each
    /// view. A view is a colouring of the tiles, applied either to the board or to its reflection.
    /// `view_ranks` is the result of [`prefetch_children`](Self::prefetch_children).
    #[inline]
    pub(super) fn read_children(
        &self,
        view_ranks: &[u32; MAX_VIEWS],
        axis: Axis,
        line: usize,
    ) -> [LineDistances; MAX_VIEWS] {
        let mut children = [LineDistances::ZERO; MAX_VIEWS];
        for (view, distances) in children.iter_mut().enumerate().take(self.views.len()) {
            let (table, _) = self.table(view, axis);
            *distances = table.distances(line, view_ranks[view] as usize);
        }
        children
    }

    /// Returns the distances of all children reached by a slide along `axis`, separately for each
    /// view. A view is a colouring of the tiles, applied either to the board or to its reflection.
    /// `line` is the blank's row if the axis is horizontal, and its column otherwise.
    fn children(&self, node: &SlideNode, axis: Axis, line: usize) -> [LineDistances; MAX_VIEWS] {
        self.read_children(&self.prefetch_children(node, axis, line), axis, line)
    }

    /// Updates a node's keys after the blank moves along `axis` to the neighbouring cell `to`. The
    /// keys list the tiles' colours in row-major and in column-major order. A move along a row
    /// changes only the column-major keys, and vice versa.
    #[inline]
    pub(super) fn step(&self, node: &mut SlideNode, axis: Axis, from: usize, to: usize) {
        let across = 1 - axis as usize;
        let order = self.orders[across];
        for keys in &mut node.keys[..self.views.len()] {
            keys[across] = if from < to {
                order.forward(keys[across], order.number(from))
            } else {
                order.backward(keys[across], order.number(to))
            };
        }
    }
}

/// Writes the name of the heuristic, such as `2 sets of 4 colours + reflection`.
impl fmt::Display for SlideTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.colourings.len() > 1 {
            "2 sets of 4 colours"
        } else {
            "4 colours"
        })?;
        f.write_str(if self.views.len() > self.colourings.len() {
            " + reflection"
        } else {
            ""
        })
    }
}

/// Returns the heuristic value of a board with the blank at `position` in its row or column. It is
/// the maximum over all [`View`]s.
#[inline]
pub(super) fn largest(views: &[LineDistances; MAX_VIEWS], position: usize) -> u32 {
    views
        .iter()
        .fold(0, |largest, view| largest.max(view.value(position)))
}

impl Heuristic<PrunedSlides<'_>> for SlideTables {
    type Node = SlideNode;
    type Error = Infallible;

    fn root(&self, state: &TileState) -> Result<SlideNode, Infallible> {
        let mut node = SlideNode {
            keys: [[0; 2]; MAX_VIEWS],
            value: 0,
        };
        for (keys, view) in node.keys.iter_mut().zip(&self.views) {
            let colour = |cell| view.colours[state.tile(cell) % PADDED_CELLS].into();
            *keys = self.orders.map(|order| order.key(state.blank(), colour));
        }
        // The first slide can go along either axis, so the lower bound is the minimum over both
        // axes.
        let values = Axis::ALL.map(|axis| {
            let (line, position) = self.orders[axis as usize].line_position(state.blank());
            largest(&self.children(&node, axis, line), position)
        });
        node.value = values[0].min(values[1]);
        Ok(node)
    }

    fn value(&self, node: &SlideNode) -> u32 {
        node.value
    }

    fn child(
        &self,
        _: &TileState,
        node: &SlideNode,
        TrackedSlide { slide, .. }: TrackedSlide,
        limit: u32,
    ) -> Result<SlideNode, u32> {
        let order = self.orders[slide.axis() as usize];
        let (line, position) = order.line_position(slide.to());
        let value = largest(&self.children(node, slide.axis(), line), position);
        if value > limit {
            return Err(value);
        }
        let mut child = SlideNode { value, ..*node };
        let (_, mut from) = order.line_position(slide.from());
        while from != position {
            let next = if from < position { from + 1 } else { from - 1 };
            self.step(
                &mut child,
                slide.axis(),
                order.cell(line, from),
                order.cell(line, next),
            );
            from = next;
        }
        Ok(child)
    }
}
