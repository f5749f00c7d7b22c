//! Choosing among the tables found: those of one partition, or the strongest disjoint set that covers all tiles.

use std::collections::HashMap;

use fifteen_pdb::{Partition, Pattern, TableKind};
use fifteen_puzzle::{Board, Symmetry};

use super::FoundTable;

/// The tables of one kind whose patterns cover all tiles once with the highest sum of mean values, as a partition for
/// that goal; `None` if no set of them does.
pub(super) fn strongest(goal: &Board, tables: &[FoundTable]) -> Option<(Partition, TableKind)> {
    let of = |kind| Some((kind, covering(Some(kind), goal, tables)?));
    let (kind, choice) = [TableKind::ZeroAware, TableKind::Additive]
        .into_iter()
        .filter_map(of)
        // The first of equals, so that the choice does not depend on anything but the tables.
        .reduce(|best, next| if next.1.mean > best.1.mean { next } else { best })?;
    let patterns = choice.patterns.iter().map(|canonical| back_to(goal, canonical)).collect();
    Some((Partition::of_patterns(patterns, goal).ok()?, kind))
}

/// Tells whether the tables would cover all tiles if different kinds could be mixed.
pub(super) fn cover_if_mixed(goal: &Board, tables: &[FoundTable]) -> bool {
    covering(None, goal, tables).is_some()
}

/// A table for each canonical pattern, its own or its reflection's, as indices into `tables`; or the patterns without
/// one.
pub(super) fn serving<'a>(
    needed: &'a [Pattern],
    kind: TableKind,
    tables: &[FoundTable],
) -> Result<Vec<usize>, Vec<&'a Pattern>> {
    let table_of = |canonical: &Pattern| {
        let serves = |t: &FoundTable| t.header().kind() == kind && t.header().pattern().serves(canonical);
        let other = |i: usize| tables[i].header().pattern() != canonical;
        (0..tables.len()).filter(|&i| serves(&tables[i])).min_by_key(|&i| (tables[i].is_packed(), other(i)))
    };
    let chosen: Vec<Option<usize>> = needed.iter().map(table_of).collect();
    let missing: Vec<&Pattern> =
        needed.iter().zip(&chosen).filter(|(_, table)| table.is_none()).map(|(p, _)| p).collect();
    if missing.is_empty() { Ok(chosen.into_iter().flatten().collect()) } else { Err(missing) }
}

/// A set of canonical patterns and the sum of their tables' mean values.
#[derive(Clone, Default)]
struct Choice {
    mean: f64,
    patterns: Vec<Pattern>,
}

/// The strongest disjoint set of tables, of one kind or of any, that covers all tiles.
fn covering(kind: Option<TableKind>, goal: &Board, tables: &[FoundTable]) -> Option<Choice> {
    let size = goal.size();
    let blank = Symmetry::representative(size, goal.blank());
    let fits = |t: &&FoundTable| {
        kind.is_none_or(|kind| t.header().kind() == kind)
            && t.header().pattern().size() == size
            && t.header().pattern().blank() == blank
    };
    let all = ((1u32 << size.cells()) - 1) & !(1 << blank);
    let own = tables.iter().filter(fits).map(|t| (t.header().pattern().clone(), t.header().mean()));
    // A table serves its reflection too. That comes later, so that of two equal sets the one as built is taken.
    let reflected = own.clone().filter_map(|(pattern, mean)| Some((pattern.reflection()?, mean)));
    let mut usable: Vec<(Pattern, f64)> = Vec::new();
    for (pattern, mean) in own.chain(reflected) {
        if usable.iter().all(|(known, _)| known.mask() != pattern.mask()) {
            usable.push((pattern, mean));
        }
    }
    cover(all, &usable, &mut HashMap::new())
}

/// Means are sums in different orders: a smaller difference than this counts as none.
const SAME: f64 = 1e-9;

/// The strongest disjoint set of the patterns, which have mean values, whose masks make up `open`; `known` caches the
/// answer for each mask.
fn cover(open: u32, usable: &[(Pattern, f64)], known: &mut HashMap<u32, Option<Choice>>) -> Option<Choice> {
    if open == 0 {
        return Some(Choice::default());
    }
    if let Some(choice) = known.get(&open) {
        return choice.clone();
    }
    let lowest = 1 << open.trailing_zeros();
    let mut best: Option<Choice> = None;
    for (pattern, mean) in usable.iter().filter(|(p, _)| p.mask() & lowest != 0 && p.mask() & !open == 0) {
        let Some(mut choice) = cover(open & !pattern.mask(), usable, known) else { continue };
        choice.mean += mean;
        choice.patterns.push(pattern.clone());
        if best.as_ref().is_none_or(|b| choice.mean > b.mean + SAME) {
            best = Some(choice);
        }
    }
    known.insert(open, best.clone());
    best
}

