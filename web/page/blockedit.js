// A block puzzle that is drawn: cells painted, maps resized, and what the drawing still lacks. Rules alone.
import { isPiece, mapOf, pieces, shapeOf, signOf, withGates } from "./blockmap.js";
import { STEPS } from "./tiles.js";

/** @typedef {{ character: string, isGate: boolean }} Stroke */

/** @typedef {import("./blockmap.js").Puzzle} Puzzle */

/** The brush that draws pieces: a tapped free cell begins a new one, and a pull from a piece adds cells to it. */
export const JOIN = "join";
/** The brush that draws a gate. */
export const GATE = "gate";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const GATES = "-=~:+";

/**
 * What a brush, or a character, paints in a stroke from a cell of the map `which`: { character, isGate }.
 * @param {Puzzle} puzzle
 * @param {"start" | "goal"} which
 * @param {string} brush
 * @param {number} x
 * @param {number} y
 * @returns {Stroke}
 */
export function strokeOf(puzzle, which, brush, x, y) {
  const [start, goal] = [pieces(puzzle.start), pieces(puzzle.goal)];
  /** @param {string} sign */
  const isFree = (sign) => !start.has(sign) && !goal.has(sign);
  if (brush === GATE) {
    const character = puzzle.gates.keys().next().value ?? [...GATES, ...LETTERS].find(isFree) ?? GATES[0];
    return { character, isGate: true };
  }
  if (brush !== JOIN) return { character: brush, isGate: puzzle.gates.has(brush) };
  const here = puzzle[which][y][x];
  // A new piece of the start has a letter of its own; in the goal it is the first that is not drawn yet.
  const fresh = () =>
    which === "start"
      ? ([...LETTERS].find((letter) => isFree(letter) && !puzzle.gates.has(letter)) ?? "*")
      : ([...start.keys()].find((piece) => !goal.has(piece)) ?? "A");
  return { character: isPiece(here) ? here : fresh(), isGate: false };
}

/**
 * The puzzle with a cell painted; null if nothing changes.
 * @param {Puzzle} puzzle
 * @param {"start" | "goal"} which
 * @param {number} x
 * @param {number} y
 * @param {Stroke} stroke
 */
export function painted(puzzle, which, x, y, { character, isGate }) {
  if (withGates(puzzle[which], puzzle.floor)[y][x] === character) return null;
  const [start, goal, floor] = [puzzle.start, puzzle.goal, puzzle.floor].map((map) => map.map((row) => [...row]));
  const map = which === "start" ? start : goal;
  /** @param {string} c */
  const isFixed = (c) => c === "#" || c === " ";
  if (isGate) {
    map[y][x] = ".";
    for (const other of [start, goal]) if (isFixed(other[y][x])) other[y][x] = ".";
    floor[y][x] = character;
  } else {
    // A piece on a gate is taken away before the gate is; a wall of the start is none of the goal's.
    if (character === "." && map[y][x] === "." && puzzle.gates.has(floor[y][x])) floor[y][x] = ".";
    map[y][x] = character;
    if (which === "start") {
      if (isFixed(character)) goal[y][x] = floor[y][x] = character;
      else if (isFixed(floor[y][x])) floor[y][x] = ".";
      if (!isFixed(character) && isFixed(goal[y][x])) goal[y][x] = ".";
    }
  }
  const gates = isGate && !puzzle.gates.has(character) ? new Map([[character, []]]) : puzzle.gates;
  return admitting({ ...puzzle, start, goal, floor, gates });
}

/**
 * A new gate is for the pieces of the goal, or else for the first piece, until the text says otherwise.
 * @param {Puzzle} puzzle
 */
function admitting(puzzle) {
  const [start, goal] = [pieces(puzzle.start), pieces(puzzle.goal)];
  const named = [...goal.keys()].filter((piece) => start.has(piece));
  const first = named.length ? named : [...start.keys()].slice(0, 1);
  return { ...puzzle, gates: new Map([...puzzle.gates].map(([gate, names]) => [gate, names.length ? names : first])) };
}

/**
 * The puzzle in a box of another size; new cells are empty.
 * @param {Puzzle} puzzle
 * @param {number} width
 * @param {number} height
 */
export function resized(puzzle, width, height) {
  /** @param {string[][]} map */
  const grown = (map) => mapOf(map, width, height).map((row, y) => row.map((c, x) => (map[y]?.[x] ? c : ".")));
  return { ...puzzle, start: grown(puzzle.start), goal: grown(puzzle.goal), floor: grown(puzzle.floor) };
}

/**
 * A puzzle without pieces, walls and rules.
 * @param {number} width
 * @param {number} height
 * @returns {Puzzle}
 */
export function blank(width, height) {
  const map = mapOf(Array(height).fill(".".repeat(width)), width, height);
  return {
    start: map,
    goal: map,
    floor: map,
    gates: new Map(),
    axes: new Map(),
    equal: [],
    rush: false,
    byShape: false,
  };
}

/**
 * What is still to be drawn, or drawn otherwise, as a sentence for the reader; "" if the drawing is complete.
 * @param {Puzzle} puzzle
 */
export function lacking(puzzle) {
  const [start, goal] = [pieces(puzzle.start), pieces(puzzle.goal)];
  if (start.size === 0) return "Draw the pieces: tap free cells, and drag from a piece to add cells to it.";
  if (goal.size === 0) return "Now choose Goal, and draw the pieces that must arrive, where they must.";
  const loose = [...start, ...goal].find(([, cells]) => !isJoined(cells));
  if (loose) return `Piece ${signOf(loose[0])} is in two parts: join its cells, or draw one part with another letter.`;
  if (puzzle.byShape) return "";
  for (const [piece, cells] of goal) {
    const sign = signOf(piece);
    const same = start.get(piece);
    if (!same) return `Piece ${sign} is in the goal, but not in the start.`;
    if (same.length !== cells.length) {
      return `Piece ${sign} has ${same.length} cells in the start and ${cells.length} in the goal: draw it the same.`;
    }
    if (shapeOf(same) !== shapeOf(cells))
      return `Piece ${sign} has another shape in the goal: draw it as in the start.`;
  }
  return "";
}

/**
 * Whether the cells of a piece hang together, side by side.
 * @param {Place[]} cells
 */
function isJoined(cells) {
  const rest = new Map(cells.map((cell) => [String(cell), cell]));
  const found = [cells[0]];
  rest.delete(String(cells[0]));
  for (const [x, y] of found) {
    for (const [dx, dy] of Object.values(STEPS)) {
      const next = rest.get(`${x + dx},${y + dy}`);
      if (next && rest.delete(String(next))) found.push(next);
    }
  }
  return rest.size === 0;
}
