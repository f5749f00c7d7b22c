#!/usr/bin/env python3
"""Draws the pictures of HOW.md, `how-*.svg`, next to this file.

Run it with `python3 docs/drawings.py`. It needs only the standard library. Every picture is 400
units wide, so that its text is readable on a phone, and has a background of its own with colours
for light and dark mode, so that it is readable on any page.
"""

from __future__ import annotations

from pathlib import Path

WIDTH = 400

STYLE = """
text { font-family: Helvetica, Arial, sans-serif; font-size: 13px; fill: #24292f; text-anchor: middle }
.left { text-anchor: start }
.small { font-size: 12px }
.bold { font-weight: bold }
.paper { fill: #ffffff; stroke: #d0d7de }
.tray { fill: #f6f8fa; stroke: #8c959f }
.tile { fill: #e3e6ea; stroke: #8c959f }
.a { fill: #b6d7f5; stroke: #4a86b8 }
.b { fill: #fbd9bd; stroke: #b9753d }
.c { fill: #cdeacb; stroke: #5b9957 }
.d { fill: #e2d3f3; stroke: #8a68b3 }
.forgotten { fill: none; stroke: #8c959f; stroke-dasharray: 3 3 }
.dark { fill: #cfd4da; stroke: none }
.line { fill: none; stroke: #57606a; stroke-width: 1.5 }
.dashed { stroke-dasharray: 4 4 }
.head { fill: #57606a }
.cut { fill: #b3261e }
.kept { fill: #1a7f37 }
.faint { fill: #57606a }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
.paper { fill: #161b22; stroke: #3d444d }
.tray { fill: #0d1117; stroke: #6e7681 }
.tile { fill: #3a424c; stroke: #6e7681 }
.a { fill: #1d4f7c; stroke: #6cb0ea }
.b { fill: #7a4720; stroke: #e8a46c }
.c { fill: #23562a; stroke: #7cc783 }
.d { fill: #533a74; stroke: #b99be0 }
.forgotten { fill: none; stroke: #7d8590 }
.dark { fill: #333b45; stroke: none }
.line { stroke: #9aa4af }
.head { fill: #9aa4af }
.cut { fill: #ff8a80 }
.kept { fill: #6fdd8b }
.faint { fill: #9aa4af }
}
"""

ARROW = (
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
    'orient="auto-start-reverse"><path class="head" d="M0 0L8 4L0 8Z"/></marker></defs>'
)

# The example board of HOW.md. SOLUTION contains the number of the tile that slides in each move.
BOARD = [2, 7, 3, 1, 4, 6, 5, 8, 0]
GOAL = [1, 2, 3, 4, 5, 6, 7, 8, 0]
SOLUTION = [8, 4, 7, 2, 1, 7, 4, 5, 7, 4, 5, 8]

FIRST, SECOND = {1, 2, 3, 4}, {5, 6, 7, 8}


def picture(height: int, title: str, parts: list[str]) -> str:
    """Returns the SVG source of a picture. The title is for readers who cannot see the picture."""
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="480" '
        f'height="{480 * height / WIDTH:g}" role="img">',
        f"<title>{title}</title>",
        f"<style>{STYLE}</style>",
        ARROW,
        f'<rect class="paper" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="8"/>',
        *parts,
        "</svg>\n",
    ])


def text(x: float, y: float, words: object, style: str = "") -> str:
    """Returns a text whose centre is at `x`. With the style `left`, the text begins at `x`."""
    return f'<text x="{x:g}" y="{y:g}" class="{style}">{words}</text>'


def rect(x: float, y: float, width: float, height: float, style: str, radius: float = 3) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" class="{style}"/>'


def path(d: str, style: str = "line", more: str = "") -> str:
    return f'<path d="{d}" class="{style}" {more}/>'


def arrow(d: str, style: str = "line") -> str:
    return path(d, style, 'marker-end="url(#arrow)"')


def group(tile: int) -> str:
    """Returns the style of a tile: blue for tiles of the first group, orange for the second."""
    return "a" if tile in FIRST else "b"


