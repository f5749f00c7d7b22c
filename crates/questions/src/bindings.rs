//! The engine as a class of JavaScript, whose exceptions have the sentences of failures.

use std::time::Duration;

use js_sys::{Array, Function, Uint8Array};
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::worker::{self, Worker};

#[wasm_bindgen]
extern "C" {
    /// A function of the Worker, which gets the entries that a build has found, and how many there are.
    #[wasm_bindgen(js_namespace = globalThis, js_name = tableProgress)]
    fn table_progress(found: f64, all: f64);
}

/// [`Worker`] for a Worker, or for a page.
#[wasm_bindgen(js_name = Engine)]
pub struct JsEngine(Worker);

#[wasm_bindgen(js_class = Engine)]
impl JsEngine {
    /// An engine without tables, of which `engines` work beside each other.
    #[wasm_bindgen(constructor)]
    pub fn new(engines: u32) -> Self {
        Self(Worker::new(engines as usize))
    }

    /// The JSON that answers a question which takes no time.
    pub fn answer(&self, address: &str, body: Option<String>) -> Result<String, JsError> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        Ok(self
            .0
            .engine
            .answer(path, query, body.unwrap_or_default().as_bytes())?
            .to_string())
    }

    /// Reads a question that takes time.
    pub fn begin(&mut self, path: &str, body: &str) -> Result<(), JsError> {
        Ok(self.0.begin(path, body)?)
    }

    /// Works on the question for that many milliseconds, or to the end; `on(name, json)` gets the events. True at the
    /// end.
    pub fn run(&mut self, milliseconds: Option<f64>, on: &Function) -> Result<bool, JsError> {
        let slice = milliseconds.map(|milliseconds| Duration::from_secs_f64(milliseconds / 1000.0));
        let ended = self.0.run(slice, &mut |event| {
            // Exceptions that the function throws are the page's affair.
            let _ = on.call2(&JsValue::NULL, &event.name.into(), &event.data.into());
        });
        Ok(ended?)
    }

    /// Adds a table, given the bytes of its file.
    #[wasm_bindgen(js_name = addTable)]
    pub fn add_table(&mut self, bytes: Vec<u8>, check: bool) -> Result<(), JsError> {
        Ok(self.0.add_table(bytes, check)?)
    }

    /// The tables that were built since the last call: an array of `[name, bytes]`.
    #[wasm_bindgen(js_name = builtTables)]
    pub fn built_tables(&mut self) -> Array {
        let pair = |(name, bytes): (String, Vec<u8>)| {
            Array::of2(&name.into(), &Uint8Array::from(&bytes[..]))
        };
        self.0.built_tables().into_iter().map(pair).collect()
    }

    /// The names of the files of a partition's tables.
    #[wasm_bindgen(js_name = tableNames)]
    pub fn table_names(size: &str, partition: &str) -> Result<Vec<String>, JsError> {
        Ok(worker::table_names(size, partition)?)
    }

    /// Builds one table of a partition; the Worker's `tableProgress` gets the progress.
    #[wasm_bindgen(js_name = buildTable)]
    pub fn build_table(size: &str, partition: &str, index: u32) -> Result<Uint8Array, JsError> {
        let report = &mut |found, all| table_progress(found as f64, all as f64);
        Ok(Uint8Array::from(
            &worker::build_table(size, partition, index as usize, report)?[..],
        ))
    }
}
