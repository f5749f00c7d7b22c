use fifteen_pdb::{Partition, TableKind};
use fifteen_puzzle::{Goal, Size};

use super::goal::{NODES, measured};
use super::*;
use crate::spec::HeuristicSpec;
use crate::tables::required::known_sets;

#[test]
fn every_measurement_is_of_a_known_heuristic() {
    for line in NODES.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.splitn(4, ' ').collect();
        let size: Size = words[0].parse().unwrap();
        assert!(measured(size, words[1]).is_some(), "{line}");
        let known = known_sets(&Goal::Last.board(size).unwrap()).iter().any(|set| set.sets() == words[1]);
        assert!(known || words[1].parse::<HeuristicSpec>().is_ok_and(|spec| !spec.needs_tables()), "{line}");
    }
}

#[test]
fn every_size_can_have_tables_and_a_command_that_builds_them() {
    for size in Size::all() {
        for goal in [Goal::Last, Goal::First, Goal::Spiral] {
            let overview = GoalOverview::new(goal, size, &[std::env::temp_dir().join("no such folder")]);
            assert!(overview.is_err(), "a folder that was named must exist");
            let sets = known_sets(&goal.board(size).unwrap());
            assert!(!sets.is_empty() && sets.iter().all(|set| set.remedy.contains("build")), "{size}");
        }
    }
}

#[test]
fn what_is_missing_and_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let size: Size = "3x3".parse().unwrap();
    let given = [folder.path().to_path_buf()];
    let before = GoalOverview::new(Goal::First, size, &given).unwrap();
    assert_eq!(before.heuristic, "manhattan");
    let whole = &before.candidates[0];
    assert!(whole.exact && whole.missing == ["1-8"] && whole.file_bytes > 0, "{whole:?}");
    let goal = Goal::Last.board(size).unwrap();
    let pattern = Partition::defaults(&goal)[0].patterns()[0].clone();
    let go_on = &mut |_| std::ops::ControlFlow::Continue(());
    let table = fifteen_pdb::build(&pattern, TableKind::ZeroAware, 1, go_on).unwrap();
    fifteen_pdb::file::save(&table, &folder.path().join("any.pdb")).unwrap();
    let after = GoalOverview::new(Goal::First, size, &given).unwrap();
    assert!(after.heuristic.contains("zero-aware") && after.location.is_some(), "{after:?}");
    assert!(after.candidates[0].missing.is_empty() && after.candidates[0].command.is_none());
    let place = &location_overviews(&given).unwrap()[0];
    assert_eq!((place.tables.len(), place.tables[0].goals.as_str()), (1, "blank in a corner"));
    assert_eq!(place.tables[0].partitions, ["1-8"]);
}
