//! The engine of the page as WebAssembly: the questions of [`fifteen_questions`], carried by the messages of a Worker.
//!
//! [`Engine`] answers and knows no browser, so it is tested as it is. `bindings` makes it a class of JavaScript. The
//! files in `page` are the other half: `engine.js` is the page's end of the messages, and `worker.js` the Worker's.

#[cfg(target_family = "wasm")]
mod bindings;
mod engine;

pub use engine::Engine;
