// The rules of block puzzles: the position, the moves made, undo and redo, the goal. No document.
import { locks, pieces } from "./blockmap.js";
import { REVERSE, STEPS, along } from "./tiles.js";

/** @typedef {ReturnType<typeof createBlockGame>} BlockGame */

/**
 * A game of a puzzle.
 * @param {import("./blockmap.js").Puzzle} puzzle
 */
export function createBlockGame(puzzle) {
  const { start, goal, floor, gates, byShape, equal } = puzzle;
  const cells = pieces(start); // of each piece, at the start
  const goals = pieces(goal);
  const at = new Map([...cells.keys()].map((piece) => [piece, [0, 0]]));
  const lines = locks(puzzle);
  let made = []; // { piece, path }
  let undone = [];
  let left = []; // the moves made before a restart

  const cellsOf = (piece) => cells.get(piece).map(([x, y]) => [x + at.get(piece)[0], y + at.get(piece)[1]]);

  /** True if a piece can move by one cell. */
  function canStep(piece, letter) {
    if (!cells.has(piece)) return false;
    const [dx, dy] = STEPS[letter];
    if (lines.get(piece) === (dx ? "vertical" : "horizontal")) return false;
    const others = [...cells.keys()].filter((other) => other !== piece);
    const taken = new Set(others.flatMap((other) => cellsOf(other).map(String)));
    return cellsOf(piece).every(([x, y]) => {
      const cell = floor[y + dy]?.[x + dx];
      if (cell === undefined || cell === "#" || cell === " ") return false;
      return !(gates.has(cell) && !gates.get(cell).includes(piece)) && !taken.has(`${x + dx},${y + dy}`);
    });
  }

  const shift = (piece, path) => at.set(piece, along(at.get(piece), path));

  const back = (path) =>
    Array.from(path, (letter) => REVERSE[letter])
      .reverse()
      .join("");

  return {
    canStep,
    /** One step, known to be possible, of a piece that is being dragged. */
    step: shift,
    /** Keeps a move of steps that were made one by one. */
    keep(move) {
      made.push(move);
      undone = [];
    },
    /** Makes a move `{ piece, path }` whose steps are known to be possible. */
    move(move) {
      shift(move.piece, move.path);
      this.keep(move);
    },
    /** Makes the moves of an earlier game; false at one that is impossible, after which the game is of no use. */
    replay(moves) {
      made = moves;
      return moves.every(({ piece, path }) =>
        Array.from(path).every((letter) => {
          const isPossible = canStep(piece, letter);
          if (isPossible) shift(piece, letter);
          return isPossible;
        }),
      );
    },
    /** Takes all moves back, which `undo` then makes again. */
    restart() {
      for (const piece of at.keys()) at.set(piece, [0, 0]);
      [left, made, undone] = [made, [], []];
    },
    /** Takes the last move or a restart back; returns the path of a piece that does so. */
    undo() {
      const last = made.pop();
      if (!last) {
        for (const { piece, path } of left) shift(piece, path);
        [made, left] = [left, []];
        return "";
      }
      undone.push(last);
      shift(last.piece, back(last.path));
      return back(last.path);
    },
    /** Makes again what was taken back; returns its path. */
    redo() {
      const next = undone.pop();
      if (!next) return "";
      shift(next.piece, next.path);
      made.push(next);
      return next.path;
    },
    get made() {
      return made;
    },
    get canUndo() {
      return made.length + left.length > 0;
    },
    get canRedo() {
      return undone.length > 0;
    },
    /** How far each piece has come from its start: `[piece, [x, y]]`. */
    places: () => [...at],
    /** The map of the position. */
    map() {
      const map = start.map((row) => row.map((character) => (cells.has(character) ? "." : character)));
      for (const piece of cells.keys()) for (const [x, y] of cellsOf(piece)) map[y][x] = piece;
      return map;
    },
    solved() {
      const same = (piece, target) => {
        const here = new Set(cellsOf(piece).map(String));
        return here.size === target.length && target.every((cell) => here.has(String(cell)));
      };
      const takes = (name) => (byShape ? [...cells.keys()] : (equal.find((group) => group.includes(name)) ?? [name]));
      const isMet = ([name, target]) => takes(name).some((piece) => cells.has(piece) && same(piece, target));
      return goals.size > 0 && [...goals].every(isMet);
    },
  };
}
