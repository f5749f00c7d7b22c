//! `--out` and `--from`: results kept in a folder, and printed from there.

use std::path::Path;

use anyhow::{Result, bail};
use fifteen_lab::{InstanceSet, ResultFolder, RunSettings};

use super::{Args, BenchFormat, analysis, exit, printer, table};
use crate::args::LimitArgs;
use crate::exit::Exit;
use crate::terminal::human;
use crate::terminal::ui::Ui;
use crate::version::VERSION;

/// The folder of `--out`, with what it has of this run.
pub(super) fn open(args: &Args, folder: &Path, set: &InstanceSet, limits: &LimitArgs, ui: &Ui) -> Result<ResultFolder> {
    let settings = RunSettings::new(VERSION, set, options(args, limits));
    let folder = ResultFolder::open(folder, settings)?;
    report_damage(&folder, ui);
    if !folder.damaged().is_empty() {
        let lines = human::counted(folder.damaged().len() as u64, "damaged line is", "damaged lines are");
        ui.note(format_args!("{lines} now in {}; their boards are searched again", folder.damaged_file().display()));
    }
    Ok(folder)
}

/// The options on which results depend, as written on the command line.
fn options(args: &Args, limits: &LimitArgs) -> String {
    let mut options = vec![format!("--mode {}", args.mode.name())];
    options.extend(args.finish_iteration.then(|| "--finish-iteration".to_owned()));
    options.extend(args.order.map(|order| format!("--order {order}")));
    options.extend(limits.node_limit.map(|nodes| format!("--node-limit {nodes}")));
    options.extend(limits.time_limit.map(|time| format!("--time-limit {}", time.as_secs_f64())));
    options.extend(limits.depth_limit.map(|depth| format!("--depth-limit {depth}")));
    options.extend(limits.memory_limit.map(|memory| format!("--memory-limit {memory}")));
    options.join(" ")
}

fn report_damage(folder: &ResultFolder, ui: &Ui) {
    for line in folder.damaged() {
        ui.note(format_args!("{}:{}: left out, since {}", folder.file().display(), line.number, line.fault));
    }
}

/// `--from`: prints the results of a folder.
pub(super) fn print(args: &Args, folder: &Path, ui: &Ui) -> Result<Exit> {
    let stream = args.plot.prepare("", args.format() == BenchFormat::Text, ui)?;
    let folder = ResultFolder::read(folder)?;
    report_damage(&folder, ui);
    let records = folder.records();
    if records.is_empty() {
        bail!("{} has no results yet", folder.file().display());
    }
    if let Some(mut printer) = printer(args.format(), stream)? {
        for record in &records {
            printer.print(record)?;
        }
    }
    let out = &mut stream.writer();
    match args.format() {
        BenchFormat::Markdown => {
            table::markdown(out, &records)?;
            analysis::markdown(out, &records, &folder.results().shortest())?;
        }
        BenchFormat::Text => {
            table::text(out, &records)?;
            analysis::text(out, &records, &folder.results().shortest())?;
        }
        BenchFormat::Csv | BenchFormat::Json => (),
    }
    let boards = records.iter().map(|record| record.boards).max().unwrap_or(0);
    let fewer = records.iter().filter(|record| record.boards < boards).count();
    if fewer > 0 {
        let runs = human::counted(fewer as u64, "configuration has", "configurations have");
        ui.note(format_args!("{runs} results of fewer boards than others"));
    }
    let settings = folder.settings();
    args.plot.write(&settings.set, &settings.size, boards, &records, ui)?;
    Ok(exit(&records))
}
