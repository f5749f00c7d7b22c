// A game of a block puzzle: the position, the moves made, undo and redo, and the goal. The code
// does not use the document.
import { locks, pieces } from "./blockmap.js";
import { REVERSE, STEPS, along } from "./tiles.js";

/** @typedef {import("./levels.js").Move} Move */
/** @typedef {import("./blockmap.js").Puzzle} Puzzle */

/**
 * Returns the path that leads back, such as `LD` for `UR`.
 * @param {string} path
 */
export const reversed = (path) =>
  Array.from(path, (letter) => REVERSE[letter])
    .reverse()
    .join("");

/**
 * Returns a path without steps that are taken back at once, such as `RR` for `LRRR`.
 * @param {string} path
 */
export const shortened = (path) =>
  [...path].reduce((made, letter) => (made.at(-1) === REVERSE[letter] ? made.slice(0, -1) : made + letter), "");

/** A game of a block puzzle. A move takes one piece along a path of one or more steps. */
export class BlockGame {
  /** @type {Move[]} */
  made = [];
  /** @type {Move[]} */
  #undone = [];
  /** @type {Move[]} */
  #left = []; // the moves made before the last restart, for `undo`

  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.cells = pieces(puzzle.start); // the cells of each piece at the start
    this.lines = locks(puzzle);
    /**
     * How far each piece is from its start, in columns and rows.
     * @type {Map<string, Place>}
     */
    this.at = new Map([...this.cells.keys()].map((piece) => [piece, [0, 0]]));
  }

  /**
   * Returns the cells that a piece occupies now.
   * @param {string} piece
   */
  #cellsOf(piece) {
    const [right, down] = this.at.get(piece) ?? [0, 0];
    return (this.cells.get(piece) ?? []).map(([x, y]) => /** @type {Place} */ ([x + right, y + down]));
  }

  /**
   * Returns whether a piece can move by one cell in the direction of `letter`.
   * @param {string} piece
   * @param {string} letter
   */
  canStep(piece, letter) {
    if (!this.cells.has(piece)) return false;
    const { floor, gates } = this.puzzle;
    const [dx, dy] = STEPS[letter];
    if (this.lines.get(piece) === (dx ? "vertical" : "horizontal")) return false;
    const others = [...this.cells.keys()].filter((other) => other !== piece);
    const taken = new Set(others.flatMap((other) => this.#cellsOf(other).map(String)));
    return this.#cellsOf(piece).every(([x, y]) => {
      const cell = floor[y + dy]?.[x + dx];
      if (cell === undefined || cell === "#" || cell === " ") return false;
      return (gates.get(cell)?.includes(piece) ?? true) && !taken.has(`${x + dx},${y + dy}`);
    });
  }

  /**
   * Moves a piece along a path that is known to be possible, without recording a move. While a
   * piece is dragged, it is moved step by step, and the whole path is recorded at the end.
   * @param {string} piece
   * @param {string} path
   */
  step(piece, path) {
    this.at.set(piece, along(this.at.get(piece) ?? [0, 0], path));
  }

  /**
   * Records a move whose steps were already made one by one.
   * @param {Move} move
   */
  keep(move) {
    this.made.push(move);
    this.#undone = [];
  }

  /**
   * Replaces the last `count` moves, which together have led to the same position, by other moves.
   * @param {number} count
   * @param {Move[]} moves
   */
  rewrite(count, moves) {
    this.made.splice(this.made.length - count, count, ...moves);
  }

  /**
   * Makes and records a move whose steps are known to be possible.
   * @param {Move} move
   */
  move(move) {
    this.step(move.piece, move.path);
    this.keep(move);
  }

  /**
   * Makes the moves of an earlier game. Returns false if one of them is impossible. This game must
   * then be discarded.
   * @param {Move[]} moves
   */
  replay(moves) {
    this.made = moves;
    return moves.every(({ piece, path }) =>
      Array.from(path).every((letter) => {
        const isPossible = this.canStep(piece, letter);
        if (isPossible) this.step(piece, letter);
        return isPossible;
      }),
    );
  }

  /** Takes all moves back. If no move is made afterwards, `undo` makes them again. */
  restart() {
    for (const piece of this.at.keys()) this.at.set(piece, [0, 0]);
    [this.#left, this.made, this.#undone] = [this.made, [], []];
  }

  /**
   * Takes back the last move or, if there is none, a restart. Returns the path on which the piece
   * goes back; it is empty for a restart.
   */
  undo() {
    const last = this.made.pop();
    if (!last) {
      for (const { piece, path } of this.#left) this.step(piece, path);
      [this.made, this.#left] = [this.#left, []];
      return "";
    }
    this.#undone.push(last);
    const path = reversed(last.path);
    this.step(last.piece, path);
    return path;
  }

  /**
   * Repeats the move that was last undone. Returns its path, or an empty path if there is no such
   * move.
   */
  redo() {
    const next = this.#undone.pop();
    if (!next) return "";
    this.step(next.piece, next.path);
    this.made.push(next);
    return next.path;
  }

  get canUndo() {
    return this.made.length + this.#left.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  /** Returns how far each piece is from its start, as `[piece, [columns, rows]]`. */
  places() {
    return [...this.at];
  }

  /** Returns the map of the current position. */
  map() {
    const map = this.puzzle.start.map((row) => row.map((sign) => (this.cells.has(sign) ? "." : sign)));
    for (const piece of this.cells.keys()) for (const [x, y] of this.#cellsOf(piece)) map[y][x] = piece;
    return map;
  }

  solved() {
    const goals = [...pieces(this.puzzle.goal)];
    return goals.length > 0 && goals.every(([name, target]) => this.#isMet(name, target));
  }

  /**
   * Returns whether the place of the piece `name` in the goal is filled, by this piece or by one
   * that the puzzle treats as equal to it.
   * @param {string} name
   * @param {Place[]} target
   */
  #isMet(name, target) {
    const { byShape, equal } = this.puzzle;
    const takers = byShape ? [...this.cells.keys()] : (equal.find((group) => group.includes(name)) ?? [name]);
    return takers.some((piece) => {
      const here = new Set(this.#cellsOf(piece).map(String));
      return here.size === target.length && target.every((cell) => here.has(String(cell)));
    });
  }
}
