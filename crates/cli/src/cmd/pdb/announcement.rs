//! Prints what `pdb build` is going to do before it starts: the tables, their cost, and which of
//! them already exist.

use fifteen_solver::pdb::{Requirements, distinct_patterns};
use fifteen_solver::tables::{BuildPlan, PlannedTable};

use crate::terminal::{Ui, human};

/// Prints the tables to build, their cost, and how many of them already exist. For comparison, also
/// prints the size of each partition's tables in the classic format, which uses one byte for each
/// placement of a pattern's tiles.
pub(super) fn announce(plan: &BuildPlan, is_packed: bool, ui: &Ui) {
    let tables = human::plural(plan.tables.len() as u64, "table", "tables");
    ui.say(format_args!(
        "{} {} {tables} in {}",
        plan.tables.len(),
        plan.kind,
        plan.folder.display()
    ));
    let tiles = |t: &PlannedTable| t.pattern.to_string();
    let width = plan
        .tables
        .iter()
        .map(|t| tiles(t).len())
        .max()
        .unwrap_or(0)
        .max(5);
    let file = if is_packed { "unpacked" } else { "file" };
    ui.say(format_args!(
        "  {:<width$}  {:>15}  {file:>10}  {:>10}",
        "tiles", "entries", "memory"
    ));
    for table in &plan.tables {
        let Requirements {
            entries,
            file_bytes,
            memory_bytes,
            ..
        } = table.requirements;
        let (entries, file, memory) = (
            human::count(entries),
            human::bytes(file_bytes),
            human::bytes(memory_bytes),
        );
        ui.say(format_args!(
            "  {:<width$}  {entries:>15}  {file:>10}  {memory:>10}",
            tiles(table)
        ));
    }
    for partition in &plan.partitions {
        let patterns = distinct_patterns([partition]);
        let of_partition = || {
            plan.tables
                .iter()
                .filter(|t| patterns.iter().any(|p| t.pattern.serves(p)))
        };
        ui.say(format_args!(
            "{}: {} instead of {} (one byte a placement)",
            partition.name(),
            human::bytes(of_partition().map(|t| t.requirements.file_bytes).sum()),
            human::bytes(of_partition().map(|t| t.requirements.classic_bytes).sum())
        ));
    }
    let memory = human::bytes(
        plan.missing()
            .map(|t| t.requirements.memory_bytes)
            .max()
            .unwrap_or(0),
    );
    let files = human::bytes(plan.missing().map(|t| t.requirements.file_bytes).sum());
    let there = (plan.tables.len() - plan.missing().count()) as u64;
    if there == plan.tables.len() as u64 {
        return ui.say("all of them are there already");
    }
    let less = if is_packed {
        ", which packing makes smaller"
    } else {
        ""
    };
    let there = if there == 0 {
        String::new()
    } else {
        format!(
            "; {} there already",
            human::counted(there, "table is", "tables are")
        )
    };
    ui.say(format_args!(
        "in all {files} of files{less}, and at most {memory} of memory while they are built{there}"
    ));
}
