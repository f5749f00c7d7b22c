//! The terminal: messages and progress bars, numbers for people, colours, Ctrl-C, a closed standard output, and
//! faults in mapped files.

mod bar_terminal;
pub(crate) mod closed_stdout;
pub(crate) mod color;
pub(crate) mod fault;
pub(crate) mod human;
pub(crate) mod interrupt;
pub(crate) mod ui;
