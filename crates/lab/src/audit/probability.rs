//! Tail probabilities of the chi-squared and the normal distribution.

use std::f64::consts::SQRT_2;

use statrs::function::erf::erfc;
use statrs::function::gamma::gamma_ur;

/// The probability that chi-squared with `freedom` degrees of freedom, at least one, is at least `statistic`.
pub(super) fn chi_squared_tail(statistic: f64, freedom: usize) -> f64 {
    if statistic > 0.0 { gamma_ur(freedom as f64 / 2.0, statistic / 2.0) } else { 1.0 }
}

/// The probability that a normal deviate is at least `deviations` standard deviations from its mean, on either side.
pub(super) fn two_sided_normal_tail(deviations: f64) -> f64 {
    erfc(deviations.abs() / SQRT_2)
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
