//! Converts integer arguments. If a value is out of range, the error names the argument. PyO3's
//! attribute `from_py_with` selects the function that converts an argument.
//!
//! For an integer that is negative or too large, PyO3 raises an `OverflowError` without the
//! argument's name. These functions raise a `ValueError` with the name instead, for example
//! `threads: expected a whole number from 0 to 18446744073709551615; found -5`.

use std::fmt::Display;

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::error::failed;

/// Integer types that arguments of Python functions can have.
pub(crate) trait Whole: for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr> + Display {
    /// Smallest accepted value.
    const LEAST: Self;
    /// Largest accepted value.
    const MOST: Self;
}

macro_rules! whole_types {
    ($($type:ty),*) => {
        $(impl Whole for $type {
            const LEAST: Self = Self::MIN;
            const MOST: Self = Self::MAX;
        })*
    };
}

whole_types!(u32, u64, usize, i32);

/// Converts an integer.
///
/// # Errors
/// Returns an error with the accepted range if the integer is out of range, or Python's own error
/// if the value is not an integer.
pub(crate) fn number<T: Whole>(value: &Bound<'_, PyAny>) -> PyResult<T> {
    value.extract().map_err(|error: PyErr| {
        if !error.is_instance_of::<PyOverflowError>(value.py()) {
            return error;
        }
        failed(format!(
            "expected a whole number from {} to {}; found {value}",
            T::LEAST,
            T::MOST
        ))
    })
}

/// Converts an integer or `None`.
///
/// # Errors
/// Returns an error if the value is neither `None` nor an integer in the accepted range.
pub(crate) fn optional<T: Whole>(value: &Bound<'_, PyAny>) -> PyResult<Option<T>> {
    if value.is_none() {
        Ok(None)
    } else {
        number(value).map(Some)
    }
}

/// Adds the argument's name to an error about a value that is out of range. All other errors stay
/// unchanged.
fn named<T>(name: &str, value: &Bound<'_, PyAny>, result: PyResult<T>) -> PyResult<T> {
    result.map_err(|error| {
        let py = value.py();
        if error.is_instance_of::<crate::error::FifteenError>(py) {
            failed(format!("{name}: {}", error.value(py)))
        } else {
            error
        }
    })
}

macro_rules! arguments {
    ($($read:ident $name:ident: $type:ty),* $(,)?) => {
        $(
            #[doc = concat!("Reads the argument `", stringify!($name), "`.")]
            pub(crate) fn $name(value: &Bound<'_, PyAny>) -> PyResult<$type> {
                named(stringify!($name), value, $read(value))
            }
        )*
    };
}

arguments! {
    number n: usize,
    number threads: usize,
    number split_after: u64,
    number seed: u64,
    optional depth: Option<u32>,
    optional memory_limit: Option<u64>,
    optional units: Option<usize>,
    optional zstd: Option<i32>,
}

/// Converts the argument `samples`.
pub(crate) fn samples(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    named("samples", value, number(value))
}

/// Converts the argument `samples`, for which `None` means the default.
pub(crate) fn optional_samples(value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    named("samples", value, optional(value))
}

/// Converts the argument `bounds`.
pub(crate) fn bounds(value: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u32>>> {
    if value.is_none() {
        return Ok(None);
    }
    let bounds = value.try_iter()?.map(|bound| number(&bound?));
    named("bounds", value, bounds.collect()).map(Some)
}
