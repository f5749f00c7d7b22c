//! Records: solving and counting a puzzle in one call.

use fifteen_blocks::record::{BlockRecord, BlockStage};
use fifteen_blocks::{BlockMetric, BlockSearchError, format};
use fifteen_resources::record::RecordStatus;
use fifteen_resources::{LimitKind, Limits};

use crate::serial;

/// The long piece has 6 places, and the two others, which can stand for each other, then have 21.
const THREE_PIECES: &str = "start   goal\nAAB     ...\n.C.     ...\n...     .AA\n";

/// Solves the puzzle in a text. Also returns the computations that reported their progress.
fn solved(
    text: &str,
    with_states: bool,
    limits: Limits,
) -> (Result<BlockRecord, BlockSearchError>, Vec<BlockStage>) {
    let entry = format::parse(text).unwrap().remove(0);
    let mut options = serial(BlockMetric::Straight);
    options.limits = limits;
    let mut stages = Vec::new();
    let record = BlockRecord::solve(&entry, &options, with_states, &mut |stage, _| {
        stages.push(stage);
    });
    stages.dedup();
    (record, stages)
}

#[test]
fn states_are_counted_after_the_search() {
    let (record, stages) = solved(THREE_PIECES, false, Limits::default());
    let record = record.unwrap();
    assert_eq!((record.length, record.states), (Some(3), None));
    assert_eq!(stages, [BlockStage::Solving]);

    let (record, stages) = solved(THREE_PIECES, true, Limits::default());
    let record = record.unwrap();
    assert_eq!((record.length, record.states), (Some(3), Some(126)));
    assert_eq!(stages, [BlockStage::Solving, BlockStage::CountingStates]);
}

#[test]
fn a_puzzle_without_a_goal_can_only_be_counted() {
    let without_goal = "start\nAAB\n.C.\n...\n";
    let (record, stages) = solved(without_goal, true, Limits::default());
    let record = record.unwrap();
    assert_eq!((record.length, record.states), (None, Some(126)));
    assert_eq!(stages, [BlockStage::CountingStates]);
    let (record, _) = solved(without_goal, false, Limits::default());
    assert_eq!(record.unwrap_err(), BlockSearchError::NoGoal);
}

#[test]
fn an_invalid_puzzle_is_an_error_with_its_line() {
    let (record, _) = solved("start goal\nA.. ..A\nA B ...\n", true, Limits::default());
    let error = record.unwrap_err();
    assert!(matches!(error, BlockSearchError::Format(_)), "{error:?}");
    assert!(error.to_string().starts_with("line "), "{error}");
}

#[test]
fn a_record_names_the_limit_that_stopped_it() {
    let within = |nodes| Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let (record, _) = solved(THREE_PIECES, false, within(2));
    let record = record.unwrap();
    assert_eq!(record.status, RecordStatus::Limit);
    assert_eq!(record.stopped, Some(LimitKind::Nodes));
    // The search ends within the limit, but the count of the states does not.
    let (record, _) = solved(THREE_PIECES, true, within(100));
    let record = record.unwrap();
    assert_eq!((record.length, record.states), (Some(3), None));
    assert_eq!(record.status, RecordStatus::Limit);
    assert_eq!(record.stopped, Some(LimitKind::Nodes));
}
