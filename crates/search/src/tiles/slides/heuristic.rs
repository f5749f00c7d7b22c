//! The lower bound of the number of slides: the maximum over several colourings of the tiles.

use std::convert::Infallible;
use std::fmt;

use fifteen_puzzle::{Axis, Board};

use super::colours::{Colouring, colourings, has_reflection};
use super::duplicates::{PrunedSlides, TrackedSlide};
use super::ranks::Ranks;
use super::sequence::CellOrder;
use super::tables::{self, Group, SlideTable};
use crate::tiles::{CELLS, TileState};
use crate::{Heuristic, LimitKind, Limits};

/// The largest number of views of a board.
pub(super) const VIEWS: usize = 4;

/// Exact distances in slides of boards whose tiles are told apart by four colours only, for a goal.
///
/// On square boards each colouring is also used for the reflected board, with the same tables.
#[derive(Debug)]
pub struct SlideTables {
    pub(super) orders: [CellOrder; 2],
    pairs: Vec<Pair>,
    pub(super) views: Vec<View>,
}

/// The tables of one colouring: that of rows, and that of columns.
#[derive(Debug)]
struct Pair {
    ranks: Ranks,
    tables: [SlideTable; 2],
}

/// One colouring of the board, or of the reflected board.
#[derive(Debug)]
pub(super) struct View {
    pair: usize,
    /// The tables of rows and columns change places.
    reflected: bool,
    /// By the goal cell of a tile.
    colours: [u8; CELLS],
}

/// A board, as [`SlideTables`] see it.
#[derive(Debug, Clone, Copy)]
pub struct SlideNode {
    /// By view: the tiles in the order of the rows, and in that of the columns.
    pub(super) keys: [[u64; 2]; VIEWS],
    pub(super) value: u32,
}

impl SlideTables {
    /// Builds the tables for a goal: small ones of one colouring, or, if `two`, of two where that pays.
    ///
    /// Respects [`Limits::deadline`] and [`Limits::cancel`]; [`Limits::monitor`] counts the states of the tables.
    ///
    /// # Errors
    /// The limit that stopped the work.
    pub fn build(
        goal: &Board,
        two: bool,
        threads: usize,
        limits: &Limits,
    ) -> Result<Self, LimitKind> {
        let (size, blank) = (goal.size(), goal.blank());
        let orders = CellOrder::both(size.width(), size.height());
        let (mut pairs, mut views) = (Vec::new(), Vec::new());
        let reflected_cell = |cell: usize| cell % size.width() * size.width() + cell / size.width();
        for Colouring { colours, counts } in colourings(size, blank, two) {
            let ranks = Ranks::new(counts);
            let keys = orders.map(|order| order.key(blank, |cell| colours[cell].into()));
            let tables = tables::build(orders, &ranks, (blank, keys), threads, limits)?;
            for reflected in [false, true]
                .into_iter()
                .take(if has_reflection(size, blank) { 2 } else { 1 })
            {
                let mut by_tile = [0; CELLS];
                for tile in 0..size.cells() {
                    by_tile[tile] = colours[if reflected {
                        reflected_cell(tile)
                    } else {
                        tile
                    }];
                }
                views.push(View {
                    pair: pairs.len(),
                    reflected,
                    colours: by_tile,
                });
            }
            pairs.push(Pair { ranks, tables });
        }
        Ok(Self {
            orders,
            pairs,
            views,
        })
    }

    /// Bytes of memory that [`SlideTables::build`] needs.
    pub fn bytes_to_build(goal: &Board, two: bool) -> u64 {
        let orders = CellOrder::both(goal.size().width(), goal.size().height());
        let colourings = colourings(goal.size(), goal.blank(), two);
        let mut finished = 0;
        let most = colourings.iter().map(|colouring| {
            finished += Ranks::bytes_to_build(colouring.counts)
                + tables::bytes(orders, colouring.sequences());
            finished + tables::bytes_beside(orders, colouring.sequences())
        });
        most.max().unwrap_or(0)
    }

