//! JavaScript bindings of the engine. A [`Failure`](crate::Failure) becomes an exception with the
//! same message.

use std::time::Duration;

use js_sys::{Array, Function, Uint8Array};
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::worker::{self, Worker};

#[wasm_bindgen]
extern "C" {
    /// Reports the progress of a table build. The Web Worker defines this JavaScript function.
    /// `found` is the number of table entries found so far, and `all` is their total number.
    #[wasm_bindgen(js_namespace = globalThis, js_name = tableProgress)]
    fn table_progress(found: f64, all: f64);
}

/// JavaScript class that wraps a [`Worker`]. It is used in Web Workers and in the page itself.
#[wasm_bindgen(js_name = Engine)]
pub struct JsEngine(Worker);

#[wasm_bindgen(js_class = Engine)]
impl JsEngine {
    /// Creates an engine without tables. `engines` is the number of engines that the page runs in
    /// parallel.
    #[wasm_bindgen(constructor)]
    pub fn new(engines: u32) -> Self {
        Self(Worker::new(engines as usize))
    }

    /// Answers a request that needs no search, and returns the answer as JSON. `address` is the
    /// path of the request with its parameters, such as `/api/random?n=5`.
    pub fn answer(&self, address: &str, body: Option<String>) -> Result<String, JsError> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        Ok(self
            .0
            .engine
            .answer(path, query, body.unwrap_or_default().as_bytes())?
            .to_string())
    }

    /// Prepares the search that a request describes.
    pub fn begin(&mut self, path: &str, body: &str) -> Result<(), JsError> {
        Ok(self.0.begin(path, body)?)
    }

    /// Runs the prepared search until it ends, but for at most `milliseconds` if a value is given.
    /// Calls `on(name, json)` for each event. Returns true if the search has ended.
    pub fn run(&mut self, milliseconds: Option<f64>, on: &Function) -> Result<bool, JsError> {
        let slice = milliseconds.map(|milliseconds| Duration::from_secs_f64(milliseconds / 1000.0));
        let ended = self.0.run(slice, &mut |event| {
            // Ignore exceptions in the page's callback, so that they do not stop the search.
            let _ = on.call2(&JsValue::NULL, &event.name.into(), &event.data.into());
        });
        Ok(ended?)
    }

    /// Adds a table, given the content of its file. If `check` is true, first verifies the checksum
    /// of the table's entries.
    #[wasm_bindgen(js_name = addTable)]
    pub fn add_table(&mut self, bytes: Vec<u8>, check: bool) -> Result<(), JsError> {
        Ok(self.0.add_table(bytes, check)?)
    }

    /// Returns the tables that were built since the last call, as an array of pairs. A pair is the
    /// name and the content of a file.
    #[wasm_bindgen(js_name = builtTables)]
    pub fn built_tables(&mut self) -> Array {
        let pair = |(name, bytes): (String, Vec<u8>)| {
            Array::of2(&name.into(), &Uint8Array::from(&bytes[..]))
        };
        self.0.built_tables().into_iter().map(pair).collect()
    }

    /// Returns the file names of the tables that a partition needs.
    #[wasm_bindgen(js_name = tableNames)]
    pub fn table_names(size: &str, partition: &str) -> Result<Vec<String>, JsError> {
        Ok(worker::table_names(size, partition)?)
    }

    /// Builds the table with the given index in a partition, and returns the content of its file.
    /// Calls `tableProgress` to report the progress.
    #[wasm_bindgen(js_name = buildTable)]
    pub fn build_table(size: &str, partition: &str, index: u32) -> Result<Uint8Array, JsError> {
        let report = &mut |found, all| table_progress(found as f64, all as f64);
        Ok(Uint8Array::from(
            &worker::build_table(size, partition, index as usize, report)?[..],
        ))
    }
}
