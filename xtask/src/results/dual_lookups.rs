//! Dual lookups on random boards, beside the published means.

use std::path::Path;

use fifteen_data::{DualLookupMean, dual_lookup_means};

use super::Result;
use super::kept::KeptRun;
use super::{build, wrapped};

pub(super) const NAME: &str = "dual-lookups";
pub(super) const TITLE: &str = "Dual lookups on random boards";

const ARGUMENTS: &str = "--set random:100:1 --heuristic 7-8:additive:no-reflection --heuristic 7-8:additive \
                         --heuristic 7-8:additive+7-8:additive:dual --node-limit 1G";
const TEXT: &str = "IDA* with additive tables of 7-8: as they are, with the reflected board, and with the duals of both too.\n\
                    Felner, Zahavi, Schaeffer & Holte (2005) give means of generated nodes over 1,000 random boards.\n\
                    Their boards are not published, so the means cannot be equal.\n\
                    What can be compared is by how much each step divides the nodes.";

/// The text of the section, from its title on. With `kept`, nothing is searched: an earlier run has the results.
pub(super) fn run(fifteen: &Path, kept: bool) -> Result<String> {
    let run = KeptRun::new(NAME, ARGUMENTS.to_owned());
    if !kept {
        build(fifteen, &["--size", "4x4", "--partition", "7-8", "--dual"])?;
        run.search(fifteen)?;
    }
    let paragraphs = run.print(fifteen, None)?;
    let table = means(paragraphs.first().map_or("", String::as_str))?;
    Ok(format!("{}\n\n{table}", head()))
}

/// The section down to its table.
pub(super) fn head() -> String {
    format!("{TITLE}\n\n{TEXT}\n\n```sh\n{}\n```", wrapped(&format!("fifteen bench {ARGUMENTS}")))
}

/// Means of each heuristic, from the table that `fifteen bench` prints: a row for each heuristic of the arguments.
fn means(table: &str) -> Result<String> {
    /// The columns: heuristic, mean value, nodes generated and expanded.
    const COLUMNS: [usize; 4] = [0, 3, 5, 8];
    let mut text = "| heuristic | mean h | generated, mean | expanded, mean | published mean |\n\
                    | --- | ---: | ---: | ---: | ---: |\n"
        .to_owned();
    let names = ARGUMENTS.split_whitespace().skip_while(|word| *word != "--heuristic").skip(1).step_by(2);
    let published = dual_lookup_means();
    for (row, name) in table.lines().skip(2).zip(names) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        if cells.len() != 17 {
            return Err("`fifteen bench` printed a table that does not have 17 columns".into());
        }
        let [heuristic, value, generated, expanded] = COLUMNS.map(|column| cells[column]);
        let [generated, expanded] = [mean(generated)?, mean(expanded)?];
        let known = published.iter().find(|known| known.heuristic == name);
        let known = known.map_or_else(String::new, |known| thousands(known.published));
        text += &format!("| {heuristic} | {value} | {generated} | {expanded} | {known} |\n");
    }
    Ok(text)
}

/// A sum over all boards as their mean.
fn mean(sum: &str) -> Result<String> {
    let sum: u64 = sum.replace(',', "").parse().map_err(|_| format!("'{sum}' is not a sum of all boards"))?;
    Ok(thousands(sum / DualLookupMean::BOARDS))
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|g| std::str::from_utf8(g).ok()).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_stand_beside_the_published_ones() -> Result<()> {
        let row = |generated: &str| {
            let mut cells = ["x"; 17];
            (cells[0], cells[3], cells[5], cells[8]) = ("name", "45.00", generated, "100");
            format!("| {} |\n", cells.join(" | "))
        };
        let table = format!("head\n---\n{}", ["12,936,734", "99", "300"].map(row).concat());
        let means = means(&table)?;
        assert!(
            means.contains("| name | 45.00 | 129,367 | 1 | 136,289 |\n| name | 45.00 | 0 | 1 | 36,710 |\n"),
            "{means}"
        );
        assert!(means.ends_with("| name | 45.00 | 3 | 1 | 18,601 |\n"), "{means}");
        assert!(super::means("a\nb\n| 1 |\n").is_err());
        Ok(())
    }
}
