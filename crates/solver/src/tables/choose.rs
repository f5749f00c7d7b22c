//! Chooses among the tables that were found. The choice is either the tables of a given partition,
//! or the strongest set of disjoint tables that covers all tiles.

use std::collections::HashMap;

use fifteen_pdb::{Partition, Pattern, TableKind};
use fifteen_puzzle::{Board, Symmetry};

use super::FoundTable;

/// Returns the strongest partition that can be formed from tables of one kind. This is the
/// partition with the highest sum of the tables' mean values. Returns `None` if no set of tables
/// covers every tile exactly once.
pub(super) fn strongest(goal: &Board, tables: &[FoundTable]) -> Option<(Partition, TableKind)> {
    let of = |kind| Some((kind, covering(Some(kind), goal, tables)?));
    let (kind, choice) = [TableKind::ZeroAware, TableKind::Additive]
        .into_iter()
        .filter_map(of)
        // Prefer the first of two equally good choices, to make the result deterministic.
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

/// Returns whether the tables could cover all tiles if kinds could be mixed. An error message uses
/// this to explain why no tables were chosen.
pub(super) fn cover_if_mixed(goal: &Board, tables: &[FoundTable]) -> bool {
    covering(None, goal, tables).is_some()
}

/// Finds a table for each needed pattern. A table also serves the reflection of its pattern.
/// Returns the indices of the tables in `tables`, or the patterns without a table.
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

/// Disjoint patterns and the sum of the mean values of their tables.
#[derive(Clone, Default)]
struct Choice {
    mean: f64,
    patterns: Vec<Pattern>,
}

/// Chooses disjoint tables that cover all tiles. Returns the choice with the highest sum of the
/// tables' mean values, or `None` if the tables cannot cover all tiles. If `kind` is `None`, tables
/// of both kinds can be combined.
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
    // A table also serves the reflection of its pattern. Reflections come last, so that a table
    // with the pattern itself is preferred.
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

/// Two sums of mean values that differ by less than this are treated as equal. Such a small
/// difference can be a rounding error, because the order of summation varies.
const SAME: f64 = 1e-9;

/// Returns disjoint patterns that cover exactly the goal cells in the bit set `open`, or `None` if
/// there are none. Of all possible choices, returns the one with the highest sum of mean values.
/// `known` caches the results, keyed by `open`.
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

/// Converts a canonical pattern to the equivalent pattern for `goal`. Canonical patterns have the
/// blank in a standard corner.
fn back_to(goal: &Board, canonical: &Pattern) -> Pattern {
    let size = goal.size();
    // `carrying` maps the goal's patterns to canonical ones. Its inverse is needed here.
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
