//! Formats numbers, byte counts and durations for people.

use std::time::Duration;

pub(crate) use fifteen_solver::record::{count, counted, plural};
use indicatif::HumanDuration;

/// Formats a number of bytes in decimal units, with one decimal place: `195.6 MB`.
pub(crate) fn bytes(n: u64) -> String {
    const UNITS: [(&str, f64); 3] = [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)];
    match UNITS.into_iter().find(|&(_, unit)| n as f64 >= unit) {
        Some((name, unit)) => format!("{:.1} {name}", n as f64 / unit),
        None => counted(n, "byte", "bytes"),
    }
}

/// Formats a rate with three significant digits: `25.6 M/s`, `890/s`.
pub(crate) fn rate(per_second: f64) -> String {
    figures(per_second) + "/s"
}

/// Formats a number with three significant digits: `1.23 M`, `45.6 k`, `789`.
pub(crate) fn figures(n: f64) -> String {
    const UNITS: [(&str, f64); 4] = [(" G", 1e9), (" M", 1e6), (" k", 1e3), ("", 1.0)];
    // From 999.5 on, rounding to three digits would give 1000, so use the next larger unit.
    let (name, unit) = UNITS
        .into_iter()
        .find(|&(_, unit)| n >= 0.9995 * unit)
        .unwrap_or(("", 1.0));
    let shown = n / unit;
    let digits = if unit == 1.0 || shown >= 99.95 {
        0
    } else {
        1 + usize::from(shown < 9.995)
    };
    format!("{shown:.digits$}{name}")
}

/// Formats seconds: `12 µs`, `3.4 ms`, `5.67 s`, `12 min 5 s`, `3 h 20 min`.
pub(crate) fn seconds(s: f64) -> String {
    if s < 0.001 {
        format!("{:.0} µs", s * 1e6)
    } else if s < 1.0 {
        format!("{:.1} ms", s * 1e3)
    } else if s < 120.0 {
        format!("{s:.2} s")
    } else if s < 7200.0 {
        format!("{} min {} s", s as u64 / 60, s as u64 % 60)
    } else {
        format!("{} h {} min", s as u64 / 3600, s as u64 % 3600 / 60)
    }
}

/// Formats an estimate, with two significant digits if it is 1000 or more: `837`, `2.1e9`.
pub(crate) fn rough_count(n: f64) -> String {
    if n < 1000.0 {
        format!("{n:.0}")
    } else {
        format!("{n:.1e}")
    }
}

/// Formats a duration in its largest unit: `45 seconds`, `3 minutes`.
pub(crate) fn rough_time(seconds: f64) -> HumanDuration {
    HumanDuration(Duration::try_from_secs_f64(seconds.max(1.0)).unwrap_or(Duration::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_written_for_people() {
        assert_eq!(
            [999, 1500, 195_630_120, 2_000_000_000].map(bytes),
            ["999 bytes", "1.5 kB", "195.6 MB", "2.0 GB"]
        );
        let figures_of = [
            0.0,
            12.4,
            999.4,
            999.6,
            9_996.0,
            99_960.0,
            45_600.0,
            1_234_567.0,
            2e13,
        ]
        .map(figures);
        assert_eq!(
            figures_of,
            [
                "0", "12", "999", "1.00 k", "10.0 k", "100 k", "45.6 k", "1.23 M", "20000 G"
            ]
        );
        assert_eq!([890.4, 25.63e6].map(rate), ["890/s", "25.6 M/s"]);
        assert_eq!(
            [12e-6, 0.0034, 5.67, 725.0].map(seconds),
            ["12 µs", "3.4 ms", "5.67 s", "12 min 5 s"]
        );
        assert_eq!([830.4, 2_140_000_000.0].map(rough_count), ["830", "2.1e9"]);
    }
}
