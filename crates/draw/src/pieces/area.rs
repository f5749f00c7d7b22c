//! Rectangles of pixels.

use std::ops::Range;

/// A rectangle of pixels, without its right column and bottom row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) right: i32,
    pub(super) bottom: i32,
}

impl Area {
    pub(super) const EMPTY: Self = Self { left: i32::MAX, top: i32::MAX, right: i32::MIN, bottom: i32::MIN };

    pub(super) const FIRST_PIXEL: Self = Self { left: 0, top: 0, right: 1, bottom: 1 };

    pub(super) fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    /// The smallest area around this one and another.
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// The part that lies within another area; an empty part has its sides in one place.
    pub(super) fn within(self, other: Self) -> Self {
        let (left, top) = (self.left.clamp(other.left, other.right), self.top.clamp(other.top, other.bottom));
        let (right, bottom) = (self.right.min(other.right).max(left), self.bottom.min(other.bottom).max(top));
        Self { left, top, right, bottom }
    }

    /// The rows, as ranges of the pixels of a picture of this width, which holds the area.
    pub(super) fn rows(self, width: usize) -> impl Iterator<Item = Range<usize>> {
        let rows = self.top.max(0) as usize..self.bottom.max(0) as usize;
        rows.map(move |row| row * width + self.left as usize..row * width + self.right as usize)
    }
}
