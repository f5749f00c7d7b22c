// Block puzzles in words: how their pieces move, and paths as they are written and said. Rules alone.
import { exitOf, shownRules } from "./blockmap.js";
import { AXES, signOf } from "./blockview.js";
import { MULTI, movesOf } from "./metric.js";
import { ARROWS, WORDS } from "./tiles.js";

/** @typedef {import("./blockmap.js").Puzzle} Puzzle */

/**
 * A path in words, such as `left 2, down`.
 * @param {string} path
 */
export const words = (path) =>
  movesOf(path, MULTI)
    .map((run) => WORDS[run[0]] + (run.length > 1 ? ` ${run.length}` : ""))
    .join(", ");

/**
 * A path as it is written, such as `←2↓`.
 * @param {string} path
 */
export const arrows = (path) =>
  movesOf(path, MULTI)
    .map((run) => ARROWS[run[0]] + (run.length > 1 ? run.length : ""))
    .join("");

/**
 * How pieces move in this puzzle, and what counts as the goal, in words.
 * @param {Puzzle} puzzle
 */
export function rules(puzzle) {
  /** @param {string[]} names */
  const list = (names) => {
    const signs = names.map(signOf);
    return signs.length > 1 ? `${signs.slice(0, -1).join(", ")} and ${signs.at(-1)}` : signs.join("");
  };
  const { gates, locks, groups } = shownRules(puzzle);
  /** @param {string} gate */
  const cells = (gate) => `Hatched cells${gates.length > 1 ? ` “${gate}”` : ""}`;
  const exit = exitOf(puzzle);
  return [
    ...(exit ? [`Bring ${signOf(exit.piece)} to the exit, where the arrow leads out.`] : []),
    puzzle.rush ? "Drag a piece along its arrow: pieces move only lengthwise." : "Drag a piece along any free path.",
    ...gates.map(([gate, names]) => `${cells(gate)} let only ${list(names)} in.`),
    ...(puzzle.rush ? [] : locks.map(([axis, names]) => `${list(names)} can move only ${AXES[axis].words}.`)),
    ...(puzzle.byShape ? ["Letters don’t matter: any piece of the right shape may fill a place of the goal."] : []),
    ...groups.map((names) => `${list(names)} may stand in each other’s place in the goal.`),
  ].join(" ");
}
