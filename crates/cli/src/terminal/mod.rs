//! The terminal: messages and progress bars, numbers for people, colours, Ctrl-C, and faults in mapped
//! files.

pub(crate) mod color;
pub(crate) mod fault;
pub(crate) mod human;
pub(crate) mod interrupt;
pub(crate) mod ui;

use anstyle::Style;

pub(crate) use self::ui::Ui;

/// Text that matters most.
pub(crate) const STRONG: Style = Style::new().bold();
/// Text beside what matters.
pub(crate) const FAINT: Style = Style::new().dimmed();
