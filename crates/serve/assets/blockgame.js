// The rules of block puzzles, without a document: the position, the moves made, undo and redo, the goal, counts by metric.
import { STEPS, pieces } from "./blockmap.js";
import { REVERSE } from "./tiles.js";

/**
 * A game of `{ start, goal, floor, gates, axes, rush, byShape, equal }`: maps, equally large, the pieces that each gate of `floor` lets
 * in, the axes to which single pieces are locked, and groups of pieces that the goal takes as equal.
 */
export function createBlockGame({ start, goal, floor = start, gates = new Map(), axes = new Map(), rush = false, byShape = false, equal = [] }) {
  const cells = pieces(start); // of each piece, at the start
  const goals = pieces(goal);
  const at = new Map([...cells.keys()].map((piece) => [piece, [0, 0]]));
  const lines = new Map([...cells].map(([piece, list]) => [piece, rush ? longAxis(list) : axes.get(piece) ?? null]));
  let made = []; // { pieces, path }: the characters of the pieces that moved together
  let undone = [];

  const cellsOf = (piece) => cells.get(piece).map(([x, y]) => [x + at.get(piece)[0], y + at.get(piece)[1]]);

  /** The pieces that move if one makes a step: itself and, with `joint`, those that it pushes. Null if it cannot. */
  function stepping(piece, letter, joint = false) {
    if (!cells.has(piece)) return null;
    const [dx, dy] = STEPS[letter];
    const on = new Map([...cells.keys()].flatMap((other) => cellsOf(other).map((cell) => [String(cell), other])));
    const pushed = new Set([piece]);
    for (const one of pushed) { // those that are added meanwhile, too
      if (lines.get(one) === (dx ? "vertical" : "horizontal")) return null;
      for (const [x, y] of cellsOf(one)) {
        const cell = floor[y + dy]?.[x + dx];
        if (cell === undefined || cell === "#" || cell === " ") return null;
        if (gates.has(cell) && !gates.get(cell).includes(one)) return null;
        if (on.has(`${x + dx},${y + dy}`)) pushed.add(on.get(`${x + dx},${y + dy}`));
      }
    }
    return joint || pushed.size === 1 ? inOrder(pushed) : null;
  }

  function shift(pieces, path) {
    for (const piece of pieces) {
      const place = at.get(piece);
      for (const letter of path) [place[0], place[1]] = [place[0] + STEPS[letter][0], place[1] + STEPS[letter][1]];
    }
  }

  const back = ({ pieces, path }) => ({ pieces, path: Array.from(path, (letter) => REVERSE[letter]).reverse().join("") });

  return {
    stepping,
    cellsOf,
    /** Makes a move whose steps are known to be possible; `{ pieces, path }`. */
    move(move) {
      shift(move.pieces, move.path);
      made.push({ ...move, pieces: inOrder(move.pieces) });
      undone = [];
    },
    /** One step, known to be possible, of pieces that are being dragged; `keep` makes a move of such steps. */
    step: shift,
    /** Keeps steps that were made one by one. */
    keep(move) {
      made.push(move);
      undone = [];
    },
    /** Takes the last move back; returns the move that does so, or null. */
    undo() {
      const last = made.pop();
      if (!last) return null;
      undone.push(last);
      shift(last.pieces, back(last).path);
      return back(last);
    },
    redo() {
      const next = undone.pop();
      if (!next) return null;
      shift(next.pieces, next.path);
      made.push(next);
      return next;
    },
    get made() {
      return made.length;
    },
    get undone() {
      return undone.length;
    },
    /** True if several pieces moved together, in moves that were taken back too. */
    get joined() {
      return [...made, ...undone].some(({ pieces }) => Array.from(pieces).length > 1);
    },
    /** The number of moves made, in a metric; with `joint`, pieces that moved by the same path one after the other have moved together. */
    count: (metric, joint = false) => countMoves(made, metric, joint),
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
      return goals.size > 0 && [...goals].every(([name, target]) => takes(name).some((piece) => cells.has(piece) && same(piece, target)));
    },
  };
}

/** The line to which a piece of Rush Hour is locked; null if the box around it is square. */
function longAxis(cells) {
  const extent = (i) => Math.max(...cells.map((cell) => cell[i])) - Math.min(...cells.map((cell) => cell[i]));
  return extent(0) > extent(1) ? "horizontal" : extent(0) < extent(1) ? "vertical" : null;
}

/** Pieces as the engine has them: in the order of their characters. */
const inOrder = (pieces) => [...pieces].sort().join("");

/**
 * Moves counted as `unit`, `straight` or `any-path` has it: steps, runs in one direction, runs of the same pieces. With `joint`, runs of
 * different pieces by the same path, one after the other, are one: the pieces could have gone that way together.
 */
export function countMoves(moves, metric, joint = false) {
  const runs = []; // { pieces, path, x, y }
  let steps = 0;
  for (const { pieces, path } of moves) {
    for (const letter of path) {
      steps += 1;
      const last = runs.at(-1);
      const joins = last?.pieces === pieces && (metric === "any-path" || last.path.at(-1) === letter);
      const run = joins ? last : { pieces, path: "", x: 0, y: 0 };
      if (!joins) runs.push(run);
      [run.path, run.x, run.y] = [run.path + letter, run.x + STEPS[letter][0], run.y + STEPS[letter][1]];
      // A piece that is back where it was has not moved.
      if (run.x === 0 && run.y === 0) runs.pop();
    }
  }
  const made = joint ? runs.reduce(joined, []) : runs;
  if (metric !== "unit") return made.length;
  return joint ? made.reduce((sum, { path }) => sum + path.length, 0) : steps;
}

/** The runs with one more, which becomes part of the last if other pieces go the same way. */
function joined(runs, run) {
  const last = runs.at(-1);
  if (last?.path !== run.path || [...run.pieces].some((piece) => last.pieces.includes(piece))) return [...runs, run];
  return [...runs.slice(0, -1), { ...last, pieces: inOrder(last.pieces + run.pieces) }];
}
