// Maps of block puzzles: rows of characters, as the server gives them; their pieces; the text form.

export const STEPS = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

/** A map of `width` by `height` characters, from rows that may be shorter. */
export function mapOf(rows, width, height) {
  return Array.from({ length: height }, (_, y) => {
    const row = Array.from(rows?.[y] ?? "");
    return Array.from({ length: width }, (_, x) => row[x] ?? " ");
  });
}

/** Both maps of a puzzle of the server, equally large. */
export function mapsOf({ start, goal }) {
  const width = Math.max(...[...start, ...(goal ?? [])].map((row) => Array.from(row).length));
  return { start: mapOf(start, width, start.length), goal: mapOf(goal, width, start.length) };
}

/** The cells of each piece, by its character, in the order of the map. */
export function pieces(map) {
  const found = new Map();
  map.forEach((row, y) => row.forEach((character, x) => {
    if (!"#. ".includes(character)) found.set(character, [...(found.get(character) ?? []), [x, y]]);
  }));
  return found;
}

/** The text form: the lines of `before` that are not maps are kept. */
export function toText({ start, goal }, before) {
  const lines = before.split("\n");
  const at = lines.findIndex((line) => /^\s*start(\s+goal)?\s*$/.test(line));
  const head = (at < 0 ? lines : lines.slice(0, at)).filter((line) => /^(##|#|[\w-]+:)/.test(line))
    .map((line) => (line.startsWith("rush:") ? "pieces: rush-hour" : line));
  if (!head.some((line) => line.startsWith("##"))) head.unshift("## Drawn");
  const gap = Math.max(9, start[0].length + 4);
  const rows = start.map((row, y) => row.join("").padEnd(gap) + goal[y].join("").trimEnd());
  return [...head, "start".padEnd(gap) + "goal", ...rows.map((row) => row.trimEnd())].join("\n") + "\n";
}
