//! Which patterns one table serves: a pattern and its reflection; and what a pattern is for a goal with the blank elsewhere.

use fifteen_puzzle::Symmetry;

use crate::partition::Partition;
use crate::pattern::Pattern;

impl Pattern {
    /// The pattern reflected so that the blank stays ([`Symmetry::keeping`]), if a reflection does that. The table of
    /// a pattern, looked up for the reflected board, serves this one.
    pub fn reflection(&self) -> Option<Self> {
        Symmetry::keeping(self.size(), self.blank()).map(|symmetry| self.image(symmetry))
    }

    /// Whether the table of this pattern serves another one; both are canonical (see [`Pattern::canonical`]).
    pub fn serves(&self, canonical: &Self) -> bool {
        self == canonical || self.reflection().as_ref() == Some(canonical)
    }

    /// What this pattern is for goals with the blank on another cell: carried there by a symmetry of the board where
    /// there is one, else the tiles with the same [`Pattern::labels`]. `None` if the board has no such cell.
    pub(crate) fn for_blank(&self, blank: usize) -> Option<Self> {
        let size = self.size();
        if let Some(symmetry) = Symmetry::carrying(size, self.blank(), blank) {
            return Some(self.image(symmetry));
        }
        let cell = |label: u8| if usize::from(label) <= blank { label - 1 } else { label };
        Self::new(size, blank, &self.labels().into_iter().map(cell).collect::<Vec<_>>()).ok()
    }
}

/// The tables that partitions of one board and blank need, each as the canonical pattern of the first pattern that it
/// serves, in the order of the partitions: one for patterns that are equal or reflections of each other.
pub fn distinct_patterns<'a>(partitions: impl IntoIterator<Item = &'a Partition>) -> Vec<Pattern> {
    let mut needed: Vec<Pattern> = Vec::new();
    for pattern in partitions.into_iter().flat_map(Partition::patterns) {
        let (canonical, _) = pattern.canonical();
        if !needed.iter().any(|table| table.serves(&canonical)) {
            needed.push(canonical);
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;
    use fifteen_puzzle::{Board, Goal, Size, notation};

    fn goal(text: &str, size: &str) -> Board {
        let size: Size = size.parse().unwrap();
        Goal::parse(text, Some(size)).unwrap().board(size).unwrap()
    }

    fn needed(goal: &Board, partitions: &[&str]) -> Vec<String> {
        let partitions: Vec<_> = partitions.iter().map(|text| Partition::parse(text, goal).unwrap()).collect();
        distinct_patterns(&partitions).iter().map(Pattern::to_string).collect()
    }

    #[test]
    fn a_pattern_and_its_reflection_need_one_table() {
        let last = goal("last", "3x3");
        // 1-3 reflected is 1,4,7; 4-8 is 2,3,5,6,8.
        assert_eq!(needed(&last, &["1-3/4-8", "1,4,7/2,3,5,6,8"]), ["1-3", "4-8"]);
        assert_eq!(needed(&last, &["1,4,7/2,3,5,6,8", "1-3/4-8"]), ["1,4,7", "2,3,5,6,8"], "the first one seen");
        assert_eq!(needed(&last, &["2,3,6/4,7,8/1,5"]), ["2,3,6", "1,5"], "two patterns of one partition");
        assert_eq!(needed(&last, &["1-3/4-8", "1-3/4,5/6-8", "4-8/1-3"]), ["1-3", "4-8", "4,5", "6-8"]);
    }

    #[test]
    fn a_rectangle_shares_nothing_with_its_reflection() {
        let wide = goal("last", "3x2");
        assert!(Partition::parse("1,2/3-5", &wide).unwrap().patterns().iter().all(|p| p.reflection().is_none()));
        assert_eq!(needed(&wide, &["1,2/3-5", "1,4/2,3,5"]).len(), 4);
        // Unless its blank stands on the axis.
        let middle = goal("1 0 2 / 3 4 5", "3x2");
        assert_eq!(needed(&middle, &["1,3/2,4,5", "2,5/1,3,4"]).len(), 2);
    }

    #[test]
    fn all_corners_need_the_same_tables() {
        let here = |blank: &str| needed(&goal(blank, "5x5"), &["6-6-6-6"]);
        let mut expected = here("last");
        assert_eq!(expected.len(), 4);
        expected.sort();
        for corner in ["first", "1 2 3 4 0 / 5 6 7 8 9 / 10 11 12 13 14 / 15 16 17 18 19 / 20 21 22 23 24"] {
            let mut found = here(corner);
            found.sort();
            assert_eq!(found, expected, "{corner}");
        }
    }

    #[test]
    fn a_pattern_goes_where_the_blank_goes() {
        let last = goal("last", "4x4");
        let pattern = Pattern::of_tiles(&last, &[1, 2, 3, 8]).unwrap();
        let first = pattern.for_blank(0).unwrap();
        assert_eq!((first.labels(), first.canonical().0), (vec![8, 13, 14, 15], pattern.clone()));
        assert_eq!(first.for_blank(15), Some(pattern.clone()));
        let elsewhere = pattern.for_blank(5).unwrap();
        assert_eq!((elsewhere.labels(), elsewhere.blank()), (vec![1, 2, 3, 8], 5));
        assert_eq!(elsewhere.for_blank(15), Some(pattern.clone()));
        assert_eq!(pattern.for_blank(16), None);
    }

    /// A reflection is what it is said to be: distances on the reflected board are those of the reflected pattern.
    #[test]
    fn the_table_of_a_reflection_has_the_same_histogram() {
        let last = notation::parse("1 2 3 / 4 5 6 / 7 8 0", None).unwrap();
        let pattern = Pattern::of_tiles(&last, &[1, 2, 3, 6]).unwrap();
        let reflection = pattern.reflection().unwrap();
        assert!(reflection != pattern && reflection.reflection() == Some(pattern.clone()));
        assert!(pattern.serves(&reflection) && reflection.serves(&pattern) && pattern.serves(&pattern));
        let histogram = |pattern: &Pattern| {
            let built =
                crate::build(pattern, crate::TableKind::ZeroAware, 1, &mut |_| std::ops::ControlFlow::Continue(()));
            built.unwrap().header().histogram().to_vec()
        };
        assert_eq!(histogram(&pattern), histogram(&reflection));
        let other = Pattern::of_tiles(&last, &[1, 2, 3, 5]).unwrap();
        assert!(!pattern.serves(&other));
    }
}
