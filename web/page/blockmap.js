// Block puzzles as maps: rows of characters, as the server gives them; their pieces, exits and rules. Gates, cells that
// only some pieces may enter, are in the map `floor`, which shows the board without pieces. Rules alone.

/**
 * @typedef {object} Puzzle Its maps are equally large.
 * @property {string[][]} start
 * @property {string[][]} goal
 * @property {string[][]} floor
 * @property {boolean} rush the rules are those of Rush Hour
 * @property {boolean} byShape pieces of the same shape are equal
 * @property {string[][]} equal groups of pieces that the goal takes as equal
 * @property {Map<string, string[]>} gates the pieces that each gate lets in
 * @property {Map<string, string>} axes those to which single pieces are locked
 */
/** @typedef {{ piece: string, way: string, cells: Place[] }} Exit */
/** @typedef {{ groups: string[][], gates: [string, string[]][], locks: [string, string[]][] }} Rules */

/**
 * A puzzle from the server's answer: maps, equally large, the pieces that each gate lets in, the axes to which single
 * pieces are locked, and groups of pieces that the goal takes as equal.
 * Without a goal, its map is the board without pieces, on which one can be drawn.
 * @param {BlockAnswer} answer
 * @returns {Puzzle}
 */
export function puzzleOf({ start, goal, floor, ...answer }) {
  const width = Math.max(...[...start, ...(goal ?? [])].map((row) => Array.from(row).length));
  /**
   * @param {string[][]} map
   * @param {(character: string) => boolean} hidden
   */
  const bare = (map, hidden) => map.map((row) => row.map((character) => (hidden(character) ? "." : character)));
  /** @param {string} text */
  const characters = (text) => Array.from(text ?? "");
  const gates = new Map(characters(answer.gates).map((gate, i) => [gate, characters(answer.gate_pieces[i])]));
  const maps = [start, goal ?? floor].map((rows) => bare(mapOf(rows, width, start.length), (sign) => gates.has(sign)));
  /** @type {Map<string, string>} */
  const axes = new Map();
  for (const piece of characters(answer.horizontal)) axes.set(piece, "horizontal");
  for (const piece of characters(answer.vertical)) axes.set(piece, "vertical");
  return {
    start: maps[0],
    goal: maps[1],
    floor: floor ? mapOf(floor, width, start.length) : bare(maps[0], isPiece),
    rush: answer.rush_hour,
    byShape: answer.by_shape,
    equal: (answer.equal ?? []).map(characters),
    gates,
    axes,
  };
}

/**
 * A map of `width` by `height` characters, from rows that may be shorter.
 * @param {(string | string[])[] | null} rows
 * @param {number} width
 * @param {number} height
 */
export function mapOf(rows, width, height) {
  return Array.from({ length: height }, (_, y) => {
    const row = Array.from(rows?.[y] ?? "");
    return Array.from({ length: width }, (_, x) => row[x] ?? " ");
  });
}

/** @param {string} character */
export const isPiece = (character) => !"#. ".includes(character);

/**
 * The sign of a piece, as it is seen.
 * @param {string} character
 */
export const signOf = (character) => (character === "*" ? "★" : character);

/**
 * A map of start or goal with the gates where no piece stands.
 * @param {string[][]} map
 * @param {string[][]} floor
 */
export const withGates = (map, floor) => map.map((row, y) => row.map((c, x) => (c === "." ? floor[y][x] : c)));

/**
 * The cells of each piece, by its character, in the order of the map.
 * @param {string[][]} map
 */
export function pieces(map) {
  /** @type {Map<string, Place[]>} */
  const found = new Map();
  map.forEach((row, y) =>
    row.forEach((character, x) => {
      if (isPiece(character)) found.set(character, [...(found.get(character) ?? []), [x, y]]);
    }),
  );
  return found;
}

/**
 * The columns and rows of the box around cells.
 * @param {Place[]} cells
 */
export const boxOf = (cells) =>
  [0, 1].map((i) => Math.max(...cells.map((cell) => cell[i])) - Math.min(...cells.map((cell) => cell[i])) + 1);

/**
 * The axis to which each piece is locked that is locked to one: in Rush Hour its longer one.
 * @param {Puzzle} puzzle
 */
export function locks({ start, axes, rush }) {
  if (!rush) return axes;
  /** @type {Map<string, string>} */
  const locked = new Map();
  for (const [piece, cells] of pieces(start)) {
    const [width, height] = boxOf(cells);
    if (width !== height) locked.set(piece, width > height ? "horizontal" : "vertical");
  }
  return locked;
}

/**
 * The exit of a Rush Hour puzzle, whose goal lies at an edge: { piece, way: the letter of the direction in which the piece
 * leaves, cells: those at the edge that it passes }; null if the goal lies elsewhere, or is more than one piece.
 * @param {Puzzle} puzzle
 * @returns {Exit | null}
 */
export function exitOf(puzzle) {
  const { goal, rush } = puzzle;
  const goals = [...pieces(goal)];
  if (!rush || goals.length !== 1) return null;
  const [[piece, cells]] = goals;
  const horizontal = locks(puzzle).get(piece) === "horizontal";
  const edges = horizontal ? { R: goal[0].length - 1, L: 0 } : { D: goal.length - 1, U: 0 };
  /** @param {number} edge */
  const at = (edge) => cells.filter((cell) => cell[horizontal ? 0 : 1] === edge);
  const found = Object.entries(edges).find(([, edge]) => at(edge).length > 0);
  return found ? { piece, way: found[0], cells: at(found[1]) } : null;
}

/**
 * A piece's cells relative to the first of them, as a text that is equal for equal shapes.
 * @param {Place[]} cells
 */
export const shapeOf = (cells) => {
  const [left, top] = [0, 1].map((i) => Math.min(...cells.map((cell) => cell[i])));
  return cells.map(([x, y]) => `${x - left},${y - top}`).join(" ");
};

/**
 * Groups of equal pieces, gates and locks, with those of their pieces that are drawn; a gate that has none of them keeps
 * its names.
 * @param {Puzzle} puzzle
 * @returns {Rules}
 */
export function shownRules({ start, floor, gates, axes, equal }) {
  /** @param {string[]} names */
  const there = (names) => names.filter((name) => start.some((row) => row.includes(name)));
  const shown = [...gates].filter(([gate]) => floor.some((row) => row.includes(gate)));
  /** @param {string} axis */
  const locked = (axis) => there([...axes.keys()].filter((name) => axes.get(name) === axis));
  /** @type {[string, string[]][]} */
  const axesOf = ["horizontal", "vertical"].map((axis) => [axis, locked(axis)]);
  return {
    groups: equal.map(there).filter((names) => names.length),
    gates: shown.map(([gate, names]) => [gate, there(names).length ? there(names) : names]),
    locks: axesOf.filter(([, names]) => names.length),
  };
}
