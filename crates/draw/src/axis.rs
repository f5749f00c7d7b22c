//! Logarithmic axes: their ranges and labels.

use std::ops::Range;

/// The smallest range of whole powers of ten around some positive values, at least one decade wide.
pub(crate) fn decades(values: impl Iterator<Item = f64>) -> Range<f64> {
    let (least, most) = values
        .filter(|v| v.is_finite() && *v > 0.0)
        .fold((f64::INFINITY, 0.0f64), |(least, most), v| (least.min(v), most.max(v)));
    if most == 0.0 {
        return 1.0..10.0;
    }
    let low = least.log10().floor();
    let high = most.log10().ceil().max(low + 1.0);
    10f64.powf(low)..10f64.powf(high)
}

/// True of 1, 2 and 5 times a power of ten: long labels of these alone do not run into each other.
pub(crate) fn stands_alone(value: f64) -> bool {
    let digit = value / 10f64.powf((value.log10() + 1e-9).floor());
    [1.0, 2.0, 5.0].iter().any(|round| (digit - round).abs() < 1e-6)
}

/// `1`, `10`, `10 k`, `1 M`, `100 G`.
pub(crate) fn count(value: f64) -> String {
    scaled(value, &["", " k", " M", " G", " T", " P"])
}

/// `100 bytes`, `1 kB`, `10 MB`.
pub(crate) fn bytes(value: f64) -> String {
    scaled(value, &[" bytes", " kB", " MB", " GB", " TB", " PB"])
}

fn scaled(value: f64, units: &[&str]) -> String {
    // A power of ten computed from a logarithm is slightly inexact.
    let thousands = ((value.max(1.0).log10() + 1e-9) / 3.0).floor().min(units.len() as f64 - 1.0);
    format!("{:.0}{}", value / 1000f64.powf(thousands), units[thousands as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_ranges() {
        assert_eq!([1.0, 100.0, 1e3, 99_999.999_999_9, 1e9].map(count), ["1", "100", "1 k", "100 k", "1 G"]);
        assert_eq!([10.0, 1e6].map(bytes), ["10 bytes", "1 MB"]);
        let labelled: Vec<u32> = (1..=20).filter(|&n| stands_alone(f64::from(n) * 1e6)).collect();
        assert_eq!(labelled, [1, 2, 5, 10, 20]);
        assert_eq!(decades([30.0, 4000.0, 0.0].into_iter()), 10.0..10_000.0);
        assert_eq!(decades(std::iter::empty()), 1.0..10.0);
        assert_eq!(decades([100.0].into_iter()), 100.0..1000.0);
    }
}