    /// Bytes of the tables.
    pub fn bytes(&self) -> u64 {
        let bytes = |pair: &Pair| {
            pair.ranks.bytes() + pair.tables.iter().map(SlideTable::bytes).sum::<u64>()
        };
        self.pairs.iter().map(bytes).sum()
    }

    /// A view's tables for slides along an axis, and the numbering of their groups.
    #[inline]
    fn tables(&self, view: usize, axis: Axis) -> (&SlideTable, &Ranks) {
        let View {
            pair, reflected, ..
        } = self.views[view];
        let Pair { ranks, tables } = &self.pairs[pair];
        (&tables[axis as usize ^ usize::from(reflected)], ranks)
    }

    /// The groups with the values of a node's children by slides along an axis, by view: they are prefetched.
    #[inline]
    pub(super) fn prefetched(&self, node: &SlideNode, axis: Axis, line: usize) -> [u32; VIEWS] {
        let mut numbers = [0; VIEWS];
        for (view, number) in numbers.iter_mut().enumerate().take(self.views.len()) {
            let (table, ranks) = self.tables(view, axis);
            let rank = ranks.rank(node.keys[view][axis as usize]);
            table.prefetch(line, rank);
            *number = rank as u32;
        }
        numbers
    }

    /// The groups with the numbers of [`SlideTables::prefetched`].
    #[inline]
    pub(super) fn groups(&self, numbers: &[u32; VIEWS], axis: Axis, line: usize) -> [Group; VIEWS] {
        let mut groups = [Group::ZERO; VIEWS];
        for (view, group) in groups.iter_mut().enumerate().take(self.views.len()) {
            *group = self
                .tables(view, axis)
                .0
                .group(line, numbers[view] as usize);
        }
        groups
    }

    /// The values of a node's children by slides along an axis, by view.
    fn children(&self, node: &SlideNode, axis: Axis, line: usize) -> [Group; VIEWS] {
        self.groups(&self.prefetched(node, axis, line), axis, line)
    }

    /// Carries a node's keys along with a step of the blank along an axis.
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

/// The name of the heuristic: `4 colours`, `2 sets of 4 colours + reflection`.
impl fmt::Display for SlideTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.pairs.len() > 1 {
            "2 sets of 4 colours"
        } else {
            "4 colours"
        })?;
        f.write_str(if self.views.len() > self.pairs.len() {
            " + reflection"
        } else {
            ""
        })
    }
}

/// The largest of the values of a place in a line.
#[inline]
pub(super) fn largest(groups: &[Group; VIEWS], place: usize) -> u32 {
    groups
        .iter()
        .fold(0, |largest, group| largest.max(group.value(place)))
}

impl Heuristic<PrunedSlides<'_>> for SlideTables {
    type Node = SlideNode;
    type Error = Infallible;

    fn root(&self, state: &TileState) -> Result<SlideNode, Infallible> {
        let mut node = SlideNode {
            keys: [[0; 2]; VIEWS],
            value: 0,
        };
        for (keys, view) in node.keys.iter_mut().zip(&self.views) {
            let colour = |cell| view.colours[state.tile(cell) % CELLS].into();
            *keys = self.orders.map(|order| order.key(state.blank(), colour));
        }
        // The first slide may be along either axis.
        let values = Axis::ALL.map(|axis| {
            let (line, place) = self.orders[axis as usize].line_place(state.blank());
            largest(&self.children(&node, axis, line), place)
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
        let (line, place) = order.line_place(slide.to());
        let value = largest(&self.children(node, slide.axis(), line), place);
        if value > limit {
            return Err(value);
        }
        let mut child = SlideNode { value, ..*node };
        let (_, mut from) = order.line_place(slide.from());
        while from != place {
            let next = if from < place { from + 1 } else { from - 1 };
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
