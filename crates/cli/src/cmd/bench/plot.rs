//! `--plot`: the results as the data of a plot.

use fifteen_draw::{DrawError, Series, comparison, comparison_png};
use fifteen_lab::BenchmarkRecord;
use fifteen_lab::InstanceSet;

use super::table::one_algorithm;
use crate::ending::PictureFormat;
use crate::terminal::human;

/// The formats of a plot.
pub(super) const FORMATS: [PictureFormat; 2] = [PictureFormat::Svg, PictureFormat::Png];

pub(super) fn plot(
    set: &InstanceSet,
    records: &[BenchmarkRecord],
    format: PictureFormat,
) -> Result<Vec<u8>, DrawError> {
    let alone = one_algorithm(records);
    let series = |record: &BenchmarkRecord| Series {
        label: record.label(alone),
        bytes: (record.table_bytes + record.peak_bytes) as f64,
        nodes: record.instances.iter().filter(|i| i.length.is_some()).map(|i| i.generated as f64).collect(),
        unsolved: record.boards - record.solved,
    };
    let title = match (set.name.as_str(), set.instances.len()) {
        ("korf100", _) => "Korf's 100 boards".to_owned(),
        ("hardest17", _) => "The 17 hardest 4x4 boards".to_owned(),
        ("korf24", _) => "Korf's 50 boards of the 24-puzzle".to_owned(),
        (name, boards) => format!("{name}: {boards} {} {}", set.size, human::plural(boards as u64, "board", "boards")),
    };
    let title = match records.first() {
        Some(record) if alone && records.len() > 1 => format!("{title}, {}", record.algorithm),
        _ => title,
    };
    let series: Vec<Series> = records.iter().map(series).collect();
    match format {
        PictureFormat::Png => comparison_png(&title, &series),
        _ => comparison(&title, &series).map(String::into_bytes),
    }
}
