// The rules of block puzzles: the position, the moves made, undo and redo, the goal, counts by metric. No document.
import { pieces } from "./blockmap.js";
import { REVERSE, STEPS } from "./tiles.js";

/** A game of a puzzle in the form of `puzzleOf` in blockmap.js. */
export function createBlockGame({ start, goal, floor, gates, axes, rush, byShape, equal }) {
  const cells = pieces(start); // of each piece, at the start
  const goals = pieces(goal);
  const at = new Map([...cells.keys()].map((piece) => [piece, [0, 0]]));
  const lines = new Map([...cells].map(([piece, list]) => [piece, rush ? longAxis(list) : axes.get(piece) ?? null]));
  let made = []; // { piece, path }
  let undone = [];

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

  function shift(piece, path) {
    const place = at.get(piece);
    for (const letter of path) [place[0], place[1]] = [place[0] + STEPS[letter][0], place[1] + STEPS[letter][1]];
  }

  const back = ({ piece, path }) => ({ piece, path: Array.from(path, (letter) => REVERSE[letter]).reverse().join("") });

  return {
    canStep,
    /** Makes a move `{ piece, path }` whose steps are known to be possible. */
    move(move) {
      shift(move.piece, move.path);
      this.keep(move);
    },
    /** One step, known to be possible, of a piece that is being dragged. */
    step: shift,
    /** Makes a move of steps that were made one by one. */
    keep(move) {
      made.push(move);
      undone = [];
    },
    /** Takes the last move back; returns the move that does so, or null. */
    undo() {
      const last = made.pop();
      if (!last) return null;
      undone.push(last);
      shift(last.piece, back(last).path);
      return back(last);
    },
    redo() {
      const next = undone.pop();
      if (!next) return null;
      shift(next.piece, next.path);
      made.push(next);
      return next;
    },
    get made() {
      return made.length;
    },
    get undone() {
      return undone.length;
    },
    /** The number of moves made, in a metric. */
    count: (metric) => countMoves(made, metric),
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
      const takes = (name) => (byShape ? [...cells.keys()] : equal.find((group) => group.includes(name)) ?? [name]);
      const isMet = ([name, target]) => takes(name).some((piece) => cells.has(piece) && same(piece, target));
      return goals.size > 0 && [...goals].every(isMet);
    },
  };
}

/** The line to which a piece of Rush Hour is locked; null if the box around it is square. */
function longAxis(cells) {
  const extent = (i) => Math.max(...cells.map((cell) => cell[i])) - Math.min(...cells.map((cell) => cell[i]));
  return extent(0) > extent(1) ? "horizontal" : extent(0) < extent(1) ? "vertical" : null;
}

/** Moves counted as `unit`, `straight` or `any-path` has it: steps, runs in one direction, runs of the same piece. */
export function countMoves(moves, metric) {
  const runs = []; // { piece, letter, x, y }: the last step, and how far the piece has come
  let steps = 0;
  for (const { piece, path } of moves) {
    for (const letter of path) {
      steps += 1;
      const last = runs.at(-1);
      const joins = last?.piece === piece && (metric === "any-path" || last.letter === letter);
      const run = joins ? last : { piece, x: 0, y: 0 };
      if (!joins) runs.push(run);
      [run.letter, run.x, run.y] = [letter, run.x + STEPS[letter][0], run.y + STEPS[letter][1]];
      // A piece that is back where it was has not moved.
      if (run.x === 0 && run.y === 0) runs.pop();
    }
  }
  return metric === "unit" ? steps : runs.length;
}
