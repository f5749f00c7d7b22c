//! Fuzz targets for all code that reads input from outside, such as boards, tables and requests.
//!
//! Every reader must keep these promises, whatever the input is: it returns a value or an error and
//! never panics, it can read its own output, and its error messages are short.
//!
//! [`TARGETS`] lists the targets. The module [`targets`] contains their code, and [`samples`]
//! contains the inputs with which a run begins.

use std::path::PathBuf;
use std::{fs, io};

pub mod samples;
pub mod targets;

/// A reader, or several related readers, under test.
pub struct Target {
    /// Name of the target. Its program for libFuzzer has the same name.
    pub name: &'static str,
    /// Returns the first inputs, in addition to the files in the folder `seeds`.
    pub samples: fn() -> samples::Samples,
    /// Reads an input and returns whether it is accepted. Panics if the reader breaks a promise.
    pub check: fn(&[u8]) -> bool,
}

impl Target {
    /// Returns the first inputs, and the inputs that earlier runs have found. Each of the latter
    /// reaches code that the others do not reach.
    ///
    /// # Errors
    /// Returns an error if a file with inputs cannot be read.
    pub fn inputs(&self) -> samples::Samples {
        Ok([
            samples::seeds(self.name)?,
            (self.samples)()?,
            samples::found(self.name)?,
        ]
        .concat())
    }

    /// Returns the target with this name.
    ///
    /// # Panics
    ///
    /// Panics if no target has this name.
    pub fn of_name(name: &str) -> &'static Self {
        TARGETS
            .iter()
            .find(|target| target.name == name)
            .expect("the program is named after its target")
    }

    /// Writes the inputs into the folder from which libFuzzer reads its first inputs.
    ///
    /// # Panics
    ///
    /// Panics if an input cannot be read or written.
    pub fn write_seeds(&self) {
        let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "corpus", self.name]
            .iter()
            .collect();
        let write = |samples: Vec<Vec<u8>>| -> io::Result<()> {
            fs::create_dir_all(&folder)?;
            samples
                .iter()
                .enumerate()
                .try_for_each(|(i, sample)| fs::write(folder.join(format!("seed-{i}")), sample))
        };
        self.inputs()
            .and_then(write)
            .expect("the seeds can be read and written");
    }
}

/// All fuzz targets.
pub static TARGETS: [Target; 10] = [
    Target {
        name: "board",
        samples: samples::written,
        check: targets::board,
    },
    Target {
        name: "boards",
        samples: samples::written,
        check: targets::boards,
    },
    Target {
        name: "options",
        samples: samples::none,
        check: targets::options,
    },
    Target {
        name: "collection",
        samples: samples::collections,
        check: targets::collection,
    },
    Target {
        name: "blocks",
        samples: samples::blocks,
        check: targets::blocks,
    },
    Target {
        name: "questions",
        samples: samples::none,
        check: targets::questions,
    },
    Target {
        name: "lines",
        samples: samples::none,
        check: targets::lines,
    },
    Target {
        name: "results",
        samples: samples::none,
        check: targets::results,
    },
    Target {
        name: "table",
        samples: samples::tables,
        check: targets::table,
    },
    Target {
        name: "packed",
        samples: samples::packed,
        check: targets::packed,
    },
];
