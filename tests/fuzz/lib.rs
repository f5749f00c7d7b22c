//! Every reader of bytes from outside, and the promises that it keeps: it ends in a value or an error and never panics,
//! it reads back its own output, and its errors are short, however long the input is.
//!
//! [`TARGETS`] names the targets; [`targets`] has their code, [`samples`] the inputs from which a run begins.

use std::path::PathBuf;
use std::{fs, io};

pub mod samples;
pub mod targets;

/// A reader, or a few of a kind.
pub struct Target {
    /// Its name, which is that of its program for libFuzzer too.
    pub name: &'static str,
    /// Inputs to begin with, besides those of `seeds`.
    pub samples: fn() -> samples::Samples,
    /// Reads an input: true if it is accepted. Panics if a promise is broken.
    pub check: fn(&[u8]) -> bool,
}

impl Target {
    /// The samples, and the inputs that earlier runs have found, each of which reaches code that the others do not.
    ///
    /// # Errors
    /// If files cannot be read.
    pub fn inputs(&self) -> samples::Samples {
        Ok([
            samples::seeds(self.name)?,
            (self.samples)()?,
            samples::found(self.name)?,
        ]
        .concat())
    }

    /// The target of that name.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn of_name(name: &str) -> &'static Self {
        TARGETS
            .iter()
            .find(|target| target.name == name)
            .expect("the program is named after its target")
    }

    /// Writes the samples into the folder from which libFuzzer takes its first inputs.
    ///
    /// # Panics
    ///
    /// If they cannot be read or written.
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

/// All targets.
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