/// The pattern of that goal with a given canonical pattern.
fn back_to(goal: &Board, canonical: &Pattern) -> Pattern {
    let size = goal.size();
    // The symmetry that carries the goal's patterns to canonical ones; its inverse is wanted.
    let carrying = Symmetry::carrying(size, goal.blank(), canonical.blank()).unwrap_or(Symmetry::IDENTITY);
    let undoes = |s: &Symmetry| (0..size.cells()).all(|c| s.apply(size, carrying.apply(size, c)) == c);
    canonical.image(Symmetry::all(size).find(undoes).unwrap_or(Symmetry::IDENTITY))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{board as goal, found};
    use fifteen_pdb::distinct_patterns;

    fn cells(partition: &Partition) -> Vec<Vec<u8>> {
        partition.patterns().iter().map(|p| p.cells().to_vec()).collect()
    }

    #[test]
    fn larger_patterns_are_preferred_and_zero_aware_to_additive() {
        let last = goal("1 2 3 / 4 5 6 / 7 8 0");
        let mut tables = found(&last, "1-3/4,5/6-8", TableKind::ZeroAware);
        assert_eq!(strongest(&last, &tables).map(|c| c.0.patterns().len()), Some(3));
        tables.extend(found(&last, "1-4/5-8", TableKind::Additive));
        tables.extend(found(&last, "1-4/5-8", TableKind::ZeroAware));
        let (partition, kind) = strongest(&last, &tables).unwrap();
        assert_eq!((cells(&partition), kind), (vec![vec![4, 5, 6, 7], vec![0, 1, 2, 3]], TableKind::ZeroAware));
    }

    #[test]
    fn tables_serve_other_corners_and_no_other_goal() {
        let last = goal("1 2 3 / 4 5 6 / 7 8 0");
        let tables = found(&last, "1-3/4-8", TableKind::ZeroAware);
        for corner in ["0 1 2 / 3 4 5 / 6 7 8", "1 2 0 / 3 4 5 / 6 7 8", "1 2 3 / 4 5 6 / 0 7 8"] {
            let (partition, _) = strongest(&goal(corner), &tables).unwrap();
            let needed = distinct_patterns([&partition]);
            assert_eq!(serving(&needed, TableKind::ZeroAware, &tables).map(|t| t.len()), Ok(2), "{corner}");
            assert_eq!(serving(&needed, TableKind::Additive, &tables), Err(needed.iter().collect()));
        }
        let middle = goal("1 2 3 / 4 0 5 / 6 7 8");
        assert!(strongest(&middle, &tables).is_none());
        let wide = goal("1 2 3 / 4 5 0");
        assert!(strongest(&wide, &tables).is_none());
        let incomplete = &tables[..1];
        assert!(strongest(&last, incomplete).is_none());
    }

    #[test]
    fn a_table_serves_its_reflection() {
        let last = goal("1 2 3 / 4 5 6 / 7 8 0");
        // Two of three patterns are reflections of each other: 2,3,6 and 4,7,8.
        let mut tables = found(&last, "2,3,6/4,7,8/1,5", TableKind::ZeroAware);
        let both = |tables: &[FoundTable]| strongest(&last, tables).map(|(partition, _)| partition.name());
        let expected = both(&tables);
        assert!(expected.is_some());
        tables.remove(1);
        assert_eq!(both(&tables), expected);
        let partition = Partition::parse("1,5/4,7,8/2,3,6", &last).unwrap();
        assert_eq!(serving(&distinct_patterns([&partition]), TableKind::ZeroAware, &tables), Ok(vec![1, 0]));
        // As built is as good as reflected, and comes first.
        let tables = found(&last, "1-3/4-8", TableKind::ZeroAware);
        assert_eq!(both(&tables).as_deref(), Some("4-8/1-3"));
        let tables = found(&last, "1,4,7/2,3,5,6,8", TableKind::ZeroAware);
        assert_eq!(both(&tables).as_deref(), Some("2,3,5,6,8/1,4,7"));
    }
}
