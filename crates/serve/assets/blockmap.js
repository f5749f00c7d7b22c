// Maps of block puzzles: rows of characters, as the server gives them; their pieces; the text form. Gates, cells that only some pieces
// may enter, are in the map `floor`, which shows the board without pieces.

export const STEPS = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

/** A map of `width` by `height` characters, from rows that may be shorter. */
export function mapOf(rows, width, height) {
  return Array.from({ length: height }, (_, y) => {
    const row = Array.from(rows?.[y] ?? "");
    return Array.from({ length: width }, (_, x) => row[x] ?? " ");
  });
}

/** The maps of a puzzle of the server, equally large. */
export function mapsOf({ start, goal, floor, gates = "" }) {
  const width = Math.max(...[...start, ...(goal ?? [])].map((row) => Array.from(row).length));
  const bare = (map, hidden) => map.map((row) => row.map((character) => (hidden(character) ? "." : character)));
  const isGate = (character) => Array.from(gates).includes(character);
  const maps = [start, goal].map((rows) => bare(mapOf(rows, width, start.length), isGate));
  return { start: maps[0], goal: maps[1], floor: floor ? mapOf(floor, width, start.length) : bare(maps[0], isPiece) };
}

const isPiece = (character) => !"#. ".includes(character);

/** A map of start or goal with the gates where no piece stands. */
export const withGates = (map, floor) => map.map((row, y) => row.map((character, x) => (character === "." ? floor[y][x] : character)));

/** The cells of each piece, by its character, in the order of the map. */
export function pieces(map) {
  const found = new Map();
  map.forEach((row, y) => row.forEach((character, x) => {
    if (isPiece(character)) found.set(character, [...(found.get(character) ?? []), [x, y]]);
  }));
  return found;
}

/** The text form: the lines of `before` are kept, but for maps, gates and locks. */
export function toText({ start, goal, floor, gates, axes }, before) {
  const lines = before.split("\n");
  const at = lines.findIndex((line) => /^\s*start(\s+goal)?(\s+floor)?\s*$/.test(line));
  const head = (at < 0 ? lines : lines.slice(0, at)).filter((line) => /^(##|#|[\w-]+:)/.test(line) && !/^(gate|horizontal|vertical)\s*:/.test(line))
    .map((line) => (line.startsWith("rush:") ? "pieces: rush-hour" : line));
  if (!head.some((line) => line.startsWith("##"))) head.unshift("## Drawn");
  head.push(...ruleLines({ start, floor, gates, axes }));
  const hidden = start.some((row, y) => row.some((character, x) => isPiece(character) && gates.has(floor[y][x])));
  const maps = [withGates(start, floor), withGates(goal, floor), ...(hidden ? [floor] : [])];
  const gap = Math.max(9, start[0].length + 4);
  const line = (parts) => parts.map((part) => [...part, ...Array(gap - part.length).fill(" ")].join("")).join("").trimEnd();
  const words = ["start", "goal", "floor"].slice(0, maps.length).map((word) => Array.from(word));
  return [...head, line(words), ...start.map((_, y) => line(maps.map((map) => map[y])))].join("\n") + "\n";
}

/** The lines of the gates and locks that a drawing has. */
function ruleLines({ start, floor, gates, axes }) {
  const there = (names) => names.filter((name) => start.some((row) => row.includes(name)));
  const shown = [...gates].filter(([gate]) => floor.some((row) => row.includes(gate)));
  const lines = shown.map(([gate, names]) => `gate: ${gate} for ${(there(names).length ? there(names) : names).join("")}`);
  for (const axis of ["horizontal", "vertical"]) {
    const locked = there([...axes.keys()].filter((name) => axes.get(name) === axis));
    if (locked.length) lines.push(`${axis}: ${locked.join("")}`);
  }
  return lines;
}
