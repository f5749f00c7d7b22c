// Finds the boards with which games begin: random boards, daily boards, boards in a text, and the
// board of a link.
import { dayOf, seedOfDay } from "./address.js";
import { json } from "./api.js";
import { BEGINNINGS } from "./beginnings.js";
import { plural } from "./dom.js";
import { readable } from "./intake.js";

/**
 * Returns the engine's answer to /api/check for a solvable board and the goal `last`, without
 * asking the engine.
 * @param {number[]} board
 * @param {string} size
 */
function solvable(board, size) {
  const goal = board.map((_, cell) => (cell + 1) % board.length);
  return { solvable: true, board, goal, size, reason: null };
}

/**
 * Returns a random 4x4 board for the first view. The board comes with the page, so the reader sees it
 * before the engine has been asked anything.
 * @returns {Wanted}
 */
export function firstBoard() {
  const [seed, digits] = BEGINNINGS[Math.floor(Math.random() * BEGINNINGS.length)];
  const board = [...digits].map((digit) => parseInt(digit, 16));
  return { board, size: "4x4", goal: "last", seed: String(seed), checked: solvable(board, "4x4") };
}

/**
 * Returns a random board that can be solved. Its seed is new unless the caller gives one.
 * @param {string} size
 * @param {string} goal
 * @param {string | number | null} seed
 */
export async function randomBoard(size, goal, seed = null) {
  const query = new URLSearchParams({ size, n: "1", goal });
  if (seed !== null) query.set("seed", String(seed));
  const answer = await json(`/api/random?${query}`);
  const board = answer.boards[0];
  const checked = goal === "last" ? solvable(board, answer.size) : null;
  return { board, size: answer.size, goal, seed: answer.seed, checked };
}

/**
 * Returns the game that another person's link describes. Its moves count as shown, because the
 * reader has not made them.
 * @param {Addressed} given
 */
export const ofLink = ({ daily, moves, ...given }) => {
  const shared = moves === "" ? null : { daily, letters: moves };
  return { ...given, moves, shared, shown: moves.length, unrated: true };
};

/**
 * Returns the daily board of a day, which is the same for all players. `known` is what this browser
 * stores about the reader's game on it.
 * @param {string} day
 * @param {Visit} known
 * @returns {Promise<Wanted>}
 */
export async function ofDay(day, known) {
  const seed = seedOfDay(day);
  if (seed === null) throw new Error(`“${day}” is not a day; write it as 2026-11-23.`);
  if (day > dayOf(new Date())) throw new Error(`The board of ${day} comes on that day.`);
  return { ...known, ...(await randomBoard("4x4", "last", seed)), daily: day };
}

/**
 * Reads a text in any form that the command accepts, and returns its first board. The other boards
 * become its `pile`, and its `notice` says how many boards were read.
 * @param {string} text
 * @param {string | null} size
 * @param {string} goal
 * @returns {Promise<Wanted>}
 */
export async function readBoards(text, size, goal) {
  // Four numbers without a blank are more likely the first row of a board that is being typed than
  // a 2x2 board.
  if (/^\s*[1-4](\s+[1-4]){3}\s*$/.test(text)) {
    throw new Error(
      "A 2 × 2 board has the numbers 1 to 3, and 0 for the blank. Is this the first row of a larger one?",
    );
  }
  const [beginning, isCut] = readable(text);
  /** @param {string | null} wanted */
  const ask = (wanted) => json("/api/read", { text: beginning, size: wanted });
  const answer = await ask(null).catch((error) => ask(size).catch(() => Promise.reject(error)));
  const boards = answer.boards.filter((one) => !one.error);
  const [first, ...pile] = boards.map((one) => ({ ...one, goal: one.goal ?? undefined }));
  const bad = answer.boards.length - pile.length - 1;
  const said = [
    ...(pile.length > 0 ? [`${plural(pile.length + 1, "board")} were read; this is the first.`] : []),
    ...(isCut || answer.more ? ["The text is too long, and its rest was left out."] : []),
    ...(bad > 0 ? [`${plural(bad, "line")} could not be read.`] : []),
  ].join(" ");
  return { ...first, goal: first.goal ?? goal, unrated: true, pile, notice: said ? { text: said } : null };
}
