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
        .reduce(|best, next| {
            if next.1.mean > best.1.mean {
                next
            } else {
                best
            }
        })?;
    let patterns = choice
        .patterns
        .iter()
        .map(|canonical| back_to(goal, canonical))
        .collect();
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
        let serves =
            |t: &FoundTable| t.header().kind() == kind && t.header().pattern().serves(canonical);
        let other = |i: usize| tables[i].header().pattern() != canonical;
        (0..tables.len())
            .filter(|&i| serves(&tables[i]))
            .min_by_key(|&i| (tables[i].is_packed(), other(i)))
    };
    let chosen: Vec<Option<usize>> = needed.iter().map(table_of).collect();
    let missing: Vec<&Pattern> = needed
        .iter()
        .zip(&chosen)
        .filter(|(_, table)| table.is_none())
        .map(|(p, _)| p)
        .collect();
    if missing.is_empty() {
        Ok(chosen.into_iter().flatten().collect())
    } else {
        Err(missing)
    }
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
    let own = tables
        .iter()
        .filter(fits)
        .map(|t| (t.header().pattern().clone(), t.header().mean()));
    // A table serves its reflection too. That comes later, so that of two equal sets the one as built is taken.
    let reflected = own
        .clone()
        .filter_map(|(pattern, mean)| Some((pattern.reflection()?, mean)));
    let mut usable: Vec<(Pattern, f64)> = Vec::new();
    for (pattern, mean) in own.chain(reflected) {
        if usable
            .iter()
            .all(|(known, _)| known.mask() != pattern.mask())
        {
            usable.push((pattern, mean));
        }
    }
    cover(all, &usable, &mut HashMap::new())
}

/// Means are sums in different orders: a smaller difference than this counts as none.
const SAME: f64 = 1e-9;

/// The strongest disjoint set of the patterns, which have mean values, whose masks make up `open`; `known` caches the
/// answer for each mask.
fn cover(
    open: u32,
    usable: &[(Pattern, f64)],
    known: &mut HashMap<u32, Option<Choice>>,
) -> Option<Choice> {
    if open == 0 {
        return Some(Choice::default());
    }
    if let Some(choice) = known.get(&open) {
        return choice.clone();
    }
    let lowest = 1 << open.trailing_zeros();
    let mut best: Option<Choice> = None;
    for (pattern, mean) in usable
        .iter()
        .filter(|(p, _)| p.mask() & lowest != 0 && p.mask() & !open == 0)
    {
        let Some(mut choice) = cover(open & !pattern.mask(), usable, known) else {
            continue;
        };
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
    let carrying =
        Symmetry::carrying(size, goal.blank(), canonical.blank()).unwrap_or(Symmetry::IDENTITY);
    let undoes =
        |s: &Symmetry| (0..size.cells()).all(|c| s.apply(size, carrying.apply(size, c)) == c);
    canonical.image(
        Symmetry::all(size)
            .find(undoes)
            .unwrap_or(Symmetry::IDENTITY),
    )
}
