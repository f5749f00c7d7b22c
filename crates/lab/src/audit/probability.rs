//! Tail probabilities of the chi-squared and the normal distribution.

/// Relative precision of the sums.
const PRECISION: f64 = 1e-15;
const TERMS: u32 = 100_000;

/// The probability that chi-squared with `freedom` degrees of freedom is at least `statistic`.
pub(super) fn chi_squared_tail(statistic: f64, freedom: usize) -> f64 {
    upper_gamma(freedom, statistic / 2.0)
}

/// The probability that a normal deviate is at least `deviations` standard deviations from its mean, on either side.
pub(super) fn two_sided_normal_tail(deviations: f64) -> f64 {
    upper_gamma(1, deviations * deviations / 2.0)
}

/// The regularised upper incomplete gamma function Q(`halves` / 2, `x`).
fn upper_gamma(halves: usize, x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let a = halves as f64 / 2.0;
    let factor = (a * x.ln() - x - ln_gamma_of_halves(halves)).exp();
    let tail = if x < a + 1.0 { 1.0 - factor * series(a, x) } else { factor * continued_fraction(a, x) };
    tail.clamp(0.0, 1.0)
}

/// The lower function without its factor.
fn series(a: f64, x: f64) -> f64 {
    let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
    for _ in 0..TERMS {
        n += 1.0;
        term *= x / n;
        sum += term;
        if term < sum * PRECISION {
            break;
        }
    }
    sum
}

/// The upper function without its factor, by the method of Lentz.
fn continued_fraction(a: f64, x: f64) -> f64 {
    let tiny = f64::MIN_POSITIVE / PRECISION;
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (1.0 / tiny, 1.0 / b);
    let mut fraction = d;
    for i in 1..TERMS {
        let i = f64::from(i);
        let numerator = -i * (i - a);
        b += 2.0;
        let nonzero = |value: f64| if value.abs() < tiny { tiny } else { value };
        d = 1.0 / nonzero(numerator * d + b);
        c = nonzero(b + numerator / c);
        fraction *= d * c;
        if (d * c - 1.0).abs() < PRECISION {
            break;
        }
    }
    fraction
}

/// The logarithm of the gamma function at `halves` / 2.
fn ln_gamma_of_halves(halves: usize) -> f64 {
    let start = if halves.is_multiple_of(2) { 0.0 } else { std::f64::consts::PI.sqrt().ln() };
    let first = if halves.is_multiple_of(2) { 2 } else { 1 };
    start + (first..halves).step_by(2).map(|halves| (halves as f64 / 2.0).ln()).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Critical values of the NIST/SEMATECH e-Handbook of Statistical Methods, sections 1.3.6.7.1 and 1.3.6.7.4.
    #[test]
    fn tails_are_those_of_published_tables() {
        let critical = [
            (1, 3.841, 0.05),
            (1, 10.828, 0.001),
            (2, 4.605, 0.10),
            (5, 11.070, 0.05),
            (10, 23.209, 0.01),
            (15, 24.996, 0.05),
            (30, 59.703, 0.001),
            (100, 124.342, 0.05),
            (100, 77.929, 0.95),
        ];
        for (freedom, statistic, tail) in critical {
            let found = chi_squared_tail(statistic, freedom);
            assert!((found / tail - 1.0).abs() < 2e-3, "{freedom} {statistic}: {found}");
        }
        for (deviations, tail) in [(1.0, 0.317_310_5), (1.959_964, 0.05), (2.575_829, 0.01), (5.0, 5.733e-7)] {
            let found = two_sided_normal_tail(deviations);
            assert!((found / tail - 1.0).abs() < 1e-4, "{deviations}: {found}");
        }
        assert_eq!((chi_squared_tail(0.0, 3), two_sided_normal_tail(0.0)), (1.0, 1.0));
        assert!(chi_squared_tail(1e6, 225) < 1e-300);
    }

    /// With an even number of degrees of freedom the tail is a finite sum.
    #[test]
    fn even_degrees_of_freedom_are_a_finite_sum() {
        for freedom in [2, 6, 20, 224] {
            for statistic in [0.5, 5.0, 30.0, 200.0, 300.0] {
                let half = statistic / 2.0;
                let terms = (1..freedom / 2).scan(1.0, |term, k| {
                    *term *= half / k as f64;
                    Some(*term)
                });
                let expected = (-half).exp() * (1.0 + terms.sum::<f64>());
                let found = chi_squared_tail(statistic, freedom);
                assert!((found - expected).abs() < 1e-12, "{freedom} {statistic}: {found} {expected}");
            }
        }
    }
}
