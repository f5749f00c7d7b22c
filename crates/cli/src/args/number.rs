//! Numbers, times and sizes as people write them: `1e9`, `1M`, `1_000_000`; `90s`, `1h30m`; `64M`, `8GiB`.

use std::ops::RangeInclusive;
use std::time::Duration;

use fifteen_solver::record::count;

/// Parses a whole number of that type.
pub(crate) fn number<T: TryFrom<u64> + Bounded>(text: &str) -> Result<T, String> {
    number_in(0..=T::MOST)(text)
}

/// A parser of whole numbers in a range.
pub(crate) fn number_in<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let whole = whole(text).filter(|n| range.contains(n));
        let number = whole.and_then(|n| T::try_from(n).ok());
        number.ok_or_else(|| {
            let least = count(*range.start());
            let most = *range.end();
            let limits =
                if most == u64::MAX { format!("from {least} on") } else { format!("from {least} to {}", count(most)) };
            let forms = if most < 1_000_000 { "" } else { "; large numbers may be written as 1e9, 1M or 1_000_000" };
            format!("expected a whole number {limits}{forms}")
        })
    }
}

/// The solution with which a search may end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Within {
    /// The first one.
    Any,
    /// One that is at most that much longer than the shortest can be.
    Percent(f64),
}

/// Parses a percentage, `5`, `2.5` or `5%`, or `any`.
pub(crate) fn within(text: &str) -> Result<Within, String> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("any") {
        return Ok(Within::Any);
    }
    let number = text.trim_end_matches('%').parse().ok().filter(|percent: &f64| percent.is_finite() && *percent >= 0.0);
    number
        .map(Within::Percent)
        .ok_or_else(|| "expected a percentage of 0 or more, such as 5 or 2.5%, or 'any'".to_owned())
}

/// A type of whole numbers and its largest value.
pub(crate) trait Bounded {
    const MOST: u64;
}

impl Bounded for u16 {
    const MOST: u64 = u16::MAX as u64;
}

impl Bounded for u32 {
    const MOST: u64 = u32::MAX as u64;
}

impl Bounded for u64 {
    const MOST: u64 = u64::MAX;
}

impl Bounded for usize {
    const MOST: u64 = usize::MAX as u64;
}

/// A whole number, or one with an exponent, or with a suffix `K`, `M`, `G`, `T` in powers of 1000.
fn whole(text: &str) -> Option<u64> {
    let text = text.trim().replace('_', "").to_ascii_uppercase();
    if let Ok(number) = text.parse() {
        return Some(number);
    }
    let units = [("K", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12)];
    let suffix = units.into_iter().find_map(|(letter, unit)| Some((text.strip_suffix(letter)?, unit)));
    let (number, unit) = suffix.unwrap_or((&text, 1.0));
    let number = number.trim_end().parse::<f64>().ok()? * unit;
    let is_whole = (number - number.round()).abs() <= 1e-9 * number && (0.0..u64::MAX as f64).contains(&number);
    is_whole.then_some(number.round() as u64)
}

/// Parses a time: seconds, or numbers with units, as in `90`, `90s`, `1h30m`.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    if text.trim_start().starts_with('-') {
        return Err("a time limit cannot be negative".to_owned());
    }
    let time = match text.trim().parse().map(Duration::try_from_secs_f64) {
        Ok(seconds) => seconds.ok(),
        Err(_) => humantime::parse_duration(text).ok(),
    };
    time.ok_or_else(|| "expected a time: seconds, or numbers with units, as in 90, 90s, 1m or 1h30m".to_owned())
}

/// Parses bytes with an optional suffix: `K`, `M`, `G`, `T` in powers of 1000, with an `i` of 1024; a final `B` may
/// follow.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    parse_size::parse_size(text).map_err(|_| "expected a size: bytes, or as in 500M, 8G or 8GiB".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_write_them() {
        for (text, expected) in [
            ("0", 0),
            ("1e9", 1_000_000_000),
            ("1E+9", 1_000_000_000),
            ("1.5e3", 1500),
            ("1M", 1_000_000),
            ("2.5k", 2500),
            ("1_000_000", 1_000_000),
            (" 12 ", 12),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(number::<u64>(text), Ok(expected), "{text}");
        }
        for bad in
            ["", "x", "-1", "1.5", "1e", "e9", "1e99", "M", "1Q", "0x10", "_", "18446744073709551616", "1e-3", "9T9"]
        {
            let error = number::<u64>(bad).unwrap_err();
            assert!(error.starts_with("expected a whole number from 0 on"), "{bad}: {error}");
        }
        assert!(number::<u16>("65536").unwrap_err().contains("from 0 to 65,535"));
        assert!(number_in::<u16>(1..=1024)("0").unwrap_err().contains("from 1 to 1,024"));
    }

    #[test]
    fn times_as_people_write_them() {
        for (text, seconds) in [
            ("90", 90.0),
            ("0.25", 0.25),
            ("90s", 90.0),
            ("1m", 60.0),
            ("1h30m", 5400.0),
            ("1h 30min", 5400.0),
            ("250ms", 0.25),
            ("1e3", 1000.0),
        ] {
            assert_eq!(time(text), Ok(Duration::from_secs_f64(seconds)), "{text}");
        }
        for bad in ["", "s", "1x", "1h30", "soon", "NaN", "inf", "1m m", "-1", "1e30d"] {
            assert!(time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_as_people_write_them() {
        let read: Vec<_> =
            ["0", "12345", "4k", "500M", "1.5G", "8GB", "2GiB", "1KiB", "1T", "1e6", "1_000"].map(bytes).into();
        let expected = [
            0,
            12_345,
            4000,
            500_000_000,
            1_500_000_000,
            8_000_000_000,
            2 << 30,
            1024,
            1_000_000_000_000,
            1_000_000,
            1000,
        ];
        assert_eq!(read, expected.map(Ok));
        for bad in ["", "G", "lots", "-1", "1X", "1.2.3G", "5 apples", "99999999999T"] {
            assert!(bytes(bad).is_err(), "{bad}");
        }
    }
}