def board(
    x: float, y: float, cell: float, tiles: list[int], *, colours=None, known=None, under=None, inset=1.5
) -> list[str]:
    """Draws a square board whose upper left corner is at `x`, `y`.

    `colours` is a function that returns the style of a tile. A tile that is not in `known` has no
    number and a dashed outline, because the pattern ignores it. `under` maps a cell to the style of
    its floor, and `inset` is the width of the floor that is visible around a tile.
    """
    side = round(len(tiles) ** 0.5)
    size = max(11, cell * 0.46)
    parts = [rect(x - 2, y - 2, side * cell + 4, side * cell + 4, "tray", 5)]
    for at, tile in enumerate(tiles):
        left, top = x + at % side * cell, y + at // side * cell
        if under and at in under:
            parts.append(rect(left, top, cell, cell, under[at], 0))
        middle = left + cell / 2, top + cell / 2 + size * 0.36
        number = f'<text x="{middle[0]:g}" y="{middle[1]:g}" style="font-size: {size:g}px">'
        if tile == 0:
            continue
        if known is not None and tile not in known:
            parts.append(rect(left + 3, top + 3, cell - 6, cell - 6, "forgotten"))
        else:
            style = colours(tile) if colours else "tile"
            parts.append(rect(left + inset, top + inset, cell - 2 * inset, cell - 2 * inset, style))
            parts.append(f"{number}{tile}</text>")
    return parts


