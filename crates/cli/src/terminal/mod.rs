//! The terminal: messages and progress bars, numbers for people, colours, Ctrl-C, and faults in mapped
//! files.

pub(crate) mod color;
pub(crate) mod fault;
pub(crate) mod human;
pub(crate) mod interrupt;
pub(crate) mod ui;

pub(crate) use self::ui::Ui;
