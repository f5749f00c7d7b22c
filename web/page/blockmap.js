// Finds the pieces, exits and rules of block puzzles in their maps, which are rows of characters as
// the engine sends them. The map `floor` shows the board without pieces. It contains the gates,
// which are cells that only some pieces may enter. No function here accesses the document.

/**
 * @typedef {object} Puzzle A block puzzle. All its maps have the same size.
 * @property {string[][]} start
 * @property {string[][]} goal
 * @property {string[][]} floor
 * @property {boolean} rush whether the puzzle has the rules of Rush Hour
 * @property {boolean} byShape whether the goal accepts any piece of the right shape
 * @property {string[][]} equal groups of pieces that may fill each other's place in the goal
 * @property {Map<string, string[]>} gates the pieces that each gate admits, by the gate's character
 * @property {Map<string, string>} axes the axis of each piece that is locked to one, `horizontal` or `vertical`
 */
/** @typedef {{ piece: string, way: string, cells: Place[] }} Exit */
/** @typedef {{ groups: string[][], gates: [string, string[]][], locks: [string, string[]][] }} Rules */

/**
 * Returns the puzzle that an answer of the engine describes. If the answer has no goal, the map of
 * the goal is an empty board, on which the reader can draw one.
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
 * Returns a map of `width` by `height` characters. Rows that are too short are filled with spaces,
 * which are cells outside the board.
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

/**
 * Returns whether a character of a map is a piece, and not a wall, an empty cell or a cell outside
 * the board.
 * @param {string} character
 */
export const isPiece = (character) => !"#. ".includes(character);

/**
 * Returns the sign that the page shows for the character of a piece: ★ for `*`, else the character
 * itself.
 * @param {string} character
 */
export const signOf = (character) => (character === "*" ? "★" : character);

/**
 * Returns the map of a start or goal with the gates of the floor added in its empty cells.
 * @param {string[][]} map
 * @param {string[][]} floor
 */
export const withGates = (map, floor) => map.map((row, y) => row.map((c, x) => (c === "." ? floor[y][x] : c)));

/**
 * Returns the cells of each piece, by the piece's character. The cells of a piece are listed row by
 * row.
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
 * Returns the width and height of the smallest box around cells.
 * @param {Place[]} cells
 */
export const boxOf = (cells) =>
  [0, 1].map((i) => Math.max(...cells.map((cell) => cell[i])) - Math.min(...cells.map((cell) => cell[i])) + 1);

/**
 * Returns the axis of each piece that can move along only one axis. In Rush Hour, this is the axis
 * of the piece's longer side.
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
 * Returns the exit of a Rush Hour puzzle: the piece that leaves, the letter of the direction in
 * which it leaves (`way`), and the cells at the edge that it passes. Returns null if the goal has
 * more than one piece, or doesn't lie at an edge that the piece can reach.
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
 * Returns the shape of a piece as a text, such as `0,0 1,0` for two cells side by side. It lists
 * the cells relative to the upper left corner of the box around them, so pieces of the same shape
 * have the same text.
 * @param {Place[]} cells
 */
export const shapeOf = (cells) => {
  const [left, top] = [0, 1].map((i) => Math.min(...cells.map((cell) => cell[i])));
  return cells.map(([x, y]) => `${x - left},${y - top}`).join(" ");
};

/**
 * Returns a puzzle's groups of equal pieces, its gates and its locks, without the pieces and gates
 * that are missing from the drawing. If all pieces of a gate are missing, the gate keeps their
 * names.
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
