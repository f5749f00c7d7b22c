//! Numbers, times and sizes as people write them: `1e9`, `1M`, `1_000_000`; `90s`, `1h30m`; `64M`, `8GiB`.

use std::ops::RangeInclusive;
use std::time::Duration;

use fifteen_solver::record::count;

/// The most decimal places that an exponent may move the point.
const MOST_PLACES: u32 = 30;

/// Parses a whole number of that type.
pub(crate) fn number<T: TryFrom<u64> + Bounded>(text: &str) -> Result<T, String> {
    number_in(0..=T::MOST)(text)
}

/// A parser of whole numbers in a range.
pub(crate) fn number_in<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let whole = whole(text).and_then(|n| u64::try_from(n).ok()).filter(|n| range.contains(n));
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

/// Parses a percentage: `5`, `2.5` or `5%`.
pub(crate) fn percent(text: &str) -> Result<f64, String> {
    let number =
        text.trim().trim_end_matches('%').parse().ok().filter(|percent: &f64| percent.is_finite() && *percent >= 0.0);
    number.ok_or_else(|| "expected a percentage of 0 or more, such as 5 or 2.5%".to_owned())
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

/// A whole number with an optional suffix `K`, `M`, `G` (or `B`), `T`, in powers of 1000.
fn whole(text: &str) -> Option<u128> {
    let (number, suffix) = split_suffix(text.trim());
    let unit = match suffix.to_ascii_uppercase().as_str() {
        "" => 1,
        "K" => 1_000,
        "M" => 1_000_000,
        "G" | "B" => 1_000_000_000,
        "T" => 1_000_000_000_000,
        _ => return None,
    };
    let (numerator, denominator) = decimal(number)?;
    let product = numerator.checked_mul(unit)?;
    (product % denominator == 0).then_some(product / denominator)
}

/// A number and the letters after it. An `e` between digits belongs to the number.
fn split_suffix(text: &str) -> (&str, &str) {
    let (number, suffix) = text.split_at(text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len());
    (number.trim_end(), suffix)
}

/// A decimal number as a fraction: digits, `_` between them, a point, an exponent.
fn decimal(text: &str) -> Option<(u128, u128)> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent: u32 = exponent.strip_prefix('+').unwrap_or(exponent).parse().ok().filter(|&e| e <= MOST_PLACES)?;
    let (whole, places) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |text: &str| text.chars().filter(|&c| c != '_').collect::<String>();
    let (whole, places) = (digits(whole), digits(places));
    if !mantissa.starts_with(|c: char| c.is_ascii_digit() || c == '.') || places.len() > MOST_PLACES as usize {
        return None;
    }
    let all = whole + &places;
    let digits = all.bytes().all(|b| b.is_ascii_digit()).then_some(all)?;
    let numerator = digits.parse::<u128>().ok()?.checked_mul(10u128.checked_pow(exponent)?)?;
    Some((numerator, 10u128.checked_pow(places.len() as u32)?))
}

/// Parses a time: seconds, or numbers with units, as in `90`, `90s`, `1.5m`, `1h30m`.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time: seconds, or numbers with units, as in 90, 90s, 1m or 1h30m".to_owned();
    let long = || "the time is too long; without the option there is no limit".to_owned();
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if text.starts_with('-') {
        return Err("a time limit cannot be negative".to_owned());
    }
    let mut total = 0.0;
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let letters = rest.find(|c: char| c.is_ascii_alphabetic() && !is_exponent(rest, c)).unwrap_or(rest.len());
        let (number, after) = rest.split_at(letters);
        let unit = &after[..after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len())];
        let seconds = match unit.to_ascii_lowercase().as_str() {
            "" if number.len() == text.len() => 1.0,
            "ms" => 0.001,
            "s" | "sec" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            "d" => 86_400.0,
            _ => return Err(wrong()),
        };
        let (numerator, denominator) = decimal(number).ok_or_else(wrong)?;
        total += numerator as f64 / denominator as f64 * seconds;
        rest = &after[unit.len()..];
    }
    if text.is_empty() {
        return Err(wrong());
    }
    Duration::try_from_secs_f64(total).map_err(|_| long())
}

/// True if the letter is the `e` of a number such as `1e3`.
fn is_exponent(text: &str, letter: char) -> bool {
    let after = text.split_once(letter).map_or("", |(_, after)| after);
    letter.eq_ignore_ascii_case(&'e') && after.starts_with(|c: char| c.is_ascii_digit())
}

/// Parses bytes with an optional suffix: `K`, `M`, `G`, `T` in powers of 1000, with an `i` of 1024; a final `B` may
/// follow.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let wrong = || "expected a size: bytes, or as in 500M, 8G or 8GiB".to_owned();
    let (number, suffix) = split_suffix(text.trim());
    let suffix = suffix.to_ascii_uppercase();
    let suffix = suffix.strip_suffix('B').unwrap_or(&suffix);
    let (letter, base) = suffix.strip_suffix('I').map_or((suffix, 1000u128), |letter| (letter, 1024));
    let power = ["", "K", "M", "G", "T"].iter().position(|&l| l == letter).ok_or_else(wrong)?;
    let (numerator, denominator) = decimal(number).ok_or_else(wrong)?;
    let bytes = numerator.checked_mul(base.pow(power as u32)).map(|product| product / denominator);
    bytes.and_then(|bytes| u64::try_from(bytes).ok()).ok_or_else(wrong)
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
            ("1.5H", 5400.0),
            ("1e3", 1000.0),
            ("1e3s", 1000.0),
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
