//! Parsers for numbers, durations and sizes as people write them: `1e9`, `1M`, `1_000_000`; `90s`,
//! `1h30m`; `64M`, `8GiB`.

use std::ops::RangeInclusive;
use std::time::Duration;

use fifteen_solver::record::count;

/// Parses a whole number into an unsigned type of at most 64 bits.
pub(crate) fn number<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    number_in(0..=u64::MAX >> (64 - 8 * size_of::<T>()))(text)
}

/// Returns a parser that accepts whole numbers in the given range.
pub(crate) fn number_in<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let whole = whole(text).filter(|n| range.contains(n));
        whole.and_then(|n| T::try_from(n).ok()).ok_or_else(|| {
            let (least, most) = (count(*range.start()), *range.end());
            let limits = if most == u64::MAX {
                format!("from {least} on")
            } else {
                format!("from {least} to {}", count(most))
            };
            let forms = if most < 1_000_000 {
                ""
            } else {
                "; large numbers may be written as 1e9, 1M or 1_000_000"
            };
            format!("expected a whole number {limits}{forms}")
        })
    }
}

/// Parses a whole number, optionally with an exponent or with a suffix `K`, `M`, `G` or `T` for
/// powers of 1000.
fn whole(text: &str) -> Option<u64> {
    let text = text.trim().replace('_', "").to_ascii_uppercase();
    if let Ok(number) = text.parse() {
        return Some(number);
    }
    let units = [("K", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12)];
    let suffix = units
        .into_iter()
        .find_map(|(letter, unit)| Some((text.strip_suffix(letter)?, unit)));
    let (number, unit) = suffix.unwrap_or((&text, 1.0));
    let number = number.trim_end().parse::<f64>().ok()? * unit;
    let is_whole = (number - number.round()).abs() <= 1e-9 * number
        && (0.0..u64::MAX as f64).contains(&number);
    is_whole.then_some(number.round() as u64)
}

/// Parses a duration: seconds, or numbers with units, such as `90`, `90s` or `1h30m`.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    if text.trim_start().starts_with('-') {
        return Err("a time limit cannot be negative".to_owned());
    }
    let time = match text.trim().parse().map(Duration::try_from_secs_f64) {
        Ok(seconds) => seconds.ok(),
        Err(_) => humantime::parse_duration(text).ok(),
    };
    time.ok_or_else(|| {
        "expected a time: seconds, or numbers with units, as in 90, 90s, 1m or 1h30m".to_owned()
    })
}

/// Parses a number of bytes with an optional suffix: `K`, `M`, `G` or `T` for powers of 1000, `Ki`
/// and so on for powers of 1024, each optionally followed by `B`.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    parse_size::parse_size(text)
        .map_err(|_| "expected a size: bytes, or as in 500M, 8G or 8GiB".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_have_separators_and_suffixes() {
        let good = [
            "0",
            "1E+9",
            "1.5e3",
            "1M",
            "2.5k",
            "1_000_000",
            " 12 ",
            "18446744073709551615",
        ];
        let read = [
            0,
            1_000_000_000,
            1500,
            1_000_000,
            2500,
            1_000_000,
            12,
            u64::MAX,
        ];
        assert_eq!(good.map(number::<u64>), read.map(Ok));
        let bad = [
            "",
            "-1",
            "1.5",
            "1e",
            "1e99",
            "M",
            "1Q",
            "0x10",
            "_",
            "18446744073709551616",
            "1e-3",
        ];
        assert!(bad.iter().all(|bad| number::<u64>(bad).is_err()));
    }

    #[test]
    fn times_and_sizes_may_have_units() {
        let times = ["90", "0.25", "90s", "1m", "1h30m", "1h 30min", "250ms"].map(time);
        assert_eq!(
            times,
            [90.0, 0.25, 90.0, 60.0, 5400.0, 5400.0, 0.25]
                .map(Duration::from_secs_f64)
                .map(Ok)
        );
        let sizes = ["12345", "4k", "500M", "1.5G", "8GB", "2GiB"].map(bytes);
        assert_eq!(
            sizes,
            [
                12_345,
                4000,
                500_000_000,
                1_500_000_000,
                8_000_000_000,
                2 << 30
            ]
            .map(Ok)
        );
        assert!(
            ["", "s", "1h30", "soon", "NaN", "inf", "-1", "1e30d"]
                .iter()
                .all(|bad| time(bad).is_err())
        );
        assert!(
            ["", "G", "lots", "-1", "1X", "99999999999T"]
                .iter()
                .all(|bad| bytes(bad).is_err())
        );
    }
}
