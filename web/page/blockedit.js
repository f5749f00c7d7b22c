// Editing a drawn block puzzle: painting cells, resizing maps, and finding what the drawing still
// lacks. Functions without access to the document.
import { isPiece, mapOf, pieces, shapeOf, signOf, withGates } from "./blockmap.js";
import { STEPS } from "./tiles.js";

/** @typedef {{ character: string, isGate: boolean }} Stroke */

/** @typedef {import("./blockmap.js").Puzzle} Puzzle */

/**
 * The brush that draws pieces. A tap on a free cell begins a new piece, and dragging from a piece
 * adds cells to it.
 */
export const JOIN = "join";
/** The brush that draws a gate, which is a cell that only some pieces may enter. */
export const GATE = "gate";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const GATES = "-=~:+";

/**
 * Returns what a stroke paints that begins at a cell of the map `which`. `brush` is a brush of the
 * palette or a character that the reader has typed.
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
  // In the start, a new piece gets a letter of its own. In the goal, it is the first piece of the
  // start that the goal doesn't have yet.
  const fresh = () =>
    which === "start"
      ? ([...LETTERS].find((letter) => isFree(letter) && !puzzle.gates.has(letter)) ?? "*")
      : ([...start.keys()].find((piece) => !goal.has(piece)) ?? "A");
  return { character: isPiece(here) ? here : fresh(), isGate: false };
}

/**
 * Returns whether a character is a wall or a cell outside the board.
 * @param {string} character
 */
const isFixed = (character) => character === "#" || character === " ";

/**
 * Returns the puzzle with one cell painted, or null if nothing changes.
 * @param {Puzzle} puzzle
 * @param {"start" | "goal"} which
 * @param {number} x
 * @param {number} y
 * @param {Stroke} stroke
 */
export function painted(puzzle, which, x, y, { character, isGate }) {
  if (withGates(puzzle[which], puzzle.floor)[y][x] === character) return null;
  // A wall in the goal is also a wall in the start, where the reader doesn't see the pieces now.
  if (which === "goal" && isFixed(character) && isPiece(puzzle.start[y][x])) return null;
  const [start, goal, floor] = [puzzle.start, puzzle.goal, puzzle.floor].map((map) => map.map((row) => [...row]));
  const map = which === "start" ? start : goal;
  if (isGate) {
    map[y][x] = ".";
    for (const other of [start, goal]) if (isFixed(other[y][x])) other[y][x] = ".";
    floor[y][x] = character;
  } else {
    // Erasing a piece that stands on a gate leaves the gate; erasing the cell once more removes the
    // gate. Walls and cells outside the board are the same in the start and in the goal.
    if (character === "." && map[y][x] === "." && puzzle.gates.has(floor[y][x])) floor[y][x] = ".";
    if (isFixed(character)) start[y][x] = goal[y][x] = floor[y][x] = character;
    else for (const one of [start, goal, floor]) if (isFixed(one[y][x])) one[y][x] = ".";
    map[y][x] = character;
  }
  const gates = isGate && !puzzle.gates.has(character) ? new Map([[character, []]]) : puzzle.gates;
  return admitting({ ...puzzle, start, goal, floor, gates });
}

/**
 * Returns the puzzle with pieces for new gates, which admit none yet: the pieces of the goal, or
 * the first piece if there is no goal. The reader can change them in the text.
 * @param {Puzzle} puzzle
 */
function admitting(puzzle) {
  const [start, goal] = [pieces(puzzle.start), pieces(puzzle.goal)];
  const named = [...goal.keys()].filter((piece) => start.has(piece));
  const first = named.length ? named : [...start.keys()].slice(0, 1);
  return { ...puzzle, gates: new Map([...puzzle.gates].map(([gate, names]) => [gate, names.length ? names : first])) };
}

/**
 * Returns the puzzle on a board of another size. New cells are empty.
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
 * Returns an empty puzzle, without pieces, walls and rules.
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
 * Returns a sentence that tells the reader what must still be drawn or corrected, or "" if the
 * drawing is complete.
 * @param {Puzzle} puzzle
 * @param {"start" | "goal"} which the map that the reader is drawing
 */
export function lacking(puzzle, which) {
  const [start, goal] = [pieces(puzzle.start), pieces(puzzle.goal)];
  if (start.size === 0) return "Draw the pieces: tap free cells, and drag from a piece to add cells to it.";
  if (goal.size === 0) {
    if (which === "goal") return "Now draw the pieces that must arrive, where they must.";
    return "Draw more pieces, or choose Goal and draw those that must arrive, where they must.";
  }
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
 * Returns whether the cells of a piece are connected, side by side.
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
