//! Terminal output and signals: messages, progress bars, number formats, colours, Ctrl-C, and
//! faults in memory-mapped files.

pub(crate) mod color;
pub(crate) mod fault;
pub(crate) mod human;
pub(crate) mod interrupt;
pub(crate) mod ui;

use anstyle::Style;

pub(crate) use self::ui::Ui;

/// Style of the most important text.
pub(crate) const STRONG: Style = Style::new().bold();
/// Style of secondary text.
pub(crate) const FAINT: Style = Style::new().dimmed();
