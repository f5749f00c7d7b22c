//! The encoding of a file of boards: UTF-8, or UTF-16 with a mark, as the `>` of Windows PowerShell writes it.

/// The encoding of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    /// With or without a mark.
    Utf8,
    /// The low byte of each unit comes first.
    Utf16Le,
    /// The high byte comes first.
    Utf16Be,
}

impl Encoding {
    /// The encoding of a text that begins with these bytes.
    pub(super) fn of_mark(text: &[u8]) -> Self {
        match text {
            [0xff, 0xfe, ..] => Self::Utf16Le,
            [0xfe, 0xff, ..] => Self::Utf16Be,
            _ => Self::Utf8,
        }
    }

    /// True if whole characters end with an end of line.
    pub(super) fn ends_line(self, text: &[u8]) -> bool {
        match self {
            Self::Utf8 => text.ends_with(b"\n"),
            Self::Utf16Le => text.len().is_multiple_of(2) && text.ends_with(b"\n\0"),
            Self::Utf16Be => text.len().is_multiple_of(2) && text.ends_with(b"\0\n"),
        }
    }

    /// The text, with a mark in the place of what is no character.
    pub(super) fn decode(self, text: &[u8]) -> String {
        let of_units = |unit: fn([u8; 2]) -> u16| {
            let units: Vec<u16> = text.as_chunks().0.iter().map(|&bytes| unit(bytes)).collect();
            String::from_utf16_lossy(&units)
        };
        match self {
            Self::Utf8 => String::from_utf8_lossy(text).into_owned(),
            Self::Utf16Le => of_units(u16::from_le_bytes),
            Self::Utf16Be => of_units(u16::from_be_bytes),
        }
    }
}