def parity() -> str:
    """Draws the board as a permutation, with the cycle of its tiles and its inversions."""
    cell, x, y = 56, 24, 24
    parts = board(x, y, cell, BOARD)
    # The numbers are in the centres of the cells, so arrows begin and end next to the centres.
    centre = [(x + (at % 3 + 0.5) * cell, y + (at // 3 + 0.5) * cell) for at in range(9)]

    def between(start: int, end: int, bend: float) -> str:
        (x1, y1), (x2, y2) = centre[start], centre[end]
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        x1, y1, x2, y2 = x1 + 15 * dx, y1 + 15 * dy, x2 - 15 * dx, y2 - 15 * dy
        return f"M{x1:.1f} {y1:.1f}Q{(x1 + x2) / 2 - bend * dy:.1f} {(y1 + y2) / 2 + bend * dx:.1f} {x2:.1f} {y2:.1f}"

    for start, end in (0, 1), (1, 6), (6, 4), (4, 3), (3, 0):
        parts.append(arrow(between(start, end, 10 if (start, end) == (6, 4) else 0)))
    right = 214
    for row, words in enumerate([
        "Each arrow leads a tile",
        "to its place. Five tiles",
        "form one cycle:",
        "four swaps sort them.",
    ]):
        parts.append(text(right, 60 + 20 * row, words, "left"))
    parts.append(text(right, 156, "4 swaps, 0 steps of", "left bold"))
    parts.append(text(right, 174, "the gap: both even", "left bold"))

    order = [tile for tile in BOARD if tile]
    step, first, base = 46, 39, 322
    for i, tile in enumerate(order):
        for j in range(i + 1, len(order)):
            if tile > order[j]:
                x1, x2 = first + i * step + 4, first + j * step - 4
                low, high = base - 18, base - 32 - 13 * (j - i)
                parts.append(path(f"M{x1} {low}C{x1} {high} {x2} {high} {x2} {low}"))
        parts.append(rect(first + i * step - 14, base - 16, 28, 28, "tile"))
        parts.append(text(first + i * step, base + 4, tile, "bold"))
    parts.append(text(200, base + 36, "An arc joins a tile and a smaller one behind it."))
    parts.append(text(200, base + 58, "There are 8 such inversions, an even number.", "bold"))
    return picture(base + 76, "A board, the cycle that its tiles form, and its inversions", parts)


def tree() -> str:
    """Draws the search trees of the first two iterations of IDA* with the Manhattan distance."""
    cell = 19
    size = 3 * cell
    parts: list[str] = []

    def node(x: float, y: float, tiles: list[int], g: int, h: int, bound: int) -> None:
        parts.extend(board(x - size / 2, y, cell, tiles))
        is_cut = g + h > bound
        words = f"{g} + {h} = {g + h}"
        parts.append(text(x, y + size + 18, words, "bold " + ("cut" if is_cut else "kept")))

    def edge(x1: float, y1: float, x2: float, y2: float) -> None:
        parts.append(path(f"M{x1} {y1 + size + 24}L{x2} {y2 - 4}"))

    a, b = [2, 7, 3, 1, 4, 0, 5, 8, 6], [2, 7, 3, 1, 4, 6, 5, 0, 8]
    parts.append(text(16, 28, "Bound 8:", "left bold"))
    parts.append(text(16, 46, "no child fits", "left"))
    top = 18
    edge(200, top, 140, top + 112)
    edge(200, top, 260, top + 112)
    node(200, top, BOARD, 0, 8, 8)
    node(140, top + 112, a, 1, 9, 8)
    node(260, top + 112, b, 1, 9, 8)

    parts.append(path("M16 220L384 220", "line dashed"))
    parts.append(text(16, 248, "Bound 10:", "left bold"))
    parts.append(text(16, 266, "longer, but it", "left"))
    parts.append(text(16, 284, "ends as well", "left"))
    top = 236
    rows = [top + 112 * row for row in range(4)]
    below = [(50, a), (150, a), (250, b), (350, b)]
    edge(200, rows[0], 100, rows[1])
    edge(200, rows[0], 300, rows[1])
    for x, parent in below:
        edge(100 if parent is a else 300, rows[1], x, rows[2])
    edge(350, rows[2], 350, rows[3])
    node(200, rows[0], BOARD, 0, 8, 10)
    node(100, rows[1], a, 1, 9, 10)
    node(300, rows[1], b, 1, 9, 10)
    node(50, rows[2], [2, 7, 0, 1, 4, 3, 5, 8, 6], 2, 10, 10)
    node(150, rows[2], [2, 7, 3, 1, 0, 4, 5, 8, 6], 2, 10, 10)
    node(250, rows[2], [2, 7, 3, 1, 0, 6, 5, 4, 8], 2, 10, 10)
    node(350, rows[2], [2, 7, 3, 1, 4, 6, 0, 5, 8], 2, 8, 10)
    node(350, rows[3], [2, 7, 3, 0, 4, 6, 1, 5, 8], 3, 9, 10)
    parts.append(text(16, rows[3] + 16, "moves made + bound on the rest", "left"))
    parts.append(text(16, rows[3] + 38, "green: within the bound", "left kept"))
    parts.append(text(16, rows[3] + 58, "red: cut off", "left cut"))
    return picture(rows[3] + size + 34, "The search trees of IDA* with the bounds 8 and 10", parts)


def pattern() -> str:
    """Draws the board, its pattern, and the goal of the pattern."""
    cell, y = 36, 22
    parts = []
    shown = [
        (22, BOARD, None, ["the board"]),
        (146, BOARD, FIRST, ["the pattern", "of the tiles 1-4"]),
        (270, GOAL, FIRST, ["the goal", "of the pattern"]),
    ]
    for x, tiles, known, words in shown:
        parts += board(x, y, cell, tiles, colours=lambda tile: group(tile) if tile in FIRST else "tile", known=known)
        for row, line in enumerate(words):
            parts.append(text(x + 1.5 * cell, y + 3 * cell + 26 + 18 * row, line))
    return picture(y + 3 * cell + 60, "A board, its pattern of the tiles 1 to 4, and the goal of the pattern", parts)


def groups() -> str:
    """Draws the groups of tiles that HOW.md uses for the 8-puzzle, and the groups 7-8 of the 15-puzzle."""
    cell, y = 38, 20
    small = board(30, y + cell / 2, cell, GOAL, colours=group)
    large = board(206, y, cell, [*range(1, 16), 0], colours=lambda tile: "a" if tile < 9 else "b")
    words = y + 4 * cell + 26
    return picture(words + 38, "The groups 1-4 and 5-8 of the 8-puzzle, and 7-8 of the 15-puzzle", [
        *small, *large,
        text(30 + 1.5 * cell, words, "8-puzzle:"), text(30 + 1.5 * cell, words + 18, "1 to 4, and 5 to 8"),
        text(206 + 2 * cell, words, "15-puzzle, called 7-8:"), text(206 + 2 * cell, words + 18, "9 to 15, and 1 to 8"),
    ])


def total() -> str:
    """Shows why the values of two groups of tiles can be added: each counts only moves of its own tiles."""
    cell, y = 34, 20
    parts = []
    for x, tiles, value, colour in (26, FIRST, 3, "blue"), (154, SECOND, 7, "orange"):
        parts += board(x, y, cell, BOARD, colours=group, known=tiles)
        parts.append(text(x + 1.5 * cell, y + 3 * cell + 24, f"at least {value} moves"))
        parts.append(text(x + 1.5 * cell, y + 3 * cell + 42, f"of {colour} tiles"))
    middle = y + 1.5 * cell + 8
    parts += [f'<text x="141" y="{middle:g}" style="font-size: 22px">+</text>']
    parts.append(text(332, middle - 22, "3 + 7", "bold"))
    parts.append(text(332, middle, "at least 10"))
    parts.append(text(332, middle + 20, "moves in all"))
    row = y + 3 * cell + 86
    parts.append(text(200, row - 10, "A shortest solution, by the tile that moves:"))
    step = 30
    for at, tile in enumerate(SOLUTION):
        x = 22 + at * step
        parts.append(rect(x, row, step - 4, step - 4, group(tile)))
        parts.append(text(x + step / 2 - 2, row + 18, tile, "bold"))
    counts = [sum(tile in tiles for tile in SOLUTION) for tiles in (FIRST, SECOND)]
    parts.append(text(200, row + 52, f"{counts[0]} blue moves and {counts[1]} orange ones: {len(SOLUTION)} moves."))
    parts.append(text(200, row + 72, "No move is in both groups."))
    return picture(row + 88, "The bounds of two groups of tiles, and the moves of a solution by group", parts)


def regions() -> str:
    """Shows that the value of a pattern depends on the region of the gap, even if its tiles are in the same cells."""
    cell, y = 46, 22
    floor = {1: "c", **{at: "d" for at in (5, 6, 7, 8)}}
    parts = []
    for x, blank, value, moves in (28, 1, 3, "2, 1, 4"), (234, 8, 5, "4, 2, 1, 4, 4"):
        tiles = [tile if tile in FIRST else 9 for tile in BOARD]
        tiles = [0 if at == blank or tile == 9 else tile for at, tile in enumerate(tiles)]
        parts += board(x, y, cell, tiles, colours=group, under=floor)
        gap = x + (blank % 3 + 0.5) * cell, y + (blank // 3 + 0.5) * cell
        parts.append(text(gap[0], gap[1] + 5, "gap", "bold"))
        middle = x + 1.5 * cell
        parts.append(text(middle, y + 3 * cell + 26, f"{value} moves of these tiles:", "bold"))
        parts.append(text(middle, y + 3 * cell + 46, moves))
    return picture(y + 3 * cell + 64, "The same tiles with the gap in either of the two regions that they leave", parts)


def bit() -> str:
    """Shows how a chequerboard gives the parity of a distance, and which bit the table stores."""
    cell, y = 36, 22
    parts = []
    dark = {at: "dark" for at in range(9) if (at // 3 + at % 3) % 2}
    shown = [(24, BOARD, "1 tile on a grey cell"), (236, GOAL, "2 tiles on grey cells")]
    for x, tiles, words in shown:
        only = [tile if tile in FIRST else 0 for tile in tiles]
        parts += board(x, y, cell, only, colours=group, under=dark, inset=6)
        parts.append(text(x + 1.5 * cell, y + 3 * cell + 24, words))
    middle = y + 1.5 * cell
    parts.append(arrow(f"M146 {middle}L222 {middle}"))
    parts.append(text(184, middle - 10, "each move"))
    parts.append(text(184, middle + 20, "&#177; 1"))
    row = y + 3 * cell + 66
    first, step = 120, 34
    labels = ["moves left", "stored bit", "parity bit"]
    for line, words in enumerate(labels):
        parts.append(text(16, row + 30 * line + 5, words, "left" + (" bold" if line == 1 else "")))
    for value in range(8):
        x = first + value * step
        for line, digit in enumerate([value, value >> 1 & 1, value & 1]):
            style = "b" if line == 1 else "tile"
            if line:
                parts.append(rect(x - 13, row + 30 * line - 13, 26, 26, style))
            parts.append(text(x, row + 30 * line + 5, digit, "bold" if line < 2 else ""))
    five = first + 5 * step
    for to in (4, 6):
        x = first + to * step
        side = 5 if to > 5 else -5
        parts.append(arrow(f"M{five + side} {row - 12}Q{(five + x) / 2} {row - 34} {x} {row - 13}"))
    parts.append(text(200, row + 104, "A move leads from 5 to 4 or to 6. The parity bit is the"))
    parts.append(text(200, row + 122, "same for both, and the stored bit tells which it is."))
    return picture(row + 138, "The parity of a distance, and the one bit that a table stores", parts)


def reflection() -> str:
    """Draws the board and its reflection, each with the sum of its two table values."""
    cell, y = 44, 24
    mirrored = [0] * 9
    for at, tile in enumerate(BOARD):
        home = tile - 1
        mirrored[at % 3 * 3 + at // 3] = home % 3 * 3 + home // 3 + 1 if tile else 0
    parts = []
    shown = [(30, BOARD, "the board", "3 + 7 = 10"), (238, mirrored, "its reflection", "8 + 4 = 12")]
    for x, tiles, words, value in shown:
        parts += board(x, y, cell, tiles, colours=group)
        # Draw the diagonal only in the gap and outside the board, so that the numbers stay readable.
        parts.append(path(f"M{x - 16} {y - 16}L{x - 3} {y - 3}"))
        parts.append(path(f"M{x + 2 * cell} {y + 2 * cell}L{x + 3 * cell + 14} {y + 3 * cell + 14}"))
        parts.append(text(x + 1.5 * cell, y + 3 * cell + 28, words))
        parts.append(text(x + 1.5 * cell, y + 3 * cell + 48, value, "bold"))
    middle = y + 1.5 * cell
    parts.append(path(f"M174 {middle}L226 {middle}", "line", 'marker-start="url(#arrow)" marker-end="url(#arrow)"'))
    return picture(y + 3 * cell + 66, "A board and its reflection in the diagonal, with the sums of both", parts)


def descents() -> str:
    """Draws a timeline of one descent that waits for memory, and of four descents that take turns."""
    parts = []
    left, work, wait = 44, 22, 66
    lanes = ["a", "b", "c", "d"]

    def turn(x: float, y: float, style: str) -> None:
        parts.append(rect(x, y, work - 2, 20, style))

    def waiting(x: float, y: float) -> None:
        parts.append(path(f"M{x} {y + 10}L{x + wait - 4} {y + 10}", "line dashed"))

    y = 44
    parts.append(text(16, 26, "One descent: the processor waits", "left bold"))
    parts.append(text(28, y + 15, "A"))
    for period in range(4):
        x = left + period * (work + wait)
        turn(x, y, "a")
        if period < 3:
            waiting(x + work, y)
    parts.append(text(left + work / 2, y + 34, "work", "small"))
    parts.append(text(left + work + wait / 2 + 8, y + 34, "memory", "small"))

    top = 128
    parts.append(text(16, top - 18, "Four descents: one works while three wait", "left bold"))
    for lane, style in enumerate(lanes):
        y = top + 30 * lane
        parts.append(text(28, y + 15, "ABCD"[lane]))
        for period in range(4):
            x = left + lane * work + period * (work + wait)
            if x + work > WIDTH - 10:
                break
            turn(x, y, style)
            if x + work + wait < WIDTH - 8:
                waiting(x + work, y)
    y = top + 30 * 4 + 12
    parts.append(text(16, y + 12, "The processor always has work:", "left"))
    y += 22
    for slot in range(15):
        x = left + slot * work
        if x + work > WIDTH - 10:
            break
        turn(x, y, lanes[slot % 4])
    parts.append(arrow(f"M{left} {y + 34}L{WIDTH - 20} {y + 34}"))
    parts.append(text(WIDTH - 36, y + 50, "time", "small"))
    return picture(y + 62, "A timeline of one descent, and of four descents that take turns", parts)


PICTURES = {
    "parity": parity,
    "tree": tree,
    "pattern": pattern,
    "groups": groups,
    "sum": total,
    "regions": regions,
    "bit": bit,
    "reflection": reflection,
    "descents": descents,
}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        Path(__file__).with_name(f"how-{name}.svg").write_text(draw(), encoding="utf-8")
