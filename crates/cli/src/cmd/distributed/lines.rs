//! The lines of JSON of `split`, `work` and `merge`, read one by one from files or the standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use fifteen_solver::distributed::{Job, Line, Split, Unit, UnitResult};
use fifteen_solver::input::{Encoding, TextLines};

use crate::input::InterruptibleReader;

/// Bytes of the longest line; a longer line is refused without being held in memory.
const LONGEST: u64 = 64 << 20;

/// The lines of a file, without empty ones.
pub(super) struct Lines {
    lines: TextLines<Box<dyn BufRead + Send>>,
    pub(super) name: String,
    number: u64,
    /// Bytes read, up to the end of the last complete line.
    pub(super) complete: u64,
}

/// A line, with its number from 1.
pub(super) struct Numbered {
    pub(super) number: u64,
    pub(super) text: String,
    /// The line has its end of line. Otherwise its writer was stopped.
    pub(super) ended: bool,
}

impl Lines {
    /// The lines of a file, or of the standard input if the path is `-`.
    pub(super) fn open(path: &Path) -> Result<Self> {
        if path.as_os_str() == "-" {
            let reader =
                InterruptibleReader::new(io::stdin()).map_err(|e| anyhow!("cannot read the standard input: {e}"))?;
            return Ok(Self::of(Box::new(BufReader::new(reader)), "the standard input".to_owned()));
        }
        let name = path.display().to_string();
        let file = File::open(path).map_err(|e| anyhow!("cannot open {name}: {e}"))?;
        Ok(Self::of(Box::new(BufReader::new(file)), name))
    }

    pub(super) fn of(reader: Box<dyn BufRead + Send>, name: String) -> Self {
        Self { lines: TextLines::new(reader, LONGEST), name, number: 0, complete: 0 }
    }

    fn read(&mut self) -> io::Result<Option<Numbered>> {
        while let Some(line) = self.lines.next_piece()? {
            self.number += 1;
            if line.goes_on {
                return Err(io::Error::other(format!("line {} is longer than {LONGEST} bytes", self.number)));
            }
            self.complete += if line.ended { line.bytes } else { 0 };
            let text = line.text.trim().to_owned();
            if !text.is_empty() {
                return Ok(Some(Numbered { number: self.number, text, ended: line.ended }));
            }
        }
        Ok(None)
    }
}

impl Iterator for Lines {
    type Item = Result<Numbered, String>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().map_err(|e| format!("cannot read {}: {e}", self.name)).transpose()
    }
}

/// The lines of a job and its units.
pub(super) fn of_split(split: &Split) -> String {
    let units = split.units.iter().cloned().map(Line::Unit);
    std::iter::once(Line::Job(split.job.clone())).chain(units).map(|line| format!("{line}\n")).collect()
}

/// The job of a file that has no units: one that was merged.
pub(super) fn job(path: &Path) -> Result<Job> {
    match job_and_units(path)? {
        (job, units) if units.is_empty() => Ok(job),
        _ => Err(anyhow!("{} has units, but a job merged by 'merge' was expected", path.display())),
    }
}

/// The job of a file, and its units.
pub(super) fn job_and_units(path: &Path) -> Result<(Job, Vec<Unit>)> {
    let mut lines = Lines::open(path)?;
    let (mut job, mut units) = (None, Vec::new());
    while let Some(line) = lines.next() {
        let line = line.map_err(anyhow::Error::msg)?;
        let wrong = |reason: &str| anyhow!("{}, line {}: {reason}", lines.name, line.number);
        match Line::parse(&line.text).map_err(|e| wrong(&e.to_string()))? {
            Line::Job(first) if job.is_none() => job = Some(first),
            Line::Job(_) => return Err(wrong("a second job; give the lines of one 'split' at a time")),
            Line::Unit(unit) => units.push(unit),
            Line::Result(_) => return Err(wrong("expected a job of 'split' and its units, found a result of 'work'")),
        }
    }
    let job = job.with_context(|| format!("{} has no job, the first line that 'split' writes", lines.name))?;
    Ok((job, units))
}

/// The results of a file.
pub(super) struct ReadResults {
    pub(super) results: Vec<UnitResult>,
    /// Bytes up to the end of the last complete line.
    pub(super) complete: u64,
    /// An incomplete line was skipped, whose writer was stopped.
    pub(super) cut: bool,
    pub(super) encoding: Encoding,
}

/// Reads the results of a file.
pub(super) fn results(mut lines: Lines) -> Result<ReadResults> {
    let (mut results, mut cut) = (Vec::new(), false);
    while let Some(line) = lines.next() {
        let line = line.map_err(anyhow::Error::msg)?;
        let wrong = |reason: &str| anyhow!("{}, line {}: {reason}", lines.name, line.number);
        cut = !line.ended;
        if cut {
            break;
        }
        match Line::parse(&line.text).map_err(|e| wrong(&e.to_string()))? {
            Line::Result(result) => results.push(result),
            _ => return Err(wrong("expected results of 'work', found a job or unit of 'split'")),
        }
    }
    Ok(ReadResults { results, complete: lines.complete, cut, encoding: lines.lines.encoding() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Lines {
        Lines::of(Box::new(io::Cursor::new(text.to_owned())), "test".to_owned())
    }

    #[test]
    fn a_line_without_its_end_is_told_from_the_others() {
        let read: Vec<_> = of("a\n\n  b \nc").map(|l| l.unwrap()).map(|l| (l.number, l.text, l.ended)).collect();
        let expected = [(1, "a", true), (3, "b", true), (4, "c", false)];
        assert_eq!(read, expected.map(|(number, text, ended)| (number, text.to_owned(), ended)));
    }

    #[test]
    fn a_result_that_was_cut_off_is_left_out() {
        let fields = r#""unit":1,"job":"a","expanded":1,"generated":2,"pruned":true,"solution":null"#;
        let digest = &blake3::hash(format!(r#"{{{fields},"digest":""}}"#).as_bytes()).to_hex()[..32];
        let result = format!(r#"{{"type":"result",{fields},"digest":"{digest}"}}"#);
        let read = results(of(&format!("{result}\n{}", &result[..40]))).unwrap();
        assert_eq!((read.results.len(), read.complete, read.cut), (1, result.len() as u64 + 1, true));
        assert!(results(of(&format!("{}\n{result}\n", &result[..40]))).is_err());
    }
}
