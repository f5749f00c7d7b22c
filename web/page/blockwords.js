// Describes block puzzles in words: their rules, goals and paths. No function here accesses the
// document.
import { boxOf, exitOf, pieces, shownRules, signOf } from "./blockmap.js";
import { MULTI, movesOf } from "./metric.js";
import { ARROWS, WORDS } from "./tiles.js";

/** @typedef {import("./blockmap.js").Puzzle} Puzzle */

/** Maximum number of pieces that are named one by one in the aim of a puzzle. */
const MOST_NAMED = 4;
/**
 * The two directions along each axis, in words and as a sign.
 * @type {Record<string, { words: string, sign: string }>}
 */
export const AXES = {
  horizontal: { words: "left and right", sign: "↔" },
  vertical: { words: "up and down", sign: "↕" },
};
/**
 * Returns a path in words, such as `left 2, down`.
 * @param {string} path
 */
export const pathWords = (path) =>
  movesOf(path, MULTI)
    .map((run) => WORDS[run[0]] + (run.length > 1 ? ` ${run.length}` : ""))
    .join(", ");

/**
 * Returns a path as arrows, such as `←2↓`.
 * @param {string} path
 */
export const pathArrows = (path) =>
  movesOf(path, MULTI)
    .map((run) => ARROWS[run[0]] + (run.length > 1 ? run.length : ""))
    .join("");

/**
 * Returns the signs of pieces as a list in words, such as `A, B and C`.
 * @param {string[]} names
 */
function list(names) {
  const signs = names.map(signOf);
  return signs.length > 1 ? `${signs.slice(0, -1).join(", ")} and ${signs.at(-1)}` : signs.join("");
}

/**
 * Returns a sentence that says what the player has to do, or "" if the puzzle has no goal.
 * @param {Puzzle} puzzle
 */
export function aimWords(puzzle) {
  const exit = exitOf(puzzle);
  if (exit) return `Bring ${signOf(exit.piece)} to the exit, where the arrow leads out.`;
  const names = [...pieces(puzzle.goal).keys()];
  if (names.length === 0) return "";
  if (puzzle.byShape || names.length > MOST_NAMED) return "Fill the dashed frames as in the small picture.";
  return `Bring ${list(names)} to ${names.length === 1 ? "its dashed frame" : "their dashed frames"}.`;
}

/**
 * Returns sentences that say how the pieces of a puzzle move, and what counts as its goal.
 * @param {Puzzle} puzzle
 */
export function ruleWords(puzzle) {
  const { gates, locks, groups } = shownRules(puzzle);
  /** @param {string} gate */
  const cells = (gate) => `Hatched cells${gates.length > 1 ? ` “${gate}”` : ""}`;
  return [
    aimWords(puzzle),
    puzzle.rush ? "Drag a piece along its arrow: pieces move only lengthwise." : "Drag a piece along any free path.",
    ...gates.map(([gate, names]) => `${cells(gate)} let only ${list(names)} in.`),
    ...(puzzle.rush ? [] : locks.map(([axis, names]) => `${list(names)} can move only ${AXES[axis].words}.`)),
    ...(puzzle.byShape ? ["Letters don’t matter: any piece of the right shape may fill a place of the goal."] : []),
    ...groups.map((names) => `${list(names)} may stand in each other’s place in the goal.`),
  ].join(" ");
}

/**
 * Returns the goal in words, for screen readers.
 * @param {Puzzle} puzzle
 */
export function goalWords({ goal, byShape, equal }) {
  /**
   * @param {string} character
   * @param {Place[]} cells
   */
  const name = (character, cells) => {
    if (byShape) return `any piece of ${sizeWords(cells)}`;
    return (equal.find((group) => group.includes(character)) ?? [signOf(character)]).join(" or ");
  };
  const aims = [...pieces(goal)].map(([character, cells]) => `${name(character, cells)} from ${corner(cells, [0, 0])}`);
  return aims.length ? `Goal: ${aims.join("; ")}` : "No goal";
}

/**
 * Returns the row and column of the upper left corner of cells, in words.
 * @param {Place[]} cells
 * @param {Place} offset how far the cells have moved since
 */
export const corner = (cells, [x, y]) => {
  /** @param {0 | 1} i */
  const first = (i) => Math.min(...cells.map((cell) => cell[i])) + 1;
  return `row ${first(1) + y}, column ${first(0) + x}`;
};

/**
 * Returns the size of a piece in words, such as `2 by 1`, or `3 cells in 2 by 2`.
 * @param {Place[]} cells
 */
export function sizeWords(cells) {
  const [width, height] = boxOf(cells);
  const box = `${width} by ${height}`;
  return cells.length === width * height ? box : `${cells.length} cells in ${box}`;
}
