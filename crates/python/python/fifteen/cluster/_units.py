"""The units of an iteration: up to 20,000 lines that are alike, packed so that they travel and rest as a tenth of their size."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

PIECE = 256
"""Units that are packed together, and unpacked when one of them is handed out."""


class Units:
    """Lines of units, packed."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        lines = list(lines)
        self._length = len(lines)
        self._pieces = [
            zlib.compress("\n".join(lines[start : start + PIECE]).encode(), 1) for start in range(0, len(lines), PIECE)
        ]
        # The piece that was unpacked last: units are handed out in order.
        self._open: tuple[int, list[str]] = (-1, [])

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, unit: int) -> str:
        number, place = divmod(unit, PIECE)
        if self._open[0] != number:
            self._open = (number, self._lines(number))
        return self._open[1][place]

    def __iter__(self) -> Iterator[str]:
        for number in range(len(self._pieces)):
            yield from self._lines(number)

    def _lines(self, number: int) -> list[str]:
        return zlib.decompress(self._pieces[number]).decode().split("\n")

    def __getstate__(self) -> dict[str, object]:
        return {"_length": self._length, "_pieces": self._pieces, "_open": (-1, [])}
