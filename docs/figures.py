#!/usr/bin/env python3
"""Draws the diagrams `partitions.svg` and `iteration.svg` of the book, next to this file."""

from __future__ import annotations

from pathlib import Path

TEXT, LINE, PAPER = "#282c34", "#5c5e68", "#ffffff"
COLOURS = ("#bcd7f0", "#faddc7", "#cfe8cf", "#e3d5f0")


def svg(width: int, height: int, title: str, parts: list[str]) -> str:
    """Returns a picture with a white background, so that it is also readable on dark pages."""
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="Helvetica,Arial,sans-serif" font-size="14" fill="{TEXT}">',
        f"<title>{title}</title>",
        f'<rect width="100%" height="100%" fill="{PAPER}"/>',
        *parts,
        "</svg>\n",
    ])


def text(x: float, y: float, words: str, anchor: str = "middle", more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" {more}>{words}</text>'


def box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="3" fill="{fill}" stroke="{LINE}"/>'


def line(x: float, y: float, x2: float, y2: float, more: str = "") -> str:
    return f'<path d="M{x:g} {y:g}L{x2:g} {y2:g}" stroke="{LINE}" fill="none" {more}/>'


def partitions() -> str:
    """Draws three partitions of the 15-puzzle, with a colour for each pattern."""
    cell, gap = 38, 70
    shown = [
        ("6-6-3", [{7, 8, 11, 12, 14, 15}, {1, 5, 6, 9, 10, 13}, {2, 3, 4}]),
        ("7-8", [set(range(1, 9)), set(range(9, 16))]),
        ("the second partition of 7-8x2", [{4, 7, 8, 10, 11, 12, 14, 15}, {1, 2, 3, 5, 6, 9, 13}]),
    ]
    parts = []
    for column, (name, patterns) in enumerate(shown):
        left, top = 40 + column * (4 * cell + gap), 20
        for at in range(16):
            x, y, tile = left + at % 4 * cell, top + at // 4 * cell, at + 1
            fill = next((colour for pattern, colour in zip(patterns, COLOURS) if tile in pattern), PAPER)
            parts.append(box(x, y, cell - 2, cell - 2, fill))
            if tile < 16:
                parts.append(text(x + cell / 2 - 1, y + cell / 2 + 4, str(tile)))
        parts.append(text(left + 2 * cell, top + 4 * cell + 22, name))
    return svg(2 * 40 + 3 * 4 * cell + 2 * gap, 205, "Three partitions of the 15-puzzle", parts)


def iteration() -> str:
    """Draws the tree of moves of an iteration of IDA*, and how its subtrees are grouped into units."""
    parts, width = [], 760
    root, level, bottom = (width / 2, 50), 120, 190
    parts.append(text(20, 24, "one iteration: all sequences of moves within the bound", "start", 'font-weight="bold"'))
    forks = [130, 322, 470, 638]
    leaves = [70, 130, 190, 286, 358, 440, 500, 566, 654, 714]
    children = [leaves[:3], leaves[3:5], leaves[5:7], leaves[7:]]
    for x, below in zip(forks, children):
        parts.append(line(*root, x, level))
        parts += [line(x, level, leaf, bottom) for leaf in below]
    parts += [f'<circle cx="{x:g}" cy="{y:g}" r="5" fill="{TEXT}"/>' for x, y in [root, *((x, level) for x in forks)]]
    parts.append(text(root[0] + 14, root[1] + 2, "the board", "start"))
    units = [leaves[:3], leaves[3:5], leaves[5:8], leaves[8:]]
    for number, (unit, colour) in enumerate(zip(units, COLOURS), 1):
        left, right = unit[0] - 32, unit[-1] + 32
        parts.append(f'<rect x="{left:g}" y="{bottom - 18:g}" width="{right - left:g}" height="112" rx="8" '
                     f'fill="none" stroke="{LINE}" stroke-dasharray="5 4"/>')
        for leaf in unit:
            parts.append(f'<path d="M{leaf:g} {bottom:g}L{leaf - 24:g} {bottom + 64:g}L{leaf + 24:g} {bottom + 64:g}Z" '
                         f'fill="{colour}" stroke="{LINE}"/>')
        parts.append(text((left + right) / 2, bottom + 84, f"unit {number}"))
    parts.append(text(20, 310, "Each triangle is a subtree: everything below one sequence of first moves.", "start"))
    parts.append(text(20, 332, "A unit is a run of neighbouring subtrees. One worker searches it, and writes one line.", "start"))
    return svg(width, 350, "An iteration, its subtrees and its units", parts)


if __name__ == "__main__":
    for name, picture in ("partitions", partitions()), ("iteration", iteration()):
        Path(__file__).with_name(f"{name}.svg").write_text(picture)
